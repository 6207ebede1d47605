//! What follows from a live game's events.

use super::clock::{Clock, ClockTerms, Millis};
use crate::rulings::{self, Ruling};
use quirkat_rules::{AnyGame, EndCount, Outcome, Reason, Side, Turn, TurnError, read_turn};
use quirkat_search::Level;

/// What is played: agreed before the first turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The game, its variant and its house rules.
    pub ruling: Ruling,
    /// The position at the start, if it is not the usual one.
    pub position: Option<String>,
    /// The clocks, if there are any.
    pub clock: Option<ClockTerms>,
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Nobody yet.
    Open,
    /// A person of this name; it may be empty.
    Person(String),
    /// The engine at a level.
    Engine(Level),
}

/// A side of the board, who plays it, and how they are known again. Tokens are kept as digests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Who plays.
    pub player: Player,
    /// The device on which the seat was taken.
    pub device: Option<String>,
    /// The token by which programs show that the seat is theirs.
    pub token: Option<Vec<u8>>,
}

/// Which seats somebody holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seated {
    /// None: a spectator.
    Nowhere,
    /// One.
    At(Side),
    /// Both: two people at one screen.
    Both,
}

impl Seated {
    /// Whether a seat is among them.
    pub fn holds(self, side: Side) -> bool {
        self == Seated::Both || self == Seated::At(side)
    }

    /// The side for which this player acts, where `to_move` decides between two.
    fn side(self, to_move: Side) -> Option<Side> {
        match self {
            Seated::Nowhere => None,
            Seated::At(side) => Some(side),
            Seated::Both => Some(to_move),
        }
    }
}

/// What one side may offer the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deal {
    /// A draw.
    Draw,
    /// That the offering side's last turn is taken back.
    Takeback,
    /// That the pieces are counted.
    Count,
    /// Another game with sides exchanged.
    Rematch,
}

impl Deal {
    const ALL: [Deal; 4] = [Deal::Draw, Deal::Takeback, Deal::Count, Deal::Rematch];

    /// The deal as one word.
    pub fn word(self) -> &'static str {
        match self {
            Deal::Draw => "draw",
            Deal::Takeback => "takeback",
            Deal::Count => "count",
            Deal::Rematch => "rematch",
        }
    }

    /// The deal of this word.
    pub fn named(word: &str) -> Option<Deal> {
        Deal::ALL.into_iter().find(|deal| deal.word() == word)
    }
}

/// What a player asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// To play a turn, in the position after so many plies where they are given.
    Turn {
        /// The plies.
        ply: Option<usize>,
        /// The turn.
        text: String,
    },
    /// To agree on something.
    Offer(Deal),
    /// What was offered is accepted.
    Accept,
    /// What was offered is declined.
    Decline,
    /// To give up.
    Resign,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A turn was played.
    Turn(String),
    /// Something was offered.
    Offer(Deal),
    /// It was accepted.
    Accept,
    /// It was declined.
    Decline,
    /// A player gave up.
    Resign,
    /// A player's time was over.
    Flag,
    /// Somebody of this name took the open seat.
    Join(String),
    /// The same players began another game, which has this id.
    Rematch(String),
}

impl Event {
    /// The event as a word and a text.
    pub fn words(&self) -> (&'static str, &str) {
        match self {
            Event::Turn(text) => ("turn", text),
            Event::Offer(deal) => ("offer", deal.word()),
            Event::Accept => ("accept", ""),
            Event::Decline => ("decline", ""),
            Event::Resign => ("resign", ""),
            Event::Flag => ("flag", ""),
            Event::Join(name) => ("join", name),
            Event::Rematch(id) => ("rematch", id),
        }
    }

    /// The event of a word and a text.
    pub fn read(word: &str, text: &str) -> Option<Event> {
        Some(match word {
            "turn" => Event::Turn(text.to_owned()),
            "offer" => Event::Offer(Deal::named(text)?),
            "accept" => Event::Accept,
            "decline" => Event::Decline,
            "resign" => Event::Resign,
            "flag" => Event::Flag,
            "join" => Event::Join(text.to_owned()),
            "rematch" => Event::Rematch(text.to_owned()),
            _ => return None,
        })
    }
}

/// An event, when it happened and whose it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// When.
    pub at: Millis,
    /// Whose.
    pub by: Side,
    /// What.
    pub event: Event,
}

/// Why an act is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Spectators only look.
    NotPlaying,
    /// It is the other side's turn.
    NotYourTurn,
    /// The game is over, or it is not and this comes after it.
    Over,
    /// The game has moved on since the player looked.
    OldPly,
    /// The turn is not legal, and why.
    Illegal(TurnError),
    /// Nothing to answer, or nothing of the kind can be offered now.
    NoOffer,
    /// The seat is taken, or the link is not the right one.
    NotOpen,
    /// The other seat is still empty.
    Waiting,
    /// It could not be kept, and why.
    NotKept(String),
}

/// A game being played by two seats.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// What is played.
    pub terms: Terms,
    /// Who plays it, the first side's seat first.
    pub seats: [Seat; 2],
    /// When it began.
    pub created: Millis,
    /// How many events there were.
    pub events: usize,
    /// When the last of them was.
    pub changed: Millis,
    /// The board, the rules and the turns.
    pub game: AnyGame,
    /// The clocks.
    pub clock: Option<Clock>,
    /// What is offered, and by whom.
    pub offer: Option<(Side, Deal)>,
    /// The game after this one.
    pub rematch: Option<String>,
    /// Whether both want another game.
    pub rematch_agreed: bool,
    /// The side whose time was over.
    flagged: Option<Side>,
}

impl LiveGame {
    /// A game before its first turn.
    ///
    /// # Errors
    /// When the rules or the position do not fit, in words.
    pub fn new(terms: Terms, seats: [Seat; 2], created: Millis) -> Result<LiveGame, String> {
        let game = rulings::game(&terms.ruling, terms.position.as_deref())?;
        let clock = terms.clock.map(Clock::new);
        Ok(LiveGame {
            terms,
            seats,
            created,
            events: 0,
            changed: created,
            game,
            clock,
            offer: None,
            rematch: None,
            rematch_agreed: false,
            flagged: None,
        })
    }

    /// The winner, or none for a draw, and the reason's word; `None` while the game goes on.
    pub fn end(&self) -> Option<(Option<Side>, &'static str)> {
        if let Some(loser) = self.flagged {
            return Some((Some(loser.other()), "time"));
        }
        self.game.outcome().map(|outcome| (outcome.winner, outcome.reason.word()))
    }

    /// How the game ended by its rules or by agreement; `None` where time ended it.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().filter(|_| self.flagged.is_none())
    }

    /// The side to move; `None` when the game is over.
    pub fn to_move(&self) -> Option<Side> {
        self.end().is_none().then(|| self.game.to_move())
    }

    /// The side whose seat somebody still has to take.
    pub fn open_side(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.seats[side.index()].player == Player::Open)
    }

    /// Whether somebody still has to take a seat.
    pub fn is_waiting(&self) -> bool {
        self.open_side().is_some()
    }

    /// Whether both sides are played at one screen: nobody has to be asked.
    fn is_alone(&self) -> bool {
        let [first, second] = &self.seats;
        first.token.is_some() && first.token == second.token
    }

    /// The side for which a player offers something. Who plays both takes back the last turn, whosever it was.
    pub fn offering(&self, seated: Seated, deal: Deal) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter().filter(|side| seated.holds(*side));
        match deal {
            Deal::Takeback => sides.min_by_key(|side| self.plies_to_take_back(*side).unwrap_or(usize::MAX)),
            Deal::Draw | Deal::Count | Deal::Rematch => sides.next(),
        }
    }

    /// Whether offers need no answer: the other side is the engine or the same people.
    pub fn agrees_at_once(&self, by: Side, deal: Deal) -> bool {
        let other = &self.seats[by.other().index()].player;
        self.is_alone() || matches!(other, Player::Engine(_)) && matches!(deal, Deal::Takeback | Deal::Rematch)
    }

    /// Whether a side may offer something now.
    pub fn can_offer(&self, by: Side, deal: Deal) -> bool {
        let goes_on = self.end().is_none() && !self.is_waiting();
        match deal {
            Deal::Rematch => self.end().is_some() && self.rematch.is_none(),
            Deal::Draw => goes_on && !self.game.history().is_empty(),
            Deal::Count => goes_on && self.game.ruleset().options.end_count != EndCount::Off,
            Deal::Takeback => goes_on && self.plies_to_take_back(by).is_some(),
        }
    }

    /// How many plies go back until a side may play its last turn again.
    fn plies_to_take_back(&self, by: Side) -> Option<usize> {
        let plies = self.game.history().len();
        let own = |ply: &usize| self.game.setup_after(*ply).to_move == by && self.game.history()[*ply].roll.is_none();
        (0..plies).rev().find(own).map(|ply| plies - ply)
    }

    /// What an act comes to: the events that it makes, each with its side.
    ///
    /// # Errors
    /// When it is refused.
    pub fn judge(&self, seated: Seated, act: &Act, at: Millis) -> Result<Vec<(Side, Event)>, Refusal> {
        let side = seated.side(self.game.to_move()).ok_or(Refusal::NotPlaying)?;
        let is_over = self.end().is_some();
        if is_over && !matches!(act, Act::Offer(Deal::Rematch) | Act::Accept | Act::Decline) {
            return Err(Refusal::Over);
        }
        match act {
            Act::Turn { .. } if self.is_waiting() => Err(Refusal::Waiting),
            Act::Turn { ply: Some(ply), .. } if *ply != self.game.history().len() => Err(Refusal::OldPly),
            Act::Turn { .. } if self.game.to_move() != side || self.game.is_throw() => Err(Refusal::NotYourTurn),
            Act::Turn { text, .. } => {
                if self.clock.is_some_and(|clock| clock.left(side, at) <= 0) {
                    return Ok(vec![(side, Event::Flag)]);
                }
                let turn = read_turn(&*self.game, text).map_err(Refusal::Illegal)?;
                Ok(vec![(side, self.turn_event(&turn))])
            }
            Act::Offer(deal) => {
                let side = self.offering(seated, *deal).unwrap_or(side);
                // Both may have the same thought.
                if let Some((by, offered)) = self.offer
                    && by != side
                    && offered == *deal
                {
                    return Ok(vec![(side, Event::Accept)]);
                }
                if !self.can_offer(side, *deal) || self.offer.is_some() {
                    return Err(Refusal::NoOffer);
                }
                let mut events = vec![(side, Event::Offer(*deal))];
                if self.agrees_at_once(side, *deal) {
                    events.push((side.other(), Event::Accept));
                }
                Ok(events)
            }
            Act::Accept | Act::Decline => {
                let (by, _) = self.offer.ok_or(Refusal::NoOffer)?;
                if !seated.holds(by.other()) {
                    return Err(Refusal::NoOffer);
                }
                let answer = if *act == Act::Accept { Event::Accept } else { Event::Decline };
                Ok(vec![(by.other(), answer)])
            }
            Act::Resign => Ok(vec![(side, Event::Resign)]),
        }
    }

    /// The event of a legal turn.
    pub fn turn_event(&self, turn: &Turn) -> Event {
        Event::Turn(turn.text(&self.game.ruleset().board))
    }

    /// Goes on by an event.
    ///
    /// # Errors
    /// When it does not fit, in words: the record is not of this game or these rules. The game may then be half changed.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), String> {
        let Entry { at, by, event } = entry;
        let to_words = |error: &dyn std::fmt::Display| error.to_string();
        match event {
            Event::Turn(text) => {
                let turn = read_turn(&*self.game, text).map_err(|error| to_words(&error))?;
                self.game.play(&turn).map_err(|error| to_words(&error))?;
                let (next, runs) = (self.game.to_move(), self.game.history().len() >= 2);
                if let Some(clock) = &mut self.clock {
                    clock.turn(*by, next, *at, runs);
                }
                // Who plays on does not accept.
                self.offer = self.offer.filter(|(offering, _)| offering == by);
            }
            Event::Offer(deal) => self.offer = Some((*by, *deal)),
            Event::Decline => self.offer = None,
            Event::Accept => {
                let (offering, deal) = self.offer.take().ok_or("nothing was offered")?;
                match deal {
                    Deal::Draw => self.game.agree_draw().map_err(|error| to_words(&error))?,
                    Deal::Count => self.game.agree_count().map_err(|error| to_words(&error))?,
                    Deal::Takeback => {
                        for _ in 0..self.plies_to_take_back(offering).unwrap_or(0) {
                            self.game.undo();
                        }
                        let next = self.game.to_move();
                        if let Some(clock) = &mut self.clock {
                            clock.hand_to(next, *at);
                        }
                    }
                    Deal::Rematch => self.rematch_agreed = true,
                }
            }
            Event::Resign => self.game.resign(*by).map_err(|error| to_words(&error))?,
            Event::Flag => self.flagged = Some(*by),
            Event::Join(name) => self.seats[by.index()].player = Player::Person(name.clone()),
            Event::Rematch(id) => self.rematch = Some(id.clone()),
        }
        if self.end().is_some() {
            if let Some(clock) = &mut self.clock {
                clock.stop(*at);
            }
            self.offer = self.offer.filter(|(_, deal)| *deal == Deal::Rematch);
        }
        self.events += 1;
        self.changed = *at;
        Ok(())
    }

    /// The game as a record, with the tags that the players want to keep.
    pub fn pdn(&self, tags: &[(&str, &str)]) -> String {
        let mut pdn = quirkat_rules::Pdn::of(&*self.game, tags);
        if let Some(loser) = self.flagged {
            let result = Outcome { winner: Some(loser.other()), reason: Reason::Resignation }
                .result(self.game.ruleset().white());
            for (name, value) in &mut pdn.tags {
                if name == "Result" {
                    result.clone_into(value);
                }
            }
            pdn.tags.push(("Termination".to_owned(), "time".to_owned()));
            result.clone_into(&mut pdn.result);
        }
        pdn.to_string()
    }
}
