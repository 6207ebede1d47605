//! The panel beside the board: who plays, the turns so far, and what there is to say.

use super::app::{App, Mode};
use super::theme::Tone;
use crate::play::Player;
use crate::play::session::Busy;
use crate::play::words;
use quirkat_draw::{Look, terminal};
use quirkat_rules::{Piece, Rank, Side};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

/// The columns that the panel has beside the board, where it can.
pub const WIDTH: u16 = 36;
/// The columns that it needs there.
pub const NARROWEST: u16 = 28;
/// The rows that it needs below the board.
pub const HEIGHT: u16 = 7;
/// From this width on, a low panel has two columns.
const TWO_COLUMNS: u16 = 64;
/// The rows of what there is to say.
const MESSAGES: u16 = 6;

/// Draws the panel.
pub fn draw(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let [top, bottom] = [app.bottom().other(), app.bottom()];
    if area.height < 12 && area.width >= TWO_COLUMNS {
        let [left, _, right] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(2), Constraint::Fill(1)]).areas(area);
        let [above, middle, below] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(left);
        side(app, frame, above, top);
        messages(app, frame, middle);
        side(app, frame, below, bottom);
        turns(app, frame, right);
        return;
    }
    let gap = u16::from(area.height >= 14);
    let [above, rule, list, second_rule, middle, third_rule, below] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(gap),
        Constraint::Fill(1),
        Constraint::Length(gap),
        Constraint::Length(MESSAGES.min(area.height.saturating_sub(4))),
        Constraint::Length(gap),
        Constraint::Length(1),
    ])
    .areas(area);
    side(app, frame, above, top);
    turns(app, frame, list);
    messages(app, frame, middle);
    side(app, frame, below, bottom);
    for rule in [rule, second_rule, third_rule] {
        let dash = if app.look() == Look::Ascii { "-" } else { "─" };
        let line = dash.repeat(rule.width.into());
        frame.render_widget(Paragraph::new(line).style(app.theme().tone(Tone::Quiet)), rule);
    }
}

/// A side: whether it is to move, its pieces, its name, its player, what it has taken.
fn side(app: &App<'_>, frame: &mut Frame<'_>, area: Rect, side: Side) {
    let game = app.session().game();
    let ruleset = game.ruleset();
    let moves = app.session().outcome().is_none() && game.to_move() == side;
    let arrow = match (moves, app.look()) {
        (false, _) => ' ',
        (true, Look::Unicode) => '▸',
        (true, Look::Ascii) => '>',
    };
    let piece = app.look().piece(ruleset.colour(side), Piece { side, rank: Rank::MAN });
    let name = format!("{arrow} {piece} {}", words::side(ruleset, side));
    let player = match app.session().player(side) {
        // Two people know who they are.
        Player::Human if app.session().only_person().is_none() => String::new(),
        player => words::player(player),
    };
    let [start, now] = [game.setup_after(0), game.setup()].map(|setup| setup.count(side.other()));
    let taken = format!("took {}", start.saturating_sub(now));
    let room = usize::from(area.width).saturating_sub(name.chars().count() + 2 + taken.len());
    let player = if player.chars().count() < room { player } else { String::new() };
    let space = room.saturating_sub(player.chars().count());
    let tone = if moves { Tone::Strong } else { Tone::Plain };
    let line = Line::from(vec![
        Span::styled(name, app.theme().tone(tone)),
        Span::styled(format!("  {player}{:space$}{taken}", ""), app.theme().tone(Tone::Quiet)),
    ]);
    frame.render_widget(Paragraph::new(line), area);
}

/// The turns so far, a row for a turn of each side, the latest in sight.
fn turns(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let game = app.session().game();
    let ruleset = game.ruleset();
    let white = ruleset.white();
    let mut rows: Vec<[Option<(usize, String)>; 2]> = Vec::new();
    for (number, (side, turn)) in app.session().turns().into_iter().enumerate() {
        let column = usize::from(side != white);
        if rows.last().is_none_or(|row| row[column..].iter().any(Option::is_some)) {
            rows.push([None, None]);
        }
        if let Some(row) = rows.last_mut() {
            row[column] = Some((number, turn.text(&ruleset.board)));
        }
    }
    let width = usize::from(area.width.saturating_sub(5)) / 2;
    let cell = |entry: &Option<(usize, String)>, row_number: usize, column: usize| match entry {
        Some((number, text)) => {
            let latest = number + 1 == app.session().turns().len();
            Span::styled(fit(text, width), app.theme().tone(if latest { Tone::Strong } else { Tone::Plain }))
        }
        None if row_number == 0 && column == 0 => Span::raw(fit("-", width)),
        None => Span::raw(fit("", width)),
    };
    let mut lines: Vec<_> = rows
        .iter()
        .enumerate()
        .map(|(row, [left, right])| {
            let number = Span::styled(format!("{:>3}. ", row + 1), app.theme().tone(Tone::Quiet));
            Line::from(vec![number, cell(left, row, 0), cell(right, row, 1)])
        })
        .collect();
    let visible = usize::from(area.height);
    let below = app.scroll().min(lines.len().saturating_sub(visible));
    let end = lines.len() - below;
    let shown = lines.drain(end.saturating_sub(visible)..end).collect::<Vec<_>>();
    frame.render_widget(Paragraph::new(shown), area);
}

/// A text in exactly so many columns, with one at least free at its end.
fn fit(text: &str, width: usize) -> String {
    let most = width.saturating_sub(1);
    match text.chars().count() > most {
        true => format!("{:width$}", text.chars().take(most.saturating_sub(1)).chain(['~']).collect::<String>()),
        false => format!("{text:width$}"),
    }
}

fn messages(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let mut lines: Vec<_> =
        status(app).into_iter().map(|(text, tone)| Line::styled(text, app.theme().tone(tone))).collect();
    if let Some((text, tone)) = app.notice() {
        lines.push(Line::styled(text.clone(), app.theme().tone(*tone)));
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

/// What is the matter now.
fn status(app: &App<'_>) -> Vec<(String, Tone)> {
    let session = app.session();
    let game = session.game();
    let ruleset = game.ruleset();
    let name = |side| words::side(ruleset, side);
    let to_move = game.to_move();
    if let (true, Some(&(side, turn))) = (app.is_replaying(), session.turns().last()) {
        return vec![(format!("{}.", words::turn(ruleset, side, turn)), Tone::Plain)];
    }
    if let Some(outcome) = session.outcome() {
        return vec![(format!(" {} ", words::outcome(ruleset, outcome)), Tone::Bar)];
    }
    if let (Mode::Resign, Some(person)) = (app.mode(), session.person()) {
        return vec![(format!("{}: resign? y / n", name(person)), Tone::Strong)];
    }
    if let Some(offer) = session.offer() {
        let question = format!("{} offers {}.", name(offer.by), words::deal(offer.what));
        return vec![(question, Tone::Strong), (format!("{}: accept? y / n", name(offer.by.other())), Tone::Strong)];
    }
    match session.busy() {
        Some(Busy::Turn) => return vec![(format!("{} is thinking.", name(to_move)), Tone::Plain)],
        Some(Busy::Hint) => return vec![("Looking for a hint.".to_owned(), Tone::Plain)],
        Some(Busy::Answer(offer)) => {
            let text = format!("{} thinks about your offer of {}.", name(offer.by.other()), words::deal(offer.what));
            return vec![(text, Tone::Plain)];
        }
        Some(Busy::Stuck) | None => {}
    }
    if !session.is_persons_turn() {
        return vec![(format!("{} to move.", name(to_move)), Tone::Plain)];
    }
    let mut lines = entered(app);
    if lines.is_empty() {
        lines.push((format!("{} to move.", name(to_move)), Tone::Strong));
        let turns = app.entry().turns();
        let rules = [words::compulsion(&**game, turns), words::huffable(&**game, turns)];
        lines.extend(rules.into_iter().flatten().map(|rule| (format!("{rule}."), Tone::Plain)));
        if turns.iter().all(|turn| turn.path.is_empty()) {
            lines.push(("No piece can move: Enter passes.".to_owned(), Tone::Plain));
        }
    }
    let under = &game.setup().columns[app.cursor().index()];
    if under.len() > 1 {
        let colours = Side::BOTH.map(|side| ruleset.colour(side));
        let tower = terminal::column(app.look(), colours, under);
        lines.push((format!("{}, from the top: {tower}", ruleset.board.name(app.cursor())), Tone::Plain));
    }
    lines
}

/// How the turn stands that is being entered; empty if none is.
fn entered(app: &App<'_>) -> Vec<(String, Tone)> {
    let entry = app.entry();
    let board = &app.session().game().ruleset().board;
    let names = |points: &[quirkat_rules::Point], between: &str| {
        points.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join(between)
    };
    let huff = entry.huff().map(|point| format!("huff {}", board.name(point)));
    let takes = entry.turns().iter().any(|turn| turn.path.starts_with(entry.path()) && !turn.captures.is_empty());
    let path = names(entry.path(), if takes { "x" } else { "-" });
    let begun = [huff, (!path.is_empty()).then_some(path)].into_iter().flatten().collect::<Vec<_>>().join(", ");
    if begun.is_empty() {
        return vec![];
    }
    let mut lines = vec![(format!("Your turn so far: {begun}"), Tone::Strong)];
    let targets = entry.targets();
    match entry.path().last() {
        None => lines.push(("Now choose the piece that moves.".to_owned(), Tone::Plain)),
        Some(&at) => {
            if !targets.is_empty() {
                lines.push((format!("It may go to {}.", names(&targets, " or ")), Tone::Plain));
            }
            if entry.is_under_way() && entry.complete().is_some() {
                lines.push((format!("Enter on {} ends the turn there.", board.name(at)), Tone::Plain));
            }
        }
    }
    lines
}
