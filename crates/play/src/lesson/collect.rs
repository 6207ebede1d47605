//! Collects the exercises of a lesson from random games with a fixed seed.
//!
//! Every position offers exercises for the skills that it shows. For each skill, the clearest valid exercise is kept.

use super::decoy::Decoys;
use super::goal::reason_of_win_by_reply;
use super::{Exercise, Goal, Skill, Subject, history_ends, special};
use crate::random::index;
use quirkat_rules::{
    AnyGame, AnyRules, Board, Budget, Capture, Chain, Options, Outcome, Point, Precedence, Promotion, Rank, Setup,
    SetupMemory, Side, Turn,
};

/// Number of games, and maximum length of each in plies.
const GAMES: usize = 24;
const PLIES: usize = 160;
/// Maximum number of turns in the position of an exercise; more would not teach anything clearly.
const MAX_TURNS: usize = 120;
/// Maximum number of turns that are listed: house rules may produce positions with millions.
const MAX_LISTED_TURNS: u64 = 480;
/// Maximum number of turns examined in all games together: some games have hundreds in each position.
const MAX_EXAMINED_TURNS: usize = 80_000;
/// Budget of a whole lesson, in the unit of [`Budget`]. Lessons of published games spend at most 541,000 (zamma:srand).
const MAX_LESSON_WORK: u64 = 600_000;
/// Number of points of a board up to which a unit of work takes the usual time.
const USUAL_POINTS: u64 = 100;
/// Number of turns whose replies a hunting player examines.
const MAX_WEIGHED_TURNS: usize = 6;
/// Minimum number of pieces in the position of an exercise; fewer no longer resemble a game.
const MIN_PIECES: usize = 4;
/// Maximum number of pieces at which the end of a game is considered near.
const MAX_ENDGAME_PIECES: usize = 24;
/// Maximum number of legal turns in exercises that show what the rules forbid.
const MAX_FORCED_TURNS: usize = 3;
/// Maximum number of exercises of a lesson, as long as more are not needed for special options and basic skills.
const MAX_EXERCISES: usize = 12;
/// Maximum number of pieces of a side that gives away its last ones.
const MAX_GIVEN: usize = 2;
/// Number of quiet positions that are kept for exercises about repetition.
const MAX_QUIET: usize = 4;

/// Weaknesses of a position as an exercise, the most serious first. Lower is better.
type Faults = [usize; 3];

/// Best exercise of each skill so far.
pub struct Offers<'r> {
    decoys: Decoys<'r>,
    best: Vec<BestExercise>,
}

struct BestExercise {
    /// Whether every legal turn meets the goal, so that the exercise can only ask for a legal turn.
    is_forced: bool,
    faults: Faults,
    exercise: Exercise,
}

impl Offers<'_> {
    /// Returns whether an exercise with these faults would replace the current one.
    fn is_clearer(&self, skill: Skill, faults: Faults) -> bool {
        let best = self.best.iter().find(|best| best.exercise.skill == skill);
        best.is_none_or(|best| (false, faults) < (best.is_forced, best.faults))
    }

    fn has_exercise(&self, is_known: impl Fn(Skill) -> bool) -> bool {
        self.best.iter().any(|best| is_known(best.exercise.skill))
    }

    /// Adds a position as an exercise of a skill, if it is valid and clearer than the current one. The exercise
    /// includes the history of the game.
    pub fn add(&mut self, skill: Skill, goal: Goal, faults: Faults, game: &AnyGame) {
        if !self.is_clearer(skill, faults) {
            return;
        }
        let Some(exercise) = self.exercise(skill, goal, game) else { return };
        let is_forced = goal.asks_for_a_choice() && exercise.goal == Goal::Legal;
        let place = self.best.iter().position(|best| best.exercise.skill == skill);
        let best = BestExercise { is_forced, faults, exercise };
        match place {
            Some(place) if (is_forced, faults) < (self.best[place].is_forced, self.best[place].faults) => {
                self.best[place] = best;
            }
            Some(_) => {}
            None => self.best.push(best),
        }
    }

    /// Builds the exercise if some legal turns meet the goal and others do not. Where the rules leave few turns and all
    /// of them meet it, the exercise asks for a legal turn.
    fn exercise(&self, skill: Skill, goal: Goal, game: &AnyGame) -> Option<Exercise> {
        let turns = game.turns().ok().filter(|_| game.outcome().is_none() && !game.is_chance_node())?;
        let count = turns.len();
        let answers: Vec<_> = turns.into_iter().filter(|turn| goal.is_met(game, turn)).collect();
        let goal = if answers.len() < count { goal } else { Goal::Legal };
        if answers.is_empty() || goal == Goal::Legal && count > MAX_FORCED_TURNS {
            return None;
        }
        let decoy = self.decoys.find(skill, game);
        let is_shown = decoy.is_some() || !matches!(skill, Skill::Duty | Skill::Precedence);
        is_shown.then(|| Exercise { skill, game: game.clone(), goal, answers, decoy })
    }
}

/// Returns the exercises of a ruleset in the order of the rules.
pub fn exercises(rules: &AnyRules) -> Vec<Exercise> {
    let ruleset = rules.ruleset();
    let mut offers = Offers { decoys: Decoys::of(&ruleset), best: vec![] };
    let mut quiet: Vec<(Faults, AnyGame)> = vec![];
    let mut rng = fastrand::Rng::with_seed(1283);
    let budget = bounded(MAX_LESSON_WORK, &ruleset.board);
    let mut work = 0;
    for number in 0..GAMES {
        work += play_through(rules, number, &mut rng, &mut offers, &mut quiet, &budget);
        if work > MAX_EXAMINED_TURNS || budget.is_spent() {
            break;
        }
    }
    let quiet: Vec<_> = quiet.into_iter().map(|(_, game)| game).collect();
    for game in quiet.iter().take_while(|_| !budget.is_spent()) {
        history_ends::offer_repetition(game, &mut offers);
    }
    let mut found: Vec<_> = offers.best.into_iter().map(|best| best.exercise).collect();
    found.sort_by_key(|exercise| place(exercise.skill));
    special::complete(rules, &quiet, MAX_EXERCISES, &mut found);
    found.sort_by_key(|exercise| place(exercise.skill));
    found
}

/// Starts a budget of `max` units, of fewer on a large board: there moves are longer, so that a unit takes more time.
pub fn bounded(max: u64, board: &Board) -> Budget {
    let points = USUAL_POINTS.max(board.len() as u64);
    Budget::new(max * USUAL_POINTS.pow(2) / points.pow(2))
}

/// Starts a game with a limit on the number of listed turns.
pub fn new_game(rules: &AnyRules) -> AnyGame {
    let mut game = rules.new_game();
    game.limit_turns(MAX_LISTED_TURNS);
    game
}

/// Starts a game from a position, with a limit on the number of listed turns. Returns `None` when the position does not
/// fit the rules.
pub fn start_game(rules: &AnyRules, setup: &Setup) -> Option<AnyGame> {
    let mut game = rules.game(Some(setup)).ok()?;
    game.limit_turns(MAX_LISTED_TURNS);
    Some(game)
}

/// Returns the position of a skill in a lesson.
fn place(skill: Skill) -> usize {
    match skill {
        Skill::Start => 0,
        Skill::Departure => 1,
        Skill::Drop => 2,
        Skill::Step => 3,
        Skill::Capture => 4,
        Skill::GoOn => 5,
        Skill::Stop => 6,
        Skill::Abstain => 7,
        Skill::Duty => 8,
        Skill::Precedence => 9,
        Skill::Claim => 10,
        Skill::Row => 11,
        Skill::Promotion => 12,
        Skill::King => 13,
        Skill::Huff => 14,
        Skill::Closing => 15,
        Skill::Combat => 16,
        Skill::Win(reason) => 20 + reason as usize,
        Skill::Draw(reason) => 60 + reason as usize,
        Skill::Special(key) => match Subject::of(key) {
            Some(Subject::Skill(skill)) => place(skill),
            Some(Subject::Ending) | None => 100,
        },
    }
}

/// Plays a random game to its end and collects exercises from its positions. Returns the number of turns examined.
fn play_through(
    rules: &AnyRules,
    number: usize,
    rng: &mut fastrand::Rng,
    offers: &mut Offers<'_>,
    quiet: &mut Vec<(Faults, AnyGame)>,
    budget: &Budget,
) -> usize {
    let mut game = new_game(rules);
    let mut work = 0;
    let mut is_begun = number > 0;
    for ply in (0..PLIES).take_while(|_| !budget.is_spent()) {
        let Some(turns) = game.turns().ok().filter(|turns| !turns.is_empty()) else { break };
        work += turns.len();
        let is_chance_node = game.is_chance_node();
        let before =
            (turns.len() <= MAX_TURNS && !is_chance_node).then(|| Candidate::new(&game, ply, &turns)).flatten();
        if let Some(candidate) = &before {
            if !is_begun {
                is_begun = true;
                candidate.offer_start(offers);
            }
            candidate.offer_turns(offers);
            candidate.keep_quiet(quiet);
        }
        let turn = choose_turn(&game, &turns, number, rng);
        let history = game.clone();
        if game.play(turn).is_err() {
            break;
        }
        if let Some(candidate) = &before {
            candidate.offer_played(turn, &game, offers);
        }
        if let Some(outcome) = game.outcome() {
            if !is_chance_node {
                history_ends::offer_end(&history, turn, outcome, offers);
            }
            break;
        }
    }
    work
}

/// Chooses a turn by the style of the game with this number. Purely random games seldom end.
pub fn choose_turn<'t>(game: &AnyGame, turns: &'t [Turn], number: usize, rng: &mut fastrand::Rng) -> &'t Turn {
    let by_chance = &turns[index(rng, turns.len())];
    let hunter = match number % 8 {
        0 | 2 | 4 => return by_chance,
        1 | 3 | 5 => {
            let captures: Vec<_> = turns.iter().filter(|turn| !turn.captures.is_empty()).collect();
            return if captures.is_empty() { by_chance } else { captures[index(rng, captures.len())] };
        }
        6 => Side::First,
        _ => Side::Second,
    };
    if game.to_move() != hunter || game.is_chance_node() || turns.len() == 1 {
        return by_chance;
    }
    // Compares some turns, from a random one on, by the replies that they leave to the opponent.
    let some = turns.iter().cycle().skip(index(rng, turns.len())).take(turns.len().min(MAX_WEIGHED_TURNS));
    let Some(bare) = start_game(&game.rules(), &game.setup()) else { return by_chance };
    let weight = |turn: &&Turn| {
        let mut after = bare.clone();
        if after.play(turn).is_err() {
            return usize::MAX;
        }
        match after.outcome() {
            Some(outcome) if outcome.winner == Some(hunter) => 0,
            Some(_) => usize::MAX,
            None => {
                let left = after.setup().count(hunter.other());
                let replies = after.turns().map_or(MAX_TURNS, |replies| replies.len());
                1 + MAX_TURNS * left + replies
            }
        }
    };
    some.min_by_key(weight).unwrap_or(by_chance)
}

/// A position of a random game with its turns.
struct Candidate<'a> {
    /// Game that starts from the position, without its history.
    game: AnyGame,
    options: Options,
    setup: Setup,
    turns: &'a [Turn],
    ply: usize,
    /// Distance of the number of pieces from a small number.
    crowd: usize,
}

impl<'a> Candidate<'a> {
    /// Creates the position if it does not depend on its history: the setup alone must determine the legal turns.
    fn new(played: &AnyGame, ply: usize, turns: &'a [Turn]) -> Option<Candidate<'a>> {
        let setup = played.setup();
        let game = start_game(&played.rules(), &setup).filter(|game| game.setup() == setup)?;
        let pieces: usize = Side::BOTH.map(|side| setup.count(side)).iter().sum();
        // Too few pieces are worse than any larger number.
        let crowd = if pieces < MIN_PIECES { setup.columns.len() * 2 } else { pieces };
        Some(Candidate { game, options: played.ruleset().options, setup, turns, ply, crowd })
    }

    fn offer(&self, offers: &mut Offers<'_>, skill: Skill, goal: Goal, faults: Faults) {
        offers.add(skill, goal, faults, &self.game);
    }

    fn rank(&self, turn: &Turn) -> Rank {
        turn.path.first().and_then(|&start| self.setup.top(start)).map_or(Rank::Man, |piece| piece.rank)
    }

    /// Returns the turns that only move, without a drop, huff, claim or removal.
    fn plain(&self) -> impl Iterator<Item = &'a Turn> {
        let is_plain = |turn: &&Turn| {
            turn.claim.is_none() && turn.huff.is_none() && turn.removed.is_empty() && turn.drops.is_empty()
        };
        self.turns.iter().filter(is_plain).filter(|turn| turn.path.len() > 1)
    }

    /// Offers exercises about the first turn. Prefers pieces with which the fewest turns begin.
    fn offer_start(&self, offers: &mut Offers<'_>) {
        let goal = |turn: &Turn| match (&turn.path[..], &turn.drops[..], &turn.removed[..]) {
            (_, [point], _) => Some(Goal::Place(*point)),
            (_, [], [point]) if turn.path.is_empty() => Some(Goal::Lift(*point)),
            (path, [], _) if path.len() > 1 => Some(Goal::Move(path[0])),
            _ => None,
        };
        for (number, turn) in self.turns.iter().enumerate() {
            let faults = |grave| [grave, self.turns.len() - number, 0];
            if let Some(goal) = goal(turn) {
                self.offer(offers, Skill::Start, goal, faults(0));
            }
            // Where only one piece can move, the exercise asks for its destination.
            if let [_, .., end] = turn.path[..] {
                self.offer(offers, Skill::Start, Goal::Go(end), faults(1));
            }
        }
    }

    /// Offers exercises about the turns of the position.
    fn offer_turns(&self, offers: &mut Offers<'_>) {
        let most = self.turns.iter().map(|turn| turn.captures.len()).max().unwrap_or(0);
        for turn in self.turns {
            self.offer_beside_moving(offers, turn);
        }
        for turn in self.plain() {
            let hops = turn.path.len() - 1;
            let to = turn.path[hops];
            let takes = turn.captures.len();
            if hops == 1 && most == 0 {
                self.offer(offers, Skill::Step, Goal::Go(to), [self.rank(turn).index(), self.crowd, 0]);
            }
            if hops == 1 && takes > 0 {
                let faults = [self.rank(turn).index(), self.crowd, takes];
                self.offer(offers, Skill::Capture, Goal::TakeThis(turn.captures[0]), faults);
            }
            if hops > 1 && takes > 1 {
                self.offer(offers, Skill::GoOn, Goal::Take(takes), [takes + hops, self.crowd, 0]);
            }
            let goes_on = |other: &Turn| other.path.len() > turn.path.len() && other.path.starts_with(&turn.path);
            if takes > 0 && self.options.chain != Chain::Mandatory && self.plain().any(goes_on) {
                self.offer(offers, Skill::Stop, Goal::Take(takes), [takes, self.crowd, self.turns.len()]);
            }
        }
        self.offer_kings(offers);
        self.offer_sacrifice(offers);
        if most > 0 && self.crowd <= MAX_ENDGAME_PIECES && !offers.has_exercise(|skill| matches!(skill, Skill::Win(_)))
        {
            self.offer_last_capture(offers);
        }
        let is_unannotated = self.turns.iter().all(|turn| turn.huff.is_none() && turn.claim.is_none());
        if most > 0 && is_unannotated {
            self.offer_duties(offers, most);
        }
    }

    /// Offers exercises about promoted pieces.
    fn offer_kings(&self, offers: &mut Offers<'_>) {
        if self.options.promotion == Promotion::None {
            return;
        }
        for turn in self.plain().filter(|turn| self.rank(turn) > Rank::Man) {
            let (from, to) = (turn.path[0], turn.path[turn.path.len() - 1]);
            let takes = !turn.captures.is_empty();
            let goes_alone = |other: &Turn| other.path.last() != Some(&to) || other.path.first() == Some(&from);
            if self.turns.iter().all(goes_alone) {
                let leaps = takes && turn.runs.is_empty();
                let is_far = self.game.ruleset().board.is_long_hop(from, turn.path[1], leaps);
                let faults = [2 * usize::from(!takes) + usize::from(!is_far), self.crowd, turn.path.len()];
                self.offer(offers, Skill::King, Goal::Go(to), faults);
            }
        }
    }

    /// Offers exercises about giving away the last pieces, where that wins.
    fn offer_sacrifice(&self, offers: &mut Offers<'_>) {
        let is_last = self.setup.count(self.setup.to_move) <= MAX_GIVEN;
        if self.options.aim != quirkat_rules::Aim::Lose || !is_last {
            return;
        }
        for turn in self.plain() {
            if let Some(reason) = reason_of_win_by_reply(&self.game, turn) {
                self.offer(offers, Skill::Win(reason), Goal::WinByReply, [0, self.crowd, self.turns.len()]);
            }
        }
    }

    /// Offers exercises about winning by capturing the last pieces, in case no random game has ended. Removes as many
    /// of the opponent's pieces as the game allows.
    fn offer_last_capture(&self, offers: &mut Offers<'_>) {
        let winner = self.setup.to_move;
        let takes = |turn: &&Turn| (1..=2).contains(&turn.captures.len());
        for turn in self.plain().filter(takes) {
            let Some(game) = self.without_bystanders(turn) else { continue };
            // The turn has another effect in the changed position; its path and captures identify it.
            let same = |other: &Turn| other.path == turn.path && other.captures == turn.captures;
            let Some(last) = game.turns().ok().and_then(|turns| turns.into_iter().find(same)) else { continue };
            let mut after = game.clone();
            let ended = after.play(&last).ok().and_then(|()| after.outcome());
            if let Some(Outcome { reason, .. }) = ended.filter(|outcome| outcome.winner == Some(winner)) {
                offers.add(Skill::Win(reason), Goal::Win, [3, self.crowd, self.turns.len()], &game);
            }
        }
    }

    /// Removes the opponent's pieces that a turn does not capture, except for the few that keep the game from being
    /// over. Pieces of the highest rank are restored first.
    fn without_bystanders(&self, turn: &Turn) -> Option<AnyGame> {
        let victim = self.setup.to_move.other();
        let rank = |point: Point| self.setup.top(point).filter(|piece| piece.side == victim).map(|piece| piece.rank);
        let points = (0..self.setup.columns.len()).map(Point::from);
        let mut others: Vec<_> =
            points.filter(|point| rank(*point).is_some() && !turn.captures.contains(point)).collect();
        others.sort_by_key(|point| std::cmp::Reverse(rank(*point)));
        let memory =
            SetupMemory { closed: self.setup.memory.closed, hand: self.setup.memory.hand, ..SetupMemory::default() };
        let mut setup = Setup { memory, ..self.setup.clone() };
        for point in &others {
            setup.columns[point.index()].clear();
        }
        let going = |setup: &Setup| start_game(&self.game.rules(), setup).filter(|game| game.outcome().is_none());
        for point in others {
            if let Some(game) = going(&setup) {
                return Some(game);
            }
            setup.columns[point.index()].clone_from(&self.setup.columns[point.index()]);
        }
        going(&setup)
    }

    /// Offers exercises about compulsory captures and precedence.
    fn offer_duties(&self, offers: &mut Offers<'_>, most: usize) {
        let compels = matches!(self.options.capture, Capture::Mandatory | Capture::Men)
            && self.options.choice != Precedence::Protest
            && !self.options.every_turn_captures();
        let all_take = self.turns.iter().all(|turn| !turn.captures.is_empty());
        let faults = [self.turns.len(), self.crowd, most];
        if compels && all_take && self.turns.len() <= MAX_FORCED_TURNS {
            self.offer(offers, Skill::Duty, Goal::Legal, faults);
        }
        let is_free = matches!(self.options.choice, Precedence::Free | Precedence::Protest);
        if all_take && !is_free && self.turns.len() <= MAX_FORCED_TURNS {
            self.offer(offers, Skill::Precedence, Goal::Legal, [self.turns.len(), most, self.crowd]);
        }
        let may_abstain = self.plain().any(|turn| turn.captures.is_empty());
        if self.options.capture == Capture::Optional && may_abstain {
            self.offer(offers, Skill::Abstain, Goal::Take(0), [self.crowd, self.turns.len(), 0]);
        }
    }

    /// Offers exercises about turns that do more than move, or something else.
    fn offer_beside_moving(&self, offers: &mut Offers<'_>, turn: &Turn) {
        let moves = turn.path.len().saturating_sub(1);
        match (&turn.drops[..], &turn.removed[..]) {
            (&[point], []) => self.offer(offers, Skill::Drop, Goal::Place(point), [moves, self.ply, 0]),
            ([], &[point]) if turn.path.is_empty() => {
                self.offer(offers, Skill::Departure, Goal::Lift(point), [self.ply, 0, 0]);
            }
            (_, [_, ..]) => self.offer(offers, Skill::Row, Goal::Row, [turn.removed.len(), self.crowd, self.ply]),
            _ => {}
        }
        if turn.huff.is_some() {
            self.offer(offers, Skill::Huff, Goal::Huff, [turn.captures.len(), moves, self.crowd]);
        }
        if let Some(claim) = &turn.claim {
            self.offer(offers, Skill::Claim, Goal::Claim, [claim.path.len() + moves, self.crowd, 0]);
        }
        if turn.calls {
            self.offer(offers, Skill::Combat, Goal::Call, [self.crowd, 0, 0]);
        }
    }

    /// Offers exercises about the results of the turn that was played: promotion, closing and ends.
    fn offer_played(&self, turn: &Turn, after: &AnyGame, offers: &mut Offers<'_>) {
        let setup = after.setup();
        if self.options.promotion != Promotion::None && turn.claim.is_none() && !turn.path.is_empty() {
            let end = turn.path.last().and_then(|&point| setup.top(point));
            if self.rank(turn) == Rank::Man && end.is_some_and(|piece| piece.rank > Rank::Man) {
                let faults = [turn.captures.len(), self.crowd, self.turns.len()];
                self.offer(offers, Skill::Promotion, Goal::Promote, faults);
                if !offers.has_exercise(|skill| skill == Skill::King) {
                    self.offer_new_king(&setup, offers);
                }
            }
        }
        if setup.memory.closed != self.setup.memory.closed {
            self.offer(offers, Skill::Closing, Goal::Close, [turn.captures.len(), self.crowd, self.turns.len()]);
        }
        if let Some(Outcome { winner, reason }) = after.outcome() {
            let (skill, goal) = match winner {
                Some(winner) if winner == self.setup.to_move => (Skill::Win(reason), Goal::Win),
                Some(_) => return,
                None => (Skill::Draw(reason), Goal::Draw),
            };
            // With a turn or two there is nothing to find.
            self.offer(offers, skill, goal, [usize::from(self.turns.len() < 4), self.crowd, self.turns.len()]);
        }
    }

    /// Offers exercises about the powers of a piece that has just been promoted, as if its side moved again.
    fn offer_new_king(&self, promoted: &Setup, offers: &mut Offers<'_>) {
        let memory = SetupMemory { closed: promoted.memory.closed, ..SetupMemory::default() };
        let setup = Setup { to_move: self.setup.to_move, memory, ..promoted.clone() };
        let Some(game) = start_game(&self.game.rules(), &setup) else { return };
        let turns = game.turns().unwrap_or_default();
        if let Some(candidate) = Candidate::new(&game, self.ply, &turns) {
            candidate.offer_kings(offers);
        }
    }

    /// Keeps a position in which nothing is taken and both sides might go back and forth.
    fn keep_quiet(&self, quiet: &mut Vec<(Faults, AnyGame)>) {
        if self.turns.iter().all(|turn| turn.captures.is_empty() && turn.drops.is_empty() && turn.removed.is_empty()) {
            let faults = [self.crowd, self.turns.len(), self.ply];
            let place = quiet.partition_point(|(other, _)| *other <= faults);
            if place < MAX_QUIET {
                quiet.insert(place, (faults, self.game.clone()));
                quiet.truncate(MAX_QUIET);
            }
        }
    }
}
