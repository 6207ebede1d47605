//! JSON schemas of all types, and a validator of values.
//!
//! Tests use them to compare documents and answers with the types. The server's OpenAPI document contains the schemas
//! under the same names (`components.schemas`).

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// JSON pointer to the schemas inside the document that contains them.
const PLACE: &str = "/components/schemas";

/// Adds the schemas of types and of their parts.
macro_rules! add {
    ($generator:expr, $($name:ident),+ $(,)?) => { $(add::<crate::$name>(&mut $generator);)+ };
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// Returns the schemas of all types by name. A schema of an answer requires all keys; a schema of a request makes keys
/// with a default optional.
pub fn schemas() -> Map<String, Value> {
    let settings = || SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = PLACE.into());
    let mut answers = settings().for_serialize().into_generator();
    add!(
        answers,
        Analysis,
        AnalysisLine,
        PositionAnalysis,
        Check,
        GameResponse,
        Acknowledgement,
        Draft,
        TableSample,
        EmptyBoard,
        Error,
        Exploration,
        Game,
        GameLine,
        JoinResponse,
        LegalTurns,
        Lesson,
        TableListing,
        Match,
        Message,
        OpenGames,
        Partial,
        Perft,
        ProbeResult,
        OpeningMoves,
        Puzzle,
        PuzzleList,
        PuzzleResponse,
        PuzzleTask,
        ProofCheck,
        Review,
        RecordSummary,
        ReviewLine,
        Rules,
        Selfplay,
        PositionOnBoard,
        SolvedCounts,
        EndingCounts,
        TableInfo,
        TableVerification,
    );
    let mut questions = settings().for_deserialize().into_generator();
    add!(questions, GameRequest, JoinRequest, LineRequest, PartialRequest, PuzzleAttempt, Records, Request);
    let mut all = answers.take_definitions(true);
    all.extend(questions.take_definitions(true));
    all.sort_keys();
    all
}

/// Returns the schemas that a document refers to, directly or indirectly.
pub fn used_by(document: &Value) -> Map<String, Value> {
    let all = schemas();
    let mut used = BTreeSet::new();
    let mut left = references(document);
    while let Some(name) = left.pop() {
        if let Some(schema) = all.get(&name).filter(|_| used.insert(name.clone())) {
            left.extend(references(schema));
        }
    }
    all.into_iter().filter(|(name, _)| used.contains(name)).collect()
}

/// Returns the names of the schemas that a value refers to.
fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Object(object) => object
            .iter()
            .flat_map(|(key, value)| match value {
                Value::String(path) if key == "$ref" => {
                    path.rsplit_once('/').map(|(_, name)| name.to_owned()).into_iter().collect()
                }
                value => references(value),
            })
            .collect(),
        Value::Array(list) => list.iter().flat_map(references).collect(),
        _ => vec![],
    }
}

/// Validates a value against the schema of a name and returns the faults. A key that the schema does not list is a
/// fault.
///
/// # Panics
/// Panics when there is no such schema, or when it uses a keyword that this validator does not support.
pub fn faults(schemas: &Map<String, Value>, name: &str, value: &Value) -> Vec<String> {
    let mut judge = Judge { schemas, faults: vec![] };
    judge.whole(&json!({ "$ref": format!("#{PLACE}/{name}") }), value, name);
    judge.faults
}

struct Judge<'s> {
    schemas: &'s Map<String, Value>,
    faults: Vec<String>,
}

impl Judge<'_> {
    /// Validates a value and rejects keys that the schema does not list.
    fn whole(&mut self, schema: &Value, value: &Value, at: &str) {
        let known = self.part(schema, value, at);
        for key in value.as_object().into_iter().flat_map(Map::keys).filter(|key| !known.contains(*key)) {
            self.faults.push(format!("{at}: `{key}` is not in the schema"));
        }
    }

    /// Validates a value against a schema that may describe only some of its keys, and returns the keys it describes.
    fn part(&mut self, schema: &Value, value: &Value, at: &str) -> BTreeSet<String> {
        let Some(schema) = schema.as_object() else { return keys(value) };
        let mut known = BTreeSet::new();
        for (word, constraint) in schema {
            match word.as_str() {
                "title" | "description" | "format" | "default" | "$schema" => {}
                "$ref" => {
                    let name =
                        constraint.as_str().and_then(|path| path.strip_prefix(&format!("#{PLACE}/"))).expect("a name");
                    let schema = self.schemas.get(name).unwrap_or_else(|| panic!("there is no schema {name}"));
                    known.extend(self.part(schema, value, at));
                }
                "type" => {
                    self.expect(has_type(value, constraint), at, || format!("{value} is not of type {constraint}"))
                }
                "const" => self.expect(value == constraint, at, || format!("{value} is not {constraint}")),
                "enum" => {
                    let allowed = constraint.as_array().is_some_and(|allowed| allowed.contains(value));
                    self.expect(allowed, at, || format!("{value} is none of {constraint}"));
                }
                "minimum" => self.expect(!value.is_number() || value.as_f64() >= constraint.as_f64(), at, || {
                    format!("{value} is less than {constraint}")
                }),
                "maximum" => self.expect(!value.is_number() || value.as_f64() <= constraint.as_f64(), at, || {
                    format!("{value} is more than {constraint}")
                }),
                "minItems" => self.expect(!value.is_array() || length(value) >= constraint.as_u64(), at, || {
                    format!("less than {constraint} items")
                }),
                "maxItems" => self.expect(!value.is_array() || length(value) <= constraint.as_u64(), at, || {
                    format!("more than {constraint} items")
                }),
                "required" => {
                    for key in constraint.as_array().into_iter().flatten().filter_map(Value::as_str) {
                        self.expect(value.get(key).is_some(), at, || format!("`{key}` is missing"));
                    }
                }
                "properties" => {
                    for (key, schema) in constraint.as_object().into_iter().flatten() {
                        if let Some(value) = value.get(key) {
                            self.whole(schema, value, &format!("{at}.{key}"));
                        }
                        known.insert(key.clone());
                    }
                }
                "additionalProperties" => {
                    let named = schema.get("properties").map(keys).unwrap_or_default();
                    for (key, value) in value.as_object().into_iter().flatten().filter(|(key, _)| !named.contains(*key))
                    {
                        self.expect(*constraint != Value::Bool(false), at, || format!("`{key}` is not in the schema"));
                        self.whole(constraint, value, &format!("{at}.{key}"));
                        known.insert(key.clone());
                    }
                }
                "prefixItems" => {
                    let pairs = constraint.as_array().into_iter().flatten().zip(value.as_array().into_iter().flatten());
                    pairs.for_each(|(schema, value)| self.whole(schema, value, &format!("{at}[]")));
                }
                "items" => {
                    value
                        .as_array()
                        .into_iter()
                        .flatten()
                        .for_each(|value| self.whole(constraint, value, &format!("{at}[]")));
                }
                "anyOf" | "oneOf" => {
                    known.extend(self.any(constraint.as_array().map_or(&[], Vec::as_slice), value, at))
                }
                "allOf" => constraint
                    .as_array()
                    .into_iter()
                    .flatten()
                    .for_each(|schema| known.extend(self.part(schema, value, at))),
                other => panic!("the schema has the unsupported keyword `{other}`"),
            }
        }
        known
    }

    /// Validates a value against the first of several schemas that fits.
    fn any(&mut self, schemas: &[Value], value: &Value, at: &str) -> BTreeSet<String> {
        let mut least: Option<Vec<String>> = None;
        for schema in schemas {
            let mut judge = Judge { schemas: self.schemas, faults: vec![] };
            let known = judge.part(schema, value, at);
            if judge.faults.is_empty() {
                return known;
            }
            if least.as_ref().is_none_or(|least| judge.faults.len() < least.len()) {
                least = Some(judge.faults);
            }
        }
        self.faults.extend(least.unwrap_or_default());
        keys(value)
    }

    fn expect(&mut self, fits: bool, at: &str, fault: impl FnOnce() -> String) {
        if !fits {
            self.faults.push(format!("{at}: {}", fault()));
        }
    }
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().into_iter().flat_map(Map::keys).cloned().collect()
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|list| list.len() as u64)
}

fn has_type(value: &Value, types: &Value) -> bool {
    let is = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    types.as_array().map_or_else(|| is(types), |types| types.iter().any(is))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_violations_are_found() {
        let all = schemas();
        let fits = |name: &str, value: Value| faults(&all, name, &value);
        let outcome =
            json!({ "winner": "first", "result": "1-0", "reason": "blocked", "words": "White wins.", "rules": [] });
        assert_eq!(fits("Outcome", outcome.clone()), Vec::<String>::new());
        let changed = |key: &str, value: Value| {
            let mut outcome = outcome.clone();
            outcome[key] = value;
            fits("Outcome", outcome).len()
        };
        assert_eq!(changed("winner", json!(null)), 0);
        for (key, value) in [
            ("winner", json!("third")),
            ("result", json!("2-0")),
            ("reason", json!("boredom")),
            ("words", json!(7)),
            ("end", json!(true)),
        ] {
            assert_eq!(changed(key, value), 1, "{key}");
        }
        assert_eq!(fits("Outcome", json!({})).len(), 5);
        assert_eq!(fits("Analysis", json!({ "depth": -1, "nodes": 1.5, "ms": "3", "lines": [{}] })).len(), 6);
    }
}
