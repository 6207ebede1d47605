//! Records of the games of a match.

use crate::game::{GameEnd, GameResult, Round};
use crate::player::{Failure, FailureKind};
use quirkat_rules::{AnyGame, Pdn, Reason, Side};
use std::time::Duration;

/// Writes the record of a game. Besides the usual tags it has those that [`read_record`] needs: the round, how the game ended,
/// also when no rule ended it, and the longest time for a move. `players` are the first side's and the second side's; `tags`
/// come after the players' names.
pub fn write_record(
    round: Round,
    result: &GameResult,
    game: &AnyGame,
    players: [&str; 2],
    tags: &[(&str, &str)],
) -> Pdn {
    let white = game.ruleset().white();
    let round = round.to_string();
    let mut all_tags = vec![
        ("Event", "match"),
        ("Round", &round),
        ("White", players[white.index()]),
        ("Black", players[white.other().index()]),
    ];
    all_tags.extend(tags);
    let mut pdn = Pdn::from_game(&**game, &all_tags);
    let mut add_tag = |name: &str, value: &str| pdn.tags.push((name.to_owned(), value.to_owned()));
    match &result.end {
        GameEnd::Rules(_) => {}
        GameEnd::BrokenOff => add_tag("Termination", result.end.word()),
        GameEnd::Failed(failure) => {
            let score = if result.winner == Some(white) { "1-0" } else { "0-1" };
            add_tag("Termination", result.end.word());
            add_tag("Failure", &failure.message);
            score.clone_into(&mut pdn.result);
            for (_, value) in pdn.tags.iter_mut().filter(|(name, _)| name == "Result") {
                score.clone_into(value);
            }
        }
    }
    pdn.tags.push(("LongestTurn".to_owned(), format!("{:.6}", result.longest_turn.as_secs_f64())));
    pdn
}

/// Reads the round and the result from a record, or returns `None` if it is not the record of a match whose openings have
/// `opening_plies` plies. `white` is the side with the white pieces.
pub fn read_record(pdn: &Pdn, white: Side, opening_plies: u32) -> Option<(Round, GameResult)> {
    let round = pdn.tag("Round")?.parse().ok()?;
    let plies = (pdn.turns.len() as u32).checked_sub(opening_plies)?;
    let winner = match pdn.tag("Result")? {
        "1-0" => Some(white),
        "0-1" => Some(white.other()),
        "1/2-1/2" | "*" => None,
        _ => return None,
    };
    let word = pdn.tag("Termination")?;
    let by_rule = || Reason::ALL.into_iter().find(|reason| reason.word() == word).map(GameEnd::Rules);
    let by_failure = || {
        let kind = FailureKind::ALL.into_iter().find(|kind| kind.word() == word)?;
        Some(GameEnd::Failed(Failure::new(kind, pdn.tag("Failure")?)))
    };
    let end = if word == GameEnd::BrokenOff.word() { GameEnd::BrokenOff } else { by_rule().or_else(by_failure)? };
    let seconds = pdn.tag("LongestTurn")?.parse().ok()?;
    let longest_turn = Duration::try_from_secs_f64(seconds).ok()?;
    Some((round, GameResult { winner, end, plies, longest_turn }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Openings;
    use crate::player::random_turn;
    use quirkat_rules::{AnyRules, find_game};
    use quirkat_search::Stop;

    #[test]
    fn results_survive_a_round_trip_through_records() {
        let walker = find_game("alquerque").unwrap();
        let round = Round { opening: 11, side: Side::Second };
        let start = AnyRules::compile(walker.ruleset(None, &[]).unwrap()).unwrap().new_game();
        let openings = Openings::new(vec![start], 2, 1).unwrap();
        let (mut game, mut rng) = openings.begin(round, &Stop::default()).unwrap().unwrap();
        let (players, tags) = (["engine:3", "a \"thing\""], [("RulesFile", "mine.toml")]);
        for _ in 0..5 {
            let turn = random_turn(&game, &mut rng).unwrap();
            game.play(&turn).unwrap();
        }
        let failure = Failure::new(FailureKind::Crash, &format!("says `\"no\"`\nand goes{}", " on".repeat(200)));
        let longest_turn = Duration::from_micros(1_234_567);
        for (winner, end) in [(None, GameEnd::BrokenOff), (Some(Side::Second), GameEnd::Failed(failure))] {
            let result = GameResult { winner, end, plies: 5, longest_turn };
            let pdn = write_record(round, &result, &game, players, &tags);
            let again = Pdn::read(&pdn.to_string()).unwrap().remove(0);
            assert_eq!(again, pdn);
            assert_eq!((again.tag("Black"), again.tag("RulesFile")), (Some("a \"thing\""), Some("mine.toml")));
            assert_eq!(read_record(&again, Side::First, 2), Some((round, result)));
            assert_eq!(again.replay(walker).unwrap().history(), game.history());
            assert_eq!(read_record(&again, Side::First, 8), None, "the opening is longer than the game");
        }
        while game.outcome().is_none() {
            let turn = random_turn(&game, &mut rng).unwrap();
            game.play(&turn).unwrap();
        }
        let (outcome, plies) = (game.outcome().unwrap(), game.history().len() as u32 - 2);
        let result = GameResult { winner: outcome.winner, end: GameEnd::Rules(outcome.reason), plies, longest_turn };
        let pdn = write_record(round, &result, &game, players, &[]);
        assert_eq!(read_record(&pdn, Side::First, 2), Some((round, result)));
        assert_eq!(read_record(&Pdn::from_game(&*game, &[]), Side::First, 2), None);
    }
}
