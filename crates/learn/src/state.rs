//! The state of one game.

use crate::encoding::{Action, Encoding};
use crate::session::{Session, new_session, play_numbers};
use quirkat_rules::{AnyGame, AnyRules, Outcome, Setup, SetupError, Side, Turn};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// Player who acts in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// A side.
    Side(Side),
    /// The dice: all throws are equally likely.
    Chance,
    /// No player: the game is over.
    Terminal,
}

/// End of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The rules ended the game.
    Over(Outcome),
    /// The game reached the limit of turns, or a position with too many turns to list. It counts as a draw.
    Truncated,
}

/// Error for an action that is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ActionError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The action is not legal in this state.
    #[error("action {action}{} is not legal here; allowed: {allowed}", .name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default())]
    NotLegal {
        /// Number of the action.
        action: Action,
        /// Name of the action; `None` if the game has no such action.
        name: Option<String>,
        /// Names of the first legal actions.
        allowed: String,
    },
}

/// Reason why a game cannot be entered action by action.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The start does not fit the rules.
    #[error(transparent)]
    Start(#[from] SetupError),
    /// The game went on after its end by the rules, or after the limit of turns.
    #[error("the game went on after {0} turns, which ended it by the rules or by the limit of turns")]
    WentOn(usize),
}

/// Number of legal actions that an error names.
const NAMED_ACTIONS: usize = 12;

/// A game in progress, entered action by action.
///
/// Between two actions a turn may be incomplete. Positions and pieces change only when it is complete.
pub struct State {
    rules: AnyRules,
    encoding: Arc<Encoding>,
    start: Setup,
    max_turns: usize,
    session: Box<dyn Session>,
}

impl State {
    /// Creates the state at the start of the rules. A game of `max_turns` turns, throws included, is truncated.
    pub fn new(rules: &AnyRules, max_turns: usize) -> State {
        let encoding = Arc::new(Encoding::new(rules.ruleset()));
        State::with_encoding(rules, encoding, None, max_turns)
            .expect("the start was checked when the rules were compiled")
    }

    /// Creates a state with an encoding that was derived before, from a setup or from the start of the rules.
    ///
    /// # Errors
    /// When the start does not fit the rules.
    pub fn with_encoding(
        rules: &AnyRules,
        encoding: Arc<Encoding>,
        start: Option<&Setup>,
        max_turns: usize,
    ) -> Result<State, SetupError> {
        let session = new_session(rules, Arc::clone(&encoding), start, max_turns)?;
        let start = session.setup();
        Ok(State { rules: rules.clone(), encoding, start, max_turns, session })
    }

    /// Enters the turns of a game.
    ///
    /// # Errors
    /// When the game went on after its end.
    pub fn of_game(game: &AnyGame, encoding: Arc<Encoding>, max_turns: usize) -> Result<State, ReplayError> {
        let start = game.setup_after(0);
        let mut state = State::with_encoding(&game.rules(), encoding, Some(&start), max_turns)?;
        for (ply, turn) in game.history().into_iter().enumerate() {
            state.play(turn).ok_or(ReplayError::WentOn(ply))?;
        }
        Ok(state)
    }

    /// Returns the encoding of the actions and observations.
    pub fn encoding(&self) -> &Arc<Encoding> {
        &self.encoding
    }

    /// Returns the compiled rules.
    pub fn rules(&self) -> &AnyRules {
        &self.rules
    }

    /// Returns the setup at the start of the game.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// Returns the limit of turns.
    pub fn max_turns(&self) -> usize {
        self.max_turns
    }

    /// Returns to the start.
    pub fn restart(&mut self) {
        self.session.restart();
    }

    /// Returns the legal actions in ascending order; none if the game is over.
    pub fn legal_actions(&self) -> impl Iterator<Item = Action> {
        self.session.sequences().legal.iter()
    }

    /// Returns the number of legal actions.
    pub fn legal_count(&self) -> usize {
        self.session.sequences().legal.len()
    }

    /// Returns whether an action is legal.
    #[inline]
    pub fn is_legal(&self, action: Action) -> bool {
        self.session.sequences().legal.has(action)
    }

    /// Enters an action.
    ///
    /// # Errors
    /// When the action is not legal. The state is then unchanged.
    pub fn apply(&mut self, action: Action) -> Result<(), ActionError> {
        if !self.is_legal(action) {
            return Err(self.refusal(action));
        }
        self.session.enter(action);
        Ok(())
    }

    /// Returns the error for an action that is not legal.
    pub(crate) fn refusal(&self, action: Action) -> ActionError {
        if self.end().is_some() {
            return ActionError::Over;
        }
        let names: Vec<_> =
            self.legal_actions().take(NAMED_ACTIONS).filter_map(|legal| self.encoding.name(legal)).collect();
        let more = self.legal_count() - names.len();
        let allowed = names.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() };
        ActionError::NotLegal { action, name: self.encoding.name(action), allowed }
    }

    /// Enters all actions of a legal turn, and returns their number. Returns `None` if the turn is not legal, or another one
    /// has been entered in part; the state is then unchanged.
    pub fn play(&mut self, turn: &Turn) -> Option<usize> {
        if self.is_mid_turn() {
            return None;
        }
        let number = self.session.number_of(turn)?;
        let actions = self.session.sequences().actions_of(number, self.encoding.end());
        actions.iter().for_each(|&action| self.session.enter(action));
        Some(actions.len())
    }

    /// Takes back the last action and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Action> {
        self.session.undo()
    }

    /// Returns the player who acts next.
    pub fn player(&self) -> Player {
        if self.end().is_some() {
            Player::Terminal
        } else if self.session.is_chance_node() {
            Player::Chance
        } else {
            Player::Side(self.session.to_move())
        }
    }

    /// Returns the end of the game; `None` while it goes on.
    #[inline]
    pub fn end(&self) -> Option<End> {
        self.session.end()
    }

    /// Returns 1 for the winner, −1 for the loser, and 0 for both while the game goes on or if it is drawn.
    pub fn returns(&self) -> [f32; 2] {
        match self.end() {
            Some(End::Over(Outcome { winner: Some(winner), .. })) => {
                Side::BOTH.map(|side| if side == winner { 1.0 } else { -1.0 })
            }
            _ => [0.0; 2],
        }
    }

    /// Returns all actions since the start.
    pub fn actions(&self) -> &[Action] {
        self.session.actions()
    }

    /// Returns the number of finished turns.
    pub fn turns(&self) -> usize {
        self.session.turns()
    }

    /// Returns the actions of the turn that is being entered.
    pub fn entered(&self) -> &[Action] {
        self.session.entered()
    }

    /// Returns whether a turn has been entered in part.
    pub fn is_mid_turn(&self) -> bool {
        !self.entered().is_empty()
    }

    /// Writes a player's observation, of [`Encoding::observation_len`] values.
    ///
    /// # Panics
    /// If `values` has another length.
    pub fn observe(&self, player: Side, values: &mut [f32]) {
        assert_eq!(values.len(), self.encoding.observation_len(), "length of the observation");
        self.session.observe(player, values);
    }

    /// Returns the position after the finished turns.
    pub fn setup(&self) -> Setup {
        self.session.setup()
    }

    /// Returns the key of the position after the finished turns.
    pub fn key(&self) -> u64 {
        self.session.key()
    }

    /// Returns the game with its finished turns.
    pub fn game(&self) -> AnyGame {
        self.continued(None)
    }

    /// Returns the game with its finished turns, from an earlier game of this state with the first of them.
    pub fn continued(&self, earlier: Option<AnyGame>) -> AnyGame {
        let mut game = earlier
            .unwrap_or_else(|| self.rules.game(Some(&self.start)).expect("the start was checked by the session"));
        let played = game.history().len();
        play_numbers(&mut game, &self.session.numbers()[played..]);
        game
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            rules: self.rules.clone(),
            encoding: Arc::clone(&self.encoding),
            start: self.start.clone(),
            max_turns: self.max_turns,
            session: self.session.clone_box(),
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("actions", &self.actions()).field("end", &self.end()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use quirkat_rules::{Reason, TurnPrompt, games, write_fen};

    const MAX_TURNS: usize = 60;

    /// Calls `check` with the rules of each variant.
    fn for_each_variant(mut check: impl FnMut(&str, &AnyRules)) {
        for file in games() {
            for variant in file.variants() {
                let rules = AnyRules::compile(file.ruleset(Some(variant), &[]).unwrap()).unwrap();
                check(&rules.ruleset().title(), &rules);
            }
        }
    }

    fn random_action(state: &State, rng: &mut Rng) -> Action {
        state.legal_actions().nth(rng.usize(..state.legal_count())).unwrap()
    }

    /// Checks that the sequences of actions are the legal turns of the game, and that no two turns with different effects
    /// share one.
    fn check_sequences(title: &str, state: &State) {
        let game = state.game();
        let (board, turns) = (&game.ruleset().board, game.turns().unwrap());
        let sequences = state.session.sequences();
        assert_eq!(sequences.len(), turns.len(), "{title}");
        let mut seen = std::collections::HashMap::new();
        for (number, turn) in turns.iter().enumerate() {
            let actions = sequences.actions_of(number, state.encoding.end());
            assert!(actions.len() <= state.encoding.max_turn_actions(), "{title}");
            let effect = *seen.entry(actions.clone()).or_insert(turn.effect);
            assert_eq!(effect, turn.effect, "{title}: {} is ambiguous: {actions:?}", turn.text(board));
            let named = turn.choices(board).into_iter().filter(|(prompt, _)| *prompt != TurnPrompt::Captured);
            let mut entered = actions.iter();
            for (_, point) in named {
                assert!(entered.any(|&action| action == point.0), "{title}: {} lacks {point:?}", turn.text(board));
            }
        }
    }

    #[test]
    fn every_variant_is_played_by_actions_to_the_outcome_of_its_rules() {
        let mut rng = Rng::with_seed(7);
        for_each_variant(|title, rules| {
            let mut state = State::new(rules, MAX_TURNS);
            let mut observation = vec![0.0; state.encoding.observation_len()];
            while state.end().is_none() {
                if state.turns().is_multiple_of(4) && !state.is_mid_turn() {
                    check_sequences(title, &state);
                }
                let action = random_action(&state, &mut rng);
                assert_eq!(state.encoding.action(&state.encoding.name(action).unwrap()), Some(action), "{title}");
                state.apply(action).unwrap();
                for side in Side::BOTH {
                    state.observe(side, &mut observation);
                    assert!(observation.iter().all(|value| (0.0..=1.0).contains(value)), "{title}");
                }
            }
            let game = state.game();
            let ruleset = game.ruleset();
            assert_eq!(write_fen(ruleset, &game.setup()), write_fen(ruleset, &state.setup()), "{title}");
            match state.end().unwrap() {
                End::Over(outcome) => assert_eq!(game.outcome(), Some(outcome), "{title}"),
                End::Truncated => assert_eq!((game.outcome(), state.turns()), (None, MAX_TURNS), "{title}"),
            }
            let again = State::of_game(&game, Arc::clone(&state.encoding), MAX_TURNS).unwrap();
            assert_eq!((again.end(), again.key()), (state.end(), state.key()), "{title}");
        });
    }

    #[test]
    fn undoing_all_actions_visits_the_same_states_backwards() {
        let mut rng = Rng::with_seed(8);
        for_each_variant(|title, rules| {
            let mut state = State::new(rules, 12);
            let mut observation = vec![0.0; state.encoding.observation_len()];
            let mut look = |state: &State| {
                state.observe(Side::First, &mut observation);
                (state.legal_actions().collect::<Vec<_>>(), state.player(), observation.clone())
            };
            let mut seen = vec![look(&state)];
            while state.end().is_none() {
                state.apply(random_action(&state, &mut rng)).unwrap();
                seen.push(look(&state));
            }
            while let Some(expected) = seen.pop() {
                assert!(look(&state) == expected, "{title} after {:?}", state.actions());
                assert_eq!(state.undo().is_none(), seen.is_empty(), "{title}");
            }
        });
    }

    /// Rules of two men on nine points, where repetition soon forbids every move.
    fn duel(more: &[&str]) -> AnyRules {
        let rules = ["placing=no", "fly_at_three=no", "repetition=forbidden"];
        let rules: Vec<_> = rules.iter().chain(more).map(|rule| quirkat_rules::split_option(rule).unwrap()).collect();
        let file = quirkat_rules::find_game("alquerque-de-tres").unwrap();
        AnyRules::compile(file.ruleset(Some("moving"), &rules).unwrap()).unwrap()
    }

    fn start_of_duel(rules: &AnyRules) -> State {
        let start = quirkat_rules::read_fen(&rules.ruleset(), "W:Wa1:Bc3").unwrap();
        let encoding = Arc::new(Encoding::new(rules.ruleset()));
        State::with_encoding(rules, encoding, Some(&start), 1_000).unwrap()
    }

    #[test]
    fn a_call_is_a_turn_where_repetition_forbids_every_move() {
        let (rules, mut rng) = (duel(&["single_combat=on_call"]), Rng::with_seed(9));
        let mut alone = 0;
        for _ in 0..20 {
            let mut state = start_of_duel(&rules);
            let call = state.encoding.combat();
            while state.end().is_none() && state.legal_actions().ne([call]) {
                let actions: Vec<_> = state.legal_actions().filter(|&action| action != call).collect();
                state.apply(actions[rng.usize(..actions.len())]).unwrap();
            }
            if state.end().is_none() {
                assert_eq!((state.game().outcome(), state.game().turns().unwrap().len()), (None, 1));
                state.apply(call).unwrap();
                assert!(state.game().history().last().unwrap().calls);
                alone += 1;
            }
        }
        assert!(alone > 0, "no move but a call remained in {alone} games");
    }

    #[test]
    fn a_count_that_ends_the_game_comes_before_moves_that_repetition_forbids() {
        let (unlimited, mut rng) = (duel(&[]), Rng::with_seed(10));
        let mut ends = 0;
        while ends < 3 {
            let mut state = start_of_duel(&unlimited);
            while state.end().is_none() {
                state.apply(random_action(&state, &mut rng)).unwrap();
            }
            let Some(End::Over(Outcome { reason: Reason::Blocked, .. })) = state.end() else { continue };
            assert_eq!(state.game().outcome().unwrap().reason, Reason::Blocked);
            if state.turns().is_multiple_of(2) {
                let limited = duel(&[&format!("no_capture_limit={}", state.turns() / 2)]);
                let mut limited = start_of_duel(&limited);
                state.actions().iter().for_each(|&action| limited.apply(action).unwrap());
                let drawn = Outcome { winner: None, reason: Reason::NoCapture };
                assert_eq!((limited.end(), limited.game().outcome()), (Some(End::Over(drawn)), Some(drawn)));
                ends += 1;
            }
        }
    }

    #[test]
    fn an_illegal_action_is_refused_with_the_legal_ones() {
        let rules = AnyRules::compile(quirkat_rules::find_game("lasca").unwrap().ruleset(None, &[]).unwrap()).unwrap();
        let mut state = State::new(&rules, MAX_TURNS);
        let before = state.legal_actions().collect::<Vec<_>>();
        let refused = state.apply(state.encoding.end()).unwrap_err().to_string();
        assert!(refused.contains("(end) is not legal here; allowed: "), "{refused}");
        assert!(state.apply(Action::MAX).unwrap_err().to_string().starts_with("action 65535 is not legal"));
        assert_eq!(state.legal_actions().collect::<Vec<_>>(), before);
    }
}
