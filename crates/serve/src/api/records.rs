//! Records read and written: PDN as values and back.

use super::{Body, answer};
use crate::app::App;
use crate::errors::Problem;
use crate::pages::PDN;
use crate::rulings::{Ruling, clip};
use crate::visitor::Visitor;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quirkat_play::DERIVED;
use quirkat_rules::{Pdn, PdnTurn, find_game, read_fen, split_option};
use quirkat_wire::{Node, Record, Records, house_rules};
use std::sync::Arc;

/// At most so many records of a text are given, and so deep are variations.
const MOST_RECORDS: usize = 500;
const DEEPEST: usize = 16;
/// As many turns as a record that is written may have, variations included.
const MOST_NODES: usize = 20_000;

/// A turn of a record as a value.
fn node(turn: &PdnTurn) -> Node {
    Node {
        text: turn.text.clone(),
        glyphs: turn.glyphs.clone(),
        comments: turn.comments.clone(),
        variations: turn.variations.iter().map(|line| line.iter().map(node).collect()).collect(),
    }
}

/// A turn of a record as it is to be written, so deep among variations; `left` counts the turns that may still come.
fn turn(node: &Node, depth: usize, left: &mut usize) -> Result<PdnTurn, Problem> {
    let too_large = || Problem::Bad(format!("at most {MOST_NODES} turns, {DEEPEST} variations inside one another"));
    *left = left.checked_sub(1).filter(|_| depth <= DEEPEST).ok_or_else(too_large)?;
    let one_line = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ").replace(['{', '}'], "");
    let variations = node.variations.iter().map(|line| line.iter().map(|node| turn(node, depth + 1, left)).collect());
    Ok(PdnTurn {
        text: one_line(&node.text),
        glyphs: node.glyphs.clone(),
        comments: node.comments.iter().map(one_line).collect(),
        variations: variations.collect::<Result<_, _>>()?,
    })
}

/// Reads the records of a text.
pub async fn read(State(app): State<Arc<App>>, visitor: Visitor, text: String) -> Response {
    let records = app.work(move || {
        let records = Pdn::read(&text).map_err(|error| Problem::Bad(error.to_string()))?;
        Ok(Records { records: records.iter().take(MOST_RECORDS).map(record).collect() })
    });
    answer(records.await, visitor.texts)
}

fn record(pdn: &Pdn) -> Record {
    let mut record = Record {
        tags: pdn.tags.clone(),
        comments: pdn.comments.clone(),
        turns: pdn.turns.iter().map(node).collect(),
        result: pdn.result.clone(),
        position: pdn.tag("FEN").map(str::to_owned),
        ..Record::default()
    };
    let known = || {
        let (id, variant) = pdn.game().map_err(|error| error.to_string())?;
        let file = find_game(id).ok_or_else(|| format!("there is no game `{}`", clip(id)))?;
        // The record states every option; only those that differ from the variant are house rules.
        let words =
            pdn.tag("Rules").unwrap_or_default().split_whitespace().filter(|word| !word.starts_with("version="));
        let choices: Vec<_> = words.map(split_option).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let ruleset = file.ruleset(variant, &choices).map_err(|error| error.to_string())?;
        if let Some(fen) = pdn.tag("FEN") {
            read_fen(&ruleset, fen).map_err(|error| error.to_string())?;
        }
        let error = pdn.replay(file).err().map(|error| error.to_string());
        Ok::<_, String>((ruleset.title(), house_rules(&ruleset), error))
    };
    match known() {
        Ok((title, rules, error)) => (record.game, record.rules, record.error) = (title, rules, error),
        Err(error) => record.error = Some(error),
    }
    record
}

/// Writes a record as PDN.
pub async fn write(State(app): State<Arc<App>>, visitor: Visitor, Body(record): Body<Record>) -> Response {
    match app.work(move || written(&record)).await {
        Ok(text) => ([(CONTENT_TYPE, PDN)], text).into_response(),
        Err(problem) => problem.json(visitor.texts),
    }
}

fn written(record: &Record) -> Result<String, Problem> {
    let ruling = Ruling::new(&record.game, &record.rules)?;
    let mut game = ruling.game(record.position.as_deref())?;
    // The tags of the game come from the rules; those of the players are kept.
    let clean = |text: &str| text.chars().filter(|letter| !letter.is_control()).take(200).collect::<String>();
    let is_name = |name: &str| {
        !name.is_empty() && name.len() <= 40 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    let tags: Vec<_> = record
        .tags
        .iter()
        .filter(|(name, _)| is_name(name) && !DERIVED.contains(&name.as_str()))
        .take(100)
        .map(|(name, value)| (name.clone(), clean(value)))
        .collect();
    let mut left = MOST_NODES;
    let turns: Vec<_> = record.turns.iter().map(|node| turn(node, 0, &mut left)).collect::<Result<_, _>>()?;
    for (number, written) in (1..).zip(&turns) {
        let bad = |error: String| Problem::Bad(format!("{number}. {}: {error}", clip(&written.text)));
        let turn = quirkat_rules::read_turn(&*game, &written.text).map_err(|error| bad(error.to_string()))?;
        game.play(&turn).map_err(|error| bad(error.to_string()))?;
    }
    let tags: Vec<_> = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let mut pdn = Pdn::of(&*game, &tags);
    pdn.turns = turns;
    pdn.comments = record.comments.iter().map(|text| clean(text).replace(['{', '}'], "")).collect();
    Ok(pdn.to_string())
}
