//! Colours of a drawing.

use super::materials::{BoardMaterial, Materials, PieceMaterial};
use quirkat_rules::is_unprintable;
use std::fmt::Write;

/// Form in which colours are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Palette {
    /// Custom properties that a page may set, with the colours of these materials as fallback. The drawing contains the
    /// textures of all materials and shows those of the page.
    Css(Materials),
    /// Fixed colours, for programs without custom properties.
    Fixed(Materials),
    /// Ink colours on white paper.
    Paper,
    /// Black ink on white paper.
    Mono,
}

impl Default for Palette {
    fn default() -> Self {
        Palette::Css(Materials::default())
    }
}

/// Purpose of a colour in the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tint {
    /// Background of the board near the light.
    Field,
    /// Background of the board far from the light.
    Shade,
    /// Grain of the board's material.
    Grain,
    /// Light on the edges of the lines.
    Glint,
    /// Lines that join the points of the board.
    Line,
    /// Names of points, and other numbers.
    Text,
    /// Light square of a chequered board.
    LightSquare,
    /// Dark square of a chequered board.
    DarkSquare,
    /// Mark on a point, such as the cursor.
    Mark,
    /// Edge of the last turn's path, which contrasts with every background.
    Last,
    /// Middle of the last turn's path, which contrasts with its edge.
    Way,
    /// Point to which a piece may go.
    Target,
    /// Cross on a captured piece.
    Taken,
    /// Face of a light piece.
    White,
    /// Lit part of a light piece's face.
    WhiteLit,
    /// Shaded part of a light piece's face.
    WhiteDim,
    /// Side of a light piece.
    WhiteSide,
    /// Edge and figure of a light piece.
    WhiteEdge,
    /// Face of a dark piece.
    Black,
    /// Lit part of a dark piece's face.
    BlackLit,
    /// Shaded part of a dark piece's face.
    BlackDim,
    /// Side of a dark piece.
    BlackSide,
    /// Edge and figure of a dark piece.
    BlackEdge,
}

/// Purposes of the colours of a board, in the order of the tables.
const BOARD_TINTS: [Tint; 13] = [
    Tint::Field,
    Tint::Shade,
    Tint::Grain,
    Tint::Glint,
    Tint::Line,
    Tint::Text,
    Tint::LightSquare,
    Tint::DarkSquare,
    Tint::Mark,
    Tint::Last,
    Tint::Way,
    Tint::Target,
    Tint::Taken,
];

/// Purposes of the colours of pieces, in the order of the tables.
const PIECE_TINTS: [Tint; 10] = [
    Tint::WhiteLit,
    Tint::White,
    Tint::WhiteDim,
    Tint::WhiteSide,
    Tint::WhiteEdge,
    Tint::BlackLit,
    Tint::Black,
    Tint::BlackDim,
    Tint::BlackSide,
    Tint::BlackEdge,
];

impl BoardMaterial {
    /// Returns whether the bevel is visible, as a value of `display`.
    fn bevel(self) -> &'static str {
        if self == BoardMaterial::Contrast { "none" } else { "inline" }
    }

    /// Returns the colours of a board in light and in dark mode.
    #[rustfmt::skip]
    fn colours(self) -> [[&'static str; BOARD_TINTS.len()]; 2] {
        match self {
            BoardMaterial::Wood => [
                ["#edcb97", "#dbb077", "#8a5a26", "#fff3d8", "#54310f", "#56371a", "#efd3a4", "#b27b48", "#0b3f63",
                 "#3a1d08", "#ffc93c", "#0b3f63", "#7a0710"],
                ["#b18a57", "#9b7646", "#4a2c0e", "#d9b98a", "#2b1706", "#0f0600", "#b9935f", "#8f6839", "#05263f",
                 "#140a03", "#f0b93a", "#05263f", "#4a0208"],
            ],
            BoardMaterial::Stone => [
                ["#e6e3da", "#cfcbc0", "#6f6a5d", "#ffffff", "#57544d", "#47443d", "#e6e3da", "#a5a196", "#0b3f63",
                 "#3a2a06", "#ffcb45", "#0b3f63", "#86101a"],
                ["#9c9b95", "#87867f", "#3b3a35", "#c9c8c0", "#24231f", "#12110e", "#a4a39c", "#7b7a72", "#052640",
                 "#120e05", "#f0bd4a", "#052640", "#500309"],
            ],
            BoardMaterial::Paper => [
                ["#f7edd4", "#ecdcb8", "#a27b46", "#fffaf0", "#402c1a", "#6a4a2c", "#f7edd4", "#cf9f78", "#0b3f63",
                 "#5f1710", "#f4b740", "#0b3f63", "#86101a"],
                ["#c9b68f", "#b5a078", "#6b4d26", "#dccdab", "#2b1d10", "#2b1d10", "#c9b68f", "#9a7350", "#072d4a",
                 "#330a05", "#f4c05a", "#072d4a", "#560510"],
            ],
            BoardMaterial::Contrast => [[
                "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#000000", "#000000", "#ffffff", "#8c8c8c", "#0000c8",
                "#000000", "#ffd400", "#0000c8", "#800000",
            ]; 2],
        }
    }
}

impl PieceMaterial {
    #[rustfmt::skip]
    fn colours(self) -> [&'static str; PIECE_TINTS.len()] {
        match self {
            PieceMaterial::Turned => [
                "#fffaf0", "#f8e9c9", "#ead6ae", "#b8955f", "#5b3e1f",
                "#7d5a43", "#44291b", "#26150c", "#150a05", "#e0c290",
            ],
            PieceMaterial::Pebbles => [
                "#ffffff", "#efece5", "#b9b3a6", "#8d877a", "#4c4942",
                "#565c64", "#2c3036", "#0e1013", "#08090a", "#c3c9d1",
            ],
            PieceMaterial::Flat => [
                "#fffaf0", "#fffaf0", "#fffaf0", "#fffaf0", "#1c120a",
                "#1c120a", "#1c120a", "#1c120a", "#1c120a", "#fff3dc",
            ],
        }
    }
}

impl Tint {
    /// Returns the name of the custom property.
    fn name(self) -> &'static str {
        match self {
            Tint::Field => "field",
            Tint::Shade => "shade",
            Tint::Grain => "grain",
            Tint::Glint => "glint",
            Tint::Line => "line",
            Tint::Text => "text",
            Tint::LightSquare => "light-square",
            Tint::DarkSquare => "dark-square",
            Tint::Mark => "mark",
            Tint::Last => "last",
            Tint::Way => "way",
            Tint::Target => "target",
            Tint::Taken => "taken",
            Tint::White => "white",
            Tint::WhiteLit => "white-lit",
            Tint::WhiteDim => "white-dim",
            Tint::WhiteSide => "white-side",
            Tint::WhiteEdge => "white-edge",
            Tint::Black => "black",
            Tint::BlackLit => "black-lit",
            Tint::BlackDim => "black-dim",
            Tint::BlackSide => "black-side",
            Tint::BlackEdge => "black-edge",
        }
    }

    /// Returns the colour with these materials, in light and in dark mode.
    pub fn colours(self, materials: Materials) -> [&'static str; 2] {
        let place = |tints: &[Tint]| tints.iter().position(|&tint| tint == self);
        let of_pieces = || place(&PIECE_TINTS).map(|place| [materials.pieces.colours()[place]; 2]);
        let of_board = place(&BOARD_TINTS).map(|place| materials.board.colours().map(|scheme| scheme[place]));
        of_board.or_else(of_pieces).unwrap_or_default()
    }

    /// Returns the colour on paper: the paper itself is the background, and large areas use little ink.
    fn in_ink(self) -> &'static str {
        match self {
            Tint::Field | Tint::Shade | Tint::LightSquare | Tint::Glint => "#ffffff",
            Tint::DarkSquare => "#d9be96",
            Tint::Line | Tint::Text | Tint::WhiteEdge | Tint::WhiteSide | Tint::Grain => "#463827",
            Tint::White | Tint::WhiteLit | Tint::WhiteDim => "#fdf8ec",
            Tint::Black | Tint::BlackLit | Tint::BlackDim | Tint::BlackSide => "#2e2722",
            Tint::BlackEdge => "#b9a88f",
            Tint::Mark => "#1f6687",
            Tint::Last | Tint::Way => "#d2902a",
            Tint::Target => "#2f7a4c",
            Tint::Taken => "#b0301f",
        }
    }

    /// Returns the grey for black ink.
    fn in_black(self) -> &'static str {
        match self {
            Tint::Field | Tint::Shade | Tint::LightSquare | Tint::Glint => "#ffffff",
            Tint::White | Tint::WhiteLit | Tint::WhiteDim | Tint::BlackEdge => "#ffffff",
            Tint::DarkSquare => "#c8c8c8",
            Tint::Last | Tint::Way => "#a0a0a0",
            Tint::Mark | Tint::Target => "#505050",
            Tint::Line | Tint::Text | Tint::Grain | Tint::Taken => "#000000",
            Tint::WhiteEdge | Tint::WhiteSide | Tint::Black | Tint::BlackLit | Tint::BlackDim | Tint::BlackSide => {
                "#000000"
            }
        }
    }
}

impl Palette {
    /// Returns the colour as the value of an attribute.
    pub(super) fn paint(self, tint: Tint) -> String {
        match self {
            Palette::Css(materials) => format!("var(--q-{},{})", tint.name(), tint.colours(materials)[0]),
            Palette::Fixed(materials) => tint.colours(materials)[0].to_owned(),
            Palette::Paper => tint.in_ink().to_owned(),
            Palette::Mono => tint.in_black().to_owned(),
        }
    }

    /// Returns whether materials are drawn; on paper everything is ink.
    pub(super) fn is_solid(self) -> bool {
        matches!(self, Palette::Css(_) | Palette::Fixed(_))
    }

    /// Returns the boards that the drawing contains, each with the attribute that shows it.
    pub(super) fn boards(self) -> Vec<(BoardMaterial, String)> {
        match self {
            Palette::Css(materials) => with_display(BoardMaterial::ALL, materials.board, BoardMaterial::name),
            Palette::Fixed(materials) => vec![(materials.board, String::new())],
            Palette::Paper | Palette::Mono => Vec::new(),
        }
    }

    /// Returns the attribute that shows the bevel of the board, if it has one.
    pub(super) fn bevel(self) -> Option<String> {
        match self {
            Palette::Css(materials) => Some(format!(" display=\"var(--q-bevel,{})\"", materials.board.bevel())),
            Palette::Fixed(materials) => (materials.board.bevel() == "inline").then(String::new),
            Palette::Paper | Palette::Mono => None,
        }
    }

    /// Returns the width of the board's lines.
    pub(super) fn line_width(self) -> i32 {
        match self {
            Palette::Css(Materials { board: BoardMaterial::Contrast, .. })
            | Palette::Fixed(Materials { board: BoardMaterial::Contrast, .. }) => 6,
            _ => 4,
        }
    }

    /// Returns the materials of pieces that the drawing contains, each with the attribute that shows it; on paper
    /// pieces are flat.
    pub(super) fn pieces(self) -> Vec<(PieceMaterial, String)> {
        match self {
            Palette::Css(materials) => with_display(PieceMaterial::ALL, materials.pieces, PieceMaterial::name),
            Palette::Fixed(materials) => vec![(materials.pieces, String::new())],
            Palette::Paper | Palette::Mono => vec![(PieceMaterial::Flat, String::new())],
        }
    }
}

fn with_display<L: Copy + PartialEq>(all: &[L], own: L, name: fn(L) -> &'static str) -> Vec<(L, String)> {
    let display = |material: L| {
        let or = if material == own { "inline" } else { "none" };
        (material, format!(" display=\"var(--q-{},{or})\"", name(material)))
    };
    all.iter().copied().map(display).collect()
}

/// Returns the custom properties of all boards and pieces as a style sheet. A page selects them by `data-board` and
/// `data-pieces` of its root element. Visitors who prefer more contrast get it without a selection.
pub fn style_sheet() -> String {
    let mut sheet = "/* Written by a test from the colours of the drawings: see CONTRIBUTING.md. */\n".to_owned();
    let board = |material: BoardMaterial| {
        let colour = |tint: &Tint| {
            let [day, dark] = tint.colours(Materials { board: material, pieces: PieceMaterial::default() });
            let both = if day == dark { day.to_owned() } else { format!("light-dark({day}, {dark})") };
            format!("  --q-{}: {both};\n", tint.name())
        };
        let display = displays(BoardMaterial::ALL, material, BoardMaterial::name)
            + &format!("  --q-bevel: {};\n", material.bevel());
        BOARD_TINTS.iter().map(colour).collect::<String>() + &display
    };
    let pieces = |material: PieceMaterial| {
        let colour = |tint: &Tint| {
            let [colour, _] = tint.colours(Materials { board: BoardMaterial::default(), pieces: material });
            format!("  --q-{}: {colour};\n", tint.name())
        };
        PIECE_TINTS.iter().map(colour).collect::<String>()
            + &displays(PieceMaterial::ALL, material, PieceMaterial::name)
    };
    for &material in BoardMaterial::ALL {
        let _ = write!(sheet, "\n:root[data-board=\"{}\"] {{\n{}}}\n", material.name(), board(material));
    }
    for &material in PieceMaterial::ALL {
        let _ = write!(sheet, "\n:root[data-pieces=\"{}\"] {{\n{}}}\n", material.name(), pieces(material));
    }
    let strong = (board(BoardMaterial::Contrast) + &pieces(PieceMaterial::Flat)).replace("  --", "    --");
    let _ =
        write!(sheet, "\n@media (prefers-contrast: more) {{\n  :root[data-board][data-pieces] {{\n{strong}  }}\n}}\n");
    sheet
}

fn displays<L: Copy + PartialEq>(all: &[L], own: L, name: fn(L) -> &'static str) -> String {
    let display =
        |&material: &L| format!("  --q-{}: {};\n", name(material), if material == own { "inline" } else { "none" });
    all.iter().map(display).collect()
}

/// Escapes a text for use in an element or an attribute.
pub fn escape(text: &str) -> String {
    let mut escape = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escape += "&amp;",
            '<' => escape += "&lt;",
            '>' => escape += "&gt;",
            '"' => escape += "&quot;",
            // XML does not allow some of these characters, even escaped.
            sign if is_unprintable(sign) => escape.push(' '),
            sign => escape.push(sign),
        }
    }
    escape
}
