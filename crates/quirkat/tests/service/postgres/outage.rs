//! Tests an unreachable database, broken connections, and restoring a dump.

use super::cluster::Cluster;
use super::sites::{ALQUERQUE, pair, server};
use crate::harness::{random_move, until};

pub fn a_server_without_its_database_reports_it_and_loses_nothing() {
    // A separate cluster, because it is stopped.
    let cluster = Cluster::start();
    let database = cluster.database();
    let server = server(&database);
    let (id, tokens) = pair(&server, &server, ALQUERQUE);
    let ready = || server.visitor().get("/ready").status;
    let mut rng = fastrand::Rng::with_seed(41);
    let mut turns: Vec<String> = vec![];
    let mut play = |status: u16| {
        let text = random_move(ALQUERQUE, &turns, &mut rng);
        let token = &tokens[turns.len() % 2];
        let answer = server.visitor().with(token).act(&id, &format!("move/{text}"));
        assert_eq!(answer.status, status, "{}", answer.text());
        if status == 200 {
            turns.push(text);
        } else {
            assert!(!answer.error().is_empty() && !answer.header("retry-after").is_empty(), "{}", answer.text());
        }
        turns.len()
    };
    for _ in 0..5 {
        play(200);
    }
    assert_eq!(ready(), 200);
    cluster.stop();
    until("that the server is not ready", || (ready() == 503).then_some(()));
    play(503);
    let page = server.visitor().get(&format!("/play/{id}"));
    assert!(page.status == 503 && page.text().contains("cannot be reached"), "{}: {}", page.status, page.text());
    assert_eq!(server.visitor().get("/health").status, 200, "the program itself is well");
    assert_eq!(server.visitor().get("/").status, 200, "and whatever needs no games is there");
    cluster.go_on();
    until("that the server is ready", || (ready() == 200).then_some(()));
    assert_eq!(server.state(&id)["ply"], 5);
    let plies = play(200);
    assert_eq!(server.state(&id)["ply"], plies);
    assert!(!server.log().contains("panicked"), "{}", server.log());
}

pub fn spectators_miss_nothing_when_connections_break() {
    let cluster = Cluster::start();
    let database = cluster.database();
    let [one, two] = [server(&database), server(&database)];
    let (id, tokens) = pair(&one, &one, ALQUERQUE);
    let mut watcher = two.player(&id, None);
    let mut rng = fastrand::Rng::with_seed(42);
    let mut turns: Vec<String> = vec![];
    for round in 0..9 {
        if round % 3 == 2 {
            // All connections of both servers are closed, and reopened automatically.
            let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quirkat'";
            assert!(cluster.query("postgres", end));
        }
        let text = random_move(ALQUERQUE, &turns, &mut rng);
        until("the turn to be kept", || {
            let player = one.visitor().with(&tokens[turns.len() % 2]);
            let answer = player.act(&id, &format!("move/{text}"));
            // The game shows whether the move was stored.
            let is_kept = || player.get(&format!("/api/game/{id}")).json()["ply"] == turns.len() + 1;
            (answer.status == 200 || is_kept()).then_some(())
        });
        turns.push(text);
        while watcher.turns.len() < turns.len() {
            // A page whose connection closes reconnects by itself.
            if watcher.until_closed_or("the turn", |message| message["ply"].as_u64() >= Some(turns.len() as u64)) {
                watcher = two.player(&id, None);
            }
        }
        assert_eq!(watcher.turns, turns);
    }
}

pub fn a_postgresql_backup_contains_all_games() {
    let cluster = Cluster::start();
    let [database, empty] = [cluster.database(), cluster.database()];
    let server = server(&database);
    let (id, tokens) = pair(&server, &server, ALQUERQUE);
    let mut player = server.player(&id, Some(&tokens[0]));
    player.play(&random_move(ALQUERQUE, &[], &mut fastrand::Rng::with_seed(43)));
    // A dump while the server runs, as in the operator's guide.
    assert!(cluster.runs("pg_dump", &["--format=custom", "--file=copy", "--dbname", &database]));
    drop(server);
    for _ in 0..2 {
        assert!(cluster.runs("pg_restore", &["--clean", "--if-exists", "--dbname", &empty, "copy"]));
        let server = super::sites::server(&empty);
        let mut other = server.player(&id, Some(&tokens[1]));
        assert_eq!(other.turns, player.turns);
        other.play(&random_move(ALQUERQUE, &player.turns, &mut fastrand::Rng::with_seed(44)));
    }
}
