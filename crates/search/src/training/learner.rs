//! PatternWeights in real numbers, as they are while they are learned: logistic regression, a sample at a time, each worth with
//! a step of its own (J. Duchi, E. Hazan and Y. Singer, "Adaptive subgradient methods for online learning and stochastic
//! optimization", 2011).

use super::network::{NetworkLearner, View};
use super::sample::Sample;
use crate::chance::Random;
use crate::patterns::layout::Layout;
use crate::patterns::network::Shape;
use crate::patterns::{ONE, PatternWeights, Size, each_besides, left};

/// Added to the squares of steps: what was seen a few times only is not believed at once. Large windows have many such patterns.
const DAMPING: f32 = 1.0;

/// The worths in the order in which patterns keep them, each at the end and at the beginning.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    size: Size,
    worths: Vec<[f32; 2]>,
    /// The squares of all steps so far, by which the next ones shrink.
    squares: Vec<[f32; 2]>,
    network: Option<NetworkLearner>,
}

/// What is seen of a sample, kept so that nothing is allocated: which worths count how often, how much the end and the
/// beginning count, and what the network sees.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    patterns: Vec<u32>,
    counts: Vec<(u32, f32)>,
    stages: [f32; 2],
    view: View,
}

impl Learner {
    /// Knows nothing; `units` are those of a network's views.
    pub fn new(layout: &Layout, units: usize, rng: &mut Random) -> Learner {
        let size = Size::of(layout, units);
        let nothing = vec![[0.0; 2]; size.worths()];
        let network = (units > 0).then(|| NetworkLearner::new(Shape::of(size), layout, rng));
        Learner { size, worths: nothing.clone(), squares: nothing, network }
    }

    /// Looks at a sample; `images` are the numbers of all things after the board was laid on itself, with or without an
    /// exchange of the sides.
    pub fn look(&self, sample: &Sample, layout: &Layout, images: &[u16], swaps: bool, seen: &mut Seen) {
        seen.patterns.clear();
        seen.patterns.extend(layout.windows.iter().map(|&(table, _)| table));
        for &number in &sample.things {
            for &(window, add) in layout.adds(usize::from(images[usize::from(number)])) {
                seen.patterns[window as usize] += add;
            }
        }
        let (mover, features, hand) = sample.sides(swaps);
        let sign = if mover.index() == 0 { 1.0 } else { -1.0 };
        seen.counts.clear();
        let patterns = seen.patterns.iter().zip(&layout.windows);
        seen.counts.extend(patterns.map(|(&pattern, &(_, counts))| (pattern, sign * counts as f32)));
        each_besides(layout, mover, &features, hand, |place, times, one| {
            seen.counts.push(((self.size.side(mover) + place) as u32, times as f32 / one as f32));
        });
        if let Some(network) = &self.network {
            seen.view.mover = mover;
            for (rows, side) in seen.view.rows.iter_mut().zip([mover, mover.other()]) {
                let row = |&number: &u16| layout.rows(usize::from(images[usize::from(number)]))[side.index()];
                rows.clear();
                sample.things.iter().map(row).for_each(|row| network.see(row, rows));
            }
        }
        let (left, all) = left(layout, &features);
        let beginning = left as f32 / all as f32;
        seen.stages = [1.0 - beginning, beginning];
    }

    /// The logarithm of the odds that the side to move of what was seen wins.
    pub fn judge(&self, seen: &mut Seen) -> f32 {
        let mut sums = [0.0; 2];
        for &(place, times) in &seen.counts {
            for (sum, worth) in sums.iter_mut().zip(&self.worths[place as usize]) {
                *sum += times * worth;
            }
        }
        let known = self.network.as_ref().map_or(0.0, |network| network.judge(&mut seen.view));
        sums[0] * seen.stages[0] + sums[1] * seen.stages[1] + known
    }

    /// Takes a step that makes what was judged less by so much, a part of the way.
    pub fn learn(&mut self, seen: &Seen, error: f32, rate: f32) {
        for &(place, times) in &seen.counts {
            let worth = &mut self.worths[place as usize];
            let squares = &mut self.squares[place as usize];
            for stage in 0..2 {
                let slope = error * times * seen.stages[stage];
                squares[stage] += slope * slope;
                worth[stage] -= rate * slope / (squares[stage] + DAMPING).sqrt();
            }
        }
        if let Some(network) = &mut self.network {
            network.learn(&seen.view, error, rate);
        }
    }

    /// The patterns in whole numbers.
    pub fn patterns(&self, title: String, made: String) -> PatternWeights {
        let whole = |worth: f32| (worth * f32::from(ONE)).round() as i16;
        let worths = self.worths.iter().map(|worth| worth.map(whole)).collect();
        PatternWeights::new(title, made, self.size, worths, self.network.as_ref().map(NetworkLearner::network))
    }
}

#[cfg(test)]
impl Learner {
    /// Believes anything.
    pub fn random(layout: &Layout, units: usize, rng: &mut Random) -> Learner {
        let mut learner = Learner::new(layout, units, rng);
        learner.worths.iter_mut().flatten().for_each(|worth| *worth = crate::chance::share(rng) as f32 - 0.5);
        learner
    }

    /// What it says of a position.
    pub fn judge_position<G: quirkat_rules::Rules>(&self, rules: &G, position: &G::Position, layout: &Layout) -> f32 {
        let images: Vec<u16> = (0..layout.things.len() as u16).collect();
        let mut seen = Seen::default();
        self.look(&Sample::of(rules, position, &layout.things), layout, &images, false, &mut seen);
        self.judge(&mut seen)
    }
}
