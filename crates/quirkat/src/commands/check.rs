//! `quirkat check FILE`: judges a game file or a board file.

use super::{counted, json_text};
use crate::Refused;
use crate::source::read_text;
use clap::Args;
use quirkat_rules::{BoardFacts, Facts, Language, Report, Side, check_file};
use quirkat_wire::Check;
use std::path::{Path, PathBuf};

/// How wide the answer is, in letters.
const WIDTH: usize = 100;

/// Judge a game file: every fault with its line and key, rules that can never apply, and what follows from the file
///
/// A board file can be checked too. `quirkat format` explains every key. Ends with exit code 2 if the file has faults.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game file or board file
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let text = read_text(&arguments.file)?;
    let name = arguments.file.display().to_string();
    let folder = arguments.file.parent().unwrap_or(Path::new("."));
    let resolve = |file: &str| read_text(&folder.join(file)).map_err(|error| format!("{error:#}"));
    let report = check_file(&name, &text, &resolve);
    let answer = if arguments.json { json_text(&Check::new(&name, &report)) } else { in_words(&name, &report) };
    if report.is_sound() { Ok(answer) } else { Err(Refused(answer).into()) }
}

fn in_words(file: &str, report: &Report) -> String {
    let mut answer = String::new();
    let lists = [("error", &report.faults), ("warning", &report.warnings), ("hint", &report.hints)];
    for (level, list) in lists {
        answer.extend(list.iter().map(|fault| format!("{level}: {fault}\n")));
    }
    let counts: Vec<_> =
        lists.iter().filter(|(_, list)| !list.is_empty()).map(|(level, list)| counted(list.len(), level)).collect();
    let verdict = if report.is_sound() { "sound" } else { "not sound" };
    answer += &format!("{file}: {}\n", [&[verdict.to_owned()], &counts[..]].concat().join(", "));
    if let Some(board) = &report.board {
        answer += &format!("\n  board   {}\n", board_words(board));
    }
    report.variants.iter().for_each(|facts| answer += &facts_words(facts));
    answer
}

fn board_words(board: &BoardFacts) -> String {
    let BoardFacts { points, edges, lines, leaps, symmetries } = board;
    let counts = [(points, "point"), (edges, "edge"), (lines, "line"), (leaps, "short leap"), (symmetries, "symmetry")];
    counts.map(|(number, thing)| counted(number, thing)).join(", ")
}

fn facts_words(facts: &Facts) -> String {
    let pieces = Side::BOTH.map(|side| {
        let (on_board, hand) = (facts.pieces[side.index()], facts.hand[side.index()]);
        let hand = if hand == 0 { String::new() } else { format!(" and {hand} in hand") };
        format!("{} {on_board}{hand}", facts.sides[side.index()].get(Language::En))
    });
    let stated = facts.stated;
    let rests = [
        (stated.source, "from sources"),
        (stated.unsourced, "without a source"),
        (stated.reconstruction, "reconstructed"),
        (stated.ours, "our own"),
    ];
    let rests: Vec<_> = rests.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    format!(
        "\n{}  {}\n  board   {}\n  pieces  {}\n  rules   {}\n  first   {}\n",
        facts.title,
        facts.name.get(Language::En),
        board_words(&facts.board),
        pieces.join(", "),
        if rests.is_empty() { "none stated".to_owned() } else { rests.join(", ") },
        turns_words(facts),
    )
}

/// The first turns: how many, and as many of them as fit.
fn turns_words(facts: &Facts) -> String {
    let mover = facts.sides[facts.to_move.index()].get(Language::En);
    let Some(turns) = &facts.turns else { return format!("{mover}: more turns than can be listed") };
    let mut text = format!("{mover}: {}:", counted(turns.len(), "turn"));
    for turn in turns {
        if text.chars().count() + turn.chars().count() + 12 > WIDTH {
            return text + " …";
        }
        text += &format!(" {turn}");
    }
    text
}
