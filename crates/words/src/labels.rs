//! Short names of options and values, for lists and dialogs.

use super::speech::Speech;
use super::values::{self, ValueText};
use quirkat_rules::{Language, OptionError, OptionKey, Options, Ruleset};

/// Value of one option in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceWords {
    /// Key of the option, as in game files.
    pub key: &'static str,
    /// Value as in `--rule key=value`.
    pub value: String,
    /// Subject of the option, such as "Duty to capture".
    pub key_words: String,
    /// Meaning of the value, such as "the game is a draw".
    pub value_words: String,
}

/// Describes all options of a ruleset, in the order of [`OptionKey::ALL`](quirkat_rules::OptionKey::ALL).
pub fn choices_in_words(ruleset: &Ruleset, language: Language) -> Vec<ChoiceWords> {
    let say = Speech::new(ruleset, language);
    OptionKey::ALL.into_iter().map(|key| choice(key, &say)).collect()
}

/// Describes one option of a ruleset.
pub(crate) fn choice(key: OptionKey, say: &Speech<'_>) -> ChoiceWords {
    let (about, _) = label(key, say);
    ChoiceWords {
        key: key.name(),
        value: key.value(say.options),
        key_words: say.text(about, &[]),
        value_words: value(key, say),
    }
}

/// Describes the value of an option.
pub(crate) fn value(key: OptionKey, say: &Speech<'_>) -> String {
    let (_, (value, slots)) = label(key, say);
    say.text(value, &slots)
}

/// Describes a value that an option of a ruleset could have.
///
/// # Errors
/// Returns an error if there is no such option, or if it does not have the value.
///
/// # Examples
/// ```
/// use quirkat_rules::{Language, find_game};
/// use quirkat_words::option_value_in_words;
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// assert_eq!(option_value_in_words(&ruleset, "blocked", "draw", Language::En)?, "the game is a draw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn option_value_in_words(
    ruleset: &Ruleset,
    key: &str,
    value: &str,
    language: Language,
) -> Result<String, OptionError> {
    let key = OptionKey::from_name(key)?;
    let options: Options = ruleset.options.with([(key, value)])?;
    Ok(self::value(key, &Speech::with(ruleset, &options, language)))
}

/// Returns the key of the option's subject and the text of its value. A new option needs its words here and its
/// sentence in the file of its topic.
fn label(key: OptionKey, say: &Speech<'_>) -> (&'static str, ValueText) {
    let o = say.options;
    let chain = if say.captures_without_leaps() { "options.chain_runs" } else { "options.chain" };
    match key {
        OptionKey::First => ("options.first", values::who(o.first, say)),
        OptionKey::StepDirs => ("options.step_dirs", values::directions(o.step_dirs)),
        OptionKey::LineSteps => ("options.line_steps", values::yes_no(o.line_steps)),
        OptionKey::CapDirs => ("options.cap_dirs", values::directions(o.cap_dirs)),
        OptionKey::LastRow => ("options.last_row", values::at_the_end(o.last_row)),
        OptionKey::CaptureLines => ("options.capture_lines", values::capture_lines(o.capture_lines)),
        OptionKey::CaptureBy => ("options.capture_by", values::way_to_capture(o.capture_by)),
        OptionKey::Captors => ("options.captors", values::captors(o.captors, say)),
        OptionKey::Capture => ("options.capture", values::duty(o.capture)),
        OptionKey::Chain => (chain, values::further(o.chain, say)),
        OptionKey::Direction => ("options.direction", values::chain_direction(o.direction)),
        OptionKey::FirstCaptureSingle => {
            ("options.first_capture_single", values::first_capture(o.first_capture_single, say))
        }
        OptionKey::Vela => ("options.vela", values::on_off(o.vela)),
        OptionKey::MustOffer => ("options.must_offer", values::on_off(o.must_offer)),
        OptionKey::Choice => ("options.choice", values::which(o.choice)),
        OptionKey::Removal => ("options.removal", values::when(o.removal)),
        OptionKey::Rejump => ("options.rejump", values::again(o.rejump)),
        OptionKey::TakeHigher => ("options.take_higher", values::allowed(o.take_higher)),
        OptionKey::Return => ("options.return", values::coming_back(o.returning)),
        OptionKey::Promotion => ("options.promotion", values::becoming(o.promotion)),
        OptionKey::PromoMid => ("options.promo_mid", values::inside(o.promo_mid)),
        OptionKey::KingReach => ("options.king_reach", values::reach(o.king_reach)),
        OptionKey::KingLanding => ("options.king_landing", values::landing(o.king_landing)),
        OptionKey::Turning => ("options.turning", values::turning(o.turning)),
        OptionKey::KingMoveLimit => ("options.king_move_limit", values::king_moves(o.king_move_limit)),
        OptionKey::BentLeaps => ("options.bent_leaps", values::yes_no(o.bent_leaps)),
        OptionKey::Closing => ("options.closing", values::closing(o.closing)),
        OptionKey::ClosingSides => ("options.closing_sides", values::closing_sides(o.closing_sides)),
        OptionKey::Opening => ("options.opening", values::opening(o.opening)),
        OptionKey::Placing => ("options.placing", values::yes_no(o.placing)),
        OptionKey::NoCentreOpening => ("options.no_centre_opening", values::yes_no(o.no_centre_opening)),
        OptionKey::Dice => ("options.dice", values::yes_no(o.dice)),
        OptionKey::AfterPlacing => ("options.after_placing", values::after_placing(o.after_placing)),
        OptionKey::Resupply => ("options.resupply", values::resupply(o.resupply)),
        OptionKey::Mills => ("options.mills", values::mills(o.mills)),
        OptionKey::DiagonalMills => ("options.diagonal_mills", values::yes_no(o.diagonal_mills)),
        OptionKey::MillProtected => ("options.mill_protected", values::yes_no(o.mill_protected)),
        OptionKey::DoubleMill => ("options.double_mill", values::double_mill(o.double_mill)),
        OptionKey::FlyAtThree => ("options.fly_at_three", values::yes_no(o.fly_at_three)),
        OptionKey::TakenToWin => ("options.taken_to_win", values::toll(o.taken_to_win)),
        OptionKey::KingLost => ("options.king_lost", values::king_lost(o.king_lost)),
        OptionKey::PromotionWins => ("options.promotion_wins", values::yes_no(o.promotion_wins)),
        OptionKey::SingleCombat => ("options.single_combat", values::single_combat(o.single_combat)),
        OptionKey::Aim => ("options.aim", values::aim(o.aim)),
        OptionKey::Blocked => ("options.blocked", values::stuck(o.blocked, o.aim)),
        OptionKey::EndCount => ("options.end_count", values::count(o.end_count)),
        OptionKey::NoCaptureLimit => ("options.no_capture_limit", values::limit(o.no_capture_limit)),
        OptionKey::Repetition => ("options.repetition", values::repeated(o.repetition)),
        OptionKey::DrawRules => ("options.draw_rules", values::draws(o.draw_rules)),
        OptionKey::Middle => ("options.middle", values::hand(o.middle)),
        OptionKey::Board => ("options.board", values::which_board(o.board)),
        OptionKey::Size => ("options.size", values::size(o.size)),
        OptionKey::Hunters => ("options.hunters", values::hunters(o.hunters)),
        OptionKey::N => ("options.n", values::length(o.n)),
        OptionKey::Outer => ("options.outer", values::yes_no(o.outer)),
        OptionKey::Tips => ("options.tips", values::tips(o.tips)),
        OptionKey::Reading => ("options.reading", values::grains(o.reading)),
        OptionKey::SideTriangle => ("options.side_triangle", values::flank(o.side_triangle)),
        OptionKey::Centres => ("options.centres", values::centres(o.centres)),
        OptionKey::Corner => ("options.corner", values::flank(o.corner)),
    }
}
