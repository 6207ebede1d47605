//! Trials of Ludii as text.
//!
//! A trial names the file of its game and its options. Each of its moves lists what it changes: `Move=[Move:mover=2,from=4,to=12,
//! actions=[Remove:type=Vertex,to=8],[Move:typeFrom=Vertex,from=4,typeTo=Vertex,to=12,decision=true]]`. The first moves, of
//! mover 0, place the pieces. Sites are numbered from the bottom left by rows. Every hop of a chain is a move; a pass ends a
//! chain that could go on.

use super::games::{self, ForeignGame, Kind, Ply, name_of, place_of, result_of, set_result, winner_by};
use super::{Exported, FormatError, Imported};
use crate::GameResult;
use quirkat_rules::{AnyGame, Board, Pdn, PdnTurn, Point, Rank, Reason, Ruleset, Side};
use std::fmt::Write;

const PROGRAM: &str = "Ludii";

/// Rules of Ludii's fanorona: a step in the same direction may follow, positions may return, and a blocked side passes.
const FANORONA: &[(&str, &str)] = &[("repetition", "none"), ("blocked", "pass"), ("direction", "free")];

const fn game(
    name: &'static str,
    options: &'static [&'static str],
    kind: Kind,
    variant: &'static str,
    rules: &'static [(&'static str, &'static str)],
) -> ForeignGame {
    ForeignGame { name, options, kind, variant, rules, is_mirrored: false }
}

/// Returns a game whose start Ludii has mirrored.
const fn mirrored(game: ForeignGame) -> ForeignGame {
    ForeignGame { is_mirrored: true, ..game }
}

const GAMES: [ForeignGame; 12] = [
    game("Fanorona", &[], Kind::Fanorona, "tsivy", FANORONA),
    mirrored(game("Fanorona", &["Version/Dimy"], Kind::Fanorona, "dimyand", FANORONA)),
    game("Fanorona", &["Version/Telo"], Kind::Fanorona, "telo_capture", FANORONA),
    game("Lasca", &[], Kind::Lasca, "lasca", &[("repetition", "none"), ("rejump", "allowed")]),
    mirrored(game("Konane", &[], Kind::Konane, "hawaii10", &[])),
    mirrored(game("Konane", &["Board Size/6x6"], Kind::Konane, "six", &[])),
    mirrored(game("Konane", &["Board Size/8x8"], Kind::Konane, "eight", &[])),
    mirrored(game("Konane", &["Board Size/12x12"], Kind::Konane, "hawaii10", &[("size", "12x12")])),
    mirrored(game("Konane", &["Board Size/14x14"], Kind::Konane, "hawaii10", &[("size", "14x14")])),
    mirrored(game("Konane", &["Board Size/16x16"], Kind::Konane, "hawaii10", &[("size", "16x16")])),
    game("Baghchal", &[], Kind::BaghChal, "all", &[("repetition", "none")]),
    game("Baghchal", &["End Rules/Capture at least five tigers"], Kind::BaghChal, "nepal", &[("repetition", "none")]),
];

/// Options that are usual in Ludii, which a trial may state too.
const USUAL: [&str; 4] = ["Version/Tsivy", "Board/Chess", "Board Size/10x10", "End Rules/Capture all the tigers"];

/// Site of the goats in hand, after the triangles of the board.
const HAND: usize = 32;

/// Maximum number of hops in a turn.
const MAX_HOPS: usize = 64;

impl Kind {
    /// Returns the file of the game in Ludii's library, and what its pieces stand on.
    fn in_ludii(self) -> (&'static str, &'static str) {
        match self {
            Kind::Fanorona => ("board/war/direction/linear/Fanorona.lud", "Vertex"),
            Kind::Lasca => ("board/war/leaping/diagonal/Lasca.lud", "Cell"),
            Kind::Konane => ("board/war/leaping/orthogonal/Konane.lud", "Cell"),
            Kind::BaghChal => ("board/hunt/Baghchal.lud", "Vertex"),
        }
    }
}

/// Returns whether a text begins like a trial.
pub fn begins(text: &str) -> bool {
    text.starts_with("game=")
}

/// Numbers of the points of a board.
struct Sites<'b> {
    board: &'b Board,
    width: usize,
    is_mirrored: bool,
}

impl Sites<'_> {
    fn new(board: &Board, is_mirrored: bool) -> Sites<'_> {
        let columns = board.points().filter_map(|point| place_of(board.name(point))).map(|(column, _)| column + 1);
        Sites { board, width: columns.max().unwrap_or(1), is_mirrored }
    }

    fn column(&self, column: usize) -> usize {
        if self.is_mirrored { self.width - 1 - column } else { column }
    }

    fn point(&self, site: usize) -> Option<Point> {
        self.board.point(&name_of((self.column(site % self.width), site / self.width)))
    }

    fn site(&self, point: Point) -> usize {
        let (column, row) = place_of(self.board.name(point)).expect("the boards have letters and numbers");
        row * self.width + self.column(column)
    }
}

/// A move of a trial.
struct TrialMove<'t> {
    mover: usize,
    /// Kind and fields of each action.
    actions: Vec<(&'t str, &'t str)>,
    from: Option<usize>,
    to: Option<usize>,
}

/// Returns the number in a field of a list such as `from=4,to=12`.
fn field(fields: &str, name: &str) -> Option<usize> {
    fields.split(',').find_map(|field| field.split_once('=').filter(|(key, _)| *key == name))?.1.parse().ok()
}

impl<'t> TrialMove<'t> {
    /// Reads a line without `Move=`.
    fn read(text: &'t str) -> Option<TrialMove<'t>> {
        let (fields, actions) = text.strip_prefix("[Move:")?.strip_suffix("]]")?.split_once("actions=[")?;
        let actions: Option<Vec<_>> =
            actions.split("],[").map(|action| action.split_once(':').or(Some((action, "")))).collect();
        Some(TrialMove {
            mover: field(fields, "mover")?,
            actions: actions?,
            from: field(fields, "from"),
            to: field(fields, "to"),
        })
    }

    fn has(&self, kind: &str) -> bool {
        self.actions.iter().any(|(other, _)| *other == kind)
    }

    /// Returns the sites from which pieces were taken: removed, or moved under the moving piece.
    fn captured(&self) -> impl Iterator<Item = usize> {
        self.actions.iter().filter_map(|(kind, fields)| match *kind {
            "Remove" => field(fields, "to"),
            "Move" => field(fields, "from").filter(|from| Some(*from) != self.from),
            _ => None,
        })
    }
}

/// Turn of a trial that is being read.
#[derive(Default)]
struct OpenTurn {
    /// Start, and the end of each hop.
    path: Vec<Point>,
    /// Mark of each hop: `A`, `W` or none.
    marks: Vec<&'static str>,
    takes: bool,
}

impl OpenTurn {
    /// Returns the turn in our notation.
    fn text(&self, board: &Board) -> String {
        let sign = if self.takes && self.marks.iter().all(|mark| mark.is_empty()) { "x" } else { "-" };
        let hops = self.path.iter().skip(1).zip(&self.marks);
        hops.fold(board.name(self.path[0]).to_owned(), |text, (&point, mark)| {
            format!("{text}{sign}{}{mark}", board.name(point))
        })
    }
}

/// Reader of the moves of a trial.
struct MoveReader<'g> {
    game: &'g ForeignGame,
    ruleset: &'g Ruleset,
    sites: Sites<'g>,
    turns: Vec<PdnTurn>,
    open: Option<(usize, OpenTurn)>,
    /// Pieces of each side that are left, in games in which captured pieces leave the board.
    left: [usize; 2],
    /// Number of pieces that were placed.
    placed: usize,
}

impl MoveReader<'_> {
    fn end_turn(&mut self) {
        if let Some((_, turn)) = self.open.take() {
            self.push(turn.text(self.sites.board));
        }
    }

    fn push(&mut self, text: String) {
        self.turns.push(PdnTurn { text, ..PdnTurn::default() });
    }

    /// Compares a placed piece with the start of the rules. Returns whether they agree.
    fn place(&mut self, placed: &TrialMove<'_>) -> Option<()> {
        let (kind, fields) = *placed.actions.first()?;
        let (site, what) = (field(fields, "to")?, field(fields, "what")?);
        let side = *Side::BOTH.get(what.checked_sub(1)?)?;
        let start = &self.ruleset.start;
        let hand = usize::from(start.memory.hand[side.index()]);
        if kind == "Add" && site == HAND && hand > 0 {
            return (field(fields, "count").unwrap_or(1) == hand).then_some(());
        }
        self.placed += 1;
        start.top(self.sites.point(site)?).filter(|piece| kind == "Add" && piece.side == side).map(drop)
    }

    /// Reads a move of a player. Returns `None` if the move has another form.
    fn read(&mut self, played: &TrialMove<'_>) -> Option<()> {
        let side = *Side::BOTH.get(played.mover.checked_sub(1)?)?;
        if self.open.as_ref().is_some_and(|(mover, _)| *mover != played.mover) {
            self.end_turn();
        }
        if played.has("Pass") {
            match self.open {
                Some(_) => self.end_turn(),
                // Ludii lets a side without pieces pass before it has lost.
                None if self.left[side.index()] == 0 => {}
                None => self.push("pass".to_owned()),
            }
            return Some(());
        }
        let (from, to) = (played.from?, self.sites.point(played.to?)?);
        let captured: Vec<_> = played.captured().map(|site| self.sites.point(site)).collect::<Option<_>>()?;
        if self.game.kind == Kind::BaghChal && from == HAND {
            self.push(format!("drop @{}", self.sites.board.name(to)));
            return Some(());
        }
        let from = self.sites.point(from)?;
        if from == to {
            self.push(format!("x{}", self.sites.board.name(from)));
            return Some(());
        }
        let mark = match (self.game.kind, captured.first()) {
            (Kind::Fanorona, Some(&first)) => self.mark(from, to, first)?,
            _ => "",
        };
        if self.game.kind != Kind::Lasca {
            let left = &mut self.left[side.other().index()];
            *left = left.checked_sub(captured.len())?;
        }
        let (_, turn) =
            self.open.get_or_insert_with(|| (played.mover, OpenTurn { path: vec![from], ..OpenTurn::default() }));
        if turn.path.last() != Some(&from) || turn.path.len() > MAX_HOPS {
            return None;
        }
        turn.path.push(to);
        turn.marks.push(mark);
        turn.takes |= !captured.is_empty();
        Some(())
    }

    /// Returns the mark of a hop that captures first the piece on this point: beyond its end, or behind its start.
    fn mark(&self, from: Point, to: Point, captured: Point) -> Option<&'static str> {
        let [from, to, captured] = [from, to, captured].map(|point| self.sites.board.place(point));
        let beyond = |a: i32, b: i32| b + (b - a);
        if (captured.x, captured.y) == (beyond(from.x, to.x), beyond(from.y, to.y)) {
            Some("A")
        } else if (captured.x, captured.y) == (beyond(to.x, from.x), beyond(to.y, from.y)) {
            Some("W")
        } else {
            None
        }
    }
}

pub fn read(text: &str) -> Result<Imported, FormatError> {
    let (path, options) = header(text)?;
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let game = games::find(&GAMES, "line 1, game", file.strip_suffix(".lud").unwrap_or(file), &options)?;
    let ruleset = game.ruleset();
    let mut reader = MoveReader {
        game,
        ruleset: &ruleset,
        sites: Sites::new(&ruleset.board, game.is_mirrored),
        turns: Vec::new(),
        open: None,
        left: Side::BOTH.map(|side| ruleset.start.count(side) + usize::from(ruleset.start.memory.hand[side.index()])),
        placed: 0,
    };
    let mut result = GameResult::Unknown;
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("line {number}");
        if let Some(winner) = line.strip_prefix("winner=") {
            result = match winner.trim() {
                "0" => GameResult::Draw,
                "1" => result_of(&ruleset, Some(Side::First)),
                "2" => result_of(&ruleset, Some(Side::Second)),
                _ => GameResult::Unknown,
            };
        }
        let Some(played) = line.trim_end().strip_prefix("Move=") else { continue };
        let fault = |allowed: &str| FormatError::quoting(&place, line, allowed);
        let played = TrialMove::read(played).ok_or_else(|| fault("Move=[Move:mover=1,from=…,to=…,actions=[…]]"))?;
        let (read, allowed) = match played.mover {
            0 => (reader.place(&played), "a piece of the usual start"),
            _ => (reader.read(&played), "a step, a capture, a drop or a pass between points of the board"),
        };
        read.ok_or_else(|| fault(allowed))?;
    }
    reader.end_turn();
    let pieces: usize = Side::BOTH.map(|side| ruleset.start.count(side)).iter().sum();
    if reader.placed != 0 && reader.placed != pieces {
        let found = format!("{} pieces are placed", reader.placed);
        return Err(FormatError::new("start position", found, format_args!("the {pieces} of the usual start")));
    }
    let turns = reader.turns;
    let mut pdn = game.record(Vec::new());
    pdn.turns = turns;
    set_result(&mut pdn, result);
    Ok(Imported { pdn, notes: Vec::new() })
}

/// Returns the path of the game and the options that are not usual.
fn header(text: &str) -> Result<(&str, Vec<String>), FormatError> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let path = first.strip_prefix("game=").ok_or_else(|| FormatError::quoting("line 1", first, "game=…/NAME.lud"))?;
    let options = lines
        .skip_while(|line| line.trim() != "START GAME OPTIONS")
        .skip(1)
        .take_while(|line| line.trim() != "END GAME OPTIONS")
        .map(str::trim)
        .filter(|line| !line.is_empty() && !USUAL.contains(line))
        .map(str::to_owned)
        .collect();
    Ok((path.trim(), options))
}

pub fn write(pdn: &Pdn, game: &AnyGame) -> Result<Exported, FormatError> {
    let other = games::counterpart(&GAMES, game)?;
    let (theirs, plies, note) = other.replay(PROGRAM, game)?;
    let writer = MoveWriter {
        game: &theirs,
        kind: other.kind,
        sites: Sites::new(&theirs.ruleset().board, other.is_mirrored),
        on: other.kind.in_ludii().1,
    };
    let mut text = format!("game=/lud/{}\nSTART GAME OPTIONS\n", other.kind.in_ludii().0);
    other.options.iter().for_each(|option| text += &format!("{option}\n"));
    // No game here has an element of chance, so that the state of the random numbers does not matter.
    text += "END GAME OPTIONS\nRNG internal state=0,0,0,0,0,0,0,0\n";
    let placements = writer.placements();
    let moves = plies.iter().enumerate().flat_map(|(number, ply)| writer.moves(number, ply)).chain(writer.last_pass());
    placements.iter().cloned().chain(moves).for_each(|line| text += &format!("Move=[Move:{line}]]\n"));
    let _ = writeln!(text, "numInitialPlacementMoves={}", placements.len());
    let ruleset = theirs.ruleset();
    let winner = winner_by(ruleset, GameResult::of(pdn));
    if let Some(winner) = winner {
        let is_natural = theirs.outcome().is_some_and(|outcome| outcome.winner == winner);
        let end = if is_natural { "NaturalEnd" } else { "Unknown" };
        let _ = writeln!(text, "winner={}\nendtype={end}", winner.map_or(0, |side| side.index() + 1));
    }
    let rank = |side: Side| match winner {
        None => "0.0",
        Some(None) => "1.5",
        Some(Some(winner)) => ["2.0", "1.0"][usize::from(winner == side)],
    };
    let _ =
        writeln!(text, "rankings=0.0,{},{}\nSANDBOX=false\nLUDII_VERSION=1.3.0", rank(Side::First), rank(Side::Second));
    let notes = note.into_iter().chain(games::notes_on_loss(pdn, &[], false)).collect();
    Ok(Exported { text, notes })
}

/// Writer of the moves of a trial, without `Move=[Move:` and `]]`.
struct MoveWriter<'g> {
    game: &'g AnyGame,
    kind: Kind,
    sites: Sites<'g>,
    /// Type of the sites.
    on: &'static str,
}

impl MoveWriter<'_> {
    /// Returns the moves that place the pieces of the start.
    fn placements(&self) -> Vec<String> {
        let start = self.game.setup_after(0);
        let level = if self.kind == Kind::Lasca { "level=0," } else { "" };
        let mut lines = Vec::new();
        for (what, side) in (1..).zip(Side::BOTH) {
            let has_piece = |point: &Point| start.top(*point).is_some_and(|piece| piece.side == side);
            let mut sites: Vec<_> =
                self.sites.board.points().filter(has_piece).map(|point| self.sites.site(point)).collect();
            sites.sort_unstable();
            let on = self.on;
            let line =
                |site| format!("mover=0,from={site},to={site},actions=[Add:type={on},to={site},{level}what={what}");
            lines.extend(sites.into_iter().map(line));
        }
        let hand = start.memory.hand[0];
        if hand > 0 {
            lines.push(format!("mover=0,from={HAND},to={HAND},actions=[Add:type=Cell,to={HAND},what=1,count={hand}"));
        }
        lines
    }

    /// Returns the moves of a turn, one for each hop.
    fn moves(&self, number: usize, Ply { by, turn, could_go_on }: &Ply) -> Vec<String> {
        let (mover, on) = (by.index() + 1, self.on);
        let site = |point: &Point| self.sites.site(*point);
        let remove = |point: &Point| format!("Remove:type={on},to={}", site(point));
        if let Some(point) = turn.drops.first() {
            let to = site(point);
            let action = format!("Move:typeFrom=Cell,from={HAND},typeTo={on},to={to},decision=true");
            return vec![format!("mover={mover},from={HAND},to={to},actions=[{action}")];
        }
        if turn.path.is_empty() {
            return vec![match turn.removed.first() {
                Some(point) => {
                    format!("mover={mover},from={0},to={0},actions=[{1},decision=true", site(point), remove(point))
                }
                None => format!("mover={mover},actions=[Pass:decision=true,forced=true"),
            }];
        }
        let hops = turn.path.len() - 1;
        let mut lines = Vec::new();
        for hop in 0..hops {
            let (from, to) = (site(&turn.path[hop]), site(&turn.path[hop + 1]));
            let step = format!("typeFrom={on},from={from},typeTo={on},to={to}");
            let captured = turn.captures_of_hop(hop);
            let mut actions = match self.kind {
                Kind::Fanorona if !captured.is_empty() => {
                    let taken = captured.iter().map(remove);
                    [format!("Select:{step},decision=true"), format!("Move:{step}")].into_iter().chain(taken).collect()
                }
                Kind::Lasca => {
                    let under = |point: &Point| format!("Move:typeFrom={on},from={},typeTo={on},to={to}", site(point));
                    captured.iter().map(under).chain([format!("Move:{step},stack=true,decision=true")]).collect()
                }
                _ => captured.iter().map(remove).chain([format!("Move:{step},decision=true")]).collect::<Vec<_>>(),
            };
            let is_last = hop + 1 == hops;
            if is_last && self.is_promotion(number, turn.path[0], turn.path[hops]) {
                // The officers of the sides come after their soldiers in Ludii's list of pieces.
                actions.push(format!("Promote:type={on},to={to},what={}", mover + 2));
            }
            if !is_last || *could_go_on {
                actions.push(format!("SetNextPlayer:player={mover}"));
            }
            lines.push(format!("mover={mover},from={from},to={to},actions=[{}", actions.join("],[")));
        }
        if *could_go_on {
            lines.push(format!("mover={mover},actions=[Pass:decision=true"));
        }
        lines
    }

    fn is_promotion(&self, number: usize, from: Point, to: Point) -> bool {
        let is_king = |plies, point| self.game.setup_after(plies).top(point).is_some_and(|top| top.rank == Rank::King);
        !is_king(number, from) && is_king(number + 1, to)
    }

    /// Returns the pass with which a side without pieces loses fanorona in Ludii.
    fn last_pass(&self) -> Option<String> {
        let has_none = self.game.outcome().is_some_and(|outcome| outcome.reason == Reason::NoPieces);
        let mover = self.game.to_move().index() + 1;
        (self.kind == Kind::Fanorona && has_none)
            .then(|| format!("mover={mover},actions=[Pass:decision=true,forced=true"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::AnyRules;

    #[test]
    fn every_counterpart_has_rules() {
        for game in &GAMES {
            assert!(AnyRules::compile(game.ruleset()).is_ok(), "{game:?}");
        }
    }
}
