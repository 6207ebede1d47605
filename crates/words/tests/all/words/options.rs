//! The options of alquerque: each value changes the text, unless it has the same effect beside the others.

use super::{ruleset, sentences, values};
use quirkat_rules::{
    AUTOMATIC_COUNT_TURNS, Blocked, Capture, Chain, Closing, Directions, DrawRules, EndCount, KingLost, Language,
    OptionKey, Options, Precedence, Promotion, PromotionInside, Removal, Repetition, Return, Ruleset, Sides,
    TakenToWin, YesNo,
};
use std::collections::HashSet;

/// Options that change the board or the setup of other games. Alquerque refuses them.
pub const OF_OTHER_BOARDS: [&str; 10] =
    ["board", "size", "hunters", "n", "outer", "tips", "reading", "side_triangle", "centres", "corner"];

/// Options of games that do not capture by leaping or that have pieces in hand. They have no effect at alquerque.
const OF_OTHER_GAMES: [&str; 18] = [
    "capture_lines",
    "capture_by",
    "direction",
    "first_capture_single",
    "vela",
    "must_offer",
    "opening",
    "placing",
    "no_centre_opening",
    "dice",
    "after_placing",
    "resupply",
    "mills",
    "diagonal_mills",
    "mill_protected",
    "double_mill",
    "fly_at_three",
    "single_combat",
];

/// Returns the options of alquerque with their values.
fn choices() -> impl Iterator<Item = (OptionKey, Vec<String>)> {
    OptionKey::ALL
        .into_iter()
        .filter(|key| !OF_OTHER_BOARDS.contains(&key.name()) && !OF_OTHER_GAMES.contains(&key.name()))
        .map(|key| {
            let mut values = values(key);
            match key.name() {
                // The setup of alquerque is a diagram.
                "middle" => values.retain(|value| value != "alternating"),
                // A game needs captures.
                "cap_dirs" => values.retain(|value| value != "none"),
                _ => (),
            }
            (key, values)
        })
}

/// Returns random values for all options.
pub fn random_house_rules(random: &mut fastrand::Rng) -> Vec<(&'static str, String)> {
    choices().map(|(key, values)| (key.name(), values[random.usize(..values.len())].clone())).collect()
}

pub fn with(rules: &[(&'static str, String)]) -> Ruleset {
    let rules: Vec<_> = rules.iter().map(|(key, value)| (*key, value.as_str())).collect();
    ruleset("walker", &rules)
}

/// Returns the effect of an option beside the others. Values with equal effects need no distinct sentences.
fn effect(key: &str, value: &str, options: &Options) -> String {
    let promotion = options.promotion != Promotion::None;
    let one_leap = options.chain == Chain::None;
    // Where the first king wins, it moves no more unless its capture continues.
    let kings =
        promotion && (options.promotion_wins == YesNo::No || options.promo_mid == PromotionInside::AsKing && !one_leap);
    let protest = options.choice == Precedence::Protest;
    let towers = options.removal == Removal::Under;
    // If men do not step and there are no kings, every turn is a capture.
    let captures_only = options.step_dirs == Directions::None && !kings;
    let effect = match (key, value) {
        ("aim", _) if !is_aim_mentioned(options, kings, captures_only) => "nothing is reversed",
        ("promotion_wins", _) if !promotion => "no kings",
        ("line_steps", _) if options.step_dirs == Directions::None => "no steps",
        ("promotion", "short" | "long") if !kings => "no king moves",
        ("king_move_limit", _) if !kings || towers => "off",
        ("king_lost", _) if !kings => "no kings",
        ("draw_rules", "lone_kings") if options.king_lost == KingLost::LosesOrAlone => "none",
        ("blocked", "last_higher") if !kings => "pass",
        ("taken_to_win", _) if towers => "no column",
        // A man that never steps can lose only backward captures on its last row.
        ("last_row", "capture_only") if options.step_dirs == Directions::None => "normal",
        ("last_row", "capture_sideways_only")
            if options.step_dirs == Directions::None && options.cap_dirs != Directions::All =>
        {
            "normal"
        }
        ("capture", "optional" | "mandatory" | "men") if captures_only => "no other move",
        ("repetition", _) if captures_only => "never repeated",
        ("no_capture_limit", _) if captures_only => "off",
        ("end_count", "automatic") if captures_only => "by_agreement",
        ("repetition", "captor_wins") if options.captors == Sides::Both && options.returning != Return::Never => "draw",
        // Without promotion there are no kings; without further leaps there is no position inside a chain.
        ("king_reach" | "king_landing", _) if !kings => "no kings",
        ("promo_mid", _) if !promotion || one_leap => "no difference",
        ("king_landing", "any_but_further") if one_leap => "any",
        ("take_higher", _) if !kings => "no kings",
        ("turning", _) if !kings || one_leap || options.chain == Chain::Straight => "no turning",
        // One leap captures one piece, and without kings all pieces have equal rank.
        ("choice", "max_quality" | "king_first" | "italian" | "frisian") if !kings => effect_of_max(one_leap),
        ("choice", "max") => effect_of_max(one_leap),
        ("choice", "by_king") if !kings => "free",
        ("choice", "king_first") if one_leap => "by_king",
        // If the opponent claims captures, no other rule enforces them.
        ("capture", "optional" | "mandatory" | "men") if protest => "claimed",
        ("capture", "men") if !kings => "mandatory",
        // Only a chain with turns returns to a column, and only columns stay when they are leapt.
        ("rejump", _) if options.removal != Removal::Under || one_leap || options.chain == Chain::Straight => {
            "never back"
        }
        ("closing_sides", _) if options.closing == Closing::None => "open",
        // A single leap or a straight chain never returns.
        ("return", "not_start") if one_leap || options.chain == Chain::Straight => "free",
        // The other counts require kings.
        ("draw_rules", value) if !kings && value != "english" => "none",
        // A man that captures only forward has nothing to capture on its last row.
        ("last_row", "capture_sideways_only")
            if [Directions::Forward, Directions::Straight].contains(&options.cap_dirs) =>
        {
            "capture_only"
        }
        // Every step makes a new position.
        ("repetition", _) if options.returning == Return::Never => "never repeated",
        // The lower of the two limits ends the game.
        ("end_count", "automatic") if options.no_capture_limit.0.is_some_and(|turns| turns < 7) => "by_agreement",
        ("no_capture_limit", turns)
            if options.end_count == EndCount::Automatic && turns.parse().is_ok_and(|turns: u16| turns >= 7) =>
        {
            "off"
        }
        (_, value) => value,
    };
    effect.to_owned()
}

/// Returns whether a result that the aim of the game reverses is mentioned in a game of this file.
fn is_aim_mentioned(options: &Options, kings: bool, captures_only: bool) -> bool {
    let is_blocking_decisive = match options.blocked {
        Blocked::Loss => true,
        Blocked::LastHigher => kings,
        Blocked::Draw | Blocked::Pass => false,
    };
    let may_be_barred =
        options.repetition == Repetition::Forbidden && options.returning != Return::Never && !captures_only;
    let may_lose_all = options.removal == Removal::Under || options.taken_to_win == TakenToWin(None);
    may_lose_all || is_blocking_decisive || may_be_barred
}

fn effect_of_max(one_leap: bool) -> &'static str {
    if one_leap { "free" } else { "max" }
}

#[test]
fn every_value_of_every_option_changes_the_text() {
    assert_eq!(AUTOMATIC_COUNT_TURNS, 7);
    let mut random = fastrand::Rng::with_seed(7);
    let mut covered = HashSet::new();
    for _ in 0..150 {
        let base = random_house_rules(&mut random);
        for (key, values) in choices() {
            let rulesets: Vec<(String, String, Ruleset)> = values
                .into_iter()
                .map(|value| {
                    let mut rules = base.clone();
                    rules.iter_mut().find(|(name, _)| *name == key.name()).unwrap().1.clone_from(&value);
                    let ruleset = with(&rules);
                    (effect(key.name(), &value, &ruleset.options), value, ruleset)
                })
                .collect();
            for language in Language::ALL {
                let wordings: Vec<_> = rulesets
                    .iter()
                    .map(|(effect, value, ruleset)| (effect, value, sentences(ruleset, language)))
                    .collect();
                for (effect, value, text) in &wordings {
                    for (other_effect, other_value, other_text) in &wordings {
                        assert_eq!(
                            effect == other_effect,
                            text == other_text,
                            "{} {value} {other_value} {base:?}",
                            key.name()
                        );
                        if effect != other_effect {
                            covered.insert((key.name(), (*value).clone(), (*other_value).clone()));
                        }
                    }
                }
            }
        }
    }
    for (key, values) in choices() {
        for value in &values {
            for other in values.iter().filter(|other| *other != value) {
                assert!(
                    covered.contains(&(key.name(), value.clone(), other.clone())),
                    "{} {value} {other}",
                    key.name()
                );
            }
        }
    }
}

#[test]
fn no_sentence_contradicts_another() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..2000 {
        let ruleset = with(&random_house_rules(&mut random));
        let options = &ruleset.options;
        let text = sentences(&ruleset, Language::En).join(" ");
        let says = |words: &str| text.contains(words);
        assert_eq!(says("huff"), options.capture == Capture::Huff, "{text}");
        assert_eq!(says("king"), options.promotion != Promotion::None, "{text}");
        if ![Precedence::Free, Precedence::ByKing, Precedence::Protest].contains(&options.choice) {
            assert!(!says("stop after any leap"), "{text}");
        }
        if options.chain == Chain::None {
            assert!(!says("leap on") && !says("leaps on") && !says("go on in the same turn"), "{text}");
        }
        if options.returning == Return::Never {
            assert!(!says("third time") && !says("however often") && !says("bring back"), "{text}");
        }
        let towers = options.removal == Removal::Under;
        if !towers {
            assert!(!says("commander") && !says("prisoner"), "{text}");
        }
        if options.promotion == Promotion::None && !towers {
            assert!(!says("piece"), "{text}");
        }
        if options.draw_rules == DrawRules::None {
            assert!(text.matches("without a capture").count() <= 1, "{text}");
        }
    }
}
