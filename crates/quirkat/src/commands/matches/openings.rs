//! Where the games of a match begin: random turns from the start, or from positions of a file.

use super::game::Round;
use crate::errors::bad_input;
use crate::source::read_text;
use quirkat_play::read_position;
use quirkat_rules::{AnyGame, AnyRules, read_turn, write_fen};
use quirkat_search::{Engine, Limits, OutcomeProbabilities, Random, Stop, random_opening};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Where openings need not be even: no score is further from it, in percent.
pub const ANY_BALANCE: u32 = 50;

/// The openings of a match, which follow from the seed alone. Random ones are other positions than those before them, as far as
/// there are others: games between engines that begin alike may well go on alike.
pub struct Openings {
    /// Where they begin, in turn.
    starts: Vec<AnyGame>,
    plies: u32,
    /// How far from even they may be, in percent of the score that the engine expects.
    balance: u32,
    seed: u64,
    drawn: Mutex<Drawn>,
}

/// The first of the openings, and their positions.
#[derive(Default)]
struct Drawn {
    games: Vec<AnyGame>,
    positions: HashSet<String>,
    /// Openings of games that were played before, by their numbers: they need not be drawn again.
    recorded: HashMap<u32, AnyGame>,
}

impl Openings {
    /// Openings of so many random turns, however much they favour a side.
    ///
    /// # Errors
    /// When a position of the file is none of the game, or always ends after so many turns.
    pub fn new(rules: &AnyRules, from: Option<&Path>, plies: u32, seed: u64) -> anyhow::Result<Openings> {
        let starts = from.map_or_else(|| Ok(vec![rules.new_game()]), |file| read(rules, file))?;
        let openings = Openings { starts, plies, balance: ANY_BALANCE, seed, drawn: Mutex::default() };
        for start in &openings.starts {
            opening(start, plies, &mut openings.chance(0))?;
        }
        Ok(openings)
    }

    /// The same, those alone in which the engine expects a score that is no further from even, in percent.
    pub fn within(self, balance: u32) -> Openings {
        Openings { balance, ..self }
    }

    /// The positions that they begin from.
    pub fn positions(&self) -> impl Iterator<Item = String> {
        self.starts.iter().map(position)
    }

    /// How many positions they begin from.
    pub fn starts(&self) -> usize {
        self.starts.len()
    }

    /// How many random turns each has.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Learns an opening from the turns of a game that was played before; `None` if they are none of an opening.
    pub fn remember<'t>(&self, opening: u32, mut turns: impl Iterator<Item = &'t str>) -> Option<()> {
        let mut game = self.start(opening).clone();
        for _ in 0..self.plies {
            let turn = read_turn(&*game, turns.next()?).ok()?;
            game.play(&turn).ok()?;
        }
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner).recorded.insert(opening, game);
        Some(())
    }

    fn start(&self, opening: u32) -> &AnyGame {
        &self.starts[opening as usize % self.starts.len()]
    }

    /// The game of a round after its opening, and the chance that rules its further course; `None` if it is told to stop.
    pub fn begin(&self, round: Round, stop: &Stop) -> anyhow::Result<Option<(AnyGame, Random)>> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        for number in drawn.games.len() as u32..=round.opening {
            let recorded = drawn.recorded.remove(&number).map(Some);
            let game = recorded.map_or_else(|| self.draw(number, &drawn.positions, stop), Ok)?;
            let Some(game) = game else { return Ok(None) };
            drawn.positions.insert(position(&game));
            drawn.games.push(game);
        }
        Ok(Some((drawn.games[round.opening as usize].clone(), self.chance(round.numbers()[1]))))
    }

    /// The first opening of those that chance draws that is new and even enough; the most even one of many where none is, for a
    /// game may favour a side from its first turn; and one that is known where all are. Without random turns there is one only.
    /// `None` if it is told to stop.
    fn draw(&self, number: u32, known: &HashSet<String>, stop: &Stop) -> anyhow::Result<Option<AnyGame>> {
        const DRAWN: u32 = 1000;
        const LOOKED_AT: u32 = 40;
        let start = self.start(number);
        let [of_opening, _] = Round { opening: number, ..Round::FIRST }.numbers();
        let mut rng = self.chance(of_opening);
        let (mut looked_at, mut most_even, mut repeated) = (0, None, None);
        for _ in 0..DRAWN {
            let game = opening(start, self.plies, &mut rng)?;
            if self.plies == 0 {
                return Ok(Some(game));
            }
            if known.contains(&position(&game)) {
                repeated = Some(game);
                continue;
            }
            if self.balance >= ANY_BALANCE {
                return Ok(Some(game));
            }
            let most = f64::from(self.balance) / 100.0;
            let mut off = favour(&game, GLANCE, stop)?;
            // What looks even may not be so.
            if off.is_some_and(|off| off <= most) {
                off = favour(&game, LOOK, stop)?;
            }
            let Some(off) = off else { return Ok(None) };
            if off <= most {
                return Ok(Some(game));
            }
            if most_even.as_ref().is_none_or(|&(least, _)| off < least) {
                most_even = Some((off, game));
            }
            looked_at += 1;
            if looked_at == LOOKED_AT {
                break;
            }
        }
        Ok(Some(most_even.map(|(_, game)| game).or(repeated).expect("there were tries")))
    }

    fn chance(&self, number: u64) -> Random {
        Random::of_number(self.seed, number)
    }
}

/// The position that a game has come to, and who is to move there.
fn position(game: &AnyGame) -> String {
    write_fen(game.ruleset(), &game.setup())
}

/// In how many positions the engine looks whether an opening is even: at all of them, and at those that seem to be.
const GLANCE: u64 = 2_000;
const LOOK: u64 = 40_000;

/// How far from even is the score that the engine expects of a game in so many positions, whichever side it favours: from 0 to
/// 0.5; `None` if it is told to stop.
fn favour(game: &AnyGame, positions: u64, stop: &Stop) -> anyhow::Result<Option<f64>> {
    let limits = Limits { time: None, depth: None, nodes: Some(positions) };
    let analysis = Engine::new(1).analyse(game, limits, 1, stop, &mut |_| {}).map_err(bad_input)?;
    if stop.is_stopped() {
        return Ok(None);
    }
    let line = analysis.lines.first().expect("an opening leaves something to play");
    Ok(Some((OutcomeProbabilities::of(line.score, game.ruleset()).expected_score() - 0.5).abs()))
}

/// The positions of a file, one on each line that is neither empty nor a comment.
fn read(rules: &AnyRules, file: &Path) -> anyhow::Result<Vec<AnyGame>> {
    let (text, ruleset) = (read_text(file)?, rules.ruleset());
    let lines = (1..).zip(text.lines().map(str::trim));
    let games = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(number, line)| {
        let wrong = |error: String| bad_input(format!("{}, line {number}: {error}", file.display()));
        let setup = read_position(&ruleset, line).map_err(|error| wrong(error.to_string()))?;
        rules.game(Some(&setup)).map_err(|error| wrong(error.to_string()))
    });
    let games = games.collect::<Result<Vec<_>, _>>()?;
    if games.is_empty() {
        return Err(bad_input(format!("{} holds no position; allowed: a position on each line", file.display())));
    }
    Ok(games)
}

/// A game after random turns that do not end it.
pub fn opening(start: &AnyGame, plies: u32, rng: &mut Random) -> anyhow::Result<AnyGame> {
    let opening = random_opening(start, plies, rng).map_err(bad_input)?;
    let none = || format!("no opening of {plies} random turns leaves a game of {} to play", start.ruleset().title());
    opening.ok_or_else(|| bad_input(none() + "; allowed: fewer --plies"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{Side, find_game};
    use std::fs;

    fn begin(openings: &Openings, opening: u32, side: Side) -> (AnyGame, Random) {
        openings.begin(Round { opening, side }, &Stop::default()).unwrap().unwrap()
    }

    fn off(game: &AnyGame, positions: u64) -> f64 {
        favour(game, positions, &Stop::default()).unwrap().unwrap()
    }

    fn walker() -> AnyRules {
        AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[]).unwrap()).unwrap()
    }

    #[test]
    fn the_rounds_of_an_opening_begin_alike_and_go_on_by_chances_of_their_own() {
        let openings = Openings::new(&walker(), None, 4, 9).unwrap();
        let [first, second] = Side::BOTH.map(|side| begin(&openings, 6, side));
        assert_eq!(first.0.history(), second.0.history());
        let [mut a, mut b] = [first.1, second.1];
        assert_ne!([(); 8].map(|()| a.index(100)), [(); 8].map(|()| b.index(100)));
        let other = begin(&openings, 7, Side::First);
        assert_ne!(other.0.history(), first.0.history());
    }

    #[test]
    fn openings_are_other_positions_as_far_as_there_are_others() {
        // The first side has four turns at the start.
        let openings = Openings::new(&walker(), None, 1, 3).unwrap();
        let of_number = |opening| position(&begin(&openings, opening, Side::Second).0);
        let later = of_number(5);
        let positions = [0, 1, 2, 3, 4, 5].map(of_number);
        assert_eq!(later, positions[5]);
        assert_eq!(HashSet::from(positions.clone()), positions[..4].iter().cloned().collect());
        assert_eq!(positions[..4].iter().collect::<HashSet<_>>().len(), 4);
        // What was played before is not drawn again.
        let resumed = Openings::new(&walker(), None, 1, 3).unwrap();
        let again = |opening| position(&begin(&resumed, opening, Side::First).0);
        assert_eq!(resumed.remember(0, ["d2-c3"].into_iter()), Some(()));
        assert_eq!(resumed.remember(1, ["a1-e5"].into_iter()), None);
        let first = again(0);
        assert!(positions[..4].contains(&first) && again(1) != first);
    }

    #[test]
    fn openings_that_have_to_be_even_are_those_of_chance_or_more_even_than_they() {
        let fanorona = AnyRules::compile(find_game("fanorona").unwrap().ruleset(None, &[]).unwrap()).unwrap();
        let openings = |balance| Openings::new(&fanorona, None, 4, 1).unwrap().within(balance);
        let (any, even) = (openings(ANY_BALANCE), openings(10));
        let mut kept = 0;
        for opening in 0..12 {
            let [of_chance, game] = [&any, &even].map(|openings| begin(openings, opening, Side::First).0);
            assert!(off(&game, LOOK) <= 0.1, "{:?}", game.history());
            if [GLANCE, LOOK].iter().all(|&positions| off(&of_chance, positions) <= 0.1) {
                assert_eq!(game.history(), of_chance.history());
                kept += 1;
            }
        }
        assert!((1..12).contains(&kept), "{kept} of 12 openings are even by chance");
    }

    #[test]
    fn nothing_is_drawn_when_it_is_told_to_stop() {
        let openings = Openings::new(&walker(), None, 4, 1).unwrap().within(10);
        let stop = Stop::default();
        stop.stop();
        assert!(openings.begin(Round::FIRST, &stop).unwrap().is_none());
        assert!(openings.begin(Round::FIRST, &Stop::default()).unwrap().is_some());
    }

    #[test]
    fn openings_begin_at_the_positions_of_a_file_in_turn() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("positions");
        fs::write(&file, "# two\nW:Wa1,c3:Be5\n\n  B:Wa1:Be5,d4\n").unwrap();
        let rules = walker();
        let openings = Openings::new(&rules, Some(&file), 0, 1).unwrap();
        let fen = |opening| position(&begin(&openings, opening, Side::First).0);
        assert_eq!(openings.starts(), 2);
        assert_eq!([0, 1, 2].map(fen), ["W:Wa1,c3:Be5", "B:Wa1:Bd4,e5", "W:Wa1,c3:Be5"]);
        for (text, wrong) in [
            ("", "holds no position"),
            ("W:Wa1,c3:Be5\nW:Wz9:Be5\n", "line 2"),
            // White is blocked, or has no men: there is nothing to play.
            ("W:W:Be5\n", "leaves a game"),
        ] {
            fs::write(&file, text).unwrap();
            let error = Openings::new(&rules, Some(&file), 0, 1).err().map(|error| format!("{error:#}"));
            assert!(error.as_ref().is_some_and(|error| error.contains(wrong)), "{text}: {error:?}");
        }
    }
}
