//! Reading and writing of game records in PDN.

use crate::error::RequestError;
use crate::line::{MAX_JOB_WORK, MAX_LEGAL_TURNS, play_turns, start_game};
use quirkat_play::{DERIVED_TAGS, OwnGame, RulesTexts, Ruling};
use quirkat_rules::{
    AnyRules, Budget, Language, MAX_USER_HOPS, Pdn, PdnEntry, PdnError, PdnNote, PdnTurn, Replay, ReplayLimits,
    Ruleset, find_game, is_unprintable, standard_text,
};
use quirkat_wire::{MAX_RECORD_NODES, Node, Record, Records};
use quirkat_words::{ErrorText, record_notes};
use std::sync::Arc;

/// Maximum records that are read from a text.
const MAX_RECORDS: usize = 500;

/// Game of records that do not name theirs.
#[derive(Clone, Debug)]
pub struct AssumedGame<'t> {
    /// Title of the game.
    pub title: &'t str,
    /// The game, if it is a user's own.
    pub own: Option<Arc<OwnGame>>,
}

/// Reads the records in a text, without the first `skipped` ones.
///
/// # Errors
/// When the text contains no record.
pub fn read_records(
    text: &str,
    assumed: Option<AssumedGame<'_>>,
    skipped: usize,
    language: Language,
) -> Result<Records, RequestError> {
    let mut checker = Checker { budget: Budget::new(MAX_JOB_WORK), assumed, rules: None, language };
    let mut records = Records::default();
    let (mut is_record, mut first_fault) = (false, None);
    for entry in Pdn::entries(text) {
        is_record |= entry.pdn != Pdn::default();
        first_fault = first_fault.or_else(|| entry.fault.clone());
        records.count += 1;
        if records.count > skipped && records.records.len() < MAX_RECORDS {
            records.records.push(checker.record(&entry));
        }
    }
    // If nothing at all was read, the text is no record.
    if is_record { Ok(records) } else { Err(first_fault.unwrap_or(PdnError::Empty).into()) }
}

/// Checks the records of a text one after another, within one budget.
struct Checker<'t> {
    budget: Budget,
    assumed: Option<AssumedGame<'t>>,
    /// Compiled rules of the last record. Most texts contain games of one kind.
    rules: Option<AnyRules>,
    language: Language,
}

impl Checker<'_> {
    /// Converts a record into the wire format, and checks its moves while the budget lasts. The result contains the first
    /// error in the language of the request.
    fn record(&mut self, entry: &PdnEntry) -> Record {
        let mut pdn = entry.pdn.clone();
        let mut record = Record { result: pdn.result.clone(), ..Record::default() };
        match self.check(&mut pdn, &mut record) {
            Ok(()) => record.error = record.error.or_else(|| Some(entry.fault.as_ref()?.in_words(self.language))),
            Err(error) => record.error = Some(error),
        }
        let shown = entry.pdn.tags.iter().filter(|(name, _)| name != RulesTexts::TEXT);
        record.tags = shown.map(|(name, value)| (name.clone(), clean_line(value))).collect();
        record.comments = pdn.comments.iter().map(|text| clean_line(text)).collect();
        record.turns = pdn.turns.iter().map(|turn| Node::new(turn, &clean_line)).collect();
        record.position = pdn.tag("FEN").filter(|fen| !fen.is_empty()).map(clean_line);
        record
    }

    /// Sets the title and the house rules of a record, the first error in its moves, and the notes of the replay.
    /// Changes the moves and the position of the record to the names that the game's board has.
    fn check(&mut self, pdn: &mut Pdn, record: &mut Record) -> Result<(), String> {
        let language = self.language;
        let in_words = |error: PdnError| error.in_words(language);
        if self.budget.is_spent() {
            return Err(in_words(PdnError::Interrupted(1)));
        }
        let mut own = OwnGame::from_record(pdn).map_err(|error| error.in_words(language))?;
        if let Some(AssumedGame { title, own: assumed }) = &self.assumed {
            let (id, variant) = title.split_once(':').map_or((*title, None), |(id, variant)| (id, Some(variant)));
            if let Some(file) = OwnGame::or_published(assumed.as_deref(), id) {
                pdn.assume_game(file, variant);
                own = own.or_else(|| {
                    assumed.clone().filter(|own| pdn.game_of(own.file()).is_ok_and(|(id, _)| id == own.name()))
                });
            }
        }
        let file = match &own {
            Some(own) => own.file(),
            None => find_game(pdn.game().map_err(in_words)?.0).ok_or_else(|| in_words(PdnError::NoGame))?,
        };
        let ruleset = pdn.ruleset(file).map_err(in_words)?;
        let rules = match self.rules.take().filter(|rules| *rules.ruleset() == ruleset) {
            Some(known) => known,
            None => AnyRules::compile_bounded(ruleset, MAX_USER_HOPS).map_err(|error| error.in_words(language))?,
        };
        let ruleset = rules.ruleset();
        (record.game, record.rules) = (ruleset.title(), ruleset.house_rule_texts());
        let limits = ReplayLimits { max_turns: MAX_LEGAL_TURNS, max_hops: MAX_USER_HOPS };
        let played = pdn.replay_by(&rules, limits, &|| !self.budget.is_spent());
        self.rules = Some(rules);
        match played {
            Ok(replay) => {
                record.error = replay.game.turns().err().map(|error| error.in_words(language));
                record.notes = record_notes(&replay, language);
                write_out(pdn, &replay, &ruleset);
            }
            Err(error) => record.error = Some(in_words(error)),
        }
        Ok(())
    }
}

/// Writes the moves of a record that were ambiguous in full, and names squares as the game's board does.
fn write_out(pdn: &mut Pdn, replay: &Replay, ruleset: &Ruleset) {
    let has_no_side = pdn.tag("FEN").is_some_and(|fen| fen.starts_with('?'));
    if replay.game.ruleset().board != ruleset.board || has_no_side {
        return pdn.rename_squares(&replay.game, ruleset);
    }
    for (number, turn) in replay.game.history().into_iter().enumerate() {
        if replay.notes.contains(&PdnNote::Decided(number + 1)) {
            pdn.turns[number].text = standard_text(ruleset, turn);
        }
    }
}

/// Writes a record as PDN.
///
/// # Errors
/// When its moves cannot be played, or there are too many.
pub fn write_record(record: &Record, language: Language) -> Result<String, RequestError> {
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
    let mut left = MAX_RECORD_NODES;
    let turns = record.turns.iter().map(|node| node.to_turn(&clean_line, 0, &mut left)).collect::<Option<Vec<_>>>();
    let turns = turns.ok_or(RequestError::RecordTooLarge)?;
    play_turns(&mut game, turns.iter().map(|turn| &turn.text), language)?;
    let tags: Vec<_> = tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let mut pdn = Pdn::from_game(&*game, &tags);
    if let Some(own) = ruling.own() {
        own.put_into(&mut pdn);
    }
    // The texts are those of the PDN standard; comments, glyphs and variations are the request's.
    for (written, turn) in pdn.turns.iter_mut().zip(turns) {
        *written = PdnTurn { text: std::mem::take(&mut written.text), ..turn };
    }
    pdn.comments = record.comments.iter().map(|text| clean(text).replace(['{', '}'], "")).collect();
    Ok(pdn.to_string())
}

/// Returns a text in one line, without unprintable characters. Some of these would also affect the text after it, others are
/// not allowed in a feed.
pub fn clean_line(text: &str) -> String {
    let clean: String = text.chars().filter(|&sign| sign.is_whitespace() || !is_unprintable(sign)).collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}
