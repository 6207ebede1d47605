//! Comparison of a position by the rules of a lesson and by plainer rules.

use super::SpecialOption;
use crate::lesson::Goal;
use quirkat_rules::{AnyGame, Outcome, Piece, Setup, Turn};
use std::collections::HashSet;

/// Maximum number of turns of a position that is examined.
const MAX_TURNS: usize = 120;
/// Maximum number of turns of a position whose results are compared.
const MAX_PLAYED_TURNS: usize = 16;
/// Maximum number of turns of each ruleset from which goals are taken.
const MAX_GOAL_TURNS: usize = 8;
/// Maximum number of right answers whose results are compared.
const MAX_COMPARED_ANSWERS: usize = 8;

/// Position in which two rulesets are compared.
pub struct Comparison<'g> {
    pub game: &'g AnyGame,
    pub turns: Vec<Turn>,
    /// Legal turns without their effects.
    acts: HashSet<Turn>,
    plainer: AnyGame,
    plain_turns: Vec<Turn>,
    plain_acts: HashSet<Turn>,
}

impl<'g> Comparison<'g> {
    pub fn new(game: &'g AnyGame, option: &SpecialOption) -> Option<Comparison<'g>> {
        let turns = game.turns().ok().filter(|turns| turns.len() <= MAX_TURNS)?;
        let plainer = option.counterpart(game)?;
        let plain_turns = plainer.turns().ok()?;
        let [acts, plain_acts] = [&turns, &plain_turns].map(|turns| turns.iter().map(act).collect());
        Some(Comparison { game, turns, acts, plainer, plain_turns, plain_acts })
    }

    /// Returns the turns that are legal only by the rules of the lesson.
    fn gained(&self) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(|turn| !self.plain_acts.contains(&act(turn)))
    }

    /// Returns the turns that are legal only by the plainer rules.
    fn lost(&self) -> impl Iterator<Item = &Turn> {
        self.plain_turns.iter().filter(|turn| !self.acts.contains(&act(turn)))
    }

    /// Returns the turns that meet a goal by the plainer rules, without their effects.
    pub fn plain_answers(&self, goal: Goal) -> HashSet<Turn> {
        self.plain_turns.iter().filter(|turn| goal.is_met(&self.plainer, turn)).map(act).collect()
    }

    /// Returns the right answers by the plainer rules that are illegal, in the order of the turns.
    pub fn forbidden<'a>(&'a self, plain_answers: &'a HashSet<Turn>) -> impl Iterator<Item = Turn> + 'a {
        let is_forbidden = |turn: &Turn| plain_answers.contains(turn) && !self.acts.contains(turn);
        self.plain_turns.iter().map(act).filter(is_forbidden)
    }

    /// Returns whether each answer is wrong by the plainer rules, or leads elsewhere.
    pub fn needs_rule(&self, answers: &[Turn], plain_answers: &HashSet<Turn>) -> bool {
        let leads_elsewhere = |turn: &Turn| result(self.game, turn) != result(&self.plainer, turn);
        let shared: Vec<_> = answers.iter().map(act).filter(|turn| plain_answers.contains(turn)).collect();
        shared.len() <= MAX_COMPARED_ANSWERS && shared.iter().all(leads_elsewhere)
    }

    /// Returns goals that the two rulesets may meet by different turns.
    pub fn goals(&self) -> Vec<Goal> {
        let [gained, lost]: [Vec<&Turn>; 2] =
            [self.gained().take(MAX_GOAL_TURNS).collect(), self.lost().take(MAX_GOAL_TURNS).collect()];
        let mut goals: Vec<_> = gained.iter().chain(&lost).flat_map(|turn| goals_of(turn)).collect();
        if self.turns.len() <= MAX_PLAYED_TURNS {
            goals.extend(self.turns.iter().flat_map(|turn| self.goals_by_result(turn)));
        }
        if !gained.is_empty() || !lost.is_empty() {
            goals.push(Goal::Legal);
        }
        if self.game.ruleset().options.aim == quirkat_rules::Aim::Lose {
            goals.push(Goal::WinByReply);
        }
        let mut seen = HashSet::new();
        goals.retain(|&goal| seen.insert(goal));
        goals
    }

    /// Returns goals about the result of a turn, if the plainer rules give it another result.
    fn goals_by_result(&self, turn: &Turn) -> Vec<Goal> {
        let turn = act(turn);
        let (Some(own), plain) = (result(self.game, &turn), result(&self.plainer, &turn)) else { return vec![] };
        if plain.as_ref() == Some(&own) {
            return vec![];
        }
        let by_outcome = own.outcome.and_then(|outcome| match outcome.winner {
            Some(winner) => (winner == self.game.to_move()).then_some(Goal::Win),
            None => Some(Goal::Draw),
        });
        [Goal::Promote, Goal::Close].into_iter().chain(by_outcome).collect()
    }
}

/// Returns goals that name what a turn does.
fn goals_of(turn: &Turn) -> Vec<Goal> {
    let Turn { claim, huff, roll, calls, drops, path, captures, removed, .. } = turn;
    match (&path[..], &drops[..], &removed[..]) {
        _ if roll.is_some() => vec![],
        _ if *calls => vec![Goal::Call],
        _ if claim.is_some() => vec![Goal::Claim],
        _ if huff.is_some() => vec![Goal::Huff],
        ([], [], [point]) => vec![Goal::Lift(*point)],
        (_, [_, _, ..], [_, _, ..]) => vec![Goal::Enter(drops.len()), Goal::Remove(removed.len())],
        (_, [_, _, ..], _) => vec![Goal::Enter(drops.len())],
        (_, _, [_, _, ..]) => vec![Goal::Remove(removed.len())],
        (_, _, [point]) => vec![Goal::Strike(*point)],
        (_, [point], _) => vec![Goal::Place(*point)],
        (&[start, .., end], ..) => {
            let by_captures = captures.first().map(|&taken| [Goal::TakeThis(taken), Goal::Take(captures.len())]);
            by_captures.into_iter().flatten().chain([Goal::Go(end), Goal::Move(start)]).collect()
        }
        _ => vec![],
    }
}

/// Returns a turn without the key of its effect, which depends on the rules.
pub fn act(turn: &Turn) -> Turn {
    Turn { effect: 0, ..turn.clone() }
}

/// What a turn leads to, without the memory that depends on the rules.
#[derive(PartialEq, Eq)]
struct TurnResult {
    columns: Vec<Vec<Piece>>,
    closed: [u8; 4],
    hand: [u8; 2],
    outcome: Option<Outcome>,
}

/// Returns what a turn leads to, or `None` if it is illegal.
fn result(game: &AnyGame, turn: &Turn) -> Option<TurnResult> {
    let mut after = game.clone();
    after.play_first(&mut |other| act(other) == *turn).ok()?;
    let Setup { columns, memory, .. } = after.setup();
    Some(TurnResult { columns, closed: memory.closed, hand: memory.hand, outcome: after.outcome() })
}
