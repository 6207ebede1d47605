//! Proofs of the value of a game's start: `quirkat solve --start`, `quirkat proof`.

use super::library::own_tables_of;
use super::progress::Progress;
use super::table_files::game_of;
use super::tables::Value;
use super::{counted, game_words, group_thousands, json_text, proof_list, stop_on_interrupt};
use crate::errors::{FaultReport, bad_input};
use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use quirkat_rules::{AnyGame, AnyRules, GameValue, Ruleset, Setup, Side, Turn, Wdl, write_fen};
use quirkat_search::TableReport;
use quirkat_solve::{
    CheckStats, Dfpn, DfpnError, MaterialTables, MenLaw, MenPosition, MenTables, Proof, ProofClaim, ProofError, Prover,
    TableFile, check_proof, prove_draw,
};
use quirkat_wire::{self as wire, ProbeResult};
use std::path::{Path, PathBuf};

/// Check, list and cite proofs of the value of a start position
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play every move of the opponent against the answers of the proof, by the rules of the game, down to positions in
    /// tables
    Check {
        /// The proof, made by `quirkat solve GAME --start --proof FILE`
        file: PathBuf,
        /// The folder of the tables, if they are not your own; `quirkat solve` makes them
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List proofs as CSV: game, rules, position, value for the side to move, number of answers, men of the first side
    /// in the tables that it needs, and size and checksum of the file
    List {
        /// The proofs
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print BibTeX entries instead
        #[arg(long)]
        bibtex: bool,
    },
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    match &arguments.task {
        Task::Check { file, dir, json } => check(file, dir.as_deref(), *json),
        Task::List { files, bibtex: true } => proof_list::in_bibtex(files),
        Task::List { files, bibtex: false } => proof_list::in_csv(files),
    }
}

/// Reads a proof and its ruleset.
///
/// # Errors
/// When the file cannot be read, is no proof, or belongs to an unknown game.
pub fn read(file: &Path) -> anyhow::Result<(Ruleset, Proof)> {
    let file = TableFile::open(file)?;
    let ruleset = game_of(&file)?.ruleset().context("the game of the proof")?;
    let proof = Proof::read(&MenLaw::of(&ruleset).map_err(bad_input)?, &file)?;
    Ok((ruleset, proof))
}

fn check(file: &Path, dir: Option<&Path>, json: bool) -> anyhow::Result<String> {
    let (ruleset, proof) = read(file)?;
    let law = MenLaw::of(&ruleset).map_err(bad_input)?;
    let tables = MenTables::open(law, &dir.map_or_else(|| own_tables_of(&ruleset), |dir| Ok(dir.to_owned()))?)?;
    let rules = AnyRules::compile(ruleset.clone()).map_err(bad_input)?;
    let interrupted = stop_on_interrupt()?;
    let progress = Progress::new("positions", proof.answers.len() as u64, 0);
    let mut on_progress = |done| progress.set(done, String::new());
    let checked = check_proof(&rules, &tables, &proof, &|| interrupted.is_stopped(), &mut on_progress)?;
    drop(progress);
    let checked = checked.context("interrupted")?;
    if json {
        let report = json_text(&check_as_json(&ruleset, &proof, &checked));
        return if checked.is_ok() { Ok(report) } else { Err(FaultReport(report).into()) };
    }
    let start = write_fen(&ruleset, &proof.start.setup(ruleset.board.len()));
    match checked {
        Ok(checked) => Ok(format!(
            "{start}\n{}: true; {} checked, {} in tables\n",
            claims_in_words(&ruleset, &proof),
            counted(group_thousands(checked.positions), "position"),
            group_thousands(checked.leaves)
        )),
        Err(fault) => {
            let there = write_fen(&ruleset, &fault.position().setup(ruleset.board.len()));
            let mut report = format!("{start}\n{}: not proved; {there}: {fault}\n", claims_in_words(&ruleset, &proof));
            let (layers, down) = (tables.layers().len(), proof.table_men);
            if layers < down {
                report += &format!(
                    "the proof needs tables for up to {down} men of the first side, and there are {layers}: `quirkat solve {} \
                     --men {down}` makes them\n",
                    game_words(&ruleset)
                );
            }
            Err(FaultReport(report).into())
        }
    }
}

/// Returns the result of a check as JSON.
fn check_as_json(ruleset: &Ruleset, proof: &Proof, checked: &Result<CheckStats, ProofError>) -> wire::ProofCheck {
    let position =
        |placement: MenPosition| wire::Position::new(ruleset, &ruleset.start, &placement.setup(ruleset.board.len()));
    let claim = |claim: &ProofClaim| wire::ProofClaim {
        side: claim.side.into(),
        at_least: if claim.wdl == Wdl::Win { wire::Category::Win } else { wire::Category::Draw },
    };
    wire::ProofCheck {
        game: ruleset.title(),
        rules: ruleset.house_rule_texts(),
        position: position(proof.start),
        claims: proof.claims.iter().map(claim).collect(),
        proved: checked
            .as_ref()
            .ok()
            .map(|&CheckStats { positions, leaves }| wire::ProofCounts { positions, ends: leaves }),
        fault: checked
            .as_ref()
            .err()
            .map(|fault| wire::ProofFault { position: position(fault.position()), reason: fault.to_string() }),
    }
}

/// Returns the claims of a proof in words.
pub fn claims_in_words(ruleset: &Ruleset, proof: &Proof) -> String {
    let claims = proof.claims.iter().map(|claim| {
        let side = if claim.side == ruleset.start.to_move { "the side that begins" } else { "the other side" };
        format!("{side} {}", if claim.wdl == Wdl::Win { "wins" } else { "has a draw at least" })
    });
    claims.collect::<Vec<_>>().join(", ")
}

/// Value of a start position and of each first move, from tables or by search.
pub struct Start {
    game: AnyGame,
    value: Option<Wdl>,
    turns: Vec<(Turn, Option<Wdl>)>,
    /// Depth of the deepest search, in plies other than captures; `None` for a search to the ends of games.
    depth: Option<u8>,
    /// Number of searched positions.
    positions: u64,
}

/// Maximum depth of a search, in plies other than captures.
const MAX_DEPTH: u8 = 60;

/// Default maximum of men of the first side in the tables of a search: tables that are made in minutes and that a search
/// can reach.
pub const SMALL: usize = 5;

/// Returns the maximum number of men in tables that do not contain the start.
pub fn most_down(law: &MenLaw, start: &Setup) -> usize {
    let [first, second] = Side::BOTH.map(|side| start.count(side));
    (if law.exchange.is_some() { first.min(second) } else { first }).saturating_sub(1)
}

/// Finds the value of a start position and of each first move, by tables that contain them or by search, and writes a
/// proof to the file if one is given. Search and proof end in tables for up to `down` men of the first side. The default
/// is [`SMALL`], or all tables where they do not contain the start.
pub fn prove_start(
    ruleset: &Ruleset,
    tables: &MenTables,
    down: Option<usize>,
    memory: u64,
    stop: &dyn Fn() -> bool,
    file: Option<&Path>,
) -> anyhow::Result<Start> {
    let game = AnyRules::compile(ruleset.clone()).map_err(bad_input)?.new_game();
    let start = MenPosition::of(&game.setup());
    let in_tables = tables.wdl(start)?;
    let available = if tables.slices().len() > 0 { tables.law().points } else { tables.layers().len() };
    let most = most_down(tables.law(), &ruleset.start);
    let down = down.unwrap_or(if in_tables.is_some() { SMALL } else { available }.min(most));
    let mut prover = Prover::new(tables, down, memory, stop);
    let progress = Progress::new("plies", MAX_DEPTH.into(), 0);
    let mut deepest = 0;
    let mut on_progress = |depth: u8| {
        deepest = deepest.max(depth);
        progress.set(depth.into(), String::new());
    };
    let value = match in_tables {
        None => prover.prove(start, MAX_DEPTH, &mut on_progress)?.wdl(),
        proved => proved,
    };
    let mut turns = vec![];
    for turn in game.turns()? {
        let mut after = game.clone();
        after.play(&turn)?;
        let after = MenPosition::of(&after.setup());
        let known = match tables.wdl(after)? {
            None => prover.prove(after, MAX_DEPTH, &mut on_progress)?.wdl(),
            proved => proved,
        };
        turns.push((turn, known.map(Wdl::reversed)));
    }
    if let Some(file) = file {
        let proof = if in_tables == Some(Wdl::Draw) {
            drop(progress);
            let progress = Progress::endless("positions visited");
            let proof =
                prove_draw(tables, down, start, memory, stop, &mut |visited| progress.set(visited, String::new()))?;
            ensure!(!stop(), "interrupted");
            proof.context("the proof needs more memory than --memory allows; a larger --down needs less")?
        } else {
            let found = match in_tables {
                // The winner must approach the win with each answer, which only a search ensures.
                Some(_) => prover.prove(start, MAX_DEPTH, &mut on_progress)?.wdl(),
                None => value,
            };
            let value = found.context("the value of the start was not found, so there is no proof")?;
            prover.proof(start, value)
        };
        proof.write(tables.law(), &game_words(ruleset), file)?;
    }
    Ok(Start { game, value, turns, depth: Some(deepest), positions: prover.positions() as u64 })
}

/// Finds the value of a start position and of each first move, by proof-number search down to the tables of its endings.
pub fn settle_start(
    ruleset: &Ruleset,
    tables: &MaterialTables,
    memory: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Start> {
    let rules = AnyRules::compile(ruleset.clone()).map_err(bad_input)?;
    let game = rules.new_game();
    let turns = game.turns()?;
    let after = turns.iter().map(|turn| {
        let mut after = game.clone();
        after.play(turn).map(|_| after.setup())
    });
    let after = after.collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::endless("positions");
    let on_progress = |done| progress.set(done, String::new());
    let found = Dfpn { rules: &rules, tables, memory, stop, on_progress: &on_progress }.solve(&after);
    let (values, positions) = found.map_err(|error| match error {
        DfpnError::EndlessPlay | DfpnError::Memory(_) | DfpnError::Line => bad_input(error),
        _ => error.into(),
    })?;
    let turns: Vec<_> = turns.into_iter().zip(values.into_iter().map(|value| Some(value.reversed()))).collect();
    let value = turns.iter().filter_map(|(_, value)| *value).max();
    Ok(Start { game, value, turns, depth: None, positions })
}

impl Start {
    /// Returns the values as text.
    pub fn text(&self) -> String {
        let board = &self.game.ruleset().board;
        let line = |(turn, value): &(Turn, _)| format!("{:<24} {}\n", turn.text(board), word(*value));
        let turns = self.turns.iter().map(line);
        format!(
            "the start, for the side to move: {}\n\n{}\n{} searched, {}\n",
            word(self.value),
            turns.collect::<String>(),
            counted(group_thousands(self.positions), "position"),
            self.depth
                .map_or("to the end".to_owned(), |depth| format!("{} deep, without captures", counted(depth, "ply"))),
        )
    }

    /// Returns the values as JSON.
    pub fn probed(&self) -> ProbeResult {
        let known_of = |value: Wdl| GameValue::from(value);
        let mut turns: Vec<_> = self.turns.iter().collect();
        // Unknown values come last.
        turns.sort_by_key(|(_, value)| match value {
            Some(Wdl::Win) => 0,
            Some(Wdl::Draw) => 1,
            Some(Wdl::Loss) => 2,
            None => 3,
        });
        let turns = turns.into_iter().map(|(turn, value)| (turn.clone(), value.map(known_of)));
        ProbeResult::new(&self.game, &TableReport { position: self.value.map(known_of), turns: turns.collect() })
    }
}

fn word(value: Option<Wdl>) -> &'static str {
    value.map_or("unknown", |value| Value::of(value).word())
}
