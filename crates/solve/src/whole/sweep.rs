//! One class of a layer looked at: what its positions are worth as far as that follows from what is known of others.
//!
//! The first side's men stand still within a class, so that its steps and captures lead to other classes, whose maps are laid out
//! by the free points of this one. The second side's men are the subsets that a map is over: its steps change bits of their
//! numbers. Its captures take men of the first side and lead to layers that are done; they are looked at once.

use super::cube::{Change, Link, Map, Part, Route, cascade};
use super::done::Done;
use super::layer::{Layer, Plane, Scope};
use super::raids::{Raid, raids};
use crate::classes::Free;
use crate::file::TableError;
use crate::law::{Further, Law, Leap, Set, members};
use pulp::Arch;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Relaxed};

/// What a thread works in.
#[derive(Debug, Default)]
pub struct Scratch {
    /// What is laid out anew.
    laid: Vec<u64>,
    /// The positions in which a side can capture.
    captures: Map,
    /// For the side to move what wins and what does not lose, by steps and by captures.
    by_step: Ways,
    by_capture: Ways,
    /// The same for a man that has leapt to a point, by point: what wins, and what does not lose.
    landed: [Vec<Map>; 2],
    /// The planes of the class.
    planes: [Map; 6],
    /// What is not won by the first side.
    not_won: Map,
}

/// What turns lead to.
#[derive(Debug, Default)]
struct Ways {
    /// There is one after which the opponent loses.
    win: Map,
    /// There is one after which the opponent does not win.
    escape: Map,
}

impl Ways {
    fn clear(&mut self, words: usize) {
        self.win.clear(words);
        self.escape.clear(words);
    }
}

/// A layer that is being solved by one law.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<'l> {
    pub law: &'l Law,
    pub layer: &'l Layer,
    pub arch: Arch,
    /// The positions that are solved now.
    pub scope: &'l [u64],
    /// Counts how many classes have been looked at.
    pub time: &'l AtomicU32,
}

/// A man of the first side comes from one point to another.
#[derive(Clone, Copy, Debug)]
struct Walk {
    /// The other men of its side.
    rest: Set,
    from: u8,
    to: u8,
}

/// The captures of one man of the first side: the points where it can land, and the leaps between them.
#[derive(Debug)]
struct Hunt {
    /// Where it stands.
    from: u8,
    /// Where it can come, in the order in which that is found.
    landings: Vec<u8>,
    /// Its leaps from each point where it can be: the first from where it stands.
    leaps: Vec<(u8, Leap)>,
}

impl Hunt {
    /// The captures of a man that stands still with others, whatever men the second side has.
    fn of(law: &Law, men: Set, from: u8) -> Hunt {
        let mut hunt = Hunt { from, landings: vec![], leaps: vec![] };
        let is_free = |point: u8| men >> point & 1 == 0;
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for &leap in &law.leaps[0][usize::from(at)] {
                if !is_free(leap.over) || !(is_free(leap.to) || leap.to == from) {
                    continue;
                }
                hunt.leaps.push((at, leap));
                if !hunt.landings.contains(&leap.to) {
                    hunt.landings.push(leap.to);
                    if law.further != Further::Never && leap.to != from {
                        open.push(leap.to);
                    }
                }
            }
        }
        hunt
    }

    fn leaps_from(&self, at: u8) -> impl Iterator<Item = Leap> {
        self.leaps.iter().filter(move |&&(from, _)| from == at).map(|&(_, leap)| leap)
    }
}

/// The time of a change that is being made.
const IN_FLUX: u32 = u32::MAX;

impl Sweep<'_> {
    /// The next moment. What a thread has done before its moment is seen by those whose moments are later.
    fn tick(&self) -> u32 {
        self.time.fetch_add(1, AcqRel) + 1
    }

    /// Looks at a class if anything it depends on has changed since it was looked at last; tells whether it did.
    pub fn look(&self, class: usize, scratch: &mut Scratch) -> bool {
        let Sweep { law, layer, .. } = *self;
        let men = layer.classes.sets[class];
        let before = layer.looked(class).load(Relaxed);
        let now = self.tick();
        let hunts: Vec<Hunt> = members(men).map(|from| Hunt::of(law, men, from as u8)).collect();
        let is_new = |plane: Plane| {
            let newer = |class: usize| layer.changed(plane, class).load(Relaxed) > before;
            hunts.iter().any(|hunt| {
                let rest = men & !(1 << hunt.from);
                let steps = law.steps[0][usize::from(hunt.from)].iter().filter(|&&to| men >> to & 1 == 0);
                steps.chain(&hunt.landings).any(|&to| newer(layer.classes.find(rest | 1 << to).0))
            })
        };
        let asks = [before == 0 || is_new(Plane::SecondLoses), before == 0 || is_new(Plane::SecondWins)];
        if asks == [false, false] {
            return false;
        }
        layer.looked(class).store(now, Relaxed);
        for plane in [Plane::FirstWins, Plane::FirstLoses, Plane::SecondWins, Plane::SecondLoses] {
            layer.read(plane, class, &mut scratch.planes[plane as usize]);
        }
        let free = layer.free_of(law, class);
        self.first(men, &free, &hunts, asks, scratch);
        let keep = |plane: Plane, scratch: &Scratch| layer.write(plane, class, &scratch.planes[plane as usize]);
        let [wins, loses] = [keep(Plane::FirstWins, scratch), keep(Plane::FirstLoses, scratch)];
        if before == 0 || wins || loses {
            if !law.must_capture {
                for plane in [Plane::CaptureWins, Plane::CaptureEscapes] {
                    layer.read(plane, class, &mut scratch.planes[plane as usize]);
                }
            }
            self.second(men, &free, scratch);
            for plane in [Plane::SecondWins, Plane::SecondLoses] {
                // Whoever looks meanwhile takes it for new. If this thread has counted before that one, that one reads what
                // was written here; if later, the time that stays behind is later than its own, and it will look again.
                let old = layer.changed(plane, class).swap(IN_FLUX, Relaxed);
                let new = if keep(plane, scratch) { self.tick() } else { old };
                layer.changed(plane, class).store(new, Relaxed);
            }
        }
        true
    }

    /// Enters what is known of a class before any sweep: that a side without men has lost, and what the second side's captures
    /// lead to, in layers that are done.
    pub fn prepare(&self, class: usize, done: &mut Done<'_>, scratch: &mut Scratch) -> Result<(), TableError> {
        let Sweep { law, layer, arch, .. } = *self;
        let words = layer.words;
        let men = layer.classes.sets[class];
        let free = layer.free_of(law, class);
        scratch.by_capture.clear(words);
        scratch.captures.clear(words);
        let raids = raids(law, men, &free);
        for alike in raids.chunk_by(|a, b| (a.taken, a.from, a.to) == (b.taken, b.from, b.to)) {
            let Raid { taken, from, to, .. } = alike[0];
            let Scratch { laid, by_capture: Ways { win, escape }, captures, .. } = scratch;
            alike.iter().for_each(|raid| raid.part.add_to(arch, captures));
            if taken == men {
                alike.iter().for_each(|raid| {
                    raid.part.add_to(arch, win);
                    raid.part.add_to(arch, escape);
                });
                continue;
            }
            let left = men & !taken;
            let classes = &done.layer(left).classes;
            let (class, symmetry) = classes.find(left);
            let there = Free::of(classes.sets[class], law.all());
            let symmetry = &law.symmetries[symmetry];
            let source = |&point: &u8| {
                // Where the man comes from and where it goes to change their parts, where both are free before.
                let point = match point {
                    point if point == from => to,
                    point if point == to => from,
                    point => point,
                };
                there.places[usize::from(symmetry.0[usize::from(point)])]
            };
            let sources: Vec<u8> = free.points.iter().map(source).collect();
            let route = Route::new(&sources, there.points.len(), 0);
            let known = done.first(left.count_ones() as usize, class)?;
            let [first_wins, first_loses] = &*known;
            let lost = route.lay(arch, first_loses, laid);
            alike.iter().for_each(|raid| raid.part.merge(arch, win, lost, false));
            let won = route.lay(arch, first_wins, laid);
            alike.iter().for_each(|raid| raid.part.merge(arch, escape, won, true));
        }
        let Ways { win, escape } = &mut scratch.by_capture;
        if law.must_capture {
            let loses = scratch.captures.iter().zip(escape.iter()).map(|(captures, escape)| captures & !escape);
            scratch.laid.clear();
            scratch.laid.extend(loses);
            scratch.laid[0] |= 1;
            layer.write(Plane::SecondWins, class, win);
            layer.write(Plane::SecondLoses, class, &scratch.laid);
        } else {
            layer.write(Plane::CaptureWins, class, win);
            layer.write(Plane::CaptureEscapes, class, escape);
            layer.plane(Plane::SecondLoses, class)[0].store(1, Relaxed);
        }
        layer.plane(Plane::FirstWins, class)[0].store(1, Relaxed);
        Ok(())
    }

    /// What is true with the first side to move: of what wins and what loses what is asked for.
    fn first(&self, men: Set, free: &Free, hunts: &[Hunt], [wins, loses]: [bool; 2], scratch: &mut Scratch) {
        let Sweep { law, layer, arch, scope, .. } = *self;
        let words = layer.words;
        scratch.by_step.clear(words);
        scratch.by_capture.clear(words);
        scratch.captures.clear(words);
        // Where no step is free; looked at only where that is not lost.
        let mut stuck = vec![u64::MAX; if law.blocked_loses { 0 } else { words }];
        for hunt in hunts {
            let rest = men & !(1 << hunt.from);
            for &to in law.steps[0][usize::from(hunt.from)].iter().filter(|&&to| men >> to & 1 == 0) {
                let part = Part { ones: 0, zeros: 1 << free.places[usize::from(to)] };
                part.take_from(arch, &mut stuck);
                self.lay(Walk { rest, from: hunt.from, to }, free, [wins, loses], &mut scratch.laid, |is_win, laid| {
                    let ways = if is_win { &mut scratch.by_step.win } else { &mut scratch.by_step.escape };
                    part.merge(arch, ways, laid, !is_win);
                });
            }
            self.hunt(men, free, hunt, [wins, loses], scratch);
        }
        stuck.iter_mut().zip(scratch.captures.iter()).for_each(|(stuck, captures)| *stuck &= !captures);
        stuck.resize(words, 0);
        let Scratch { by_step, by_capture, captures, planes, .. } = scratch;
        let must = if law.must_capture { u64::MAX } else { 0 };
        let [win, loss, ..] = planes;
        for at in 0..words {
            let steps = !(captures[at] & must);
            if wins {
                let new = by_step.win[at] & steps | by_capture.win[at];
                win[at] = win[at] & !scope[at] | new & scope[at];
            }
            if loses {
                let new = !(by_step.escape[at] & steps | by_capture.escape[at] | stuck[at]);
                loss[at] = loss[at] & !scope[at] | new & scope[at];
            }
        }
    }

    /// Lays out what is true with the second side to move after a man of the first has come from one point to another: what the
    /// second side loses, and what it wins.
    fn lay(
        &self,
        Walk { rest, from, to }: Walk,
        free: &Free,
        asks: [bool; 2],
        laid: &mut Vec<u64>,
        mut tell: impl FnMut(bool, &mut [u64]),
    ) {
        let Sweep { law, layer, arch, .. } = *self;
        let after = rest | 1 << to;
        let (class, symmetry) = layer.classes.find(after);
        let symmetry = &law.symmetries[symmetry];
        let there = layer.free_of(law, class);
        // Where the man goes to is free of the second side's men before, where it comes from afterwards.
        let source = |&point: &u8| {
            let point = if point == to { from } else { point };
            there.places[usize::from(symmetry.0[usize::from(point)])]
        };
        let sources: Vec<u8> = free.points.iter().map(source).collect();
        let zeros = if to == from { 0 } else { 1 << free.places[usize::from(to)] };
        let route = Route::new(&sources, layer.free, zeros);
        for (asked, plane) in asks.into_iter().zip([Plane::SecondLoses, Plane::SecondWins]) {
            if asked {
                tell(plane == Plane::SecondLoses, route.lay(arch, layer.plane(plane, class), laid));
            }
        }
    }

    /// The captures of one man of the first side.
    fn hunt(&self, men: Set, free: &Free, hunt: &Hunt, asks: [bool; 2], scratch: &mut Scratch) {
        let Sweep { law, layer, arch, .. } = *self;
        if hunt.leaps.is_empty() {
            return;
        }
        let words = layer.words;
        let from = hunt.from;
        let rest = men & !(1 << from);
        let place = |point: u8| if point == from { 0 } else { 1 << free.places[usize::from(point)] };
        let part = |leap: Leap| Part { ones: place(leap.over), zeros: place(leap.to) };
        hunt.leaps_from(from).for_each(|leap| part(leap).add_to(arch, &mut scratch.captures));
        let Scratch { landed, laid, by_capture, .. } = scratch;
        landed.iter_mut().for_each(|maps| maps.resize_with(law.points, Map::default));
        for &to in &hunt.landings {
            let stops = Part { ones: 0, zeros: place(to) };
            landed.iter_mut().for_each(|maps| maps[usize::from(to)].clear(words));
            self.lay(Walk { rest, from, to }, free, asks, laid, |is_win, laid| {
                let map = &mut landed[usize::from(!is_win)][usize::from(to)];
                stops.merge(arch, map, laid, !is_win);
                if law.further == Further::Must {
                    hunt.leaps_from(to).for_each(|leap| part(leap).take_from(arch, map));
                }
            });
        }
        let change = |leap: Leap| Change::new(part(leap), place(leap.over));
        let onward = hunt.leaps.iter().rev().filter(|(at, _)| hunt.landings.contains(at));
        let links: Vec<Link> =
            onward.map(|&(at, leap)| Link { to: at.into(), from: leap.to.into(), change: change(leap) }).collect();
        for (landed, by_capture) in landed
            .iter_mut()
            .zip([&mut by_capture.win, &mut by_capture.escape])
            .zip(asks)
            .filter(|(_, asked)| *asked)
            .map(|(maps, _)| maps)
        {
            if law.further != Further::Never {
                cascade(arch, &links, landed);
            }
            for leap in hunt.leaps_from(from) {
                change(leap).or(arch, by_capture, &landed[usize::from(leap.to)]);
            }
        }
    }

    /// What is true with the second side to move, as far as it follows from its steps within the class.
    fn second(&self, men: Set, free: &Free, scratch: &mut Scratch) {
        let Sweep { law, layer, arch, scope, .. } = *self;
        let words = layer.words;
        let Scratch { by_step, captures, planes, not_won, .. } = scratch;
        by_step.clear(words);
        not_won.fill(planes[Plane::FirstWins as usize].iter().map(|word| !word));
        let mut moves = vec![0; words];
        for &from in &free.points {
            let one = 1 << free.places[usize::from(from)];
            let to_free = |to: &&u8| men >> **to & 1 == 0;
            for &to in law.steps[1][usize::from(from)].iter().filter(to_free) {
                let zero = 1 << free.places[usize::from(to)];
                let part = Part { ones: one, zeros: zero };
                let change = Change::new(part, one | zero);
                change.or(arch, &mut by_step.win, &planes[Plane::FirstLoses as usize]);
                change.or(arch, &mut by_step.escape, not_won);
                if !law.blocked_loses {
                    part.add_to(arch, &mut moves);
                }
            }
        }
        self.second_captures(men, free, captures);
        let [_, _, win, loss, capture_wins, capture_escapes] = planes;
        for at in 0..words {
            let spared = if law.blocked_loses { 0 } else { !(moves[at] | captures[at]) };
            if law.must_capture {
                // Where it must capture everything was known from the beginning.
                let open = scope[at] & !captures[at];
                win[at] = win[at] & !open | by_step.win[at] & open;
                loss[at] = loss[at] & !open | !(by_step.escape[at] | spared) & open;
            } else {
                let new = by_step.win[at] | capture_wins[at];
                win[at] = win[at] & !scope[at] | new & scope[at];
                let new = !(by_step.escape[at] | capture_escapes[at] | spared);
                loss[at] = loss[at] & !scope[at] | new & scope[at];
            }
        }
    }

    /// The positions of a class in which the second side can capture.
    fn second_captures(&self, men: Set, free: &Free, captures: &mut Map) {
        let arch = self.arch;
        captures.clear(self.layer.words);
        for &from in &free.points {
            for leap in &self.law.leaps[1][usize::from(from)] {
                if men >> leap.over & 1 != 0 && men >> leap.to & 1 == 0 {
                    let [from, to] = [from, leap.to].map(|point| 1 << free.places[usize::from(point)]);
                    Part { ones: from, zeros: to }.add_to(arch, captures);
                }
            }
        }
    }

    /// Takes for granted what endless play gives in the positions of a scope, until something else is found: that the side with
    /// more men wins, where it is counted.
    pub fn presume(&self, scope: Scope, class: usize, scratch: &mut Scratch) {
        let planes = match scope {
            Scope::All | Scope::Equal => return,
            Scope::FirstHasMore => [Plane::FirstWins, Plane::SecondLoses],
            Scope::SecondHasMore => [Plane::FirstLoses, Plane::SecondWins],
        };
        self.second_captures(
            self.layer.classes.sets[class],
            &self.layer.free_of(self.law, class),
            &mut scratch.captures,
        );
        for plane in planes {
            let fixed = self.law.must_capture && matches!(plane, Plane::SecondWins | Plane::SecondLoses);
            for (at, word) in self.layer.plane(plane, class).iter().enumerate() {
                let known = if fixed { scratch.captures[at] } else { 0 };
                word.store(word.load(Relaxed) | self.scope[at] & !known, Relaxed);
            }
        }
    }
}
