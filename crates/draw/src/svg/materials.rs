//! Dress: of what a drawn board is made, and of what its pieces are. Both are looks alone: nothing is said by them.

macro_rules! looks {
    ($(#[$about:meta])* $kind:ident { $($(#[$meaning:meta])* $look:ident = $name:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum $kind { $($(#[$meaning])* $look),+ }

        impl $kind {
            /// All of them; the first is what nobody has to choose.
            pub const ALL: &[$kind] = &[$($kind::$look),+];

            /// Its word, as it stands in addresses.
            pub fn name(self) -> &'static str {
                match self { $($kind::$look => $name),+ }
            }
        }
    };
}

looks! {
    /// Of what a board is made.
    BoardMaterial {
        /// Light wood with its grain, the lines burnt in.
        #[default]
        Wood = "wood",
        /// Limestone, the lines carved.
        Stone = "stone",
        /// Parchment, the lines in ink.
        Paper = "paper",
        /// Nothing but black on white.
        Contrast = "contrast",
    }
}

looks! {
    /// Of what the pieces are made.
    PieceMaterial {
        /// Turned wood, with grooves.
        #[default]
        Turned = "turned",
        /// Smooth pebbles.
        Pebbles = "pebbles",
        /// Printed discs without depth.
        Flat = "flat",
    }
}

/// A board and its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Materials {
    /// The board.
    pub board: BoardMaterial,
    /// The pieces.
    pub pieces: PieceMaterial,
}
