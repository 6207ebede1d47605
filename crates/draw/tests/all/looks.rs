//! The looks of boards and pieces: whatever is chosen, what says something is told from what lies below it.

use quirkat_draw::svg::paint::Tint;
use quirkat_draw::svg::{Boards, Dress, Pieces, style_sheet};

/// The luminance of a colour as WCAG has it, from 0 to 1.
fn luminance(colour: &str) -> f64 {
    let part = |from: usize| {
        let part = f64::from(u8::from_str_radix(&colour[from..from + 2], 16).unwrap()) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// All boards with all pieces.
fn dresses() -> impl Iterator<Item = Dress> {
    Boards::ALL.iter().flat_map(|&board| Pieces::ALL.iter().map(move |&pieces| Dress { board, pieces }))
}

#[test]
fn contrast_is_that_of_wcag() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    assert!((contrast("#777777", "#ffffff") - 4.478).abs() < 1e-3);
}

#[test]
fn what_says_something_is_told_from_every_ground() {
    const GROUNDS: [Tint; 4] = [Tint::Field, Tint::Shade, Tint::LightSquare, Tint::DarkSquare];
    let mut faults = Vec::new();
    for dress in dresses() {
        for scheme in 0..2 {
            let mut asks = |over: Tint, below: Tint, least: f64| {
                let found = contrast(over.colours(dress)[scheme], below.colours(dress)[scheme]);
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
            // What a piece shows stands out from its face, and light pieces from dark ones.
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
    for (kind, count) in [("board", Boards::ALL.len()), ("pieces", Pieces::ALL.len())] {
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
