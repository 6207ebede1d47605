//! The server's OpenAPI document shows the schemas of the types.

use super::hold_file;
use quirkat_wire::schema::used_by;
use serde::Serialize;
use serde_json::{Value, json};

#[test]
fn the_document_has_the_schemas_of_the_types() {
    hold_file("crates/serve/openapi.json", |written| {
        let mut document: Value = serde_json::from_str(written).unwrap();
        document["components"]["schemas"] = json!({});
        document["components"]["schemas"] = Value::Object(used_by(&document));
        let mut expected = Vec::new();
        let indent = serde_json::ser::PrettyFormatter::with_indent(b" ");
        document.serialize(&mut serde_json::Serializer::with_formatter(&mut expected, indent)).unwrap();
        String::from_utf8(expected).unwrap() + "\n"
    });
}
