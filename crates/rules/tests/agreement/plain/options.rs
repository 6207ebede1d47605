//! The rules in force: one typed field for each option key of options.md, and how the values are read.

use std::collections::BTreeMap;

use super::values::{
    AfterPlacing, Blocked, Captors, CaptureBy, Chain, Choice, Closing, ClosingSides, Combat, Direction, Dirs,
    DoubleMill, Duty, FirstSingle, KingLanding, KingLost, KingReach, LastRow, Mills, Opening, PromoMid, Promotion,
    Rejump, Removal, Resupply, Return, Switch, Truth, Turning,
};
use super::{Board, P, Rank, Side};

/// A board, what stands on it at the start, and the option values in force.
#[derive(Clone, Debug)]
pub struct Rules {
    pub board: Board,
    pub pieces_at_start: BTreeMap<P, (Side, Rank)>,
    /// The pieces that the sides have in hand at the start.
    pub hand_at_start: [usize; 2],
    /// The side that starts; the first one where that is left open.
    pub starts: Side,
    pub step_dirs: Dirs,
    pub cap_dirs: Dirs,
    pub last_row: LastRow,
    pub capture: Duty,
    pub capture_by: CaptureBy,
    pub captors: Captors,
    pub chain: Chain,
    pub direction: Direction,
    pub first_capture_single: FirstSingle,
    pub vela: Switch,
    pub must_offer: Switch,
    pub opening: Opening,
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
    pub placing: Truth,
    pub resupply: Resupply,
    pub after_placing: AfterPlacing,
    pub no_centre_opening: Truth,
    pub mills: Mills,
    pub diagonal_mills: Truth,
    pub mill_protected: Truth,
    pub double_mill: DoubleMill,
    pub fly_at_three: Truth,
    pub dice: Truth,
    /// How many captures win; `None` is `all`.
    pub taken_to_win: Option<usize>,
    pub king_lost: KingLost,
    pub single_combat: Combat,
    pub blocked: Blocked,
}

impl Rules {
    /// Reads option values; what is not given is as in `walker`. When a key is given more than
    /// once the last value counts, so a preset can be followed by what overrides it. The board is
    /// filled but for its centre; see `layouts.rs` for the games that start otherwise.
    ///
    /// `end_count`, `repetition` and `draw_rules` are accepted and have no effect: they
    /// do not bear on which turns are legal.
    ///
    /// # Errors
    ///
    /// An unknown key, or a value its key does not have.
    pub fn new(board: Board, options: &[(&str, &str)]) -> Result<Rules, String> {
        let mut rules = Rules::walker(board);
        let mut landing = None;
        let mut reach = None;
        for &(key, value) in options {
            let known = match key {
                "step_dirs" => set(&mut rules.step_dirs, Dirs::read(value)),
                "cap_dirs" => set(&mut rules.cap_dirs, Dirs::read(value)),
                "last_row" => set(&mut rules.last_row, LastRow::read(value)),
                "capture" => set(&mut rules.capture, Duty::read(value)),
                "capture_by" => set(&mut rules.capture_by, CaptureBy::read(value)),
                "captors" => set(&mut rules.captors, Captors::read(value)),
                "chain" => set(&mut rules.chain, Chain::read(value)),
                "direction" => set(&mut rules.direction, Direction::read(value)),
                "first_capture_single" => set(&mut rules.first_capture_single, FirstSingle::read(value)),
                "vela" => set(&mut rules.vela, Switch::read(value)),
                "must_offer" => set(&mut rules.must_offer, Switch::read(value)),
                "opening" => set(&mut rules.opening, Opening::read(value)),
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
                "placing" => set(&mut rules.placing, Truth::read(value)),
                "resupply" => set(&mut rules.resupply, Resupply::read(value)),
                "after_placing" => set(&mut rules.after_placing, AfterPlacing::read(value)),
                "no_centre_opening" => set(&mut rules.no_centre_opening, Truth::read(value)),
                "mills" => set(&mut rules.mills, Mills::read(value)),
                "diagonal_mills" => set(&mut rules.diagonal_mills, Truth::read(value)),
                "mill_protected" => set(&mut rules.mill_protected, Truth::read(value)),
                "double_mill" => set(&mut rules.double_mill, DoubleMill::read(value)),
                "fly_at_three" => set(&mut rules.fly_at_three, Truth::read(value)),
                "dice" => set(&mut rules.dice, Truth::read(value)),
                "taken_to_win" => set(&mut rules.taken_to_win, number(value)),
                "king_lost" => set(&mut rules.king_lost, KingLost::read(value)),
                "single_combat" => set(&mut rules.single_combat, Combat::read(value)),
                "blocked" => set(&mut rules.blocked, Blocked::read(value)),
                "first" => {
                    rules.starts = if value == "second" { Side::Second } else { Side::First };
                    matches!(value, "lot" | "agreed" | "first" | "second")
                }
                "end_count" => matches!(value, "off" | "by_agreement" | "automatic"),
                "repetition" => matches!(value, "draw" | "count" | "forbidden" | "captor_wins" | "none"),
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

    /// `walker` (001): rules 4 to 7 give steps, leaps, the duty and the chain; a blocked side
    /// loses (alquerque.md, "Presets"); removal is immediate ("Disagreements", 4).
    fn walker(board: Board) -> Rules {
        Rules {
            pieces_at_start: super::layouts::filled(&board, "right"),
            board,
            hand_at_start: [0, 0],
            starts: Side::First,
            step_dirs: Dirs::All,
            cap_dirs: Dirs::All,
            last_row: LastRow::Normal,
            capture: Duty::Mandatory,
            capture_by: CaptureBy::Leap,
            captors: Captors::Both,
            chain: Chain::Mandatory,
            direction: Direction::NotConsecutive,
            first_capture_single: FirstSingle::Off,
            vela: Switch::Off,
            must_offer: Switch::Off,
            opening: Opening::None,
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
            placing: Truth::No,
            resupply: Resupply::Optional,
            after_placing: AfterPlacing::Move,
            no_centre_opening: Truth::No,
            mills: Mills::None,
            diagonal_mills: Truth::Yes,
            mill_protected: Truth::Yes,
            double_mill: DoubleMill::One,
            fly_at_three: Truth::No,
            dice: Truth::No,
            taken_to_win: None,
            king_lost: KingLost::Nothing,
            single_combat: Combat::Off,
            blocked: Blocked::Loss,
        }
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

/// `all` or a number.
fn number(word: &str) -> Option<Option<usize>> {
    if word == "all" { Some(None) } else { word.parse().ok().filter(|&number| number > 0).map(Some) }
}
