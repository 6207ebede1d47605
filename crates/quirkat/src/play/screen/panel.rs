//! The panel beside the board: players, moves and messages.

use super::app::{App, Question};
use super::theme::Tone;
use crate::play::Player;
use crate::play::entry::Entry;
use crate::play::session::{Busy, OfferKind, Session};
use crate::play::words::{HURRY, clock_face, wrapped};
use crate::words::Words;
use quirkat_draw::{CharacterSet, Scene, terminal};
use quirkat_play::TrappedPieces;
use quirkat_rules::{Board, Piece, Rank, Setup, Side, Turn, TurnPrompt};
use quirkat_words::alternatives;
use quirkat_words::texts::{digits, text};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::time::Duration;
use textwrap::core::display_width;

/// Width of the panel beside the board, where there is room.
pub const WIDTH: u16 = 36;
/// Minimum width beside the board.
pub const NARROWEST: u16 = 28;
/// Height below the board.
pub const HEIGHT: u16 = 7;
/// Minimum width at which a panel below the board has two columns.
const TWO_COLUMNS: u16 = 64;
/// Usual height of the messages. They grow where the move list can spare rows.
const MESSAGES: u16 = 6;
/// Minimum height of the move list.
const LIST: u16 = 3;

/// Draws the panel.
pub fn draw(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let [top, bottom] = [app.bottom().other(), app.bottom()];
    if area.height < 12 && area.width >= TWO_COLUMNS {
        let [left, _, right] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(2), Constraint::Fill(1)]).areas(area);
        let [above, middle, below] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(left);
        side(app, frame, above, top);
        draw_messages(app, frame, middle);
        side(app, frame, below, bottom);
        turns(app, frame, right);
        return;
    }
    let gap = u16::from(area.height >= 14);
    let needed = messages(app, area.width.into()).len() as u16;
    let available = area.height.saturating_sub(2 + 3 * gap + LIST);
    let messages_height = needed.min(available).max(MESSAGES.min(area.height.saturating_sub(4)));
    let [above, rule, list, second_rule, middle, third_rule, below] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(gap),
        Constraint::Fill(1),
        Constraint::Length(gap),
        Constraint::Length(messages_height),
        Constraint::Length(gap),
        Constraint::Length(1),
    ])
    .areas(area);
    side(app, frame, above, top);
    turns(app, frame, list);
    draw_messages(app, frame, middle);
    side(app, frame, below, bottom);
    for rule in [rule, second_rule, third_rule] {
        let dash = if app.look() == CharacterSet::Ascii { "-" } else { "─" };
        let line = dash.repeat(rule.width.into());
        frame.render_widget(Paragraph::new(line).style(app.theme().tone(Tone::Quiet)), rule);
    }
}

/// Draws a side: its turn marker, pieces, name, player, captures and clock.
fn side(app: &App<'_>, frame: &mut Frame<'_>, area: Rect, side: Side) {
    let game = app.session().game();
    let ruleset = game.ruleset();
    let moves = !app.session().is_over() && game.to_move() == side;
    let arrow = match (moves, app.look()) {
        (false, _) => ' ',
        (true, CharacterSet::Unicode) => '▸',
        (true, CharacterSet::Ascii) => '>',
    };
    let piece = app.look().piece(ruleset.colour(side), Piece { side, rank: Rank::Man });
    let words = app.words();
    let name = format!("{arrow} {piece} {}", words.side(ruleset, side));
    let player = match app.session().player(side) {
        // Two people at one screen need no labels.
        Player::Human if app.session().only_person().is_none() => String::new(),
        player => words.player(player),
    };
    let (taken, count) = captured_count(app.session(), side);
    let taken = words.say(taken, &[digits("count", count)]);
    let hand = match Scene::new(ruleset, game.setup()).hand[side.index()] {
        0 => String::new(),
        men => words.say("screen.hand", &[digits("count", men.into())]) + "  ",
    };
    let trapped = TrappedPieces::of(game).filter(|of| of.side == side && of.trapped > 0);
    let trapped =
        trapped.map(|of| words.say("screen.trapped", &[digits("count", of.trapped)]) + "  ").unwrap_or_default();
    let taken = trapped + &hand + &taken;
    let clock = app.session().clock(side);
    let time = clock.map(|(left, _)| format!("  {}", clock_face(left))).unwrap_or_default();
    let beside = display_width(&name) + 2 + display_width(&taken) + display_width(&time);
    let room = usize::from(area.width).saturating_sub(beside);
    let player = if display_width(&player) < room { player } else { String::new() };
    let space = room.saturating_sub(display_width(&player));
    let tone = if moves { Tone::Strong } else { Tone::Plain };
    let hurry = match clock {
        Some((left, _)) if left < HURRY => Tone::Warning,
        Some((_, true)) => Tone::Strong,
        _ => Tone::Quiet,
    };
    let line = Line::from(vec![
        Span::styled(name, app.theme().tone(tone)),
        Span::styled(format!("  {player}{:space$}{taken}", ""), app.theme().tone(Tone::Quiet)),
        Span::styled(time, app.theme().tone(hurry)),
    ]);
    frame.render_widget(Paragraph::new(line), area);
}

/// Returns the number of pieces that a side has captured, with its text key: its prisoners, or without prisoners the
/// pieces that the other side has lost. Pieces in hand, and own pieces that the other side removed, do not count.
fn captured_count(session: &Session, side: Side) -> (&'static str, usize) {
    let (start, now, other) = (session.game().setup_after(0), session.game().setup(), side.other());
    let columns = now.columns.iter().filter(|column| column.last().is_some_and(|top| top.side == side));
    match columns.flatten().filter(|piece| piece.side != side).count() {
        0 => {
            let men = |setup: &Setup| setup.count(other) + usize::from(setup.memory.hand[other.index()]);
            let turns = session.turns();
            let given_up =
                turns.iter().filter(|(by, turn)| *by == other && turn.path.is_empty() && turn.drops.is_empty());
            let given_up: usize = given_up.map(|(_, turn)| turn.removed.len()).sum();
            ("screen.took", men(&start).saturating_sub(men(&now) + given_up))
        }
        prisoners => ("screen.holds", prisoners),
    }
}

/// Draws the moves, one row per pair, with the latest visible.
fn turns(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let mut rows: Vec<[Option<(usize, String)>; 2]> = Vec::new();
    let made = app.session().turns();
    let texts = app.session().texts();
    // A throw precedes the move made with it, and has no number.
    let mut thrown = String::new();
    for (number, &(side, turn)) in made.iter().enumerate() {
        if turn.roll.is_some() && number + 1 < made.len() {
            thrown = format!("{}, ", texts[number]);
            continue;
        }
        let column = side.index();
        if rows.last().is_none_or(|row| row[column..].iter().any(Option::is_some)) {
            rows.push([None, None]);
        }
        if let Some(row) = rows.last_mut() {
            row[column] = Some((number, std::mem::take(&mut thrown) + &texts[number]));
        }
    }
    let current = app.ply().checked_sub(1);
    let tone = |number| app.theme().tone(if Some(number) == current { Tone::Strong } else { Tone::Plain });
    let room = usize::from(area.width.saturating_sub(5));
    let width = room / 2;
    let mut lines = Vec::new();
    let mut reached = 0;
    for (row, pair) in rows.iter().enumerate() {
        if pair.iter().flatten().any(|(number, _)| Some(*number) <= current) {
            reached = lines.len() + 1;
        }
        let number = Span::styled(format!("{:>3}. ", row + 1), app.theme().tone(Tone::Quiet));
        let fits = pair.iter().flatten().all(|(_, text)| display_width(text) < width);
        if fits {
            let cell = |column: usize| match &pair[column] {
                Some((number, text)) => Span::styled(format!("{text:width$}"), tone(*number)),
                None => Span::raw(format!("{:width$}", if row == 0 && column == 0 { "-" } else { "" })),
            };
            lines.push(Line::from(vec![number, cell(0), cell(1)]));
            continue;
        }
        // Long moves have separate lines. Those of the second side begin with dots.
        let mut label = number;
        for (column, turn) in pair.iter().enumerate() {
            if column == 1 {
                label = Span::styled(" ... ", app.theme().tone(Tone::Quiet));
            }
            let Some((number, text)) = turn else { continue };
            for part in wrapped(text, room) {
                let before = std::mem::replace(&mut label, Span::raw("     "));
                lines.push(Line::from(vec![before, Span::styled(part, tone(*number))]));
            }
        }
    }
    let visible = usize::from(area.height);
    let below = app.scroll().min(lines.len().saturating_sub(visible));
    let end = match app.looking() {
        Some(_) => (reached + visible / 2).clamp(visible.min(lines.len()), lines.len()),
        None => lines.len() - below,
    };
    let rows = lines.drain(end.saturating_sub(visible)..end).collect::<Vec<_>>();
    frame.render_widget(Paragraph::new(rows), area);
}

/// Returns the messages in lines of the given width.
pub fn messages(app: &App<'_>, columns: usize) -> Vec<Line<'static>> {
    let notice = app.notice().cloned();
    let parts = status(app).into_iter().chain(notice).chain(value(app)).chain(at_cursor(app));
    parts
        .flat_map(|(text, tone)| {
            let rows = match tone {
                Tone::Bar => wrapped(&text, columns.saturating_sub(2)),
                _ => wrapped(&text, columns),
            };
            let rows = rows.into_iter().map(move |row| if tone == Tone::Bar { format!(" {row} ") } else { row });
            let style = app.theme().tone(tone);
            rows.map(move |row| Line::styled(row, style))
        })
        .collect()
}

/// Returns the messages, and details missing from the drawing: the content of towers, and men in hand.
pub fn everything(app: &App<'_>, columns: usize) -> Vec<Line<'static>> {
    let notes = terminal::notes(&app.scene(), app.look(), app.words().0, columns);
    let gap = (!notes.is_empty()).then(Line::default);
    messages(app, columns).into_iter().chain(gap).chain(notes.into_iter().map(Line::raw)).collect()
}

fn draw_messages(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let mut lines = messages(app, area.width.into());
    let room = usize::from(area.height);
    if lines.len() > room {
        lines.truncate(room.saturating_sub(1));
        lines.push(Line::styled(app.words().get("screen.more"), app.theme().tone(Tone::Strong)));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// Returns the state of the game.
fn status(app: &App<'_>) -> Vec<(String, Tone)> {
    let (session, words) = (app.session(), app.words());
    let game = session.game();
    let ruleset = game.ruleset();
    let of_side = |key, side| words.of_side(key, ruleset, side);
    let to_move = || of_side("play.to_move", game.to_move());
    let last = || words.last_turn(game);
    if let Some(turn) = last().filter(|_| app.is_replaying()) {
        return vec![(turn, Tone::Plain)];
    }
    if let Some(ply) = app.looking() {
        let all = digits("all", session.turns().len());
        let place = match words.turn_before(game, ply) {
            Some(turn) => words.say("screen.looking_at", &[digits("ply", ply), all, text("turn", turn)]),
            None => words.say("screen.looking_at_start", &[all]),
        };
        return vec![(place, Tone::Strong)];
    }
    if let Some(end) = words.end(session) {
        return vec![(end, Tone::Bar)];
    }
    let question_text = |key, side| {
        let (yes, no) = (text("yes", words.get("screen.yes")), text("no", words.get("screen.no")));
        (words.say(key, &[words.slot(ruleset, side), yes, no]), Tone::Strong)
    };
    if let (Some(question), Some(person)) = (app.question(), session.person()) {
        return vec![match question {
            Question::Resign => question_text("screen.resign", person),
            Question::Offer(OfferKind::Count) => question_text("screen.offer_count", person),
            Question::Offer(_) => question_text("screen.offer_draw", person),
            Question::Leave => question_text("screen.leave", person),
            Question::Finish => question_text("screen.place_fewer", person),
        }];
    }
    if let Some(offer) = session.offer() {
        return vec![
            (offer.in_words(ruleset, words.0), Tone::Strong),
            question_text("screen.accept", offer.by.other()),
        ];
    }
    match session.busy() {
        Some(Busy::Turn) => return vec![(of_side("screen.thinking", game.to_move()), Tone::Plain)],
        Some(Busy::Hint) => return looking(app),
        Some(Busy::Answer(offer)) => {
            let slots = [words.slot(ruleset, offer.by.other()), text("what", offer.kind.in_words(words.0))];
            return vec![(words.say("screen.considering", &slots), Tone::Plain)];
        }
        Some(Busy::Stuck | Busy::Value) | None => {}
    }
    if !session.is_persons_turn() {
        return vec![(to_move(), Tone::Plain)];
    }
    let mut lines = entry_lines(app.entry(), &ruleset.board, words);
    if lines.is_empty() {
        lines.extend(last().map(|turn| (turn, Tone::Quiet)));
        lines.push((to_move(), Tone::Strong));
        let turns = app.entry().turns();
        let mut rules = words.obligations(&**game, turns);
        rules.splice(0..0, words.throw(&**game, turns));
        if let Some(claims) = rules.last_mut().filter(|_| turns.iter().any(|turn| turn.claim.is_some())) {
            *claims = words.say("screen.key_p", &[text("what", claims.as_str())]);
        }
        lines.extend(rules.into_iter().map(|rule| (rule + ".", Tone::Plain)));
        let prompt = match app.entry().prompt() {
            Some(TurnPrompt::Drop) => Some("screen.enter"),
            Some(TurnPrompt::Remove) => Some("screen.remove"),
            _ => None,
        };
        let calls = turns.iter().any(|turn| turn.calls).then_some("screen.combat");
        let passes = turns.iter().all(|turn| turn.is_off_board() && !turn.calls).then_some("screen.pass");
        let more = [prompt, calls, passes].into_iter().flatten();
        lines.extend(more.map(|key| (words.get(key).to_owned(), Tone::Plain)));
    }
    lines
}

/// Returns the progress of the search for a hint.
fn looking(app: &App<'_>) -> Vec<(String, Tone)> {
    let (words, board) = (app.words(), &app.session().game().ruleset().board);
    let (passed, allowed, found) = app.session().search();
    let seconds = |time: Duration| (time.as_millis() / 100) as f64 / 10.0;
    let passed = text("passed", format!("{:.1}", seconds(passed)));
    let looking = match allowed {
        Some(time) => words.say("screen.looking_of", &[passed, text("allowed", seconds(time).to_string())]),
        None => words.say("screen.looking", &[passed]),
    };
    let found = found.map(|(line, depth)| {
        let turn = line.turns.first().map(|turn| turn.text(board)).unwrap_or_default();
        (words.say("screen.found_so_far", &[text("turn", turn), digits("depth", *depth as usize)]), Tone::Plain)
    });
    [(looking, Tone::Plain)].into_iter().chain(found).collect()
}

/// Returns the evaluation of the position, where it is switched on.
fn value(app: &App<'_>) -> Option<(String, Tone)> {
    let (session, words) = (app.session(), app.words());
    let (line, proved) = session.value().filter(|_| app.looking().is_none())?;
    let game = session.game();
    let slots = [words.slot(game.ruleset(), game.to_move()), text("score", words.score(line.score))];
    let proved = proved.map(|proved| format!(" {}", words.proved(game, proved)));
    Some((words.say("screen.value", &slots) + &proved.unwrap_or_default(), Tone::Quiet))
}

/// Returns the content of the point under the cursor, while the cursor is used.
fn at_cursor(app: &App<'_>) -> Option<(String, Tone)> {
    let session = app.session();
    if app.is_replaying()
        || app.looking().is_some()
        || session.is_over()
        || session.offer().is_some()
        || !session.is_persons_turn()
    {
        return None;
    }
    let ruleset = app.session().game().ruleset();
    let (scene, point) = (app.scene(), app.cursor());
    let pieces = &scene.setup.columns[point.index()];
    let words = app.words();
    let content = match scene.closed.contains(&point) && pieces.is_empty() {
        true => words.say("play.closed", &[text("point", ruleset.board.name(point))]),
        false => words.column(ruleset, point, pieces),
    };
    Some((content, Tone::Quiet))
}

/// Returns the state of the entry, or nothing without one.
pub fn entry_lines(entry: &Entry, board: &Board, words: Words) -> Vec<(String, Tone)> {
    let done = entry.matching_turn().filter(|_| !entry.points().is_empty()).map(|(turn, progress)| {
        let hops = progress.path.saturating_sub(1);
        let partly = Turn {
            claim: None,
            huff: None,
            drops: turn.drops[..progress.drops].to_vec(),
            path: turn.path[..progress.path].to_vec(),
            captures: (0..hops.max(1)).flat_map(|hop| turn.captures_of_hop(hop)).copied().collect(),
            runs: turn.runs.get(..hops).unwrap_or_default().to_vec(),
            removed: turn.removed[..progress.removed].to_vec(),
            ..turn.clone()
        };
        partly.text(board)
    });
    let so_far = entry.chosen_first(board).into_iter().chain(done).collect::<Vec<_>>().join(", ");
    if so_far.is_empty() {
        return vec![];
    }
    let mut lines = vec![(words.say("screen.so_far", &[text("turn", so_far)]), Tone::Strong)];
    let among = |key| {
        words.say(key, &[text("points", alternatives(entry.targets(), |point| board.name(point).to_owned(), words.0))])
    };
    let next = entry.prompt().map(|ask| match ask {
        TurnPrompt::Drop => words.get("screen.then_enter").to_owned(),
        TurnPrompt::Start => words.get("screen.then_start").to_owned(),
        TurnPrompt::Land => among("screen.then_go"),
        TurnPrompt::Captured => among("screen.then_tell"),
        TurnPrompt::Remove => among("screen.then_remove"),
    });
    let may_end = entry.path().last().filter(|_| entry.is_under_way() && entry.complete().is_some());
    let ends = may_end.map(|&at| words.say("screen.ends_there", &[text("point", board.name(at))]));
    lines.extend(next.into_iter().chain(ends).map(|line| (line, Tone::Plain)));
    lines
}
