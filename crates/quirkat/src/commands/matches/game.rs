//! One game of a match: two players and the rules between them.

use super::contestant::{Failure, FailureKind, NoTurn, Player, random_turn};
use crate::errors::bad_input;
use quirkat_rules::{AnyGame, PlayError, Reason, Side};
use quirkat_search::{Random, Stop};
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// In the place of a reason: the game was broken off.
pub const LONGEST: &str = "longest";

/// Which game of a match: the number of its opening, from 0, and who of the two begins with the first side.
///
/// Rounds are in the order in which a match counts them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Round {
    /// The opening's number.
    pub opening: u32,
    /// The side of player A.
    pub side: Side,
}

impl Round {
    /// The first one.
    pub const FIRST: Round = Round { opening: 0, side: Side::First };

    /// The rounds of so many openings.
    pub fn all(openings: u32) -> impl Iterator<Item = Round> {
        (0..openings).flat_map(|opening| Side::BOTH.map(|side| Round { opening, side }))
    }

    /// The chance in its opening, and that in the round, follow from these numbers and the seed of the match alone.
    pub fn numbers(self) -> [u64; 2] {
        let opening = 3 * u64::from(self.opening);
        [opening, opening + 1 + self.side.index() as u64]
    }
}

impl fmt::Display for Round {
    /// As records write it: `12.1` and `12.2` are the two games of the twelfth opening.
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

/// What a game came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The side that won it.
    pub winner: Option<Side>,
    /// How it ended.
    pub end: End,
    /// The turns of both sides after the opening.
    pub plies: u32,
    /// The longest that a player took for a turn.
    pub longest_turn: Duration,
}

/// How a game of a match ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// By the rules.
    Rules(Reason),
    /// It was broken off, because it took too long.
    BrokenOff,
    /// The side that did not win failed.
    Failed(Failure),
}

impl End {
    /// Its word among the reasons.
    pub fn word(&self) -> &'static str {
        match self {
            End::Rules(reason) => reason.word(),
            End::BrokenOff => LONGEST,
            End::Failed(failure) => failure.kind.word(),
        }
    }
}

/// Plays a game to its end, or to so many turns; `None` when it is told to stop. The players are those of the first and of
/// the second side.
pub fn play(
    game: &mut AnyGame,
    players: &mut [Box<dyn Player>; 2],
    longest: u32,
    stop: &Stop,
    rng: &mut Random,
) -> anyhow::Result<Option<Played>> {
    let mut longest_turn = Duration::ZERO;
    for plies in 0..=longest {
        if let Some(outcome) = game.outcome() {
            let end = End::Rules(outcome.reason);
            return Ok(Some(Played { winner: outcome.winner, end, plies, longest_turn }));
        }
        if plies == longest {
            break;
        }
        if game.is_chance_node() {
            let throw = random_turn(game, rng).map_err(bad_input)?;
            game.play(&throw)?;
            continue;
        }
        let mover = game.to_move();
        let player = &mut players[mover.index()];
        let chosen = player.ready(game).and_then(|()| {
            let began = Instant::now();
            let chosen = player.choose(game, stop, rng);
            longest_turn = longest_turn.max(began.elapsed());
            chosen
        });
        if stop.is_stopped() {
            return Ok(None);
        }
        let failure = match chosen {
            Err(NoTurn::TooMany(error)) => return Err(bad_input(error)),
            Err(NoTurn::Failed(failure)) => failure,
            Ok(turn) => match game.play(&turn) {
                Ok(()) => continue,
                Err(PlayError::NotLegal) => {
                    let what = format!("plays {}, which is not legal", turn.text(&game.ruleset().board));
                    Failure::new(FailureKind::IllegalTurn, &what)
                }
                Err(error) => return Err(bad_input(error)),
            },
        };
        return Ok(Some(Played { winner: Some(mover.other()), end: End::Failed(failure), plies, longest_turn }));
    }
    Ok(Some(Played { winner: None, end: End::BrokenOff, plies: longest, longest_turn }))
}

#[cfg(test)]
mod tests {
    use super::super::contestant::Contestant;
    use super::super::openings::Openings;
    use super::*;
    use quirkat_endings::{TableLibrary, TableSources};
    use quirkat_rules::{AnyRules, Turn, find_game};
    use quirkat_search::Limits;
    use std::sync::Arc;

    /// A player that fails in its second turn.
    struct Failing(Option<FailureKind>, u32);

    impl Player for Failing {
        fn choose(&mut self, game: &AnyGame, _: &Stop, rng: &mut Random) -> Result<Turn, NoTurn> {
            self.1 += 1;
            let mut turn = random_turn(game, rng)?;
            match self.0 {
                Some(FailureKind::IllegalTurn) if self.1 > 1 => turn.path.reverse(),
                Some(kind) if self.1 > 1 => return Err(NoTurn::Failed(Failure::new(kind, "is gone"))),
                _ => {}
            }
            Ok(turn)
        }
    }

    fn walker() -> AnyRules {
        AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[]).unwrap()).unwrap()
    }

    #[test]
    fn who_fails_loses() {
        for kind in FailureKind::ALL {
            let (mut game, mut rng) =
                Openings::new(&walker(), None, 0, 1).unwrap().begin(Round::FIRST, &Stop::default()).unwrap().unwrap();
            let mut players: [Box<dyn Player>; 2] = [Box::new(Failing(None, 0)), Box::new(Failing(Some(kind), 0))];
            let played = play(&mut game, &mut players, 300, &Stop::default(), &mut rng).unwrap().unwrap();
            assert_eq!((played.winner, played.plies, played.end.word()), (Some(Side::First), 3, kind.word()));
        }
    }

    #[test]
    fn a_game_that_is_told_to_stop_is_none() {
        let (mut game, mut rng) =
            Openings::new(&walker(), None, 0, 1).unwrap().begin(Round::FIRST, &Stop::default()).unwrap().unwrap();
        let tables = TableLibrary::open(&TableSources::Default(None), Arc::new(|_| ())).unwrap();
        let random = Contestant::Random.enter(&walker(), Limits::default(), &Default::default(), &tables.into());
        let random = random.unwrap();
        let stop = Stop::default();
        stop.stop();
        assert_eq!(play(&mut game, &mut [random.sit(), random.sit()], 300, &stop, &mut rng).unwrap(), None);
    }

    #[test]
    fn rounds_are_read_as_they_are_written() {
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
