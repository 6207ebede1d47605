//! Positions, turns and partial turns as the pages and programs get them: plain values that become JSON.

use quirkat_rules::partway::{Taken, partway, taken};
use quirkat_rules::{
    AnyGame, Ask, Board, Colour, Outcome, Partial, Piece, Point, Progress, Rank, Ruleset, Setup, Side, Turn, write_fen,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The word of a side on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideView {
    /// The side that sits at the bottom.
    First,
    /// The side that sits at the top.
    Second,
}

impl From<Side> for SideView {
    fn from(side: Side) -> Self {
        match side {
            Side::First => SideView::First,
            Side::Second => SideView::Second,
        }
    }
}

impl From<SideView> for Side {
    fn from(side: SideView) -> Self {
        match side {
            SideView::First => Side::First,
            SideView::Second => Side::Second,
        }
    }
}

/// A position: what stands where, from bottom to top, by the letters of setup diagrams.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The position as text.
    pub fen: String,
    /// The side to move.
    pub to_move: SideView,
    /// The letters of the pieces on each point that has any.
    pub pieces: BTreeMap<String, String>,
    /// The men in hand, of the first and the second side.
    pub hand: [u8; 2],
    /// The points that nothing can enter any more.
    pub closed: Vec<String>,
    /// How many pieces each side has lost since the start.
    pub taken: [usize; 2],
}

/// A turn, hop by hop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TurnView {
    /// The turn in words of the notation.
    pub text: String,
    /// Who made it.
    pub by: SideView,
    /// Where the piece started, and every point on which it landed.
    pub path: Vec<String>,
    /// What each hop took.
    pub captures: Vec<Vec<String>>,
    /// Where men entered.
    pub drops: Vec<String>,
    /// What was taken off in the end.
    pub removed: Vec<String>,
    /// The piece huffed first.
    pub huff: Option<String>,
    /// The capture claimed first.
    pub claim: Option<ClaimView>,
    /// What the dice show.
    pub roll: Option<[u8; 3]>,
}

/// A claimed capture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClaimView {
    /// Its way.
    pub path: Vec<String>,
    /// What it took.
    pub captures: Vec<String>,
}

/// What a person has entered of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct PartialAsk {
    /// The claim that begins it, as text.
    pub claim: Option<String>,
    /// The piece that is huffed first.
    pub huff: Option<String>,
    /// The points named so far.
    pub points: Vec<String>,
}

/// What may come next in a turn that is being entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartialView {
    /// The points that may be named next.
    pub next: Vec<String>,
    /// What the first of them is: `enter`, `start`, `go`, `tell` or `remove`.
    pub asks: Option<&'static str>,
    /// The turn as it stands, if it may end here.
    pub complete: Option<String>,
    /// The position as it stands.
    pub position: PositionView,
    /// The points that were emptied by captures so far.
    pub gone: Vec<String>,
    /// Where the opponent's pieces may be huffed.
    pub huffable: Vec<String>,
    /// The captures that may be claimed, as text.
    pub claims: Vec<String>,
    /// Turns that name no point.
    pub calls: Vec<String>,
    /// Why the last point named is not allowed.
    pub refused: Option<String>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EndView {
    /// Who won; none is a draw.
    pub winner: Option<SideView>,
    /// The score as records write it.
    pub result: &'static str,
    /// The reason as one word.
    pub reason: &'static str,
    /// The end in words.
    pub words: String,
}

/// The letter of a piece: lower case for men, capitals for kings; `p` and `q` are princes.
pub fn letter(ruleset: &Ruleset, piece: Piece) -> char {
    match (ruleset.colour(piece.side), piece.rank) {
        (Colour::White, Rank::Man) => 'w',
        (Colour::White, Rank::Prince) => 'p',
        (Colour::White, Rank::King) => 'W',
        (Colour::Black, Rank::Man) => 'b',
        (Colour::Black, Rank::Prince) => 'q',
        (Colour::Black, Rank::King) => 'B',
    }
}

fn names<'p>(board: &Board, points: impl IntoIterator<Item = &'p Point>) -> Vec<String> {
    points.into_iter().map(|&point| board.name(point).to_owned()).collect()
}

impl PositionView {
    /// A setup of a game that began with another.
    pub fn new(ruleset: &Ruleset, start: &Setup, setup: &Setup) -> PositionView {
        let board = &ruleset.board;
        let column = |point: Point| -> String {
            setup.columns[point.index()].iter().map(|&piece| letter(ruleset, piece)).collect()
        };
        let standing = board.points().filter(|point| !setup.columns[point.index()].is_empty());
        let scene = quirkat_draw::Scene::new(ruleset, setup.clone());
        let owned = |setup: &Setup, side: Side| setup.count(side) + usize::from(setup.recollection.hand[side.index()]);
        PositionView {
            fen: write_fen(ruleset, setup),
            to_move: setup.to_move.into(),
            pieces: standing.map(|point| (board.name(point).to_owned(), column(point))).collect(),
            hand: setup.recollection.hand,
            closed: names(board, &scene.closed),
            taken: Side::BOTH.map(|side| owned(start, side).saturating_sub(owned(setup, side))),
        }
    }

    /// A game's position after so many plies.
    pub fn after(game: &AnyGame, plies: usize) -> PositionView {
        PositionView::new(game.ruleset(), &game.setup_after(0), &game.setup_after(plies))
    }
}

impl TurnView {
    /// A turn of a side.
    pub fn new(board: &Board, by: Side, turn: &Turn) -> TurnView {
        let hops = turn.path.len().saturating_sub(1);
        TurnView {
            text: turn.text(board),
            by: by.into(),
            path: names(board, &turn.path),
            captures: (0..hops).map(|hop| names(board, turn.taken_by(hop))).collect(),
            drops: names(board, &turn.drops),
            removed: names(board, &turn.removed),
            huff: turn.huff.map(|point| board.name(point).to_owned()),
            claim: turn
                .claim
                .as_ref()
                .map(|claim| ClaimView { path: names(board, &claim.path), captures: names(board, &claim.captures) }),
            roll: turn.roll,
        }
    }

    /// The turn of this number, from 0, of a game's history.
    pub fn of(game: &AnyGame, ply: usize) -> Option<TurnView> {
        let by = game.setup_after(ply).to_move;
        game.history().get(ply).map(|turn| TurnView::new(&game.ruleset().board, by, turn))
    }
}

impl PartialView {
    /// Judges what was entered among a position's legal turns; `None` where a point, a huff or a claim does not exist.
    pub fn new(game: &AnyGame, turns: &[Turn], ask: &PartialAsk) -> Option<PartialView> {
        let ruleset = game.ruleset();
        let board = &ruleset.board;
        let claim_text = |turn: &Turn| {
            let claim = Turn { claim: turn.claim.clone(), ..Turn::default() };
            turn.claim.is_some().then(|| claim.text(board))
        };
        let claim = match &ask.claim {
            None => None,
            Some(text) => Some(turns.iter().find(|turn| claim_text(turn).as_ref() == Some(text))?.claim.clone()?),
        };
        let huff = ask.huff.as_deref().map(|name| board.point(name)).map_or(Some(None), |point| point.map(Some))?;
        let points: Vec<_> = ask.points.iter().map(|name| board.point(name)).collect::<Option<_>>()?;
        let partial = Partial::new(board, turns, claim.as_ref(), huff, &points);
        let before = game.setup();
        let becomes = Taken::of(ruleset);
        let (shown, mut gone) = match partial.begun {
            Some((turn, progress)) => (partway(&before, turn, progress, becomes), taken(turn, progress)),
            None => (before.clone(), vec![]),
        };
        gone.extend(huff.filter(|_| partial.begun.is_some()));
        let is_under_way = points.len() > 1 || partial.begun.is_some_and(|(_, Progress { drops, .. })| drops > 0);
        let mut huffable: Vec<_> =
            turns.iter().filter(|turn| !is_under_way && turn.claim == claim).filter_map(|turn| turn.huff).collect();
        huffable.sort_unstable();
        huffable.dedup();
        let mut claims: Vec<_> = turns.iter().filter_map(claim_text).collect();
        claims.dedup();
        Some(PartialView {
            next: names(board, &partial.next),
            asks: partial.asks.map(ask_word),
            complete: partial.complete.filter(|turn| !turn.is_off_board()).map(|turn| turn.text(board)),
            position: PositionView::new(ruleset, &game.setup_after(0), &shown),
            gone: names(board, &gone),
            huffable: names(board, &huffable),
            claims,
            calls: turns.iter().filter(|turn| turn.is_off_board()).map(|turn| turn.text(board)).collect(),
            refused: None,
        })
    }
}

fn ask_word(ask: Ask) -> &'static str {
    match ask {
        Ask::Enter => "enter",
        Ask::Start => "start",
        Ask::Go => "go",
        Ask::Tell => "tell",
        Ask::Remove => "remove",
    }
}

/// The board's points with their places, as scripts get them.
pub fn points(board: &Board) -> Vec<(String, i32, i32)> {
    let point = |point: Point| (board.name(point).to_owned(), board.place(point).x, board.place(point).y);
    board.points().map(point).collect()
}

/// The score of an outcome as records write it.
pub fn result(ruleset: &Ruleset, outcome: Outcome) -> &'static str {
    outcome.result(ruleset.white())
}
