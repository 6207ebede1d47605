//! Pages as SVG, its units millimetres: several below one another.

use super::letters::FAMILY;
use super::measure::{Mm, Spot};
use super::shapes::{Ink, Page, Paint, Shape};
use crate::svg::paint::escaped;

/// The pages as one SVG.
pub fn svg(title: &str, pages: &[Page]) -> String {
    let width = pages.iter().map(|page| page.size.0).max().unwrap_or_default();
    let mut height = Mm::ZERO;
    let mut groups = String::new();
    for page in pages {
        let by = Spot::new(Mm::ZERO, height);
        let shapes: String = page.shapes.iter().map(|shape| written(&shape.moved(by))).collect();
        groups += &format!("<g class=\"q-page\">\n{shapes}</g>\n");
        height = height + page.size.1;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILY}\" text-anchor=\"middle\">\n<title>{}</title>\n{groups}\
         </svg>\n",
        escaped(title)
    )
}

fn written(shape: &Shape) -> String {
    match shape {
        Shape::Way { spots, is_closed, paint } => {
            let mut data = String::new();
            for (number, spot) in spots.iter().enumerate() {
                data += &format!("{}{} {}", if number == 0 { 'M' } else { 'L' }, spot.x, spot.y);
            }
            format!("<path{} d=\"{data}{}\"/>\n", inked(paint), if *is_closed { "z" } else { "" })
        }
        Shape::Circle { middle, radius, paint } => {
            format!("<circle{} cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>\n", inked(paint), middle.x, middle.y)
        }
        Shape::Text { at, size, text, ink } => format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" fill=\"{}\">{}</text>\n",
            at.x,
            at.y,
            colour(*ink),
            escaped(text)
        ),
    }
}

fn inked(paint: &Paint) -> String {
    let fill = paint.fill.map_or("none".to_owned(), colour);
    let line = paint.line.map_or(String::new(), |(ink, width)| {
        format!(" stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"", colour(ink))
    });
    format!(" fill=\"{fill}\"{line}")
}

fn colour(Ink(red, green, blue): Ink) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
