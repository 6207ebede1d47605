//! Studies of rule sets by self-play.

use quirkat_play::{Study, StudySettings};
use quirkat_rules::{AnyGame, AnyRules, Setup, Side, TooManyTurns};
use quirkat_search::{Engine, Limits, Random, Stop, random_opening};
use std::collections::HashSet;

/// Size of the engine's transposition table in MiB.
const TABLE_MIB: usize = 4;
/// Number of consecutive plies with fewer pieces after which a side counts as behind: longer than an exchange takes.
const BEHIND_PLIES: u32 = 4;

/// Statistics during the games of a study.
struct StudyTally {
    study: Study,
    /// Length of each game in plies.
    plies: Vec<u32>,
    /// Whether both sides start with equal numbers of pieces, so that more pieces are an advantage.
    is_even: bool,
    behind_won: u32,
}

/// Plays the games of a study. Returns `None` when stopped. The same settings always give the same statistics. The field
/// [`Study::perfect`] stays empty; callers with tables fill it.
///
/// # Errors
/// When the start position has too many turns.
///
/// # Examples
/// ```
/// use quirkat_match::run_study;
/// use quirkat_play::StudySettings;
/// use quirkat_rules::{AnyRules, find_game};
/// use quirkat_search::{Level, Stop};
///
/// let rules = AnyRules::compile(find_game("konane").unwrap().ruleset(Some("six"), &[])?)?;
/// let settings = StudySettings { level: Level::BEST, nodes: 100, games: 4, opening: 2, longest: 100, seed: 1 };
/// let study = run_study(&rules, &settings, &Stop::default())?.expect("it was not stopped");
/// assert_eq!(study.first + study.second, 4, "konane has no draws");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_study(rules: &AnyRules, settings: &StudySettings, stop: &Stop) -> Result<Option<Study>, TooManyTurns> {
    let start = rules.new_game();
    let [first, second] = piece_counts(&start.setup());
    let study = Study::new(&rules.ruleset(), settings);
    let mut tally = StudyTally { study, plies: vec![], is_even: first == second, behind_won: 0 };
    let mut engine = Engine::new(TABLE_MIB);
    for number in 0..u64::from(settings.games) {
        let mut rng = Random::of_number(settings.seed, number);
        // Where every random opening ends the game, the game starts without one.
        let game = random_opening(&start, settings.opening, &mut rng)?.unwrap_or_else(|| start.clone());
        tally.play(game, settings, (&mut engine, &mut rng), stop);
        if stop.is_stopped() {
            return Ok(None);
        }
    }
    Ok(Some(tally.into_study()))
}

/// Counts the points that each side occupies and its pieces in hand.
fn piece_counts(setup: &Setup) -> [usize; 2] {
    let tops = setup.columns.iter().filter_map(|column| column.last());
    Side::BOTH.map(|side| {
        let on_board = tops.clone().filter(|top| top.side == side).count();
        on_board + usize::from(setup.memory.hand[side.index()])
    })
}

impl StudyTally {
    /// Plays a game after its opening and counts it.
    fn play(
        &mut self,
        mut game: AnyGame,
        settings: &StudySettings,
        (engine, rng): (&mut Engine, &mut Random),
        stop: &Stop,
    ) {
        let limits = Limits { nodes: Some(settings.nodes), ..Limits::default() };
        let opening = game.history().len();
        let (mut run, mut fewer, mut was_behind) = (0, [0; 2], [false; 2]);
        let study = &mut self.study;
        // A position with too many turns ends the game unfinished, as does the last ply.
        while let Ok(turns) = game.turns() {
            let [first, second] = piece_counts(&game.setup());
            for (side, is_fewer) in [first < second, second < first].into_iter().enumerate() {
                fewer[side] = if is_fewer { fewer[side] + 1 } else { 0 };
                was_behind[side] |= fewer[side] >= BEHIND_PLIES;
            }
            let plies = game.history().len() - opening;
            if turns.is_empty() || plies >= settings.longest as usize || stop.is_stopped() {
                break;
            }
            if !game.is_chance_node() {
                study.positions += 1;
                let effects: HashSet<_> = turns.iter().map(|turn| turn.effect).collect();
                let (count, is_forced) = (effects.len() as u64, effects.len() == 1);
                study.turns += count;
                study.most_turns = study.most_turns.max(count);
                run = if is_forced { run + 1 } else { 0 };
                study.forced += u64::from(is_forced);
                study.forced_run = study.forced_run.max(run);
                let captured = turns.iter().map(|turn| turn.captures.len() as u32).max().unwrap_or_default();
                study.captures += u64::from(captured > 0);
                study.most_captured = study.most_captured.max(captured);
            }
            match engine.choose(&game, settings.level, limits, stop, rng) {
                Ok(Some(turn)) => game.play(&turn).expect("the engine plays legal turns"),
                Ok(None) | Err(_) => break,
            }
        }
        self.plies.push((game.history().len() - opening) as u32);
        let Some(outcome) = game.outcome() else {
            study.unfinished += 1;
            return;
        };
        match outcome.winner {
            Some(Side::First) => study.first += 1,
            Some(Side::Second) => study.second += 1,
            None => study.drawn += 1,
        }
        self.behind_won += outcome.winner.map_or(0, |winner| u32::from(was_behind[winner.index()]));
    }

    fn into_study(mut self) -> Study {
        self.plies.sort_unstable();
        let last = self.plies.len().saturating_sub(1);
        let quartile = |number: usize| self.plies.get(last * number / 4).copied().unwrap_or_default();
        Study {
            lower_plies: quartile(1),
            median_plies: quartile(2),
            upper_plies: quartile(3),
            most_plies: quartile(4),
            behind_won: self.is_even.then_some(self.behind_won),
            ..self.study
        }
    }
}
