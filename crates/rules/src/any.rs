//! One type for the rules and games of every family.
//!
//! Which family a ruleset needs is decided once, in [`AnyRules::compile`]. Hot code that must know the family goes in by a
//! visitor and is compiled for each; everything else uses [`Play`].

use crate::bits::{Bits, Wide};
use crate::flat::{BEEN_POINTS, Been, Flat, Recent, huffs};
use crate::game::{Game, Play};
use crate::options::{Promotion, Return};
use crate::rules::{Rules, SetupError};
use crate::ruleset::{Ruleset, RulesetError};
use crate::setup::Setup;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Something that is done with compiled rules, whatever their family.
pub trait RulesVisitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output;
}

/// Something that is done with a game, whatever its family.
pub trait GameVisitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output;
}

macro_rules! families {
    ($($(#[$doc:meta])* $name:ident($rules:ty),)+) => {
        /// The compiled rules of any game.
        #[derive(Clone, Debug)]
        pub enum AnyRules { $($(#[$doc])* $name(Arc<$rules>),)+ }

        /// A game of any family; see [`Play`] for what can be done with it.
        // A program holds few games: that one which remembers where its pieces have been is larger costs nothing.
        #[allow(clippy::large_enum_variant)]
        #[derive(Clone, Debug)]
        pub enum AnyGame { $($(#[$doc])* $name(Game<$rules>),)+ }

        impl AnyRules {
            /// Does something with the rules, compiled for their family.
            pub fn visit<V: RulesVisitor>(&self, visitor: V) -> V::Output {
                match self { $(Self::$name(rules) => visitor.visit(rules),)+ }
            }

            /// A game that begins with a setup, or as the rules say.
            ///
            /// # Errors
            /// When the setup does not fit the rules.
            pub fn game(&self, setup: Option<&Setup>) -> Result<AnyGame, SetupError> {
                Ok(match self { $(Self::$name(rules) => AnyGame::$name(Game::new(Arc::clone(rules), setup)?),)+ })
            }
        }

        impl AnyGame {
            /// Does something with the game, compiled for its family.
            pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
                match self { $(Self::$name(game) => visitor.visit(game),)+ }
            }

            /// The compiled rules.
            pub fn rules(&self) -> AnyRules {
                match self { $(Self::$name(game) => AnyRules::$name(Arc::clone(game.rules())),)+ }
            }
        }

        impl Deref for AnyGame {
            type Target = dyn Play;
            fn deref(&self) -> &Self::Target {
                match self { $(Self::$name(game) => game,)+ }
            }
        }

        impl DerefMut for AnyGame {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self { $(Self::$name(game) => game,)+ }
            }
        }
    };
}

families! {
    /// Up to 64 points, men only, nothing remembered.
    Men(Flat<u64, 0, ()>),
    /// Up to 64 points, with kings.
    Kings(Flat<u64, 1, ()>),
    /// Up to 64 points, remembering the last turn.
    Recent(Flat<u64, 1, Recent<u64>>),
    /// Up to 64 points, remembering where every piece has been.
    Been(Flat<u64, 1, Been>),
    /// Up to 128 points.
    Kings128(Flat<u128, 1, ()>),
    /// Up to 128 points, remembering the last turn.
    Recent128(Flat<u128, 1, Recent<u128>>),
    /// Larger boards.
    KingsWide(Flat<Wide, 1, ()>),
    /// Larger boards, remembering the last turn.
    RecentWide(Flat<Wide, 1, Recent<Wide>>),
}

/// Why a ruleset cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// The choices contradict one another or the board.
    Ruleset(RulesetError),
    /// The start does not fit the rules.
    Start(SetupError),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ruleset(error) => error.fmt(f),
            Self::Start(error) => write!(f, "the start does not fit the rules: {error}"),
        }
    }
}

impl std::error::Error for CompileError {}

impl AnyRules {
    /// Compiles a ruleset for the family that it needs.
    ///
    /// # Errors
    /// When its choices contradict the board, or its start does not fit them.
    pub fn compile(ruleset: Ruleset) -> Result<AnyRules, CompileError> {
        let points = ruleset.board.len();
        let promotes = ruleset.options.promotion != Promotion::None;
        let remembers = huffs(&ruleset) || ruleset.options.returning == Return::NotLast;
        let ruleset = Arc::new(ruleset);
        let compiled = if ruleset.options.returning == Return::Never {
            if points > BEEN_POINTS {
                return Err(CompileError::Ruleset(RulesetError::BoardTooLarge {
                    option: "return=never",
                    most: BEEN_POINTS,
                    found: points,
                }));
            }
            Flat::new(ruleset).map(|rules| AnyRules::Been(Arc::new(rules)))
        } else if points <= u64::CAPACITY {
            match (promotes, remembers) {
                (_, true) => Flat::new(ruleset).map(|rules| AnyRules::Recent(Arc::new(rules))),
                (true, false) => Flat::new(ruleset).map(|rules| AnyRules::Kings(Arc::new(rules))),
                (false, false) => Flat::new(ruleset).map(|rules| AnyRules::Men(Arc::new(rules))),
            }
        } else if points <= u128::CAPACITY {
            match remembers {
                true => Flat::new(ruleset).map(|rules| AnyRules::Recent128(Arc::new(rules))),
                false => Flat::new(ruleset).map(|rules| AnyRules::Kings128(Arc::new(rules))),
            }
        } else {
            match remembers {
                true => Flat::new(ruleset).map(|rules| AnyRules::RecentWide(Arc::new(rules))),
                false => Flat::new(ruleset).map(|rules| AnyRules::KingsWide(Arc::new(rules))),
            }
        };
        compiled.map_err(CompileError::Start)
    }

    /// The ruleset that was compiled.
    pub fn ruleset(&self) -> Arc<Ruleset> {
        struct TheRuleset;
        impl RulesVisitor for TheRuleset {
            type Output = Arc<Ruleset>;
            fn visit<G: Rules>(self, rules: &Arc<G>) -> Arc<Ruleset> {
                Arc::clone(rules.ruleset())
            }
        }
        self.visit(TheRuleset)
    }

    /// A game that begins as the rules say.
    pub fn new_game(&self) -> AnyGame {
        self.game(None).expect("the start was checked when the rules were compiled")
    }
}
