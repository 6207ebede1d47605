//! One game of a match.

use crate::error::MatchError;
use crate::player::{Failure, FailureKind, MatchPlayer, PlayerError, random_turn};
use quirkat_rules::{AnyGame, PlayError, Reason, Side};
use quirkat_search::{Random, Stop};
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// Word for the end of a game that was broken off, in the place of a rule's [`Reason::word`].
pub const BROKEN_OFF: &str = "longest";

/// Number of a game in a match: its opening, and the side that player A has.
///
/// Rounds are ordered as the match counts them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Round {
    /// Number of the opening, from 0.
    pub opening: u32,
    /// Side of player A.
    pub side: Side,
}

impl Round {
    /// The first round of a match.
    pub const FIRST: Round = Round { opening: 0, side: Side::First };

    /// Returns the rounds of the first `openings` openings, in order.
    pub fn all(openings: u32) -> impl Iterator<Item = Round> {
        (0..openings).flat_map(|opening| Side::BOTH.map(|side| Round { opening, side }))
    }

    /// Returns the numbers that, combined with the seed of the match, seed the random numbers of the opening and those of the
    /// rest of the game.
    pub(crate) fn random_numbers(self) -> [u64; 2] {
        let opening = 3 * u64::from(self.opening);
        [opening, opening + 1 + self.side.index() as u64]
    }
}

impl fmt::Display for Round {
    /// Writes the round as records do: `12.1` and `12.2` are the two games of the twelfth opening.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", u64::from(self.opening) + 1, self.side.index() + 1)
    }
}

impl FromStr for Round {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (opening, game) = text.split_once('.').ok_or(())?;
        let opening = opening.parse::<u32>().ok().and_then(|number| number.checked_sub(1)).ok_or(())?;
        let side = Side::BOTH.into_iter().find(|side| (side.index() + 1).to_string() == game).ok_or(())?;
        Ok(Round { opening, side })
    }
}

/// Result of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// Side that won; `None` for a draw and for a game that was broken off.
    pub winner: Option<Side>,
    /// How the game ended.
    pub end: GameEnd,
    /// Number of plies of both sides after the opening.
    pub plies: u32,
    /// Longest time that a player used for a move.
    pub longest_turn: Duration,
}

/// How a game of a match ended.
#[derive(Clone, PartialEq, Debug)]
pub enum GameEnd {
    /// By a rule of the game.
    Rules(Reason),
    /// Broken off at the maximum number of plies.
    BrokenOff,
    /// The losing side failed.
    Failed(Failure),
}

impl GameEnd {
    /// Returns the word for the end in records and statistics.
    pub fn word(&self) -> &'static str {
        match self {
            GameEnd::Rules(reason) => reason.word(),
            GameEnd::BrokenOff => BROKEN_OFF,
            GameEnd::Failed(failure) => failure.kind.word(),
        }
    }
}

/// Plays a game to its end or for `max_plies` plies. `players` are the first side's and the second side's. Returns `None` when
/// stopped.
///
/// # Errors
/// When a position has too many turns. A player that fails loses the game instead.
pub fn play_game(
    game: &mut AnyGame,
    players: &mut [Box<dyn MatchPlayer>; 2],
    max_plies: u32,
    stop: &Stop,
    rng: &mut Random,
) -> Result<Option<GameResult>, MatchError> {
    let mut longest_turn = Duration::ZERO;
    for plies in 0..=max_plies {
        if let Some(outcome) = game.outcome() {
            let end = GameEnd::Rules(outcome.reason);
            return Ok(Some(GameResult { winner: outcome.winner, end, plies, longest_turn }));
        }
        if plies == max_plies {
            break;
        }
        if game.is_chance_node() {
            let throw = random_turn(game, rng)?;
            game.play(&throw)?;
            continue;
        }
        let mover = game.to_move();
        let player = &mut players[mover.index()];
        let choice = player.prepare(game).and_then(|()| {
            let began = Instant::now();
            let choice = player.choose(game, stop, rng);
            longest_turn = longest_turn.max(began.elapsed());
            choice
        });
        if stop.is_stopped() {
            return Ok(None);
        }
        let failure = match choice {
            Err(PlayerError::TooManyTurns(error)) => return Err(error.into()),
            Err(PlayerError::Resigned) => {
                game.resign(mover)?;
                continue;
            }
            Err(PlayerError::Failed(failure)) => failure,
            Ok(turn) => match game.play(&turn) {
                Ok(()) => continue,
                Err(PlayError::NotLegal) => {
                    let message = format!("plays {}, which is not legal", turn.text(&game.ruleset().board));
                    Failure::new(FailureKind::IllegalTurn, &message)
                }
                Err(error) => return Err(error.into()),
            },
        };
        let end = GameEnd::Failed(failure);
        return Ok(Some(GameResult { winner: Some(mover.other()), end, plies, longest_turn }));
    }
    Ok(Some(GameResult { winner: None, end: GameEnd::BrokenOff, plies: max_plies, longest_turn }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Openings;
    use crate::player::{PlayerFactory, PlayerSpec};
    use quirkat_rules::{AnyRules, Turn, find_game};
    use quirkat_search::Limits;

    /// Player that fails in its second move.
    struct FailingPlayer {
        kind: Option<FailureKind>,
        moves: u32,
    }

    impl FailingPlayer {
        fn boxed(kind: Option<FailureKind>) -> Box<dyn MatchPlayer> {
            Box::new(FailingPlayer { kind, moves: 0 })
        }
    }

    impl MatchPlayer for FailingPlayer {
        fn choose(&mut self, game: &AnyGame, _: &Stop, rng: &mut Random) -> Result<Turn, PlayerError> {
            self.moves += 1;
            let mut turn = random_turn(game, rng)?;
            match self.kind {
                Some(FailureKind::IllegalTurn) if self.moves > 1 => turn.path.reverse(),
                Some(kind) if self.moves > 1 => return Err(PlayerError::Failed(Failure::new(kind, "is gone"))),
                _ => {}
            }
            Ok(turn)
        }
    }

    fn first_game() -> (AnyGame, Random) {
        let walker = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[]).unwrap()).unwrap().new_game();
        Openings::new(vec![walker], 0, 1).unwrap().begin(Round::FIRST, &Stop::default()).unwrap().unwrap()
    }

    #[test]
    fn a_player_that_fails_loses() {
        for kind in FailureKind::ALL {
            let (mut game, mut rng) = first_game();
            let mut players = [None, Some(kind)].map(FailingPlayer::boxed);
            let result = play_game(&mut game, &mut players, 300, &Stop::default(), &mut rng).unwrap().unwrap();
            assert_eq!((result.winner, result.plies, result.end.word()), (Some(Side::First), 3, kind.word()));
        }
    }

    #[test]
    fn a_stopped_game_has_no_result() {
        let (mut game, mut rng) = first_game();
        let random = PlayerFactory::new(PlayerSpec::Random, Limits::default());
        let stop = Stop::default();
        stop.stop();
        let mut players = [random.player(), random.player()];
        assert_eq!(play_game(&mut game, &mut players, 300, &stop, &mut rng).unwrap(), None);
    }

    #[test]
    fn rounds_survive_a_round_trip() {
        let rounds: Vec<_> = Round::all(2).collect();
        let written: Vec<_> = rounds.iter().map(Round::to_string).collect();
        assert_eq!(written, ["1.1", "1.2", "2.1", "2.2"]);
        assert!(rounds.is_sorted());
        assert_eq!(written.iter().map(|text| text.parse().unwrap()).collect::<Vec<Round>>(), rounds);
        for wrong in ["", "1", "0.1", "1.0", "1.3", "1.1.1", "x.1"] {
            assert!(wrong.parse::<Round>().is_err(), "{wrong}");
        }
    }
}
