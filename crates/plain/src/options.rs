//! The rules in force: one typed field for each option key of options.md, and the parser of the values.

use litemap::LiteMap;

use super::values::{
    AfterPlacing, Aim, Blocked, Captors, CaptureBy, CaptureLines, Chain, Choice, Closing, ClosingSides, Combat,
    Direction, Dirs, DoubleMill, DrawRules, Duty, FirstSingle, KingLanding, KingLost, KingReach, LastRow, Mills,
    Opening, PromoMid, Promotion, Rejump, Removal, Repetition, Resupply, Return, Switch, Truth, Turning,
};
use super::{Board, P, Rank, Side};

/// A board, its start and the option values in force.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Board of the game: points and edges.
    pub board: Board,
    /// Pieces on the board at the start.
    pub pieces_at_start: LiteMap<P, (Side, Rank)>,
    /// Pieces in hand at the start, by side.
    pub hand_at_start: [usize; 2],
    /// Side that starts; the first one where the rules leave that open.
    pub starts: Side,
    /// Value of the option `step_dirs`.
    pub step_dirs: Dirs,
    /// Value of the option `line_steps`.
    pub line_steps: Truth,
    /// Value of the option `cap_dirs`.
    pub cap_dirs: Dirs,
    /// Value of the option `last_row`.
    pub last_row: LastRow,
    /// Value of the option `capture`.
    pub capture: Duty,
    /// Value of the option `capture_lines`.
    pub capture_lines: CaptureLines,
    /// Value of the option `capture_by`.
    pub capture_by: CaptureBy,
    /// Value of the option `captors`.
    pub captors: Captors,
    /// Value of the option `chain`.
    pub chain: Chain,
    /// Value of the option `direction`.
    pub direction: Direction,
    /// Value of the option `first_capture_single`.
    pub first_capture_single: FirstSingle,
    /// Value of the option `vela`.
    pub vela: Switch,
    /// Value of the option `must_offer`.
    pub must_offer: Switch,
    /// Value of the option `opening`.
    pub opening: Opening,
    /// Value of the option `choice`.
    pub choice: Choice,
    /// Value of the option `removal`.
    pub removal: Removal,
    /// Value of the option `rejump`.
    pub rejump: Rejump,
    /// Value of the option `return`, a reserved word in Rust.
    pub coming_back: Return,
    /// Value of the option `promotion`.
    pub promotion: Promotion,
    /// Value of the option `promo_mid`.
    pub promo_mid: PromoMid,
    /// Value of the option `king_landing`.
    pub king_landing: KingLanding,
    /// Value of the option `king_reach`.
    pub king_reach: KingReach,
    /// Value of the option `king_move_limit`; `None` for `off`.
    pub king_move_limit: Option<usize>,
    /// Value of the option `take_higher`.
    pub take_higher: Truth,
    /// Value of the option `turning`.
    pub turning: Turning,
    /// Value of the option `closing`.
    pub closing: Closing,
    /// Value of the option `closing_sides`.
    pub closing_sides: ClosingSides,
    /// Value of the option `bent_leaps`.
    pub bent_leaps: Truth,
    /// Value of the option `placing`.
    pub placing: Truth,
    /// Value of the option `resupply`.
    pub resupply: Resupply,
    /// Value of the option `after_placing`.
    pub after_placing: AfterPlacing,
    /// Value of the option `no_centre_opening`.
    pub no_centre_opening: Truth,
    /// Value of the option `mills`.
    pub mills: Mills,
    /// Value of the option `diagonal_mills`.
    pub diagonal_mills: Truth,
    /// Value of the option `mill_protected`.
    pub mill_protected: Truth,
    /// Value of the option `double_mill`.
    pub double_mill: DoubleMill,
    /// Value of the option `fly_at_three`.
    pub fly_at_three: Truth,
    /// Value of the option `dice`.
    pub dice: Truth,
    /// Number of captures that win; `None` for `all`.
    pub taken_to_win: Option<usize>,
    /// Value of the option `king_lost`.
    pub king_lost: KingLost,
    /// Value of the option `promotion_wins`.
    pub promotion_wins: Truth,
    /// Value of the option `single_combat`.
    pub single_combat: Combat,
    /// Value of the option `aim`.
    pub aim: Aim,
    /// Value of the option `blocked`.
    pub blocked: Blocked,
    /// Value of the option `repetition`, which affects no turn.
    pub repetition: Repetition,
    /// Value of the option `draw_rules`, which affects no turn.
    pub draw_rules: DrawRules,
}

impl Rules {
    /// Parses option values; missing ones are as in `walker`. The last value of a repeated key counts, so that
    /// overrides can follow a preset. The board is filled except for its centre; see `layouts.rs` for the games that
    /// start otherwise.
    ///
    /// `repetition` and `draw_rules` do not affect the legal turns but the values of positions. `end_count` is accepted
    /// and has no effect.
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown key, or a value that its key does not have.
    pub fn new(board: Board, options: &[(&str, &str)]) -> Result<Rules, String> {
        let mut rules = Rules::walker(board);
        let mut landing = None;
        let mut reach = None;
        for &(key, value) in options {
            let known = match key {
                "step_dirs" => set(&mut rules.step_dirs, Dirs::read(value)),
                "line_steps" => set(&mut rules.line_steps, Truth::read(value)),
                "cap_dirs" => set(&mut rules.cap_dirs, Dirs::read(value)),
                "last_row" => set(&mut rules.last_row, LastRow::read(value)),
                "capture" => set(&mut rules.capture, Duty::read(value)),
                "capture_lines" => set(&mut rules.capture_lines, CaptureLines::read(value)),
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
                "king_move_limit" => set(&mut rules.king_move_limit, number("off", value)),
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
                "taken_to_win" => set(&mut rules.taken_to_win, number("all", value)),
                "king_lost" => set(&mut rules.king_lost, KingLost::read(value)),
                "promotion_wins" => set(&mut rules.promotion_wins, Truth::read(value)),
                "single_combat" => set(&mut rules.single_combat, Combat::read(value)),
                "aim" => set(&mut rules.aim, Aim::read(value)),
                "blocked" => set(&mut rules.blocked, Blocked::read(value)),
                "first" => {
                    rules.starts = if value == "second" { Side::Second } else { Side::First };
                    matches!(value, "lot" | "agreed" | "lot_or_agreed" | "first" | "second")
                }
                "end_count" => matches!(value, "off" | "by_agreement" | "automatic"),
                "repetition" => set(&mut rules.repetition, Repetition::read(value)),
                "draw_rules" => set(&mut rules.draw_rules, DrawRules::read(value)),
                _ => return Err(format!("unknown option {key}")),
            };
            if !known {
                return Err(format!("option {key} has no value {value}"));
            }
        }
        // A long king captures at a distance and lands on any empty point (README, conventions).
        if rules.promotion == Promotion::Long {
            rules.king_landing = KingLanding::Any;
            rules.king_reach = KingReach::Any;
        }
        rules.king_landing = landing.unwrap_or(rules.king_landing);
        rules.king_reach = reach.unwrap_or(rules.king_reach);
        Ok(rules)
    }

    /// `walker` (001): rules 4 to 7 give steps, leaps, the obligation and the chain; a blocked side loses
    /// (alquerque.md, "Presets"); removal is immediate ("Disagreements", 4).
    fn walker(board: Board) -> Rules {
        Rules {
            pieces_at_start: super::layouts::filled(&board, "right"),
            board,
            hand_at_start: [0, 0],
            starts: Side::First,
            step_dirs: Dirs::All,
            line_steps: Truth::No,
            cap_dirs: Dirs::All,
            last_row: LastRow::Normal,
            capture: Duty::Mandatory,
            capture_lines: CaptureLines::Board,
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
            king_move_limit: None,
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
            promotion_wins: Truth::No,
            single_combat: Combat::Off,
            aim: Aim::Win,
            blocked: Blocked::Loss,
            repetition: Repetition::Draw,
            draw_rules: DrawRules::None,
        }
    }
}

/// Sets an option and returns whether there was a value.
fn set<T>(option: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *option = value;
            true
        }
        None => false,
    }
}

/// Parses a number, or the word for none.
fn number(none: &str, word: &str) -> Option<Option<usize>> {
    if word == none { Some(None) } else { word.parse().ok().filter(|&number| number > 0).map(Some) }
}
