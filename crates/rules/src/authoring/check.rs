//! Judging a file that somebody wrote: its faults, what in it can have no effect, and what follows from it, for the author
//! to compare with what was meant.

use crate::files::reader::{Diagnostic, FileResolver, Level, Node, Remarks, survey};
use crate::files::{Finding, read_board};
use crate::game::any::{AnyRules, CompileError};
use crate::ground::board::Board;
use crate::ground::language::Words;
use crate::ground::setup::{Rank, SetupError, Side};
use crate::options::{NoEffectReason, OptionKey, Promotion};
use crate::ruleset::{
    Clause, ClauseStanding, ErrorLocator, GameFile, Ruleset, contradictions, find_game, no_effect_reason, read_game,
    rulesets,
};
use std::collections::BTreeMap;

/// At most so many first turns are listed, those of all variants together: who writes a file looks at a few.
const MOST_TURNS: u64 = 5_000;

/// What is to be said about a game file or a board file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileReport {
    /// Why the file cannot be used; none if it is sound.
    pub errors: Vec<Diagnostic>,
    /// What it says and what can have no effect.
    pub warnings: Vec<Diagnostic>,
    /// What it need not say.
    pub hints: Vec<Diagnostic>,
    /// What follows for each variant that is sound, the default one first.
    pub variants: Vec<VariantFacts>,
    /// What follows for the board of a board file.
    pub board: Option<BoardFacts>,
    /// The game of a game file, as far as it can be read; it can be played if the file is sound.
    pub game: Option<GameFile>,
}

/// What follows from a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardFacts {
    /// Its points.
    pub points: usize,
    /// Pairs of neighbouring points.
    pub edges: usize,
    /// Its lines.
    pub lines: usize,
    /// Short leaps, in both senses of every line.
    pub leaps: usize,
    /// Ways to lay it on itself, at least one.
    pub symmetries: usize,
}

/// What follows from one variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantFacts {
    /// The game and the variant: `alquerque:walker`.
    pub title: String,
    /// The variant's name.
    pub name: Words,
    /// Its board.
    pub board: BoardFacts,
    /// What the sides are called.
    pub sides: [Words; 2],
    /// The pieces of each side on the board at the start.
    pub pieces: [usize; 2],
    /// The men that each side has in hand at the start.
    pub hand: [usize; 2],
    /// What the stated choices rest on.
    pub standings: StandingCounts,
    /// The side that makes the first turn where the rules decide it.
    pub to_move: Side,
    /// The first turns; none where there are too many to list.
    pub turns: Option<Vec<String>>,
}

/// How many of the choices of a variant rest on what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StandingCounts {
    /// On a source that is cited.
    pub source: usize,
    /// On nothing that is cited.
    pub unsourced: usize,
    /// On somebody's reconstruction.
    pub reconstruction: usize,
    /// On our own reading.
    pub ours: usize,
}

impl FileReport {
    /// Whether the file can be used.
    pub fn is_sound(&self) -> bool {
        self.errors.is_empty()
    }
}

impl BoardFacts {
    /// What follows from a board.
    pub fn of(board: &Board) -> BoardFacts {
        BoardFacts {
            points: board.len(),
            edges: board.edges().len(),
            lines: board.lines().len(),
            leaps: board.leaps().len(),
            symmetries: board.symmetries().len(),
        }
    }
}

impl StandingCounts {
    fn of(clauses: &[Clause]) -> StandingCounts {
        let mut stated = StandingCounts::default();
        for clause in clauses {
            *match clause.standing {
                ClauseStanding::Source if clause.source.is_empty() => &mut stated.unsourced,
                ClauseStanding::Source => &mut stated.source,
                ClauseStanding::Reconstruction => &mut stated.reconstruction,
                ClauseStanding::Ours => &mut stated.ours,
            } += 1;
        }
        stated
    }
}

/// Judges a game file, or a board file: one that has `points` or `construct` at its top and no `id`. Board files that a
/// game names are asked from `resolve`, unless they are among our own.
pub fn check_file(file: &str, text: &str, resolve: FileResolver<'_>) -> FileReport {
    let (found, Remarks { errors, warnings, hints }) = survey(file, text, |root| {
        let is_board =
            ["points", "construct"].iter().any(|key| root.at(&[key]).is_some()) && root.at(&["id"]).is_none();
        if is_board {
            return Some((vec![], Some(BoardFacts::of(&read_board(root)?)), None));
        }
        let game = read_game(root, resolve)?;
        let rulesets = rulesets(root, &game);
        let variants = compile(root, &game, &rulesets);
        warn_of_the_irrelevant(root, &game, &rulesets);
        warn_of_repeats(root, &game);
        warn_of_a_taken_word(root, &game);
        warn_of_nameless_kings(root, &rulesets);
        Some((variants, None, Some(game)))
    });
    let (variants, board, game) = found.unwrap_or_default();
    FileReport { errors, warnings, hints, variants, board, game }
}

/// A word that is one of our games' means that game wherever the file is not at hand.
fn warn_of_a_taken_word(root: &Node<'_>, game: &GameFile) {
    if find_game(&game.id).is_some_and(|ours| ours != game) {
        root.at(&["id"]).into_iter().for_each(|id| id.say(Level::Warning, Finding::ReservedId(game.id.clone())));
    }
}

/// Men that become what has no name are told to become pieces.
fn warn_of_nameless_kings(root: &Node<'_>, rulesets: &[Ruleset]) {
    let king = Rank::King.index();
    let is_nameless = |ruleset: &Ruleset| {
        let about = &ruleset.info;
        ruleset.options.promotion != Promotion::None
            && about.ranks[king].is_none()
            && about.sides.iter().any(|side| side.ranks[king].is_none())
    };
    if rulesets.iter().any(is_nameless) {
        root.at(&["ranks"]).into_iter().for_each(|ranks| ranks.say(Level::Warning, Finding::UnnamedKings));
    }
}

/// What follows from those rulesets that compile; the faults of the others are reported.
fn compile(root: &Node<'_>, game: &GameFile, rulesets: &[Ruleset]) -> Vec<VariantFacts> {
    let mut blame = ErrorLocator::new(root, game);
    let mut sound = vec![];
    let mut left = MOST_TURNS;
    for ruleset in rulesets {
        let variant = &ruleset.variant;
        let found = contradictions(ruleset);
        found.iter().for_each(|error| blame.ruleset_error(variant, error));
        match AnyRules::compile(ruleset.clone()) {
            Ok(rules) => sound.extend(facts(&mut blame, &rules, &mut left)),
            Err(CompileError::Ruleset(error)) => blame.ruleset_error(variant, &error),
            Err(CompileError::Start(error)) => {
                let key = if matches!(error, SetupError::UnusedMemory("hand")) { "hand" } else { "setup" };
                blame.layout(variant, key, Finding::Start(error));
            }
        }
    }
    sound
}

/// What follows from a variant; none if its game is over before it begins, which is reported. Of its first turns so many may
/// be listed as are left.
fn facts(blame: &mut ErrorLocator<'_, '_>, rules: &AnyRules, left: &mut u64) -> Option<VariantFacts> {
    let (ruleset, mut game) = (rules.ruleset(), rules.new_game());
    game.limit_turns(*left);
    // To find out that they are too many takes as long as counting all of them: it is done once.
    let turns = if *left == 0 { None } else { game.turns().ok() };
    *left = turns.as_ref().map_or(0, |turns| left.saturating_sub(turns.len() as u64));
    if let Some(outcome) = game.outcome() {
        blame.layout(&ruleset.variant, "setup", Finding::OverAtStart(outcome.reason));
        return None;
    }
    Some(VariantFacts {
        title: ruleset.title(),
        name: ruleset.info.variant_name.clone(),
        board: BoardFacts::of(&ruleset.board),
        sides: Side::BOTH.map(|side| ruleset.info.sides[side.index()].name.clone()),
        pieces: Side::BOTH.map(|side| ruleset.start.count(side)),
        hand: ruleset.start.memory.hand.map(usize::from),
        standings: StandingCounts::of(&ruleset.info.clauses),
        to_move: game.to_move(),
        turns: turns.map(|turns| turns.iter().map(|turn| turn.text(&ruleset.board)).collect()),
    })
}

/// Warns of every clause that means nothing in any of the variants in which it holds, or that holds in none.
fn warn_of_the_irrelevant(root: &Node<'_>, game: &GameFile, rulesets: &[Ruleset]) {
    // By where a clause is stated: why it means nothing, as long as it does not mean something somewhere.
    let mut clauses: BTreeMap<String, (Node<'_>, Option<NoEffectReason>)> = BTreeMap::new();
    for ruleset in rulesets {
        for clause in &ruleset.info.clauses {
            let own = |ancestor| root.at(&["variants", ancestor, "options", clause.key.name()]);
            let stated = game.lineage(&ruleset.variant).into_iter().find_map(own);
            let Some(node) = stated.or_else(|| root.at(&["options", clause.key.name()])) else { continue };
            let want = no_effect_reason(clause.key, ruleset);
            let (_, so_far) = clauses.entry(node.key().to_owned()).or_insert((node, want));
            *so_far = so_far.and(want);
        }
    }
    for (node, want) in clauses.values() {
        if let Some(want) = want {
            node.say(Level::Warning, Finding::NoEffect(*want));
        }
    }
    if rulesets.len() < game.variants().count() {
        return;
    }
    for (key, node) in root.at(&["options"]).and_then(|options| options.entries()).unwrap_or_default() {
        if !clauses.contains_key(node.key())
            && let Ok(key) = OptionKey::from_name(key)
        {
            node.say(Level::Warning, Finding::OverriddenEverywhere(key));
        }
    }
}

/// Warns of clauses that repeat what the variant takes from its parent anyway; where the variant cites something of its
/// own for it, that is only a hint.
fn warn_of_repeats(root: &Node<'_>, game: &GameFile) {
    for variant in game.variants() {
        let parent = game.lineage(variant).get(1).map(|parent| (*parent).to_owned());
        let inherited = game.inherited_clauses(variant);
        for clause in game.own_clauses(variant) {
            let Some(earlier) = inherited.iter().find(|earlier| earlier.key == clause.key) else { continue };
            let Some(node) = root.at(&["variants", variant, "options", clause.key.name()]) else { continue };
            if earlier.value == clause.value {
                let grounds = |clause: &Clause| (clause.source.clone(), clause.standing);
                let cites = !clause.source.is_empty() && grounds(clause) != grounds(earlier);
                let level = if cites { Level::Hint } else { Level::Warning };
                node.say(level, Finding::RedundantClause(parent.clone()));
            }
        }
    }
}
