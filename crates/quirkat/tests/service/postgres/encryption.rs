//! Tests encrypted database connections.

use super::cluster::Cluster;
use super::sites::{ALQUERQUE, pair, server};
use crate::harness::{quirkat, random_move};

pub fn database_connections_are_encrypted_and_authenticated() {
    let Some((cluster, port)) = Cluster::encrypted() else {
        return eprintln!("there is no OpenSSL here: encrypted connections to a database were not tried");
    };
    let name = cluster.new_database();
    let address = |host: &str, query: &str| format!("postgres://quirkat@{host}:{port}/{name}?{query}");
    let known = format!("sslmode=verify-full&sslrootcert={}", cluster.file("authority.pem"));
    let mut turns: Vec<String> = vec![];
    let mut rng = fastrand::Rng::with_seed(45);
    let mut game = None;
    for query in [&known, "sslmode=require"] {
        let server = server(&address("localhost", query));
        let (id, tokens) = game.get_or_insert_with(|| pair(&server, &server, ALQUERQUE));
        let text = random_move(ALQUERQUE, &turns, &mut rng);
        let answer = server.visitor().with(&tokens[turns.len() % 2]).act(id, &format!("move/{text}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        turns.push(text);
        assert_eq!(server.state(id)["ply"], turns.len());
        // Exactly three connections: any other number causes a division by zero.
        for (number, which) in [(3, "ssl"), (0, "NOT ssl")] {
            let count = format!("SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING(pid) WHERE {which}");
            let exact = format!("SELECT 1 / ((({count} AND application_name = 'quirkat') = {number})::int)");
            assert!(cluster.query(&name, &exact), "{query}: {number} connections that are {which}");
        }
    }
    let stranger = format!("sslmode=verify-full&sslrootcert={}", cluster.file("stranger.pem"));
    let missing = format!("sslmode=verify-full&sslrootcert={}", cluster.file("missing.pem"));
    let empty = format!("sslmode=verify-full&sslrootcert={}", cluster.file("shown.csr"));
    for (host, query, words) in [
        ("localhost", "sslmode=disable", "no encryption"),
        ("localhost", "", "no encryption"),
        ("localhost", "sslmode=verify-full", "UnknownIssuer"),
        ("localhost", &stranger, "UnknownIssuer"),
        ("127.0.0.1", &known, "not valid for name"),
        ("localhost", &missing, "missing.pem"),
        ("localhost", &empty, "there is no certificate in it"),
    ] {
        let output = quirkat().args(["serve", "--port", "0", "--database", &address(host, query)]).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && stderr.contains(words), "{host} {query}: {stderr}");
    }
}
