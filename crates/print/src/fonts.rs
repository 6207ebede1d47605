//! The faces of printed pages and of pictures in pixels, carried by the program, so that they are the same everywhere.
//!
//! Noto Serif has Latin with its accents, macrons and the ʻokina, Greek and Cyrillic; two more faces of the same family
//! have Devanagari and Arabic, for the names that games have at home. Their licence lies beside them.

use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use parley::{FontContext, LayoutContext};
use skrifa::{FontRef, MetadataProvider};
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

/// The files of the faces.
pub const FILES: [&[u8]; 5] = [
    include_bytes!("../fonts/NotoSerif-Regular.ttf"),
    include_bytes!("../fonts/NotoSerif-Bold.ttf"),
    include_bytes!("../fonts/NotoSerif-Italic.ttf"),
    include_bytes!("../fonts/NotoSerifDevanagari-Regular.ttf"),
    include_bytes!("../fonts/NotoNaskhArabic-Regular.ttf"),
];

/// Their families, each asked for letters that the ones before it lack.
pub const FAMILIES: [&str; 3] = ["Noto Serif", "Noto Serif Devanagari", "Noto Naskh Arabic"];

/// A face by the number of its file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Font(u8);

impl Font {
    /// Every face.
    pub const ALL: [Font; FILES.len()] = [Font(0), Font(1), Font(2), Font(3), Font(4)];

    /// The number of its file.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Whether some face has a sign.
pub fn has(sign: char) -> bool {
    static SIGNS: LazyLock<HashSet<u32>> = LazyLock::new(|| {
        let fonts = FILES.iter().filter_map(|file| FontRef::new(file).ok());
        fonts.flat_map(|font| font.charmap().mappings().map(|(sign, _)| sign).collect::<Vec<_>>()).collect()
    });
    SIGNS.contains(&u32::from(sign))
}

/// What sets type: the faces, and room to work in.
pub struct Setter {
    pub fonts: FontContext,
    pub layouts: LayoutContext<usize>,
    /// The layout library's own numbers of the files.
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

    /// The face that the layout library knows by this number; the first one for numbers of none.
    pub fn font(&self, number: u64) -> Font {
        let found = Font::ALL.into_iter().find(|font| self.numbers[font.index()] == number);
        found.unwrap_or(Font(0))
    }
}

/// Works with this thread's setter: to read the faces takes longer than to set a page.
pub fn with_setter<T>(work: impl FnOnce(&mut Setter) -> T) -> T {
    thread_local! {
        static SETTER: RefCell<Option<Setter>> = const { RefCell::new(None) };
    }
    SETTER.with_borrow_mut(|setter| work(setter.get_or_insert_with(Setter::new)))
}
