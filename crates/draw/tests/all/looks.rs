//! Contrast of boards and pieces: with all materials, information contrasts with its background.

use quirkat_draw::svg::paint::Tint;
use quirkat_draw::svg::{BoardMaterial, Materials, Palette, PieceMaterial, board, style_sheet};
use quirkat_rules::{Side, find_game};

/// Red, green and blue, from 0 to 1.
type Colour = [f64; 3];

fn colour(text: &str) -> Colour {
    [1, 3, 5].map(|from| f64::from(u8::from_str_radix(&text[from..from + 2], 16).unwrap()) / 255.0)
}

/// Returns the luminance of a colour by the definition of WCAG, from 0 to 1.
fn luminance(colour: Colour) -> f64 {
    let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(a: Colour, b: Colour) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns the opacity of each layer of a board's grain, except for hairs.
fn grain(dress: Materials) -> Vec<f64> {
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let drawn = board(&ruleset, Side::First, "", Palette::Fixed(dress));
    let Some((_, pattern)) = drawn.split_once("<pattern ") else { return Vec::new() };
    let layers = pattern.split("</pattern>").next().unwrap().split('<').skip(1);
    let number = |layer: &str, name: &str| -> Option<f64> {
        layer.split_once(&format!(" {name}=\""))?.1.split('"').next()?.parse().ok()
    };
    // Layers with a colour of their own are paler than the background.
    layers
        .filter(|layer| !layer.contains(" stroke=") && number(layer, "stroke-width").is_some_and(|width| width > 2.0))
        .filter_map(|layer| number(layer, "opacity"))
        .collect()
}

/// All combinations of boards and pieces.
fn dresses() -> impl Iterator<Item = Materials> {
    BoardMaterial::ALL
        .iter()
        .flat_map(|&board| PieceMaterial::ALL.iter().map(move |&pieces| Materials { board, pieces }))
}

#[test]
fn contrast_is_that_of_wcag() {
    let of = |a, b| contrast(colour(a), colour(b));
    assert!((of("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    assert!((of("#777777", "#ffffff") - 4.478).abs() < 1e-3);
}

#[test]
fn every_mark_contrasts_with_every_background() {
    const GROUNDS: [Tint; 4] = [Tint::Field, Tint::Shade, Tint::LightSquare, Tint::DarkSquare];
    let mut faults = Vec::new();
    for dress in dresses() {
        let layers = grain(dress);
        assert_eq!(layers.is_empty(), dress.board == BoardMaterial::Contrast, "{dress:?}");
        for scheme in 0..2 {
            let of = |tint: Tint| colour(tint.colours(dress)[scheme]);
            // The path of the last turn contrasts even with all layers of the grain together.
            for ground in GROUNDS {
                let mix = |below: Colour, density: &f64| {
                    [0, 1, 2].map(|part| below[part] * (1.0 - density) + of(Tint::Grain)[part] * density)
                };
                let found = contrast(of(Tint::Last), layers.iter().fold(of(ground), mix));
                if found < 3.0 {
                    faults.push(format!("{dress:?} {scheme}: the last turn on the grain of {ground:?} has {found:.2}"));
                }
            }
            let mut asks = |over: Tint, below: Tint, least: f64| {
                let found = contrast(of(over), of(below));
                if found < least {
                    faults.push(format!("{dress:?} {scheme}: {over:?} on {below:?} has {found:.2} and not {least}"));
                }
            };
            for ground in GROUNDS {
                for mark in [Tint::Last, Tint::Mark, Tint::Target, Tint::Taken] {
                    asks(mark, ground, 3.0);
                }
            }
            asks(Tint::Way, Tint::Last, 3.0);
            for ground in [Tint::Field, Tint::Shade] {
                asks(Tint::Line, ground, 3.0);
                asks(Tint::Text, ground, 4.5);
            }
            // A figure contrasts with the face of its piece, and light pieces with dark ones.
            asks(Tint::WhiteEdge, Tint::WhiteDim, 3.0);
            asks(Tint::BlackEdge, Tint::BlackLit, 3.0);
            asks(Tint::WhiteDim, Tint::BlackLit, 3.0);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_style_sheet_sets_the_same_properties_for_every_look() {
    let sheet = style_sheet();
    let names = |block: &str| -> Vec<String> {
        block
            .lines()
            .filter_map(|line| line.trim().strip_prefix("--q-")?.split_once(':'))
            .map(|(name, _)| name.to_owned())
            .collect()
    };
    for (kind, count) in [("board", BoardMaterial::ALL.len()), ("pieces", PieceMaterial::ALL.len())] {
        let blocks: Vec<_> = sheet
            .split(&format!(":root[data-{kind}=\""))
            .skip(1)
            .map(|block| names(block.split('}').next().unwrap()))
            .collect();
        assert_eq!(blocks.len(), count);
        assert!(blocks.iter().all(|block| *block == blocks[0] && block.len() > 10), "{blocks:?}");
    }
    assert!(sheet.contains("@media (prefers-contrast: more)"));
}
