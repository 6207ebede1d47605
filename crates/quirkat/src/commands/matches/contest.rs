//! A match being played: several games at once, counted in the order of their rounds.
//!
//! Nothing that is counted depends on how many games are played at once, or on which of them ends first: the chance in a
//! game follows from the seed and its round, its players are its own, and a test is decided by the openings in their order.

use super::contestant::{Contestant, Entrant};
use super::elo::{self, Sprt, Verdict};
use super::game::{self, Played, Round};
use super::games::Games;
use super::openings::Openings;
use super::record::{self, Names};
use super::settings::Settings;
use super::tally::Tally;
use crate::commands::contents::Contents;
use crate::commands::folder::Folder;
use crate::commands::game_words;
use crate::commands::progress::Progress;
use crate::errors::bad_input;
use crate::source::GameArguments;
use quirkat_rules::{AnyGame, AnyRules, Pdn, Ruleset, Side};
use quirkat_search::Stop;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often it is looked whether a person wants the match to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Two players and the game that they play.
pub struct Contest<'a> {
    settings: &'a Settings,
    rules: AnyRules,
    openings: Openings,
    entrants: [Entrant; 2],
    names: [String; 2],
    rules_file: Option<String>,
    contents: Contents,
}

/// Where the games of a match are kept, and those that were played before.
#[derive(Default)]
pub struct Kept {
    games: Option<Games>,
    played: BTreeMap<Round, Played>,
    /// The folder is the match's as long as this is there.
    _folder: Option<Folder>,
}

impl Kept {
    /// In a new file.
    pub fn in_file(path: &Path) -> anyhow::Result<Kept> {
        Ok(Kept { games: Some(Games::create(path)?), ..Kept::default() })
    }
}

/// What a match came to.
pub struct Ended {
    /// The games that count.
    pub tally: Tally,
    /// Whether it has ended by itself: all was played, or the test is decided.
    pub complete: bool,
}

/// A game that has just ended.
struct Finished {
    round: Round,
    played: Played,
    game: AnyGame,
}

impl<'a> Contest<'a> {
    /// Makes a match of a game ready.
    ///
    /// # Errors
    /// When there is no such game, a player cannot play it, or there is no opening: before anything is kept of it.
    pub fn new(settings: &'a Settings, game: &GameArguments) -> anyhow::Result<Self> {
        let (source, ruleset) = game.resolve()?;
        let rules = AnyRules::compile(ruleset).map_err(bad_input)?;
        let rules_file = source.path().map(str::to_owned);
        let library = settings.tables.open()?;
        let enter = |contestant: &Contestant| contestant.enter(&rules, settings.limits(), &settings.tables, &library);
        let entrants = [enter(&settings.a)?, enter(&settings.b)?];
        let openings = Openings::new(&rules, settings.from.as_deref(), settings.plies(), settings.seed)?;
        let openings = openings.within(settings.balance());
        let names = [settings.a.to_string(), settings.b.to_string()];
        let mut contents = Contents::of_game(&source);
        entrants.iter().filter_map(Entrant::patterns).for_each(|patterns| contents.add(patterns.to_bytes()));
        if settings.from.is_some() {
            openings.positions().for_each(|position| contents.add(position));
        }
        Ok(Contest { settings, rules, openings, entrants, names, rules_file, contents })
    }

    /// What the match is played by.
    pub fn ruleset(&self) -> Arc<Ruleset> {
        self.rules.ruleset()
    }

    /// The name of a folder beside those of other games.
    pub fn folder_name(&self) -> String {
        self.ruleset().title().replace(':', "-")
    }

    /// How many openings are played.
    fn openings(&self) -> u32 {
        /// As many as a match has of random turns, or one from each position of a file.
        const USUAL: u32 = 50;
        let positions = || self.settings.from.as_ref().map_or(USUAL, |_| self.openings.starts() as u32);
        self.settings.openings.unwrap_or_else(positions)
    }

    /// The folder of this match, with the games that were played before.
    pub fn in_folder(&self, path: &Path) -> anyhow::Result<Kept> {
        let ruleset = self.ruleset();
        let plan = format!("quirkat match {} {}{}", game_words(&ruleset), self.settings.plan(), self.contents.words());
        let folder = Folder::open(path, "match", &plan)?;
        let mut played = BTreeMap::new();
        let games = Games::open(&folder.file("games.pdn"), &mut |pdn| {
            let (round, game) = record::read(pdn, ruleset.white(), self.openings.plies())?;
            self.openings.remember(round.opening, pdn.turns.iter().map(|turn| &*turn.text))?;
            played.insert(round, game);
            Some(round)
        })?;
        Ok(Kept { games: Some(games), played, _folder: Some(folder) })
    }

    /// Plays the games that have not been played, until all are, the test is decided, or it is told to stop.
    pub fn run(&self, kept: Kept, interrupted: &Stop) -> anyhow::Result<Ended> {
        let Kept { mut games, mut played, _folder } = kept;
        let openings = self.openings();
        let missing: Vec<_> = Round::all(openings).filter(|round| !played.contains_key(round)).collect();
        let total = 2 * u64::from(openings);
        let mut done = total - missing.len() as u64;
        let mut tally = Tally::default();
        let mut decided = self.count(&mut tally, &played);
        if !decided {
            let progress = Progress::new(&format!("games of {}", self.ruleset().title()), total, done);
            self.play_all(&missing, interrupted, &mut |finished| {
                if let Some(games) = &mut games {
                    games.add(finished.round, &self.record(&finished))?;
                }
                played.insert(finished.round, finished.played);
                decided = self.count(&mut tally, &played);
                done += 1;
                progress.tell(done, self.so_far(&tally));
                Ok(!decided)
            })?;
        }
        if let Some(games) = games {
            // What was played beyond the opening that decided the test does not count.
            games.arrange(|round| !decided || round.opening < tally.openings())?;
        }
        Ok(Ended { complete: decided || tally.openings() == openings, tally })
    }

    /// Counts the openings that follow those that are counted, as far as both their games are played; whether the test is
    /// decided by them.
    fn count(&self, tally: &mut Tally, played: &BTreeMap<Round, Played>) -> bool {
        let decided =
            |tally: &Tally| self.settings.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs) != Verdict::Undecided);
        while !decided(tally) && tally.openings() < self.openings() {
            let opening = tally.openings();
            let [first, second] = Side::BOTH.map(|side| played.get(&Round { opening, side }));
            let (Some(first), Some(second)) = (first, second) else { return false };
            tally.add(opening, [first, second]);
        }
        decided(tally)
    }

    /// The score so far, for a person who waits.
    fn so_far(&self, tally: &Tally) -> String {
        if tally.openings() == 0 {
            return String::new();
        }
        let (score, error) = elo::score(&tally.pairs);
        let llr = |sprt: Sprt| format!(", LLR {:.2}", sprt.llr(&tally.pairs));
        let llr = self.settings.sprt.map(llr).unwrap_or_default();
        format!("score {:.1} % ± {:.1}{llr}", 100.0 * score, 200.0 * error)
    }

    /// Plays these rounds, several at once, and gives each as it ends, as long as `take` wants more. Told to stop, it gives up
    /// the games that are under way.
    fn play_all(
        &self,
        rounds: &[Round],
        interrupted: &Stop,
        take: &mut dyn FnMut(Finished) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let (next, stop) = (AtomicUsize::new(0), Stop::default());
        let (give, finished) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.settings.threads() {
                let (give, next, stop) = (give.clone(), &next, &stop);
                scope.spawn(move || {
                    while let Some(&round) = rounds.get(next.fetch_add(1, Ordering::Relaxed))
                        && let Some(game) = self.play(round, stop).transpose()
                        && give.send(game).is_ok()
                    {}
                });
            }
            drop(give);
            let result = loop {
                if interrupted.is_stopped() {
                    stop.stop();
                }
                match finished.recv_timeout(LOOK) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                    Ok(game) => match game.and_then(&mut *take) {
                        Ok(true) => {}
                        Ok(false) => break Ok(()),
                        Err(error) => break Err(error),
                    },
                }
            };
            stop.stop();
            result
        })
    }

    /// Plays the game of a round; `None` if it is told to stop.
    fn play(&self, round: Round, stop: &Stop) -> anyhow::Result<Option<Finished>> {
        let Some((mut game, mut rng)) = self.openings.begin(round, stop)? else { return Ok(None) };
        let mut players = in_seats(round, self.entrants.each_ref().map(Entrant::sit));
        let played = game::play(&mut game, &mut players, self.settings.longest, stop, &mut rng)?;
        Ok(played.map(|played| Finished { round, played, game }))
    }

    fn record(&self, Finished { round, played, game }: &Finished) -> Pdn {
        let players = in_seats(*round, self.names.each_ref().map(String::as_str));
        record::write(*round, played, game, &Names { players, rules_file: self.rules_file.as_deref() })
    }
}

/// What is player A's and player B's, as the first side's and the second side's.
fn in_seats<T>(round: Round, [a, b]: [T; 2]) -> [T; 2] {
    match round.side {
        Side::First => [a, b],
        Side::Second => [b, a],
    }
}
