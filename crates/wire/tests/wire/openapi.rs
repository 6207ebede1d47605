//! The server's OpenAPI document contains the schemas of the types.

use super::compare_file;
use quirkat_wire::schema::used_by;
use serde::Serialize;
use serde_json::{Value, json};

#[test]
fn the_openapi_document_contains_the_schemas() {
    compare_file("crates/serve/openapi.json", |written| {
        let mut document: Value = serde_json::from_str(written).unwrap();
        document["components"]["schemas"] = json!({});
        document["components"]["schemas"] = Value::Object(used_by(&document));
        let mut expected = Vec::new();
        let indent = serde_json::ser::PrettyFormatter::with_indent(b" ");
        document.serialize(&mut serde_json::Serializer::with_formatter(&mut expected, indent)).unwrap();
        String::from_utf8(expected).unwrap() + "\n"
    });
}
