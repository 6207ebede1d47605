//! Counters to cut out: as many as the game needs, and spares.

use super::faces::face;
use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::order::{MOST_PAGES, Order, PrintError};
use super::page::Sheet;
use super::shapes::{Ink, Shape};
use super::text::{Face, fitting};
use super::words;
use super::{CUT_GAP, MARGIN};
use quirkat_rules::{Colour, Promotion, Rank, Ruleset, Side};
use std::collections::BTreeSet;

/// The width of a counter, as a share of the spacing.
const SHARE: f64 = 0.76;
/// How many more men each side gets than it needs.
const SPARES: usize = 2;
/// The height of the words above the counters of a kind.
const LABEL: Mm = Mm::whole(7);

/// The counters of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Whose they are.
    pub side: Side,
    /// Their colour.
    pub colour: Colour,
    /// The rank that they have at the start.
    pub rank: Rank,
    /// What the other face shows, where they are promoted.
    pub back: Option<Rank>,
    /// How many the game needs.
    pub needed: usize,
    /// How many more there are.
    pub spare: usize,
}

/// The counters that a game needs: what stands on the board at the start and what is in hand, two spares a side.
pub fn kinds(ruleset: &Ruleset) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for side in Side::BOTH {
        let mut spare = SPARES;
        for rank in Rank::ALL {
            let pieces = ruleset.start.columns.iter().flatten();
            let standing = pieces.filter(|piece| piece.side == side && piece.rank == rank).count();
            let hand = if rank == Rank::Man { ruleset.start.recollection.hand[side.index()] } else { 0 };
            let needed = standing + usize::from(hand);
            if needed == 0 {
                continue;
            }
            let rises = rank == Rank::Man && ruleset.options.promotion != Promotion::None;
            let back = rises.then_some(Rank::King);
            // Spares are of the commonest kind, which is the lowest.
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

/// Where the counters of a kind go: a cell for each, in rows.
struct Cells {
    width: Mm,
    height: Mm,
    across: i32,
}

impl Cells {
    fn new(kind: &Kind, diameter: Mm, room: &Area) -> Option<Cells> {
        let faces = if kind.back.is_some() { 2 } else { 1 };
        let (width, height) = (diameter * faces + CUT_GAP, diameter + CUT_GAP);
        let across = room.width().count() / width.count().max(1);
        (across > 0 && height + LABEL <= room.height()).then_some(Cells { width, height, across })
    }
}

/// The pages of counters for a board with this spacing.
pub fn pages(ruleset: &Ruleset, spacing: Mm, order: &Order, inks: &Inks) -> Result<Vec<Sheet>, PrintError> {
    let laid = order.paper.ways().map(|size| laid(ruleset, spacing, size, order, inks));
    let [upright, lying] = laid;
    match (upright, lying) {
        (Ok(upright), Ok(lying)) => Ok(if lying.len() < upright.len() { lying } else { upright }),
        (Ok(pages), Err(_)) | (Err(_), Ok(pages)) => Ok(pages),
        (Err(error), Err(_)) => Err(error),
    }
}

fn laid(ruleset: &Ruleset, spacing: Mm, size: (Mm, Mm), order: &Order, inks: &Inks) -> Result<Vec<Sheet>, PrintError> {
    let diameter = spacing.times(SHARE);
    let room = Area::new(Spot::default(), size.0, size.1).wider(-MARGIN);
    let mut pages = vec![Sheet::empty(size)];
    let mut y = room.from.y;
    for kind in kinds(ruleset) {
        let cells = Cells::new(&kind, diameter, &room).ok_or_else(|| {
            let faces = if kind.back.is_some() { 2 } else { 1 };
            PrintError::CounterTooLarge(diameter * faces, order.paper)
        })?;
        let mut left = kind.needed + kind.spare;
        let mut is_labelled = false;
        while left > 0 {
            let label = if is_labelled { Mm::ZERO } else { LABEL };
            if !is_labelled && y > room.from.y {
                y = y + CUT_GAP;
            }
            if y + label + cells.height > room.to.y {
                pages.push(Sheet::empty(size));
                if pages.len() > MOST_PAGES {
                    return Err(PrintError::TooManyPages(pages.len()));
                }
                y = room.from.y;
            }
            let sheet = pages.last_mut().expect("there is a page from the start");
            if !is_labelled {
                let text = words::counters(ruleset, &kind, order.language);
                let line = fitting(&text, Face::Regular, Mm::hundredths(400), room.width());
                let at = Spot::new(room.middle().x, y + Mm::whole(5));
                sheet.words.push(Shape::centred(at, line, inks.line));
                y = y + LABEL;
                is_labelled = true;
            }
            let number = left.min(cells.across as usize);
            sheet.shapes.extend(row(&kind, &cells, number, Spot::new(room.from.x, y), diameter, inks));
            left -= number;
            y = y + cells.height;
        }
    }
    Ok(pages)
}

/// A row of counters with its cut marks.
fn row(kind: &Kind, cells: &Cells, number: usize, from: Spot, diameter: Mm, inks: &Inks) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut corners = BTreeSet::new();
    for column in 0..number as i32 {
        let cell = Area::new(from + Spot::new(cells.width * column, Mm::ZERO), cells.width, cells.height);
        corners.extend(cell.corners());
        let middle = cell.middle();
        let radius = diameter.half();
        let Some(back) = kind.back else {
            shapes.extend(face(middle, radius, kind.colour, kind.rank, inks));
            continue;
        };
        // The two faces touch where the paper is folded: they are cut out as one strip, or apart and glued.
        shapes.extend(face(middle - Spot::new(radius, Mm::ZERO), radius, kind.colour, kind.rank, inks));
        shapes.extend(face(middle + Spot::new(radius, Mm::ZERO), radius, kind.colour, back, inks));
        shapes.extend(fold(middle, cells.height, inks.help));
    }
    let arm = CUT_GAP.times(0.35);
    let mark = |&at: &Spot| {
        let (right, down) = (Spot::new(arm, Mm::ZERO), Spot::new(Mm::ZERO, arm));
        [Shape::line(at - right, at + right, inks.help, HAIR), Shape::line(at - down, at + down, inks.help, HAIR)]
    };
    shapes.extend(corners.iter().flat_map(mark));
    shapes
}

/// A dashed line down a cell, where the paper is folded.
fn fold(middle: Spot, height: Mm, ink: Ink) -> Vec<Shape> {
    const DASHES: i32 = 9;
    let top = middle - Spot::new(Mm::ZERO, height.half());
    let at = |number: i32| top + Spot::new(Mm::ZERO, height.times(f64::from(number) / f64::from(2 * DASHES - 1)));
    (0..DASHES).map(|dash| Shape::line(at(2 * dash), at(2 * dash + 1), ink, HAIR)).collect()
}
