//! What a visitor sees of a live game: values that become JSON.

use super::{ClockTerms, Deal, Ending, Hint, LiveGame, Millis, Player, Seated, Table, explain, pressing};
use crate::texts::Texts;
use quirkat_rules::{self as rules, AnyGame, Side};
use quirkat_wire::{
    self as wire, Ahead, Can, Clock, Message, Now, Offer, Outcome, Partial, PartialAsk, Played, PlayerKind, Position,
    Said, Seat, State, Told, Turn, TurnMessage, Update,
};

/// The players of a game.
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

/// Everything, as somebody sees it at a moment.
pub fn state(live: &Table, seated: Seated, presence: super::Presence, texts: Texts, at: Millis) -> Message {
    Message::State(Box::new(State {
        game: live.terms.ruling.title().to_owned(),
        rules: live.terms.ruling.rules().to_vec(),
        start: Position::after(&live.game, 0),
        history: Played::all(&live.game, texts.0),
        seat: seat(seated),
        players: players(live, presence.online, texts),
        watchers: presence.watchers,
        now: now(live, seated, texts, at),
    }))
}

/// The last turn of a game, as somebody sees it at a moment.
pub fn last_turn(live: &Table, seated: Seated, texts: Texts, at: Millis) -> Option<Message> {
    let last = live.game.history().len().checked_sub(1)?;
    let (turn, told) = (Turn::of(&live.game, last)?, Told::last(&live.game, live.short()?, texts.0)?);
    Some(Message::Turn(Box::new(TurnMessage { turn, told, now: now(live, seated, texts, at) })))
}

/// What has changed besides turns, as somebody sees it at a moment.
pub fn update(live: &Table, seated: Seated, presence: super::Presence, texts: Texts, at: Millis) -> Message {
    Message::Update(Box::new(Update {
        seat: seat(seated),
        players: players(live, presence.online, texts),
        watchers: presence.watchers,
        now: now(live, seated, texts, at),
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

fn now(live: &Table, seated: Seated, texts: Texts, at: Millis) -> Now {
    let plies = live.game.history().len();
    let to_move = live.to_move();
    // A game comes to no position of which this is not known.
    let turns = live.legal().unwrap_or_default();
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
        hint: live.hint.as_ref().filter(|_| chooses).and_then(|hint| hinted(&live.game, hint, texts)),
    }
}

/// A hint of a game's position, with its words.
pub fn hinted(game: &AnyGame, hint: &Hint, texts: Texts) -> Option<wire::Hint> {
    let turn = rules::read_turn(&**game, hint.turn()).ok()?;
    let turn = Turn::legal(game, [&turn]).pop()?;
    Some(wire::Hint { turn, words: hint.in_words(game.ruleset(), texts.0) })
}

/// How a game has ended, in words.
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

/// Clocks as they were agreed on.
pub fn clock_terms(clock: ClockTerms) -> wire::ClockTerms {
    let per_turn = matches!(clock, ClockTerms::Turn(_));
    wire::ClockTerms { initial: clock.initial(), increment: clock.increment(), per_turn }
}

/// What may come next in a turn that somebody is entering, with the reason if the last point is refused; `None` where
/// a point, a huff or a claim does not exist.
pub fn judge(game: &AnyGame, turns: &[rules::Turn], ask: &PartialAsk, texts: Texts) -> Option<Partial> {
    let view = Partial::new(game, turns, ask)?;
    if view.next.is_empty() && view.complete.is_none() && !ask.points.is_empty() {
        // The last point does not fit: what could have followed the others, and why this cannot.
        let shorter = PartialAsk { points: ask.points[..ask.points.len() - 1].to_vec(), ..ask.clone() };
        let refused = Some(explain(game, turns, ask, texts));
        return Some(Partial { refused, ..Partial::new(game, turns, &shorter)? });
    }
    Some(view)
}
