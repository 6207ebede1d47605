//! Styles of inks and tones: with colours, or with bold, dim and reversed text.

use quirkat_draw::terminal::Ink;
use quirkat_draw::{Mark, Scene};
use quirkat_rules::{Colour, Point, Rank};
use ratatui::style::{Color, Modifier, Style};

/// Settings of the theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Whether colours may be used.
    pub colours: bool,
}

/// Tone of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Usual text.
    Plain,
    /// Background text.
    Quiet,
    /// Important text.
    Strong,
    /// An action failed.
    Warning,
    /// A bar at the edge of the screen.
    Bar,
    /// A key in the bar.
    Key,
}

/// Colours of the 256-colour palette, so that the board looks the same on light and dark terminals.
mod colour {
    use ratatui::style::Color;

    pub const WOOD: Color = Color::Indexed(94);
    pub const SHADE: Color = Color::Indexed(180);
    pub const CLOSED: Color = Color::Indexed(58);
    pub const GROOVE: Color = Color::Indexed(179);
    pub const TRAIL: Color = Color::Indexed(227);
    pub const NAME: Color = Color::Indexed(222);
    pub const LIGHT: Color = Color::Indexed(231);
    pub const DARK: Color = Color::Indexed(16);
    pub const LIGHT_MAN: Color = Color::Indexed(240);
    pub const DARK_MAN: Color = Color::Indexed(247);
    pub const LIGHT_KING: Color = Color::Indexed(160);
    pub const DARK_KING: Color = Color::Indexed(220);
    pub const LIGHT_GREEN: Color = Color::Indexed(157);
    pub const DARK_GREEN: Color = Color::Indexed(22);
    pub const CURSOR: Color = Color::Indexed(220);
    pub const SELECTED: Color = Color::Indexed(34);
    pub const HUFF: Color = Color::Indexed(160);
    pub const BAR: Color = Color::Indexed(238);
}

impl Theme {
    /// Returns the style of a board cell, which may belong to a point.
    pub fn cell(self, scene: &Scene, ink: Ink, point: Option<Point>) -> Style {
        let has = |mark| point.is_some_and(|point| scene.has(point, mark));
        if self.colours {
            let rank = point.and_then(|point| scene.setup.top(point)).map_or(Rank::Man, |piece| piece.rank);
            coloured(ink, rank, has(Mark::Movable))
        } else if has(Mark::Cursor) || has(Mark::Selected) {
            plain(ink).add_modifier(Modifier::REVERSED)
        } else if has(Mark::Movable) {
            plain(ink).add_modifier(Modifier::UNDERLINED)
        } else {
            plain(ink)
        }
    }

    /// Returns the style of a text.
    pub fn tone(self, tone: Tone) -> Style {
        let style = Style::new();
        match (tone, self.colours) {
            (Tone::Plain, _) => style,
            (Tone::Quiet, _) => style.add_modifier(Modifier::DIM),
            (Tone::Strong, _) => style.add_modifier(Modifier::BOLD),
            (Tone::Warning, true) => style.fg(Color::LightRed).add_modifier(Modifier::BOLD),
            (Tone::Warning, false) => style.add_modifier(Modifier::BOLD),
            (Tone::Bar, true) => style.bg(colour::BAR).fg(colour::LIGHT),
            (Tone::Bar, false) => style.add_modifier(Modifier::REVERSED),
            (Tone::Key, true) => style.bg(colour::BAR).fg(colour::TRAIL).add_modifier(Modifier::BOLD),
            (Tone::Key, false) => style.add_modifier(Modifier::REVERSED | Modifier::BOLD),
        }
    }
}

fn coloured(ink: Ink, rank: Rank, movable: bool) -> Style {
    let on = |ground, ink| Style::new().bg(ground).fg(ink);
    let man = rank == Rank::Man;
    let style = match ink {
        Ink::Ground => return Style::new().bg(colour::WOOD),
        // The character is for terminals without colours.
        Ink::Shade => return on(colour::SHADE, colour::SHADE),
        Ink::Closed => return on(colour::WOOD, colour::CLOSED),
        Ink::Line | Ink::Empty => return on(colour::WOOD, colour::GROOVE),
        Ink::Name => return on(colour::WOOD, colour::NAME),
        Ink::Trail | Ink::Trace => on(colour::WOOD, colour::TRAIL),
        Ink::Target => on(colour::SELECTED, colour::LIGHT),
        Ink::Piece(Colour::White) => on(
            if movable { colour::LIGHT_GREEN } else { colour::LIGHT },
            if man { colour::LIGHT_MAN } else { colour::LIGHT_KING },
        ),
        Ink::Piece(Colour::Black) => on(
            if movable { colour::DARK_GREEN } else { colour::DARK },
            if man { colour::DARK_MAN } else { colour::DARK_KING },
        ),
        Ink::Bracket(Mark::Selected) => on(colour::SELECTED, colour::DARK),
        Ink::Bracket(Mark::Huffable) => on(colour::HUFF, colour::LIGHT),
        Ink::Bracket(_) => on(colour::CURSOR, colour::DARK),
    };
    style.add_modifier(Modifier::BOLD)
}

fn plain(ink: Ink) -> Style {
    let style = Style::new();
    match ink {
        Ink::Ground | Ink::Name | Ink::Empty => style,
        Ink::Line | Ink::Shade | Ink::Closed => style.add_modifier(Modifier::DIM),
        Ink::Trail | Ink::Trace | Ink::Piece(_) | Ink::Target | Ink::Bracket(_) => style.add_modifier(Modifier::BOLD),
    }
}
