//! Turns that somebody is still entering, point by point.

use crate::names::points;
use crate::position::Position;
use quirkat_rules::mid_turn::{CapturedFate, captures_mid_turn, setup_mid_turn};
use quirkat_rules::{AnyGame, Board, CaptureClaim, Point, Progress, Setup, Turn, TurnPrefix, TurnPrompt};
use serde::{Deserialize, Serialize};

/// What a person has entered of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PartialAsk"))]
#[serde(default)]
pub struct PartialRequest {
    /// The claim that begins it, as text.
    pub claim: Option<String>,
    /// The piece that is huffed first.
    pub huff: Option<String>,
    /// The points named so far.
    pub points: Vec<String>,
}

/// What a point that may be named next is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Asks"))]
#[serde(rename_all = "snake_case")]
pub enum PointRole {
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

/// What may come next in a turn that is being entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Partial {
    /// The points that may be named next.
    pub next: Vec<String>,
    /// What the first of them is.
    pub asks: Option<PointRole>,
    /// The turn as it stands, as text, if it may end here.
    pub complete: Option<String>,
    /// The position as it stands; what is captured is in it as long as the rules leave it on the board.
    pub position: Position,
    /// Where captures have taken something so far.
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
    pub fn new(game: &AnyGame, turns: &[Turn], ask: &PartialRequest) -> Option<Partial> {
        let board = &game.ruleset().board;
        let is_claimed = |text: &String| {
            turns.iter().filter_map(|turn| turn.claim.as_ref()).find(|claim| claim_text(board, claim) == *text)
        };
        let claim = ask.claim.as_ref().map_or(Some(None), |text| is_claimed(text).map(Some))?;
        let huff = ask.huff.as_deref().map(|name| board.point(name)).map_or(Some(None), |point| point.map(Some))?;
        let named: Vec<_> = ask.points.iter().map(|name| board.point(name)).collect::<Option<_>>()?;
        let entering = Entering::new(game, turns, claim, huff);
        let begun = named.iter().fold(entering.begun(), |begun, &point| begun.after(point));
        Some(entering.said(&begun.partial(), named.len()))
    }
}

/// A claim as text.
pub(crate) fn claim_text(board: &Board, claim: &CaptureClaim) -> String {
    Turn { claim: Some(claim.clone()), ..Turn::default() }.text(board)
}

/// A turn that begins in one way: with a claim, with a huff or with neither.
pub(crate) struct Entering<'g> {
    pub(crate) game: &'g AnyGame,
    turns: &'g [Turn],
    claim: Option<&'g CaptureClaim>,
    huff: Option<Point>,
    before: Setup,
    becomes: CapturedFate,
}

impl<'g> Entering<'g> {
    /// A turn of a position, by its legal turns.
    pub(crate) fn new(
        game: &'g AnyGame,
        turns: &'g [Turn],
        claim: Option<&'g CaptureClaim>,
        huff: Option<Point>,
    ) -> Self {
        Entering { game, turns, claim, huff, before: game.setup(), becomes: CapturedFate::from_ruleset(game.ruleset()) }
    }

    /// The turns that begin so.
    pub(crate) fn begun(&self) -> TurnPrefix<'g> {
        TurnPrefix::new(&self.game.ruleset().board, self.turns, self.claim, self.huff)
    }

    /// What is to be seen of a turn that has come so far: what stands where, and where something was taken.
    pub(crate) fn seen(&self, partial: &quirkat_rules::Partial<'_>) -> (Setup, Vec<Point>) {
        let Some((turn, progress)) = partial.first_match else { return (self.before.clone(), vec![]) };
        // Where nothing can follow, the turn is over.
        let becomes = if partial.next.is_empty() { self.becomes.at_end() } else { self.becomes };
        let mut gone = captures_mid_turn(turn, progress);
        gone.extend(self.huff);
        (setup_mid_turn(&self.before, turn, progress, becomes), gone)
    }

    /// The turn as it stands, as text, if it may end here.
    pub(crate) fn complete(&self, partial: &quirkat_rules::Partial<'_>) -> Option<String> {
        partial.complete.filter(|turn| !turn.is_off_board()).map(|turn| turn.text(&self.game.ruleset().board))
    }

    /// What is said of a turn that has come so far, after so many points.
    pub(crate) fn said(&self, partial: &quirkat_rules::Partial<'_>, named: usize) -> Partial {
        let (ruleset, turns) = (self.game.ruleset(), self.turns);
        let board = &ruleset.board;
        let (shown, gone) = self.seen(partial);
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
            huffable: points(board, &huffable),
            claims,
            calls: turns.iter().filter(|turn| turn.is_off_board()).map(|turn| turn.text(board)).collect(),
            refused: None,
        }
    }
}
