//! `crates/web/package/wire.d.ts` declares the types that the WebAssembly module and the server's pages use, made from their
//! schemas.

use super::{SCHEMAS, compare_file};
use quirkat_wire::schema::used_by;
use serde_json::{Map, Value, json};

/// Requests and answers of the module, and of the server to its pages. The types inside them follow.
const ROOTS: [&str; 21] = [
    "Analysis",
    "AnalysisLine",
    "Draft",
    "Exploration",
    "Game",
    "GameRequest",
    "GameResponse",
    "Hint",
    "Lesson",
    "LineRequest",
    "Message",
    "OpeningMoves",
    "PuzzleResponse",
    "PuzzleList",
    "PuzzleTask",
    "Record",
    "Records",
    "Request",
    "Review",
    "ReviewLine",
    "Rules",
];

const HEAD: &str = "// Types of the JSON that Quirkat takes and returns. `docs/reference/wire.md` shows a sample of each.\n\
                    // Written by `QUIRKAT_BLESS=1 cargo test -p quirkat-wire --test wire typescript::`.\n";

#[test]
fn the_package_declares_the_types_of_its_functions() {
    let roots: Vec<_> = ROOTS.iter().map(|name| json!({ "$ref": format!("#/components/schemas/{name}") })).collect();
    compare_file("crates/web/package/wire.d.ts", |_| {
        let declarations =
            used_by(&Value::Array(roots)).keys().map(|name| declared(name, &SCHEMAS[name])).collect::<String>();
        HEAD.to_owned() + &declarations
    });
}

fn declared(name: &str, schema: &Value) -> String {
    format!("\n{}export type {name} = {};\n", comment(schema, ""), written(schema, ""))
}

/// Returns a description as a comment.
fn comment(schema: &Value, margin: &str) -> String {
    let Some(text) = schema["description"].as_str() else { return String::new() };
    let lines: Vec<_> = text.lines().collect();
    match lines[..] {
        [line] => format!("{margin}/** {line} */\n"),
        _ => format!(
            "{margin}/**\n{}{margin} */\n",
            lines.iter().map(|line| format!("{margin} * {line}\n")).collect::<String>()
        ),
    }
}

/// Returns the type of a schema.
fn written(schema: &Value, margin: &str) -> String {
    let alternatives = |list: &Value| {
        let types: Vec<_> = list.as_array().into_iter().flatten().map(|schema| written(schema, margin)).collect();
        types.join(" | ")
    };
    let mut parts = vec![];
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        parts.push(name.to_owned());
    }
    for list in ["anyOf", "oneOf"].map(|key| &schema[key]).into_iter().filter(|list| list.is_array()) {
        parts.push(alternatives(list));
    }
    if let Some(properties) = schema["properties"].as_object() {
        parts.push(object(properties, &schema["required"], margin));
    }
    if !parts.is_empty() {
        return parts.join(" & ");
    }
    if !schema["const"].is_null() {
        return schema["const"].to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::Array(types) => {
            let one = |kind: &Value| {
                let mut single = schema.clone();
                single["type"] = kind.clone();
                written(&single, margin)
            };
            types.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(kind) => named(kind, schema, margin),
        _ => "unknown".to_owned(),
    }
}

/// Returns the type of a schema that names its kind.
fn named(kind: &str, schema: &Value, margin: &str) -> String {
    match kind {
        "integer" => "number".to_owned(),
        "object" if schema["additionalProperties"].is_object() => {
            format!("{{ [key: string]: {} }}", written(&schema["additionalProperties"], margin))
        }
        "object" => "object".to_owned(),
        "array" => {
            if let Some(items) = schema["prefixItems"].as_array() {
                return format!("[{}]", items.iter().map(|item| written(item, margin)).collect::<Vec<_>>().join(", "));
            }
            let item = written(&schema["items"], margin);
            match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                (Some(least), Some(most)) if least == most && most <= 4 => {
                    format!("[{}]", vec![item; most as usize].join(", "))
                }
                _ if item.contains(' ') => format!("({item})[]"),
                _ => format!("{item}[]"),
            }
        }
        other => other.to_owned(),
    }
}

fn object(properties: &Map<String, Value>, required: &Value, margin: &str) -> String {
    let inner = format!("{margin}  ");
    let is_required = |key: &str| required.as_array().is_some_and(|keys| keys.iter().any(|known| known == key));
    let fields: String = properties
        .iter()
        .map(|(key, schema)| {
            let mark = if is_required(key) { "" } else { "?" };
            format!("{}{inner}{key}{mark}: {};\n", comment(schema, &inner), written(schema, &inner))
        })
        .collect();
    format!("{{\n{fields}{margin}}}")
}
