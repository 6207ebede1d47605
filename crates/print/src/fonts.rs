//! Fonts of printed pages and of PNG pictures. They are embedded, so output is the same on every machine.
//!
//! Noto Serif covers Latin with accents, macrons and the ʻokina, Greek and Cyrillic. Two more fonts of the same family
//! cover Devanagari and Arabic, for the native names of games. Their licence is in the same folder.

use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use parley::{FontContext, LayoutContext};
use skrifa::{FontRef, MetadataProvider};
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

/// Contents of the font files.
pub const FILES: [&[u8]; 5] = [
    include_bytes!("../fonts/NotoSerif-Regular.ttf"),
    include_bytes!("../fonts/NotoSerif-Bold.ttf"),
    include_bytes!("../fonts/NotoSerif-Italic.ttf"),
    include_bytes!("../fonts/NotoSerifDevanagari-Regular.ttf"),
    include_bytes!("../fonts/NotoNaskhArabic-Regular.ttf"),
];

/// Font families. A letter missing in one is looked up in the next.
pub const FAMILIES: [&str; 3] = ["Noto Serif", "Noto Serif Devanagari", "Noto Naskh Arabic"];

/// Index of a font file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Font(u8);

impl Font {
    /// All fonts, in the order of [`FILES`].
    pub const ALL: [Font; FILES.len()] = [Font(0), Font(1), Font(2), Font(3), Font(4)];

    /// Returns the index in [`FILES`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Returns whether any font has a glyph for a character.
pub fn has(sign: char) -> bool {
    static SIGNS: LazyLock<HashSet<u32>> = LazyLock::new(|| {
        let fonts = FILES.iter().filter_map(|file| FontRef::new(file).ok());
        fonts.flat_map(|font| font.charmap().mappings().map(|(sign, _)| sign).collect::<Vec<_>>()).collect()
    });
    SIGNS.contains(&u32::from(sign))
}

/// Fonts and working memory of the layout library.
pub struct Setter {
    pub fonts: FontContext,
    pub layouts: LayoutContext<usize>,
    /// Identifiers of the files in the layout library.
    numbers: [u64; FILES.len()],
}

impl Setter {
    fn new() -> Setter {
        let mut collection = Collection::new(CollectionOptions { shared: false, system_fonts: false });
        let blobs = FILES.map(|file| Blob::new(Arc::new(file)));
        let numbers = std::array::from_fn(|number| blobs[number].id());
        for blob in blobs {
            collection.register_fonts(blob, None);
        }
        let fonts = FontContext { collection, source_cache: SourceCache::default() };
        Setter { fonts, layouts: LayoutContext::new(), numbers }
    }

    /// Returns the font with this identifier in the layout library, or the first font for an unknown identifier.
    pub fn font(&self, number: u64) -> Font {
        let found = Font::ALL.into_iter().find(|font| self.numbers[font.index()] == number);
        found.unwrap_or(Font(0))
    }
}

/// Runs work with this thread's setter. Loading the fonts takes longer than laying out a page, so each thread loads
/// them once.
pub fn with_setter<T>(work: impl FnOnce(&mut Setter) -> T) -> T {
    thread_local! {
        static SETTER: RefCell<Option<Setter>> = const { RefCell::new(None) };
    }
    SETTER.with_borrow_mut(|setter| work(setter.get_or_insert_with(Setter::new)))
}
