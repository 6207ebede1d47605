//! Leaps, and the chains they make.

use super::board::DIRECTIONS;
use super::{
    Chain, Choice, Dirs, KingLanding, KingReach, LastRow, P, PromoMid, Promotion, Rank, Removal, Return, Rules, Side,
    State,
};

/// A capture of one leap or more, perhaps cut short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The start and every landing.
    pub path: Vec<P>,
    /// The captured pieces, in order.
    pub taken: Vec<P>,
    /// Whether the chain could go on from here.
    pub is_cut_short: bool,
}

/// A capture under way: the piece that stood on the first point of the path stands on the last.
#[derive(Clone)]
struct Run<'a> {
    state: &'a State,
    /// What the piece was when the turn began.
    rank: Rank,
    path: Vec<P>,
    taken: Vec<P>,
}

impl Run<'_> {
    fn start(&self) -> P {
        self.path[0]
    }

    fn at(&self) -> P {
        self.path[self.path.len() - 1]
    }

    fn landings(&self) -> &[P] {
        &self.path[1..]
    }

    /// The direction of the last leap.
    fn direction(&self) -> Option<P> {
        match self.path[..] {
            [.., from, to] => Some(((to.0 - from.0).signum(), (to.1 - from.1).signum())),
            _ => None,
        }
    }

    fn after(&self, victim: P, landing: P) -> Self {
        let mut next = self.clone();
        next.path.push(landing);
        next.taken.push(victim);
        next
    }
}

impl Rules {
    /// Every capture of the side to move: each chain and each beginning of one, whatever the duty
    /// to capture, to go on, or to take the most.
    pub fn captures(&self, state: &State) -> Vec<Capture> {
        let mut found = Vec::new();
        for (point, rank) in state.movers() {
            let run = Run { state, rank, path: vec![point], taken: vec![] };
            self.go_on(&run, &mut found);
        }
        found
    }

    fn go_on(&self, run: &Run, found: &mut Vec<Capture>) {
        for (victim, landing) in self.leaps(run) {
            let next = run.after(victim, landing);
            found.push(Capture {
                path: next.path.clone(),
                taken: next.taken.clone(),
                is_cut_short: !self.leaps(&next).is_empty(),
            });
            self.go_on(&next, found);
        }
    }

    /// The next leaps of the run: victim and landing.
    fn leaps(&self, run: &Run) -> Vec<(P, P)> {
        let mut leaps = self.leaps_in_reach(run);
        if self.king_landing == KingLanding::AnyButFurther {
            let takes_on = |&(victim, landing): &(P, P)| -> bool { self.can_go_on(&run.after(victim, landing)) };
            let preferred: Vec<(P, P)> = leaps.iter().copied().filter(takes_on).collect();
            leaps.retain(|leap| {
                let victim_has_preferred = preferred.iter().any(|other| other.0 == leap.0);
                !victim_has_preferred || preferred.contains(leap)
            });
        }
        leaps
    }

    fn can_go_on(&self, run: &Run) -> bool {
        !self.leaps_in_reach(run).is_empty()
    }

    /// The next leaps of the run, before `any_but_further` narrows the landings.
    fn leaps_in_reach(&self, run: &Run) -> Vec<(P, P)> {
        let mut leaps = Vec::new();
        let is_under_way = !run.taken.is_empty();
        if is_under_way && (self.chain == Chain::None || self.has_stopped(run)) {
            return leaps;
        }
        let rank = self.rank_inside(run);
        for direction in DIRECTIONS {
            let turns_off = is_under_way && run.direction() != Some(direction);
            if self.chain == Chain::Straight && turns_off {
                continue;
            }
            if rank == Rank::Man && !self.man_may_capture(run, direction) {
                continue;
            }
            leaps.extend(self.leaps_towards(run, rank, direction));
        }
        leaps
    }

    /// The leaps of the run in one direction: over the first piece met, if it is an enemy that has
    /// not been taken, to an empty point behind it. A man or a short king leaps over a neighbour
    /// to the next point; `king_reach` and `king_landing` may give a king more.
    fn leaps_towards(&self, run: &Run, rank: Rank, direction: P) -> Vec<(P, P)> {
        let ray = self.board.ray(run.at(), direction);
        let Some(distance) = ray.iter().position(|&point| !self.is_empty(run, point)) else {
            return vec![];
        };
        let victim = ray[distance];
        let is_enemy = run.state.pieces[&victim].0 != run.state.to_move;
        if !is_enemy || run.taken.contains(&victim) {
            return vec![];
        }
        let is_king = rank == Rank::King;
        if distance > 0 && !(is_king && self.king_reach == KingReach::Any) {
            return vec![];
        }
        let mut leaps = Vec::new();
        for &landing in &ray[distance + 1..] {
            if !self.is_empty(run, landing) {
                break;
            }
            if self.may_come_to(run, landing) {
                leaps.push((victim, landing));
            }
            if !is_king || self.king_landing == KingLanding::Next {
                break;
            }
        }
        leaps
    }

    /// Whether a point is empty as the run stands. The moving piece has left its start; captured
    /// pieces are gone at once, or stand until the turn is over (README, `removal`).
    fn is_empty(&self, run: &Run, point: P) -> bool {
        let is_removed = self.removal == Removal::Immediate && run.taken.contains(&point);
        point == run.start() || is_removed || !run.state.pieces.contains_key(&point)
    }

    /// Whether the option `return` lets the piece of the run stand on `point` next.
    fn may_come_to(&self, run: &Run, point: P) -> bool {
        self.may_return(run.state, run.start(), point)
            && (self.coming_back != Return::Never || !run.landings().contains(&point))
    }

    /// Whether the option `return` lets the piece that stands on `from` before the turn stand on
    /// `to`. Flying over a point is not standing on it.
    pub fn may_return(&self, state: &State, from: P, to: P) -> bool {
        match self.coming_back {
            Return::Free => true,
            Return::NotLast => state.last.get(&state.to_move) != Some(&(from, to)),
            Return::Never => !state.been.get(&from).is_some_and(|been| been.contains(&to)),
        }
    }

    /// Whether a man may leap in this direction from where the run has brought it.
    fn man_may_capture(&self, run: &Run, direction: P) -> bool {
        let side = run.state.to_move;
        let is_frozen =
            self.last_row == LastRow::CaptureSidewaysOnly && self.board.is_far_row(side, run.at()) && direction.1 != 0;
        !is_frozen && self.cap_dirs.allow(side, direction)
    }

    /// What the piece is inside its chain (`promo_mid`).
    fn rank_inside(&self, run: &Run) -> Rank {
        if self.promo_mid == PromoMid::AsKing && self.promotes_on_the_way(run) { Rank::King } else { run.rank }
    }

    /// Whether promotion has ended the turn.
    fn has_stopped(&self, run: &Run) -> bool {
        self.promo_mid == PromoMid::Stop && self.promotes_on_the_way(run)
    }

    fn promotes_on_the_way(&self, run: &Run) -> bool {
        let side = run.state.to_move;
        let touches = |&point: &P| self.board.is_far_row(side, point);
        self.promotion != Promotion::None && run.rank == Rank::Man && run.landings().iter().any(touches)
    }

    /// What a piece is after a turn along `path`: a man is promoted if it ends on the far row, or
    /// has landed there and `promo_mid` does not ask for more.
    pub fn rank_after(&self, side: Side, rank: Rank, path: &[P]) -> Rank {
        if self.promotion == Promotion::None {
            return rank;
        }
        let touches = |&point: &P| self.board.is_far_row(side, point);
        let landings = &path[1..];
        let is_promoted = match self.promo_mid {
            PromoMid::No => landings.last().is_some_and(touches),
            PromoMid::AsMan | PromoMid::AsKing | PromoMid::Stop => landings.iter().any(touches),
        };
        if is_promoted { Rank::King } else { rank }
    }

    /// How much a capture is worth to `choice`: more is better.
    pub fn worth(&self, state: &State, taken: &[P]) -> (usize, usize) {
        let is_king = |point: &&P| state.pieces[*point].1 == Rank::King;
        match self.choice {
            Choice::Free => (0, 0),
            Choice::Max => (taken.len(), 0),
            Choice::MaxQuality => (taken.len(), taken.iter().filter(is_king).count()),
        }
    }
}

impl Dirs {
    /// Whether a man of this side may go this way.
    pub fn allow(self, side: Side, direction: P) -> bool {
        let ahead = direction.1 * side.forward();
        match self {
            Dirs::All => true,
            Dirs::NoBack => ahead >= 0,
            Dirs::Forward => ahead > 0,
        }
    }
}
