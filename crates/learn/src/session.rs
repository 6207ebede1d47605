//! One game with the rules of one family, entered action by action.

use crate::encoding::{Action, Encoding, Token};
use crate::observation::{Course, observe};
use crate::sequences::Sequences;
use crate::state::End;
use quirkat_rules::{AnyGame, AnyRules, History, Repetition, Rules, RulesVisitor, Setup, SetupError, Side, Turn};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// A game of any family.
pub(crate) trait Session: Send + Sync {
    fn clone_box(&self) -> Box<dyn Session>;
    /// Returns to the start.
    fn restart(&mut self);
    fn sequences(&self) -> &Sequences;
    /// Enters a legal action.
    fn enter(&mut self, action: Action);
    /// Takes back the last action; returns `None` at the start.
    fn undo(&mut self) -> Option<Action>;
    fn to_move(&self) -> Side;
    fn is_chance_node(&self) -> bool;
    fn end(&self) -> Option<End>;
    fn actions(&self) -> &[Action];
    /// Returns the actions of the turn that is being entered.
    fn entered(&self) -> &[Action];
    /// Returns the number of finished turns.
    fn turns(&self) -> usize;
    fn observe(&self, player: Side, values: &mut [f32]);
    fn setup(&self) -> Setup;
    /// Returns the number of a turn among the legal turns of the position.
    fn number_of(&self, turn: &Turn) -> Option<usize>;
    /// Returns the number of each finished turn among the legal turns of its position.
    fn numbers(&self) -> Vec<usize>;
    fn key(&self) -> u64;
}

/// A game of one family.
struct Entry<G: Rules> {
    rules: Arc<G>,
    encoding: Arc<Encoding>,
    start: G::Position,
    position: G::Position,
    history: History,
    /// Legal turns of the position.
    moves: Vec<G::Move>,
    sequences: Sequences,
    /// Turns since the last capture.
    quiet: u32,
    end: Option<End>,
    max_turns: usize,
    finished: Vec<Finished<G::Position>>,
    actions: Vec<Action>,
    /// Number of actions before the turn that is being entered.
    entered_from: usize,
}

/// A finished turn.
#[derive(Clone, Copy)]
struct Finished<P> {
    before: P,
    /// Number among the legal turns.
    number: usize,
    quiet_before: u32,
    /// Number of actions before the turn.
    entered_from: usize,
}

/// Creates a session for rules of any family.
///
/// # Errors
/// When the start does not fit the rules.
pub(crate) fn new_session(
    rules: &AnyRules,
    encoding: Arc<Encoding>,
    start: Option<&Setup>,
    max_turns: usize,
) -> Result<Box<dyn Session>, SetupError> {
    struct New<'a>(Arc<Encoding>, Option<&'a Setup>, usize);
    impl RulesVisitor for New<'_> {
        type Output = Result<Box<dyn Session>, SetupError>;
        fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
            let New(encoding, start, max_turns) = self;
            let start = start.map_or_else(|| Ok(rules.start()), |setup| rules.position(setup))?;
            let mut entry = Entry {
                history: History::new(&**rules, &start),
                rules: Arc::clone(rules),
                encoding,
                start,
                position: start,
                moves: vec![],
                sequences: Sequences::default(),
                quiet: 0,
                end: None,
                max_turns,
                finished: vec![],
                actions: vec![],
                entered_from: 0,
            };
            entry.begin_turn();
            Ok(Box::new(entry))
        }
    }
    rules.visit(New(encoding, start, max_turns))
}

/// Plays turns by their numbers among the legal turns.
pub(crate) fn play_numbers(game: &mut AnyGame, numbers: &[usize]) {
    for &number in numbers {
        let turn = game.turns().expect("the session listed these turns").swap_remove(number);
        game.play(&turn).expect("the turn is among the legal ones");
    }
}

impl<G: Rules> Entry<G> {
    /// Lists the turns of the position and decides whether the game is over.
    fn begin_turn(&mut self) {
        self.entered_from = self.actions.len();
        self.moves.clear();
        self.sequences.clear();
        let is_listed = self.list_turns();
        self.end = self.end_here(is_listed);
        if self.end.is_some() {
            self.sequences.clear();
        }
        self.sequences.begin(self.encoding.end());
    }

    /// Lists the legal turns. Returns whether there were few enough.
    fn list_turns(&mut self) -> bool {
        let forbids = self.forbids_repetition();
        let Entry { rules, encoding, position, history, moves, sequences, .. } = self;
        let (rules, encoding, position) = (&**rules, &**encoding, &*position);
        let listed = rules.for_each_turn(position, &mut |made, path| {
            if forbids && history.contains(rules.key(&rules.play(position, made))) {
                return Continue(());
            }
            moves.push(*made);
            if !encoding.is_told_by_path {
                encoding.for_each_token(&rules.turn(position, made, path, 0), &mut |token| sequences.push(token));
            } else if path.before.is_some() {
                sequences.push_backwards(path.backwards().map(|hop| hop.at.0));
            }
            sequences.finish_sequence();
            Continue(())
        });
        if let Some(call) = rules.call(position) {
            moves.push(call);
            sequences.push(Token::from(encoding.combat()));
            sequences.finish_sequence();
        }
        listed.is_ok()
    }

    fn forbids_repetition(&self) -> bool {
        self.rules.ruleset().options.repetition == Repetition::Forbidden
    }

    fn end_here(&self, is_listed: bool) -> Option<End> {
        let rules = &*self.rules;
        let outcome = if self.moves.is_empty() {
            self.history.judge(rules, &self.position, false, || !is_listed)
        } else {
            // A position with turns does not end the game itself.
            self.history.outcome(rules, &self.position)
        };
        let is_truncated = !is_listed || self.finished.len() >= self.max_turns;
        outcome.map(End::Over).or_else(|| is_truncated.then_some(End::Truncated))
    }

    fn play(&mut self, number: usize) {
        let (rules, before, made) = (&*self.rules, self.position, self.moves[number]);
        let after = rules.play(&before, &made);
        let key = if self.history.uses_keys() { rules.key(&after) } else { 0 };
        self.history.push(rules, &before, &made, &after, key);
        self.finished.push(Finished { before, number, quiet_before: self.quiet, entered_from: self.entered_from });
        self.quiet = if rules.removed_count(&made) > 0 { 0 } else { self.quiet + 1 };
        self.position = after;
        self.begin_turn();
    }
}

impl<G: Rules> Session for Entry<G> {
    fn clone_box(&self) -> Box<dyn Session> {
        Box::new(Entry {
            rules: Arc::clone(&self.rules),
            encoding: Arc::clone(&self.encoding),
            start: self.start,
            position: self.position,
            history: self.history.clone(),
            moves: self.moves.clone(),
            sequences: self.sequences.clone(),
            quiet: self.quiet,
            end: self.end,
            max_turns: self.max_turns,
            finished: self.finished.clone(),
            actions: self.actions.clone(),
            entered_from: self.entered_from,
        })
    }

    fn restart(&mut self) {
        self.position = self.start;
        self.history.restart(&*self.rules, &self.start);
        self.quiet = 0;
        self.finished.clear();
        self.actions.clear();
        self.begin_turn();
    }

    fn sequences(&self) -> &Sequences {
        &self.sequences
    }

    #[inline]
    fn enter(&mut self, action: Action) {
        self.actions.push(action);
        if let Some(number) = self.sequences.enter(action, self.encoding.end()) {
            self.play(number);
        }
    }

    fn undo(&mut self) -> Option<Action> {
        let undone = self.actions.pop()?;
        if self.actions.len() < self.entered_from {
            let turn = self.finished.pop().expect("the last action finished a turn");
            self.history.pop();
            self.position = turn.before;
            self.quiet = turn.quiet_before;
            self.begin_turn();
            self.entered_from = turn.entered_from;
        } else {
            self.sequences.begin(self.encoding.end());
        }
        for action in &self.actions[self.entered_from..] {
            self.sequences.enter(*action, self.encoding.end());
        }
        Some(undone)
    }

    fn to_move(&self) -> Side {
        self.rules.to_move(&self.position)
    }

    fn is_chance_node(&self) -> bool {
        self.end.is_none() && self.rules.is_chance_node(&self.position)
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn actions(&self) -> &[Action] {
        &self.actions
    }

    fn entered(&self) -> &[Action] {
        &self.actions[self.entered_from..]
    }

    fn turns(&self) -> usize {
        self.finished.len()
    }

    fn observe(&self, player: Side, values: &mut [f32]) {
        let to_act = (self.end.is_none() && !self.is_chance_node()).then(|| self.to_move());
        let course = Course { history: &self.history, quiet: self.quiet, entered: self.entered(), to_act };
        observe(&self.encoding, &*self.rules, &self.position, &course, player, values);
    }

    fn setup(&self) -> Setup {
        self.rules.setup(&self.position)
    }

    fn number_of(&self, turn: &Turn) -> Option<usize> {
        let rules = &*self.rules;
        let (mut number, mut found) = (0, None);
        let forbids = self.forbids_repetition();
        let listed = rules.for_each_turn(&self.position, &mut |made, path| {
            let effect = rules.key(&rules.play(&self.position, made));
            if forbids && self.history.contains(effect) {
                return Continue(());
            }
            if rules.turn(&self.position, made, path, effect) == *turn {
                found = Some(number);
                return Break(());
            }
            number += 1;
            Continue(())
        });
        // A call for single combat follows the other turns.
        let call = (turn.calls && rules.call(&self.position).is_some()).then_some(number);
        found.or(call).filter(|_| listed.is_ok() && self.end.is_none())
    }

    fn numbers(&self) -> Vec<usize> {
        self.finished.iter().map(|turn| turn.number).collect()
    }

    fn key(&self) -> u64 {
        self.rules.key(&self.position)
    }
}
