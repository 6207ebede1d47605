//! Reading and writing of game records in PDN.

use super::explore::played;
use super::{Body, answer};
use crate::app::App;
use crate::errors::Problem;
use crate::names::clean_line;
use crate::pages::PDN;
use crate::rulings::{MAX_JOB_WORK, MAX_LEGAL_MOVES, Ruling, RulingError, start_game};
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quirkat_play::{DERIVED_TAGS, OwnGame, RulesTexts};
use quirkat_rules::{AnyRules, Budget, MAX_USER_HOPS, Pdn, PdnError, PdnTurn};
use quirkat_wire::{Node, Record, Records};
use quirkat_words::ErrorText;
use std::sync::Arc;

/// Maximum records that are read from a text.
const MAX_RECORDS: usize = 500;
/// Maximum nesting of variations in a written record.
const MAX_DEPTH: usize = 16;
/// Maximum moves of a written record, with its variations.
const MAX_NODES: usize = 20_000;

/// Converts a move of a record into the wire format.
fn node(turn: &PdnTurn) -> Node {
    Node {
        text: clean_line(&turn.text),
        glyphs: turn.glyphs.clone(),
        comments: turn.comments.iter().map(|text| clean_line(text)).collect(),
        variations: turn.variations.iter().map(|line| line.iter().map(node).collect()).collect(),
    }
}

/// Converts a move of the wire format into a move of a record. `depth` is its nesting, and `left` the number of moves that may
/// follow. Returns `None` if a limit is exceeded.
fn turn(node: &Node, depth: usize, left: &mut usize) -> Option<PdnTurn> {
    *left = left.checked_sub(1).filter(|_| depth <= MAX_DEPTH)?;
    let one_line = |text: &String| clean_line(text).replace(['{', '}'], "");
    let variations = node.variations.iter().map(|line| line.iter().map(|node| turn(node, depth + 1, left)).collect());
    Some(PdnTurn {
        text: one_line(&node.text),
        glyphs: node.glyphs.clone(),
        comments: node.comments.iter().map(one_line).collect(),
        variations: variations.collect::<Option<_>>()?,
    })
}

/// Answers with the records in a text.
pub async fn read(State(app): State<Arc<App>>, visitor: Visitor, text: String) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.render_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    let records = app.work(JobKind::Records, visitor.client, move || {
        let records = Pdn::read(&text)?;
        let mut checker = Checker { budget: Budget::new(MAX_JOB_WORK), rules: None, texts };
        Ok(Records { records: records.iter().take(MAX_RECORDS).map(|pdn| checker.record(pdn)).collect() })
    });
    answer(records.await, texts)
}

/// Checks the records of a text one after another, within one budget.
struct Checker {
    budget: Budget,
    /// Compiled rules of the last record. Most texts contain games of one kind.
    rules: Option<AnyRules>,
    texts: Texts,
}

impl Checker {
    /// Converts a record into the wire format, and checks its moves while the budget lasts. The result contains the first
    /// error in the visitor's language.
    fn record(&mut self, pdn: &Pdn) -> Record {
        let shown = pdn.tags.iter().filter(|(name, _)| name != RulesTexts::TEXT);
        let mut record = Record {
            tags: shown.map(|(name, value)| (name.clone(), clean_line(value))).collect(),
            comments: pdn.comments.iter().map(|text| clean_line(text)).collect(),
            turns: pdn.turns.iter().map(node).collect(),
            result: pdn.result.clone(),
            position: pdn.tag("FEN").map(clean_line),
            ..Record::default()
        };
        match self.check(pdn) {
            Ok((title, rules, error)) => (record.game, record.rules, record.error) = (title, rules, error),
            Err(error) => record.error = Some(error),
        }
        record
    }

    /// Returns the title and the house rules of a record, and the first error in its moves.
    fn check(&mut self, pdn: &Pdn) -> Result<(String, Vec<String>, Option<String>), String> {
        let language = self.texts.0;
        let in_words = |error: PdnError| error.in_words(language);
        if self.budget.is_spent() {
            return Err(in_words(PdnError::Interrupted(1)));
        }
        let mut pdn = pdn.clone();
        let own = OwnGame::from_record(&mut pdn).map_err(|error| error.in_words(language))?;
        let (id, _) = pdn.game().map_err(in_words)?;
        let file = OwnGame::or_published(own.as_deref(), id)
            .ok_or_else(|| RulingError::UnknownGame(id.to_owned()).in_words(language))?;
        let ruleset = pdn.ruleset(file).map_err(in_words)?;
        let rules = match self.rules.take().filter(|rules| *rules.ruleset() == ruleset) {
            Some(known) => known,
            None => AnyRules::compile_bounded(ruleset, MAX_USER_HOPS).map_err(|error| error.in_words(language))?,
        };
        let ruleset = rules.ruleset();
        let played = pdn.replay_by(&rules, MAX_LEGAL_MOVES, &|| !self.budget.is_spent());
        self.rules = Some(rules);
        let error = match played {
            Ok(game) => game.turns().err().map(|error| error.in_words(language)),
            Err(error) => Some(in_words(error)),
        };
        Ok((ruleset.title(), ruleset.house_rule_texts(), error))
    }
}

/// Answers with a record as PDN.
pub async fn write(State(app): State<Arc<App>>, visitor: Visitor, Body(record): Body<Record>) -> Response {
    let texts = visitor.texts;
    if let Err(too_fast) = app.render_rate.allow(visitor.client) {
        return Problem::from(too_fast).json(texts);
    }
    let _own = match app.load_own_game(&record.game, visitor.client).await {
        Ok(own) => own,
        Err(problem) => return problem.json(texts),
    };
    match app.work(JobKind::Records, visitor.client, move || write_record(&record, texts)).await {
        Ok(text) => ([(CONTENT_TYPE, PDN)], text).into_response(),
        Err(problem) => problem.json(texts),
    }
}

fn write_record(record: &Record, texts: Texts) -> Result<String, Problem> {
    let ruling = Ruling::new(&record.game, &record.rules)?;
    let mut game = start_game(&ruling, record.position.as_deref())?;
    // Tags about the rules are derived from the ruling; the others are copied.
    let clean = |text: &str| clean_line(text).chars().take(200).collect::<String>();
    let is_name = |name: &str| {
        !name.is_empty() && name.len() <= 40 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    let tags: Vec<_> = record
        .tags
        .iter()
        .filter(|(name, _)| is_name(name) && !DERIVED_TAGS.contains(&name.as_str()))
        .take(100)
        .map(|(name, value)| (name.clone(), clean(value)))
        .collect();
    let mut left = MAX_NODES;
    let turns = record.turns.iter().map(|node| turn(node, 0, &mut left)).collect::<Option<Vec<_>>>();
    let most = [("turns", MAX_NODES.to_string()), ("depth", MAX_DEPTH.to_string())];
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
