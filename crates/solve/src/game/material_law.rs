//! The law of games solved material by material: board, symmetries, possible material, and the result of endless play.

use super::law::LawError;
use super::mills_law::MillsLaw;
use super::placing_law::PlacingLaw;
use super::signature::MaterialSignature;
use quirkat_rules::engine::{Bits, MoveTables, Wide};
use quirkat_rules::{
    Anatomy, AnyRules, Capture, Closing, ClosingSides, EndCount, FirstCapture, GameSymmetry, Material, OnOff,
    OptionKey, Options, PlacedPiece, Point, Precedence, Promotion, Rank, Removal, Repetition, Return, Rules,
    RulesVisitor, Ruleset, Side, Sides, SingleCombat, TurnLimit, YesNo, closed_points,
};
use std::cmp::Ordering;
use std::sync::Arc;

/// Image of each point under a map of the board onto itself.
pub type PointImages = Vec<u16>;

/// Facts about a game that the solver and the index of material need besides the move rules.
#[derive(Debug)]
pub struct MaterialLaw {
    /// Number of points of the board.
    pub points: usize,
    /// Maps of the board onto itself that preserve the moves of each side. The identity is the first.
    pub symmetries: Vec<PointImages>,
    /// Map of the board onto itself that turns the moves of each side into those of the other, if there is one.
    pub exchange: Option<PointImages>,
    /// Whether a point can hold a column of pieces.
    pub has_towers: bool,
    /// Whether pieces can be huffed.
    pub huffs: bool,
    /// Points where a man is promoted and so cannot stand when a move is over, by side.
    crowning: [Vec<bool>; 2],
    /// Material of the start position.
    start: Material,
    promotes: bool,
    /// Whether a side can call for single combat.
    can_call: bool,
    /// Closed points by the number of closed rows, at the bottom and at the top. The only entry is 0 where rows do not
    /// close.
    closing: [Vec<Vec<u16>>; 2],
    /// Whether the pieces of each side can be captured.
    can_be_taken: [bool; 2],
    endless: EndlessResult,
    /// Text that identifies the rules in table files.
    rules: String,
    /// The game as a hunt with placing.
    pub(crate) placing: Option<PlacingLaw>,
    /// The game as a game of mills with placing.
    pub(crate) mills: Option<MillsLaw>,
}

/// Result of play that never ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EndlessResult {
    Drawn,
    /// The side with more pieces wins.
    Counted,
    /// This side wins endless play, whatever the material.
    Won(Side),
}

impl MaterialLaw {
    /// Returns the law of a ruleset.
    ///
    /// # Errors
    /// When a position has state beyond pieces on the board and men in hand, or when its value depends on its history.
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
            // A man that becomes the top of a column is not promoted by that.
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
            placing: PlacingLaw::of(ruleset),
            mills: MillsLaw::of(ruleset),
        })
    }

    /// Returns the text that identifies the rules; table files end with it.
    pub fn text(&self) -> &str {
        &self.rules
    }

    /// Returns whether endless play is drawn for any material.
    pub fn endless_is_drawn(&self) -> bool {
        self.endless == EndlessResult::Drawn
    }

    /// Returns the winner of endless play with this material; `None` where it is drawn.
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

    /// Returns the signature whose table covers this one: where the sides move alike, the earlier of the two exchanged
    /// ones.
    pub fn representative(&self, signature: MaterialSignature) -> MaterialSignature {
        let exchanged = self.exchanged(&signature);
        exchanged.filter(|exchanged| exchanged.order() < signature.order()).unwrap_or(signature)
    }

    /// Returns the signature with exchanged sides, where the sides move alike.
    pub fn exchanged(&self, signature: &MaterialSignature) -> Option<MaterialSignature> {
        let mut closed = signature.closed;
        if self.turns_over(self.exchange.as_ref()?) {
            closed.swap(0, 1);
        }
        Some(MaterialSignature { material: signature.material.exchanged(), closed, ..*signature })
    }

    /// Returns the symmetries that map positions of a signature to positions of the same signature.
    pub fn symmetries_of(&self, signature: &MaterialSignature) -> Vec<PointImages> {
        let [bottom, top] = signature.closed;
        let lays_on_itself = |images: &&PointImages| bottom == top || !self.turns_over(images);
        self.symmetries.iter().filter(lays_on_itself).cloned().collect()
    }

    /// Returns whether a map turns the closing row at the bottom into that at the top.
    fn turns_over(&self, images: &[u16]) -> bool {
        let [bottom, top] = self.closing.each_ref().map(|closing| closing.get(1));
        let is_top =
            |row: &Vec<u16>| row.iter().all(|&point| top.is_some_and(|top| top.contains(&images[usize::from(point)])));
        bottom.is_some_and(is_top)
    }

    /// Returns whether each point is closed in the positions of a signature.
    pub fn closed(&self, signature: &MaterialSignature) -> Vec<bool> {
        let mut closed = vec![false; self.points];
        for (closing, rows) in self.closing.iter().zip(signature.closed) {
            let points = closing.get(usize::from(rows)).into_iter().flatten();
            points.for_each(|&point| closed[usize::from(point)] = true);
        }
        closed
    }

    /// Exchanges the sides of a position where the table of the exchanged signature covers it. Returns the signature of
    /// the table.
    pub fn normalise(&self, position: &mut Anatomy) -> MaterialSignature {
        let signature = MaterialSignature::of(position);
        let representative = self.representative(signature);
        if let (true, Some(exchange)) = (representative != signature, &self.exchange) {
            position.to_move = position.to_move.other();
            position.hand.swap(0, 1);
            position.closed = [representative.closed[0], representative.closed[1], 0, 0];
            for placed in &mut position.pieces {
                placed.point.0 = exchange[placed.point.index()];
                placed.piece.side = placed.piece.side.other();
            }
            position.huffable.iter_mut().for_each(|point| point.0 = exchange[point.index()]);
        }
        representative
    }

    /// Returns whether a piece can stand on its point when a move is over. A man cannot stand where it would be
    /// promoted.
    pub fn can_stand(&self, placed: &PlacedPiece) -> bool {
        placed.piece.rank != Rank::Man || !self.crowning[placed.piece.side.index()][placed.point.index()]
    }

    /// Returns whether every piece can stand on every point when a move is over.
    pub fn has_no_crowning(&self) -> bool {
        !self.crowning.iter().flatten().any(|&is_crowned| is_crowned)
    }

    /// Returns the signatures to which a move may lead, without the signature itself.
    pub fn successors(&self, signature: MaterialSignature) -> Vec<MaterialSignature> {
        let [first, second] = signature.pieces();
        let mut all = self.signatures(first + second);
        all.retain(|other| {
            let [of_first, of_second] = other.pieces();
            // The sides may be exchanged.
            let is_less = of_first <= first && of_second <= second || of_first <= second && of_second <= first;
            *other != signature && is_less && other.order() < signature.order()
        });
        all
    }

    /// Returns all signatures with at most `most` pieces, pieces in hand included, in an order in which moves lead to
    /// earlier ones. Signatures that another one represents are left out.
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

    /// Returns whether the board has room for all pieces that are not in hand.
    fn has_room_for(&self, signature: &MaterialSignature) -> bool {
        let on_board: u8 = signature.material.ranks.iter().flatten().sum();
        self.has_towers || usize::from(on_board) <= self.points
    }

    /// Returns the material that one side can have, up to `most` pieces: on the board by rank, and in hand.
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

/// Returns whether the value of an option leaves no state outside of the material.
fn is_solved(key: OptionKey, options: &Options) -> bool {
    match key {
        OptionKey::Choice => options.choice != Precedence::Protest,
        OptionKey::Return => matches!(options.returning, Return::Free | Return::NotStart),
        OptionKey::Repetition => {
            // With towers, the sides' numbers of pieces are not constant while nothing is captured.
            let towers_count = options.removal == Removal::Under && options.repetition == Repetition::Count;
            options.repetition != Repetition::Forbidden && !towers_count
        }
        OptionKey::Dice => options.dice == YesNo::No,
        OptionKey::EndCount => options.end_count != EndCount::Automatic,
        OptionKey::KingMoveLimit => options.king_move_limit == TurnLimit(None) || options.promotion == Promotion::None,
        OptionKey::Vela => options.vela == OnOff::Off,
        OptionKey::FirstCaptureSingle => options.first_capture_single == FirstCapture::Off,
        // Rows and columns that close have too many combinations.
        OptionKey::ClosingSides => options.closing == Closing::None || options.closing_sides == ClosingSides::Ends,
        _ => true,
    }
}

/// Returns the text that identifies the rules: board, options, and the start material, which shows how much was
/// captured.
fn identity(ruleset: &Ruleset, start: &Material) -> String {
    let board = &ruleset.board;
    let spaced = |words: &mut dyn Iterator<Item = String>| words.map(|word| format!(" {word}")).collect::<String>();
    let line = |line: &Vec<Point>| line.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join("-");
    let play_keys = OptionKey::ALL.into_iter().filter(|&key| ![OptionKey::First, OptionKey::EndCount].contains(&key));
    let values = play_keys.filter(|key| key.value(&ruleset.options) != key.value(&Options::default()));
    format!(
        "points:{}\nlines:{}\nrules:{}\nstart: {}\n",
        spaced(&mut board.points().map(|point| board.name(point).to_owned())),
        spaced(&mut board.lines().iter().map(line)),
        spaced(&mut values.map(|key| format!("{key}={}", key.value(&ruleset.options)))),
        MaterialSignature { material: *start, ..MaterialSignature::default() },
    )
}

/// Returns the closed points by the number of closed rows, at the bottom and at the top.
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

/// Visitor that reads the symmetries and the start material of a game of any family.
struct StartVisitor;

impl RulesVisitor for StartVisitor {
    type Output = (Vec<GameSymmetry>, Material);

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        (rules.symmetries(), rules.material(&rules.start()))
    }
}
