//! Example turns that illustrate the rules of a game on a page or a leaflet.
//!
//! The examples come from random games by exactly these rules, with a fixed seed. For each kind, the clearest example
//! is kept: a simple turn among few pieces. Where a source shows a position, its longest capture is an example as well.

use crate::TEXTS;
use quirkat_rules::{
    AnyGame, Board, Game, GameVisitor, Language, PathNode, Point, Promotion, Rank, Repetition, Rules, Ruleset, Setup,
    Side, Turn, YesNo, read_fen,
};
use quirkat_words::texts::text;
use quirkat_words::{RulesTopic, list_in_words};
use std::ops::ControlFlow::{Break, Continue};

/// Number of random games, and maximum length of each in plies.
const GAMES: usize = 12;
const PLIES: usize = 160;
/// Maximum number of legal turns in the position of an example; more would not show anything clearly.
const MAX_TURNS: usize = 300;
/// Maximum number of turns examined in all games together: some games have hundreds in each position.
const MAX_EXAMINED_TURNS: usize = 40_000;
/// Minimum number of pieces in an example; fewer no longer resemble a game.
const MIN_PIECES: usize = 4;
/// Maximum number of hops of an example chain; longer ones add nothing.
const MAX_HOPS: usize = 4;

/// Kind of example: what its turn shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExampleKind {
    /// A man that enters from the hand.
    Drop,
    /// A stone that leaves a full board.
    Departure,
    /// A step without a capture.
    Step,
    /// A capture by a man.
    Capture,
    /// A turn of a promoted piece.
    King,
    /// A huff of a piece.
    Huff,
    /// A capture claimed in place of the opponent's turn.
    Claim,
    /// A piece removed for a row of three.
    Removal,
}

impl ExampleKind {
    fn key(self) -> &'static str {
        match self {
            ExampleKind::Drop => "examples.drop",
            ExampleKind::Departure => "examples.departure",
            ExampleKind::Step => "examples.step",
            ExampleKind::Capture => "examples.capture",
            ExampleKind::King => "examples.king",
            ExampleKind::Huff => "examples.huff",
            ExampleKind::Claim => "examples.claim",
            ExampleKind::Removal => "examples.removal",
        }
    }

    /// Returns the section of the rules that explains the example.
    fn topic(self, ruleset: &Ruleset) -> RulesTopic {
        match self {
            ExampleKind::Drop if ruleset.options.placing == YesNo::No => RulesTopic::Capturing,
            ExampleKind::Drop | ExampleKind::Departure => RulesTopic::Opening,
            ExampleKind::Step => RulesTopic::Moving,
            ExampleKind::Capture | ExampleKind::Claim | ExampleKind::Removal => RulesTopic::Capturing,
            ExampleKind::King => RulesTopic::Promotion,
            ExampleKind::Huff => RulesTopic::Huffing,
        }
    }
}

/// A legal turn that illustrates the rules of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Section of the rules that explains the turn.
    pub topic: RulesTopic,
    /// Kind of example: what the turn shows.
    pub kind: ExampleKind,
    /// Position before the turn. The turn is legal there whatever the history.
    pub before: Setup,
    /// Turn that illustrates the rule.
    pub turn: Turn,
    /// Position that the turn leads to.
    pub after: Setup,
}

impl Example {
    /// Returns the caption of the example: `A capture: a3xc5`, `A piece enters on b1`.
    pub fn caption(&self, board: &Board, language: Language) -> String {
        let turn = &self.turn;
        let points = |name, points: &[Point]| {
            let names: Vec<&str> = points.iter().map(|&point| board.name(point)).collect();
            text(name, list_in_words(&names, language))
        };
        // The points that other slots name are no part of the move.
        let rest = Turn { claim: None, huff: None, drops: vec![], removed: vec![], ..turn.clone() }.text(board);
        let claimed = turn.claim.as_ref().map_or(&[][..], |claim| &claim.path);
        let claimed = claimed.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join("x");
        let slots = [
            text("turn", rest.as_str()),
            points("huffed", turn.huff.as_slice()),
            text("claimed", claimed),
            points("drops", &turn.drops),
            points("removed", &turn.removed),
        ];
        let says = |key: &str| TEXTS.say(language, key, &slots);
        let key = match self.kind {
            ExampleKind::Removal if turn.path.is_empty() => "examples.removal_drop",
            kind => kind.key(),
        };
        let follows =
            matches!(self.kind, ExampleKind::Drop | ExampleKind::Huff | ExampleKind::Claim) && turn.path.len() > 1;
        if follows { says(key) + &says("examples.then") } else { says(key) }
    }
}

/// Returns the clearest example of each kind that the rules have, in the order of their sections. Captures have a short
/// example, and the longest one if it is longer. The result is the same every time.
pub fn examples(game: &AnyGame) -> Vec<Example> {
    game.visit(Finder)
}

/// Place of an example in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    /// Clearest example of a kind.
    Of(ExampleKind),
    /// Place of the longest chain of captures.
    Chain,
}

impl Slot {
    /// All places; within a section, in the order of the examples.
    const ALL: [Slot; 9] = [
        Slot::Of(ExampleKind::Departure),
        Slot::Of(ExampleKind::Drop),
        Slot::Of(ExampleKind::Step),
        Slot::Of(ExampleKind::Capture),
        Slot::Chain,
        Slot::Of(ExampleKind::Claim),
        Slot::Of(ExampleKind::Removal),
        Slot::Of(ExampleKind::King),
        Slot::Of(ExampleKind::Huff),
    ];

    fn kind(self) -> ExampleKind {
        match self {
            Slot::Of(kind) => kind,
            Slot::Chain => ExampleKind::Capture,
        }
    }

    /// Returns the weaknesses of a turn as an example, the most serious first. Returns `None` when the turn does not
    /// belong in this place.
    fn faults(self, candidate: &Candidate<'_>, turn: &Turn) -> Option<[usize; 3]> {
        let hops = turn.path.len().saturating_sub(1);
        let is_plain = turn.claim.is_none() && turn.huff.is_none() && turn.removed.is_empty() && turn.drops.is_empty();
        let takes = !turn.captures.is_empty();
        let rank =
            turn.path.first().and_then(|&start| candidate.setup.top(start)).map_or(Rank::Man, |piece| piece.rank);
        let crowd = candidate.crowd;
        match self {
            Slot::Of(ExampleKind::Departure) => {
                (hops == 0 && turn.drops.is_empty() && !turn.removed.is_empty()).then_some([0, candidate.ply, 0])
            }
            Slot::Of(ExampleKind::Removal) => ((hops > 0 || !turn.drops.is_empty()) && !turn.removed.is_empty())
                .then_some([turn.removed.len(), crowd, 0]),
            Slot::Of(ExampleKind::Drop) => {
                (!turn.drops.is_empty() && turn.removed.is_empty()).then_some([turn.drops.len(), hops, candidate.ply])
            }
            Slot::Of(ExampleKind::Step) => (is_plain && hops == 1 && !takes).then(|| {
                let is_long = candidate.ruleset.board.is_long_hop(turn.path[0], turn.path[1], false);
                [rank.index(), usize::from(is_long), crowd]
            }),
            Slot::Of(ExampleKind::Capture) => {
                (is_plain && hops == 1 && takes).then_some([rank.index(), crowd, turn.captures.len()])
            }
            Slot::Chain => {
                (is_plain && (2..=MAX_HOPS).contains(&hops) && takes).then(|| [rank.index(), MAX_HOPS - hops, crowd])
            }
            Slot::Of(ExampleKind::King) => {
                let is_promoted = rank > Rank::Man && candidate.ruleset.options.promotion != Promotion::None;
                (is_plain && is_promoted && (1..=MAX_HOPS).contains(&hops)).then(|| {
                    let (board, leaps) = (&candidate.ruleset.board, takes && turn.runs.is_empty());
                    let flies = turn.path.windows(2).any(|hop| board.is_long_hop(hop[0], hop[1], leaps));
                    [2 * usize::from(!takes) + usize::from(!flies), crowd, hops]
                })
            }
            Slot::Of(ExampleKind::Huff) => turn.huff.map(|_| [turn.captures.len(), hops, crowd]),
            Slot::Of(ExampleKind::Claim) => turn.claim.as_ref().map(|claim| [claim.path.len() + hops, crowd, 0]),
        }
    }
}

/// A position of a random game.
struct Candidate<'a> {
    ruleset: &'a Ruleset,
    setup: Setup,
    ply: usize,
    /// Distance of the number of pieces from a small number.
    crowd: usize,
}

impl Candidate<'_> {
    fn new(ruleset: &Ruleset, setup: Setup, ply: usize) -> Candidate<'_> {
        let pieces: usize = Side::BOTH.map(|side| setup.count(side)).iter().sum();
        // Too few pieces are worse than any larger number.
        let crowd = if pieces < MIN_PIECES { setup.columns.len() * 2 } else { pieces };
        Candidate { ruleset, setup, ply, crowd }
    }
}

/// Best example so far.
struct BestExample<G: Rules> {
    faults: [usize; 3],
    before: G::Position,
    made: G::Move,
    turn: Turn,
}

struct Finder;

impl GameVisitor for Finder {
    type Output = Vec<Example>;

    fn visit<G: Rules>(self, game: &Game<G>) -> Vec<Example> {
        let rules = &**game.rules();
        let mut best: [Option<BestExample<G>>; Slot::ALL.len()] = Default::default();
        let mut rng = fastrand::Rng::with_seed(1283);
        let mut work = 0;
        for _ in 0..GAMES {
            let mut position = *game.position();
            for ply in 0..PLIES {
                let Some(turns) = list_turns(rules, &position).filter(|turns| !turns.is_empty()) else { break };
                work += turns.len();
                if turns.len() <= MAX_TURNS {
                    compare(rules, &position, ply, &turns, &mut best);
                }
                position = rules.play(&position, &turns[rng.u64(..turns.len() as u64) as usize].0);
            }
            if work > MAX_EXAMINED_TURNS {
                break;
            }
        }
        let chain = Slot::ALL.iter().position(|&slot| slot == Slot::Chain);
        if let (Some(chain), Some(capture)) = (chain, longest_shown_capture(rules)) {
            best[chain] = Some(capture);
        }
        let found = best.into_iter().zip(Slot::ALL).filter_map(|(found, slot)| Some((slot.kind(), found?)));
        let mut examples: Vec<Example> = Vec::new();
        for (kind, BestExample { before, made, turn, .. }) in found {
            let example = Example {
                topic: kind.topic(rules.ruleset()),
                kind,
                before: rules.setup(&before),
                turn,
                after: rules.setup(&rules.play(&before, &made)),
            };
            // Where only kings capture, the turn is shown as the king's example.
            examples.retain(|other| other.turn != example.turn || other.before != example.before);
            examples.push(example);
        }
        examples.sort_by_key(|example| RulesTopic::ALL.iter().position(|&topic| topic == example.topic));
        examples
    }
}

/// Returns the longest capture in the positions of the sources, if one has several hops.
fn longest_shown_capture<G: Rules>(rules: &G) -> Option<BestExample<G>> {
    let ruleset = rules.ruleset();
    let positions = ruleset.info.shown.iter().filter_map(|text| rules.position(&read_fen(ruleset, text).ok()?).ok());
    let captures = positions.filter_map(|before| {
        let turns = list_turns(rules, &before)?.into_iter().filter(|(_, turn)| turn.captures.len() > 1);
        let (made, turn) = turns.max_by_key(|(_, turn)| turn.captures.len())?;
        let effect = rules.key(&rules.play(&before, &made));
        Some(BestExample { faults: [0; 3], before, made, turn: Turn { effect, ..turn } })
    });
    captures.max_by_key(|found| found.turn.captures.len())
}

/// Lists the turns of a position, up to one more than the maximum. Returns `None` when there are too many captures to
/// list.
fn list_turns<G: Rules>(rules: &G, position: &G::Position) -> Option<Vec<(G::Move, Turn)>> {
    let mut turns = Vec::new();
    let result = rules.for_each_turn(position, &mut |made, trail: &PathNode<'_>| {
        turns.push((*made, rules.turn(position, made, trail, 0)));
        if turns.len() > MAX_TURNS { Break(()) } else { Continue(()) }
    });
    result.ok().map(|()| turns)
}

/// Compares the turns of a position with the best examples so far.
fn compare<G: Rules>(
    rules: &G,
    position: &G::Position,
    ply: usize,
    turns: &[(G::Move, Turn)],
    best: &mut [Option<BestExample<G>>; Slot::ALL.len()],
) {
    let candidate = Candidate::new(rules.ruleset(), rules.setup(position), ply);
    // An example has no history: the setup alone must determine the legal turns.
    if rules.position(&candidate.setup).ok() != Some(*position) {
        return;
    }
    let key = rules.key(position);
    for (made, turn) in turns {
        for (slot, best) in Slot::ALL.into_iter().zip(&mut *best) {
            let Some(faults) = slot.faults(&candidate, turn) else { continue };
            if best.as_ref().is_some_and(|best| best.faults <= faults) {
                continue;
            }
            let effect = rules.key(&rules.play(position, made));
            if effect == key && rules.ruleset().options.repetition == Repetition::Forbidden {
                continue;
            }
            *best = Some(BestExample { faults, before: *position, made: *made, turn: Turn { effect, ..turn.clone() } });
        }
    }
}
