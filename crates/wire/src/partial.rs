//! Turns that are being entered point by point.

use crate::names::points;
use crate::position::Position;
use quirkat_rules::mid_turn::{CapturedFate, captures_mid_turn, setup_mid_turn};
use quirkat_rules::{AnyGame, Board, CaptureClaim, Point, Progress, Setup, Turn, TurnPrefix, TurnPrompt};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Part of a turn that has been entered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PartialRequest {
    /// Claim that begins the turn, in notation; `null` without one.
    pub claim: Option<String>,
    /// Name of the point whose piece is huffed first; `null` without a huff.
    pub huff: Option<String>,
    /// Names of the points entered so far.
    pub points: Vec<String>,
}

/// Role of the next point in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PointRole {
    /// Point on which a man enters from the hand.
    Enter,
    /// Point of the piece that moves.
    Start,
    /// Point to which the piece goes.
    Go,
    /// Point of the piece that the last hop captures; asked for only where there is a choice.
    Tell,
    /// Point of a piece that is removed at the end of the turn.
    Remove,
}

impl From<TurnPrompt> for PointRole {
    fn from(ask: TurnPrompt) -> Self {
        match ask {
            TurnPrompt::Drop => PointRole::Enter,
            TurnPrompt::Start => PointRole::Start,
            TurnPrompt::Land => PointRole::Go,
            TurnPrompt::Captured => PointRole::Tell,
            TurnPrompt::Remove => PointRole::Remove,
        }
    }
}

/// State of a turn that is being entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Partial {
    /// Names of the points that may come next.
    pub next: Vec<String>,
    /// Role of the next point; `null` where nothing may follow.
    pub asks: Option<PointRole>,
    /// Notation of the turn if it may end here; `null` otherwise.
    pub complete: Option<String>,
    /// Position partway through the turn. Captured pieces stay on it as long as the rules leave them on the board.
    pub position: Position,
    /// Names of the points from which pieces have been captured so far.
    pub gone: Vec<String>,
    /// Names of the points that each next point captures, by its name, where a capture is chosen; absent elsewhere.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub takes: BTreeMap<String, Vec<String>>,
    /// Names of the points whose pieces may be huffed.
    pub huffable: Vec<String>,
    /// Captures that may be claimed, in notation.
    pub claims: Vec<String>,
    /// Legal turns without any point, in notation: passes, calls and results of dice.
    pub calls: Vec<String>,
    /// Reason why the last point is refused, in words; `null` where it is allowed.
    pub refused: Option<String>,
}

impl Partial {
    /// Computes the state of a turn that is being entered from the legal turns of the position. Returns `None` when a
    /// point, huff or claim does not exist.
    pub fn new(game: &AnyGame, turns: &[Turn], ask: &PartialRequest) -> Option<Partial> {
        let board = &game.ruleset().board;
        let is_claimed = |text: &String| {
            turns.iter().filter_map(|turn| turn.claim.as_ref()).find(|claim| claim_text(board, claim) == *text)
        };
        let claim = ask.claim.as_ref().map_or(Some(None), |text| is_claimed(text).map(Some))?;
        let huff = ask.huff.as_deref().map(|name| board.point(name)).map_or(Some(None), |point| point.map(Some))?;
        let named: Vec<_> = ask.points.iter().map(|name| board.point(name)).collect::<Option<_>>()?;
        let entering = Entering::new(game, turns, claim, huff);
        let prefix = named.iter().fold(entering.prefix(), |prefix, &point| prefix.after(point));
        let partial = prefix.partial();
        Some(Partial { takes: entering.takes(&prefix, &partial), ..entering.describe(&partial, named.len()) })
    }
}

/// Formats a claim in notation.
pub(crate) fn claim_text(board: &Board, claim: &CaptureClaim) -> String {
    Turn { claim: Some(claim.clone()), ..Turn::default() }.text(board)
}

/// Entry of a turn with a given claim, huff or neither.
pub(crate) struct Entering<'g> {
    pub(crate) game: &'g AnyGame,
    turns: &'g [Turn],
    claim: Option<&'g CaptureClaim>,
    huff: Option<Point>,
    before: Setup,
    becomes: CapturedFate,
}

impl<'g> Entering<'g> {
    /// Creates an entry in a game's position from its legal turns.
    pub(crate) fn new(
        game: &'g AnyGame,
        turns: &'g [Turn],
        claim: Option<&'g CaptureClaim>,
        huff: Option<Point>,
    ) -> Self {
        Entering { game, turns, claim, huff, before: game.setup(), becomes: CapturedFate::from_ruleset(game.ruleset()) }
    }

    /// Returns the legal turns that begin with this claim and huff.
    pub(crate) fn prefix(&self) -> TurnPrefix<'g> {
        TurnPrefix::new(&self.game.ruleset().board, self.turns, self.claim, self.huff)
    }

    /// Returns the position partway through a turn, and the points from which pieces were captured.
    pub(crate) fn partway(&self, partial: &quirkat_rules::Partial<'_>) -> (Setup, Vec<Point>) {
        let Some((turn, progress)) = partial.first_match else { return (self.before.clone(), vec![]) };
        // Where nothing can follow, the turn is complete.
        let becomes = if partial.next.is_empty() { self.becomes.at_end() } else { self.becomes };
        let mut gone = captures_mid_turn(turn, progress);
        gone.extend(self.huff);
        (setup_mid_turn(&self.before, turn, progress, becomes), gone)
    }

    /// Returns the points that each next point captures, if the next point chooses a capture.
    fn takes(&self, prefix: &TurnPrefix<'_>, partial: &quirkat_rules::Partial<'_>) -> BTreeMap<String, Vec<String>> {
        if partial.prompt != Some(TurnPrompt::Captured) {
            return BTreeMap::new();
        }
        let board = &self.game.ruleset().board;
        let (_, gone) = self.partway(partial);
        let taken = |point: Point| {
            let (_, mut after) = self.partway(&prefix.after(point).partial());
            after.retain(|other| !gone.contains(other));
            (board.name(point).to_owned(), points(board, &after))
        };
        partial.next.iter().map(|&point| taken(point)).collect()
    }

    /// Returns the notation of the turn if it may end here.
    pub(crate) fn complete(&self, partial: &quirkat_rules::Partial<'_>) -> Option<String> {
        partial.complete.filter(|turn| !turn.is_off_board()).map(|turn| turn.text(&self.game.ruleset().board))
    }

    /// Describes the state of the turn after a number of points.
    pub(crate) fn describe(&self, partial: &quirkat_rules::Partial<'_>, named: usize) -> Partial {
        let (ruleset, turns) = (self.game.ruleset(), self.turns);
        let board = &ruleset.board;
        let (shown, gone) = self.partway(partial);
        let is_under_way = named > 1 || partial.first_match.is_some_and(|(_, Progress { drops, .. })| drops > 0);
        let here = |turn: &&Turn| !is_under_way && turn.claim.as_ref() == self.claim;
        let mut huffable: Vec<_> = turns.iter().filter(here).filter_map(|turn| turn.huff).collect();
        huffable.sort_unstable();
        huffable.dedup();
        let claims = turns.iter().filter_map(|turn| turn.claim.as_ref());
        let mut claims: Vec<_> = claims.map(|claim| claim_text(board, claim)).collect();
        claims.dedup();
        Partial {
            next: points(board, &partial.next),
            asks: partial.prompt.map(PointRole::from),
            complete: self.complete(partial),
            position: Position::new(ruleset, &self.game.setup_after(0), &shown),
            gone: points(board, &gone),
            takes: BTreeMap::new(),
            huffable: points(board, &huffable),
            claims,
            calls: turns.iter().filter(|turn| turn.is_off_board()).map(|turn| turn.text(board)).collect(),
            refused: None,
        }
    }
}
