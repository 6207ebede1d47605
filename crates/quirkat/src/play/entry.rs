//! Entry of a move, point by point. A point picks up a piece, makes a hop, drops a man from the hand, or removes a
//! piece. A piece to be huffed is chosen first. The move is complete when nothing can follow, or when the player ends
//! it.

use quirkat_rules::mid_turn::{CapturedFate, captures_mid_turn, setup_mid_turn};
use quirkat_rules::{Board, CaptureClaim, Partial, Point, Progress, Setup, Turn, TurnPrompt};
use std::sync::Arc;

/// Effect of choosing a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The point cannot be chosen now.
    Refused,
    /// The move was begun, continued or taken back.
    Changed,
    /// The move is complete.
    Done(Turn),
}

/// The points chosen so far, among the legal moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    board: Arc<Board>,
    turns: Vec<Turn>,
    claim: Option<CaptureClaim>,
    huff: Option<Point>,
    points: Vec<Point>,
}

impl Entry {
    /// Creates an empty entry among these legal moves.
    pub fn new(board: &Arc<Board>, turns: Vec<Turn>) -> Entry {
        Entry { board: Arc::clone(board), turns, claim: None, huff: None, points: vec![] }
    }

    /// Returns the legal moves.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the points chosen so far.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Returns the first move that begins with the entry, and the progress within it.
    pub fn matching_turn(&self) -> Option<(&Turn, Progress)> {
        let has_begun = self.claim.is_some() || self.huff.is_some() || !self.points.is_empty();
        self.partial().first_match.filter(|_| has_begun)
    }

    /// Returns the path of the piece so far: its start, and its landings.
    pub fn path(&self) -> &[Point] {
        self.matching_turn().map_or(&[], |(turn, progress)| &turn.path[..progress.path])
    }

    /// Returns the kind of the next point.
    pub fn prompt(&self) -> Option<TurnPrompt> {
        self.partial().prompt
    }

    /// Returns the capture that is claimed first.
    pub fn claim(&self) -> Option<&CaptureClaim> {
        self.claim.as_ref()
    }

    /// Returns the captures that may be claimed instead of the opponent's last move.
    pub fn claims(&self) -> Vec<CaptureClaim> {
        let mut claims: Vec<CaptureClaim> = self.turns.iter().filter_map(|turn| turn.claim.clone()).collect();
        claims.dedup();
        claims
    }

    /// Claims the next possible capture, and after the last one none. Refused where no claim is possible. A call for
    /// single combat completes the move.
    pub fn claim_next(&mut self) -> Step {
        if let Some(call) = self.turns.iter().find(|turn| turn.calls) {
            return Step::Done(call.clone());
        }
        let claims = self.claims();
        if claims.is_empty() {
            return Step::Refused;
        }
        let next = self
            .claim
            .as_ref()
            .map_or(0, |claim| 1 + claims.iter().position(|other| other == claim).unwrap_or(claims.len()));
        (self.claim, self.huff, self.points) = (claims.get(next).cloned(), None, vec![]);
        Step::Changed
    }

    /// Returns the piece that is huffed first.
    pub fn huff(&self) -> Option<Point> {
        self.huff
    }

    /// Returns the claim and the huff that precede the move, in notation.
    pub fn chosen_first(&self, board: &Board) -> Vec<String> {
        let chosen = Turn { claim: self.claim.clone(), huff: self.huff, ..Turn::default() };
        if chosen.is_off_board() { vec![] } else { vec![chosen.text(board)] }
    }

    /// Begins with the claim, the huff and the drops of a move.
    pub fn begin_like(&mut self, turn: &Turn) {
        (self.claim, self.huff, self.points) = (turn.claim.clone(), turn.huff, turn.drops.clone());
    }

    /// Returns the points with which a move can begin.
    pub fn starts(&self) -> Vec<Point> {
        Partial::new(&self.board, &self.turns, self.claim.as_ref(), self.huff, &[]).next
    }

    /// Returns the points with which the move can continue.
    pub fn targets(&self) -> Vec<Point> {
        if self.points.is_empty() { vec![] } else { self.partial().next }
    }

    /// Returns the points to which the piece on a point could go, before it is picked up.
    pub fn targets_from(&self, point: Point) -> Vec<Point> {
        let mut entry = self.clone();
        let could_begin = self.starts().contains(&point);
        if could_begin && entry.choose(point) == Step::Changed { entry.targets() } else { vec![] }
    }

    /// Returns the next point that can be chosen, in the order of the board's rows, or with -1 the previous one.
    pub fn next_choice(&self, from: Point, by: i32) -> Option<Point> {
        let starts = || [self.huffable(), self.starts()].concat();
        let mut points = if self.points.is_empty() { starts() } else { self.targets() };
        if self.is_under_way() && self.complete().is_some() {
            points.extend(self.path().last());
        }
        let place = |point: &Point| (self.board.place(*point).y, self.board.place(*point).x);
        points.sort_by_key(place);
        points.dedup();
        let here = place(&from);
        let next = match by > 0 {
            true => points.iter().find(|point| place(point) > here).or(points.first()),
            false => points.iter().rev().find(|point| place(point) < here).or(points.last()),
        };
        next.copied()
    }

    /// Returns the points of pieces that may be huffed. Empty once a piece has moved.
    pub fn huffable(&self) -> Vec<Point> {
        if self.is_under_way() {
            return vec![];
        }
        let with_claim = self.turns.iter().filter(|turn| turn.claim == self.claim);
        let mut points: Vec<_> = with_claim.filter_map(|turn| turn.huff).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// Returns the entered move, if it may end here.
    pub fn complete(&self) -> Option<&Turn> {
        self.partial().complete
    }

    /// Returns whether more was done than picking up a piece.
    pub fn is_under_way(&self) -> bool {
        self.points.len() > 1 || self.matching_turn().is_some_and(|(_, progress)| progress.drops > 0)
    }

    /// Chooses a point: picks up or puts down a piece, makes a hop, drops a man, removes a piece, ends the move on the
    /// piece's point, or huffs.
    pub fn choose(&mut self, point: Point) -> Step {
        if self.partial().next.contains(&point) {
            let points = [&self.points[..], &[point]].concat();
            return self.take(&points);
        }
        if self.points.last() == Some(&point) {
            return match self.is_under_way() {
                true => self.finish(),
                false => self.take(&[]),
            };
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

    /// Ends the move as entered.
    pub fn finish(&mut self) -> Step {
        self.complete().cloned().map_or(Step::Refused, Step::Done)
    }

    /// Takes back the last point, the huff or the claim. Returns `false` if there is none.
    pub fn back(&mut self) -> bool {
        self.points.pop().is_some() || self.huff.take().is_some() || self.claim.take().is_some()
    }

    /// Clears the entry.
    pub fn clear(&mut self) {
        (self.claim, self.huff, self.points) = (None, None, vec![]);
    }

    /// Returns the position during the entry, with the captures made so far.
    pub fn position(&self, before: &Setup, becomes: CapturedFate) -> (Setup, Vec<Point>) {
        match self.matching_turn() {
            Some((turn, progress)) => {
                let gone = captures_mid_turn(turn, progress).into_iter().chain(self.huff).collect();
                (setup_mid_turn(before, turn, progress, becomes), gone)
            }
            None => (before.clone(), vec![]),
        }
    }

    fn partial(&self) -> Partial<'_> {
        Partial::new(&self.board, &self.turns, self.claim.as_ref(), self.huff, &self.points)
    }

    fn take(&mut self, points: &[Point]) -> Step {
        self.points = points.to_vec();
        let has_begun = self.claim.is_some() || self.huff.is_some() || !self.points.is_empty();
        match self.partial() {
            Partial { next, complete: Some(turn), .. } if next.is_empty() && has_begun => Step::Done(turn.clone()),
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
        let mut entry = Entry::new(&game.ruleset().board, game.turns().unwrap());
        assert_eq!(names(&game, entry.starts()), ["a1"]);
        assert_eq!(choose(&game, &mut entry, "e2"), Step::Refused, "capturing is compulsory");
        assert_eq!(choose(&game, &mut entry, "a1"), Step::Changed);
        assert_eq!(choose(&game, &mut entry, "c3"), Step::Changed);
        assert_eq!(entry.complete(), None);
        assert_eq!(choose(&game, &mut entry, "c3"), Step::Refused, "the capture must go on");
        let (setup, taken) = entry.position(&game.setup(), CapturedFate::Leave);
        assert_eq!(names(&game, taken), ["b2"]);
        assert!(setup.top(game.ruleset().board.point("c3").unwrap()).is_some());
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
        let mut entry = Entry::new(&game.ruleset().board, game.turns().unwrap());
        choose(&game, &mut entry, "a1");
        assert_eq!(choose(&game, &mut entry, "c3"), Step::Changed);
        let turn = read_turn(&*game, "a1xc3").unwrap();
        assert_eq!(choose(&game, &mut entry, "c3"), Step::Done(turn));
    }

    #[test]
    fn a_chosen_piece_can_be_put_down_or_exchanged() {
        let game = game("walker", "W:Wa1,e1:Ba5");
        let mut entry = Entry::new(&game.ruleset().board, game.turns().unwrap());
        choose(&game, &mut entry, "a1");
        choose(&game, &mut entry, "e1");
        assert_eq!(names(&game, entry.points().to_vec()), ["e1"]);
        choose(&game, &mut entry, "e1");
        assert_eq!(entry.points(), []);
        assert!(!entry.back());
    }

    #[test]
    fn a_huff_begins_the_move() {
        let game = game("smith_bell", "W:Wa1,e1:Bc5,e5:huff=c5");
        let mut entry = Entry::new(&game.ruleset().board, game.turns().unwrap());
        assert_eq!(names(&game, entry.huffable()), ["c5"]);
        assert_eq!(choose(&game, &mut entry, "c5"), Step::Changed);
        assert!(
            entry
                .position(&game.setup(), CapturedFate::Leave)
                .0
                .top(game.ruleset().board.point("c5").unwrap())
                .is_none()
        );
        choose(&game, &mut entry, "a1");
        let turn = read_turn(&*game, "huff c5, a1-a2").unwrap();
        assert_eq!(choose(&game, &mut entry, "a2"), Step::Done(turn));
        choose(&game, &mut entry, "c5");
        entry.clear();
        assert_eq!(entry.huff(), None);
    }

    fn position(title: &str, fen: &str) -> AnyGame {
        let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
        let ruleset = find_game(game).unwrap().ruleset(variant, &[]).unwrap();
        let setup = read_fen(&ruleset, fen).unwrap();
        AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap()
    }

    /// Chooses points in order. Only the last one completes the move.
    fn enter(game: &AnyGame, points: &str) -> String {
        let board = &game.ruleset().board;
        let mut entry = Entry::new(board, game.turns().unwrap());
        let points: Vec<_> = points.split(' ').collect();
        for (number, name) in points.iter().enumerate() {
            match choose(game, &mut entry, name) {
                Step::Done(turn) if number + 1 == points.len() => return turn.text(board),
                Step::Changed => {}
                step => panic!("{name}: {step:?}"),
            }
        }
        panic!("the move is not complete: {:?}", entry.prompt())
    }

    #[test]
    fn an_ambiguous_step_asks_for_the_captured_piece() {
        let both = position("fanorona", "W:Wd3:Bc3,f3,a5");
        assert_eq!(enter(&both, "d3 e3 f3"), "d3-e3A");
        assert_eq!(enter(&both, "d3 e3 c3"), "d3-e3W");
        let one = position("fanorona", "W:Wd3:Bf3,a5");
        assert_eq!(enter(&one, "d3 e3"), "d3-e3A");
    }

    #[test]
    fn drops_steps_and_removals_are_entered_in_order() {
        assert_eq!(enter(&position("queah", "W:Wa1,b2:Be5:hand=1,0"), "c3 b2 a3"), "drop @c3, b2-a3");
        assert_eq!(enter(&position("queah", "W:Wa1,b2:Be5:hand=1,0"), "c3 c3 d4"), "drop @c3, c3-d4");
        assert_eq!(enter(&position("bagh-chal", "W:W:Ba1:hand=20,0"), "c3"), "drop @c3");
        let mill = position("alquerque-de-nueve", "W:Wa1,d1,g4,b2:Bf4,e3,b6,c3");
        assert_eq!(enter(&mill, "g4 g1 e3"), "g4-g1, xe3");
        let placing = position("alquerque-de-nueve", "W:Wa1,d1:Bf4,e3:hand=7,7");
        assert_eq!(enter(&placing, "g1 e3"), "drop @g1, xe3");
        assert_eq!(enter(&position("konane:six", "W:Wb1,c2,a2:Ba1,b2"), "b1 b3"), "b1xb3");
    }

    #[test]
    fn entered_points_are_shown_and_taken_back() {
        let game = position("queah", "W:Wa1,b2:Be5:hand=1,0");
        let mut entry = Entry::new(&game.ruleset().board, game.turns().unwrap());
        choose(&game, &mut entry, "c3");
        let (setup, _) = entry.position(&game.setup(), CapturedFate::Leave);
        assert_eq!((setup.count(game.to_move()), setup.memory.hand), (3, [0, 0]));
        assert!(entry.is_under_way());
        assert_eq!(choose(&game, &mut entry, "a5"), Step::Refused);
        assert!(entry.back());
        assert!(!entry.is_under_way());
    }
}
