//! What of a shape lies within a box: for boards that are larger than the paper.

use super::measure::{Area, Mm, Spot};
use super::shapes::{Paint, Shape};
use std::f64::consts::TAU;

/// The parts of a shape within a box. Letters are cut nowhere, nor are bends: a word is there whole or not at all.
pub fn clipped(shape: &Shape, area: &Area) -> Vec<Shape> {
    let Some(bounds) = shape.bounds() else { return vec![] };
    if area.holds(&bounds) {
        return vec![shape.clone()];
    }
    if !area.meets(&bounds) {
        return vec![];
    }
    match shape {
        Shape::Text { .. } | Shape::Curve { .. } => vec![],
        Shape::Circle { middle, radius, paint } => clipped_way(&round(*middle, *radius), true, paint, area),
        Shape::Way { spots, is_closed, paint } => clipped_way(spots, *is_closed, paint, area),
    }
}

/// A circle as an outline with many corners.
fn round(middle: Spot, radius: Mm) -> Vec<Spot> {
    const CORNERS: i32 = 48;
    let corner = |number: i32| {
        let angle = TAU * f64::from(number) / f64::from(CORNERS);
        middle + Spot::new(radius.times(angle.cos()), radius.times(angle.sin()))
    };
    (0..CORNERS).map(corner).collect()
}

/// The surface and the lines of a way, each cut for itself: a line must not run along the edge of the box.
fn clipped_way(spots: &[Spot], is_closed: bool, paint: &Paint, area: &Area) -> Vec<Shape> {
    let mut parts = Vec::new();
    if let Some(ink) = paint.fill {
        let within = surface(spots, area);
        if within.len() > 2 {
            parts.push(Shape::closed(within, Paint::fill(ink)));
        }
    }
    if paint.line.is_some() {
        let paint = Paint { fill: None, ..*paint };
        let back = spots.first().filter(|_| is_closed);
        let all: Vec<Spot> = spots.iter().chain(back).copied().collect();
        let runs = lines(&all, area);
        parts.extend(runs.into_iter().map(|spots| Shape::Way { spots, is_closed: false, paint }));
    }
    parts
}

/// The x or the y of a place.
type Coordinate = fn(Spot) -> Mm;

/// A surface without what lies beyond each edge in turn (the way of Sutherland and Hodgman).
fn surface(spots: &[Spot], area: &Area) -> Vec<Spot> {
    let sides: [(Coordinate, Mm, bool); 4] = [
        (|spot| spot.x, area.from.x, true),
        (|spot| spot.x, area.to.x, false),
        (|spot| spot.y, area.from.y, true),
        (|spot| spot.y, area.to.y, false),
    ];
    let mut left = spots.to_vec();
    for (of, edge, is_low) in sides {
        let is_within = |spot: Spot| if is_low { of(spot) >= edge } else { of(spot) <= edge };
        let mut kept = Vec::with_capacity(left.len() + 4);
        for (number, &to) in left.iter().enumerate() {
            let from = left[(number + left.len() - 1) % left.len()];
            if is_within(from) != is_within(to) {
                let share = (edge - of(from)).millimetres() / (of(to) - of(from)).millimetres();
                kept.push(between(from, to, share));
            }
            if is_within(to) {
                kept.push(to);
            }
        }
        left = kept;
    }
    left
}

/// The runs of a way within a box.
fn lines(spots: &[Spot], area: &Area) -> Vec<Vec<Spot>> {
    let mut runs: Vec<Vec<Spot>> = Vec::new();
    for step in spots.windows(2) {
        let Some((a, b)) = segment(step[0], step[1], area) else { continue };
        match runs.last_mut() {
            Some(run) if run.last() == Some(&a) => run.push(b),
            _ => runs.push(vec![a, b]),
        }
    }
    runs
}

/// The part of a straight line within a box (the way of Liang and Barsky).
fn segment(a: Spot, b: Spot, area: &Area) -> Option<(Spot, Spot)> {
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    let along = [(a.x, b.x, area.from.x, area.to.x), (a.y, b.y, area.from.y, area.to.y)];
    for (from, to, low, high) in along {
        let way = (to - from).millimetres();
        if way == 0.0 {
            if from < low || from > high {
                return None;
            }
            continue;
        }
        let (first, second) = ((low - from).millimetres() / way, (high - from).millimetres() / way);
        enters = enters.max(first.min(second));
        leaves = leaves.min(first.max(second));
    }
    (enters < leaves).then(|| (between(a, b, enters), between(a, b, leaves)))
}

fn between(from: Spot, to: Spot, share: f64) -> Spot {
    from + Spot::new((to.x - from.x).times(share), (to.y - from.y).times(share))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::Ink;

    fn spot(x: i32, y: i32) -> Spot {
        Spot::new(Mm::whole(x), Mm::whole(y))
    }

    #[test]
    fn lines_end_at_the_edges_and_surfaces_follow_them() {
        let area = Area { from: spot(0, 0), to: spot(10, 10) };
        let line = Shape::line(spot(-5, 5), spot(20, 5), Ink::BLACK, Mm::ZERO);
        assert_eq!(clipped(&line, &area), [Shape::line(spot(0, 5), spot(10, 5), Ink::BLACK, Mm::ZERO)]);
        let square = Shape::area(&Area { from: spot(5, 5), to: spot(15, 15) }, Paint::fill(Ink::BLACK));
        let corner = clipped(&square, &area);
        assert_eq!(corner[0].bounds(), Some(Area { from: spot(5, 5), to: spot(10, 10) }));
        let frame = Shape::area(&Area { from: spot(5, 5), to: spot(15, 15) }, Paint::line(Ink::BLACK, Mm::ZERO));
        let angle = clipped(&frame, &area);
        assert!(matches!(&angle[..], [Shape::Way { .. }, Shape::Way { .. }]), "no line along the edge: {angle:?}");
        assert_eq!(clipped(&Shape::circle(spot(30, 30), Mm::whole(5), Paint::fill(Ink::BLACK)), &area), []);
    }
}
