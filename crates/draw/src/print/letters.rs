//! The letters of printed pages: one face, carried by the program, so that every printer shows the same.
//!
//! Noto Serif has Latin with its accents, macrons and the ʻokina. Letters stand side by side by their widths; there is no
//! layout of scripts that need one.

use super::measure::Mm;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// The face. Its licence lies beside it.
pub const FACE: &[u8] = include_bytes!("../../fonts/NotoSerif-Regular.ttf");

/// The name of the face in files that do not carry it.
pub const FAMILY: &str = "'Noto Serif',Georgia,serif";

/// A letter of the face: where it stands in the text, and its width as a share of the type's size.
pub struct Letter {
    pub glyph: u32,
    pub width: f32,
    pub bytes: std::ops::Range<usize>,
}

fn face() -> (FontRef<'static>, GlyphMetrics<'static>, f32) {
    let font = FontRef::new(FACE).expect("the embedded face is a sound font");
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let em = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    (font, metrics, em)
}

/// The letters of a text; those that the face does not have are its box for missing ones.
pub fn letters(text: &str) -> Vec<Letter> {
    let (font, metrics, em) = face();
    let map = font.charmap();
    let letter = |(start, sign): (usize, char)| {
        let glyph = map.map(sign).unwrap_or(GlyphId::NOTDEF);
        let width = metrics.advance_width(glyph).unwrap_or(em) / em;
        Letter { glyph: glyph.to_u32(), width, bytes: start..start + sign.len_utf8() }
    };
    text.char_indices().map(letter).collect()
}

/// Whether the face has every letter of a text.
pub fn can_write(text: &str) -> bool {
    let map = face().0.charmap();
    text.chars().all(|sign| map.map(sign).is_some())
}

/// The width of a text in this size.
pub fn width(text: &str, size: Mm) -> Mm {
    size.times(letters(text).iter().map(|letter| f64::from(letter.width)).sum())
}

/// The size in which a text is no wider than this, at most the one wished for.
pub fn fitting(text: &str, wished: Mm, room: Mm) -> Mm {
    let width = width(text, wished);
    if width <= room { wished } else { wished.times(room.millimetres() / width.millimetres() * 0.99) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_face_has_what_names_need() {
        assert!(can_write("Kōnane, Kolowis Awithlaknannai, Alquerque — ʻokina ½ × 50 mm ¡ñ! Āāēīōū Łódź"));
        assert!(!can_write("बाघचाल"));
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters() {
        let size = Mm::whole(10);
        assert_eq!(width("", size), Mm::ZERO);
        assert!(width("mm", size) > width("ii", size));
        let long = "a".repeat(100);
        assert!(width(&long, fitting(&long, size, Mm::whole(90))) <= Mm::whole(90));
    }
}
