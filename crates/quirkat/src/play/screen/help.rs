//! Scrollable pages: the help with keys and rules, and all messages of the panel.

use super::keys::{KEYS, typed_in_help};
use super::theme::{Theme, Tone};
use crate::play::words::wrapped;
use crate::words::Words;
use quirkat_rules::Ruleset;
use quirkat_words::rules_in_words;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use textwrap::core::display_width;

/// Returns tables of keys or words and their actions, each with the text key of its title.
pub fn tables_of_keys(
    tables: &[(&'static str, Vec<(String, &'static str)>)],
    words: Words,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let all = tables.iter().flat_map(|(_, list)| list);
    let column = 2 + all.map(|(keys, _)| display_width(keys)).max().unwrap_or(0);
    let mut rows = Vec::new();
    for (title, list) in tables {
        rows.push(Line::styled(words.get(title), theme.tone(Tone::Strong)));
        for (keys, what) in list {
            let mut keys = keys.as_str();
            for part in wrapped(words.get(what), width.saturating_sub(column)) {
                let pad = column - display_width(keys);
                let name = Span::styled(format!("{keys}{:pad$}", ""), theme.tone(Tone::Strong));
                rows.push(Line::from(vec![name, Span::raw(part)]));
                keys = "";
            }
        }
        rows.push(Line::default());
    }
    rows
}

/// Returns the rows of the help, wrapped to a width.
fn rows(ruleset: &Ruleset, words: Words, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let keys = KEYS.map(|(keys, what)| (keys.iter().map(|key| key.name(words)).collect::<Vec<_>>().join(" "), what));
    let typed = typed_in_help(&ruleset.options);
    let tables = [("keys.heading", keys.to_vec()), ("keys.words_heading", typed)];
    let mut rows = tables_of_keys(&tables, words, theme, width);
    let rules = rules_in_words(ruleset, words.0).plain(width);
    rows.extend(rules.lines().map(|line| Line::raw(line.to_owned())));
    rows
}

/// Draws the help over an area, scrolled down by a number of rows. Returns the maximum scroll.
pub fn draw(frame: &mut Frame<'_>, area: Rect, ruleset: &Ruleset, words: Words, theme: Theme, scroll: usize) -> usize {
    page(frame, area, |width| rows(ruleset, words, theme, width), scroll)
}

/// Draws rows over an area, wrapped to its width. Returns the maximum scroll.
pub fn page(frame: &mut Frame<'_>, area: Rect, rows: impl FnOnce(usize) -> Vec<Line<'static>>, scroll: usize) -> usize {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let rows = rows(inner.width.into());
    let furthest = rows.len().saturating_sub(inner.height.into());
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(rows).scroll((scroll.min(furthest) as u16, 0)), inner);
    furthest
}
