//! Report of a match, as text and for JSON.

use super::settings::Settings;
use crate::commands::counted;
use quirkat_match::{BROKEN_OFF, FailureCounts, MatchResult, MatchTally, SideResults, Sprt, Verdict, elo};
use quirkat_rules::Ruleset;
use quirkat_wire::{self as wire, Match, ms};

/// Returns the report of a match, or `None` when no opening was played from both sides.
pub fn report(settings: &Settings, ruleset: &Ruleset, result: &MatchResult) -> Option<Match> {
    let MatchResult { tally, is_complete, .. } = result;
    if tally.openings() == 0 {
        return None;
    }
    let (score, _) = elo::score(&tally.pairs);
    let (low, high) = elo::interval(&tally.pairs);
    Some(Match {
        game: ruleset.title(),
        rules: ruleset.house_rule_texts(),
        a: settings.a.to_string(),
        b: settings.b.to_string(),
        turn_ms: settings.limits().time.map(ms),
        turn_nodes: settings.limits().nodes,
        longest_turn_ms: ms(tally.longest_turn),
        tally: all_games(tally),
        complete: *is_complete,
        score_percent: 100.0 * score,
        error_percent: 100.0 * (high - score).max(score - low),
        elo: wire::Elo { value: finite(elo::elo(score)), low: finite(elo::elo(low)), high: finite(elo::elo(high)) },
        pairs: tally.pairs,
        as_first: side(&tally.sides[0]),
        as_second: side(&tally.sides[1]),
        failures_of_a: failures(&tally.failures[0]),
        failures_of_b: failures(&tally.failures[1]),
        sprt: settings.sprt.map(|sprt| wire::Sprt {
            elo0: sprt.elos[0],
            elo1: sprt.elos[1],
            llr: sprt.llr(&tally.pairs),
            lower: -Sprt::BOUND,
            upper: Sprt::BOUND,
            verdict: match sprt.verdict(&tally.pairs) {
                Verdict::Lower => "elo0",
                Verdict::Higher => "elo1",
                Verdict::Undecided => "undecided",
            }
            .to_owned(),
        }),
    })
}

fn all_games(tally: &MatchTally) -> wire::Tally {
    let count = |of: fn(&SideResults) -> u32| tally.sides.iter().map(of).sum();
    let reasons = tally.reasons.iter().filter(|(reason, _)| **reason != BROKEN_OFF);
    wire::Tally {
        of: "a".to_owned(),
        games: tally.games(),
        won: count(|side| side.won),
        drawn: count(|side| side.drawn),
        lost: count(|side| side.lost),
        broken_off: count(|side| side.broken_off),
        mean_plies: tally.plies as f64 / f64::from(tally.games()),
        reasons: reasons.map(|(reason, games)| ((*reason).to_owned(), *games)).collect(),
    }
}

fn side(results: &SideResults) -> wire::SideTally {
    let SideResults { won, drawn, lost, broken_off } = *results;
    let score_percent = 50.0 * f64::from(results.half_points()) / f64::from(results.games());
    wire::SideTally { won, drawn, lost, broken_off, score_percent }
}

fn failures(failures: &FailureCounts) -> wire::Failures {
    let [crashes, illegal_turns, time_forfeits] = failures.counts;
    wire::Failures { crashes, illegal_turns, time_forfeits, first: failures.first.clone() }
}

fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}

/// Formats a report as text.
pub fn text(result: &Match) -> String {
    let Match { a, b, game, tally, .. } = result;
    let mut ends: Vec<_> = tally.reasons.iter().map(|(reason, games)| format!("{reason} {games}")).collect();
    if tally.broken_off > 0 {
        ends.push(format!("{BROKEN_OFF} {}", tally.broken_off));
    }
    let mut text = format!(
        "{a} against {b}, {game}, {} from {}{}: {}\n\
         score {:.1} % ± {:.1}, Elo {}\n\
         with the first side {}, with the second {}\n\
         {} a game; ends: {}; longest move {:.0} ms\n",
        counted(tally.games, "game"),
        counted(tally.games / 2, "opening"),
        if result.complete { "" } else { " (stopped)" },
        counts([tally.won, tally.drawn, tally.lost, tally.broken_off]),
        result.score_percent,
        result.error_percent,
        elo_text(result),
        side_text(&result.as_first),
        side_text(&result.as_second),
        counted(format_args!("{:.0}", tally.mean_plies), "ply"),
        ends.join(", "),
        result.longest_turn_ms,
    );
    for (player, name, failures) in [("A", a, &result.failures_of_a), ("B", b, &result.failures_of_b)] {
        text += &failures_text(failures).map_or_else(String::new, |failed| format!("{player}, {name}, {failed}\n"));
    }
    if let Some(sprt) = &result.sprt {
        text += &format!("{}\n", sprt_text(sprt));
    }
    text
}

fn counts([won, drawn, lost, broken_off]: [u32; 4]) -> String {
    let broken_off = if broken_off > 0 { format!(", {broken_off} broken off") } else { String::new() };
    format!("{won} won, {drawn} drawn, {lost} lost{broken_off}")
}

fn side_text(side: &wire::SideTally) -> String {
    format!("{:.1} % ({})", side.score_percent, counts([side.won, side.drawn, side.lost, side.broken_off]))
}

/// Formats the difference in Elo and its error bar.
pub fn elo_text(result: &Match) -> String {
    let wire::Elo { value, low, high } = result.elo;
    let number = |elo: Option<f64>, infinite: &str| elo.map_or_else(|| infinite.to_owned(), |elo| format!("{elo:+.0}"));
    let infinite = if result.score_percent > 50.0 { "+∞" } else { "-∞" };
    format!("{} ({} to {})", number(value, infinite), number(low, "-∞"), number(high, "+∞"))
}

/// Formats the failures of a player, if there are any.
pub fn failures_text(failures: &wire::Failures) -> Option<String> {
    let wire::Failures { crashes, illegal_turns, time_forfeits, first } = failures;
    let first = first.as_ref()?;
    Some(format!(
        "failed: crashes {crashes}, illegal moves {illegal_turns}, time forfeits {time_forfeits}; first in {first}"
    ))
}

/// Formats the state of the SPRT.
pub fn sprt_text(sprt: &wire::Sprt) -> String {
    let wire::Sprt { elo0, elo1, llr, lower, upper, verdict } = sprt;
    let verdict = match &**verdict {
        "elo0" => format!("Elo is {elo0} rather than {elo1}"),
        "elo1" => format!("Elo is {elo1} rather than {elo0}"),
        _ => "undecided".to_owned(),
    };
    format!("SPRT of Elo {elo0} against {elo1}: LLR {llr:.2} ({lower:.2} to {upper:.2}), {verdict}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use quirkat_match::{Failure, FailureKind, GameEnd, GameResult};
    use quirkat_rules::{Reason, Side, find_game};
    use std::time::Duration;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        settings: Settings,
    }

    /// Returns the report of a match with the winners of each opening, and its text.
    fn example(pairs: &[[Option<Side>; 2]], failed: Option<FailureKind>) -> (Match, String) {
        let settings = Words::parse_from(["match", "--a", "plain", "--b", "random", "--sprt", "0,10"]).settings;
        let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
        let failure = failed.map(|kind| GameEnd::Failed(Failure::new(kind, "says nothing")));
        let end = failure.unwrap_or(GameEnd::Rules(Reason::Blocked));
        let mut tally = MatchTally::default();
        for (number, winners) in (0..).zip(pairs) {
            let games = winners.map(|winner| {
                let end = if winner.is_some() { end.clone() } else { GameEnd::BrokenOff };
                GameResult { winner, end, plies: 40, longest_turn: Duration::from_millis(3) }
            });
            tally.add(number, games.each_ref());
        }
        let result =
            report(&settings, &ruleset, &MatchResult { tally, is_decided: false, is_complete: false }).unwrap();
        let text = text(&result);
        (result, text)
    }

    #[test]
    fn elo_has_the_sign_of_the_score_and_is_infinite_at_its_ends() {
        let (won, lost, even) = ([Some(Side::First), Some(Side::Second)], [Some(Side::Second), None], [None; 2]);
        let (result, text) = example(&[won, won], None);
        assert!(result.elo.value.is_none() && result.elo.high.is_none());
        assert!(text.contains("score 100.0 % ± 77.6, Elo +∞ (-216 to +∞)\n"), "{text}");
        let (_, text) = example(&[[Some(Side::Second), Some(Side::First)]; 2], None);
        assert!(text.contains("score 0.0 % ± 77.6, Elo -∞ (-∞ to +216)\n"), "{text}");
        let (result, text) = example(&[won, lost, even, lost, lost], None);
        let wire::Elo { value, low, high } = result.elo;
        assert!(low < value && value < Some(0.0) && high > Some(0.0), "{text}");
        assert!(
            text.starts_with("plain against random, alquerque:walker, 10 games from 5 openings (stopped): "),
            "{text}"
        );
        assert!(text.contains("2 won, 0 drawn, 3 lost, 5 broken off\n") && text.contains("undecided"), "{text}");
        assert!(example(&[won, even], None).1.contains(" to +∞)"));
    }

    #[test]
    fn failures_are_reported_for_the_player_that_failed() {
        let (result, text) = example(&[[Some(Side::First); 2]], Some(FailureKind::TimeForfeit));
        assert_eq!((result.failures_of_a.time_forfeits, result.failures_of_b.time_forfeits), (1, 1));
        let first = "failed: crashes 0, illegal moves 0, time forfeits 1; first in game";
        assert!(text.contains(&format!("A, plain, {first} 1.2: says nothing\n")), "{text}");
        assert!(text.contains(&format!("B, random, {first} 1.1: says nothing\n")), "{text}");
        assert!(text.contains("ends: time_forfeit 2;"), "{text}");
    }
}
