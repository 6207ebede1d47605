//! Turns that somebody is still entering, point by point.

use crate::names::points;
use crate::position::Position;
use quirkat_rules::partway::{Taken, partway, taken};
use quirkat_rules::{AnyGame, Ask, Progress, Turn};
use serde::{Deserialize, Serialize};

/// What a person has entered of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PartialAsk {
    /// The claim that begins it, as text.
    pub claim: Option<String>,
    /// The piece that is huffed first.
    pub huff: Option<String>,
    /// The points named so far.
    pub points: Vec<String>,
}

/// What a point that may be named next is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    /// Where a man enters from the hand.
    Enter,
    /// Which piece moves.
    Start,
    /// Where it goes.
    Go,
    /// What the hop before takes; named only where it could be something else.
    Tell,
    /// What is taken off in the end.
    Remove,
}

impl From<Ask> for Asks {
    fn from(ask: Ask) -> Self {
        match ask {
            Ask::Enter => Asks::Enter,
            Ask::Start => Asks::Start,
            Ask::Go => Asks::Go,
            Ask::Tell => Asks::Tell,
            Ask::Remove => Asks::Remove,
        }
    }
}

/// What may come next in a turn that is being entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Partial {
    /// The points that may be named next.
    pub next: Vec<String>,
    /// What the first of them is.
    pub asks: Option<Asks>,
    /// The turn as it stands, as text, if it may end here.
    pub complete: Option<String>,
    /// The position as it stands.
    pub position: Position,
    /// The points that were emptied by captures so far.
    pub gone: Vec<String>,
    /// Where the opponent's pieces may be huffed.
    pub huffable: Vec<String>,
    /// The captures that may be claimed, as text.
    pub claims: Vec<String>,
    /// Turns that name no point, as text.
    pub calls: Vec<String>,
    /// Why the last point named is not allowed, in words.
    pub refused: Option<String>,
}

impl Partial {
    /// Judges what was entered among a position's legal turns; `None` where a point, a huff or a claim does not exist.
    pub fn new(game: &AnyGame, turns: &[Turn], ask: &PartialAsk) -> Option<Partial> {
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
        let named: Vec<_> = ask.points.iter().map(|name| board.point(name)).collect::<Option<_>>()?;
        let partial = quirkat_rules::Partial::new(board, turns, claim.as_ref(), huff, &named);
        let before = game.setup();
        let becomes = Taken::of(ruleset);
        let (shown, mut gone) = match partial.begun {
            Some((turn, progress)) => (partway(&before, turn, progress, becomes), taken(turn, progress)),
            None => (before.clone(), vec![]),
        };
        gone.extend(huff.filter(|_| partial.begun.is_some()));
        let is_under_way = named.len() > 1 || partial.begun.is_some_and(|(_, Progress { drops, .. })| drops > 0);
        let mut huffable: Vec<_> =
            turns.iter().filter(|turn| !is_under_way && turn.claim == claim).filter_map(|turn| turn.huff).collect();
        huffable.sort_unstable();
        huffable.dedup();
        let mut claims: Vec<_> = turns.iter().filter_map(claim_text).collect();
        claims.dedup();
        Some(Partial {
            next: points(board, &partial.next),
            asks: partial.asks.map(Asks::from),
            complete: partial.complete.filter(|turn| !turn.is_off_board()).map(|turn| turn.text(board)),
            position: Position::new(ruleset, &game.setup_after(0), &shown),
            gone: points(board, &gone),
            huffable: points(board, &huffable),
            claims,
            calls: turns.iter().filter(|turn| turn.is_off_board()).map(|turn| turn.text(board)).collect(),
            refused: None,
        })
    }
}
