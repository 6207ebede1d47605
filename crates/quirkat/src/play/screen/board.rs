//! The board on the screen: the drawing's cells in the styles of the theme. Pieces are tokens where colours are
//! available.

use super::theme::Theme;
use quirkat_draw::Scene;
use quirkat_draw::terminal::{Ink, Picture};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::HashSet;

/// Columns left and right of the drawing that belong to the board.
pub const EDGE: u16 = 1;

/// Draws a picture of a scene in the centre of an area, and returns its place.
pub fn draw(scene: &Scene, picture: &Picture, theme: Theme, area: Rect, buffer: &mut Buffer) -> Rect {
    let (width, height) = (picture.width() as u16, picture.height() as u16);
    let ground = theme.cell(scene, Ink::Ground, None);
    let board = Rect {
        x: area.x + area.width.saturating_sub(width + 2 * EDGE) / 2,
        y: area.y + area.height.saturating_sub(height) / 2,
        width: (width + 2 * EDGE).min(area.width),
        height: height.min(area.height),
    };
    buffer.set_style(board, ground);
    let at = Rect { x: board.x + EDGE, width, ..board };
    for (row, cells) in (at.y..at.bottom()).zip(picture.rows()) {
        for (column, cell) in (at.x..at.right()).zip(cells) {
            if let Some(there) = buffer.cell_mut((column, row)) {
                there.set_char(cell.sign).set_style(theme.cell(scene, cell.ink, cell.point));
            }
        }
    }
    if theme.colours {
        broaden(scene, picture, theme, at, buffer);
    }
    at
}

/// Draws a piece three columns wide where there is room beside it.
fn broaden(scene: &Scene, picture: &Picture, theme: Theme, at: Rect, buffer: &mut Buffer) {
    let spots: HashSet<_> = scene.board.points().map(|point| picture.spot(point)).collect();
    for point in scene.board.points().filter(|&point| scene.setup.top(point).is_some()) {
        let (column, row) = picture.spot(point);
        let Some(cells) = picture.rows().nth(row) else { continue };
        let is_tight = spots.contains(&(column + 2, row)) || spots.contains(&(column - 2, row));
        for beside in [column - 1, column + 1] {
            if cells[beside].point.is_none()
                && !is_tight
                && let Some(there) = buffer.cell_mut((at.x + beside as u16, at.y + row as u16))
            {
                there.set_char(' ').set_style(theme.cell(scene, cells[column].ink, Some(point)));
            }
        }
    }
}
