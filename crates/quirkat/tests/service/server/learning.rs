//! Tests lessons over HTTP.

use super::pages::block;
use crate::harness::{Server, validated};
use serde_json::Value;

fn words<'v>(lesson: &'v Value, key: &str) -> Vec<&'v str> {
    lesson["tasks"].as_array().unwrap().iter().map(|task| task[key].as_str().unwrap()).collect()
}

pub fn lessons_follow_language_and_rules() {
    let server = Server::new();
    let visitor = server.visitor();
    let lesson = |address: &str| validated("Lesson", visitor.get(address).json());
    let plain = lesson("/api/learn/alquerque");
    assert_eq!(plain["game"], "alquerque:walker");
    let skills = words(&plain, "skill");
    assert!(skills.contains(&"duty") && !skills.contains(&"abstain"), "{skills:?}");
    let duty = &plain["tasks"][skills.iter().position(|&skill| skill == "duty").unwrap()];
    assert_eq!(duty["sentences"][0]["text"], "A player who can capture must capture.");
    assert!(duty["refused"].as_str().unwrap().contains("a capture is compulsory"));

    let free = lesson("/api/learn/alquerque?rule=capture=optional");
    assert_eq!(free["rules"], serde_json::json!(["capture=optional"]));
    let skills = words(&free, "skill");
    assert!(skills.contains(&"abstain") && !skills.contains(&"duty"), "{skills:?}");

    let spanish = visitor.ask("GET", "/api/learn/alquerque", &[("accept-language", "es")], b"");
    let spanish = validated("Lesson", spanish.json());
    assert_eq!(spanish["language"], "es");
    assert_eq!(words(&spanish, "skill"), words(&plain, "skill"));
    assert_eq!(words(&spanish, "title")[0], "El comienzo");
}

pub fn lesson_pages_list_all_tasks_without_scripts() {
    let server = Server::new();
    let visitor = server.visitor();
    let page = visitor.get("/learn/alquerque:walker?rule=capture=optional").text();
    let lesson = visitor.get("/api/learn/alquerque:walker?rule=capture=optional").json();
    for task in words(&lesson, "task") {
        assert!(page.contains(task), "{task}");
    }
    // The script receives the solutions, but no text.
    let boot = &block(&page, "boot")["lesson"];
    let answers = |lesson: &Value| {
        lesson["tasks"].as_array().unwrap().iter().map(|task| task["answers"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(answers(boot), answers(&lesson));
    // The form keeps the same rules.
    assert!(page.contains("name=\"opt_capture\" value=\"optional\""));
    for (wrong, status) in
        [("/learn/chess", 404), ("/learn/alquerque:mine", 400), ("/learn/alquerque?rule=capture=x", 400)]
    {
        assert_eq!(
            (visitor.get(wrong).status, visitor.get(&format!("/api{wrong}")).status),
            (status, status),
            "{wrong}"
        );
    }
}
