//! Search for exercises about special options in random games and in positions with few pieces.

use super::SpecialOption;
use super::comparison::Comparison;
use super::positions::{besieged, thinned};
use crate::lesson::collect::{choose_turn, new_game, start_game};
use crate::lesson::{Exercise, Goal, Skill, goal};
use quirkat_rules::{AnyGame, AnyRules, Budget, OptionKey, Rank, Side, Turn};

/// Work after which a search that has found an exercise looks for no clearer one.
const MAX_CLEARING_WORK: u64 = 250_000;
/// Maximum number of games of the search: games may be short.
const MAX_GAMES: usize = 1000;
/// Maximum number of positions of these games.
const MAX_POSITIONS: usize = 3_000;
/// Maximum length of a game in plies.
const PLIES: usize = 160;
/// Maximum number of illegal turns that are tried as the tempting one of an exercise: the rules read each again.
const MAX_TRIED_DECOYS: usize = 2;
/// Number of exercises with such turns that are kept.
const MAX_FORBIDDING: usize = 4;
/// Maximum number of legal turns in exercises that ask for any of them.
const MAX_LEGAL_TURNS: usize = 9;
/// Number of positions that offer an exercise about an option, among which the clearest is chosen.
const MAX_OFFERS: usize = 12;
/// Number of steps of each side that are tried for a repetition.
const MAX_STEPS: usize = 6;
/// Number of pieces of a position that is easy to read.
const CLEAR_PIECES: usize = 8;

/// Weaknesses of an exercise: how vague its goal is, how far its number of pieces is from a clear one, and the numbers of
/// right answers and of legal turns.
type Faults = (usize, usize, usize, usize);

/// Exercise that shows an option, without a tempting turn.
struct Offer {
    faults: Faults,
    exercise: Exercise,
    /// Illegal turns that would be right answers by the plainer rules.
    forbidden: Vec<Turn>,
}

/// Search for an exercise about an option.
pub struct Search {
    pub option: SpecialOption,
    /// Exercises in which the rule forbids a turn, the clearest first.
    forbidding: Vec<Offer>,
    /// Clearest exercise in which every right answer needs the rule.
    needing: Option<Offer>,
    /// Number of positions that offered an exercise.
    offers: usize,
}

impl Search {
    pub fn new(option: SpecialOption) -> Search {
        Search { option, forbidding: vec![], needing: None, offers: 0 }
    }

    fn is_done(&self, budget: &Budget) -> bool {
        budget.is_spent() || self.offers >= MAX_OFFERS || self.offers > 0 && budget.spent() >= MAX_CLEARING_WORK
    }

    /// Compares a position by both rulesets, and keeps the clearest exercises that it offers.
    fn examine(&mut self, game: &AnyGame) {
        let Some(comparison) = Comparison::new(game, &self.option) else { return };
        let goals = comparison.goals();
        let is_offered = goals.into_iter().filter(|&goal| self.offer(&comparison, goal)).count() > 0;
        self.offers += usize::from(is_offered);
    }

    /// Offers the exercise with a goal. Returns whether it shows the option.
    fn offer(&mut self, comparison: &Comparison<'_>, goal: Goal) -> bool {
        let Comparison { game, turns, .. } = comparison;
        let answers: Vec<_> = turns.iter().filter(|turn| goal.is_met(game, turn)).cloned().collect();
        let most = if goal == Goal::Legal { MAX_LEGAL_TURNS } else { turns.len().saturating_sub(1) };
        if answers.is_empty() || answers.len() > most {
            return false;
        }
        let plain = comparison.plain_answers(goal);
        let forbids = comparison.forbidden(&plain).next().is_some();
        if !forbids && !comparison.needs_rule(&answers, &plain) {
            return false;
        }
        let setup = game.setup();
        let pieces: usize = Side::BOTH.map(|side| setup.count(side)).iter().sum();
        let vagueness = match goal {
            Goal::Enter(_) | Goal::Call | Goal::Claim | Goal::Huff => 0,
            Goal::Legal => 2,
            _ => 1,
        };
        let faults = (vagueness, pieces.abs_diff(CLEAR_PIECES), answers.len(), turns.len());
        let skill = Skill::Special(self.option.key);
        let offer = || Offer {
            faults,
            exercise: Exercise { skill, game: (*game).clone(), goal, answers, decoy: None },
            forbidden: comparison.forbidden(&plain).take(MAX_TRIED_DECOYS).collect(),
        };
        if forbids {
            let place = self.forbidding.partition_point(|other| other.faults <= faults);
            if place < MAX_FORBIDDING {
                self.forbidding.insert(place, offer());
                self.forbidding.truncate(MAX_FORBIDDING);
            }
        } else if self.needing.as_ref().is_none_or(|best| faults < best.faults) {
            self.needing = Some(offer());
        }
        true
    }

    /// Returns the clearest exercise: one in which a refusal names the rule, or one that needs the rule, or one in which
    /// the rule forbids a turn.
    pub fn into_exercise(mut self, budget: &Budget) -> (SpecialOption, Option<Exercise>) {
        let decoy = |Offer { exercise, forbidden, .. }: &Offer| match budget.is_spent() {
            true => None,
            false => self.option.decoy(exercise, forbidden),
        };
        let refusing = self.forbidding.iter().enumerate().find_map(|(place, offer)| Some((place, decoy(offer)?)));
        let exercise = match refusing {
            Some((place, decoy)) => {
                Some(Exercise { decoy: Some(decoy), ..self.forbidding.swap_remove(place).exercise })
            }
            None => self.needing.or(self.forbidding.into_iter().next()).map(|offer| offer.exercise),
        };
        (self.option, exercise)
    }
}

/// Examines positions of random games, with all their pieces and with few, until each search is done.
pub fn search(rules: &AnyRules, quiet: &[AnyGame], searches: &mut [Search], budget: &Budget) {
    let mut rng = fastrand::Rng::with_seed(1284);
    for game in quiet.iter().take_while(|_| !budget.is_spent()) {
        examine_repetitions(game, searches, budget);
        examine_king_moves(game, searches, budget);
    }
    let mut examined = 0;
    for number in 0..MAX_GAMES {
        let mut game = new_game(rules);
        for _ in 0..PLIES {
            if examined > MAX_POSITIONS || searches.iter().all(|search| search.is_done(budget)) {
                return;
            }
            examined += 1;
            let Some(turns) = game.turns().ok().filter(|turns| !turns.is_empty()) else { break };
            let setup = game.setup();
            let few = match rng.bool() {
                true => thinned(&setup, game.ruleset(), &mut rng),
                false => besieged(&setup, &game.ruleset().board, &mut rng),
            };
            let with_few = start_game(rules, &few);
            for position in start_game(rules, &setup).into_iter().chain(with_few).chain(after_last_turn(&game)) {
                examine(&position, searches, budget);
            }
            let turn = choose_turn(&game, &turns, number, &mut rng);
            if game.play(turn).is_err() {
                break;
            }
        }
    }
}

fn examine(position: &AnyGame, searches: &mut [Search], budget: &Budget) {
    if position.outcome().is_none() && !position.is_chance_node() {
        searches.iter_mut().filter(|search| !search.is_done(budget)).for_each(|search| search.examine(position));
        examine_repetitions(position, searches, budget);
        examine_king_moves(position, searches, budget);
    }
}

/// Returns the position with the last turn as its history, if that turn allows a huff or a claim.
fn after_last_turn(game: &AnyGame) -> Option<AnyGame> {
    let memory = game.setup().memory;
    if memory.huffable.is_empty() && memory.before.is_none() {
        return None;
    }
    let history = game.history();
    let mut short = start_game(&game.rules(), &game.setup_after(history.len() - 1))?;
    short.play(history.last()?).ok().map(|()| short)
}

/// Examines positions in which a side can restore an earlier position, for the second and for the third time.
fn examine_repetitions(start: &AnyGame, searches: &mut [Search], budget: &Budget) {
    let is_wanted = |search: &&mut Search| search.option.key == OptionKey::Repetition && !search.is_done(budget);
    let Some(search) = searches.iter_mut().find(is_wanted) else { return };
    for first in steps(start) {
        let Some(after_first) = goal::after(start, &first) else { continue };
        for second in steps(&after_first) {
            let Some(mut game) = goal::after(&after_first, &second) else { continue };
            if search.is_done(budget) {
                return;
            }
            let back = |turn: &Turn| turn.path.iter().rev().copied().collect::<Vec<_>>();
            let cycle = [&first.path, &second.path, &back(&first), &back(&second)].map(Vec::clone);
            for number in 2..7 {
                if game.play_first(&mut |turn| turn.path == cycle[number % 4]).is_err() || game.outcome().is_some() {
                    break;
                }
                if matches!(number, 2 | 6) {
                    search.examine(&game);
                }
            }
        }
    }
}

/// Examines positions in which a king has made as many moves in a row as it may.
fn examine_king_moves(start: &AnyGame, searches: &mut [Search], budget: &Budget) {
    let is_wanted = |search: &&mut Search| search.option.key == OptionKey::KingMoveLimit && !search.is_done(budget);
    let Some(search) = searches.iter_mut().find(is_wanted) else { return };
    let limit = start.ruleset().options.king_move_limit.0.map_or(0, usize::from);
    let setup = start.setup();
    let is_king = |turn: &Turn| setup.top(turn.path[0]).is_some_and(|piece| piece.rank > Rank::Man);
    for first in quiet_turns(start).filter(is_king).take(MAX_STEPS) {
        if search.is_done(budget) {
            return;
        }
        if let Some(game) = after_king_moves(start, &first, limit) {
            search.examine(&game);
        }
    }
}

/// Returns the game after a king has gone back and forth in `limit` moves, with a reply after each that lets its side move
/// without a capture.
fn after_king_moves(start: &AnyGame, first: &Turn, limit: usize) -> Option<AnyGame> {
    let mut game = start.clone();
    let mut path = first.path.clone();
    for _ in 0..limit {
        game.play_first(&mut |turn| turn.path == path && turn.captures.is_empty()).ok()?;
        path.reverse();
        let is_quiet = |after: &AnyGame| after.outcome().is_none() && quiet_turns(after).next().is_some();
        let replies = steps(&game).into_iter();
        let answered = replies.filter_map(|reply| goal::after(&game, &reply)).find(is_quiet)?;
        game = answered;
    }
    Some(game)
}

/// Returns some turns that move a piece and capture nothing.
fn steps(game: &AnyGame) -> Vec<Turn> {
    quiet_turns(game).take(MAX_STEPS).collect()
}

/// Returns the turns that move a piece and capture nothing.
fn quiet_turns(game: &AnyGame) -> impl Iterator<Item = Turn> {
    let turns = game.turns().unwrap_or_default().into_iter();
    turns.filter(|turn| turn.path.len() == 2 && turn.captures.is_empty())
}
