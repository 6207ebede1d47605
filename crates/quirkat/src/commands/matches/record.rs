//! The record of a game of a match, and what a match needs to know of a game that was played before.

use super::contestant::{Failure, FailureKind};
use super::game::{End, Played, Round};
use crate::source::OwnRules;
use quirkat_rules::{AnyGame, Pdn, Reason, Side};
use std::time::Duration;

/// What names the players, the first side's and the second's, and the game file of a game that is not among ours.
pub struct Names<'a> {
    pub players: [&'a str; 2],
    pub rules_file: Option<&'a str>,
}

/// The game as it is recorded. Beside the tags of every record it has those by which [`read`] knows it again: the round, how
/// it ended also where no rule ended it, and the longest time for a turn.
pub fn write(round: Round, played: &Played, game: &AnyGame, names: &Names) -> Pdn {
    let white = game.ruleset().white();
    let round = round.to_string();
    let mut tags = vec![
        ("Event", "match"),
        ("Round", &round),
        ("White", names.players[white.index()]),
        ("Black", names.players[white.other().index()]),
    ];
    tags.extend(names.rules_file.map(OwnRules::tag));
    let mut pdn = Pdn::from_game(&**game, &tags);
    let mut tag = |name: &str, value: &str| pdn.tags.push((name.to_owned(), value.to_owned()));
    match &played.end {
        End::Rules(_) => {}
        End::BrokenOff => tag("Termination", played.end.word()),
        End::Failed(failure) => {
            let result = if played.winner == Some(white) { "1-0" } else { "0-1" };
            tag("Termination", played.end.word());
            tag("Failure", &failure.what);
            result.clone_into(&mut pdn.result);
            for (_, value) in pdn.tags.iter_mut().filter(|(name, _)| name == "Result") {
                result.clone_into(value);
            }
        }
    }
    pdn.tags.push(("LongestTurn".to_owned(), format!("{:.6}", played.longest_turn.as_secs_f64())));
    pdn
}

/// The round of a record and what the game came to, if it is one of a match whose openings have so many plies; `white` is
/// the side with the white pieces.
pub fn read(pdn: &Pdn, white: Side, opening_plies: u32) -> Option<(Round, Played)> {
    let round = pdn.tag("Round")?.parse().ok()?;
    let plies = (pdn.turns.len() as u32).checked_sub(opening_plies)?;
    let winner = match pdn.tag("Result")? {
        "1-0" => Some(white),
        "0-1" => Some(white.other()),
        "1/2-1/2" | "*" => None,
        _ => return None,
    };
    let word = pdn.tag("Termination")?;
    let reason = || Reason::ALL.into_iter().find(|reason| reason.word() == word).map(End::Rules);
    let failed = || {
        let kind = FailureKind::ALL.into_iter().find(|kind| kind.word() == word)?;
        Some(End::Failed(Failure::new(kind, pdn.tag("Failure")?)))
    };
    let end = if word == End::BrokenOff.word() { End::BrokenOff } else { reason().or_else(failed)? };
    let seconds = pdn.tag("LongestTurn")?.parse().ok()?;
    let longest_turn = Duration::try_from_secs_f64(seconds).ok()?;
    Some((round, Played { winner, end, plies, longest_turn }))
}

#[cfg(test)]
mod tests {
    use super::super::contestant::random_turn;
    use super::super::openings::Openings;
    use super::*;
    use quirkat_rules::{AnyRules, find_game};
    use quirkat_search::Stop;

    #[test]
    fn what_a_game_came_to_is_read_from_its_record() {
        let walker = find_game("alquerque").unwrap();
        let rules = AnyRules::compile(walker.ruleset(None, &[]).unwrap()).unwrap();
        let round = Round { opening: 11, side: Side::Second };
        let (mut game, mut rng) =
            Openings::new(&rules, None, 2, 1).unwrap().begin(round, &Stop::default()).unwrap().unwrap();
        let names = Names { players: ["engine:3", "a \"thing\""], rules_file: Some("mine.toml") };
        for _ in 0..5 {
            let turn = random_turn(&game, &mut rng).unwrap();
            game.play(&turn).unwrap();
        }
        let failure = Failure::new(FailureKind::Crash, &format!("says `\"no\"`\nand goes{}", " on".repeat(200)));
        let longest_turn = Duration::from_micros(1_234_567);
        for (winner, end) in [(None, End::BrokenOff), (Some(Side::Second), End::Failed(failure))] {
            let played = Played { winner, end, plies: 5, longest_turn };
            let pdn = write(round, &played, &game, &names);
            let again = Pdn::read(&pdn.to_string()).unwrap().remove(0);
            assert_eq!(again, pdn);
            assert_eq!(again.tag("Black"), Some("a \"thing\""));
            assert_eq!(read(&again, Side::First, 2), Some((round, played)));
            assert_eq!(again.replay(walker).unwrap().history(), game.history());
            assert_eq!(read(&again, Side::First, 8), None, "the opening is longer than the game");
        }
        while game.outcome().is_none() {
            let turn = random_turn(&game, &mut rng).unwrap();
            game.play(&turn).unwrap();
        }
        let (outcome, plies) = (game.outcome().unwrap(), game.history().len() as u32 - 2);
        let played = Played { winner: outcome.winner, end: End::Rules(outcome.reason), plies, longest_turn };
        assert_eq!(read(&write(round, &played, &game, &names), Side::First, 2), Some((round, played)));
        assert_eq!(read(&Pdn::from_game(&*game, &[]), Side::First, 2), None);
    }
}
