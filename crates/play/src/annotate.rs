//! A record with what the engine thinks of it, as other programs read it too: glyphs, evaluations, better lines.
//!
//! After each turn stands `[%eval …]`, the evaluation that lichess and others write and read: in men, from White's side, or
//! `#n` where White wins in so many of its turns for certain (`#-n`: Black); behind a comma, the depth in plies. What was
//! annotated before is annotated anew; what people wrote is kept. Where tables know what a turn is worth, it is said in words.

use quirkat_rules::{AnyGame, Dtw, GameValue, Language, Pdn, PdnTurn, Ruleset, Side, Turn, Wdl};
use quirkat_search::{Review, Score, TurnReview, Variation, Verdict};

/// What begins an evaluation.
const EVALUATION: &str = "[%eval";
/// What begins a comment that is made here and has no evaluation.
const OURS: &str = "Quirkat: ";
/// How verdicts are said.
const VERDICTS: [(Verdict, &str); 4] = [
    (Verdict::Only, "The only good turn"),
    (Verdict::Inaccuracy, "Inaccuracy"),
    (Verdict::Mistake, "Mistake"),
    (Verdict::Blunder, "Blunder"),
];
/// The glyphs of which a turn has one at most. Where a person has given one, it stands.
const ASSESSMENTS: std::ops::RangeInclusive<u8> = 1..=6;
/// No better line is written further.
const LONGEST: usize = 12;

/// The record of a game with its review; both are of the turns that the record has.
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

/// Takes out of a turn what was annotated before.
fn forget(turn: &mut PdnTurn) {
    let said = |verdict: &str| turn.comments.iter().any(|comment| is_ours(comment) && comment.contains(verdict));
    if let Some((verdict, _)) = VERDICTS.into_iter().find(|(_, words)| said(words)) {
        turn.glyphs.retain(|glyph| *glyph != verdict.glyph());
    }
    turn.comments.retain(|comment| !is_ours(comment));
    turn.variations
        .retain(|line| !line.first().is_some_and(|first| first.comments.iter().any(|comment| is_ours(comment))));
}

fn is_ours(comment: &str) -> bool {
    comment.starts_with(EVALUATION) || comment.starts_with(OURS)
}

/// A line in the place of a turn, with what is to be said of it.
fn variation(ruleset: &Ruleset, line: &Variation, comment: String) -> Vec<PdnTurn> {
    let turn = |turn: &Turn| PdnTurn { text: turn.text(&ruleset.board), ..PdnTurn::default() };
    let mut turns: Vec<_> = line.turns.iter().take(LONGEST).map(turn).collect();
    if let Some(first) = turns.first_mut() {
        first.comments.push(comment);
    }
    turns
}

/// What is said of the whole game, a sentence each: how well both sides played, and where it turned; in
/// English, as records are.
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

/// A turn of a game with its number, as records have it: `3. d2-c3`, `3... b4xd2`.
pub fn numbered(game: &AnyGame, ply: usize) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    let text = game.history().get(ply).map(|turn| turn.text(&game.ruleset().board)).unwrap_or_default();
    format!("{}{dots} {text}", ply / 2 + 1)
}

/// What is said of a turn: `Mistake: 64 % before, 31 % after. Better: d2-c3.`, and what tables know of it. Nothing, where there
/// is nothing to say.
pub fn turn_comment(ruleset: &Ruleset, turn: &Turn, reviewed: &TurnReview) -> Option<String> {
    let known = reviewed.table_values(turn).map(|[best, played]| match best == played {
        true => format!("By the tables it {}.", proved_value_in_words(played)),
        false => format!(
            "By the tables it {}; the best turn {}.",
            proved_value_in_words(played),
            proved_value_in_words(best)
        ),
    });
    let sentences: Vec<_> = [verdict_in_words(ruleset, reviewed), known].into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn verdict_in_words(ruleset: &Ruleset, reviewed: &TurnReview) -> Option<String> {
    let verdict = reviewed.verdict?;
    let (_, words) = VERDICTS.into_iter().find(|(known, _)| *known == verdict)?;
    if verdict == Verdict::Only {
        return Some(format!("{words}."));
    }
    let (before, after) = (percent(reviewed.before.expected_score()), percent(reviewed.after.expected_score()));
    let better = reviewed.better.first().and_then(|line| line.turns.first());
    let better = better.map(|better| format!(" Better: {}.", better.text(&ruleset.board))).unwrap_or_default();
    Some(format!("{words}: {before} before, {after} after.{better}"))
}

/// What a turn or a position is truly worth: `wins in 13 plies`, `draws`, `loses`.
pub fn proved_value_in_words(known: GameValue) -> String {
    let distance = match known.dtw {
        None => String::new(),
        Some(Dtw(1)) => " in 1 ply".to_owned(),
        Some(dtw) => format!(" in {dtw} plies"),
    };
    match known.wdl {
        Wdl::Win => format!("wins{distance}"),
        Wdl::Draw => "draws".to_owned(),
        Wdl::Loss => format!("loses{distance}"),
    }
}

/// A share in percent.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn name(ruleset: &Ruleset, side: Side) -> &str {
    ruleset.info.sides[side.index()].name.get(Language::En)
}

/// A score of a side as records have it, from White's side; they have nothing for an end that is certain and nobody knows how
/// far away.
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
