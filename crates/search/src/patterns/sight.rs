//! What a search sees of positions by their patterns: those on its line, kept up to date.

use super::layout::Layout;
use super::network::{Network, Units};
use super::{PatternWeights, Worth};
use quirkat_rules::{ClassicalFeatures, OccupantChange, Rules};

/// A position as the number of the pattern in each window, what each is worth, and what they are worth together to the
/// first side.
struct Sight<P> {
    position: P,
    seen: Vec<u32>,
    worths: Vec<Worth>,
    sums: [i32; 2],
    /// What the units of the network hold; nothing where there is none.
    units: Units,
}

/// So many plies above its own hold positions that one may differ less from than from the last at its own.
const ABOVE: usize = 2;

/// PatternWeights with the positions that were looked at last, one for each ply: what comes next differs by a few pieces from the one at
/// its ply, or from one of those right above it.
pub(crate) struct Learned<'p, G: Rules> {
    patterns: &'p PatternWeights,
    layout: &'p Layout,
    sights: Vec<Option<Sight<G::Position>>>,
    /// The windows that have changed, 64 to a word.
    changed: Vec<u64>,
}

impl<'p, G: Rules> Learned<'p, G> {
    /// What to judge with the positions of a layout that the patterns fit.
    pub fn new(patterns: &'p PatternWeights, layout: &'p Layout) -> Self {
        debug_assert!(patterns.fits_layout(layout), "{}", patterns.title());
        Learned { patterns, layout, sights: Vec::new(), changed: vec![0; layout.windows.len().div_ceil(64)] }
    }

    /// What a position is worth to its side to move, in hundredths of a man; `features` are its own.
    pub fn evaluate(&mut self, rules: &G, position: &G::Position, ply: u32, features: &ClassicalFeatures) -> i32 {
        let ply = ply as usize;
        if self.sights.len() <= ply {
            self.sights.resize_with(ply + 1, || None);
        }
        let Learned { patterns, layout, sights, changed } = self;
        let (above, below) = sights.split_at_mut(ply);
        let sight = below[0].get_or_insert_with(|| Sight::anew(patterns, layout, rules, position));
        let difference = |sight: &Sight<G::Position>| rules.changed_points(&sight.position, position);
        let (mut least, mut nearest) = (difference(sight), None);
        for other in above.iter().rev().take(ABOVE).flatten() {
            let differs = difference(other);
            if differs < least {
                (least, nearest) = (differs, Some(other));
            }
        }
        if let Some(nearest) = nearest {
            sight.become_like(nearest);
        }
        sight.renew(patterns, layout, changed, rules, position);
        let hand = if layout.has_hands { rules.material(position).hand } else { [0; 2] };
        patterns.judge(layout, sight.sums, &sight.units, rules.to_move(position), features, hand)
    }
}

impl<P: Copy> Sight<P> {
    fn anew<G: Rules<Position = P>>(patterns: &PatternWeights, layout: &Layout, rules: &G, position: &P) -> Sight<P> {
        let mut seen: Vec<u32> = layout.windows.iter().map(|&(table, _)| table).collect();
        let network = patterns.network.as_ref();
        let mut units = network.map(Network::empty).unwrap_or_default();
        rules.for_each_occupant(position, |occupant| {
            layout.things.each_number(occupant, |number| {
                for &(window, add) in layout.adds(number) {
                    seen[window as usize] += add;
                }
                if let Some(network) = network {
                    network.add(&mut units, layout.rows(number));
                }
            });
        });
        let worths: Vec<Worth> = seen.iter().map(|&pattern| patterns.worths[pattern as usize]).collect();
        let mut sums = [0; 2];
        for (&worth, &(_, sign)) in worths.iter().zip(&layout.windows) {
            replace(&mut sums, [0; 2], worth, sign);
        }
        Sight { position: *position, seen, worths, sums, units }
    }

    /// Sees what another one sees.
    fn become_like(&mut self, other: &Self) {
        self.position = other.position;
        self.seen.copy_from_slice(&other.seen);
        self.worths.copy_from_slice(&other.worths);
        self.sums = other.sums;
        self.units.copy_from_slice(&other.units);
    }

    /// Turns what was seen of one position into what is seen of another; no window is marked as changed, before and after.
    fn renew<G: Rules<Position = P>>(
        &mut self,
        patterns: &PatternWeights,
        layout: &Layout,
        changed: &mut [u64],
        rules: &G,
        position: &P,
    ) {
        let Sight { position: before, seen, worths, sums, units } = self;
        let mut tell = |change, number| {
            for &(window, add) in layout.adds(number) {
                let pattern = &mut seen[window as usize];
                changed[window as usize / 64] |= 1 << (window % 64);
                // On the way a point may seem to hold two things: only what comes of it is a pattern.
                *pattern = match change {
                    OccupantChange::Removed => pattern.wrapping_sub(add),
                    OccupantChange::Added => pattern.wrapping_add(add),
                };
            }
            match (&patterns.network, change) {
                (Some(network), OccupantChange::Removed) => network.take(units, layout.rows(number)),
                (Some(network), OccupantChange::Added) => network.add(units, layout.rows(number)),
                (None, _) => {}
            }
        };
        rules.for_each_change(before, position, |change, occupant| {
            layout.things.each_number(occupant, |number| tell(change, number));
        });
        for (word, windows) in changed.iter_mut().enumerate() {
            while *windows != 0 {
                let window = 64 * word + windows.trailing_zeros() as usize;
                *windows &= *windows - 1;
                let worth = patterns.worths[seen[window] as usize];
                replace(sums, worths[window], worth, layout.windows[window].1);
                worths[window] = worth;
            }
        }
        *before = *position;
    }
}

/// Puts one worth in the place of another.
#[inline]
fn replace(sums: &mut [i32; 2], old: Worth, new: Worth, sign: i32) {
    for stage in 0..2 {
        sums[stage] += sign * (i32::from(new[stage]) - i32::from(old[stage]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Random, index};
    use crate::patterns::layout::Extent;
    use crate::training::Learner;
    use quirkat_rules::{AnyRules, Game, GameVisitor, Play, find_game};

    /// Looks at the positions of a game from its end again and again at the same ply, and at each anew, and as a learner does.
    /// How the game is played is not generic: what turns there are is not compiled for each family once more.
    struct Compare<'r> {
        random: &'r mut Random,
        units: usize,
    }

    impl GameVisitor for Compare<'_> {
        type Output = Vec<i32>;
        fn visit<G: Rules>(self, game: &Game<G>) -> Vec<i32> {
            let rules = &**game.rules();
            let title = rules.ruleset().title();
            let layout = Layout::new(rules, Extent::beside(self.units, 6));
            let learner = Learner::random(&layout, self.units, self.random);
            let patterns = learner.patterns(title.clone(), String::new());
            assert_eq!(PatternWeights::from_bytes(&patterns.to_bytes()).as_ref(), Ok(&patterns));
            let learned = || Learned::<G>::new(&patterns, &layout);
            let mut kept = learned();
            let mut look = |position: &G::Position| {
                let features = rules.classical_features(position);
                let worth = learned().evaluate(rules, position, 0, &features);
                assert_eq!(kept.evaluate(rules, position, 3, &features), worth, "{title}");
                let real = learner.judge_position(rules, position, &layout) * 100.0;
                assert!((worth as f32 - real).abs() < 5.0, "{title}: {worth} against {real}");
                worth
            };
            let mut game = game.clone();
            let mut worths = vec![];
            while game.undo().is_some() {
                worths.push(look(game.position()));
            }
            worths
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_is_seen_anew_and_what_was_learned() {
        for title in ["international", "bagh-chal", "lasca", "peralikatuma", "konane", "alquerque-de-nueve:modern"] {
            let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
            let rules = AnyRules::compile(find_game(game).unwrap().ruleset(variant, &[]).unwrap()).unwrap();
            let mut random = Random::with_seed(7);
            let mut game = rules.new_game();
            for _ in 0..60 {
                let turns = game.turns().expect("few turns");
                if turns.is_empty() {
                    break;
                }
                game.play(&turns[index(&mut random, turns.len())]).expect("a legal turn");
            }
            for units in [0, 8] {
                let seen = game.visit(Compare { random: &mut random, units });
                assert!(seen.iter().filter(|&&worth| worth != seen[0]).count() > 5, "{title}: {seen:?}");
            }
        }
    }
}
