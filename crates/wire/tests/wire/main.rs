//! Wire types, their schemas and the documents about them agree.

mod openapi;
mod page;
mod samples;
mod typescript;
mod values;

use quirkat_rules::{AnyGame, AnyRules, find_game, read_fen};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt::Debug;
use std::fs;
use std::sync::LazyLock;

static SCHEMAS: LazyLock<Map<String, Value>> = LazyLock::new(quirkat_wire::schema::schemas);

/// Serialises a value, after checking that it survives a round trip and fits its schema.
fn checked<T: Serialize + DeserializeOwned + JsonSchema + PartialEq + Debug>(value: &T) -> Value {
    let name = &*T::schema_name();
    let json = serde_json::to_value(value).unwrap();
    let back: T = serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{name}: {error}: {json}"));
    assert_eq!(back, *value, "{name}");
    let faults = quirkat_wire::schema::faults(&SCHEMAS, name, &json);
    assert!(faults.is_empty(), "{name}: {faults:#?}\n{json:#}");
    json
}

/// Starts a game of a title (`alquerque`, `alquerque:article`) with house rules, from a position if one is given.
fn game(title: &str, rules: &[(&str, &str)], fen: Option<&str>) -> AnyGame {
    let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
    let ruleset = find_game(id).unwrap().ruleset(variant, rules).unwrap();
    let setup = fen.map(|fen| read_fen(&ruleset, fen).unwrap());
    AnyRules::compile(ruleset).unwrap().game(setup.as_ref()).unwrap()
}

/// Compares a file with its expected contents, or rewrites it when `QUIRKAT_BLESS` is set.
fn compare_file(path: &str, expected: impl FnOnce(&str) -> String) {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    let written = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let expected = expected(&written);
    if std::env::var_os("QUIRKAT_BLESS").is_some() {
        fs::write(&path, &expected).unwrap();
    } else {
        assert!(written == expected, "{path} is stale: run this test with QUIRKAT_BLESS=1");
    }
}
