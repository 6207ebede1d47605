//! What a visitor sees of a live game: values that become JSON.

use super::{Deal, LiveGame, Millis, Player, Seated, explain, pressing};
use crate::texts::Texts;
use crate::view::{EndView, PartialAsk, PartialView, PositionView, SideView, TurnView};
use quirkat_rules::{Outcome, Reason, Side};
use quirkat_words::outcome_in_words;
use serde::Serialize;

/// Everything that a page shows of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StateView {
    t: &'static str,
    start: PositionView,
    history: Vec<Played>,
    seat: Option<&'static str>,
    players: [PlayerView; 2],
    watchers: usize,
    #[serde(flatten)]
    now: Now,
}

/// A turn, and everything that it changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TurnMessage {
    t: &'static str,
    turn: TurnView,
    #[serde(flatten)]
    now: Now,
}

/// What changes from turn to turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Now {
    ply: usize,
    position: PositionView,
    to_move: Option<SideView>,
    partial: Option<PartialView>,
    pressing: Vec<String>,
    offer: Option<OfferView>,
    can: Can,
    clock: Option<ClockView>,
    end: Option<EndView>,
    rematch: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Played {
    turn: TurnView,
    position: PositionView,
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerView {
    /// `person`, `engine` or `open`.
    pub kind: &'static str,
    /// Their name.
    pub name: String,
    /// The engine's level.
    pub level: Option<u8>,
    /// Whether they are here.
    pub online: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct OfferView {
    by: SideView,
    what: &'static str,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Can {
    draw: bool,
    takeback: bool,
    count: bool,
    resign: bool,
    rematch: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct ClockView {
    left: [Millis; 2],
    running: Option<SideView>,
    increment: Millis,
}

/// The players of a game.
pub fn players(live: &LiveGame, online: [bool; 2], texts: Texts) -> [PlayerView; 2] {
    Side::BOTH.map(|side| {
        let (kind, name, level) = match live.player(side) {
            Player::Open => ("open", texts.get("player_open").to_owned(), None),
            Player::Person(name) if name.is_empty() => ("person", texts.get("player_anonymous").to_owned(), None),
            Player::Person(name) => ("person", name.clone(), None),
            Player::Engine(level) => {
                let number = level.number();
                ("engine", texts.with("player_engine", &[("n", number.to_string())]), Some(number))
            }
        };
        PlayerView { kind, name, level, online: kind == "engine" || online[side.index()] }
    })
}

/// Everything, as somebody sees it at a moment.
pub fn state(live: &LiveGame, seated: Seated, presence: super::Presence, texts: Texts, at: Millis) -> StateView {
    let plies = live.game.history().len();
    let played = (0..plies).filter_map(|ply| {
        Some(Played { turn: TurnView::of(&live.game, ply)?, position: PositionView::after(&live.game, ply + 1) })
    });
    StateView {
        t: "state",
        start: PositionView::after(&live.game, 0),
        history: played.collect(),
        seat: match seated {
            Seated::Nowhere => None,
            Seated::At(Side::First) => Some("first"),
            Seated::At(Side::Second) => Some("second"),
            Seated::Both => Some("both"),
        },
        players: players(live, presence.online, texts),
        watchers: presence.watchers,
        now: now(live, seated, texts, at),
    }
}

impl TurnMessage {
    /// The last turn of a game, as somebody sees it at a moment.
    pub fn last(live: &LiveGame, seated: Seated, texts: Texts, at: Millis) -> Option<TurnMessage> {
        let last = live.game.history().len().checked_sub(1)?;
        Some(TurnMessage { t: "turn", turn: TurnView::of(&live.game, last)?, now: now(live, seated, texts, at) })
    }
}

fn now(live: &LiveGame, seated: Seated, texts: Texts, at: Millis) -> Now {
    let plies = live.game.history().len();
    let to_move = live.to_move();
    let turns = live.game.turns().unwrap_or_default();
    let chooses = to_move.is_some_and(|side| seated.holds(side)) && !live.game.is_throw() && !live.is_waiting();
    let own = |deal| live.offering(seated, deal).is_some_and(|side| live.can_offer(side, deal));
    Now {
        ply: plies,
        position: PositionView::after(&live.game, plies),
        to_move: to_move.map(SideView::from),
        partial: chooses.then(|| PartialView::new(&live.game, &turns, &PartialAsk::default())).flatten(),
        pressing: if to_move.is_some() { pressing(&live.game, &turns, texts) } else { vec![] },
        offer: live.offer.map(|offer| OfferView { by: offer.by.into(), what: offer.what.word() }),
        can: Can {
            draw: own(Deal::Draw),
            takeback: own(Deal::Takeback),
            count: own(Deal::Count),
            resign: to_move.is_some() && seated != Seated::Nowhere,
            rematch: own(Deal::Rematch),
        },
        clock: live.clock.map(|clock| ClockView {
            left: Side::BOTH.map(|side| clock.left(side, at).max(0)),
            running: clock.running().map(SideView::from),
            increment: clock.increment(),
        }),
        end: end(live, texts),
        rematch: live.rematch.as_ref().map(|id| format!("/play/{id}")),
    }
}

/// How a game has ended, in words.
pub fn end(live: &LiveGame, texts: Texts) -> Option<EndView> {
    let (winner, reason) = live.end()?;
    let ruleset = live.game.ruleset();
    let name = |side: Side| ruleset.about.sides[side.index()].name.get(texts.0).to_owned();
    let words = match (live.outcome(), winner) {
        (Some(outcome), _) => outcome_in_words(ruleset, outcome, texts.0),
        (None, Some(winner)) => texts.with("end_time", &[("winner", name(winner)), ("loser", name(winner.other()))]),
        (None, None) => String::new(),
    };
    let score = Outcome { winner, reason: Reason::Resignation };
    Some(EndView { winner: winner.map(SideView::from), result: crate::view::result(ruleset, score), reason, words })
}

/// What may come next in a turn that somebody is entering, with the reason if the last point is refused; `None` where
/// a point, a huff or a claim does not exist.
pub fn judge(game: &quirkat_rules::AnyGame, ask: &PartialAsk, texts: Texts) -> Option<PartialView> {
    let turns = game.turns().ok()?;
    let view = PartialView::new(game, &turns, ask)?;
    if view.next.is_empty() && view.complete.is_none() && !ask.points.is_empty() {
        // The last point does not fit: what could have followed the others, and why this cannot.
        let shorter = PartialAsk { points: ask.points[..ask.points.len() - 1].to_vec(), ..ask.clone() };
        let refused = Some(explain(game, &turns, ask, texts));
        return Some(PartialView { refused, ..PartialView::new(game, &turns, &shorter)? });
    }
    Some(view)
}
