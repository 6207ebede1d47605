//! Tests several servers on a real PostgreSQL: the storage alone, and the whole program.
//!
//! The tests start a PostgreSQL in a temporary folder. Without an installation every test is ignored with a message;
//! with `QUIRKAT_ALL_TESTS`, as in continuous integration, they fail instead. `QUIRKAT_KILLS=100` sets the number of
//! servers killed during play.

mod cluster;
mod encryption;
mod outage;
mod sites;
mod takeover;
mod upgrade;

use cluster::Cluster;
use libtest_mimic::Trial;
use quirkat_serve::trial::postgres as storage;
use std::env;
use std::sync::OnceLock;

/// The shared PostgreSQL, started on first use.
static CLUSTER: OnceLock<Cluster> = OnceLock::new();

/// Returns the URL of an empty database.
fn database() -> String {
    CLUSTER.get_or_init(Cluster::start).database()
}

pub fn trials() -> Vec<Trial> {
    let missing = cluster::missing().filter(|_| env::var_os("QUIRKAT_ALL_TESTS").is_none());
    if let Some(missing) = &missing {
        eprintln!("the tests with PostgreSQL are ignored: {missing}");
    }
    let tests = tests! {
        takeover: two_hundred_games_continue_when_a_server_is_killed automatic_events_move_to_another_server_after_a_kill a_presumed_dead_server_that_returns_does_no_damage acknowledged_moves_survive_random_kills;
        sites: people_at_two_servers_play_together open_games_are_found_at_every_server the_engine_plays_on_the_server_that_gets_the_request keys_are_moved_and_deleted_at_every_server an_administrator_deletes_games_at_every_server;
        encryption: database_connections_are_encrypted_and_authenticated;
        upgrade: servers_give_way_to_a_newer_program_and_hand_their_games_over;
        outage: a_server_without_its_database_reports_it_and_loses_nothing spectators_miss_nothing_when_connections_break a_postgresql_backup_contains_all_games;
    };
    let sites = tests.into_iter().map(|(name, run)| crate::trial("postgres", name, run));
    let stored = storage::names().into_iter().map(|name| {
        Trial::test(format!("postgres::storage::{name}"), move || {
            storage::run(name, &database().parse()?);
            Ok(())
        })
    });
    sites.chain(stored).map(|trial| trial.with_ignored_flag(missing.is_some())).collect()
}

/// Stops the shared PostgreSQL.
pub fn stop() {
    if let Some(cluster) = CLUSTER.get() {
        cluster.stop();
    }
}
