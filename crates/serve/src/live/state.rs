//! A live game as its clients receive it: values that become JSON.

use super::explain::{explain, pressing};
use super::room::Presence;
use super::snapshot::Snapshot;
use crate::model::{ClockTerms, Deal, Ending, Hint, LiveGame, Millis, Player, Seated};
use crate::texts::Texts;
use quirkat_rules::{self as rules, AnyGame, Side};
use quirkat_wire::{
    self as wire, Ahead, Can, Clock, Message, Now, Offer, Outcome, Partial, PartialAsk, Played, PlayerKind, Position,
    Said, Seat, State, Told, Turn, TurnMessage, Update,
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
pub fn state(snapshot: &Snapshot, seated: Seated, presence: Presence, texts: Texts, at: Millis) -> Message {
    let live = snapshot.live();
    Message::State(Box::new(State {
        game: snapshot.terms.ruling.title().to_owned(),
        rules: snapshot.terms.ruling.rules().to_vec(),
        start: Position::after(&live.game, 0),
        history: Played::all(&live.game, texts.0),
        seat: seat(seated),
        players: players(live, presence.online, texts),
        watchers: presence.watchers,
        now: now(snapshot, seated, texts, at),
    }))
}

/// Returns the last move of a game for a client with these seats.
pub fn last_turn(snapshot: &Snapshot, seated: Seated, texts: Texts, at: Millis) -> Option<Message> {
    let live = snapshot.live();
    let last = live.game.history().len().checked_sub(1)?;
    let (turn, told) = (Turn::of(&live.game, last)?, Told::last(&live.game, snapshot.short()?, texts.0)?);
    Some(Message::Turn(Box::new(TurnMessage { turn, told, now: now(snapshot, seated, texts, at) })))
}

/// Returns everything but the moves of a game for a client with these seats.
pub fn update(snapshot: &Snapshot, seated: Seated, presence: Presence, texts: Texts, at: Millis) -> Message {
    Message::Update(Box::new(Update {
        seat: seat(seated),
        players: players(snapshot.live(), presence.online, texts),
        watchers: presence.watchers,
        now: now(snapshot, seated, texts, at),
    }))
}

fn seat(seated: Seated) -> Option<Seat> {
    match seated {
        Seated::Nowhere => None,
        Seated::At(Side::First) => Some(Seat::First),
        Seated::At(Side::Second) => Some(Seat::Second),
        Seated::Both => Some(Seat::Both),
    }
}

fn now(snapshot: &Snapshot, seated: Seated, texts: Texts, at: Millis) -> Now {
    let live = snapshot.live();
    let plies = live.game.history().len();
    let to_move = live.to_move();
    // Rooms accept no position whose legal moves cannot be listed.
    let turns = snapshot.legal().unwrap_or_default();
    let chooses = to_move.is_some_and(|side| seated.holds(side)) && !live.game.is_chance_node() && !live.is_waiting();
    let own = |deal| live.offering(seated, deal).is_some_and(|side| live.can_offer(side, deal));
    Now {
        ply: plies,
        position: Position::after(&live.game, plies),
        to_move: to_move.map(wire::Side::from),
        partial: chooses.then(|| Partial::new(&live.game, turns, &PartialAsk::default())).flatten(),
        ahead: chooses.then(|| Ahead::new(&live.game, turns)).flatten(),
        pressing: if to_move.is_some() { pressing(&live.game, turns, texts) } else { vec![] },
        offer: live.offer.map(|offer| Offer { by: offer.by.into(), what: offer.what.word().to_owned() }),
        declined: live.declined.map(|offer| offer.answer_in_words(false, live.game.ruleset(), texts.0)),
        can: Can {
            draw: own(Deal::Draw),
            takeback: own(Deal::Takeback),
            count: own(Deal::Count),
            resign: to_move.is_some() && seated != Seated::Nowhere,
            rematch: own(Deal::Rematch),
            call_off: live.may_call_off(seated).is_ok(),
            claim: live.may_claim(seated, at).is_ok(),
            say: live.may_say(seated).is_ok(),
            shut: live.may_shut(seated).is_ok_and(|side| !live.is_deaf(side)),
            hint: live.hint.is_none() && live.may_hint(seated).is_ok(),
        },
        clock: live.clock.map(|clock| Clock {
            left: Side::BOTH.map(|side| clock.left(side, at).max(0)),
            running: clock.running().map(wire::Side::from),
            increment: clock.increment(),
        }),
        outcome: outcome(live, texts),
        rematch: live.rematch.as_ref().map(|id| texts.at(format_args!("/play/{id}"))),
        said: live
            .said
            .iter()
            .map(|said| Said {
                by: said.by.into(),
                what: said.what.word().to_owned(),
                words: said.what.in_words(texts.0).to_owned(),
            })
            .collect(),
        hint: live.hint.as_ref().filter(|_| chooses).and_then(|hint| hint_view(&live.game, hint, texts)),
    }
}

/// Returns a hint with its move and its reason in words; `None` if the move is not legal.
pub fn hint_view(game: &AnyGame, hint: &Hint, texts: Texts) -> Option<wire::Hint> {
    let turn = rules::read_turn(&**game, hint.turn()).ok()?;
    let turn = Turn::legal(game, [&turn]).pop()?;
    Some(wire::Hint { turn, words: hint.in_words(game.ruleset(), texts.0) })
}

/// Returns the outcome of a game in words; `None` while it is not over.
pub fn outcome(live: &LiveGame, texts: Texts) -> Option<Outcome> {
    let ruleset = live.game.ruleset();
    let Some(ending) = live.ending() else {
        return live.outcome().map(|outcome| Outcome::new(ruleset, outcome, texts.0));
    };
    let name = |side: Side| ruleset.info.sides[side.index()].name.get(texts.0).to_owned();
    let lost = |loser: Side| [("winner", name(loser.other())), ("loser", name(loser))];
    let words = match ending {
        Ending::Time(loser) => texts.with("end_time", &lost(loser)),
        Ending::Absence(loser) => texts.with("end_absence", &lost(loser)),
        Ending::CalledOff => texts.get("end_called_off").to_owned(),
    };
    Some(Outcome::beside_rules(ruleset, ending.loser().map(Side::other), ending.word(), words))
}

/// Returns the terms of a clock in the wire format.
pub fn clock_terms(clock: ClockTerms) -> wire::ClockTerms {
    let per_turn = matches!(clock, ClockTerms::Turn(_));
    wire::ClockTerms { initial: clock.initial(), increment: clock.increment(), per_turn }
}

/// Checks a partly entered move: returns its continuations, with the reason if its last point is refused; `None` if it names a
/// point, huff or claim that does not exist.
pub fn check_partial(game: &AnyGame, turns: &[rules::Turn], ask: &PartialAsk, texts: Texts) -> Option<Partial> {
    let view = Partial::new(game, turns, ask)?;
    if view.next.is_empty() && view.complete.is_none() && !ask.points.is_empty() {
        // The last point is refused: show the continuations of the others, and say why.
        let shorter = PartialAsk { points: ask.points[..ask.points.len() - 1].to_vec(), ..ask.clone() };
        let refused = Some(explain(game, turns, ask, texts));
        return Some(Partial { refused, ..Partial::new(game, turns, &shorter)? });
    }
    Some(view)
}
