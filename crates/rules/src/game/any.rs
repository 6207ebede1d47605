//! Rules and games of any family as one type.
//!
//! [`AnyRules::compile`] chooses the family of a ruleset once. Hot code that must know the family is a visitor and is
//! compiled for each family. All other code uses [`Play`].

use crate::engine::flat::{Flat, HandMemory, LastTurnMemory, MAX_VISITED_POINTS, VisitedMemory};
use crate::engine::outcome::Outcome;
use crate::engine::rules::{Generate, Rules, TooManyTurns, TurnCallback};
use crate::engine::sinks::{TurnList, TurnVisitor};
use crate::engine::stream::Stream;
use crate::engine::tower::{PendingMemory, Tower};
use crate::engine::work::add_compiling;
use crate::files::RulesetError;
use crate::game::{Game, Play};
use crate::ground::bits::{Bits, Wide};
use crate::ground::setup::{Rank, Setup, SetupError};
use crate::options::OptionKey;
use crate::ruleset::{Requirement, Requirements, Ruleset, capturing_board, contradictions};
use std::ops::ControlFlow::Break;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use thiserror::Error;

/// Code that is generic over the family of compiled rules.
pub trait RulesVisitor {
    /// Result of the visit.
    type Output;
    /// Runs the code for one family.
    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output;
}

/// Code that is generic over the family of a game.
pub trait GameVisitor {
    /// Result of the visit.
    type Output;
    /// Runs the code for one family.
    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output;
}

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident($rules:ty),)+) => {
        /// Compiled rules of any game.
        ///
        /// # Examples
        /// ```
        /// use quirkat_rules::{AnyRules, OptionKey, find_game};
        ///
        /// let game = find_game("alquerque").unwrap();
        /// let rules = AnyRules::compile(game.ruleset(None, &[])?)?;
        /// assert_eq!(rules.ruleset().board.len(), 25);
        /// assert_eq!(rules.new_game().turns()?.len(), 4);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Debug)]
        pub enum AnyRules { $($(#[$doc])* $name(Arc<$rules>),)+ }

        /// A game of any family. Its methods are those of [`Play`].
        ///
        /// # Examples
        /// ```
        /// use quirkat_rules::{AnyRules, Outcome, Reason, Side, find_game, read_turn};
        ///
        /// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
        /// let mut game = AnyRules::compile(ruleset)?.new_game();
        /// let turn = read_turn(&*game, "b2-c3")?;
        /// game.play(&turn)?;
        /// assert_eq!((game.to_move(), game.history().len()), (Side::Second, 1));
        /// game.resign(Side::Second)?;
        /// assert_eq!(game.outcome(), Some(Outcome { winner: Some(Side::First), reason: Reason::Resignation }));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        // Programs hold few games, so the size of the largest variant does not matter.
        #[allow(clippy::large_enum_variant)]
        #[derive(Clone, Debug)]
        pub enum AnyGame { $($(#[$doc])* $name(Game<$rules>),)+ }

        $(impl Generate for $rules {
            type Position = <Self as Stream>::Position;
            type Move = <Self as Stream>::Move;

            fn for_each_turn(&self, position: &Self::Position, visit: TurnCallback<'_, Self::Move>) -> Result<(), TooManyTurns> {
                self.stream(position, &mut TurnVisitor::all(visit)).map_err(|error| self.too_many_turns(error))
            }

            fn list_first(
                &self,
                position: &Self::Position,
                most: usize,
                turns: &mut Vec<Self::Move>,
            ) -> Result<u64, TooManyTurns> {
                let mut listed = TurnList { turns, most, others: 0 };
                self.stream(position, &mut listed).map_err(|error| self.too_many_turns(error))?;
                Ok(listed.others + listed.turns.len() as u64)
            }

            fn count_paths(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyTurns> {
                self.paths(position, depth).map_err(|error| self.too_many_turns(error))
            }

            fn list_next(
                &self,
                position: &Self::Position,
                next: &mut Vec<Self::Position>,
            ) -> Result<(), TooManyTurns> {
                self.next(position, next).map_err(|error| self.too_many_turns(error))
            }

            fn count_moves(&self, position: &Self::Position, depth: u32) -> Result<u64, TooManyTurns> {
                self.moves(position, depth, &mut vec![]).map_err(|error| self.too_many_turns(error))
            }

            fn list_captures(
                &self,
                position: &Self::Position,
                turns: &mut Vec<Self::Move>,
            ) -> Result<bool, TooManyTurns> {
                self.captures(position, turns).map_err(|error| self.too_many_turns(error))
            }

            fn nth_turn(&self, position: &Self::Position, number: u64) -> Result<Option<Self::Move>, TooManyTurns> {
                let mut found = None;
                let visit: TurnCallback<'_, Self::Move> = &mut |turn, _| {
                    found = Some(*turn);
                    Break(())
                };
                self.stream(position, &mut TurnVisitor { skipped: number, visit }).map_err(|error| self.too_many_turns(error))?;
                Ok(found)
            }

            fn has_turn(&self, position: &Self::Position) -> bool {
                self.any(position)
            }

            #[inline(always)]
            fn removed_count(&self, turn: &Self::Move) -> u32 {
                self.taken(turn)
            }

            #[inline]
            fn has_unique_effect(&self, turn: &Self::Move) -> bool {
                self.is_unlike(turn)
            }

            #[inline]
            fn play(&self, position: &Self::Position, turn: &Self::Move) -> Self::Position {
                self.after(position, turn)
            }

            fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
                self.ended(position)
            }
        })+

        impl AnyRules {
            /// Runs a visitor on the rules, compiled for their family.
            pub fn visit<V: RulesVisitor>(&self, visitor: V) -> V::Output {
                match self { $(Self::$name(rules) => visitor.visit(rules),)+ }
            }

            /// Sets the hop limit of rules that have not been shared yet.
            fn with_max_hops(mut self, max_hops: u32) -> AnyRules {
                match &mut self {
                    $(Self::$name(rules) => {
                        Arc::get_mut(rules).expect("the rules are not shared yet").tables_mut().max_hops = max_hops;
                    })+
                }
                self
            }

            /// Creates a game that starts from a setup, or from the start of the rules.
            ///
            /// # Errors
            /// Returns an error if the setup does not fit the rules.
            pub fn game(&self, setup: Option<&Setup>) -> Result<AnyGame, SetupError> {
                Ok(match self { $(Self::$name(rules) => AnyGame::$name(Game::new(Arc::clone(rules), setup)?),)+ })
            }
        }

        impl AnyGame {
            /// Runs a visitor on the game, compiled for its family.
            pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
                match self { $(Self::$name(game) => visitor.visit(game),)+ }
            }

            /// Returns the compiled rules.
            pub fn rules(&self) -> AnyRules {
                match self { $(Self::$name(game) => AnyRules::$name(Arc::clone(game.rules())),)+ }
            }
        }

        impl Deref for AnyGame {
            type Target = dyn Play;
            // Inlining would instantiate the vtables of all families in every calling crate.
            #[inline(never)]
            fn deref(&self) -> &Self::Target {
                match self { $(Self::$name(game) => game,)+ }
            }
        }

        impl DerefMut for AnyGame {
            #[inline(never)]
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self { $(Self::$name(game) => game,)+ }
            }
        }
    };
}

families! {
    /// Flat, up to 64 points, men only, no memory.
    Men(Flat<u64, 0, (), false>),
    /// Flat, up to 64 points, with kings, no memory.
    Kings(Flat<u64, 1, (), false>),
    /// Flat, up to 64 points, memory of the last turn.
    LastTurn(Flat<u64, 1, LastTurnMemory<u64>, true>),
    /// Flat, up to 64 points, memory of each piece's visited points.
    Visited(Flat<u64, 1, VisitedMemory, true>),
    /// Flat, up to 128 points, with kings, no memory.
    Kings128(Flat<u128, 1, (), false>),
    /// Flat, up to 64 points, men only, with hands, mills or special ends.
    Hand(Flat<u64, 0, HandMemory, true>),
    /// Flat, up to 128 points, men only, with hands, mills or special ends.
    Hand128(Flat<u128, 0, HandMemory, true>),
    /// Flat, up to 128 points, up to two ranks above men, memory of the last turn.
    LastTurn128(Flat<u128, 2, LastTurnMemory<u128>, true>),
    /// Flat, larger boards, no memory.
    Wide(Flat<Wide, 1, (), true>),
    /// Flat, larger boards, memory of the last turn.
    LastTurnWide(Flat<Wide, 1, LastTurnMemory<Wide>, true>),
    /// Towers on up to 32 points, no memory.
    Towers(Tower<32, ()>),
    /// Towers on up to 64 points, memory of pending huffs and claims where the rules need it.
    Towers64(Tower<64, PendingMemory<64>>),
}

/// Reason why a ruleset cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CompileError {
    /// The options contradict one another or the board.
    #[error(transparent)]
    Ruleset(RulesetError),
    /// The start does not fit the rules.
    #[error("the start does not fit the rules: {0}")]
    Start(SetupError),
}

fn too_large(option: Option<(OptionKey, &'static str)>, most: usize, found: usize) -> CompileError {
    CompileError::Ruleset(RulesetError::BoardTooLarge { option, most, found })
}

impl AnyRules {
    /// Compiles a ruleset for the family that it needs.
    ///
    /// # Errors
    /// Returns an error if the options contradict one another or the board, or the start does not fit them.
    pub fn compile(mut ruleset: Ruleset) -> Result<AnyRules, CompileError> {
        add_compiling(ruleset.board.len());
        ruleset.board = capturing_board(&ruleset.board, ruleset.options.capture_lines);
        if let Some(contradiction) = contradictions(&ruleset).into_iter().next() {
            return Err(CompileError::Ruleset(contradiction));
        }
        if Requirements::of(&ruleset).has(Requirement::Towers) {
            AnyRules::compile_towers(ruleset)
        } else {
            AnyRules::compile_flat(ruleset)
        }
    }

    /// Compiles a ruleset with a limit of the capturing hops tried in one position, for programs that accept rules and
    /// positions from users. Positions that exceed it cannot be played. [`compile`](Self::compile) uses
    /// [`MAX_HOPS`](crate::MAX_HOPS).
    ///
    /// # Errors
    /// As [`compile`](Self::compile).
    pub fn compile_bounded(ruleset: Ruleset, max_hops: u32) -> Result<AnyRules, CompileError> {
        Ok(AnyRules::compile(ruleset)?.with_max_hops(max_hops))
    }

    fn compile_towers(ruleset: Ruleset) -> Result<AnyRules, CompileError> {
        let points = ruleset.board.len();
        let remembers = Requirements::of(&ruleset).remembers_last_turn();
        let ruleset = Arc::new(ruleset);
        let compiled = match (points, remembers) {
            (..=32, false) => Tower::new(ruleset).map(|rules| AnyRules::Towers(Arc::new(rules))),
            (..=64, _) => Tower::new(ruleset).map(|rules| AnyRules::Towers64(Arc::new(rules))),
            _ => return Err(too_large(Some((OptionKey::Removal, "under")), u64::CAPACITY, points)),
        };
        compiled.map_err(CompileError::Start)
    }

    fn compile_flat(ruleset: Ruleset) -> Result<AnyRules, CompileError> {
        let points = ruleset.board.len();
        let highest = ruleset.highest_rank();
        let has_princes = ruleset.start.columns.iter().flatten().any(|piece| piece.rank == Rank::Prince);
        let requirements = Requirements::of(&ruleset);
        let (extras, holds) = (requirements.runs_special_rules(), requirements.remembers_beside_board());
        // The families with men only and hands exist for up to 128 points; other games with hands use a larger family.
        let more = highest > Rank::Man && extras || holds && points > u128::CAPACITY;
        let recent = requirements.remembers_last_turn() || more;
        let never_returns = requirements.has(Requirement::Been);
        let ruleset = Arc::new(ruleset);
        macro_rules! compiled {
            ($family:ident) => {
                Flat::new(ruleset).map(|rules| AnyRules::$family(Arc::new(rules)))
            };
        }
        let compiled = match points {
            _ if never_returns && points > MAX_VISITED_POINTS => {
                return Err(too_large(Some((OptionKey::Return, "never")), MAX_VISITED_POINTS, points));
            }
            _ if never_returns => compiled!(Visited),
            _ if has_princes && points > u128::CAPACITY => return Err(too_large(None, u128::CAPACITY, points)),
            _ if has_princes => compiled!(LastTurn128),
            ..=64 if recent => compiled!(LastTurn),
            ..=64 if extras => compiled!(Hand),
            ..=64 if highest > Rank::Man => compiled!(Kings),
            ..=64 => compiled!(Men),
            65..=128 if recent => compiled!(LastTurn128),
            65..=128 if extras => compiled!(Hand128),
            65..=128 => compiled!(Kings128),
            _ if recent => compiled!(LastTurnWide),
            _ => compiled!(Wide),
        };
        compiled.map_err(CompileError::Start)
    }

    /// Returns the ruleset that was compiled.
    pub fn ruleset(&self) -> Arc<Ruleset> {
        struct GetRuleset;
        impl RulesVisitor for GetRuleset {
            type Output = Arc<Ruleset>;
            fn visit<G: Rules>(self, rules: &Arc<G>) -> Arc<Ruleset> {
                Arc::clone(rules.ruleset())
            }
        }
        self.visit(GetRuleset)
    }

    /// Creates a game from the start of the rules.
    pub fn new_game(&self) -> AnyGame {
        self.game(None).expect("the start was checked when the rules were compiled")
    }
}
