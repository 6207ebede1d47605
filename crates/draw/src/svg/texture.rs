//! Textures: the grain of wood, the specks of stone, the fibres of parchment. Each has layers of repeated tiles, so that
//! large boards need no more data than small ones. Tiles of different sizes repeat at different places, so that the
//! texture as a whole does not repeat within a board.

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
        for (number, Layer { size: (width, height), drawn }) in layers(board).into_iter().enumerate() {
            let id = id(board, number);
            let _ = writeln!(
                defined,
                "<pattern id=\"{id}\" width=\"{width}\" height=\"{height}\" patternUnits=\"userSpaceOnUse\" \
                 stroke=\"{grain}\" fill=\"none\" stroke-linecap=\"round\">{drawn}</pattern>"
            );
        }
    }
    defined
}

/// Returns the identifiers of the textures of a board's background, each with its display attribute.
pub fn ids(pen: &Pen<'_>) -> Vec<(String, String)> {
    let of_board = |(board, display): (BoardMaterial, String)| {
        (0..layers(board).len()).map(move |number| (id(board, number), display.clone()))
    };
    pen.palette.boards().into_iter().flat_map(of_board).collect()
}

/// Returns the identifier of a layer.
fn id(board: BoardMaterial, number: usize) -> String {
    format!("q-on-{}-{}", board.name(), number + 1)
}

/// Tiles of one size.
struct Layer {
    size: (i32, i32),
    drawn: String,
}

/// Returns the layers of a material from bottom to top.
fn layers(board: BoardMaterial) -> Vec<Layer> {
    match board {
        BoardMaterial::Wood => wood(),
        BoardMaterial::Stone => stone(),
        BoardMaterial::Paper => paper(),
        BoardMaterial::Contrast => vec![],
    }
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

/// Returns long waves that tile seamlessly, broad faint ones below fine ones.
fn wood() -> Vec<Layer> {
    let mut thrown = PseudoRandom(1283);
    let mut layer = |size: (i32, i32), count: i32, [stroke, opacity]: [&str; 2], sway: i32| {
        let (width, height) = size;
        let mut data = String::new();
        for number in 0..count {
            let y = height * number / count + thrown.below(height / count);
            let (bend, middle) = (thrown.below(2 * sway) - sway, thrown.below(sway) - sway / 2);
            let x = width / 3 + thrown.below(width / 4);
            // A wave that crosses an edge of the tile appears at both edges.
            for y in [y - height, y, y + height].into_iter().filter(|y| (-sway..height + sway).contains(y)) {
                let [start, end] = [y + bend, y - bend];
                let (middle, before, after) = (y + middle, x / 2, width - x / 2);
                let _ =
                    write!(data, "M0 {y}C{before} {start} {} {middle} {x} {middle}S{after} {end} {width} {y}", x - 80);
            }
        }
        Layer { size, drawn: format!("<path stroke-width=\"{stroke}\" opacity=\"{opacity}\" d=\"{data}\"/>") }
    };
    vec![
        layer((830, 347), 9, ["11", ".07"], 16),
        layer((1010, 269), 11, ["3", ".13"], 12),
        layer((1170, 211), 12, ["1", ".3"], 9),
    ]
}

/// Specks of three sizes and a pale vein.
fn stone() -> Vec<Layer> {
    let mut thrown = PseudoRandom(1627);
    let mut specks = |(width, height): (i32, i32), count: i32, stroke: &str, opacity: &str| {
        let mut data = String::new();
        for _ in 0..count {
            let _ = write!(data, "M{} {}h1", 8 + thrown.below(width - 16), 8 + thrown.below(height - 16));
        }
        format!("<path stroke-width=\"{stroke}\" opacity=\"{opacity}\" d=\"{data}\"/>")
    };
    let vein = "<path stroke=\"#fff\" stroke-width=\"3\" opacity=\".3\" \
                d=\"M0 130C240 80 330 330 560 390S900 620 1060 420S1230 180 1310 130\"/>";
    let [coarse, middle, fine] = [(487, 433), (401, 463), (353, 373)];
    vec![
        Layer { size: coarse, drawn: specks(coarse, 18, "13", ".05") },
        Layer { size: middle, drawn: specks(middle, 50, "4", ".13") },
        Layer { size: fine, drawn: specks(fine, 64, "2", ".25") },
        Layer { size: (1310, 890), drawn: vein.to_owned() },
    ]
}

/// Fibres in all directions, and stains of age.
fn paper() -> Vec<Layer> {
    let mut thrown = PseudoRandom(1251);
    let mut fibres = |(width, height): (i32, i32), count: i32| {
        let mut data = String::new();
        for _ in 0..count {
            let (x, y) = (20 + thrown.below(width - 40), 20 + thrown.below(height - 40));
            let _ = write!(
                data,
                "M{x} {y}q{} {} {} {}",
                thrown.below(20) - 10,
                thrown.below(12) - 6,
                thrown.below(36) - 18,
                thrown.below(24) - 12
            );
        }
        format!("<path opacity=\".28\" d=\"{data}\"/>")
    };
    let stain = |(x, y, r): (i32, i32, i32)| {
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" stroke-width=\"{}\" opacity=\".03\"/>", r / 2, r)
            + &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" stroke-width=\"{}\" opacity=\".03\"/>", r / 3, r / 2)
    };
    let stains = [(140, 130, 110), (420, 340, 125), (690, 150, 90), (180, 520, 80), (610, 560, 110), (880, 420, 70)];
    let [many, few] = [(503, 467), (389, 431)];
    vec![
        Layer { size: (1010, 740), drawn: stains.map(stain).concat() },
        Layer { size: many, drawn: fibres(many, 34) },
        Layer { size: few, drawn: fibres(few, 18) },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg;
    use quirkat_rules::{Side, games};

    fn least_common_multiple(a: i64, b: i64) -> i64 {
        let (mut common, mut rest) = (a, b);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        a / common * b
    }

    #[test]
    fn no_texture_repeats_within_a_board() {
        let frames = games().filter_map(|game| game.ruleset(None, &[]).ok());
        let largest = frames.map(|ruleset| svg::frame(&ruleset.board, Side::First)).fold((0, 0), |most, frame| {
            let [_, _, width, height] = frame;
            (most.0.max(i64::from(width)), most.1.max(i64::from(height)))
        });
        for board in [BoardMaterial::Wood, BoardMaterial::Stone, BoardMaterial::Paper] {
            let sizes: Vec<_> = layers(board).iter().map(|layer| layer.size).collect();
            let width = sizes.iter().map(|size| i64::from(size.0)).fold(1, least_common_multiple);
            let height = sizes.iter().map(|size| i64::from(size.1)).fold(1, least_common_multiple);
            assert!(width > largest.0 && height > largest.1, "{}: {width} × {height}", board.name());
        }
    }
}
