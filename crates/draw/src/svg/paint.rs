//! Paint: the colours of a drawing.

/// How the colours are written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Palette {
    /// As custom properties, which a page may set, each with a colour to fall back on.
    #[default]
    Css,
    /// As the colours themselves, for programs that know no custom properties.
    Fixed,
    /// As the colours of ink on white paper.
    Paper,
    /// As black ink alone on white paper.
    Mono,
}

/// What a colour is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tint {
    /// The face of a light piece.
    White,
    /// The edge of a light piece.
    WhiteEdge,
    /// The face of a dark piece.
    Black,
    /// The edge of a dark piece.
    BlackEdge,
    /// The board's lines.
    Line,
    /// The ground of the board.
    Field,
    /// A light square of a chequered board.
    LightSquare,
    /// A dark square of a chequered board.
    DarkSquare,
    /// Names and numbers.
    Text,
    /// A mark of a point.
    Mark,
    /// The way of the last turn.
    Last,
    /// Where a piece may go.
    Target,
    /// What is taken.
    Taken,
}

impl Tint {
    /// The name of its custom property, and its colour on screens.
    fn told(self) -> (&'static str, &'static str) {
        match self {
            Tint::White => ("white", "#fdf8ec"),
            Tint::WhiteEdge => ("white-edge", "#463827"),
            Tint::Black => ("black", "#2e2722"),
            Tint::BlackEdge => ("black-edge", "#b9a88f"),
            Tint::Line => ("line", "#6d5a45"),
            Tint::Field => ("field", "#ece1c8"),
            Tint::LightSquare => ("light-square", "#f3e9d2"),
            Tint::DarkSquare => ("dark-square", "#c9a77c"),
            Tint::Text => ("text", "#463827"),
            Tint::Mark => ("mark", "#1f6687"),
            Tint::Last => ("last", "#d2902a"),
            Tint::Target => ("target", "#2f7a4c"),
            Tint::Taken => ("taken", "#b0301f"),
        }
    }
}

impl Tint {
    /// What is another colour on paper: the ground is the paper's own, and large surfaces take little ink.
    fn in_ink(self) -> Option<&'static str> {
        match self {
            Tint::Field | Tint::LightSquare => Some("#ffffff"),
            Tint::DarkSquare => Some("#d9be96"),
            Tint::Line => Some("#463827"),
            _ => None,
        }
    }

    /// Its grey.
    fn in_black(self) -> &'static str {
        match self {
            Tint::White | Tint::BlackEdge | Tint::Field | Tint::LightSquare => "#ffffff",
            Tint::DarkSquare => "#c8c8c8",
            Tint::Last => "#a0a0a0",
            Tint::Mark | Tint::Target => "#505050",
            Tint::WhiteEdge | Tint::Black | Tint::Line | Tint::Text | Tint::Taken => "#000000",
        }
    }
}

impl Palette {
    /// A colour as the value of an attribute.
    pub(super) fn paint(self, tint: Tint) -> String {
        let (name, colour) = tint.told();
        match self {
            Palette::Css => format!("var(--q-{name},{colour})"),
            Palette::Fixed => colour.to_owned(),
            Palette::Paper => tint.in_ink().unwrap_or(colour).to_owned(),
            Palette::Mono => tint.in_black().to_owned(),
        }
    }
}

/// A text as it may stand in an element or an attribute.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // No document may have them, however they are written.
            sign if sign.is_control() => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}
