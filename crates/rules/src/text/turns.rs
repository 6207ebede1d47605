//! Turns as text: reading what a person wrote, and saying why it cannot be played.
//!
//! A turn is `[claim path,] [huff b2,] [drop @c3,] [path,] [xb4, …]`, of which something must be there, or one of `roll 654`,
//! `combat` and `pass`. A path is points joined by `-`, or by `x` where something is leapt over; a hop by approach or
//! withdrawal ends in `A` or `W`. Points in between may be left out where no doubt can arise, and so may those marks; `:`,
//! `*` and `×` are read as `x`, spaces and capital letters do no harm.

use crate::engine::rules::TooManyTurns;
use crate::engine::turn::{Approach, Claim, Turn};
use crate::game::Play;
use crate::ground::board::{Board, Point};
use crate::ground::clip::clip;
use crate::ground::language::Language;
use crate::ground::setup::{Rank, Setup, Side};
use crate::options::{Capture, CaptureBy, Directions, LastRow, Options, Precedence, Return, SingleCombat, YesNo};
use crate::ruleset::Ruleset;
use std::fmt;

/// The longest text that is read as a turn, in bytes.
const LONGEST: usize = 4096;

/// Why a text is no legal turn of a game's position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnError {
    /// It is too long.
    TooLong(usize),
    /// It is not of the form of a turn, from the part given.
    Form(String),
    /// The game is over.
    Over,
    /// Several turns with different effects fit: they are given.
    Ambiguous(String, Vec<String>),
    /// No legal turn fits.
    Illegal(String, Why),
    /// The position has too many turns.
    TooManyTurns,
}

/// The rule that a turn breaks, with the points and turns that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// Nothing stands where the turn starts.
    Empty(String),
    /// The piece belongs to the side of this name.
    NotYours(String, String),
    /// Something stands where the turn goes.
    Occupied(String),
    /// No line joins two points that follow one another.
    NotJoined(String, String),
    /// There is nothing to take between two points.
    NothingToTake(String, String),
    /// A piece of one's own, or one that was taken already, stands in the way on this point.
    InTheWay(String),
    /// A capture is compulsory: one of these turns.
    MustCapture(Vec<String>),
    /// The capture must go on: one of these turns.
    MustGoOn(Vec<String>),
    /// More or better pieces must be taken: one of these turns.
    MustTakeMost(Vec<String>),
    /// The piece may not go on after this point.
    MustStop(String),
    /// Men do not step in this direction.
    StepDirection(&'static str),
    /// Men do not capture in this direction.
    CaptureDirection(&'static str),
    /// What a man on its last row may do.
    LastRow(&'static str),
    /// The piece may not come back to this point.
    Return(String),
    /// A king's step or leap is too long.
    TooFar(String, String),
    /// The turn would bring back an earlier position.
    Repetition,
    /// This may not be claimed; what may.
    NoClaim(Vec<String>),
    /// No man may be entered now.
    NoDrop,
    /// A man has to be entered first.
    MustDrop,
    /// This piece may not be taken off; what may.
    NoRemoval(String, Vec<String>),
    /// The dice have to be thrown first.
    MustRoll,
    /// No dice are thrown now.
    NoRoll,
    /// Single combat cannot be called for now.
    NoCombat,
    /// The last two pieces fight it out: one of these turns.
    Combat(Vec<String>),
    /// The first piece may not be placed here.
    NoCentre(String),
    /// Nothing is taken by this hop, in this way.
    NoRun(String, String),
    /// This side's pieces do not capture.
    NoCaptor(String),
    /// The rank of the piece on this point is too high.
    Higher(String),
    /// Pieces do not step in this game.
    NoSteps,
    /// This piece may not be huffed; the points of those that may.
    NoHuff(String, Vec<String>),
    /// There is a turn to be made: no passing.
    NoPass,
    /// The turn takes nothing; it is written like this.
    TakesNothing(String),
    /// Another rule; these turns are legal.
    Other(Vec<String>),
}

/// At most this many turns are named in a message.
const NAMED: usize = 5;

struct OneOf<'a>(&'a [String]);

impl fmt::Display for OneOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.0.len().min(NAMED);
        f.write_str(&self.0[..named].join(" or "))?;
        if self.0.len() > named {
            write!(f, " or {} more", self.0.len() - named)?;
        }
        Ok(())
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Empty(point) => write!(f, "{point} is empty"),
            Why::NotYours(point, owner) => write!(f, "the piece on {point} is {owner}'s"),
            Why::Occupied(point) => write!(f, "{point} is occupied"),
            Why::NotJoined(a, b) => write!(f, "no line leads from {a} to {b}"),
            Why::NothingToTake(a, b) => write!(f, "there is nothing to take between {a} and {b}"),
            Why::InTheWay(point) => write!(f, "the piece on {point} cannot be leapt"),
            Why::MustCapture(turns) => write!(f, "a capture is compulsory: {}", OneOf(turns)),
            Why::MustGoOn(turns) => write!(f, "the capture must go on: {}", OneOf(turns)),
            Why::MustTakeMost(turns) => write!(f, "the most must be taken: {}", OneOf(turns)),
            Why::MustStop(point) => write!(f, "the turn ends on {point}"),
            Why::StepDirection(how) => write!(f, "men step {how}"),
            Why::CaptureDirection(how) => write!(f, "men capture {how}"),
            Why::LastRow(how) => write!(f, "a man on its last row {how}"),
            Why::Return(point) => write!(f, "this piece may not come back to {point}"),
            Why::TooFar(a, b) => write!(f, "the piece does not go so far, from {a} to {b}"),
            Why::Repetition => f.write_str("an earlier position may not be brought back"),
            Why::NoHuff(point, huffable) if huffable.is_empty() => {
                write!(f, "{point} may not be huffed, nor any other piece")
            }
            Why::NoHuff(point, huffable) => write!(f, "{point} may not be huffed, but {} may", OneOf(huffable)),
            Why::NoClaim(claims) if claims.is_empty() => f.write_str("there is nothing to claim"),
            Why::NoClaim(claims) => write!(f, "this may not be claimed, but {} may", OneOf(claims)),
            Why::NoDrop => f.write_str("no man may be entered here now"),
            Why::MustDrop => f.write_str("a piece from the hand has to be entered first, as in drop @c3"),
            Why::NoRemoval(point, turns) if turns.is_empty() => write!(f, "{point} may not be taken off"),
            Why::NoRemoval(point, turns) => write!(f, "{point} may not be taken off; legal: {}", OneOf(turns)),
            Why::MustRoll => f.write_str("the dice have to be thrown first, as in roll 654"),
            Why::NoRoll => f.write_str("no dice are thrown now"),
            Why::NoCombat => f.write_str("nobody may call for single combat now"),
            Why::Combat(turns) => write!(f, "the last two pieces have to fight it out: {}", OneOf(turns)),
            Why::NoCentre(point) => write!(f, "the first piece may not be placed on {point}"),
            Why::NoRun(from, to) => write!(f, "the hop from {from} to {to} takes nothing in this way"),
            Why::NoCaptor(side) => write!(f, "{side} cannot capture"),
            Why::Higher(point) => write!(f, "the piece on {point} has a higher rank"),
            Why::NoSteps => f.write_str("every turn must capture"),
            Why::NoPass => f.write_str("a side that can move may not pass"),
            Why::TakesNothing(turn) => write!(f, "the turn takes nothing: {turn}"),
            Why::Other(turns) => write!(f, "not a legal turn; legal: {}", OneOf(turns)),
        }
    }
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(found) => write!(f, "the turn has {found} bytes; allowed: at most {LONGEST}"),
            Self::Form(found) => write!(
                f,
                "`{}` is no part of a turn; allowed: points of the board joined by - or x, as in a2-b3 or a1xc3xe5",
                clip(found)
            ),
            Self::Over => f.write_str("the game is over"),
            Self::Ambiguous(text, turns) => write!(f, "{}: which one? {}", clip(text), OneOf(turns)),
            Self::Illegal(text, why) => write!(f, "{}: {why}", clip(text)),
            Self::TooManyTurns => TooManyTurns.fmt(f),
        }
    }
}

impl std::error::Error for TurnError {}

/// A turn as it was written, before it is held against the position.
#[derive(Debug, Default)]
struct Written {
    claim: Vec<Point>,
    huff: Option<Point>,
    drops: Vec<Point>,
    path: Vec<Point>,
    /// For each hop that names what it takes, its number from 0 and that.
    over: Vec<(usize, Point)>,
    /// For each hop that is marked as approach or withdrawal, its number from 0 and that.
    marks: Vec<(usize, Approach)>,
    takes: bool,
    removed: Vec<Point>,
    roll: Option<[u8; 3]>,
    calls: bool,
    pass: bool,
}

/// Reads the turn that a text means in the present position of a game.
///
/// # Errors
/// When the text is no turn, fits several turns with different effects, or none; the error says which rule it breaks
/// and what is legal.
///
/// # Examples
/// ```
/// # use quirkat_rules::{AnyRules, find_game, read_turn};
/// let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
/// let game = AnyRules::compile(walker).unwrap().new_game();
/// assert_eq!(read_turn(&*game, "b2-c3").unwrap().text(&game.ruleset().board), "b2-c3");
/// assert_eq!(read_turn(&*game, "b2-b3").unwrap_err().to_string(), "b2-b3: b3 is occupied");
/// ```
pub fn read_turn(game: &dyn Play, text: &str) -> Result<Turn, TurnError> {
    if text.len() > LONGEST {
        return Err(TurnError::TooLong(text.len()));
    }
    let ruleset = game.ruleset();
    let board = &ruleset.board;
    let written = read_words(board, text.trim())?;
    let turns = game.turns().map_err(|TooManyTurns| TurnError::TooManyTurns)?;
    if turns.is_empty() {
        return Err(TurnError::Over);
    }
    let exact: Vec<_> =
        turns.iter().filter(|turn| written.is(turn) && turn.path == written.path && written.names(turn)).collect();
    let takes = |turn: &&Turn| !turn.captures.is_empty();
    // A path may be that of a step and of a capture: `-` means the step, unless only marks tell captures.
    let mut of_kind: Vec<_> = exact.iter().copied().filter(|turn| takes(turn) == written.takes).collect();
    if of_kind.is_empty() && !written.takes {
        of_kind = exact;
    }
    let whole = |turn: &&&Turn| turn.removed == written.removed;
    if let Some(turn) = of_kind.iter().find(whole)
        && of_kind.iter().all(|other| other.effect == turn.effect || other.removed != turn.removed)
    {
        return Ok((*turn).clone());
    }
    let shorter = |turn: &&Turn| written.is(turn) && written.fits(turn);
    let fits: Vec<_> = if of_kind.is_empty() { turns.iter().filter(shorter).collect() } else { of_kind };
    let fits: Vec<_> = fits.into_iter().filter(|turn| written.removes(turn)).collect();
    match fits[..] {
        [] => {
            let explanation =
                Explanation { game, ruleset, board, setup: &game.setup(), turns: &turns, written: &written };
            Err(TurnError::Illegal(text.trim().to_owned(), explanation.why()))
        }
        [first, ..] if fits.iter().all(|turn| turn.effect == first.effect) => Ok(first.clone()),
        _ => {
            let texts = fits.iter().map(|turn| turn.text(board)).collect();
            Err(TurnError::Ambiguous(text.trim().to_owned(), texts))
        }
    }
}

/// Whether the points are the turn's way with some of the points in between left out.
fn shortens(points: &[Point], path: &[Point]) -> bool {
    let ([start, .., end], [first, .., last]) = (path, points) else { return false };
    let mut way = path.iter();
    path.len() > 2 && start == first && end == last && points.iter().all(|point| way.any(|at| at == point))
}

impl Written {
    /// Whether a turn begins with the claim and the huff that were written.
    fn begins(&self, turn: &Turn) -> bool {
        let claims = match &turn.claim {
            None => self.claim.is_empty(),
            Some(claim) => claim.path == self.claim || shortens(&self.claim, &claim.path),
        };
        claims && turn.huff == self.huff
    }

    /// Whether a turn is the one that was written, as far as neither its way nor what it takes off tells.
    fn is(&self, turn: &Turn) -> bool {
        let off_board = self.pass == (turn.is_off_board() && turn.roll.is_none() && !turn.calls);
        let entered =
            if turn.drops.len() > 1 { same_points(&turn.drops, &self.drops) } else { turn.drops == self.drops };
        self.begins(turn) && off_board && turn.roll == self.roll && turn.calls == self.calls && entered
    }

    /// Whether a turn takes what was named, and in the way that was named.
    fn names(&self, turn: &Turn) -> bool {
        self.over.iter().all(|&(hop, over)| turn.captures.get(hop) == Some(&over))
            && self.marks.iter().all(|&(hop, mark)| turn.runs.get(hop).is_some_and(|run| run.approach == mark))
    }

    /// Whether what was written is the turn's way with points left out.
    fn fits(&self, turn: &Turn) -> bool {
        self.marks.is_empty() && shortens(&self.path, &turn.path)
    }

    /// Whether what was written to be taken off is what the turn takes off, or nothing was written.
    fn removes(&self, turn: &Turn) -> bool {
        self.removed.is_empty() || same_points(&turn.removed, &self.removed)
    }
}

fn same_points(a: &[Point], b: &[Point]) -> bool {
    let sorted = |points: &[Point]| {
        let mut points = points.to_vec();
        points.sort_unstable();
        points
    };
    sorted(a) == sorted(b)
}

fn read_words(board: &Board, text: &str) -> Result<Written, TurnError> {
    let mut written = Written::default();
    if text.eq_ignore_ascii_case("pass") {
        written.pass = true;
        return Ok(written);
    }
    if text.is_empty() {
        return Err(TurnError::Form(String::new()));
    }
    if text.eq_ignore_ascii_case("combat") {
        written.calls = true;
        return Ok(written);
    }
    if let Some(shown) = after_word(text, "roll") {
        let dice: Vec<u8> = shown.bytes().filter(|byte| (b'1'..=b'6').contains(byte)).map(|byte| byte - b'0').collect();
        let fault = || TurnError::Form(text.to_owned());
        written.roll = Some(<[u8; 3]>::try_from(dice).map_err(|_| fault())?);
        let others = shown.chars().any(|other| !matches!(other, '1'..='6' | ' ' | '-' | ','));
        return if others { Err(fault()) } else { Ok(written) };
    }
    let mut rest = text;
    if let Some(after) = after_word(rest, "claim") {
        let mut claim = Written::default();
        rest = read_path(board, after, &mut claim)?;
        written.claim = claim.path;
    }
    if let Some(after) = after_word(rest, "huff") {
        let (point, after) = read_point(board, after)?;
        written.huff = Some(point);
        rest = after_comma(after);
    }
    let begun = written.huff.is_some() || !written.claim.is_empty();
    if rest.is_empty() && begun {
        return Ok(written);
    }
    let mut drops = after_word(rest, "drop").or_else(|| rest.starts_with('@').then_some(rest));
    while let Some(after) = drops {
        let (point, after) = read_point(board, after.trim_start_matches('@'))?;
        written.drops.push(point);
        let goes_on = after.trim_start();
        drops = goes_on.starts_with('@').then_some(goes_on);
        rest = after_comma(after);
    }
    if !rest.is_empty() && !starts_removal(rest) {
        rest = read_path(board, rest, &mut written)?;
        if written.path.len() < 2 {
            return Err(TurnError::Form(text.to_owned()));
        }
    }
    while starts_removal(rest) {
        let (point, after) = read_point(board, rest.trim_start_matches(is_capture_sign).trim_start())?;
        written.removed.push(point);
        rest = after_comma(after);
    }
    if rest.is_empty() { Ok(written) } else { Err(TurnError::Form(rest.to_owned())) }
}

fn is_capture_sign(sign: char) -> bool {
    matches!(sign, 'x' | 'X' | ':' | '*' | '×')
}

/// Whether the text goes on with a piece that is taken off; an `x` that begins a point's name is none.
fn starts_removal(text: &str) -> bool {
    text.starts_with(is_capture_sign)
}

/// What follows a word at the beginning of the text.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, after) = text.split_once(char::is_whitespace)?;
    first.eq_ignore_ascii_case(word).then(|| after.trim_start())
}

/// What follows a comma, or nothing at all.
fn after_comma(text: &str) -> &str {
    text.trim_start().trim_start_matches(',').trim_start()
}

/// Reads the path at the beginning of the text: its points, what its hops name as taken and how, whether it takes; gives
/// what follows it after a comma.
fn read_path<'t>(board: &Board, text: &'t str, written: &mut Written) -> Result<&'t str, TurnError> {
    let mut rest = text;
    loop {
        let (point, after) = read_point(board, rest)?;
        written.path.push(point);
        let mut after = after.trim_start();
        let hop = written.path.len().checked_sub(2);
        if let (Some(hop), Some(rest)) = (hop, after.strip_prefix('+')) {
            let (over, rest) = read_point(board, rest)?;
            written.over.push((hop, over));
            after = rest.trim_start();
        }
        let marked = [Approach::Toward, Approach::Away].into_iter().find(|approach| after.starts_with(approach.mark()));
        if let (Some(hop), Some(approach)) = (hop, marked) {
            written.marks.push((hop, approach));
            after = after[1..].trim_start();
        }
        let Some(separator) = after.chars().next().filter(|&separator| separator != ',') else {
            return Ok(after_comma(after));
        };
        rest = after;
        if separator == '-' || is_capture_sign(separator) {
            written.takes |= separator != '-';
            rest = &after[separator.len_utf8()..];
        }
        rest = rest.trim_start();
    }
}

/// The longest point name at the beginning of the text, and what follows it.
fn read_point<'t>(board: &Board, text: &'t str) -> Result<(Point, &'t str), TurnError> {
    let name_length = text.bytes().take_while(u8::is_ascii_alphanumeric).count().min(4);
    (1..=name_length)
        .rev()
        .find_map(|length| Some((board.point(&text[..length])?, &text[length..])))
        .ok_or_else(|| TurnError::Form(text.to_owned()))
}

/// Finds the rule that a written turn breaks.
struct Explanation<'a> {
    game: &'a dyn Play,
    ruleset: &'a Ruleset,
    board: &'a Board,
    setup: &'a Setup,
    turns: &'a [Turn],
    written: &'a Written,
}

impl Explanation<'_> {
    fn name(&self, point: Point) -> String {
        self.board.name(point).to_owned()
    }

    fn texts<'t>(&self, turns: impl Iterator<Item = &'t Turn>) -> Vec<String> {
        let mut texts: Vec<_> = turns.map(|turn| turn.text(self.board)).collect();
        texts.dedup();
        texts
    }

    fn why(&self) -> Why {
        let written = self.written;
        if let Some(why) = self.why_not_off_board() {
            return why;
        }
        if !written.claim.is_empty() && !self.turns.iter().any(|turn| written.begins(turn)) {
            let claims = self.turns.iter().filter_map(|turn| turn.claim.as_ref());
            let claimed = |claim: &Claim| {
                let claim = Turn { claim: Some(claim.clone()), ..Turn::default() };
                claim.text(self.board)
            };
            let mut claims: Vec<_> = claims.map(claimed).collect();
            claims.dedup();
            return Why::NoClaim(claims);
        }
        if let Some(huffed) = written.huff
            && !self.turns.iter().any(|turn| turn.huff == written.huff)
        {
            let huffable = self.setup.recollection.huffable.iter().map(|&point| self.name(point)).collect();
            return Why::NoHuff(self.name(huffed), huffable);
        }
        if let Some(why) = self.why_not_entered() {
            return why;
        }
        let Some(&start) = written.path.first() else { return self.why_not_removed() };
        let Some(piece) = self.setup.top(start) else { return Why::Empty(self.name(start)) };
        if piece.side != self.game.to_move() {
            let owner = self.ruleset.about.sides[piece.side.index()].name.get(Language::En).to_owned();
            return Why::NotYours(self.name(start), owner);
        }
        let begun = |points: &[Point]| {
            self.turns
                .iter()
                .filter(|turn| written.is(turn) && turn.path.starts_with(points))
                .cloned()
                .collect::<Vec<_>>()
        };
        let longer = begun(&written.path);
        if longer.iter().any(|turn| turn.path == written.path && written.names(turn)) && !written.removed.is_empty() {
            return self.why_not_removed();
        }
        if !longer.is_empty() {
            if let Some(&(hop, _)) = written.marks.iter().find(|&&mark| {
                !longer.iter().any(|turn| turn.runs.get(mark.0).is_some_and(|run| run.approach == mark.1))
            }) {
                return Why::NoRun(self.name(written.path[hop]), self.name(written.path[hop + 1]));
            }
            let takes_nothing = written.takes && longer.iter().any(|turn| turn.path == written.path);
            let texts = self.texts(longer.iter());
            return if takes_nothing { Why::TakesNothing(texts[0].clone()) } else { Why::MustGoOn(texts) };
        }
        let sound = (1..written.path.len()).rev().find(|&end| !begun(&written.path[..end]).is_empty()).unwrap_or(1);
        self.why_not_hop(sound, piece.rank, piece.side)
    }

    /// Why nothing of what stands beside the board can be done now.
    fn why_not_off_board(&self) -> Option<Why> {
        let written = self.written;
        let throws = self.game.is_throw();
        if throws != written.roll.is_some() {
            return Some(if throws { Why::MustRoll } else { Why::NoRoll });
        }
        if written.calls {
            return Some(Why::NoCombat);
        }
        written.pass.then_some(Why::NoPass)
    }

    /// Why no man can be entered where it was written, or not now.
    fn why_not_entered(&self) -> Option<Why> {
        let drops = &self.written.drops;
        if self.turns.iter().any(|turn| self.written.is(turn)) {
            return None;
        }
        if !self.turns.iter().any(|turn| turn.drops.is_empty() != drops.is_empty()) {
            let occupied = drops.iter().find(|&&point| self.setup.top(point).is_some());
            let barred = drops.iter().find(|&&point| !self.turns.iter().any(|turn| turn.drops.contains(&point)));
            return occupied.map(|&point| Why::Occupied(self.name(point))).or_else(|| {
                barred
                    .map(|&point| Why::NoCentre(self.name(point)))
                    .filter(|_| self.ruleset.options.no_centre_opening == YesNo::Yes)
            });
        }
        match drops.first() {
            None if self.turns.iter().all(|turn| !turn.drops.is_empty()) => Some(Why::MustDrop),
            Some(&point) if self.setup.top(point).is_some() => Some(Why::Occupied(self.name(point))),
            Some(_) if self.turns.iter().all(|turn| turn.drops.is_empty()) => Some(Why::NoDrop),
            _ => None,
        }
    }

    /// Why what was written may not be taken off in the end.
    fn why_not_removed(&self) -> Why {
        let same = |turn: &&Turn| self.written.is(turn) && turn.path == self.written.path;
        let legal = self.texts(self.turns.iter().filter(same));
        match self.written.removed.first() {
            Some(&removed) => Why::NoRemoval(self.name(removed), legal),
            None => self.other(),
        }
    }

    /// Why the hop to the point of this number on the written way cannot be.
    fn why_not_hop(&self, number: usize, rank: Rank, side: Side) -> Why {
        let path = &self.written.path;
        let options = &self.ruleset.options;
        let (from, to) = (path[number - 1], path[number]);
        let first = number == 1;
        let stands = |point: Point| self.setup.top(point).filter(|_| point != path[0]);
        let rays = self.board.rays(from);
        let Some((ray, distance)) =
            rays.iter().find_map(|ray| Some((ray, ray.points.iter().position(|&point| point == to)?)))
        else {
            return Why::NotJoined(self.name(from), self.name(to));
        };
        let between = &ray.points[..distance];
        let in_between: Vec<_> = between.iter().filter_map(|&point| Some((point, stands(point)?))).collect();
        let taken_earlier = |point: Point| {
            (1..number).any(|hop| {
                self.turns
                    .iter()
                    .any(|turn| turn.path.starts_with(&path[..=hop]) && turn.captures.get(hop - 1) == Some(&point))
            })
        };
        if stands(to).is_some() && !taken_earlier(to) {
            return Why::Occupied(self.name(to));
        }
        let captures =
            self.texts(self.turns.iter().filter(|turn| self.written.begins(turn) && !turn.captures.is_empty()));
        let advance = match side {
            Side::First => self.board.place(to).y - self.board.place(from).y,
            Side::Second => self.board.place(from).y - self.board.place(to).y,
        };
        if let Some(point) = self.returns_to(path[0], to) {
            return Why::Return(point);
        }
        let is_man = rank == Rank::Man;
        if in_between.is_empty() {
            if options.capture_by == CaptureBy::Approach && !captures.is_empty() && distance == 0 {
                return if first { Why::MustCapture(captures) } else { Why::MustStop(self.name(from)) };
            }
            if !first || (is_man && distance == 1) {
                return Why::NothingToTake(self.name(from), self.name(to));
            }
            if !captures.is_empty() && matches!(options.capture, Capture::Mandatory | Capture::Men) {
                return if options.step_dirs == Directions::None { Why::NoSteps } else { Why::MustCapture(captures) };
            }
            if options.single_combat != SingleCombat::Off && self.turns.len() < rays.len() && distance == 0 {
                return Why::Combat(self.texts(self.turns.iter()));
            }
            if let Some(why) = on_last_row(options, self.board, side, from).filter(|_| is_man) {
                return Why::LastRow(why);
            }
            if let Some(how) = wrong_way(options.step_dirs, advance).filter(|_| is_man) {
                return Why::StepDirection(how);
            }
            return if distance > 0 { Why::TooFar(self.name(from), self.name(to)) } else { self.other() };
        }
        if let Some(&(point, _)) = in_between.iter().find(|(point, piece)| piece.side == side || taken_earlier(*point))
        {
            return Why::InTheWay(self.name(point));
        }
        if !options.captors.has(side) || options.capture_by != CaptureBy::Leap {
            let name = self.ruleset.about.sides[side.index()].name.get(Language::En).to_owned();
            return if options.capture_by == CaptureBy::Leap {
                Why::NoCaptor(name)
            } else {
                Why::TooFar(self.name(from), self.name(to))
            };
        }
        if let Some(&(point, _)) = in_between.iter().find(|(_, piece)| piece.rank > rank)
            && options.take_higher == YesNo::No
        {
            return Why::Higher(self.name(point));
        }
        if in_between.len() > 1 || (is_man && distance != 1) {
            return Why::TooFar(self.name(from), self.name(to));
        }
        if is_man && let Some(why) = on_last_row(options, self.board, side, from).filter(|_| advance != 0) {
            return Why::LastRow(why);
        }
        if let Some(how) = wrong_way(options.cap_dirs, advance).filter(|_| is_man) {
            return Why::CaptureDirection(how);
        }
        if !first {
            return Why::MustStop(self.name(from));
        }
        if options.choice != Precedence::Free && !captures.is_empty() {
            return Why::MustTakeMost(captures);
        }
        self.other()
    }

    /// The name of a point to which the piece may not come back.
    fn returns_to(&self, start: Point, to: Point) -> Option<String> {
        let recollection = &self.setup.recollection;
        let barred = match self.ruleset.options.returning {
            Return::Free => false,
            Return::NotLast => recollection.last.contains(&Some((start, to))),
            Return::Never => {
                to == start
                    || self.written.path[1..].iter().filter(|&&point| point == to).count() > 1
                    || recollection.been.iter().any(|(point, places)| *point == start && places.contains(&to))
            }
        };
        barred.then(|| self.name(to))
    }

    fn other(&self) -> Why {
        use crate::options::Repetition;
        if self.ruleset.options.repetition == Repetition::Forbidden && self.written.path.len() == 2 {
            return Why::Repetition;
        }
        Why::Other(self.texts(self.turns.iter()))
    }
}

/// How men move, where that is what this hop breaks.
fn wrong_way(directions: Directions, advance: i32) -> Option<&'static str> {
    match directions {
        Directions::NoBack if advance < 0 => Some("forward, diagonally forward and sideways only"),
        Directions::Forward if advance <= 0 => Some("forward and diagonally forward only"),
        Directions::Straight => Some("straight forward only"),
        Directions::None => Some("only by capturing"),
        _ => None,
    }
}

/// What a man on its last row may do, if it stands there and is not free.
fn on_last_row(options: &Options, board: &Board, side: Side, from: Point) -> Option<&'static str> {
    let (low, high) = board.bounds();
    let y = board.place(from).y;
    let there = if side == Side::First { y == high.y } else { y == low.y };
    match options.last_row {
        LastRow::CaptureOnly if there => Some("may only capture"),
        LastRow::CaptureSidewaysOnly if there => Some("may only capture sideways"),
        _ => None,
    }
}
