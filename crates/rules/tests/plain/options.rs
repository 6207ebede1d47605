//! The rules in force: one typed field for each option key of options.md.

use super::Board;

/// `step_dirs`, `cap_dirs`: where a man may go, seen from its own side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dirs {
    All,
    NoBack,
    Forward,
}

/// `last_row`: what a man on its far row may still do. It binds as soon as the man stands there, inside a chain too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastRow {
    Normal,
    /// Nothing but capture, in every direction in which it may capture anywhere (Jocly).
    CaptureOnly,
    /// Nothing but capture sideways (Bell, in 002).
    CaptureSidewaysOnly,
}

/// `capture`: the duty to capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    Optional,
    Mandatory,
    Huff,
}

/// `chain`: further leaps of the capturing piece in the same turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chain {
    None,
    Optional,
    Mandatory,
    /// Optional, and every leap goes the way of the first.
    Straight,
}

/// `choice`: which captures may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Free,
    /// The most pieces.
    Max,
    /// The most pieces, then the most kings among them.
    MaxQuality,
}

/// `removal`: when captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    Immediate,
    End,
}

/// `return`: coming back to an earlier point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Return {
    Free,
    /// Not, in the side's next turn, to the point from which the piece started its last one.
    NotLast,
    /// Never to a point where the piece has stood (Bell strict).
    Never,
}

/// `promotion`: what a man becomes on the far row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    None,
    Short,
    Long,
}

/// `promo_mid`: what happens to a man that lands on the far row inside a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromoMid {
    /// It is promoted only if its turn ends on the far row.
    No,
    /// It goes on as a man and is promoted when its turn ends, wherever that is.
    AsMan,
    /// It is a king at once and goes on as one.
    AsKing,
    /// It is promoted and its turn ends.
    Stop,
}

/// `king_landing`: where a king may land behind its victim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingLanding {
    Next,
    Any,
    /// If some landings behind a victim allow a further leap, only those.
    AnyButFurther,
}

/// `king_reach`: how far in front of a king its victim may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingReach {
    Adjacent,
    Any,
}

/// `blocked`: what it means to have pieces and no legal turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocked {
    Loss,
    Draw,
    Pass,
}

/// A board and the option values in force on it.
#[derive(Clone, Debug)]
pub struct Rules {
    pub board: Board,
    pub step_dirs: Dirs,
    pub cap_dirs: Dirs,
    pub last_row: LastRow,
    pub capture: Duty,
    pub chain: Chain,
    pub choice: Choice,
    pub removal: Removal,
    /// The option `return`, which Rust keeps for itself.
    pub coming_back: Return,
    pub promotion: Promotion,
    pub promo_mid: PromoMid,
    pub king_landing: KingLanding,
    pub king_reach: KingReach,
    pub blocked: Blocked,
}

impl Rules {
    /// Reads option values; what is not given is as in `walker`. When a key is given more than
    /// once the last value counts, so a preset can be followed by what overrides it.
    ///
    /// `first`, `end_count` and `repetition` are accepted and have no effect: they do not bear on
    /// which turns are legal.
    ///
    /// # Errors
    ///
    /// An unknown key, or a value its key does not have on these boards.
    pub fn new(board: Board, options: &[(&str, &str)]) -> Result<Rules, String> {
        // `walker` (001): rules 4 to 7 give steps, leaps, the duty and the chain; a blocked side
        // loses (alquerque.md, "Presets"); removal is immediate ("Disagreements", 4).
        let mut rules = Rules {
            board,
            step_dirs: Dirs::All,
            cap_dirs: Dirs::All,
            last_row: LastRow::Normal,
            capture: Duty::Mandatory,
            chain: Chain::Mandatory,
            choice: Choice::Free,
            removal: Removal::Immediate,
            coming_back: Return::Free,
            promotion: Promotion::None,
            promo_mid: PromoMid::No,
            king_landing: KingLanding::Next,
            king_reach: KingReach::Adjacent,
            blocked: Blocked::Loss,
        };
        let mut landing = None;
        let mut reach = None;
        for &(key, value) in options {
            let known = match key {
                "step_dirs" => set(&mut rules.step_dirs, dirs(value)),
                "cap_dirs" => set(&mut rules.cap_dirs, dirs(value)),
                "last_row" => set(&mut rules.last_row, last_row(value)),
                "capture" => set(&mut rules.capture, capture(value)),
                "chain" => set(&mut rules.chain, chain(value)),
                "choice" => set(&mut rules.choice, choice(value)),
                "removal" => set(&mut rules.removal, removal(value)),
                "return" => set(&mut rules.coming_back, coming_back(value)),
                "promotion" => set(&mut rules.promotion, promotion(value)),
                "promo_mid" => set(&mut rules.promo_mid, promo_mid(value)),
                "king_landing" => set(&mut landing, king_landing(value).map(Some)),
                "king_reach" => set(&mut reach, king_reach(value).map(Some)),
                "blocked" => set(&mut rules.blocked, blocked(value)),
                "first" => matches!(value, "lot" | "agreed" | "first" | "second"),
                "end_count" => matches!(value, "off" | "by_agreement" | "automatic"),
                "repetition" => matches!(value, "draw" | "count" | "forbidden" | "none"),
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

fn dirs(value: &str) -> Option<Dirs> {
    match value {
        "all" => Some(Dirs::All),
        "no_back" => Some(Dirs::NoBack),
        "forward" => Some(Dirs::Forward),
        _ => None,
    }
}

fn last_row(value: &str) -> Option<LastRow> {
    match value {
        "normal" => Some(LastRow::Normal),
        "capture_only" => Some(LastRow::CaptureOnly),
        "capture_sideways_only" => Some(LastRow::CaptureSidewaysOnly),
        _ => None,
    }
}

fn capture(value: &str) -> Option<Duty> {
    match value {
        "optional" => Some(Duty::Optional),
        "mandatory" => Some(Duty::Mandatory),
        "huff" => Some(Duty::Huff),
        _ => None,
    }
}

fn chain(value: &str) -> Option<Chain> {
    match value {
        "none" => Some(Chain::None),
        "optional" => Some(Chain::Optional),
        "mandatory" => Some(Chain::Mandatory),
        "straight" => Some(Chain::Straight),
        _ => None,
    }
}

fn choice(value: &str) -> Option<Choice> {
    match value {
        "free" => Some(Choice::Free),
        "max" => Some(Choice::Max),
        "max_quality" => Some(Choice::MaxQuality),
        _ => None,
    }
}

fn removal(value: &str) -> Option<Removal> {
    match value {
        "immediate" => Some(Removal::Immediate),
        "end" => Some(Removal::End),
        _ => None,
    }
}

fn coming_back(value: &str) -> Option<Return> {
    match value {
        "free" => Some(Return::Free),
        "not_last" => Some(Return::NotLast),
        "never" => Some(Return::Never),
        _ => None,
    }
}

fn promotion(value: &str) -> Option<Promotion> {
    match value {
        "none" => Some(Promotion::None),
        "short" => Some(Promotion::Short),
        "long" => Some(Promotion::Long),
        _ => None,
    }
}

fn promo_mid(value: &str) -> Option<PromoMid> {
    match value {
        "no" => Some(PromoMid::No),
        "as_man" => Some(PromoMid::AsMan),
        "as_king" => Some(PromoMid::AsKing),
        "stop" => Some(PromoMid::Stop),
        _ => None,
    }
}

fn king_landing(value: &str) -> Option<KingLanding> {
    match value {
        "next" => Some(KingLanding::Next),
        "any" => Some(KingLanding::Any),
        "any_but_further" => Some(KingLanding::AnyButFurther),
        _ => None,
    }
}

fn king_reach(value: &str) -> Option<KingReach> {
    match value {
        "adjacent" => Some(KingReach::Adjacent),
        "any" => Some(KingReach::Any),
        _ => None,
    }
}

fn blocked(value: &str) -> Option<Blocked> {
    match value {
        "loss" => Some(Blocked::Loss),
        "draw" => Some(Blocked::Draw),
        "pass" => Some(Blocked::Pass),
        _ => None,
    }
}
