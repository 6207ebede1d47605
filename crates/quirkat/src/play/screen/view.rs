//! Layout of the screen: a title, the board, the panel beside or below it, a row of keys.

use super::app::{App, Mode, Question};
use super::board::EDGE;
use super::keys::{ARROWS, BACKSPACE, ENTER, ESCAPE, Key, Sign, word_action};
use super::prompt::{Prompt, Purpose};
use super::theme::{Theme, Tone};
use super::{board, help, panel};
use crate::play::words::wrapped;
use crate::words::Words;
use any_ascii::any_ascii;
use quirkat_draw::terminal::{Picture, fit, min_size};
use quirkat_draw::{CharacterSet, Scene};
use quirkat_rules::Ruleset;
use quirkat_words::texts::digits;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use textwrap::core::display_width;

/// Columns between the board and the panel.
const GAP: u16 = 1;

/// Draws the whole screen.
pub fn draw(app: &mut App<'_>, frame: &mut Frame<'_>) {
    let [title, body, keys] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(frame.area());
    draw_title(app, frame, title);
    if let Mode::Help(scroll) = *app.mode() {
        let furthest = help::draw(frame, body, app.session().game().ruleset(), app.words(), app.theme(), scroll);
        app.limit_page(furthest);
    } else if let Mode::More(scroll) = *app.mode() {
        let furthest = help::page(frame, body, |width| panel::everything(app, width), scroll);
        app.limit_page(furthest);
    } else {
        let scene = app.scene();
        match divide(&scene, app.look(), body) {
            Some((picture, left, right)) => {
                let at = board::draw(&scene, &picture, app.theme(), left, frame.buffer_mut());
                app.remember(at, picture);
                panel::draw(app, frame, right);
            }
            None => {
                app.forget_picture();
                draw_without_board(app, frame, body, &scene);
            }
        }
    }
    draw_keys(app, frame, keys);
    if app.look() == CharacterSet::Ascii {
        write_in_ascii(frame.buffer_mut());
    }
}

/// Replaces characters that are not ASCII, such as letters with accents, each by one character.
pub fn write_in_ascii(buffer: &mut Buffer) {
    for cell in buffer.content.iter_mut().filter(|cell| !cell.symbol().is_ascii()) {
        let sign = any_ascii(cell.symbol()).chars().next().unwrap_or(' ');
        cell.set_char(sign);
    }
}

/// Places the panel beside or below the board, whichever leaves more room for the board.
pub fn divide(scene: &Scene, look: CharacterSet, body: Rect) -> Option<(Picture, Rect, Rect)> {
    let fit = |width: u16, height: u16| fit(scene, look, width.saturating_sub(2 * EDGE).into(), height.into());
    let size = |picture: &Picture| picture.width() * picture.height();
    let leaving = |panel| fit(body.width.saturating_sub(panel + GAP + EDGE), body.height);
    let (beside, wider) = (leaving(panel::WIDTH), leaving(panel::NARROWEST));
    // The panel shrinks where the board would not fit or would be squeezed.
    let is_squeezed = |picture: &Picture| {
        wider.as_ref().is_some_and(|wider| wider.height() == picture.height() && wider.width() > picture.width())
    };
    let beside = beside.filter(|picture| !is_squeezed(picture)).or(wider);
    let above = fit(body.width, body.height.saturating_sub(panel::HEIGHT + 1))
        .filter(|picture| beside.as_ref().is_none_or(|beside| size(picture) > size(beside)));
    if let Some(picture) = above {
        let height = picture.height() as u16;
        let [top, _, bottom] =
            Layout::vertical([Constraint::Length(height), Constraint::Length(1), Constraint::Fill(1)]).areas(body);
        return Some((picture, top, Rect { x: bottom.x + 1, width: bottom.width.saturating_sub(2), ..bottom }));
    }
    let picture = beside?;
    let width = picture.width() as u16 + 2 * EDGE;
    let [left, _, right] =
        Layout::horizontal([Constraint::Length(width), Constraint::Length(GAP), Constraint::Fill(1)]).areas(body);
    // A panel much wider than its text is hard to read.
    Some((picture, left, Rect { width: (right.width - EDGE).min(60), ..right }))
}

/// States the size that the board needs, and draws the panel. Moves can still be typed.
fn draw_without_board(app: &App<'_>, frame: &mut Frame<'_>, area: Rect, scene: &Scene) {
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let rows = wrapped(&too_small(scene, app.words(), frame.area()), area.width.into());
    let [above, _, below] =
        Layout::vertical([Constraint::Length(rows.len() as u16), Constraint::Length(1), Constraint::Fill(1)])
            .areas(area);
    frame.render_widget(Paragraph::new(rows.into_iter().map(Line::raw).collect::<Vec<_>>()), above);
    panel::draw(app, frame, below);
}

/// States the sizes of a window that has room for the board.
pub fn too_small(scene: &Scene, words: Words, area: Rect) -> String {
    let (width, height) = min_size(scene);
    let (beside, above) = (
        (width as u16 + 2 * EDGE + GAP + panel::NARROWEST + EDGE, height as u16 + 2),
        ((width as u16 + 2 * EDGE).max(panel::NARROWEST), height as u16 + panel::HEIGHT + 3),
    );
    let size = |slot, size: u16| digits(slot, size.into());
    words.say(
        "screen.too_small",
        &[
            size("width", beside.0),
            size("height", beside.1),
            size("other_width", above.0),
            size("other_height", above.1),
            size("columns", area.width),
            size("rows", area.height),
        ],
    )
}

fn draw_title(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let words = app.words();
    let right = if app.session().trouble().is_some() { words.get("screen.not_saved") } else { "Quirkat" };
    title_bar(app.session().game().ruleset(), right, words, app.theme(), frame, area);
}

/// Draws the title of a game, with a text on the right.
pub fn title_bar(ruleset: &Ruleset, right: &str, words: Words, theme: Theme, frame: &mut Frame<'_>, area: Rect) {
    let room = usize::from(area.width).saturating_sub(display_width(right) + 3);
    let title = format!(" {}", words.title_within(ruleset, room));
    let space = usize::from(area.width).saturating_sub(display_width(&title) + display_width(right) + 1);
    let bar = theme.tone(Tone::Bar);
    frame.render_widget(Paragraph::new(format!("{title}{:space$}{right} ", "")).style(bar), area);
}

/// Draws the row of keys, or the line or question with the focus.
fn draw_keys(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let line = match app.mode() {
        Mode::Prompt(prompt) => {
            let meaning = word_action(&prompt.text).filter(|_| prompt.purpose == Purpose::Command);
            prompt_line(prompt, meaning.map(|(_, what)| what), app.words(), app.theme(), frame, area)
        }
        mode => hints_line(&hints(app, mode), app.words(), app.theme(), area.width),
    };
    frame.render_widget(Paragraph::new(line).style(app.theme().tone(Tone::Bar)), area);
}

/// Returns the input line, with what a letter or word in it means. Sets the cursor behind it.
pub fn prompt_line(
    prompt: &Prompt,
    meaning: Option<&'static str>,
    words: Words,
    theme: Theme,
    frame: &mut Frame<'_>,
    area: Rect,
) -> Line<'static> {
    let (bar, key) = (theme.tone(Tone::Bar), theme.tone(Tone::Key));
    let label = prompt.purpose.label(words);
    let room = usize::from(area.width).saturating_sub(display_width(label) + 3);
    let mut text = prompt.text.as_str();
    while display_width(text) > room {
        text = text.split_at(text.chars().next().map_or(0, char::len_utf8)).1;
    }
    let column = 1 + display_width(label) + display_width(text);
    frame.set_cursor_position((area.x + column as u16, area.y));
    let mut spans = vec![Span::styled(format!(" {label}"), key), Span::styled(text.to_owned(), bar)];
    if let Some(what) = meaning {
        spans.push(Span::styled(format!("   {}", ENTER.name(words)), key));
        spans.push(Span::styled(format!(" {}", words.get(what)), bar));
    }
    Line::from(spans)
}

/// Returns the row of keys.
pub fn hints_line(hints: &[Hint], words: Words, theme: Theme, width: u16) -> Line<'static> {
    let (bar, key) = (theme.tone(Tone::Bar), theme.tone(Tone::Key));
    let hints = fitting_keys(hints, words, width.into());
    Line::from_iter(
        hints
            .into_iter()
            .flat_map(|(name, what)| [Span::styled(format!(" {name}"), key), Span::styled(format!(" {what} "), bar)]),
    )
}

/// Returns the keys that fit the width. The last two, help and quit, take precedence.
fn fitting_keys(hints: &[Hint], words: Words, columns: usize) -> Vec<(&'static str, &'static str)> {
    let mut hints: Vec<_> = hints.iter().map(|(key, what)| (key.name(words), words.get(what))).collect();
    let length = |hints: &[(&str, &str)]| {
        hints.iter().map(|(name, what)| display_width(name) + display_width(what) + 3).sum::<usize>()
    };
    // The space after the last key may be cut.
    while hints.len() > 1 && length(&hints) > columns + 1 {
        hints.remove(hints.len().saturating_sub(3));
    }
    hints
}

/// A key, and the text key of its action.
pub type Hint = (Key, &'static str);

/// Returns the keys of the current mode.
fn hints(app: &App<'_>, mode: &Mode) -> Vec<Hint> {
    let session = app.session();
    let (yes, no) = (Sign(app.words().get("screen.yes")), Sign(app.words().get("screen.no")));
    match mode {
        Mode::Ask(Question::Resign) => vec![(yes, "keys.bar_resign"), (no, "keys.bar_play_on")],
        Mode::Ask(Question::Offer(_)) => vec![(yes, "keys.bar_offer"), (no, "keys.bar_play_on")],
        Mode::Ask(Question::Finish) => vec![(yes, "keys.bar_end_turn"), (no, "keys.bar_play_on")],
        Mode::Ask(Question::Leave) => vec![(yes, "keys.bar_quit"), (no, "keys.bar_play_on")],
        Mode::Help(_) | Mode::More(_) => vec![(ARROWS, "keys.bar_scroll"), (ESCAPE, "keys.bar_return")],
        _ if session.offer().is_some() => vec![(yes, "keys.bar_accept"), (no, "keys.bar_decline")],
        _ if app.looking().is_some() => vec![
            (Sign("<"), "keys.bar_earlier"),
            (Sign(">"), "keys.bar_later"),
            (Sign("f"), "keys.bar_flip"),
            (ESCAPE, "keys.bar_return"),
            (Sign("?"), "keys.bar_help"),
            (Sign("q"), "keys.bar_quit"),
        ],
        _ if session.is_over() && !app.is_replaying() => vec![
            (Sign("n"), "keys.bar_rematch"),
            (Sign("u"), "keys.bar_undo"),
            (Sign("f"), "keys.bar_flip"),
            (Sign("s"), "keys.bar_save"),
            (Sign("o"), "keys.bar_load"),
            (Sign("?"), "keys.bar_help"),
            (Sign("q"), "keys.bar_quit"),
        ],
        _ if app.entry().is_under_way() => vec![
            (ENTER, "keys.bar_finish"),
            (Sign("Tab"), "keys.bar_next"),
            (BACKSPACE, "keys.bar_back"),
            (ESCAPE, "keys.bar_clear"),
            (Sign("?"), "keys.bar_help"),
        ],
        _ => vec![
            (ENTER, "keys.bar_choose"),
            (Sign("Tab"), "keys.bar_next"),
            (Sign(":"), "keys.bar_type"),
            (Sign("u"), "keys.bar_undo"),
            (Sign("y"), "keys.bar_redo"),
            (Sign("t"), "keys.bar_hint"),
            (Sign("f"), "keys.bar_flip"),
            (Sign("d"), "keys.bar_draw"),
            (Sign("?"), "keys.bar_help"),
            (Sign("q"), "keys.bar_quit"),
        ],
    }
}
