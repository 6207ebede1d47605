//! Records annotated with the engine's review: glyphs, evaluations and better lines, in the conventions of other
//! programs.
//!
//! After each turn stands `[%eval …]`, as lichess writes and reads it: the evaluation in men from White's side, or `#n`
//! for a proved win of White in `n` of its turns (`#-n` for Black), then a comma and the depth in plies. Annotations of
//! an earlier review are replaced; comments of people stay. Where endgame tables know the value of a turn, a sentence
//! states it.

use quirkat_rules::{AnyGame, Dtw, GameValue, Language, Pdn, PdnTurn, Ruleset, Side, Turn, Wdl, standard_text};
use quirkat_search::{Review, Score, TurnReview, Variation, Verdict};

/// Start of a comment with an evaluation.
const EVALUATION: &str = "[%eval";
/// Start of a comment that Quirkat writes without an evaluation.
const OURS: &str = "Quirkat: ";
/// English wording of the verdicts.
const VERDICTS: [(Verdict, &str); 4] = [
    (Verdict::Only, "The only good turn"),
    (Verdict::Inaccuracy, "Inaccuracy"),
    (Verdict::Mistake, "Mistake"),
    (Verdict::Blunder, "Blunder"),
];
/// Move assessment glyphs, of which a turn has at most one. A glyph that a person has set stays.
const ASSESSMENTS: std::ops::RangeInclusive<u16> = 1..=6;
/// Maximum length of a better line in a record, in turns.
const MAX_LINE_LEN: usize = 12;

/// Annotates a record with the review of its game. The record and the review must have the same turns.
pub fn annotate(pdn: &Pdn, game: &AnyGame, review: &Review) -> Pdn {
    let mut pdn = pdn.clone();
    let ruleset = game.ruleset();
    pdn.comments.retain(|comment| !comment.starts_with(OURS));
    pdn.comments.insert(0, format!("{OURS}{}", summary(game, review).join(" ")));
    for (ply, (turn, played)) in pdn.turns.iter_mut().zip(game.history()).enumerate() {
        let (reviewed, before, after) = (&review.turns[ply], &review.positions[ply], &review.positions[ply + 1]);
        forget(turn);
        if !turn.glyphs.iter().any(|glyph| ASSESSMENTS.contains(glyph)) {
            turn.glyphs.extend(reviewed.verdict.map(Verdict::glyph));
        }
        let written = after.score.and_then(|score| evaluation(ruleset, after.to_move, score, after.depth));
        let comment = match (written, turn_comment(ruleset, played, reviewed)) {
            (Some(written), Some(words)) => Some(format!("{written} {words}")),
            (None, Some(words)) => Some(format!("{OURS}{words}")),
            (written, None) => written,
        };
        turn.comments.splice(0..0, comment);
        turn.variations.extend(reviewed.better.iter().map(|line| {
            let certain = || format!("{OURS}it {}.", if line.score.is_won() { "wins" } else { "loses" });
            let comment = evaluation(ruleset, reviewed.by, line.score, before.depth).unwrap_or_else(certain);
            variation(ruleset, line, comment)
        }));
    }
    pdn
}

/// Removes the annotations of an earlier review from a turn.
fn forget(turn: &mut PdnTurn) {
    let is_named = |verdict: &str| turn.comments.iter().any(|comment| is_ours(comment) && comment.contains(verdict));
    if let Some((verdict, _)) = VERDICTS.into_iter().find(|(_, words)| is_named(words)) {
        turn.glyphs.retain(|glyph| *glyph != verdict.glyph());
    }
    turn.comments.retain(|comment| !is_ours(comment));
    turn.variations
        .retain(|line| !line.first().is_some_and(|first| first.comments.iter().any(|comment| is_ours(comment))));
}

fn is_ours(comment: &str) -> bool {
    comment.starts_with(EVALUATION) || comment.starts_with(OURS)
}

/// Converts a line into a variation whose first turn carries a comment.
fn variation(ruleset: &Ruleset, line: &Variation, comment: String) -> Vec<PdnTurn> {
    let turn = |turn: &Turn| PdnTurn { text: standard_text(ruleset, turn), ..PdnTurn::default() };
    let mut turns: Vec<_> = line.turns.iter().take(MAX_LINE_LEN).map(turn).collect();
    if let Some(first) = turns.first_mut() {
        first.comments.push(comment);
    }
    turns
}

/// Summarises a reviewed game in English sentences: the accuracy of both sides and the turning point.
pub fn summary(game: &AnyGame, review: &Review) -> Vec<String> {
    let ruleset = game.ruleset();
    let accuracies = Side::BOTH.into_iter().zip(review.accuracy());
    let mut sentences: Vec<_> = accuracies
        .filter_map(|(side, accuracy)| Some(format!("Accuracy of {}: {:.0} %.", name(ruleset, side), accuracy?)))
        .collect();
    sentences.push(match review.turning_point() {
        None => "It never turned.".to_owned(),
        Some(ply) => {
            let reviewed = &review.turns[ply];
            format!(
                "It turned with {}: {}'s chances went from {} to {}.",
                numbered(game, ply),
                name(ruleset, reviewed.by),
                percent(reviewed.before.expected_score()),
                percent(reviewed.after.expected_score())
            )
        }
    });
    sentences
}

/// Formats a turn of a game with its number, as records do: `3. d2-c3`, `3... b4xd2`.
pub fn numbered(game: &AnyGame, ply: usize) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    let text = game.history().get(ply).map(|turn| turn.text(&game.ruleset().board)).unwrap_or_default();
    format!("{}{dots} {text}", ply / 2 + 1)
}

/// Describes the review of a turn: `Mistake: 64 % before, 31 % after. Better: d2-c3.`, followed by table values where
/// they are known. Returns `None` when there is nothing to say.
pub fn turn_comment(ruleset: &Ruleset, turn: &Turn, reviewed: &TurnReview) -> Option<String> {
    let value = reviewed.table_values(turn).map(|[best, played]| match best == played {
        true => format!("By the tables it {}.", proved_value_in_words(played)),
        false => format!(
            "By the tables it {}; the best turn {}.",
            proved_value_in_words(played),
            proved_value_in_words(best)
        ),
    });
    let sentences: Vec<_> = [verdict_in_words(ruleset, reviewed), value].into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn verdict_in_words(ruleset: &Ruleset, reviewed: &TurnReview) -> Option<String> {
    let verdict = reviewed.verdict?;
    let (_, words) = VERDICTS.into_iter().find(|(value, _)| *value == verdict)?;
    if verdict == Verdict::Only {
        return Some(format!("{words}."));
    }
    let (before, after) = (percent(reviewed.before.expected_score()), percent(reviewed.after.expected_score()));
    let better = reviewed.better.first().and_then(|line| line.turns.first());
    let better = better.map(|better| format!(" Better: {}.", better.text(&ruleset.board))).unwrap_or_default();
    Some(format!("{words}: {before} before, {after} after.{better}"))
}

/// Describes a proved value in English: `wins in 13 plies`, `draws`, `loses`.
pub fn proved_value_in_words(value: GameValue) -> String {
    let distance = match value.dtw {
        None => String::new(),
        Some(Dtw(1)) => " in 1 ply".to_owned(),
        Some(dtw) => format!(" in {dtw} plies"),
    };
    match value.wdl {
        Wdl::Win => format!("wins{distance}"),
        Wdl::Draw => "draws".to_owned(),
        Wdl::Loss => format!("loses{distance}"),
    }
}

/// Formats a share from 0 to 1 as a percentage.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn name(ruleset: &Ruleset, side: Side) -> &str {
    ruleset.info.sides[side.index()].name.get(Language::En)
}

/// Formats a score in the convention of records, from White's side. Returns `None` for a proved result without a known
/// distance, which the convention cannot express.
fn evaluation(ruleset: &Ruleset, side: Side, score: Score, depth: u32) -> Option<String> {
    let score = if side == ruleset.white() { score } else { -score };
    let value = match score.plies_to_end() {
        // Records count the turns of the winner.
        Some(plies) => format!("#{}{}", if plies < 0 { "-" } else { "" }, plies.unsigned_abs().div_ceil(2)),
        None if score.is_decisive() => return None,
        None => format!("{:.2}", f64::from(score.hundredths()) / 100.0),
    };
    Some(format!("{EVALUATION} {value},{depth}]"))
}
