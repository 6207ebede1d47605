//! Checks a game file or a board file: its errors, clauses without effect, and a summary of each variant, which the author
//! can compare with the intended game.

use crate::engine::rules::MAX_USER_HOPS;
use crate::engine::work::Budget;
use crate::files::reader::{Diagnostic, Diagnostics, FileResolver, Severity, TomlNode, survey};
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

/// Maximum number of first moves listed for a file, all variants together. It bounds the work; authors look at a few.
const MAX_FIRST_TURNS: u64 = 5_000;
/// Budget of the first moves of all variants, in the unit of [`Budget`]. The other variants are only compiled.
const MAX_WORK: u64 = 150_000;

/// Result of checking a game file or a board file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileReport {
    /// Errors, which make the file unusable; empty if it is sound.
    pub errors: Vec<Diagnostic>,
    /// Parts of the file that have no effect or an unintended one.
    pub warnings: Vec<Diagnostic>,
    /// Redundant parts of the file.
    pub hints: Vec<Diagnostic>,
    /// Summaries of the sound variants, the default one first.
    pub variants: Vec<VariantFacts>,
    /// Summary of the board, for a board file.
    pub board: Option<BoardFacts>,
    /// The game, for a readable game file. It can be played if the file is sound.
    pub game: Option<GameFile>,
}

/// Numbers of points, edges, lines, leaps and symmetries of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardFacts {
    /// Number of points of the board.
    pub points: usize,
    /// Number of pairs of neighbouring points.
    pub edges: usize,
    /// Number of lines of the board.
    pub lines: usize,
    /// Number of short leaps, in both directions of every line.
    pub leaps: usize,
    /// Number of symmetries, including the identity.
    pub symmetries: usize,
}

/// Summary of one variant, for comparison with the intended game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantFacts {
    /// Game and variant, as in `alquerque:walker`.
    pub title: String,
    /// Name of the variant in each language.
    pub name: Words,
    /// Counts of the variant's board.
    pub board: BoardFacts,
    /// Names of the sides, indexed by side.
    pub sides: [Words; 2],
    /// Number of pieces of each side on the board at the start.
    pub pieces: [usize; 2],
    /// Number of men that each side has in hand at the start.
    pub hand: [usize; 2],
    /// Numbers of clauses by their standing.
    pub standings: StandingCounts,
    /// Side that makes the first move, if the rules decide it.
    pub to_move: Side,
    /// First moves as text; `None` if they are too many to list.
    pub turns: Option<Vec<String>>,
}

/// Numbers of clauses of a variant by their standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StandingCounts {
    /// Clauses from a cited source.
    pub source: usize,
    /// Clauses that cite no source.
    pub unsourced: usize,
    /// Clauses from a published reconstruction.
    pub reconstruction: usize,
    /// Clauses from our own reading.
    pub ours: usize,
}

impl FileReport {
    /// Returns whether the file has no errors and can be used.
    pub fn is_sound(&self) -> bool {
        self.errors.is_empty()
    }
}

impl BoardFacts {
    /// Counts the parts of a board.
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
        let mut counts = StandingCounts::default();
        for clause in clauses {
            *match clause.standing {
                ClauseStanding::Source if clause.source.is_empty() => &mut counts.unsourced,
                ClauseStanding::Source => &mut counts.source,
                ClauseStanding::Reconstruction => &mut counts.reconstruction,
                ClauseStanding::Ours => &mut counts.ours,
            } += 1;
        }
        counts
    }
}

/// Checks a game file, or a board file, which has `points` or `construct` at its top and no `id`. `file` is the name to use
/// in diagnostics; `resolve` supplies the text of board files that are not built in.
///
/// # Examples
/// ```
/// use quirkat_rules::{check_file, game_toml};
///
/// let alone = |file: &str| Err(format!("no {file}").into());
/// let report = check_file("lasca.toml", game_toml("lasca").unwrap(), &alone);
/// assert!(report.is_sound() && report.warnings.is_empty());
/// assert_eq!(report.variants[0].pieces, [11, 11]);
/// assert_eq!(check_file("x.toml", "points = {}", &alone).errors.len(), 1);
/// ```
pub fn check_file(file: &str, text: &str, resolve: FileResolver<'_>) -> FileReport {
    let (found, Diagnostics { errors, warnings, hints }) = survey(file, text, |root| {
        let is_board =
            ["points", "construct"].iter().any(|key| root.at(&[key]).is_some()) && root.at(&["id"]).is_none();
        if is_board {
            return Some((vec![], Some(BoardFacts::of(&read_board(root)?)), None));
        }
        let game = read_game(root, resolve)?;
        let rulesets = rulesets(root, &game);
        let variants = compile(root, &game, &rulesets);
        warn_of_no_effect(root, &game, &rulesets);
        warn_of_redundant_clauses(root, &game);
        warn_of_reserved_id(root, &game);
        warn_of_unnamed_kings(root, &rulesets);
        Some((variants, None, Some(game)))
    });
    let (variants, board, game) = found.unwrap_or_default();
    FileReport { errors, warnings, hints, variants, board, game }
}

/// Warns of an id that names a game of the catalogue: it means that game wherever this file is not loaded.
fn warn_of_reserved_id(root: &TomlNode<'_>, game: &GameFile) {
    if find_game(&game.id).is_some_and(|ours| ours != game) {
        root.at(&["id"]).into_iter().for_each(|id| id.report(Severity::Warning, Finding::ReservedId(game.id.clone())));
    }
}

/// Warns of promotion to kings without a name: the rules in words would call them pieces.
fn warn_of_unnamed_kings(root: &TomlNode<'_>, rulesets: &[Ruleset]) {
    let king = Rank::King.index();
    let is_unnamed = |ruleset: &Ruleset| {
        let about = &ruleset.info;
        ruleset.options.promotion != Promotion::None
            && about.ranks[king].is_none()
            && about.sides.iter().any(|side| side.ranks[king].is_none())
    };
    if rulesets.iter().any(is_unnamed) {
        root.at(&["ranks"]).into_iter().for_each(|ranks| ranks.report(Severity::Warning, Finding::UnnamedKings));
    }
}

/// Compiles the rulesets. Returns the summaries of the valid ones and reports the errors of the others.
fn compile(root: &TomlNode<'_>, game: &GameFile, rulesets: &[Ruleset]) -> Vec<VariantFacts> {
    let mut locator = ErrorLocator::new(root, game);
    let mut sound = vec![];
    let mut left = MAX_FIRST_TURNS;
    let budget = Budget::new(MAX_WORK);
    let mut is_warned = false;
    for ruleset in rulesets {
        let variant = &ruleset.variant;
        if budget.is_spent() && !std::mem::replace(&mut is_warned, true) {
            let node = root.at(&["variants", variant]);
            node.into_iter().for_each(|node| node.report(Severity::Warning, Finding::StartNotExamined));
        }
        let found = contradictions(ruleset);
        found.iter().for_each(|error| locator.ruleset_error(variant, error));
        match AnyRules::compile_bounded(ruleset.clone(), MAX_USER_HOPS) {
            Ok(rules) => sound.extend(facts(&mut locator, &rules, &mut left, &budget)),
            Err(CompileError::Ruleset(error)) => locator.ruleset_error(variant, &error),
            Err(CompileError::Start(error)) => {
                let key = if matches!(error, SetupError::UnusedMemory("hand")) { "hand" } else { "setup" };
                locator.layout(variant, key, Finding::Start(error));
            }
        }
    }
    sound
}

/// Summarises a variant. If its game is over at the start, reports that and returns `None`. Lists at most `left` first turns
/// and subtracts their number, and examines the start only while the budget lasts.
fn facts(
    locator: &mut ErrorLocator<'_, '_>,
    rules: &AnyRules,
    left: &mut u64,
    budget: &Budget,
) -> Option<VariantFacts> {
    let (ruleset, mut game) = (rules.ruleset(), rules.new_game());
    game.limit_turns(*left);
    let is_examined = !budget.is_spent();
    // Finding that there are too many takes as long as counting all, so it is tried once.
    let turns = if *left == 0 || !is_examined { None } else { game.turns().ok() };
    *left = turns.as_ref().map_or(0, |turns| left.saturating_sub(turns.len() as u64));
    if let Some(outcome) = is_examined.then(|| game.outcome()).flatten() {
        locator.layout(&ruleset.variant, "setup", Finding::OverAtStart(outcome.reason));
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

/// Warns of every clause that has no effect in any variant where it holds, or that holds in none.
fn warn_of_no_effect(root: &TomlNode<'_>, game: &GameFile, rulesets: &[Ruleset]) {
    // By key path: the reason why a clause has no effect; `None` once it has one in some variant.
    let mut clauses: BTreeMap<String, (TomlNode<'_>, Option<NoEffectReason>)> = BTreeMap::new();
    for ruleset in rulesets {
        for clause in &ruleset.info.clauses {
            let own = |ancestor| root.at(&["variants", ancestor, "options", clause.key.name()]);
            let stated = game.lineage(&ruleset.variant).into_iter().find_map(own);
            let Some(node) = stated.or_else(|| root.at(&["options", clause.key.name()])) else { continue };
            let reason = no_effect_reason(clause.key, ruleset);
            let (_, so_far) = clauses.entry(node.key().to_owned()).or_insert((node, reason));
            *so_far = so_far.and(reason);
        }
    }
    for (node, reason) in clauses.values() {
        if let Some(reason) = reason {
            node.report(Severity::Warning, Finding::NoEffect(*reason));
        }
    }
    if rulesets.len() < game.variants().count() {
        return;
    }
    for (key, node) in root.at(&["options"]).and_then(|options| options.entries()).unwrap_or_default() {
        if !clauses.contains_key(node.key())
            && let Ok(key) = OptionKey::from_name(key)
        {
            node.report(Severity::Warning, Finding::OverriddenEverywhere(key));
        }
    }
}

/// Warns of clauses that repeat an inherited one. If the variant cites another source for the clause, that is only a hint.
fn warn_of_redundant_clauses(root: &TomlNode<'_>, game: &GameFile) {
    for variant in game.variants() {
        let parent = game.lineage(variant).get(1).map(|parent| (*parent).to_owned());
        let inherited = game.inherited_clauses(variant);
        for clause in game.own_clauses(variant) {
            let Some(earlier) = inherited.iter().find(|earlier| earlier.key == clause.key) else { continue };
            let Some(node) = root.at(&["variants", variant, "options", clause.key.name()]) else { continue };
            if earlier.value == clause.value {
                let grounds = |clause: &Clause| (clause.source.clone(), clause.standing);
                let cites = !clause.source.is_empty() && grounds(clause) != grounds(earlier);
                let level = if cites { Severity::Hint } else { Severity::Warning };
                node.report(level, Finding::RedundantClause(parent.clone()));
            }
        }
    }
}
