//! Textures: the grain of wood, the specks of stone, the fibres of parchment. Each is a repeated tile, so that large
//! boards need no more data than small ones, and each is always the same.

use super::materials::BoardMaterial;
use super::paint::Tint;
use super::pen::Pen;
use std::fmt::Write;

/// Defines the gradient, the bevel and the textures of a board's background.
pub fn defined(pen: &Pen<'_>) -> String {
    let (lit, shade) = (pen.paint(Tint::Field), pen.paint(Tint::Shade));
    let mut defined = format!(
        "<linearGradient id=\"q-light\" x2=\"1\" y2=\"1\"><stop stop-color=\"{lit}\"/><stop offset=\"1\" \
         stop-color=\"{shade}\"/></linearGradient>\n\
         <linearGradient id=\"q-bevel\" x2=\"1\" y2=\"1\"><stop stop-color=\"#fff\" stop-opacity=\".55\"/>\
         <stop offset=\".5\" stop-color=\"#000\" stop-opacity=\".1\"/><stop offset=\"1\" stop-color=\"#000\" \
         stop-opacity=\".45\"/></linearGradient>\n"
    );
    let grain = pen.paint(Tint::Grain);
    for (board, _) in pen.palette.boards() {
        let (width, height, drawn) = match board {
            BoardMaterial::Wood => (800, 250, wood()),
            BoardMaterial::Stone => (400, 400, stone()),
            BoardMaterial::Paper => (500, 500, paper()),
            BoardMaterial::Contrast => continue,
        };
        let _ = writeln!(
            defined,
            "<pattern id=\"q-on-{}\" width=\"{width}\" height=\"{height}\" patternUnits=\"userSpaceOnUse\" \
             stroke=\"{grain}\" fill=\"none\" stroke-linecap=\"round\">{drawn}</pattern>",
            board.name()
        );
    }
    defined
}

/// Reproducible pseudo-random numbers.
struct PseudoRandom(u32);

impl PseudoRandom {
    /// Returns the next number below a limit.
    fn below(&mut self, limit: i32) -> i32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(self.0 >> 8) * limit.unsigned_abs() as u64) >> 24) as i32
    }
}

/// Long waves that tile seamlessly, broad faint ones below fine ones.
fn wood() -> String {
    let mut thrown = PseudoRandom(1283);
    let mut layer = |count: i32, width: &str, opacity: &str, sway: i32| {
        let mut data = String::new();
        for number in 0..count {
            let y = 250 * number / count + thrown.below(250 / count);
            let (bend, middle) = (thrown.below(2 * sway) - sway, thrown.below(sway) - sway / 2);
            let x = 300 + thrown.below(200);
            let _ = write!(
                data,
                "M0 {y}C{} {} {} {} {x} {}S{} {} 800 {y}",
                x / 2,
                y + bend,
                x - 80,
                y + middle,
                y + middle,
                800 - x / 2,
                y - bend
            );
        }
        format!("<path stroke-width=\"{width}\" opacity=\"{opacity}\" d=\"{data}\"/>")
    };
    layer(7, "11", ".07", 16) + &layer(11, "3", ".13", 12) + &layer(15, "1", ".3", 9)
}

/// Specks of three sizes and a pale vein.
fn stone() -> String {
    let mut thrown = PseudoRandom(1627);
    let mut specks = |count: i32, width: &str, opacity: &str| {
        let mut data = String::new();
        for _ in 0..count {
            let _ = write!(data, "M{} {}h1", 8 + thrown.below(384), 8 + thrown.below(384));
        }
        format!("<path stroke-width=\"{width}\" opacity=\"{opacity}\" d=\"{data}\"/>")
    };
    let dark = specks(14, "13", ".05") + &specks(46, "4", ".13") + &specks(80, "2", ".25");
    dark + "<path stroke=\"#fff\" stroke-width=\"3\" opacity=\".3\" d=\"M0 90C120 60 150 190 240 200S330 120 400 90\"/>"
}

/// Fibres in all directions, and stains of age.
fn paper() -> String {
    let mut thrown = PseudoRandom(1251);
    let mut data = String::new();
    for _ in 0..54 {
        let (x, y) = (20 + thrown.below(460), 20 + thrown.below(460));
        let _ = write!(
            data,
            "M{x} {y}q{} {} {} {}",
            thrown.below(20) - 10,
            thrown.below(12) - 6,
            thrown.below(36) - 18,
            thrown.below(24) - 12
        );
    }
    let stains = [(120, 130, 110), (370, 330, 125), (90, 400, 80), (410, 90, 70)];
    let stain = |(x, y, r): (i32, i32, i32)| {
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" stroke-width=\"{}\" opacity=\".03\"/>", r / 2, r)
            + &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" stroke-width=\"{}\" opacity=\".03\"/>", r / 3, r / 2)
    };
    format!("<path opacity=\".28\" d=\"{data}\"/>") + &stains.map(stain).concat()
}
