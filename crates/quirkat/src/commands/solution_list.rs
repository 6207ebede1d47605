//! `quirkat tables cite` and `quirkat tables counts`: summaries of tables.

use super::library::own_tables_of;
use super::progress::Progress;
use super::table_files::game_of;
use super::{endings, solve};
use crate::errors::bad_input;
use crate::source::GameArguments;
use anyhow::Context;
use clap::Args;
use quirkat_endings::{Counted, Solution, ToMove, in_csv};
use quirkat_rules::Ruleset;
use quirkat_solve::{AnyLaw, AnyTables, TableSource};
use quirkat_wire::{EndingCounts, Slice, SliceCounts, SolvedCounts};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// Selection of tables.
#[derive(Debug, Args)]
pub struct Which {
    #[command(flatten)]
    game: Option<GameArguments>,
    /// The folder of the tables, if they are not your own
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// The shipped tables instead
    #[arg(long, required_unless_present = "game", conflicts_with_all = ["game", "dir"])]
    shipped: bool,
}

/// Tables of a game.
struct GameTables {
    ruleset: Ruleset,
    source: TableSource,
    /// File names in order.
    names: Vec<String>,
}

impl Which {
    fn find(&self) -> anyhow::Result<Vec<GameTables>> {
        let Some(game) = &self.game else {
            let within = |(_, files): (_, &'static [_])| {
                let source = TableSource::Embedded(files);
                let names = tables_of(&source)?;
                let first = source.open(&names[0])?.context("the listed table is missing")?;
                Ok(GameTables { ruleset: game_of(&first)?.ruleset()?, source, names })
            };
            return quirkat_endings::folders().map(within).collect();
        };
        let ruleset = game.ruleset()?;
        let folder = self.dir.clone().map_or_else(|| own_tables_of(&ruleset), Ok)?;
        if !folder.is_dir() {
            return Err(bad_input(format!(
                "there is no folder {}; make tables with `quirkat solve`",
                folder.display()
            )));
        }
        let source = TableSource::from(&folder);
        let names = tables_of(&source)?;
        if names.is_empty() {
            return Err(bad_input(format!("no tables in {}; make some with `quirkat solve`", folder.display())));
        }
        Ok(vec![GameTables { ruleset, source, names }])
    }
}

fn tables_of(source: &TableSource) -> anyhow::Result<Vec<String>> {
    let mut names = source.names()?;
    names.retain(|name| name.ends_with(".table"));
    names.sort_unstable();
    Ok(names)
}

/// Summarises the tables as CSV or BibTeX.
///
/// # Errors
/// When there are none, or they cannot be read.
pub fn cite(which: &Which, in_bibtex: bool) -> anyhow::Result<String> {
    let found = which.find()?;
    let solutions = each(&found, GameTables::solution)?;
    if !in_bibtex {
        return Ok(in_csv(solutions));
    }
    let entries = solutions.iter().zip(&found).map(|(solution, found)| solution.entry(&found.ruleset).to_string());
    Ok(entries.collect::<Vec<_>>().join("\n"))
}

/// Counts the positions of tables as CSV.
///
/// # Errors
/// When there are none, or they cannot be read.
pub fn counts(which: &Which) -> anyhow::Result<String> {
    Ok(in_csv(each(&which.find()?, GameTables::counts)?.concat()))
}

/// Maps each game to its summary, with progress.
fn each<T>(found: &[GameTables], summarise: impl Fn(&GameTables) -> anyhow::Result<T>) -> anyhow::Result<Vec<T>> {
    let progress = Progress::new("games", found.len() as u64, 0);
    let summaries = found.iter().zip(0..).map(|(found, number)| {
        progress.set(number, found.ruleset.title());
        summarise(found)
    });
    summaries.collect()
}

impl GameTables {
    fn rules(&self) -> String {
        self.ruleset.house_rule_texts().join(" ")
    }

    fn counts(&self) -> anyhow::Result<Vec<Counted>> {
        let law = AnyLaw::of(&self.ruleset).map_err(bad_input)?;
        let line = |pieces: &str, to_move: ToMove, counts: SliceCounts| {
            let ([won, lost, drawn], [longest_win, longest_loss]) = counts.parts();
            let (game, rules, pieces) = (self.ruleset.title(), self.rules(), pieces.to_owned());
            Counted { game, rules, pieces, to_move, won, lost, drawn, longest_win, longest_loss }
        };
        let men = |&Slice { own, other }: &Slice, to_move: ToMove| match to_move {
            ToMove::Second => format!("m{other}-m{own}"),
            ToMove::First | ToMove::Either => format!("m{own}-m{other}"),
        };
        let of_sets = |slices: &quirkat_wire::Slices, to_move: ToMove| -> Vec<Counted> {
            // A side without pieces has lost.
            let both = slices.iter().filter(|(slice, _)| slice.own.min(slice.other) > 0);
            both.map(|(slice, &counts)| line(&men(slice, to_move), to_move, counts)).collect()
        };
        Ok(match AnyTables::open(law, &self.source)? {
            AnyTables::Material(tables) => {
                let EndingCounts(counts) = endings::counts(&tables)?;
                let sides = |(pieces, [first, second]): (String, [SliceCounts; 2])| {
                    let sides = [(ToMove::First, first), (ToMove::Second, second)];
                    let sides = sides.into_iter().filter(|(_, counts)| !counts.is_empty());
                    sides.map(|(to_move, counts)| line(&pieces, to_move, counts)).collect::<Vec<_>>()
                };
                counts.into_iter().flat_map(sides).collect()
            }
            AnyTables::Men(tables) => match solve::solved(&tables)? {
                SolvedCounts::Either(slices) => of_sets(&slices, ToMove::Either),
                SolvedCounts::Each { first, second } => {
                    [of_sets(&first, ToMove::First), of_sets(&second, ToMove::Second)].concat()
                }
            },
        })
    }

    fn solution(&self) -> anyhow::Result<Solution> {
        let counts = self.counts()?;
        let sum = |of: fn(&Counted) -> u64| counts.iter().map(of).sum();
        let (bytes, sha256) = self.checksum()?;
        Ok(Solution {
            game: self.ruleset.title(),
            rules: self.rules(),
            pieces: counts.iter().map(|counted| pieces_of(&counted.pieces)).max().unwrap_or(0),
            won: sum(|counted| counted.won),
            lost: sum(|counted| counted.lost),
            drawn: sum(|counted| counted.drawn),
            longest: counts.iter().flat_map(|counted| [counted.longest_win, counted.longest_loss]).flatten().max(),
            tables: self.names.len(),
            bytes,
            sha256,
        })
    }

    /// Returns the total size of the files, and the checksum of the list of their checksums.
    fn checksum(&self) -> anyhow::Result<(u64, String)> {
        let (mut all, mut list) = (0, Sha256::new());
        for name in &self.names {
            let mut hasher = Sha256::new();
            all += match &self.source {
                TableSource::Folder(folder) => {
                    let path = folder.join(name);
                    let read = File::open(&path).and_then(|mut file| io::copy(&mut file, &mut hasher));
                    read.with_context(|| format!("cannot read {}", path.display()))?
                }
                TableSource::Embedded(files) => {
                    let file = files.iter().find(|file| file.name == name).context("the listed table is missing")?;
                    hasher.update(file.bytes);
                    file.bytes.len() as u64
                }
            };
            writeln!(list, "{}  {name}", hexadecimal(&hasher.finalize()))?;
        }
        Ok((all, hexadecimal(&list.finalize())))
    }
}

/// Returns the number of pieces in a name such as `m1k1-k2+closed2.0`.
fn pieces_of(name: &str) -> u32 {
    let pieces = name.split('+').next().unwrap_or_default();
    pieces.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse::<u32>().ok()).sum()
}

/// Formats a checksum in hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
