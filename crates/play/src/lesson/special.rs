//! Exercises about special options: those in which a ruleset differs from the plainest game, [`Options::default`].
//!
//! An exercise shows an option if every right answer needs it: with the default in its place, the turn would be illegal, or
//! would miss the goal, or would lead elsewhere. It also shows the option if that default would make an illegal turn a
//! right answer. Exercises about options that the usual ones do not show are searched for in random games and in
//! positions with few pieces.

mod comparison;
mod positions;
mod search;

use super::collect::{bounded, start_game};
use super::{Exercise, Skill, Subject};
use comparison::{Comparison, act};
use quirkat_rules::{
    AnyGame, AnyRules, Budget, CaptureBy, Directions, DrawRules, IllegalReason, KingLanding, KingLost, KingReach,
    Language, MAX_USER_HOPS, OptionKey, Options, Promotion, PromotionInside, Removal, Repetition, Return, Ruleset,
    Setup, SetupMemory, Turn, TurnError, Turning, YesNo, no_effect_reason, read_turn,
};
use quirkat_words::{RuleAspect, sentences_about};
use search::{Search, search};

/// Budget of the search, in the unit of [`Budget`], beyond that of the usual exercises. In published games it finds an
/// exercise for each option within 251,000.
const MAX_SPECIAL_WORK: u64 = 300_000;
/// Budget of the choice among the exercises found. Published games spend at most 87,000 (zamma:zamma).
const MAX_CHOICE_WORK: u64 = 100_000;

/// Returns the options in which a ruleset differs from the plainest game, as far as a turn can show them.
///
/// # Examples
/// ```
/// use quirkat_play::special_options;
/// use quirkat_rules::{OptionKey, find_game};
/// let walker = find_game("alquerque").unwrap().ruleset(Some("walker"), &[("blocked", "draw")])?;
/// assert_eq!(special_options(&walker), [OptionKey::Blocked]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn special_options(ruleset: &Ruleset) -> Vec<OptionKey> {
    let keys = ruleset.options.differences(&Options::default()).into_iter().map(|(key, _)| key);
    keys.filter(|&key| can_be_shown(key, &ruleset.options) && no_effect_reason(key, ruleset).is_none()).collect()
}

/// Maximum number of moves that a king makes in an exercise before it must rest.
const MAX_SHOWN_KING_MOVES: u16 = 6;

/// Returns whether a turn can show an option with its value.
fn can_be_shown(key: OptionKey, options: &Options) -> bool {
    // Where the first king wins, it moves no more unless its capture continues.
    let kings_move = options.promotion_wins == YesNo::No || options.promo_mid == PromotionInside::AsKing;
    match key {
        // The lack of a rule leaves nothing to ask.
        OptionKey::CaptureBy => options.capture_by != CaptureBy::None,
        OptionKey::Repetition => options.repetition != Repetition::None && options.returning != Return::Never,
        // Lone kings never remain where a side with nothing else has lost. The other draw rules count many turns.
        OptionKey::DrawRules => match options.draw_rules {
            DrawRules::LoneKings => options.king_lost != KingLost::LosesOrAlone,
            DrawRules::Turkish => true,
            DrawRules::None
            | DrawRules::International
            | DrawRules::Russian
            | DrawRules::Spanish
            | DrawRules::English
            | DrawRules::Brazilian
            | DrawRules::Filipino
            | DrawRules::Pool
            | DrawRules::Frisian => false,
        },
        // Only flying kings that turn meet a piece that they have captured.
        OptionKey::Removal => {
            let captures_far = options.king_reach == KingReach::Any || options.king_landing != KingLanding::Next;
            let flies = options.promotion == Promotion::Long && captures_far && kings_move;
            options.removal != Removal::End || flies && options.turning != Turning::Straight
        }
        // Men leave the last row only in the directions in which they capture.
        OptionKey::PromoMid => match options.promo_mid {
            PromotionInside::AsMan => options.cap_dirs == Directions::All,
            PromotionInside::Stop => matches!(options.cap_dirs, Directions::All | Directions::NoBack),
            PromotionInside::No | PromotionInside::AsKing => true,
        },
        OptionKey::KingReach | OptionKey::KingLanding | OptionKey::Turning => kings_move,
        OptionKey::KingMoveLimit => {
            kings_move && options.king_move_limit.0.is_some_and(|limit| limit <= MAX_SHOWN_KING_MOVES)
        }
        // Pieces of equal rank never remain where a side without a king has lost.
        OptionKey::SingleCombat => options.king_lost == KingLost::Nothing,
        _ => Subject::of(key).is_some(),
    }
}

/// A special option of a ruleset, and the ruleset with the default in its place.
pub struct SpecialOption {
    key: OptionKey,
    plainer: AnyRules,
}

impl SpecialOption {
    /// Returns the special options of a ruleset. Where the rules contradict the default of one, a second special option
    /// has its default too, or all have.
    pub fn all(ruleset: &Ruleset, budget: &Budget) -> Vec<SpecialOption> {
        let keys = special_options(ruleset);
        let plainer = |plain: &[OptionKey]| {
            let defaults: Vec<_> = plain.iter().map(|&key| (key, key.value(&Options::default()))).collect();
            let options = ruleset.options.with(defaults.iter().map(|(key, value)| (*key, value.as_str()))).ok()?;
            AnyRules::compile_bounded(Ruleset { options, ..ruleset.clone() }, MAX_USER_HOPS).ok()
        };
        let mut all = vec![];
        for &key in keys.iter().take_while(|_| !budget.is_spent()) {
            let with_another = || keys.iter().filter(|&&other| other != key).find_map(|&other| plainer(&[key, other]));
            if let Some(plainer) = plainer(&[key]).or_else(with_another).or_else(|| plainer(&keys)) {
                all.push(SpecialOption { key, plainer });
            }
        }
        all
    }

    /// Returns whether an exercise shows the option.
    pub fn is_shown_by(&self, exercise: &Exercise) -> bool {
        let comparison = Comparison::new(&exercise.game, self);
        comparison.is_some_and(|comparison| {
            let plain = comparison.plain_answers(exercise.goal);
            comparison.forbidden(&plain).next().is_some() || comparison.needs_rule(&exercise.answers, &plain)
        })
    }

    /// Returns the same position and history by the plainer rules, without memory and ranks that these do not have.
    /// Returns `None` where the history is illegal by them.
    fn counterpart(&self, game: &AnyGame) -> Option<AnyGame> {
        let mut setup = game.setup_after(0);
        let highest = self.plainer.ruleset().highest_rank();
        setup.columns.iter_mut().flatten().for_each(|piece| piece.rank = piece.rank.min(highest));
        let start = |memory: SetupMemory| start_game(&self.plainer, &Setup { memory, ..setup.clone() });
        let SetupMemory { closed, hand, rolled, .. } = setup.memory;
        let mut plainer = start(setup.memory.clone())
            .or_else(|| start(SetupMemory { closed, hand, rolled, ..SetupMemory::default() }))
            .or_else(|| start(SetupMemory { closed, hand, ..SetupMemory::default() }))
            .or_else(|| start(SetupMemory { hand, ..SetupMemory::default() }))
            .or_else(|| start(SetupMemory::default()))?;
        for turn in game.history() {
            plainer.play_first(&mut |other| act(other) == act(turn)).ok()?;
        }
        Some(plainer)
    }

    /// Returns the first of some illegal turns that is refused because of the option.
    fn decoy(&self, exercise: &Exercise, forbidden: &[Turn]) -> Option<String> {
        let ruleset = exercise.game.ruleset();
        forbidden.iter().map(|turn| turn.text(&ruleset.board)).find(|text| match read_turn(&*exercise.game, text) {
            Err(TurnError::Illegal(_, why)) => self.explains(ruleset, &why),
            _ => false,
        })
    }

    /// Returns whether the reason of a refusal is a sentence of the rules that rests on the option.
    fn explains(&self, ruleset: &Ruleset, why: &IllegalReason) -> bool {
        let rests_on_it =
            |aspect| sentences_about(ruleset, aspect, Language::En).iter().any(|sentence| sentence.rests_on(self.key));
        RuleAspect::of_refusal(why).is_some_and(rests_on_it)
    }
}

/// Adds exercises about the special options that the usual exercises of a lesson do not show, and removes exercises that
/// show no special option until at most `most` exercises are left, as far as every lesson can do without them.
///
/// `quiet` are positions in which both sides might go back and forth.
pub fn complete(rules: &AnyRules, quiet: &[AnyGame], most: usize, exercises: &mut Vec<Exercise>) {
    let board = &rules.ruleset().board;
    let budget = bounded(MAX_SPECIAL_WORK, board);
    let is_shown = |option: &SpecialOption, exercises: &[Exercise], budget: &Budget| {
        exercises.iter().any(|exercise| !budget.is_spent() && option.is_shown_by(exercise))
    };
    let mut options = SpecialOption::all(&rules.ruleset(), &budget);
    let missing: Vec<_> = options.extract_if(.., |option| !is_shown(option, exercises, &budget)).collect();
    let mut searches: Vec<_> = missing.into_iter().map(Search::new).collect();
    search(rules, quiet, &mut searches, &budget);
    let budget = bounded(MAX_CHOICE_WORK, board);
    for search in searches {
        // An exercise found for another option may show this one too.
        let is_shown = is_shown(&search.option, exercises, &budget);
        let (option, exercise) = search.into_exercise(&budget);
        exercises.extend(exercise.filter(|_| !is_shown));
        options.push(option);
    }
    shorten(&options, most, exercises, &budget);
}

/// Removes exercises without which each option is still shown.
fn shorten(options: &[SpecialOption], most: usize, exercises: &mut Vec<Exercise>, budget: &Budget) {
    // Beyond the budget each exercise may be needed.
    let is_shown = |option: &SpecialOption, exercise: &Exercise| budget.is_spent() || option.is_shown_by(exercise);
    let shown = |exercise: &Exercise| options.iter().map(|option| is_shown(option, exercise)).collect::<Vec<_>>();
    let mut shown: Vec<_> = exercises.iter().map(shown).collect();
    for at in (0..exercises.len()).rev() {
        let is_the_only_win = |exercise: &Exercise| {
            let wins = exercises.iter().filter(|other| matches!(other.skill, Skill::Win(_))).count();
            matches!(exercise.skill, Skill::Win(_)) && wins == 1
        };
        let is_shown_elsewhere =
            |option: usize| !shown[at][option] || (0..shown.len()).any(|other| other != at && shown[other][option]);
        let is_needed = exercises[at].skill.is_basic() || is_the_only_win(&exercises[at]);
        if exercises.len() > most && !is_needed && (0..options.len()).all(is_shown_elsewhere) {
            exercises.remove(at);
            shown.remove(at);
        }
    }
}
