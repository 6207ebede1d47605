//! Tests mutated requests of every kind. The originals are the seeds of the fuzz targets. `QUIRKAT_EDITS` sets the
//! number of mutations per seed (default 12).

use super::asking::{InputKind, ask};
use crate::harness::{SCHEMAS, Server};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Returns the seeds of a kind, by file name.
fn seeds(kind: InputKind) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(kind.word());
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut seeds: Vec<_> = files
        .map(|file| file.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
        .collect();
    seeds.sort();
    seeds
}

/// Mutates a text: deletes, duplicates or replaces letters, or inserts a piece of another text.
fn edited(text: &str, other: &str, rng: &mut fastrand::Rng) -> String {
    const WORDS: [&str; 26] = [
        "\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "true",
        "0",
        "-1",
        "1e99",
        "18446744073709551616",
        "é",
        "\u{0}",
        " ",
        "%00",
        "%ff",
        "%",
        "&",
        "=",
        "/",
        "..",
        "?",
        "\n",
        "a1",
    ];
    let mut letters: Vec<char> = text.chars().collect();
    let other: Vec<char> = other.chars().collect();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..=letters.len());
        let end = letters.len().min(at + rng.usize(..12));
        let put: Vec<char> = match rng.u8(..5) {
            0 => vec![],
            1 => letters[at..end].repeat(rng.usize(1..40)),
            2 => other[rng.usize(..=other.len())..].iter().copied().take(40).collect(),
            _ => rng.choice(WORDS).into_iter().flat_map(str::chars).collect(),
        };
        letters.splice(at..end, put);
    }
    letters.into_iter().collect()
}

pub fn mutated_requests_are_answered() {
    let edits: usize = std::env::var("QUIRKAT_EDITS").ok().and_then(|number| number.parse().ok()).unwrap_or(12);
    let server = Server::new();
    let mut rng = fastrand::Rng::with_seed(39);
    for kind in InputKind::ALL {
        let seeds = seeds(kind);
        for (name, text) in &seeds {
            let status = ask(&server.address, kind, text.trim_end()).expect("an answer");
            assert_eq!(status >= 400, name.starts_with("refused"), "{}/{name}: {status}", kind.word());
            for _ in 0..edits {
                let (_, other) = rng.choice(&seeds).unwrap();
                let text = edited(text.trim_end(), other, &mut rng);
                ask(&server.address, kind, &text);
                assert!(!server.log().contains("panicked"), "{text}\n{}", server.log());
            }
        }
    }
    assert_eq!(server.visitor().get("/").status, 200);
}

/// Returns whether a path matches a route: `{name}` matches one segment, `{*name}` at the end all that remain.
fn is_of(route: &str, path: &str) -> bool {
    let (mut route, mut path) = (route.split('/'), path.split('/'));
    loop {
        match (route.next(), path.next()) {
            (None, None) => return true,
            (Some(part), Some(_)) if part.starts_with("{*") => return true,
            (Some(part), Some(found)) if part == found || part.starts_with('{') && !found.is_empty() => {}
            _ => return false,
        }
    }
}

pub fn the_mutated_requests_cover_every_kind() {
    let [addresses, bodies, forms, messages] = InputKind::ALL.map(seeds);
    let is_known = |route: &str, seeds: &[(String, String)]| {
        let mut paths = seeds.iter().map(|(_, text)| text.lines().next().unwrap().split('?').next().unwrap());
        paths.any(|path| is_of(route, &path.replace("{invite}", "{id}/{token}")))
    };
    // Routes that take a body or a form, from the router's source.
    let router = include_str!("../../../../serve/src/lib.rs").split(".route(\"").skip(1);
    let posts: Vec<_> = router
        .map(|route| route.split_once('"').unwrap())
        .filter(|(_, methods)| methods.split(".layer").next().unwrap().contains("post("))
        .map(|(route, _)| route)
        .collect();
    assert!(posts.len() > 20, "{posts:?}");
    for route in posts {
        assert!(is_known(route, &bodies) || is_known(route, &forms), "no seed of {route}");
    }
    // Documented routes with a path or query parameter.
    let document = Server::new().visitor().get("/openapi.json").json();
    for (route, methods) in document["paths"].as_object().unwrap() {
        let takes_something = methods["get"]["parameters"].as_array().is_some_and(|taken| !taken.is_empty());
        assert!(!takes_something || is_known(route, &addresses), "no seed of {route}");
    }
    let is_sent = |kind: &Value| messages.iter().any(|(_, text)| text.contains(&format!("{{\"t\":{kind}")));
    for request in SCHEMAS["Request"]["oneOf"].as_array().unwrap() {
        let kind = &request["properties"]["t"]["const"];
        assert!(kind.is_string() && is_sent(kind), "no seed of {kind}");
    }
}
