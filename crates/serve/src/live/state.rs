//! The state of a live game as its clients receive it, in JSON types.

use super::room::Presence;
use super::snapshot::Snapshot;
use crate::model::{ClockTerms, LiveGame, Millis, OfferKind, Player, Seats, Termination};
use crate::texts::Texts;
use quirkat_explore::{Wording, hint_answer, obligations};
use quirkat_rules::Side;
use quirkat_wire::{
    self as wire, ChatMessage, Clock, CurrentState, Message, Offer, Outcome, Partial, PartialRequest, Permissions,
    PlayedTurn, PlayerKind, Position, Seat, State, Turn, TurnMessage, TurnTexts, TurnTree, Update,
};

/// Returns the players of a game, the first side's first.
pub fn players(live: &LiveGame, online: [bool; 2], texts: Texts) -> [wire::Player; 2] {
    Side::BOTH.map(|side| {
        let (kind, name, level) = match live.player(side) {
            Player::Open => (PlayerKind::Open, texts.get("player_open").to_owned(), None),
            Player::Person(name) if name.is_empty() => {
                (PlayerKind::Person, texts.get("player_anonymous").to_owned(), None)
            }
            Player::Person(name) => (PlayerKind::Person, name.clone(), None),
            Player::Engine(level) => {
                let name = match level.number() {
                    Some(number) => texts.with("player_engine", &[("n", number.to_string())]),
                    None => texts.get("player_perfect").to_owned(),
                };
                (PlayerKind::Engine, name, level.number())
            }
        };
        wire::Player { kind, name, level, online: kind == PlayerKind::Engine || online[side.index()] }
    })
}

/// Returns the whole state of a game for a client with these seats.
pub fn state(snapshot: &Snapshot, seated: Seats, presence: Presence, texts: Texts, at: Millis) -> Message {
    let live = snapshot.live();
    Message::State(Box::new(State {
        game: snapshot.terms.ruling.title().to_owned(),
        rules: snapshot.terms.ruling.rules().to_vec(),
        start: Position::after(&live.game, 0),
        history: PlayedTurn::all(&live.game, &Wording::from(texts).named(live.game.ruleset()), texts.0),
        seat: seat(seated),
        players: players(live, presence.online, texts),
        watchers: presence.watchers,
        current: now(snapshot, seated, texts, at),
    }))
}

/// Returns the last move of a game for a client with these seats.
pub fn last_turn(snapshot: &Snapshot, seated: Seats, texts: Texts, at: Millis) -> Option<Message> {
    let live = snapshot.live();
    let last = live.game.history().len().checked_sub(1)?;
    let named = Wording::from(texts).named(live.game.ruleset());
    let turn = Turn::of(&live.game, last)?;
    let turn_texts = TurnTexts::last(&live.game, snapshot.short()?, &named, texts.0)?;
    Some(Message::Turn(Box::new(TurnMessage { turn, texts: turn_texts, current: now(snapshot, seated, texts, at) })))
}

/// Returns everything but the moves of a game for a client with these seats.
pub fn update(snapshot: &Snapshot, seated: Seats, presence: Presence, texts: Texts, at: Millis) -> Message {
    Message::Update(Box::new(Update {
        seat: seat(seated),
        players: players(snapshot.live(), presence.online, texts),
        watchers: presence.watchers,
        current: now(snapshot, seated, texts, at),
    }))
}

fn seat(seated: Seats) -> Option<Seat> {
    match seated {
        Seats::None => None,
        Seats::One(Side::First) => Some(Seat::First),
        Seats::One(Side::Second) => Some(Seat::Second),
        Seats::Both => Some(Seat::Both),
    }
}

fn now(snapshot: &Snapshot, seated: Seats, texts: Texts, at: Millis) -> CurrentState {
    let live = snapshot.live();
    let plies = live.game.history().len();
    let to_move = live.to_move();
    // Rooms accept no position whose legal moves cannot be listed.
    let turns = snapshot.legal().unwrap_or_default();
    let chooses = to_move.is_some_and(|side| seated.holds(side)) && !live.game.is_chance_node() && !live.is_waiting();
    let own = |deal| live.offering_side(seated, deal).is_some_and(|side| live.can_offer(side, deal));
    CurrentState {
        ply: plies,
        position: Position::after(&live.game, plies),
        to_move: to_move.map(wire::Side::from),
        partial: chooses.then(|| Partial::new(&live.game, turns, &PartialRequest::default())).flatten(),
        ahead: chooses.then(|| TurnTree::new(&live.game, turns)).flatten(),
        pressing: if to_move.is_some() { obligations(&live.game, turns, texts) } else { vec![] },
        trapped: snapshot.trapped().map(|of| wire::TrappedPieces {
            side: of.side.into(),
            trapped: of.trapped,
            all: of.all,
        }),
        offer: live.offer.map(|offer| Offer { by: offer.by.into(), what: offer.kind.word().to_owned() }),
        declined: live.declined.map(|offer| offer.answer_in_words(false, live.game.ruleset(), texts.0)),
        can: Permissions {
            draw: own(OfferKind::Draw),
            takeback: own(OfferKind::Takeback),
            count: own(OfferKind::Count),
            resign: to_move.is_some() && seated != Seats::None,
            rematch: own(OfferKind::Rematch),
            call_off: live.may_call_off(seated).is_ok(),
            claim: live.may_claim(seated, at).is_ok(),
            say: live.may_say(seated).is_ok(),
            shut: live.may_mute(seated).is_ok_and(|side| !live.has_muted(side)),
            hint: live.hint.is_none() && live.may_hint(seated).is_ok(),
        },
        clock: live.clock.map(|clock| Clock {
            left: Side::BOTH.map(|side| clock.remaining(side, at).max(0)),
            running: clock.running().map(wire::Side::from),
            increment: clock.increment(),
        }),
        outcome: outcome(live, texts),
        rematch: live.rematch.as_ref().map(|id| texts.at(format_args!("/play/{id}"))),
        chat: live
            .chat
            .iter()
            .map(|message| ChatMessage {
                by: message.by.into(),
                what: message.phrase.word().to_owned(),
                words: message.phrase.in_words(texts.0).to_owned(),
            })
            .collect(),
        hint: live.hint.as_ref().filter(|_| chooses).and_then(|hint| hint_answer(&live.game, hint, texts)),
    }
}

/// Returns the outcome of a game in words; `None` while it is not over.
pub fn outcome(live: &LiveGame, texts: Texts) -> Option<Outcome> {
    let ruleset = live.game.ruleset();
    let Some(ending) = live.termination() else {
        return live.outcome().map(|outcome| Outcome::new(ruleset, outcome, texts.0));
    };
    let name = |side: Side| ruleset.info.sides[side.index()].name.get(texts.0).to_owned();
    let lost = |loser: Side| [("winner", name(loser.other())), ("loser", name(loser))];
    let words = match ending {
        Termination::Time(loser) => texts.with("end_time", &lost(loser)),
        Termination::Absence(loser) => texts.with("end_absence", &lost(loser)),
        Termination::CalledOff => texts.get("end_called_off").to_owned(),
    };
    Some(Outcome::outside_rules(ruleset, ending.loser().map(Side::other), ending.word(), words))
}

/// Returns the terms of a clock in the wire format.
pub fn clock_terms(clock: ClockTerms) -> wire::ClockTerms {
    let per_turn = matches!(clock, ClockTerms::Turn(_));
    wire::ClockTerms { initial: clock.initial(), increment: clock.increment(), per_turn }
}
