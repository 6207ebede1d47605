//! Replays the sessions of `docs/reference/engine-protocols.md`.

use super::talk::Talk;

/// Placeholder for parts that differ between runs.
const ANYTHING: &str = "…";

/// Returns the sessions of the page: each input with its expected answers.
fn sessions() -> Vec<Vec<(String, Vec<String>)>> {
    let page = include_str!("../../../../../docs/reference/engine-protocols.md");
    let mut sessions = vec![];
    for block in page.split("```session\n").skip(1) {
        let mut session: Vec<(String, Vec<String>)> = vec![];
        for line in block.split("```").next().unwrap().lines() {
            match line.split_at_checked(2) {
                Some(("> ", input)) => session.push((input.to_owned(), vec![])),
                Some(("< ", answer)) => {
                    session.last_mut().expect("a session begins with an input").1.push(answer.to_owned())
                }
                _ => panic!("a line of a session begins with > or <: {line}"),
            }
        }
        sessions.push(session);
    }
    sessions
}

/// Returns whether a line matches the page, where `…` matches anything.
fn fits(line: &str, expected: &str) -> bool {
    let mut parts = expected.split(ANYTHING);
    let Some(mut rest) = parts.next().and_then(|part| line.strip_prefix(part)) else { return false };
    let parts: Vec<_> = parts.collect();
    let Some((last, between)) = parts.split_last() else { return rest.is_empty() };
    for part in between {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

pub fn the_protocol_page_agrees_with_the_program() {
    let sessions = sessions();
    assert!(sessions.len() > 5);
    for session in sessions {
        let mut talk = Talk::engine();
        for (input, answers) in session {
            talk.say(&input);
            let mut any_lines = false;
            for expected in answers {
                if expected == ANYTHING {
                    any_lines = true;
                    continue;
                }
                let mut line = talk.line();
                while any_lines && !fits(&line, &expected) {
                    line = talk.line();
                }
                assert!(fits(&line, &expected), "to `{input}` it says\n{line}\nand the page\n{expected}");
                any_lines = false;
            }
        }
        let (rest, status) = talk.end();
        assert!(rest.is_empty() && status.success(), "the page does not show {rest:?}, {status}");
    }
}

pub fn dots_stand_for_anything() {
    assert!(fits("info depth 3 time 12 pv a1", "info depth 3 time … pv …"));
    assert!(fits("readyok", "readyok"));
    for (line, expected) in
        [("readyok!", "readyok"), ("info depth 4 pv a1", "info depth 3 …"), ("a b", "…c"), ("ab", "a…cb")]
    {
        assert!(!fits(line, expected), "{line}");
    }
}
