//! Paint: the colours of a drawing.

use super::materials::{BoardMaterial, Materials, PieceMaterial};
use std::fmt::Write;

/// How the colours are written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Palette {
    /// As custom properties, which a page may set, each with the colour of this dress to fall back on. The drawing holds
    /// what every dress needs, and shows what belongs to that of the page.
    Css(Materials),
    /// As the colours themselves, for programs that know no custom properties.
    Fixed(Materials),
    /// As the colours of ink on white paper.
    Paper,
    /// As black ink alone on white paper.
    Mono,
}

impl Default for Palette {
    fn default() -> Self {
        Palette::Css(Materials::default())
    }
}

/// What a colour is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tint {
    /// The ground of the board, where the light comes from.
    Field,
    /// The ground of the board, at its far end from the light.
    Shade,
    /// The grain of its material.
    Grain,
    /// The light on the edges of its lines.
    Glint,
    /// The board's lines.
    Line,
    /// Names and numbers.
    Text,
    /// A light square of a chequered board.
    LightSquare,
    /// A dark square of a chequered board.
    DarkSquare,
    /// A mark of a point.
    Mark,
    /// The edge of the last turn's way, which is told from every ground.
    Last,
    /// The middle of the last turn's way, which is told from its edge.
    Way,
    /// Where a piece may go.
    Target,
    /// What is taken.
    Taken,
    /// The face of a light piece.
    White,
    /// Where the light falls on it.
    WhiteLit,
    /// Where it turns from the light.
    WhiteDim,
    /// Its side.
    WhiteSide,
    /// Its edge, and what is drawn on it.
    WhiteEdge,
    /// The face of a dark piece.
    Black,
    /// Where the light falls on it.
    BlackLit,
    /// Where it turns from the light.
    BlackDim,
    /// Its side.
    BlackSide,
    /// Its edge, and what is drawn on it.
    BlackEdge,
}

/// What a board has colours for, in the order of the tables.
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

/// What pieces have colours for, in the order of the tables.
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
    /// Whether its edge is seen, as the value of `display`.
    fn bevel(self) -> &'static str {
        if self == BoardMaterial::Contrast { "none" } else { "inline" }
    }

    /// Its colours by day, and in the dark, where a board is seen by lamplight.
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
    /// The name of its custom property.
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

    /// Its colour by day in a dress, and in the dark.
    pub fn colours(self, dress: Materials) -> [&'static str; 2] {
        let place = |tints: &[Tint]| tints.iter().position(|&tint| tint == self);
        let of_pieces = || place(&PIECE_TINTS).map(|place| [dress.pieces.colours()[place]; 2]);
        let of_board = place(&BOARD_TINTS).map(|place| dress.board.colours().map(|scheme| scheme[place]));
        of_board.or_else(of_pieces).unwrap_or_default()
    }

    /// What it is on paper: the ground is the paper's own, and large surfaces take little ink.
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

    /// Its grey.
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
    /// A colour as the value of an attribute.
    pub(super) fn paint(self, tint: Tint) -> String {
        match self {
            Palette::Css(dress) => format!("var(--q-{},{})", tint.name(), tint.colours(dress)[0]),
            Palette::Fixed(dress) => tint.colours(dress)[0].to_owned(),
            Palette::Paper => tint.in_ink().to_owned(),
            Palette::Mono => tint.in_black().to_owned(),
        }
    }

    /// Whether things are drawn as of a material; on paper they are of ink.
    pub(super) fn is_solid(self) -> bool {
        matches!(self, Palette::Css(_) | Palette::Fixed(_))
    }

    /// The boards that the drawing has to be able to show, each with the attribute by which it is shown.
    pub(super) fn boards(self) -> Vec<(BoardMaterial, String)> {
        match self {
            Palette::Css(dress) => shown(BoardMaterial::ALL, dress.board, BoardMaterial::name),
            Palette::Fixed(dress) => vec![(dress.board, String::new())],
            Palette::Paper | Palette::Mono => Vec::new(),
        }
    }

    /// The attribute by which the edge of the board is shown, where it has one.
    pub(super) fn bevel(self) -> Option<String> {
        match self {
            Palette::Css(dress) => Some(format!(" display=\"var(--q-bevel,{})\"", dress.board.bevel())),
            Palette::Fixed(dress) => (dress.board.bevel() == "inline").then(String::new),
            Palette::Paper | Palette::Mono => None,
        }
    }

    /// How wide the lines of the board are.
    pub(super) fn line_width(self) -> i32 {
        match self {
            Palette::Css(Materials { board: BoardMaterial::Contrast, .. })
            | Palette::Fixed(Materials { board: BoardMaterial::Contrast, .. }) => 6,
            _ => 4,
        }
    }

    /// The same of pieces; on paper they are flat.
    pub(super) fn pieces(self) -> Vec<(PieceMaterial, String)> {
        match self {
            Palette::Css(dress) => shown(PieceMaterial::ALL, dress.pieces, PieceMaterial::name),
            Palette::Fixed(dress) => vec![(dress.pieces, String::new())],
            Palette::Paper | Palette::Mono => vec![(PieceMaterial::Flat, String::new())],
        }
    }
}

fn shown<L: Copy + PartialEq>(all: &[L], own: L, name: fn(L) -> &'static str) -> Vec<(L, String)> {
    let display = |look: L| {
        let or = if look == own { "inline" } else { "none" };
        (look, format!(" display=\"var(--q-{},{or})\"", name(look)))
    };
    all.iter().copied().map(display).collect()
}

/// The custom properties of all boards and pieces as a style sheet: a page chooses by `data-board` and `data-pieces` of its
/// root. Who asks for more contrast has it without choosing.
pub fn style_sheet() -> String {
    let mut sheet = "/* Written by a test from the colours of the drawings: see CONTRIBUTING.md. */\n".to_owned();
    let board = |look: BoardMaterial| {
        let colour = |tint: &Tint| {
            let [day, dark] = tint.colours(Materials { board: look, pieces: PieceMaterial::default() });
            let both = if day == dark { day.to_owned() } else { format!("light-dark({day}, {dark})") };
            format!("  --q-{}: {both};\n", tint.name())
        };
        let shown =
            displays(BoardMaterial::ALL, look, BoardMaterial::name) + &format!("  --q-bevel: {};\n", look.bevel());
        BOARD_TINTS.iter().map(colour).collect::<String>() + &shown
    };
    let pieces = |look: PieceMaterial| {
        let colour = |tint: &Tint| {
            let [colour, _] = tint.colours(Materials { board: BoardMaterial::default(), pieces: look });
            format!("  --q-{}: {colour};\n", tint.name())
        };
        PIECE_TINTS.iter().map(colour).collect::<String>() + &displays(PieceMaterial::ALL, look, PieceMaterial::name)
    };
    for &look in BoardMaterial::ALL {
        let _ = write!(sheet, "\n:root[data-board=\"{}\"] {{\n{}}}\n", look.name(), board(look));
    }
    for &look in PieceMaterial::ALL {
        let _ = write!(sheet, "\n:root[data-pieces=\"{}\"] {{\n{}}}\n", look.name(), pieces(look));
    }
    let strong = (board(BoardMaterial::Contrast) + &pieces(PieceMaterial::Flat)).replace("  --", "    --");
    let _ =
        write!(sheet, "\n@media (prefers-contrast: more) {{\n  :root[data-board][data-pieces] {{\n{strong}  }}\n}}\n");
    sheet
}

fn displays<L: Copy + PartialEq>(all: &[L], own: L, name: fn(L) -> &'static str) -> String {
    let display = |&look: &L| format!("  --q-{}: {};\n", name(look), if look == own { "inline" } else { "none" });
    all.iter().map(display).collect()
}

/// A text as it may stand in an element or an attribute.
pub fn escape(text: &str) -> String {
    let mut escape = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escape += "&amp;",
            '<' => escape += "&lt;",
            '>' => escape += "&gt;",
            '"' => escape += "&quot;",
            // No document may have them, however they are written.
            sign if sign.is_control() => escape.push(' '),
            sign => escape.push(sign),
        }
    }
    escape
}
