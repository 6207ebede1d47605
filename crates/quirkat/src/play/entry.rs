//! A turn that a person is entering, point by point.
//!
//! The first point picks up a piece, each further one is a hop. A piece of the opponent that may be huffed is chosen
//! before. The turn is complete as soon as nothing can follow, or when the person says that it ends here.

use super::partway::{Taken, partway, taken};
use quirkat_rules::{Claim, Partial, Point, Setup, Turn};

/// What came of choosing a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing can be done with this point now.
    Refused,
    /// The turn has begun, gone on or been put back.
    Changed,
    /// The turn is complete.
    Done(Turn),
}

/// The points chosen so far, among the legal turns of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    turns: Vec<Turn>,
    claim: Option<Claim>,
    huff: Option<Point>,
    path: Vec<Point>,
}

impl Entry {
    /// Nothing chosen yet, among these turns.
    pub fn new(turns: Vec<Turn>) -> Entry {
        Entry { turns, claim: None, huff: None, path: vec![] }
    }

    /// The legal turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The points chosen so far: where the piece starts, and where it has landed.
    pub fn path(&self) -> &[Point] {
        &self.path
    }

    /// The capture that is claimed first.
    pub fn claim(&self) -> Option<&Claim> {
        self.claim.as_ref()
    }

    /// What may be claimed in the place of the opponent's last turn.
    pub fn claims(&self) -> Vec<Claim> {
        let mut claims: Vec<Claim> = self.turns.iter().filter_map(|turn| turn.claim.clone()).collect();
        claims.dedup();
        claims
    }

    /// Claims the next capture that may be claimed, and after the last one none; refused where there is none.
    pub fn claim_next(&mut self) -> Step {
        let claims = self.claims();
        if claims.is_empty() {
            return Step::Refused;
        }
        let next = self
            .claim
            .as_ref()
            .map_or(0, |claim| 1 + claims.iter().position(|other| other == claim).unwrap_or(claims.len()));
        (self.claim, self.huff, self.path) = (claims.get(next).cloned(), None, vec![]);
        Step::Changed
    }

    /// The piece that is huffed first.
    pub fn huff(&self) -> Option<Point> {
        self.huff
    }

    /// Where a piece stands that has a turn.
    pub fn starts(&self) -> Vec<Point> {
        Partial::new(&self.turns, self.claim.as_ref(), self.huff, &[]).next
    }

    /// Where the piece that was picked up may go next.
    pub fn targets(&self) -> Vec<Point> {
        if self.path.is_empty() { vec![] } else { self.partial().next }
    }

    /// Where the opponent's pieces may be huffed; none once a piece is on its way.
    pub fn huffable(&self) -> Vec<Point> {
        if self.path.len() > 1 {
            return vec![];
        }
        let with_claim = self.turns.iter().filter(|turn| turn.claim == self.claim);
        let mut points: Vec<_> = with_claim.filter_map(|turn| turn.huff).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The turn as it stands, if it may end here.
    pub fn complete(&self) -> Option<&Turn> {
        self.partial().complete
    }

    /// Whether the piece has made a hop.
    pub fn is_under_way(&self) -> bool {
        self.path.len() > 1
    }

    /// Chooses a point: picks a piece up or puts it down, hops, ends the turn where the piece stands, huffs.
    pub fn choose(&mut self, point: Point) -> Step {
        if self.path.last() == Some(&point) {
            return match self.is_under_way() {
                true => self.complete().cloned().map_or(Step::Refused, Step::Done),
                false => self.take(&[]),
            };
        }
        if self.partial().next.contains(&point) {
            let path = [&self.path[..], &[point]].concat();
            return self.take(&path);
        }
        if self.is_under_way() {
            return Step::Refused;
        }
        if self.starts().contains(&point) {
            return self.take(&[point]);
        }
        if self.huffable().contains(&point) {
            self.huff = if self.huff == Some(point) { None } else { Some(point) };
            return self.take(&[]);
        }
        Step::Refused
    }

    /// Ends the turn as it stands.
    pub fn finish(&mut self) -> Step {
        self.complete().cloned().map_or(Step::Refused, Step::Done)
    }

    /// Takes back the last hop, puts the piece down, or forgets the huff or the claim; `false` if there is nothing to take back.
    pub fn back(&mut self) -> bool {
        self.path.pop().is_some() || self.huff.take().is_some() || self.claim.take().is_some()
    }

    /// Forgets everything chosen.
    pub fn clear(&mut self) {
        (self.claim, self.huff, self.path) = (None, None, vec![]);
    }

    /// What is seen while the turn is entered: the position with the hops made so far, and what they took.
    pub fn shown(&self, before: &Setup, becomes: Taken) -> (Setup, Vec<Point>) {
        let hops = self.path.len().saturating_sub(1);
        let begins = |turn: &&Turn| turn.claim == self.claim && turn.huff == self.huff;
        let begun = self.turns.iter().filter(begins).find(|turn| turn.path.starts_with(&self.path));
        match begun {
            Some(turn) if self.claim.is_some() || self.huff.is_some() || hops > 0 => {
                (partway(before, turn, hops, becomes), taken(turn, hops).iter().copied().chain(self.huff).collect())
            }
            _ => (before.clone(), vec![]),
        }
    }

    fn partial(&self) -> Partial<'_> {
        Partial::new(&self.turns, self.claim.as_ref(), self.huff, &self.path)
    }

    fn take(&mut self, path: &[Point]) -> Step {
        self.path = path.to_vec();
        // A man from the hand has no other way than the point where it is entered.
        let begun = self.claim.is_some() || self.huff.is_some() || !self.path.is_empty();
        match self.partial() {
            Partial { next, complete: Some(turn) } if next.is_empty() && begun => Step::Done(turn.clone()),
            _ => Step::Changed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyGame, AnyRules, find_game, read_fen, read_turn};

    fn game(variant: &str, fen: &str) -> AnyGame {
        let ruleset = find_game("alquerque").unwrap().ruleset(Some(variant), &[]).unwrap();
        let setup = read_fen(&ruleset, fen).unwrap();
        AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap()
    }

    fn choose(game: &AnyGame, entry: &mut Entry, name: &str) -> Step {
        entry.choose(game.ruleset().board.point(name).unwrap())
    }

    fn names(game: &AnyGame, points: Vec<Point>) -> Vec<String> {
        points.into_iter().map(|point| game.ruleset().board.name(point).to_owned()).collect()
    }

    #[test]
    fn a_forced_chain_goes_hop_by_hop_to_its_end() {
        let game = game("walker", "W:Wa1,e2:Bb2,d4,a5");
        let mut entry = Entry::new(game.turns().unwrap());
        assert_eq!(names(&game, entry.starts()), ["a1"]);
        assert_eq!(choose(&game, &mut entry, "e2"), Step::Refused, "capturing is compulsory");
        assert_eq!(choose(&game, &mut entry, "a1"), Step::Changed);
        assert_eq!(choose(&game, &mut entry, "c3"), Step::Changed);
        assert_eq!(entry.complete(), None);
        assert_eq!(choose(&game, &mut entry, "c3"), Step::Refused, "the capture must go on");
        let (shown, taken) = entry.shown(&game.setup(), Taken::Leave);
        assert_eq!(names(&game, taken), ["b2"]);
        assert!(shown.top(game.ruleset().board.point("c3").unwrap()).is_some());
        assert_eq!(names(&game, entry.targets()), ["e5"]);
        assert!(entry.back());
        assert_eq!(names(&game, entry.targets()), ["c3"]);
        choose(&game, &mut entry, "c3");
        let turn = read_turn(&*game, "a1xc3xe5").unwrap();
        assert_eq!(choose(&game, &mut entry, "e5"), Step::Done(turn));
    }

    #[test]
    fn an_optional_chain_may_stop_where_the_piece_stands() {
        let game = game("article", "W:Wa1,e2:Bb2,d4,a5");
        let mut entry = Entry::new(game.turns().unwrap());
        choose(&game, &mut entry, "a1");
        assert_eq!(choose(&game, &mut entry, "c3"), Step::Changed);
        let turn = read_turn(&*game, "a1xc3").unwrap();
        assert_eq!(choose(&game, &mut entry, "c3"), Step::Done(turn));
    }

    #[test]
    fn choosing_again_puts_down_and_choosing_another_picks_that_up() {
        let game = game("walker", "W:Wa1,e1:Ba5");
        let mut entry = Entry::new(game.turns().unwrap());
        choose(&game, &mut entry, "a1");
        choose(&game, &mut entry, "e1");
        assert_eq!(names(&game, entry.path().to_vec()), ["e1"]);
        choose(&game, &mut entry, "e1");
        assert_eq!(entry.path(), []);
        assert!(!entry.back());
    }

    #[test]
    fn a_huff_begins_the_turn() {
        let game = game("smith_bell", "W:Wa1,e1:Bc5,e5:huff=c5");
        let mut entry = Entry::new(game.turns().unwrap());
        assert_eq!(names(&game, entry.huffable()), ["c5"]);
        assert_eq!(choose(&game, &mut entry, "c5"), Step::Changed);
        assert!(entry.shown(&game.setup(), Taken::Leave).0.top(game.ruleset().board.point("c5").unwrap()).is_none());
        choose(&game, &mut entry, "a1");
        let turn = read_turn(&*game, "huff c5, a1-a2").unwrap();
        assert_eq!(choose(&game, &mut entry, "a2"), Step::Done(turn));
        choose(&game, &mut entry, "c5");
        entry.clear();
        assert_eq!(entry.huff(), None);
    }
}
