//! Records read and written: PDN as values and back.

use super::explore::{LONGEST, played};
use super::{Body, answer};
use crate::app::App;
use crate::errors::Problem;
use crate::pages::PDN;
use crate::rulings::{MAX_LEGAL_MOVES, Ruling, RulingError, start_game};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quirkat_play::{DERIVED, OwnGame, RulesTexts};
use quirkat_rules::{Pdn, PdnTurn, read_fen, split_option};
use quirkat_wire::{Node, Record, Records};
use quirkat_words::Refusal;
use std::sync::Arc;
use std::time::Instant;

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

/// A turn of a record as it is to be written, so deep among variations; `left` counts the turns that may still come. None
/// where there are too many, or they are too deep.
fn turn(node: &Node, depth: usize, left: &mut usize) -> Option<PdnTurn> {
    *left = left.checked_sub(1).filter(|_| depth <= DEEPEST)?;
    let one_line = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ").replace(['{', '}'], "");
    let variations = node.variations.iter().map(|line| line.iter().map(|node| turn(node, depth + 1, left)).collect());
    Some(PdnTurn {
        text: one_line(&node.text),
        glyphs: node.glyphs.clone(),
        comments: node.comments.iter().map(one_line).collect(),
        variations: variations.collect::<Option<_>>()?,
    })
}

/// Reads the records of a text.
pub async fn read(State(app): State<Arc<App>>, visitor: Visitor, text: String) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.render_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    let records = app.work(JobKind::Records, visitor.client, move || {
        let records = Pdn::read(&text)?;
        let began = Instant::now();
        let goes_on = || began.elapsed() < LONGEST;
        Ok(Records { records: records.iter().take(MOST_RECORDS).map(|pdn| record(pdn, &goes_on, texts)).collect() })
    });
    answer(records.await, texts)
}

/// A record as a value, its turns looked at as long as that `goes_on`; what does not fit in it is said in the words of
/// whoever asks.
fn record(pdn: &Pdn, goes_on: &dyn Fn() -> bool, texts: Texts) -> Record {
    let mut record = Record {
        tags: pdn.tags.iter().filter(|(name, _)| name != RulesTexts::TEXT).cloned().collect(),
        comments: pdn.comments.clone(),
        turns: pdn.turns.iter().map(node).collect(),
        result: pdn.result.clone(),
        position: pdn.tag("FEN").map(str::to_owned),
        ..Record::default()
    };
    let language = texts.0;
    let known = || {
        let mut pdn = pdn.clone();
        let own = OwnGame::of_record(&mut pdn).map_err(|error| error.in_words(language))?;
        let (id, variant) = pdn.game().map_err(|error| error.in_words(language))?;
        let file = OwnGame::or_published(own.as_deref(), id)
            .ok_or_else(|| RulingError::UnknownGame(id.to_owned()).in_words(language))?;
        // The record states every option; only those that differ from the variant are house rules.
        let words =
            pdn.tag("Rules").unwrap_or_default().split_whitespace().filter(|word| !word.starts_with("version="));
        let choices = words.map(split_option).collect::<Result<Vec<_>, _>>();
        let choices = choices.map_err(|error| error.in_words(language))?;
        let ruleset = file.ruleset(variant, &choices).map_err(|error| error.in_words(language))?;
        if let Some(fen) = pdn.tag("FEN") {
            read_fen(&ruleset, fen).map_err(|error| error.in_words(language))?;
        }
        let error = match pdn.replay_bounded(file, MAX_LEGAL_MOVES, goes_on) {
            Ok(game) => game.turns().err().map(|error| error.in_words(language)),
            Err(error) => Some(error.in_words(language)),
        };
        Ok::<_, String>((ruleset.title(), ruleset.house_rule_texts(), error))
    };
    match known() {
        Ok((title, rules, error)) => (record.game, record.rules, record.error) = (title, rules, error),
        Err(error) => record.error = Some(error),
    }
    record
}

/// Writes a record as PDN.
pub async fn write(State(app): State<Arc<App>>, visitor: Visitor, Body(record): Body<Record>) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.render_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    let _own = match app.load_own_game(&record.game, visitor.client).await {
        Ok(own) => own,
        Err(problem) => return problem.json(texts),
    };
    match app.work(JobKind::Records, visitor.client, move || written(&record, texts)).await {
        Ok(text) => ([(CONTENT_TYPE, PDN)], text).into_response(),
        Err(problem) => problem.json(texts),
    }
}

fn written(record: &Record, texts: Texts) -> Result<String, Problem> {
    let ruling = Ruling::new(&record.game, &record.rules)?;
    let mut game = start_game(&ruling, record.position.as_deref())?;
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
    let turns = record.turns.iter().map(|node| turn(node, 0, &mut left)).collect::<Option<Vec<_>>>();
    let most = [("turns", MOST_NODES.to_string()), ("depth", DEEPEST.to_string())];
    let turns = turns.ok_or_else(|| Problem::BadRequest(texts.with("record_too_large", &most)))?;
    played(&mut game, turns.iter().map(|turn| &turn.text), texts)?;
    let tags: Vec<_> = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let mut pdn = Pdn::from_game(&*game, &tags);
    if let Some(own) = ruling.own() {
        own.put_into(&mut pdn);
    }
    pdn.turns = turns;
    pdn.comments = record.comments.iter().map(|text| clean(text).replace(['{', '}'], "")).collect();
    Ok(pdn.to_string())
}
