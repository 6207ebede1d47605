//! A game as its endings are solved: what there can be on its board, what lies on what by its symmetries, and what play that
//! never ends is worth.

use super::law::LawError;
use super::signature::MaterialSignature;
use quirkat_rules::engine::{Bits, MoveTables, Wide};
use quirkat_rules::{
    Anatomy, AnyRules, Capture, Closing, ClosingSides, EndCount, FirstCapture, GameSymmetry, Material, OnOff,
    OptionKey, Options, PlacedPiece, Point, Precedence, Promotion, Rank, Removal, Repetition, Return, Rules,
    RulesVisitor, Ruleset, Side, Sides, SingleCombat, YesNo, closed_points,
};
use std::cmp::Ordering;
use std::sync::Arc;

/// Where each point comes to lie when the board is laid on itself.
pub type PointImages = Vec<u16>;

/// What endings are numbered by, and solved by beside the rules.
#[derive(Debug)]
pub struct MaterialLaw {
    /// The points of the board.
    pub points: usize,
    /// The ways to lay the board on itself under which each side moves as it did; the identity is the first.
    pub symmetries: Vec<PointImages>,
    /// A way to lay the board on itself under which each side moves as the other did, if there is one.
    pub exchange: Option<PointImages>,
    /// Whether a point holds a column.
    pub has_towers: bool,
    /// Whether pieces may be huffed.
    pub huffs: bool,
    /// For each side the points on which none of its men can stand when a turn is over: those where they are promoted.
    crowning: [Vec<bool>; 2],
    /// What there is at the start.
    start: Material,
    promotes: bool,
    /// Whether a side can call for single combat.
    can_call: bool,
    /// For each number of rows that may be closed at the bottom, and for each at the top, which points those are; where no rows
    /// close, none in either case.
    closing: [Vec<Vec<u16>>; 2],
    /// Whether the pieces of each side can be taken.
    can_be_taken: [bool; 2],
    endless: EndlessResult,
    /// What tables follow from, as text.
    rules: String,
}

/// What becomes of play that never ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EndlessResult {
    Drawn,
    /// The side with more pieces wins.
    Counted,
    /// This side wins.
    Won(Side),
}

impl MaterialLaw {
    /// The frame of a ruleset.
    ///
    /// # Errors
    /// When its positions are more than pieces on a board and men in hand, or what they are worth depends on what led to them.
    pub fn of(ruleset: &Ruleset) -> Result<MaterialLaw, LawError> {
        let options = &ruleset.options;
        if let Some(key) = OptionKey::ALL.into_iter().find(|&key| !is_solved(key, options)) {
            return Err(LawError::Memory { key, value: key.value(options) });
        }
        let rules = AnyRules::compile(ruleset.clone()).map_err(|error| LawError::Rules(error.to_string()))?;
        let (symmetries, start) = rules.visit(StartVisitor);
        let points = ruleset.board.len();
        let images = |symmetry: &GameSymmetry| -> PointImages {
            (0..points).map(|point| symmetry.board.image(Point::from(point)).index() as u16).collect()
        };
        let tables = MoveTables::<Wide>::new(ruleset);
        let has_towers = options.removal == Removal::Under;
        let crowning = |side: Side| {
            let row = tables.men[side.index()].promotion_row;
            // A man that comes to the top of a column is not promoted by that.
            (0..points).map(|point| !has_towers && row.has(point)).collect()
        };
        let captors = options.captors;
        Ok(MaterialLaw {
            points,
            symmetries: symmetries.iter().filter(|symmetry| !symmetry.swaps).map(images).collect(),
            exchange: symmetries.iter().find(|symmetry| symmetry.swaps).map(images),
            has_towers,
            huffs: options.capture == Capture::Huff,
            crowning: Side::BOTH.map(crowning),
            start,
            closing: closing(ruleset),
            can_call: options.single_combat == SingleCombat::OnCall,
            promotes: options.promotion != Promotion::None,
            can_be_taken: [captors != Sides::First, captors != Sides::Second],
            endless: match options.repetition {
                Repetition::Count => EndlessResult::Counted,
                Repetition::CaptorWins => options.captor_wins().winner.map_or(EndlessResult::Drawn, EndlessResult::Won),
                Repetition::Draw | Repetition::DrawIfEqual | Repetition::None | Repetition::Forbidden => {
                    EndlessResult::Drawn
                }
            },
            rules: identity(ruleset, &start),
        })
    }

    /// What tables follow from, as text, with which those of this game end.
    pub fn text(&self) -> &str {
        &self.rules
    }

    /// Whether play that never ends is drawn, whatever the material.
    pub fn endless_is_drawn(&self) -> bool {
        self.endless == EndlessResult::Drawn
    }

    /// Who wins play that never ends with this material; nobody, where it is drawn.
    pub fn endless_winner(&self, signature: &MaterialSignature) -> Option<Side> {
        match self.endless {
            EndlessResult::Drawn => None,
            EndlessResult::Won(side) => Some(side),
            EndlessResult::Counted => {
                let [first, second] = signature.material.ranks.map(|ranks| ranks.iter().sum::<u8>());
                match first.cmp(&second) {
                    Ordering::Greater => Some(Side::First),
                    Ordering::Less => Some(Side::Second),
                    Ordering::Equal => None,
                }
            }
        }
    }

    /// The ending that answers for this one: where each side moves as the other does, that of the two which comes first.
    pub fn representative(&self, signature: MaterialSignature) -> MaterialSignature {
        let exchanged = self.exchanged(&signature);
        exchanged.filter(|exchanged| exchanged.order() < signature.order()).unwrap_or(signature)
    }

    /// The ending whose positions are those of this one with the sides exchanged, where that can be.
    pub fn exchanged(&self, signature: &MaterialSignature) -> Option<MaterialSignature> {
        let mut closed = signature.closed;
        if self.turns_over(self.exchange.as_ref()?) {
            closed.swap(0, 1);
        }
        Some(MaterialSignature { material: signature.material.exchanged(), closed, ..*signature })
    }

    /// The symmetries that lay positions of an ending on such as are in it.
    pub fn symmetries_of(&self, signature: &MaterialSignature) -> Vec<PointImages> {
        let [bottom, top] = signature.closed;
        let lays_on_itself = |images: &&PointImages| bottom == top || !self.turns_over(images);
        self.symmetries.iter().filter(lays_on_itself).cloned().collect()
    }

    /// Whether the row at the bottom comes to lie at the top, where rows close.
    fn turns_over(&self, images: &[u16]) -> bool {
        let [bottom, top] = self.closing.each_ref().map(|closing| closing.get(1));
        let laid =
            |row: &Vec<u16>| row.iter().all(|&point| top.is_some_and(|top| top.contains(&images[usize::from(point)])));
        bottom.is_some_and(laid)
    }

    /// For each point whether it is closed in the positions of an ending.
    pub fn closed(&self, signature: &MaterialSignature) -> Vec<bool> {
        let mut closed = vec![false; self.points];
        for (closing, rows) in self.closing.iter().zip(signature.closed) {
            let points = closing.get(usize::from(rows)).into_iter().flatten();
            points.for_each(|&point| closed[usize::from(point)] = true);
        }
        closed
    }

    /// Exchanges the sides of a position where the ending of the exchanged sides answers for it; gives the one that does.
    pub fn normalise(&self, position: &mut Anatomy) -> MaterialSignature {
        let signature = MaterialSignature::of(position);
        let kept = self.representative(signature);
        if let (true, Some(exchange)) = (kept != signature, &self.exchange) {
            position.to_move = position.to_move.other();
            position.hand.swap(0, 1);
            position.closed = [kept.closed[0], kept.closed[1], 0, 0];
            for placed in &mut position.pieces {
                placed.point.0 = exchange[placed.point.index()];
                placed.piece.side = placed.piece.side.other();
            }
            position.huffable.iter_mut().for_each(|point| point.0 = exchange[point.index()]);
        }
        kept
    }

    /// Whether a piece can stand there when a turn is over: no man stands where he is promoted.
    pub fn can_stand(&self, placed: &PlacedPiece) -> bool {
        placed.piece.rank != Rank::Man || !self.crowning[placed.piece.side.index()][placed.point.index()]
    }

    /// Whether each piece can stand on each point when a turn is over.
    pub fn has_no_crowning(&self) -> bool {
        !self.crowning.iter().flatten().any(|&is_crowned| is_crowned)
    }

    /// The endings to which a turn may lead from this one, without itself and what has no more pieces of a side.
    pub fn successors(&self, signature: MaterialSignature) -> Vec<MaterialSignature> {
        let [first, second] = signature.pieces();
        let mut all = self.signatures(first + second);
        all.retain(|other| {
            let [of_first, of_second] = other.pieces();
            // The sides may have been exchanged.
            let is_less = of_first <= first && of_second <= second || of_first <= second && of_second <= first;
            *other != signature && is_less && other.order() < signature.order()
        });
        all
    }

    /// All endings with at most so many pieces in all, hands among them: what turns lead to before what they lead from, and of
    /// those that answer for each other one.
    pub fn signatures(&self, most: u32) -> Vec<MaterialSignature> {
        let sides = Side::BOTH.map(|side| self.of_side(side, most));
        let both = sides[0].iter().flat_map(|first| sides[1].iter().map(move |second| (first, second)));
        let materials = both.map(|(first, second)| Material { ranks: [first.0, second.0], hand: [first.1, second.1] });
        let fights = |material: &Material| self.can_call && Side::BOTH.iter().all(|&side| material.of_side(side) == 1);
        let closed = (0..self.closing[0].len() as u8)
            .flat_map(|bottom| (0..self.closing[1].len() as u8 - bottom).map(move |top| [bottom, top]));
        let mut endings: Vec<_> = materials
            .flat_map(|material| {
                let of_closed = closed.clone().map(move |closed| MaterialSignature { material, combat: false, closed });
                let combat = fights(&material).then_some(MaterialSignature { material, combat: true, closed: [0; 2] });
                of_closed.chain(combat)
            })
            .filter(|signature| signature.pieces().iter().sum::<u32>() <= most && self.has_room_for(signature))
            .filter(|signature| self.representative(*signature) == *signature)
            .collect();
        endings.sort_by_key(MaterialSignature::order);
        endings
    }

    /// Whether all that is not in hand can stand on the board.
    fn has_room_for(&self, signature: &MaterialSignature) -> bool {
        let on_board: u8 = signature.material.ranks.iter().flatten().sum();
        self.has_towers || usize::from(on_board) <= self.points
    }

    /// What one side can have, at most so much: on the board by rank, and in hand.
    fn of_side(&self, side: Side, most: u32) -> Vec<([u8; 3], u8)> {
        let at_start = self.start.of_side(side);
        let [_, princes, kings] = self.start.ranks[side.index()];
        let hand = self.start.hand[side.index()];
        let least = if self.can_be_taken[side.index()] { 1 } else { at_start };
        let mut all = vec![];
        for pieces in least..=at_start.min(most) {
            let pieces = pieces as u8;
            for hand in 0..=hand.min(pieces) {
                for princes in 0..=princes.min(pieces - hand) {
                    let left = pieces - hand - princes;
                    let kings = if self.promotes { left } else { kings.min(left) };
                    all.extend((0..=kings).map(|kings| ([left - kings, princes, kings], hand)));
                }
            }
        }
        all
    }
}

/// Whether a position holds all that matters where an option has this value.
fn is_solved(key: OptionKey, options: &Options) -> bool {
    match key {
        OptionKey::Choice => options.choice != Precedence::Protest,
        OptionKey::Return => matches!(options.returning, Return::Free | Return::NotStart),
        OptionKey::Repetition => {
            // Towers of one colour and another make no sum that stays the same.
            let towers_count = options.removal == Removal::Under && options.repetition == Repetition::Count;
            options.repetition != Repetition::Forbidden && !towers_count
        }
        OptionKey::Dice => options.dice == YesNo::No,
        OptionKey::EndCount => options.end_count != EndCount::Automatic,
        OptionKey::Vela => options.vela == OnOff::Off,
        OptionKey::FirstCaptureSingle => options.first_capture_single == FirstCapture::Off,
        // Of rows and columns that close there are too many ways.
        OptionKey::ClosingSides => options.closing == Closing::None || options.closing_sides == ClosingSides::Ends,
        _ => true,
    }
}

/// What positions and their worth follow from: the board, the rules, and what is there at the start, by which some games tell how
/// much was taken.
fn identity(ruleset: &Ruleset, start: &Material) -> String {
    let board = &ruleset.board;
    let spaced = |words: &mut dyn Iterator<Item = String>| words.map(|word| format!(" {word}")).collect::<String>();
    let line = |line: &Vec<Point>| line.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join("-");
    let told = OptionKey::ALL.into_iter().filter(|&key| ![OptionKey::First, OptionKey::EndCount].contains(&key));
    let values = told.filter(|key| key.value(&ruleset.options) != key.value(&Options::default()));
    format!(
        "points:{}\nlines:{}\nrules:{}\nstart: {}\n",
        spaced(&mut board.points().map(|point| board.name(point).to_owned())),
        spaced(&mut board.lines().iter().map(line)),
        spaced(&mut values.map(|key| format!("{key}={}", key.value(&ruleset.options)))),
        MaterialSignature { material: *start, ..MaterialSignature::default() },
    )
}

/// What is closed when so many rows are, at the bottom and at the top.
fn closing(ruleset: &Ruleset) -> [Vec<Vec<u16>>; 2] {
    let board = &ruleset.board;
    let most = if ruleset.options.closing == Closing::None { 1 } else { u8::MAX };
    [0, 1].map(|end| {
        let closed = |rows: u8| {
            let mut counts = [0; 4];
            counts[end] = rows;
            closed_points(board, counts).into_iter().map(|point| point.0).collect::<Vec<_>>()
        };
        (0..most).map(closed).take_while(|closed| closed.len() < board.len()).collect()
    })
}

/// The symmetries of a game and what there is at its start, whatever its family.
struct StartVisitor;

impl RulesVisitor for StartVisitor {
    type Output = (Vec<GameSymmetry>, Material);

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        (rules.symmetries(), rules.material(&rules.start()))
    }
}
