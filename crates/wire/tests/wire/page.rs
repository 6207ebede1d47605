//! `docs/reference/wire.md` contains a sample of every type, as the program produces it.

use super::{SCHEMAS, compare_file};
use crate::samples::samples;
use serde_json::Value;
use std::collections::BTreeMap;

/// Start of the marker before a sample in the page; the sample's name and ` -->` follow.
const MARK: &str = "<!-- sample ";

/// Maximum width of the samples in characters.
const WIDTH: usize = 116;

#[test]
fn the_page_shows_the_samples_of_the_program() {
    let mut samples: BTreeMap<_, _> = samples().into_iter().collect();
    compare_file("docs/reference/wire.md", |page| {
        let mut parts = page.split(MARK);
        let mut expected = parts.next().unwrap().to_owned();
        for part in parts {
            let (name, rest) = part.split_once(" -->\n").unwrap();
            let after = rest.strip_prefix("```json\n").map_or(rest, |block| block.split_once("\n```\n").unwrap().1);
            let sample =
                samples.remove(name).unwrap_or_else(|| panic!("there is no sample `{name}`, or there are two"));
            expected += &format!("{MARK}{name} -->\n```json\n{}\n```\n{after}", written(&sample, 0, 0));
        }
        expected
    });
    assert!(samples.is_empty(), "docs/reference/wire.md does not show {:?}", samples.keys());
}

#[test]
fn the_page_names_every_type() {
    let page = include_str!("../../../../docs/reference/wire.md");
    let missing: Vec<_> = SCHEMAS.keys().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/reference/wire.md does not name {missing:?}");
}

/// Formats a value on one line where it fits, otherwise with one item in each line.
fn written(value: &Value, indent: usize, before: usize) -> String {
    let line = on_one_line(value);
    let is_plain = !matches!(value, Value::Array(_) | Value::Object(_));
    if is_plain || indent + before + line.chars().count() < WIDTH {
        return line;
    }
    let margin = " ".repeat(indent + 2);
    let items: Vec<_> = match value {
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| format!("{margin}\"{key}\": {}", written(value, indent + 2, key.chars().count() + 4)))
            .collect(),
        _ => value
            .as_array()
            .into_iter()
            .flatten()
            .map(|value| margin.clone() + &written(value, indent + 2, 0))
            .collect(),
    };
    let [open, close] = if value.is_object() { ["{", "}"] } else { ["[", "]"] };
    format!("{open}\n{}\n{}{close}", items.join(",\n"), " ".repeat(indent))
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Object(object) if !object.is_empty() => {
            let items = object.iter().map(|(key, value)| format!("\"{key}\": {}", on_one_line(value)));
            format!("{{ {} }}", items.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(on_one_line).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
