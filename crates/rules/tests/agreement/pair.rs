//! The fast engine and the plain one, side by side on the same positions.
//!
//! A [`Pair`] holds the same rules in both. It walks from a position by the same turns in both and compares whatever can
//! be seen at every position on the way: the pieces and what is remembered, the outcome, the turns, every position after
//! them, which turns have the same effect, and counts to depth 2. The first difference is given back and not panicked
//! about, because the tests of the comparison itself want to see one.

use crate::plain;
use fastrand::Rng;
use quirkat_rules::{
    AnyRules, Before, Claim, CountOf, GameFile, Key, Outcome, Piece, Place, Point, Rank, Reason, Recollection, Rules,
    RulesVisitor, Ruleset, Setup, SetupError, Side, TooManyTurns, Trail, Turn, find_game, perft,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The options that decide which turns are legal and what they do; the others are history's business.
pub const PLAY_KEYS: [&str; 19] = [
    "step_dirs",
    "cap_dirs",
    "last_row",
    "capture",
    "chain",
    "choice",
    "removal",
    "rejump",
    "take_higher",
    "return",
    "promotion",
    "promo_mid",
    "king_landing",
    "king_reach",
    "turning",
    "bent_leaps",
    "closing",
    "closing_sides",
    "blocked",
];

/// What a walk may cost at one position: beyond this many turns the plain engine, which looks at all captures again for
/// each turn where pieces are huffed, takes too long.
const MOST_TURNS: u64 = 250;
/// Counts to depth 2 are compared where there are at most this many turns, and not at every position.
const MOST_TURNS_COUNTED: usize = 40;

/// The same rules in both engines.
pub struct Pair {
    pub fast: AnyRules,
    pub plain: plain::Rules,
    /// The fast rules without any duty: they tell how many turns the plain engine will have to look at.
    free: AnyRules,
    points: BTreeMap<plain::P, Point>,
    places: Vec<plain::P>,
}

/// Where the engines differ.
#[derive(Debug)]
pub struct Difference {
    pub what: What,
    pub message: String,
}

/// What differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The fast engine refuses a position of the plain one.
    Refused,
    Position,
    Outcome,
    Turns,
    After,
    Effects,
    Counts,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} differ: {}", self.what, self.message)
    }
}

/// What has come up in the walks, so that a test can insist on having seen it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Seen {
    pub positions: usize,
    pub turns: usize,
    pub captures: usize,
    /// The most pieces taken in one turn.
    pub longest: usize,
    pub round_trips: usize,
    /// Positions in which two paths have the same effect.
    pub merged: usize,
    pub promotions: usize,
    pub huffs: usize,
    pub bare_huffs: usize,
    pub passes: usize,
    pub claims: usize,
    pub entries: usize,
    /// Positions that are reached with something closed.
    pub closed: usize,
    /// Turns that move a tower.
    pub towers: usize,
    pub no_pieces: usize,
    pub blocked: usize,
    pub counted: usize,
    /// Positions that were left out because of their many turns.
    pub skipped: usize,
}

/// The ruleset's values of these options.
pub fn values_of<const N: usize>(ruleset: &Ruleset, keys: [&'static str; N]) -> Vec<(&'static str, String)> {
    keys.iter().map(|&key| (key, Key::named(key).unwrap().value(&ruleset.options))).collect()
}

impl Pair {
    /// Both engines with the ruleset's options; the plain one on a board of its own making.
    pub fn new(ruleset: Ruleset, board: plain::Board) -> Pair {
        let values = values_of(&ruleset, PLAY_KEYS);
        let values: Vec<_> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let plain = plain::Rules::new(board, &values).unwrap();
        Pair::of(ruleset, plain)
    }

    /// A variant of one of our games with further options; the plain engine makes its board and start itself.
    pub fn game(name: &str, variant: &str, more: &[(&str, &str)]) -> Pair {
        let ruleset = find_game(name).unwrap().ruleset(Some(variant), more);
        let ruleset = ruleset.unwrap_or_else(|error| panic!("{name}:{variant} {more:?}: {error}"));
        let values = values_of(&ruleset, plain::LAYOUT_KEYS.map(|(key, _)| key));
        let values: Vec<_> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let layout = plain::layout(name, variant, &values);
        let mut pair = Pair::new(ruleset, layout.board);
        pair.plain.pieces_at_start = layout.pieces;
        pair.plain.hand_at_start = layout.hand;
        pair
    }

    /// Both engines, each with rules of its own.
    pub fn of(ruleset: Ruleset, plain: plain::Rules) -> Pair {
        let mut free = ruleset.clone();
        free.options = free.options.with([("capture", "optional"), ("chain", "optional"), ("choice", "free")]).unwrap();
        let places: Vec<_> = ruleset
            .board
            .points()
            .map(|point| {
                let Place { x, y } = ruleset.board.place(point);
                (x, y)
            })
            .collect();
        let points = ruleset.board.points().map(|point| (places[point.index()], point)).collect();
        let free = AnyRules::compile(free).unwrap();
        Pair { fast: AnyRules::compile(ruleset).unwrap(), plain, free, points, places }
    }

    /// Plays up to `plies` random turns from a position in both engines and compares every position on the way.
    pub fn walk(
        &self,
        start: &plain::State,
        plies: usize,
        rng: &mut Rng,
        seen: &mut Seen,
    ) -> Result<plain::State, Difference> {
        let mut state = start.clone();
        let setup = self.setup(start);
        let mut fast = self.fast.visit(At(&setup)).map_err(|error| Difference {
            what: What::Refused,
            message: format!("{error}, {}", self.describe(&state)),
        })?;
        for ply in 0..=plies {
            if !self.is_affordable(&state) {
                seen.skipped += 1;
                break;
            }
            let mut next = self.compare(&*fast, &state, seen)?;
            if next.is_empty() || ply == plies {
                break;
            }
            // Captures are preferred, so that positions change and chains are followed by more.
            let taking: Vec<_> = (0..next.len()).filter(|&at| next[at].takes).collect();
            let at = match taking[..] {
                [_, ..] if rng.bool() => taking[rng.usize(..taking.len())],
                _ => rng.usize(..next.len()),
            };
            let Next { number, after, .. } = next.swap_remove(at);
            state = after;
            fast.go_on(number);
        }
        Ok(state)
    }

    /// The setup of a plain position.
    pub fn setup(&self, state: &plain::State) -> Setup {
        let point = |place: &plain::P| self.points[place];
        let sorted = |places: &mut dyn Iterator<Item = &plain::P>| {
            let mut points: Vec<_> = places.map(point).collect();
            points.sort_unstable();
            points
        };
        let mut been: Vec<_> = state
            .been
            .iter()
            .map(|(stands, places)| (point(stands), sorted(&mut places.iter().filter(|&place| place != stands))))
            .filter(|(_, places)| !places.is_empty())
            .collect();
        been.sort_unstable();
        let last = [plain::Side::First, plain::Side::Second]
            .map(|side| state.last.get(&side).map(|(stands, began)| (point(stands), point(began))));
        let closed = self.closed(state);
        let hand = state.hand.map(|men| men as u8);
        let before = state
            .before
            .as_ref()
            .map(|before| Before { columns: self.columns(&before.state), taken: before.taken as u8 });
        let huffable = sorted(&mut state.huffable.iter());
        let recollection = Recollection { huffable, last, been, closed, hand, before };
        Setup { to_move: side(state.to_move), columns: self.columns(state), recollection }
    }

    /// What stands on the points, from bottom to top.
    fn columns(&self, state: &plain::State) -> Vec<Vec<Piece>> {
        let piece = |(owner, rank)| Piece {
            side: side(owner),
            rank: if rank == plain::Rank::King { Rank::King } else { Rank::Man },
        };
        self.places.iter().map(|&place| state.column(place).into_iter().map(piece).collect()).collect()
    }

    /// How many rows are closed at the bottom and the top, and columns at the left and the right.
    fn closed(&self, state: &plain::State) -> [u8; 4] {
        let leading = |lines: &[i32], closed: &BTreeSet<i32>| {
            let backwards = lines.iter().rev().take_while(|line| closed.contains(line)).count() as u8;
            [lines.iter().take_while(|line| closed.contains(line)).count() as u8, backwards]
        };
        let [bottom, top] = leading(&self.plain.board.rows(), &state.closed_rows);
        let [left, right] = leading(&self.plain.board.columns(), &state.closed_columns);
        [bottom, top, left, right]
    }

    /// Whether the position has few enough turns for the plain engine.
    fn is_affordable(&self, state: &plain::State) -> bool {
        let mut setup = self.setup(state);
        setup.recollection.huffable.clear();
        setup.recollection.before = None;
        self.free.game(Some(&setup)).is_ok_and(|game| game.perft(1, CountOf::Paths).is_ok_and(|n| n <= MOST_TURNS))
    }

    fn describe(&self, state: &plain::State) -> String {
        let ruleset = self.fast.ruleset();
        let setup = self.setup(state);
        let options: Vec<_> = PLAY_KEYS
            .iter()
            .map(|&key| format!("{key}={}", Key::named(key).unwrap().value(&ruleset.options)))
            .collect();
        format!("at {} under {}", quirkat_rules::write_fen(&ruleset, &setup), options.join(" "))
    }

    /// A turn of the plain engine as the fast one would list it.
    fn way(&self, turn: &plain::Turn) -> Way {
        let all = |places: &[plain::P]| places.iter().map(|place| self.points[place]).collect();
        let claim = turn.claim.as_ref();
        let claim = claim.map(|(path, taken)| (all(path), all(taken)));
        (claim, turn.huff.map(|place| self.points[&place]), all(&turn.path), all(&turn.taken))
    }
}

/// The claim (its path and what it takes), the huff, the path and what is taken.
type Way = (Option<(Vec<Point>, Vec<Point>)>, Option<Point>, Vec<Point>, Vec<Point>);

/// A position in the fast engine, whatever its family. Everything generic is behind this face, so that the comparison is
/// compiled once.
trait Fast {
    fn setup(&self) -> Setup;
    fn outcome(&self) -> Option<Outcome>;
    /// The turns with the setups after them; their numbers are those of `go_on`.
    fn turns(&self) -> Result<Vec<(Turn, Setup)>, TooManyTurns>;
    fn count_turns(&self) -> Result<u64, TooManyTurns>;
    fn has_turn(&self) -> bool;
    fn perft(&self, depth: u32, count: CountOf) -> Result<u64, TooManyTurns>;
    fn go_on(&mut self, number: usize);
}

struct Here<G: Rules> {
    rules: Arc<G>,
    position: G::Position,
}

impl<G: Rules> Here<G> {
    fn each(&self, mut tell: impl FnMut(&G::Move, &Trail<'_>)) -> Result<(), TooManyTurns> {
        self.rules.turns(&self.position, &mut |turn: &G::Move, trail: &Trail<'_>| -> ControlFlow<()> {
            tell(turn, trail);
            ControlFlow::Continue(())
        })
    }
}

impl<G: Rules> Fast for Here<G> {
    fn setup(&self) -> Setup {
        self.rules.setup(&self.position)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.position)
    }
    fn turns(&self) -> Result<Vec<(Turn, Setup)>, TooManyTurns> {
        let mut turns = Vec::new();
        self.each(|turn, trail| {
            let after = self.rules.play(&self.position, turn);
            turns.push((self.rules.turn(turn, trail, self.rules.key(&after)), self.rules.setup(&after)));
        })?;
        Ok(turns)
    }
    fn count_turns(&self) -> Result<u64, TooManyTurns> {
        self.rules.count_turns(&self.position)
    }
    fn has_turn(&self) -> bool {
        self.rules.has_turn(&self.position)
    }
    fn perft(&self, depth: u32, count: CountOf) -> Result<u64, TooManyTurns> {
        perft(&*self.rules, &self.position, depth, count)
    }
    fn go_on(&mut self, number: usize) {
        let (mut at, mut next) = (0, self.position);
        let listed = self.each(|turn, _| {
            if at == number {
                next = self.rules.play(&self.position, turn);
            }
            at += 1;
        });
        assert!(listed.is_ok() && number < at, "the turns were listed before");
        self.position = next;
    }
}

/// Makes a position of a setup.
struct At<'a>(&'a Setup);

impl RulesVisitor for At<'_> {
    type Output = Result<Box<dyn Fast>, SetupError>;
    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        Ok(Box::new(Here { rules: Arc::clone(rules), position: rules.position(self.0)? }))
    }
}

/// A turn that both engines offer.
struct Next {
    /// Its number in the fast engine's list.
    number: usize,
    /// What comes of it.
    after: plain::State,
    /// Whether it takes something.
    takes: bool,
}

impl Pair {
    /// Compares everything at one position; gives the turns.
    fn compare(&self, fast: &dyn Fast, state: &plain::State, seen: &mut Seen) -> Result<Vec<Next>, Difference> {
        let differ = |what: What, message: String| {
            Err(Difference { what, message: format!("{message}, {}", self.describe(state)) })
        };
        seen.positions += 1;
        if fast.setup() != self.setup(state) {
            return differ(What::Position, format!("the fast one has {:?}", fast.setup()));
        }
        let (fast_outcome, plain_outcome) = (fast.outcome(), self.plain.outcome(state));
        if fast_outcome != plain_outcome.map(outcome) {
            return differ(What::Outcome, format!("fast {fast_outcome:?}, plain {plain_outcome:?}"));
        }
        match plain_outcome {
            Some(plain::End::NoPieces(_)) => seen.no_pieces += 1,
            Some(plain::End::Blocked(_)) => seen.blocked += 1,
            None => {}
        }

        let ruleset = self.fast.ruleset();
        let Ok(listed) = fast.turns() else { return differ(What::Turns, "too many for the fast one".to_owned()) };
        let of_way: BTreeMap<Way, usize> =
            listed.iter().enumerate().map(|(number, (turn, _))| (way_of(turn), number)).collect();
        let plain_turns = self.plain.turns(state);
        let ways: Vec<Way> = plain_turns.iter().map(|turn| self.way(turn)).collect();
        let wanted: BTreeSet<&Way> = ways.iter().collect();
        if !of_way.keys().eq(wanted.iter().copied()) {
            let text = |(claim, huff, path, captures): &Way| {
                let claim = claim.clone().map(|(path, captures)| Claim { path, captures });
                let (path, captures) = (path.clone(), captures.clone());
                let captured: Vec<_> = captures.iter().map(|&point| ruleset.board.name(point)).collect();
                let text = format!("{claim:?} over {}", captured.join(","));
                Turn { claim, huff: *huff, path, captures, effect: 0 }.text(&ruleset.board) + " " + &text
            };
            let only_fast: Vec<_> = of_way.keys().filter(|way| !wanted.contains(way)).map(text).collect();
            let only_plain: Vec<_> = ways.iter().filter(|way| !of_way.contains_key(way)).map(text).collect();
            return differ(What::Turns, format!("only fast {only_fast:?}, only plain {only_plain:?}"));
        }
        if listed.len() != ways.len() || fast.count_turns() != Ok(ways.len() as u64) {
            let counted = fast.count_turns();
            return differ(What::Turns, format!("{} turns, {} listed, {counted:?}", ways.len(), listed.len()));
        }
        if fast.has_turn() == ways.is_empty() {
            return differ(What::Turns, "has_turn contradicts the list".to_owned());
        }

        let mut next = Vec::with_capacity(ways.len());
        let mut state_of_effect: BTreeMap<u64, plain::State> = BTreeMap::new();
        let mut states = BTreeSet::new();
        for (turn, way) in plain_turns.iter().zip(&ways) {
            let number = of_way[way];
            let (Turn { effect, .. }, setup) = &listed[number];
            let after = self.plain.play(state, turn);
            if *setup != self.setup(&after) {
                let fen = |setup| quirkat_rules::write_fen(&ruleset, setup);
                let (found, wanted) = (fen(setup), fen(&self.setup(&after)));
                return differ(What::After, format!("after {turn:?} fast {found}, plain {wanted}"));
            }
            if *state_of_effect.entry(*effect).or_insert_with(|| after.clone()) != after {
                return differ(What::Effects, format!("{turn:?} shares its effect with another"));
            }
            states.insert(after.clone());
            seen.note(state, turn, &after);
            next.push(Next {
                number,
                after,
                takes: turn.huff.is_some() || turn.claim.is_some() || !turn.taken.is_empty(),
            });
        }
        if states.len() != state_of_effect.len() {
            return differ(What::Effects, format!("{} positions, {} effects", states.len(), state_of_effect.len()));
        }
        seen.merged += usize::from(states.len() < ways.len());

        // Of the first ply everything has been compared; this is about how perft counts it.
        for (count, wanted) in [(CountOf::Moves, states.len()), (CountOf::Paths, ways.len())] {
            if fast.perft(1, count) != Ok(wanted as u64) {
                return differ(What::Counts, format!("{count:?} at depth 1"));
            }
        }
        let counts = seen.positions.is_multiple_of(8) && ways.len() <= MOST_TURNS_COUNTED;
        if counts && next.iter().all(|next| self.is_affordable(&next.after)) {
            seen.counted += 1;
            for (count, plain_count) in [(CountOf::Moves, plain::Count::Moves), (CountOf::Paths, plain::Count::Paths)] {
                let (found, wanted) = (fast.perft(2, count), self.plain.perft(state, 2, plain_count));
                if found != Ok(wanted) {
                    return differ(What::Counts, format!("{count:?} at depth 2: fast {found:?}, plain {wanted}"));
                }
            }
        }
        Ok(next)
    }
}

fn way_of(turn: &Turn) -> Way {
    let claim = turn.claim.clone().map(|Claim { path, captures }| (path, captures));
    (claim, turn.huff, turn.path.clone(), turn.captures.clone())
}

impl Seen {
    fn note(&mut self, before: &plain::State, turn: &plain::Turn, after: &plain::State) {
        let kings = |state: &plain::State| {
            let king = (before.to_move, plain::Rank::King);
            state.pieces.values().filter(|&&piece| piece == king).count()
        };
        self.turns += 1;
        self.captures += usize::from(!turn.taken.is_empty());
        self.longest = self.longest.max(turn.taken.len());
        self.round_trips += usize::from(!turn.taken.is_empty() && turn.path.first() == turn.path.last());
        self.promotions += usize::from(kings(after) > kings(before));
        self.huffs += usize::from(turn.huff.is_some());
        self.bare_huffs += usize::from(turn.huff.is_some() && turn.path.is_empty());
        self.passes += usize::from(turn.pass);
        self.claims += usize::from(turn.claim.is_some());
        self.entries += usize::from(turn.path.len() == 1);
        self.closed += usize::from(!after.closed_rows.is_empty() || !after.closed_columns.is_empty());
        self.towers += usize::from(turn.path.first().is_some_and(|start| before.under.contains_key(start)));
    }
}

fn side(side: plain::Side) -> Side {
    if side == plain::Side::First { Side::First } else { Side::Second }
}

fn outcome(end: plain::End) -> Outcome {
    let winner = end.loser().map(|loser| side(loser).other());
    let reason = if matches!(end, plain::End::NoPieces(_)) { Reason::NoPieces } else { Reason::Blocked };
    Outcome { winner, reason }
}

/// A game file with one variant on a board (as the value of the key `board`) with the usual setup.
pub fn game_file(board: &str, start: &plain::State, width: i32, height: i32) -> GameFile {
    let letter = |x, y| match start.pieces.get(&(x, y)) {
        None => ".",
        Some((plain::Side::First, _)) => "w",
        Some((plain::Side::Second, _)) => "b",
    };
    let rows: Vec<String> =
        (0..height).rev().map(|y| (0..width).map(|x| letter(x, y)).collect::<Vec<_>>().join(" ")).collect();
    let text = format!(
        r#"
        id = "trial"
        version = 1
        default = "only"
        board = {board}
        setup = """{}"""
        name = {{ en = "Trial", es = "Prueba" }}
        sides.first = {{ colour = "white", en = "White", es = "Blancas" }}
        sides.second = {{ colour = "black", en = "Black", es = "Negras" }}
        ranks.man = {{ en = ["man", "men"], es = ["el peón", "los peones"] }}
        ranks.king = {{ en = ["king", "kings"], es = ["la dama", "las damas"] }}
        variants.only.name = {{ en = "Only", es = "Única" }}
        "#,
        rows.join("\n")
    );
    GameFile::parse("trial.toml", &text, &|file| Err(format!("no file {file}"))).unwrap_or_else(|f| panic!("{f}"))
}
