//! Tests a newer program that migrates the database while older servers run.

use super::cluster::Cluster;
use super::sites::{ALQUERQUE, pair, server};
use crate::harness::random_move;

pub fn servers_give_way_to_a_newer_program_and_hand_their_games_over() {
    let cluster = Cluster::start();
    let database = cluster.database();
    let name = database.rsplit('/').next().unwrap();
    let mut servers = [server(&database), server(&database)];
    let (id, tokens) = pair(&servers[0], &servers[1], ALQUERQUE);
    let mut players = [0, 1].map(|side| servers[side].player(&id, Some(&tokens[side])));
    players[0].play(&random_move(ALQUERQUE, &[], &mut fastrand::Rng::with_seed(45)));
    players[1].until_ply(1);
    // The change that a newer program makes at its start.
    assert!(cluster.query(name, "INSERT INTO quirkat_schema(version) VALUES(99)"));
    for player in &mut players {
        player.until_closed();
    }
    for server in &mut servers {
        // It ends with a failure, so that a supervisor starts the newer program.
        assert_eq!(server.ended().code(), Some(1), "{}", server.log());
        assert!(server.log().contains("a newer Quirkat has brought the database up to date"), "{}", server.log());
    }
    assert!(
        cluster.query(name, "DO $$BEGIN ASSERT NOT EXISTS(SELECT 1 FROM servers); END$$"),
        "no server has its games"
    );
    // This program is not newer than itself, so the schema is reset.
    assert!(cluster.query(name, "DELETE FROM quirkat_schema WHERE version = 99"));
    let newer = server(&database);
    assert_eq!(newer.state(&id)["ply"], 1);
    let mut player = newer.player(&id, Some(&tokens[1]));
    player.play(&random_move(ALQUERQUE, &player.turns, &mut fastrand::Rng::with_seed(46)));
}
