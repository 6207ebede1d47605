//! Captures by leaping and their chains. `approach.rs` and `custodial.rs` hold captures without leaps.

use super::board::{is_orthogonal, towards};
use super::{
    Captors, CaptureBy, CaptureLines, Chain, Choice, Dirs, FirstSingle, KingLanding, KingReach, LastRow, P, PromoMid,
    Promotion, Rank, Rejump, Removal, Return, Rules, Side, State, Truth, Turning, Way,
};

/// A capture of one or more leaps or steps, possibly cut short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// Start point and every landing point.
    pub path: Vec<P>,
    /// Kind of each step, for captures by approach and withdrawal.
    pub ways: Vec<Way>,
    /// Captured points, in the order of the leaps.
    pub taken: Vec<P>,
    /// Whether each captured piece was a king.
    pub kings: Vec<bool>,
    /// Rank of the capturing piece when the turn began.
    pub by: Rank,
    /// Whether the chain could go on.
    pub is_cut_short: bool,
}

/// A capture in progress. The piece of the path's first point stands on its last.
#[derive(Clone)]
struct Run<'a> {
    state: &'a State,
    /// Rank of the piece when the turn began.
    rank: Rank,
    path: Vec<P>,
    taken: Vec<P>,
    kings: Vec<bool>,
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

    /// Returns the direction of the last leap.
    fn direction(&self) -> Option<P> {
        match self.path[..] {
            [.., from, to] => Some(towards(from, to)),
            _ => None,
        }
    }
}

impl Rules {
    /// Returns every capture of the side to move: each chain and each prefix of one, whatever the obligations to
    /// capture, to go on, or to take the most.
    pub fn captures(&self, state: &State) -> Vec<Capture> {
        match self.capture_by {
            _ if !self.is_captor(state.to_move) || self.gives(state) => vec![],
            CaptureBy::Leap => self.captures_by_leap(state),
            CaptureBy::Approach => self.captures_by_approach(state),
            CaptureBy::Custodial | CaptureBy::CustodialRows => self.captures_by_enclosing(state),
            CaptureBy::None => vec![],
        }
    }

    /// Returns whether a side captures at all.
    pub fn is_captor(&self, side: Side) -> bool {
        match self.captors {
            Captors::Both => true,
            Captors::First => side == Side::First,
            Captors::Second => side == Side::Second,
        }
    }

    /// Returns whether a capture of the side to move ends with its first leap or step.
    pub fn is_single(&self, state: &State) -> bool {
        let side = state.to_move;
        // A side has not captured while the opponent has all its starting pieces.
        let has_captured = || self.number_of(state, side.other()) != self.all_at_start(side.other());
        let is_first_single = match self.first_capture_single {
            FirstSingle::Off => false,
            FirstSingle::First => side == Side::First && !has_captured(),
            FirstSingle::Both => !has_captured(),
        };
        self.chain == Chain::None || is_first_single || self.is_given(state)
    }

    /// Returns how many of its starting pieces a side has lost.
    pub fn lost(&self, state: &State, side: Side) -> usize {
        self.all_at_start(side).saturating_sub(self.number_of(state, side))
    }

    /// Returns the number of a side's pieces at the start, on the board and in hand.
    pub fn all_at_start(&self, side: Side) -> usize {
        self.number_at_start(side) + self.hand_at_start[side.number()]
    }

    /// Returns the number of a side's pieces, on the board and in hand.
    fn number_of(&self, state: &State, side: Side) -> usize {
        state.number_standing(side) + state.hand[side.number()]
    }

    fn captures_by_leap(&self, state: &State) -> Vec<Capture> {
        let mut found = Vec::new();
        for (point, rank) in state.movers() {
            let run = Run { state, rank, path: vec![point], taken: vec![], kings: vec![] };
            self.go_on(&run, self.leaps(&run), &mut found);
        }
        found
    }

    fn go_on(&self, run: &Run, leaps: Vec<(P, P)>, found: &mut Vec<Capture>) {
        for (victim, landing) in leaps {
            let next = self.after(run, victim, landing);
            let further = self.leaps(&next);
            found.push(Capture {
                path: next.path.clone(),
                ways: vec![],
                taken: next.taken.clone(),
                kings: next.kings.clone(),
                by: next.rank,
                is_cut_short: !further.is_empty(),
            });
            self.go_on(&next, further, found);
        }
    }

    fn after<'a>(&self, run: &Run<'a>, victim: P, landing: P) -> Run<'a> {
        let mut next = run.clone();
        let is_king = self.standing(run, victim).is_some_and(|(_, rank)| rank == Rank::King);
        next.path.push(landing);
        next.taken.push(victim);
        next.kings.push(is_king);
        next
    }

    /// Returns the next leaps: victim and landing.
    fn leaps(&self, run: &Run) -> Vec<(P, P)> {
        let mut leaps = self.leaps_in_reach(run);
        if self.king_landing == KingLanding::Killer {
            leaps.retain(|&(victim, landing)| {
                let next = self.after(run, victim, landing);
                let is_king = next.kings.last() == Some(&true);
                !is_king || self.is_directly_behind(run, victim, landing) || !self.leaps(&next).is_empty()
            });
        }
        if self.king_landing == KingLanding::AnyButFurther {
            let takes_on = |&(victim, landing): &(P, P)| -> bool { self.can_go_on(&self.after(run, victim, landing)) };
            let preferred: Vec<(P, P)> = leaps.iter().copied().filter(takes_on).collect();
            leaps.retain(|leap| {
                let victim_has_preferred = preferred.iter().any(|other| other.0 == leap.0);
                !victim_has_preferred || preferred.contains(leap)
            });
        }
        leaps
    }

    /// Returns whether no point lies between the victim and the landing.
    fn is_directly_behind(&self, run: &Run, victim: P, landing: P) -> bool {
        let mut ray = self.capture_ray(run.state, run.at(), towards(run.at(), victim));
        ray.find(|&point| point == victim).is_some() && ray.next() == Some(landing)
    }

    fn can_go_on(&self, run: &Run) -> bool {
        !self.leaps_in_reach(run).is_empty()
    }

    /// Returns the next leaps before `king_landing` narrows the landings.
    fn leaps_in_reach(&self, run: &Run) -> Vec<(P, P)> {
        let mut leaps = Vec::new();
        let is_under_way = !run.taken.is_empty();
        if is_under_way && (self.is_single(run.state) || self.has_stopped(run)) {
            return leaps;
        }
        if self.bent_leaps == Truth::Yes {
            return self.bent_leaps_from(run);
        }
        let rank = self.rank_inside(run);
        for direction in self.capture_directions(run.at()) {
            let turns_off = is_under_way && run.direction() != Some(direction);
            if self.chain == Chain::Straight && turns_off {
                continue;
            }
            if rank == Rank::Man && !self.man_may_capture(run, direction) {
                continue;
            }
            if rank == Rank::King && !self.king_may_turn(run, direction) {
                continue;
            }
            leaps.extend(self.leaps_towards(run, rank, direction));
        }
        leaps
    }

    /// Returns the directions in which pieces capture.
    pub fn capture_directions(&self, from: P) -> Vec<P> {
        let drawn = self.board.directions(from).filter(|&direction| self.captures_along(direction));
        drawn.chain(self.undrawn_directions(from)).collect()
    }

    /// Returns whether pieces capture along drawn lines in this direction.
    fn captures_along(&self, direction: P) -> bool {
        match self.capture_lines {
            CaptureLines::Board | CaptureLines::WithOrthogonals => true,
            CaptureLines::Orthogonals => is_orthogonal(direction),
            CaptureLines::Diagonals => !is_orthogonal(direction),
        }
    }

    /// Returns the directions of rows and columns in which no line is drawn, if pieces capture along them.
    fn undrawn_directions(&self, from: P) -> Vec<P> {
        match self.capture_lines {
            CaptureLines::Board | CaptureLines::Diagonals => vec![],
            CaptureLines::WithOrthogonals | CaptureLines::Orthogonals => {
                let is_undrawn = |direction: &P| !self.board.undrawn_ray(from, *direction).is_empty();
                [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter(is_undrawn).collect()
            }
        }
    }

    /// Returns the points ahead along which a piece captures, up to the first closed one.
    pub fn capture_ray(&self, state: &State, from: P, direction: P) -> impl Iterator<Item = P> {
        let drawn = self.board.ray(from, direction);
        let ray = if drawn.is_empty() { self.board.undrawn_ray(from, direction) } else { drawn };
        ray.iter().copied().take_while(|&point| self.is_open(state, point))
    }

    /// Returns the leaps in one direction: over the first piece met, if it is an enemy that may be taken, to an empty
    /// point behind it. A man or a short king leaps over a neighbour to the next point; `king_reach` and `king_landing`
    /// may give a king more.
    fn leaps_towards(&self, run: &Run, rank: Rank, direction: P) -> Vec<(P, P)> {
        let mut ray = self.capture_ray(run.state, run.at(), direction);
        let Some((distance, victim)) = ray.by_ref().enumerate().find(|&(_, point)| !self.is_empty(run, point)) else {
            return vec![];
        };
        if !self.may_take(run, rank, victim) {
            return vec![];
        }
        let is_king = rank == Rank::King;
        if distance > 0 && !(is_king && self.king_reach == KingReach::Any) {
            return vec![];
        }
        let mut leaps = Vec::new();
        for landing in ray {
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

    /// Returns the leaps with `bent_leaps`: over any neighbour to any neighbour of that one, but not back (zuni.md,
    /// "Odd claim"); straight where no line is drawn. Only for rules without kings and directions, and for captures
    /// along all drawn lines.
    fn bent_leaps_from(&self, run: &Run) -> Vec<(P, P)> {
        assert!(self.promotion == Promotion::None && self.cap_dirs == Dirs::All && self.chain != Chain::Straight);
        assert!(matches!(self.capture_lines, CaptureLines::Board | CaptureLines::WithOrthogonals));
        let mut leaps = Vec::new();
        for direction in self.undrawn_directions(run.at()) {
            leaps.extend(self.leaps_towards(run, Rank::Man, direction));
        }
        for over in self.board.neighbours(run.at()) {
            if !self.may_take(run, Rank::Man, over) {
                continue;
            }
            for to in self.board.neighbours(over) {
                if to != run.at() && self.is_empty(run, to) && self.may_come_to(run, to) {
                    leaps.push((over, to));
                }
            }
        }
        leaps
    }

    /// Returns whether the piece may leap over `victim`. A captured piece that still stands cannot be leapt twice; a
    /// tower may, see `rejump`.
    fn may_take(&self, run: &Run, rank: Rank, victim: P) -> bool {
        let Some((owner, its_rank)) = self.standing(run, victim) else { return false };
        let is_free = match (self.removal, self.rejump) {
            (Removal::Immediate | Removal::End, _) | (Removal::Under, Rejump::Once) => !run.taken.contains(&victim),
            (Removal::Under, Rejump::NotConsecutive) => run.taken.last() != Some(&victim),
            (Removal::Under, Rejump::Allowed) => true,
        };
        let is_spared = self.take_higher == Truth::No && rank < its_rank;
        owner != run.state.to_move && is_free && !is_spared
    }

    /// Returns whether a point is empty at this stage of the capture.
    fn is_empty(&self, run: &Run, point: P) -> bool {
        self.standing(run, point).is_none()
    }

    /// Returns the top piece on a point at this stage of the capture. The moving piece has left its start. Captured
    /// pieces are gone at once, each from the top of its column, or stand until the turn ends (README, `removal`).
    fn standing(&self, run: &Run, point: P) -> Option<(Side, Rank)> {
        if point == run.start() {
            return None;
        }
        let removed = match self.removal {
            Removal::End => 0,
            _ => run.taken.iter().filter(|&&taken| taken == point).count(),
        };
        run.state.beneath(point, removed)
    }

    /// Returns whether `turning` lets a king go on in this direction (draughts.md, zamma-kharbaga.md).
    fn king_may_turn(&self, run: &Run, direction: P) -> bool {
        let Some(last) = run.direction() else { return true };
        match self.turning {
            Turning::Free => true,
            Turning::NoReversal => direction != (-last.0, -last.1),
            Turning::Straight => direction == last,
        }
    }

    /// Returns whether the option `return` lets the capturing piece land on `point` next.
    fn may_come_to(&self, run: &Run, point: P) -> bool {
        self.may_return(run.state, run.start(), point)
            && (self.coming_back != Return::Never || !run.landings().contains(&point))
            && (self.coming_back != Return::NotStart || point != run.start())
    }

    /// Returns whether the option `return` lets the piece on `from` before the turn land on `to`. Flying over a point
    /// is not landing on it.
    pub fn may_return(&self, state: &State, from: P, to: P) -> bool {
        match self.coming_back {
            Return::Free | Return::NotStart => true,
            Return::NotLast => state.last.get(&state.to_move) != Some(&(from, to)),
            Return::Never => !state.visited.get(&from).is_some_and(|visited| visited.contains(&to)),
        }
    }

    /// Returns whether a man may leap in this direction from its present point.
    fn man_may_capture(&self, run: &Run, direction: P) -> bool {
        let side = run.state.to_move;
        let is_frozen =
            self.last_row == LastRow::CaptureSidewaysOnly && self.board.is_far_row(side, run.at()) && direction.1 != 0;
        !is_frozen && self.cap_dirs.allow(side, direction)
    }

    /// Returns the rank of the piece inside its chain (`promo_mid`).
    fn rank_inside(&self, run: &Run) -> Rank {
        if self.promo_mid == PromoMid::AsKing && self.promotes_on_the_way(run) { Rank::King } else { run.rank }
    }

    /// Returns whether promotion has ended the turn.
    fn has_stopped(&self, run: &Run) -> bool {
        self.promo_mid == PromoMid::Stop && self.promotes_on_the_way(run)
    }

    fn promotes_on_the_way(&self, run: &Run) -> bool {
        let side = run.state.to_move;
        let touches = |&point: &P| self.board.is_far_row(side, point);
        self.promotion != Promotion::None && run.rank == Rank::Man && run.landings().iter().any(touches)
    }

    /// Returns the rank of a piece after a turn along `path`: a man is promoted if it ends on the far row, or has
    /// landed there and `promo_mid` asks for no more.
    pub fn rank_after(&self, side: Side, rank: Rank, path: &[P]) -> Rank {
        if self.promotion == Promotion::None || rank != Rank::Man {
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

    /// Returns the precedence of a capture under `choice`: higher is better, and earlier entries weigh more.
    pub fn precedence_key(&self, capture: &Capture) -> Vec<usize> {
        let pieces = capture.taken.len();
        let kings = capture.kings.iter().filter(|&&is_king| is_king).count();
        let by_king = usize::from(capture.by == Rank::King);
        match self.choice {
            Choice::Free | Choice::Protest => vec![],
            Choice::Max => vec![pieces],
            Choice::MaxQuality => vec![pieces, kings],
            Choice::ByKing => vec![by_king],
            Choice::KingFirst => vec![pieces, by_king],
            // At twice the value of a man, fewer kings are worth more.
            Choice::Frisian => vec![pieces + kings, pieces - kings, by_king],
            Choice::Italian => {
                let mut precedence_key = vec![pieces, by_king, kings];
                precedence_key.extend(capture.kings.iter().map(|&is_king| usize::from(is_king)));
                precedence_key
            }
        }
    }
}

impl Dirs {
    /// Returns whether a man of this side may go in this direction.
    pub fn allow(self, side: Side, direction: P) -> bool {
        let ahead = direction.1 * side.forward();
        match self {
            Dirs::All => true,
            Dirs::NoBack => ahead >= 0,
            Dirs::Forward => ahead > 0,
            Dirs::Straight => ahead > 0 && direction.0 == 0,
            Dirs::None => false,
        }
    }
}
