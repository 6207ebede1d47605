//! How patterns are learned from samples, and what their logits then mean.

use super::learner::{Learner, Seen};
use super::sample::{Sample, SampleError};
use crate::chance::{Random, index};
use crate::chances::{Chances, odds};
use crate::patterns::Patterns;
use crate::patterns::layout::{Extent, Layout};
use quirkat_rules::{AnyRules, Rules, RulesVisitor};
use std::sync::Arc;
use thiserror::Error;

/// One game in so many is not learned from, but shows how well others are judged.
const HELD_OUT: usize = 20;

/// What of a position is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parts {
    /// Counts alone: pieces, steps, hands, whose turn it is.
    Counts,
    /// Patterns of the board too.
    Patterns {
        /// How many points a field has at most, up to [`Patterns::LARGEST_FIELD`]; 0 for no fields.
        fields: usize,
        /// How many units each view of a network has, up to [`Patterns::MOST_UNITS`]; 0 for no network.
        units: usize,
    },
}

/// How patterns are fitted to samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The number from which chance is drawn.
    pub seed: u64,
    /// How often each sample is looked at.
    pub epochs: u32,
    /// The step at the beginning; it shrinks to a tenth.
    pub rate: f32,
    /// How much of what is learned is the end of the game, and how much the search's judgement.
    pub result: f32,
}

/// How well positions are judged after a look at all samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean error in what was learned: the cross entropy in bits, above that of the samples themselves.
    pub learned: f64,
    /// The same in what was held out.
    pub held_out: f64,
}

/// Games of which something is learned, each on its board.
pub struct Subject {
    title: String,
    units: usize,
    boards: Vec<Lain>,
}

/// Why games cannot be learned together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SubjectError {
    /// Patterns are those of one board.
    #[error("patterns are those of one board: of several games counts alone can be learned")]
    Boards,
    /// Counts mean something else to each side.
    #[error("in {0} the sides are not alike, so what its counts are worth cannot be learned with other games")]
    Sides(String),
}

/// A board, and all ways to lay it on itself under which the rules stay what they are; the first leaves everything where it is.
struct Lain {
    layout: Layout,
    lays: Vec<Lay>,
}

/// A sample of the game of a number.
type Lesson<'s> = (usize, &'s Sample);

impl Subject {
    /// What is learned of games by these rules, at least one: of several together, what is worth the same in all of them.
    ///
    /// # Errors
    /// When they have nothing in common.
    pub fn new(rules: &[AnyRules], parts: Parts) -> Result<Subject, SubjectError> {
        let (extent, units) = match parts {
            Parts::Counts => (Extent::COUNTS, 0),
            Parts::Patterns { .. } if rules.len() > 1 => return Err(SubjectError::Boards),
            Parts::Patterns { fields, units } => (Extent::beside(units, fields), units),
        };
        let lain = |rules: &AnyRules| {
            let layout = Layout::of(rules, extent);
            Lain { lays: rules.visit(Lays(&layout)), layout }
        };
        let boards: Vec<Lain> = rules.iter().map(lain).collect();
        let titles: Vec<String> = rules.iter().map(|rules| rules.ruleset().title()).collect();
        if let Some((_, title)) = boards.iter().zip(&titles).find(|(lain, _)| rules.len() > 1 && !lain.layout.is_shared)
        {
            return Err(SubjectError::Sides(title.clone()));
        }
        Ok(Subject { title: titles.join(", "), units, boards })
    }

    /// Fits patterns to the samples of games, so many of each of the subject's, and tells how it goes.
    ///
    /// # Errors
    /// When the samples are those of another game.
    pub fn fit(
        &self,
        fit: &Fit,
        games: &[Vec<Vec<Sample>>],
        made: String,
        progress: &mut dyn FnMut(Epoch),
    ) -> Result<Patterns, SampleError> {
        let fits = |(games, Lain { layout, .. }): (&Vec<Vec<Sample>>, &Lain)| {
            games.iter().flatten().all(|sample| sample.fits(layout))
        };
        if games.len() != self.boards.len() || !games.iter().zip(&self.boards).all(fits) {
            return Err(SampleError);
        }
        let (mut learned, mut held_out): (Vec<Lesson<'_>>, Vec<Lesson<'_>>) = (vec![], vec![]);
        for (board, games) in games.iter().enumerate() {
            for (number, samples) in games.iter().enumerate() {
                let lessons = if number.is_multiple_of(HELD_OUT) { &mut held_out } else { &mut learned };
                lessons.extend(samples.iter().map(|sample| (board, sample)));
            }
        }
        let mut rng = Random::with_seed(fit.seed);
        let mut learner = Learner::new(&self.boards[0].layout, self.units, &mut rng);
        let teacher = Teacher { boards: &self.boards, result: fit.result };
        let mut order: Vec<u32> = (0..learned.len() as u32).collect();
        let mut seen = Seen::default();
        let steps = fit.epochs as usize * order.len();
        for number in 1..=fit.epochs {
            for at in (1..order.len()).rev() {
                order.swap(at, index(&mut rng, at + 1));
            }
            let mut error = 0.0;
            for (at, &lesson) in order.iter().enumerate() {
                let lesson = learned[lesson as usize];
                let target = teacher.target(lesson.1);
                let lay = index(&mut rng, self.boards[lesson.0].lays.len());
                let chance = odds(f64::from(teacher.judge(&learner, lesson, lay, &mut seen))) as f32;
                let done = ((number as usize - 1) * order.len() + at) as f32 / steps as f32;
                learner.learn(&seen, chance - target, fit.rate * (1.0 - 0.9 * done));
                error += divergence(target, chance);
            }
            let learned = error / learned.len().max(1) as f64;
            progress(Epoch { number, learned, held_out: teacher.error(&learner, &held_out) });
        }
        let patterns = learner.patterns(self.title.clone(), made);
        Ok(patterns.scaled(teacher.hundredths(&learner, &held_out), teacher.draws(&learner, &held_out)))
    }
}

/// A way to lay the board on itself: the numbers that pieces have afterwards, and whether the sides are exchanged.
type Lay = (Vec<u16>, bool);

/// Says how wrong a learner is.
struct Teacher<'l> {
    boards: &'l [Lain],
    result: f32,
}

impl Teacher<'_> {
    /// The chance to win that a sample should be given.
    fn target(&self, sample: &Sample) -> f32 {
        let searched = f32::from(sample.chance) / f32::from(u16::MAX);
        self.result * f32::from(sample.result) / 2.0 + (1.0 - self.result) * searched
    }

    /// The logit of a sample, laid on its board in a way.
    fn judge(&self, learner: &Learner, (board, sample): Lesson<'_>, lay: usize, seen: &mut Seen) -> f32 {
        let Lain { layout, lays } = &self.boards[board];
        let (images, swaps) = &lays[lay];
        learner.look(sample, layout, images, *swaps, seen);
        learner.judge(seen)
    }

    /// The logits of samples as they are.
    fn logits(&self, learner: &Learner, lessons: &[Lesson<'_>]) -> Vec<f64> {
        let mut seen = Seen::default();
        lessons.iter().map(|&lesson| f64::from(self.judge(learner, lesson, 0, &mut seen))).collect()
    }

    fn error(&self, learner: &Learner, lessons: &[Lesson<'_>]) -> f64 {
        let logits = self.logits(learner, lessons).into_iter();
        let errors =
            logits.zip(lessons).map(|(logit, (_, sample))| divergence(self.target(sample), odds(logit) as f32));
        errors.sum::<f64>() / lessons.len().max(1) as f64
    }

    /// The hundredths of a man to a logit: by how much the side to move is worse off without one of its men.
    fn hundredths(&self, learner: &Learner, lessons: &[Lesson<'_>]) -> i16 {
        let pair = |&(board, sample): &Lesson<'_>| {
            let without = sample.without_man(&self.boards[board].layout)?;
            Some(((board, sample.clone()), (board, without)))
        };
        let (with, without): (Vec<_>, Vec<_>) = lessons.iter().filter_map(pair).unzip();
        let sum = |samples: &[(usize, Sample)]| {
            let lessons: Vec<_> = samples.iter().map(|(board, sample)| (*board, sample)).collect();
            self.logits(learner, &lessons).iter().sum::<f64>()
        };
        let man = (sum(&with) - sum(&without)) / with.len().max(1) as f64;
        // Where men hardly matter, or matter the wrong way, one logit is called a man.
        if man > 0.1 { (100.0 / man).clamp(10.0, 1000.0) as i16 } else { 100 }
    }

    /// The margin by which draws come out as often as they were, in hundredths of a logit.
    fn draws(&self, learner: &Learner, lessons: &[Lesson<'_>]) -> i16 {
        let logits = self.logits(learner, lessons);
        let drawn = lessons.iter().filter(|(_, sample)| sample.result == 1).count() as f64;
        let expected = |draws: f64| logits.iter().map(|&logit| Chances::at(logit, draws).draw).sum::<f64>();
        let (mut low, mut high) = (0, 1000);
        while low < high {
            let middle = (low + high) / 2;
            if expected(f64::from(middle) / 100.0) < drawn {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// How many bits the chance misses of the target.
fn divergence(target: f32, chance: f32) -> f64 {
    let part = |target: f32, chance: f32| {
        if target <= 0.0 { 0.0 } else { f64::from(target) * (f64::from(target) / f64::from(chance).max(1e-9)).log2() }
    };
    part(target, chance) + part(1.0 - target, 1.0 - chance)
}

/// Finds those ways.
struct Lays<'l>(&'l Layout);

impl RulesVisitor for Lays<'_> {
    type Output = Vec<Lay>;
    fn visit<G: Rules>(self, rules: &Arc<G>) -> Vec<Lay> {
        let images = |symmetry| (0..self.0.numbers()).map(|number| self.0.image(number, symmetry) as u16).collect();
        rules.symmetries().iter().map(|symmetry| (images(symmetry), symmetry.swaps)).collect()
    }
}
