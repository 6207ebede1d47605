//! Captures by approach and by withdrawal (fanorona.md, "Turn").

use super::board::towards;
use super::capture::Capture;
use super::{Chain, Direction, P, Rank, Rules, State};

/// Direction in which a step captures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// The run ahead of the end point is taken.
    Approach,
    /// The run behind the start point is taken.
    Withdrawal,
}

/// A capture in progress, with the board as it is now: each man is removed when it is taken.
#[derive(Clone)]
struct Chase<'a> {
    before: &'a State,
    now: State,
    path: Vec<P>,
    ways: Vec<Way>,
    taken: Vec<P>,
    kings: Vec<bool>,
}

impl Chase<'_> {
    fn at(&self) -> P {
        self.path[self.path.len() - 1]
    }

    /// Returns the directions of the steps so far.
    fn directions(&self) -> Vec<P> {
        self.path.windows(2).map(|step| towards(step[0], step[1])).collect()
    }
}

/// One step of a chain: end point, kind and captured points.
type Step = (P, Way, Vec<P>);

impl Rules {
    /// Returns every capture of the side to move by approach and withdrawal: each chain and each prefix of one.
    pub fn captures_by_approach(&self, state: &State) -> Vec<Capture> {
        let mut found = Vec::new();
        for (point, _) in state.movers() {
            let now = state.clone();
            let chase = Chase { before: state, now, path: vec![point], ways: vec![], taken: vec![], kings: vec![] };
            self.chase_on(&chase, self.capturing_steps(&chase), &mut found);
        }
        found
    }

    fn chase_on(&self, chase: &Chase, steps: Vec<Step>, found: &mut Vec<Capture>) {
        for step in steps {
            let next = after(chase, step);
            let further = self.capturing_steps(&next);
            found.push(Capture {
                path: next.path.clone(),
                ways: next.ways.clone(),
                taken: next.taken.clone(),
                kings: next.kings.clone(),
                by: chase.before.pieces[&chase.path[0]].1,
                is_cut_short: !further.is_empty(),
            });
            self.chase_on(&next, further, found);
        }
    }

    fn capturing_steps(&self, chase: &Chase) -> Vec<Step> {
        let mut steps = Vec::new();
        if !chase.ways.is_empty() && self.is_single(chase.before) {
            return steps;
        }
        for direction in self.board.directions(chase.at()) {
            let ray = |direction| self.open_ray(&chase.now, chase.at(), direction).collect::<Vec<_>>();
            let (ahead, behind) = (ray(direction), ray((-direction.0, -direction.1)));
            let Some(&to) = ahead.first() else { continue };
            if chase.now.pieces.contains_key(&to) || !self.may_step(chase, to, direction) {
                continue;
            }
            for (way, line) in [(Way::Approach, &ahead[1..]), (Way::Withdrawal, &behind[..])] {
                let run = self.run(chase, line);
                if !run.is_empty() {
                    steps.push((to, way, run));
                }
            }
        }
        steps
    }

    /// Returns the unbroken run of enemies at the start of a line; only the nearest in véla, where they are given one
    /// by one.
    fn run(&self, chase: &Chase, line: &[P]) -> Vec<P> {
        let enemy = chase.before.to_move.other();
        let is_enemy = |point: &&P| chase.now.pieces.get(point).is_some_and(|piece| piece.0 == enemy);
        let mut run: Vec<P> = line.iter().take_while(is_enemy).copied().collect();
        if self.is_given(chase.before) {
            run.truncate(1);
        }
        run
    }

    /// Returns whether the chain may go in this direction next: never to a visited point, and as `direction` allows.
    fn may_step(&self, chase: &Chase, to: P, direction: P) -> bool {
        let (side, start) = (chase.before.to_move, chase.path[0]);
        let is_man = chase.before.pieces[&start].1 == Rank::Man;
        let may_turn = match (self.direction, chase.directions().last()) {
            (_, None) | (Direction::Free, _) => true,
            (Direction::NotConsecutive, Some(&last)) => direction != last,
            // A line extends straight in both directions.
            (Direction::NeverRepeatLine, _) => !chase.path.windows(2).any(|step| {
                let (x, y) = towards(step[0], step[1]);
                [(x, y), (-x, -y)].contains(&direction)
                    && [(x, y), (-x, -y)].iter().any(|&way| self.board.ray(step[0], way).contains(&to))
            }),
        };
        let is_straight = self.chain != Chain::Straight || chase.directions().iter().all(|&last| last == direction);
        may_turn
            && is_straight
            && !chase.path.contains(&to)
            && (!is_man || self.cap_dirs.allow(side, direction))
            && self.may_return(chase.before, start, to)
    }
}

fn after<'a>(chase: &Chase<'a>, (to, way, run): Step) -> Chase<'a> {
    let mut next = chase.clone();
    let piece = next.now.pieces.remove(&chase.at()).expect("a piece moves");
    next.now.pieces.insert(to, piece);
    for &point in &run {
        let victim = next.now.pieces.remove(&point).expect("a piece is taken");
        next.kings.push(victim.1 == Rank::King);
    }
    next.path.push(to);
    next.ways.push(way);
    next.taken.extend(run);
    next
}
