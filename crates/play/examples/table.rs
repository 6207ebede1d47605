//! Two engines play a game of alquerque. One of them offers a draw after ten turns.
//!
//! `cargo run -p quirkat-play --example table`

use quirkat_play::{Event, LiveGame, LogEntry, NextActor, OfferKind, PlayMode, Player, Ruling};
use quirkat_search::{Engine, Level, Limits, Random, Stop};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ruling = Ruling::new("alquerque", &[])?;
    let players = [8, 3].map(|level| Player::Engine(Level::new(level).unwrap_or(Level::BEST)));
    let mut live = LiveGame::new(ruling.new_game(), players, PlayMode::Home, None);
    let (mut engine, mut rng) = (Engine::new(16), Random::with_seed(7));
    let limits = Limits { depth: Some(4), ..Limits::default() };
    for at in 0.. {
        let side = live.game.to_move();
        let (by, event) = match live.next_actor() {
            NextActor::People => break,
            NextActor::Turn(_) if live.movers().len() == 10 && live.events == 10 => {
                (side, Event::Offer(OfferKind::Draw))
            }
            NextActor::Turn(_) | NextActor::Throw if at >= 200 => (side, Event::Resign),
            next @ (NextActor::Turn(_) | NextActor::Throw) => {
                let level = if let NextActor::Turn(level) = next { level } else { Level::BEST };
                let turn = engine.choose(&live.game, level, limits, &Stop::default(), &mut rng)?;
                (side, live.turn_event(&turn.ok_or("the game is over")?))
            }
            NextActor::Answer(offer) => {
                let analysis = engine.analyse(&live.game, limits, 1, &Stop::default(), &mut |_| {})?;
                let accepts = analysis.lines.first().is_some_and(|line| live.engine_accepts(offer, line.score));
                (offer.by.other(), if accepts { Event::Accept } else { Event::Decline })
            }
        };
        println!("{by:?} {event:?}");
        live.apply(&LogEntry { at, by, event })?;
    }
    print!("{}", live.record(&[("Event", "An example")]));
    Ok(())
}
