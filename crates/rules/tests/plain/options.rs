//! The rules in force: one typed field for each option key of options.md, and how the values are read.

use std::collections::BTreeMap;

use super::{Board, P, Rank, Side};

/// Declares the values of an option with their words.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal,)+ })+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$value_doc])* $value,)+ }

        impl $name {
            fn read(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }
        }
    )+ };
}

values! {
    /// `step_dirs`, `cap_dirs`: where a man may go, seen from its own side.
    Dirs {
        All = "all",
        NoBack = "no_back",
        Forward = "forward",
        /// Forward along a column (crand).
        Straight = "straight",
    }
    /// `last_row`: what a man on its far row may still do. It binds as soon as the man stands there, inside a chain too.
    LastRow {
        Normal = "normal",
        /// Nothing but capture, in every direction in which it may capture anywhere (Jocly).
        CaptureOnly = "capture_only",
        /// Nothing but capture sideways (Bell, in 002).
        CaptureSidewaysOnly = "capture_sideways_only",
    }
    /// `capture`: the duty to capture.
    Duty {
        Optional = "optional",
        Mandatory = "mandatory",
        Huff = "huff",
    }
    /// `chain`: further leaps of the capturing piece in the same turn.
    Chain {
        None = "none",
        Optional = "optional",
        Mandatory = "mandatory",
        /// Optional, and every leap goes the way of the first.
        Straight = "straight",
    }
    /// `choice`: which captures may be chosen.
    Choice {
        Free = "free",
        /// The most pieces.
        Max = "max",
        /// The most pieces, then the most kings among them.
        MaxQuality = "max_quality",
        /// The most pieces, then by a king (pinoy-dama.md).
        KingFirst = "king_first",
        /// The most pieces, then by a king, then the most kings, then the first king earliest (draughts.md, "Italian").
        Italian = "italian",
        /// Any turn; the opponent may claim a longer capture (buruj.md, "Maximum capture").
        Protest = "protest",
    }
    /// `removal`: when captured pieces leave the board.
    Removal {
        Immediate = "immediate",
        End = "end",
        /// They do not: the top one goes under the leaper, leap by leap (buruj.md, bashni-lasca.md).
        Under = "under",
    }
    /// `rejump`: leaping the same tower again in a turn; a tower is known by its point.
    Rejump {
        Once = "once",
        NotConsecutive = "not_consecutive",
        Allowed = "allowed",
    }
    /// `return`: coming back to an earlier point.
    Return {
        Free = "free",
        /// Not, in the side's next turn, to the point from which the piece started its last one.
        NotLast = "not_last",
        /// Never to a point where the piece has stood (Bell strict).
        Never = "never",
    }
    /// `promotion`: what a man becomes on the far row.
    Promotion {
        None = "none",
        Short = "short",
        Long = "long",
    }
    /// `promo_mid`: what happens to a man that lands on the far row inside a chain.
    PromoMid {
        /// It is promoted only if its turn ends on the far row.
        No = "no",
        /// It goes on as a man and is promoted when its turn ends, wherever that is.
        AsMan = "as_man",
        /// It is a king at once and goes on as one.
        AsKing = "as_king",
        /// It is promoted and its turn ends.
        Stop = "stop",
    }
    /// `king_landing`: where a king may land behind its victim.
    KingLanding {
        Next = "next",
        Any = "any",
        /// If some landings behind a victim allow a further leap, only those.
        AnyButFurther = "any_but_further",
    }
    /// `king_reach`: how far in front of a king its victim may stand.
    KingReach {
        Adjacent = "adjacent",
        Any = "any",
    }
    /// `turning`: a king's direction inside a chain.
    Turning {
        Free = "free",
        /// No turn of 180 degrees (draughts.md, Turkish).
        NoReversal = "no_reversal",
        /// No turn at all (zamma-kharbaga.md, `sultan_turn`; pinoy-dama.md, `culin1900`).
        Straight = "straight",
    }
    /// `closing`: when the end of the board is taken away (hopi-keres.md, "Shrinking board").
    Closing {
        None = "none",
        Squares = "squares",
        SquaresEarly = "squares_early",
        PointRows = "point_rows",
        DrawnLines = "drawn_lines",
    }
    /// `closing_sides`: at the two players' ends, or at all sides.
    ClosingSides {
        Ends = "ends",
        AllFour = "all_four",
    }
    /// `blocked`: what it means to have pieces and no legal turn.
    Blocked {
        Loss = "loss",
        Draw = "draw",
        Pass = "pass",
    }
    /// Yes or no.
    Truth {
        No = "no",
        Yes = "yes",
    }
}

/// A board, what stands on it at the start, and the option values in force.
#[derive(Clone, Debug)]
pub struct Rules {
    pub board: Board,
    pub pieces_at_start: BTreeMap<P, (Side, Rank)>,
    /// Grains in hand at the start (aiyawatstani, `reading=reserve`).
    pub hand_at_start: usize,
    pub step_dirs: Dirs,
    pub cap_dirs: Dirs,
    pub last_row: LastRow,
    pub capture: Duty,
    pub chain: Chain,
    pub choice: Choice,
    pub removal: Removal,
    pub rejump: Rejump,
    /// The option `return`, which Rust keeps for itself.
    pub coming_back: Return,
    pub promotion: Promotion,
    pub promo_mid: PromoMid,
    pub king_landing: KingLanding,
    pub king_reach: KingReach,
    pub take_higher: Truth,
    pub turning: Turning,
    pub closing: Closing,
    pub closing_sides: ClosingSides,
    pub bent_leaps: Truth,
    pub blocked: Blocked,
}

impl Rules {
    /// Reads option values; what is not given is as in `walker`. When a key is given more than
    /// once the last value counts, so a preset can be followed by what overrides it. The board is
    /// filled but for its centre; see `layouts.rs` for the games that start otherwise.
    ///
    /// `first`, `end_count`, `repetition` and `draw_rules` are accepted and have no effect: they
    /// do not bear on which turns are legal.
    ///
    /// # Errors
    ///
    /// An unknown key, or a value its key does not have.
    pub fn new(board: Board, options: &[(&str, &str)]) -> Result<Rules, String> {
        // `walker` (001): rules 4 to 7 give steps, leaps, the duty and the chain; a blocked side
        // loses (alquerque.md, "Presets"); removal is immediate ("Disagreements", 4).
        let mut rules = Rules {
            pieces_at_start: super::layouts::filled(&board, "right"),
            board,
            hand_at_start: 0,
            step_dirs: Dirs::All,
            cap_dirs: Dirs::All,
            last_row: LastRow::Normal,
            capture: Duty::Mandatory,
            chain: Chain::Mandatory,
            choice: Choice::Free,
            removal: Removal::Immediate,
            rejump: Rejump::Once,
            coming_back: Return::Free,
            promotion: Promotion::None,
            promo_mid: PromoMid::No,
            king_landing: KingLanding::Next,
            king_reach: KingReach::Adjacent,
            take_higher: Truth::Yes,
            turning: Turning::Free,
            closing: Closing::None,
            closing_sides: ClosingSides::Ends,
            bent_leaps: Truth::No,
            blocked: Blocked::Loss,
        };
        let mut landing = None;
        let mut reach = None;
        for &(key, value) in options {
            let known = match key {
                "step_dirs" => set(&mut rules.step_dirs, Dirs::read(value)),
                "cap_dirs" => set(&mut rules.cap_dirs, Dirs::read(value)),
                "last_row" => set(&mut rules.last_row, LastRow::read(value)),
                "capture" => set(&mut rules.capture, Duty::read(value)),
                "chain" => set(&mut rules.chain, Chain::read(value)),
                "choice" => set(&mut rules.choice, Choice::read(value)),
                "removal" => set(&mut rules.removal, Removal::read(value)),
                "rejump" => set(&mut rules.rejump, Rejump::read(value)),
                "return" => set(&mut rules.coming_back, Return::read(value)),
                "promotion" => set(&mut rules.promotion, Promotion::read(value)),
                "promo_mid" => set(&mut rules.promo_mid, PromoMid::read(value)),
                "king_landing" => set(&mut landing, KingLanding::read(value).map(Some)),
                "king_reach" => set(&mut reach, KingReach::read(value).map(Some)),
                "take_higher" => set(&mut rules.take_higher, Truth::read(value)),
                "turning" => set(&mut rules.turning, Turning::read(value)),
                "closing" => set(&mut rules.closing, Closing::read(value)),
                "closing_sides" => set(&mut rules.closing_sides, ClosingSides::read(value)),
                "bent_leaps" => set(&mut rules.bent_leaps, Truth::read(value)),
                "blocked" => set(&mut rules.blocked, Blocked::read(value)),
                "first" => matches!(value, "lot" | "agreed" | "first" | "second"),
                "end_count" => matches!(value, "off" | "by_agreement" | "automatic"),
                "repetition" => matches!(value, "draw" | "count" | "forbidden" | "none"),
                "draw_rules" => true,
                _ => return Err(format!("unknown option {key}")),
            };
            if !known {
                return Err(format!("option {key} has no value {value}"));
            }
        }
        // A long king takes at a distance and lands where it likes (README, conventions).
        if rules.promotion == Promotion::Long {
            rules.king_landing = KingLanding::Any;
            rules.king_reach = KingReach::Any;
        }
        rules.king_landing = landing.unwrap_or(rules.king_landing);
        rules.king_reach = reach.unwrap_or(rules.king_reach);
        Ok(rules)
    }
}

/// Sets an option and says whether there was a value to set it to.
fn set<T>(option: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *option = value;
            true
        }
        None => false,
    }
}
