//! Clips shapes to a box, for boards that are larger than the paper.

use super::measure::{Area, Mm, Spot};
use super::shapes::{Paint, Shape};
use std::f64::consts::TAU;

/// Returns the parts of a shape inside a box. Text and curves are not cut: they are kept whole or dropped.
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
        Shape::Circle { middle, radius, paint } => clipped_polyline(&round(*middle, *radius), true, paint, area),
        Shape::Polyline { spots, is_closed, paint } => clipped_polyline(spots, *is_closed, paint, area),
    }
}

/// Approximates a circle by a polygon.
fn round(middle: Spot, radius: Mm) -> Vec<Spot> {
    const CORNERS: i32 = 48;
    let corner = |number: i32| {
        let angle = TAU * f64::from(number) / f64::from(CORNERS);
        middle + Spot::new(radius.times(angle.cos()), radius.times(angle.sin()))
    };
    (0..CORNERS).map(corner).collect()
}

/// Clips the surface and the outline of a path separately, because the outline must not follow the edge of the box.
fn clipped_polyline(spots: &[Spot], is_closed: bool, paint: &Paint, area: &Area) -> Vec<Shape> {
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
        parts.extend(runs.into_iter().map(|spots| Shape::Polyline { spots, is_closed: false, paint }));
    }
    parts
}

/// Selects the x or the y coordinate of a place.
type Coordinate = fn(Spot) -> Mm;

/// Clips a surface to a box by the algorithm of Sutherland and Hodgman.
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
        let mut inside = Vec::with_capacity(left.len() + 4);
        for (number, &to) in left.iter().enumerate() {
            let from = left[(number + left.len() - 1) % left.len()];
            if is_within(from) != is_within(to) {
                let share = (edge - of(from)).millimetres() / (of(to) - of(from)).millimetres();
                inside.push(interpolate(from, to, share));
            }
            if is_within(to) {
                inside.push(to);
            }
        }
        left = inside;
    }
    left
}

/// Returns the parts of a path inside a box.
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

/// Clips a straight line to a box by the algorithm of Liang and Barsky.
fn segment(a: Spot, b: Spot, area: &Area) -> Option<(Spot, Spot)> {
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    let along = [(a.x, b.x, area.from.x, area.to.x), (a.y, b.y, area.from.y, area.to.y)];
    for (from, to, low, high) in along {
        let vector = (to - from).millimetres();
        if vector == 0.0 {
            if from < low || from > high {
                return None;
            }
            continue;
        }
        let (first, second) = ((low - from).millimetres() / vector, (high - from).millimetres() / vector);
        enters = enters.max(first.min(second));
        leaves = leaves.min(first.max(second));
    }
    (enters < leaves).then(|| (interpolate(a, b, enters), interpolate(a, b, leaves)))
}

fn interpolate(from: Spot, to: Spot, share: f64) -> Spot {
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
        assert!(
            matches!(&angle[..], [Shape::Polyline { .. }, Shape::Polyline { .. }]),
            "no line along the edge: {angle:?}"
        );
        assert_eq!(clipped(&Shape::circle(spot(30, 30), Mm::whole(5), Paint::fill(Ink::BLACK)), &area), []);
    }
}
