//! Materials of a drawn board and of its pieces. They are decoration and carry no information.

macro_rules! looks {
    ($(#[$about:meta])* $kind:ident { $($(#[$meaning:meta])* $look:ident = $name:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum $kind { $($(#[$meaning])* $look),+ }

        impl $kind {
            /// All values; the first is the default.
            pub const ALL: &[$kind] = &[$($kind::$look),+];

            /// Returns the word of the material in URLs and options.
            pub fn name(self) -> &'static str {
                match self { $($kind::$look => $name),+ }
            }
        }
    };
}

looks! {
    /// Material of which a board is drawn.
    BoardMaterial {
        /// Light wood with its grain and burnt-in lines.
        #[default]
        Wood = "wood",
        /// Limestone into which the lines are carved.
        Stone = "stone",
        /// Parchment with lines in ink.
        Paper = "paper",
        /// Black on white without a texture.
        Contrast = "contrast",
    }
}

looks! {
    /// Material of which the pieces are drawn.
    PieceMaterial {
        /// Turned wooden discs with concentric grooves.
        #[default]
        Turned = "turned",
        /// Smooth pebbles with a highlight.
        Pebbles = "pebbles",
        /// Printed discs without light and shadow.
        Flat = "flat",
    }
}

/// Materials of a board and of its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Materials {
    /// Material of which the board is drawn.
    pub board: BoardMaterial,
    /// Material of which the pieces are drawn.
    pub pieces: PieceMaterial,
}
