//! `quirkat check FILE`: checks a game file or a board file.

use super::{json_text, languages};
use crate::errors::FaultReport;
use crate::preferences::preferences;
use crate::source::read_text;
use crate::words::Words;
use clap::Args;
use quirkat_rules::{BoardFacts, FileReport, Language, Side, StandingCounts, VariantFacts, check_file};
use quirkat_wire::Check;
use quirkat_words::ErrorText;
use quirkat_words::texts::{digits, text};
use std::path::{Path, PathBuf};

/// Width of the report in characters.
const WIDTH: usize = 100;

/// Check a game file: errors with line and key, rules without effect, and the consequences of the rules
///
/// A board file can be checked too. `quirkat format` explains every key. Ends with exit code 2 if the file has errors.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game file or board file
    file: PathBuf,
    /// The language
    #[arg(long, value_parser = languages(), default_value_t = preferences().language)]
    lang: Language,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let written = read_text(&arguments.file)?;
    let name = arguments.file.display().to_string();
    let folder = arguments.file.parent().unwrap_or(Path::new("."));
    let resolve = |file: &str| Ok(read_text(&folder.join(file)).map_err(|error| format!("{error:#}"))?);
    let report = check_file(&name, &written, &resolve);
    let answer = match arguments.json {
        true => json_text(&Check::new(&name, &report, arguments.lang)),
        false => in_words(&name, &report, Words(arguments.lang)),
    };
    if report.is_sound() { Ok(answer) } else { Err(FaultReport(answer).into()) }
}

fn in_words(file: &str, report: &FileReport, words: Words) -> String {
    let mut answer = String::new();
    let mut verdict = vec![words.get(if report.is_sound() { "check.sound" } else { "check.not_sound" }).to_owned()];
    let levels = [
        ("check.error", "check.errors", &report.errors),
        ("check.warning", "check.warnings", &report.warnings),
        ("check.hint", "check.hints", &report.hints),
    ];
    for (one, many, list) in levels {
        let lines = list.iter().map(|fault| words.say(one, &[text("what", fault.in_words(words.0))]) + "\n");
        answer.extend(lines);
        if !list.is_empty() {
            verdict.push(words.say(many, &[digits("count", list.len())]));
        }
    }
    answer += &words.say("check.verdict", &[text("file", file), text("verdict", verdict.join(", "))]);
    answer.push('\n');
    if let Some(board) = &report.board {
        answer += &format!("\n{}", line("check.board", &board_words(board, words), words));
    }
    report.variants.iter().for_each(|facts| answer += &facts_words(facts, words));
    answer
}

/// Formats a line with a label, aligned with the others.
fn line(key: &str, content: &str, words: Words) -> String {
    let labels = ["check.board", "check.pieces", "check.rules", "check.first"];
    let width = labels.map(|label| words.get(label).chars().count()).into_iter().max().unwrap_or_default();
    format!("  {:<width$}  {content}\n", words.get(key))
}

fn board_words(board: &BoardFacts, words: Words) -> String {
    let BoardFacts { points, edges, lines, leaps, symmetries } = *board;
    let counts = [
        ("check.points", points),
        ("check.edges", edges),
        ("check.lines", lines),
        ("check.leaps", leaps),
        ("check.symmetries", symmetries),
    ];
    counts.map(|(key, count)| words.say(key, &[digits("count", count)])).join(", ")
}

fn facts_words(facts: &VariantFacts, words: Words) -> String {
    let pieces = Side::BOTH.map(|side| {
        let hand = facts.hand[side.index()];
        let key = if hand == 0 { "check.of_side" } else { "check.and_hand" };
        let name = text("side", facts.sides[side.index()].get(words.0));
        words.say(key, &[name, digits("pieces", facts.pieces[side.index()]), digits("hand", hand)])
    });
    let StandingCounts { source, unsourced, reconstruction, ours } = facts.standings;
    let stated = [
        ("check.from_sources", source),
        ("check.unsourced", unsourced),
        ("check.reconstructed", reconstruction),
        ("check.ours", ours),
    ];
    let stated = stated.into_iter().filter(|(_, count)| *count > 0);
    let stated: Vec<_> = stated.map(|(key, count)| words.say(key, &[digits("count", count)])).collect();
    let rules = if stated.is_empty() { words.get("check.none_stated").to_owned() } else { stated.join(", ") };
    let lines = [
        line("check.board", &board_words(&facts.board, words), words),
        line("check.pieces", &pieces.join(", "), words),
        line("check.rules", &rules, words),
        line("check.first", &turns_words(facts, words), words),
    ];
    format!("\n{}  {}\n{}", facts.title, facts.name.get(words.0), lines.concat())
}

/// Describes the first moves: their number, and those that fit into the width.
fn turns_words(facts: &VariantFacts, words: Words) -> String {
    let mover = text("side", facts.sides[facts.to_move.index()].get(words.0));
    let Some(turns) = &facts.turns else { return words.say("check.many_turns", &[mover]) };
    let mut text = words.say("check.turns", &[mover, digits("count", turns.len())]);
    for turn in turns {
        if text.chars().count() + turn.chars().count() + 12 > WIDTH {
            return text + " …";
        }
        text += &format!(" {turn}");
    }
    text
}
