//! Sheets of counters to cut out: the number that the game needs, and spares.

use super::faces::Face;
use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::order::{MAX_PAGES, Order, PrintError};
use super::page::Sheet;
use super::rims::Rim;
use super::shapes::{Ink, Shape};
use super::text::{Face as Type, fitting};
use super::words;
use super::{CUT_GAP, MARGIN};
use quirkat_rules::{Colour, Promotion, Rank, Removal, Ruleset, Side};
use std::collections::BTreeSet;

/// Diameter of a counter as a share of the spacing.
const SHARE: f64 = 0.76;
/// Number of spare men per side.
const SPARES: usize = 2;
/// Height of the label above the counters of a kind.
const LABEL: Mm = Mm::whole(7);

/// Counters of one side and rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Side that plays with these counters.
    pub side: Side,
    /// Colour of the counters, light or dark.
    pub colour: Colour,
    /// Rank of the piece at the start of the game.
    pub rank: Rank,
    /// Rank on the back, where the piece can be promoted.
    pub back: Option<Rank>,
    /// Number of counters that the game needs.
    pub needed: usize,
    /// Number of spare counters.
    pub spare: usize,
}

/// Returns the counters that a game needs: the pieces on the board at the start, the pieces in hand, and two spares per
/// side.
pub fn kinds(ruleset: &Ruleset) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for side in Side::BOTH {
        let mut spare = SPARES;
        for rank in Rank::ALL {
            let pieces = ruleset.start.columns.iter().flatten();
            let standing = pieces.filter(|piece| piece.side == side && piece.rank == rank).count();
            let hand = if rank == Rank::Man { ruleset.start.memory.hand[side.index()] } else { 0 };
            let needed = standing + usize::from(hand);
            if needed == 0 {
                continue;
            }
            let rises = rank == Rank::Man && ruleset.options.promotion != Promotion::None;
            let back = rises.then_some(Rank::King);
            // The lowest rank is the commonest, so spares have that rank.
            kinds.push(Kind {
                side,
                colour: ruleset.colour(side),
                rank,
                back,
                needed,
                spare: std::mem::take(&mut spare),
            });
        }
    }
    kinds
}

/// Returns whether captured pieces go under the capturing piece, so that counters are stacked.
pub fn has_towers(ruleset: &Ruleset) -> bool {
    ruleset.options.removal == Removal::Under
}

/// Lays out the pages of counters for a board with the given spacing.
pub fn pages(ruleset: &Ruleset, spacing: Mm, order: &Order, inks: &Inks) -> Result<Vec<Sheet>, PrintError> {
    let [upright, lying] = order.paper.orientations().map(|size| lay_out(ruleset, spacing, size, order, inks));
    match (upright, lying) {
        (Ok(upright), Ok(lying)) => Ok(if lying.len() < upright.len() { lying } else { upright }),
        (Ok(pages), Err(_)) | (Err(_), Ok(pages)) => Ok(pages),
        (Err(error), Err(_)) => Err(error),
    }
}

fn lay_out(
    ruleset: &Ruleset,
    spacing: Mm,
    size: (Mm, Mm),
    order: &Order,
    inks: &Inks,
) -> Result<Vec<Sheet>, PrintError> {
    let diameter = spacing.times(SHARE);
    let mut sheets = Sheets::new(size);
    for kind in kinds(ruleset) {
        let Kind { side, rank, .. } = kind;
        let face = |rank: Rank| Face::new(ruleset, side, rank, has_towers(ruleset), order.language);
        let faces: Vec<Face> = [rank].into_iter().chain(kind.back).map(face).collect();
        let wide = diameter * faces.len() as i32;
        let cell = (wide + CUT_GAP, diameter + CUT_GAP);
        if cell.0 > sheets.room.width() || cell.1 + LABEL > sheets.room.height() {
            return Err(PrintError::CounterTooLarge(wide, order.paper));
        }
        let number = kind.needed + kind.spare;
        let label = [words::counters(ruleset, &kind, order.language)];
        sheets.fill(&label, number, cell, inks, |cell| counter(&faces, cell, diameter.half(), inks))?;
        if has_towers(ruleset) {
            let rim = Rim::new(diameter, sheets.room.width() - CUT_GAP);
            let label = words::rims(ruleset, &kind, &rim, order.language);
            let cell = (rim.paper() + CUT_GAP, rim.height + CUT_GAP);
            let strip = |cell: &Area| {
                rim.shapes(
                    cell.from + Spot::new(CUT_GAP.half(), CUT_GAP.half()),
                    kind.colour,
                    kind.back.is_some(),
                    inks,
                )
            };
            sheets.fill(&label, number * rim.parts as usize, cell, inks, strip)?;
        }
    }
    Ok(sheets.pages)
}

/// Pages that are filled from the top.
struct Sheets {
    room: Area,
    y: Mm,
    pages: Vec<Sheet>,
}

impl Sheets {
    fn new(size: (Mm, Mm)) -> Sheets {
        let room = Area::new(Spot::default(), size.0, size.1).wider(-MARGIN);
        Sheets { room, y: room.from.y, pages: vec![Sheet::empty(size)] }
    }

    /// Adds rows of cells of one size below a label. Continues on the next page when the page is full.
    fn fill(
        &mut self,
        label: &[String],
        number: usize,
        (width, height): (Mm, Mm),
        inks: &Inks,
        draw: impl Fn(&Area) -> Vec<Shape>,
    ) -> Result<(), PrintError> {
        let across = (self.room.width().count() / width.count().max(1)).max(1) as usize;
        if self.y > self.room.from.y {
            self.y = self.y + CUT_GAP;
        }
        self.make_room(LABEL * label.len() as i32 + height)?;
        for text in label {
            let line = fitting(text, Type::Regular, Mm::hundredths(400), self.room.width());
            let at = Spot::new(self.room.middle().x, self.y + Mm::whole(5));
            self.sheet().words.push(Shape::centred(at, line, inks.line));
            self.y = self.y + LABEL;
        }
        let mut left = number;
        while left > 0 {
            self.make_room(height)?;
            let row = left.min(across);
            let from = Spot::new(self.room.from.x, self.y);
            let cells =
                (0..row as i32).map(|column| Area::new(from + Spot::new(width * column, Mm::ZERO), width, height));
            let cells: Vec<Area> = cells.collect();
            let shapes = &mut self.sheet().shapes;
            shapes.extend(cells.iter().flat_map(&draw));
            shapes.extend(marks(&cells, inks));
            left -= row;
            self.y = self.y + height;
        }
        Ok(())
    }

    /// Starts a new page when this one has less room than the given height.
    fn make_room(&mut self, height: Mm) -> Result<(), PrintError> {
        if self.y + height > self.room.to.y {
            let size = self.pages[0].size;
            self.pages.push(Sheet::empty(size));
            if self.pages.len() > MAX_PAGES {
                return Err(PrintError::TooManyPages(self.pages.len()));
            }
            self.y = self.room.from.y;
        }
        Ok(())
    }

    fn sheet(&mut self) -> &mut Sheet {
        self.pages.last_mut().expect("there is a sheet from the start")
    }
}

/// Draws a counter in its cell. Its two faces touch at the fold: they are cut out as one strip, or separately and
/// glued.
fn counter(faces: &[Face], cell: &Area, radius: Mm, inks: &Inks) -> Vec<Shape> {
    let middle = cell.middle();
    match faces {
        [front, back] => {
            let aside = Spot::new(radius, Mm::ZERO);
            let mut shapes = front.shapes(middle - aside, radius, inks);
            shapes.extend(back.shapes(middle + aside, radius, inks));
            shapes.extend(fold(middle, cell.height(), inks.help));
            shapes
        }
        _ => faces.iter().flat_map(|face| face.shapes(middle, radius, inks)).collect(),
    }
}

/// Draws crosses at the corners of cells as guides for ruler and knife.
fn marks(cells: &[Area], inks: &Inks) -> Vec<Shape> {
    let corners: BTreeSet<Spot> = cells.iter().flat_map(Area::corners).collect();
    let arm = CUT_GAP.times(0.35);
    let mark = |&at: &Spot| {
        let (right, down) = (Spot::new(arm, Mm::ZERO), Spot::new(Mm::ZERO, arm));
        [Shape::line(at - right, at + right, inks.help, HAIR), Shape::line(at - down, at + down, inks.help, HAIR)]
    };
    corners.iter().flat_map(mark).collect()
}

/// Draws a dashed fold line down a cell.
fn fold(middle: Spot, height: Mm, ink: Ink) -> Vec<Shape> {
    const DASHES: i32 = 9;
    let top = middle - Spot::new(Mm::ZERO, height.half());
    let at = |number: i32| top + Spot::new(Mm::ZERO, height.times(f64::from(number) / f64::from(2 * DASHES - 1)));
    (0..DASHES).map(|dash| Shape::line(at(2 * dash), at(2 * dash + 1), ink, HAIR)).collect()
}
