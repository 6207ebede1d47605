//! Marks on points. Each kind has a distinct shape.

use super::field::cross;
use super::paint::Tint;
use super::pen::{Coordinates, Pen, path_data};
use super::pieces::top;
use crate::scene::{Mark, Scene};
use quirkat_rules::Point;

/// Draws the path of the shown turn and the marks below the pieces.
pub fn below(pen: &Pen<'_>, scene: &Scene) -> String {
    let mut drawn = String::new();
    let trail: Vec<Coordinates> = points_of_path(scene, &scene.trail).into_iter().map(|point| pen.at(point)).collect();
    if trail.len() > 1 {
        let (data, last) = (path_data(&trail), pen.paint(Tint::Last));
        // The path has a dark edge and a bright middle, so that it contrasts with every background.
        drawn += &if pen.palette.is_solid() {
            let within = pen.paint(Tint::Way);
            format!(
                "<path stroke=\"{last}\" stroke-width=\"14\" d=\"{data}\"/><path stroke=\"{within}\" stroke-width=\"8\" \
                 d=\"{data}\"/>\n"
            )
        } else {
            format!("<path stroke=\"{last}\" stroke-width=\"14\" opacity=\".65\" d=\"{data}\"/>\n")
        };
    }
    for &(point, mark) in &scene.marks {
        drawn += &under(pen, scene, point, mark);
    }
    drawn
}

/// Returns all points of a turn's path, including those between its landings.
pub fn points_of_path(scene: &Scene, path: &[Point]) -> Vec<Point> {
    let mut points: Vec<Point> = path.iter().take(1).copied().collect();
    for hop in path.windows(2) {
        points.extend(&scene.points_between(hop[0], hop[1])[1..]);
    }
    points
}

fn under(pen: &Pen<'_>, scene: &Scene, point: Point, mark: Mark) -> String {
    let is_empty = scene.setup.columns[point.index()].is_empty();
    let ring = |tint, width: i32, beyond: i32, more: &str| {
        let (x, y) = top(pen, scene, point);
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"{more}/>\n",
            pen.radius + beyond,
            pen.paint(tint)
        )
    };
    match mark {
        Mark::Selected => ring(Tint::Mark, 7, 5, ""),
        Mark::Movable => ring(Tint::Mark, 5, 6, " stroke-dasharray=\"0 12\""),
        Mark::Target if !is_empty => ring(Tint::Target, 7, 5, " stroke-dasharray=\"16 18\""),
        Mark::Target => {
            let (x, y) = pen.at(point);
            format!("<path fill=\"{}\" d=\"M{x} {}l17 17l-17 17l-17 -17z\"/>\n", pen.paint(Tint::Target), y - 17)
        }
        Mark::Left if is_empty => ring(Tint::Last, 6, -22, &format!(" fill=\"{}\"", pen.paint(Tint::Field))),
        Mark::Left => ring(Tint::Last, 6, 5, ""),
        Mark::Cursor => {
            let (x, y) = top(pen, scene, point);
            let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
            let half = pen.radius + 8;
            let corner = |(right, down): Coordinates| {
                let (x, y) = (x + right * half, y + down * half);
                path_data(&[(x - right * 18, y), (x, y), (x, y - down * 18)])
            };
            let corners: String = corners.into_iter().map(corner).collect();
            format!("<path stroke=\"{}\" stroke-width=\"5\" d=\"{corners}\"/>\n", pen.paint(Tint::Text))
        }
        Mark::Taken if is_empty => cross_mark(pen, &cross(pen.at(point), 15)),
        Mark::Taken | Mark::Huffable => String::new(),
    }
}

/// Draws the marks above the pieces.
pub fn above(pen: &Pen<'_>, scene: &Scene) -> String {
    let mut drawn = String::new();
    for &(point, mark) in &scene.marks {
        let (x, y) = top(pen, scene, point);
        let aside = pen.radius - 10;
        match mark {
            // Only the top of the column was captured: the cross stands beside the rest.
            Mark::Taken if !scene.setup.columns[point.index()].is_empty() => {
                drawn += &cross_mark(pen, &cross((x - aside, y - aside), 11));
            }
            Mark::Huffable => {
                let (x, y) = (x + aside, y - aside);
                drawn += &format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{}\"/>\
                     <path stroke=\"{}\" stroke-width=\"5\" d=\"M{x} {}v9m0 9v0\"/>\n",
                    pen.paint(Tint::Taken),
                    pen.paint(Tint::White),
                    y - 9
                );
            }
            _ => {}
        }
    }
    drawn
}

/// Draws a cross that contrasts with light and dark backgrounds.
pub fn cross_mark(pen: &Pen<'_>, data: &str) -> String {
    format!(
        "<path stroke=\"{}\" stroke-width=\"13\" d=\"{data}\"/><path stroke=\"{}\" stroke-width=\"7\" d=\"{data}\"/>\n",
        pen.paint(Tint::White),
        pen.paint(Tint::Taken)
    )
}
