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
        Task::Check { file, dir, json } => replay(file, dir.as_deref(), *json),
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

fn replay(file: &Path, dir: Option<&Path>, json: bool) -> anyhow::Result<String> {
    let (ruleset, proof) = read(file)?;
    let law = MenLaw::of(&ruleset).map_err(bad_input)?;
    let tables = MenTables::open(law, &dir.map_or_else(|| own_tables_of(&ruleset), |dir| Ok(dir.to_owned()))?)?;
    let rules = AnyRules::compile(ruleset.clone()).map_err(bad_input)?;
    let interrupted = stop_on_interrupt()?;
    let progress = Progress::new("positions", proof.answers.len() as u64, 0);
    let mut tell = |done| progress.tell(done, String::new());
    let checked = check_proof(&rules, &tables, &proof, &|| interrupted.is_stopped(), &mut tell)?;
    drop(progress);
    let checked = checked.context("broken off")?;
    if json {
        let told = json_text(&replayed(&ruleset, &proof, &checked));
        return if checked.is_ok() { Ok(told) } else { Err(FaultReport(told).into()) };
    }
    let start = write_fen(&ruleset, &proof.start.setup(ruleset.board.len()));
    match checked {
        Ok(checked) => Ok(format!(
            "{start}\n{}: true; {} gone through, {} at the ends\n",
            claimed(&ruleset, &proof),
            counted(group_thousands(checked.positions), "position"),
            group_thousands(checked.leaves)
        )),
        Err(fault) => {
            let there = write_fen(&ruleset, &fault.position().setup(ruleset.board.len()));
            let mut told = format!("{start}\n{}: not proved; {there}: {fault}\n", claimed(&ruleset, &proof));
            let (layers, down) = (tables.layers().len(), proof.table_men);
            if layers < down {
                told += &format!(
                    "it goes down to tables for up to {down} men of the first side, and there are {layers}: `quirkat solve {} \
                     --men {down}` makes them\n",
                    game_words(&ruleset)
                );
            }
            Err(FaultReport(told).into())
        }
    }
}

/// Returns the result of a check as JSON.
fn replayed(ruleset: &Ruleset, proof: &Proof, checked: &Result<CheckStats, ProofError>) -> wire::ProofCheck {
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

/// Returns the claim of a proof in words.
pub fn claimed(ruleset: &Ruleset, proof: &Proof) -> String {
    let claims = proof.claims.iter().map(|claim| {
        let side = if claim.side == ruleset.start.to_move { "the side that begins" } else { "the other side" };
        format!("{side} {}", if claim.wdl == Wdl::Win { "wins" } else { "has a draw at least" })
    });
    claims.collect::<Vec<_>>().join(", ")
}

/// Value of a start position and of each first move, found by search down to tables.
pub struct Start {
    game: AnyGame,
    worth: Option<Wdl>,
    turns: Vec<(Turn, Option<Wdl>)>,
    /// Number of plies other than captures that were searched; `None` for a complete search.
    depth: Option<u8>,
    positions: u64,
}

/// Maximum number of plies other than captures.
const DEEPEST: u8 = 60;

/// Number of men of the first side up to which tables are made in minutes and are near enough for a search.
pub const SMALL: usize = 5;

/// Returns the maximum number of men in tables that do not contain the start.
pub fn most_down(law: &MenLaw, start: &Setup) -> usize {
    let [first, second] = Side::BOTH.map(|side| start.count(side));
    (if law.exchange.is_some() { first.min(second) } else { first }).saturating_sub(1)
}

/// Proves the value of a start position, by tables that contain it or by search, and writes the proof to a file if one
/// is given. Search and proof go down to tables for `down` men of the first side. The default is small tables, or all
/// tables where they do not contain the start.
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
    let held = tables.wdl(start)?;
    let there = if tables.slices().len() > 0 { tables.law().points } else { tables.layers().len() };
    let most = most_down(tables.law(), &ruleset.start);
    let down = down.unwrap_or(if held.is_some() { SMALL } else { there }.min(most));
    let mut prover = Prover::new(tables, down, memory, stop);
    let progress = Progress::new("plies", DEEPEST.into(), 0);
    let mut deepest = 0;
    let mut tell = |depth: u8| {
        deepest = deepest.max(depth);
        progress.tell(depth.into(), String::new());
    };
    let worth = match held {
        None => prover.prove(start, DEEPEST, &mut tell)?.wdl(),
        held => held,
    };
    let mut turns = vec![];
    for turn in game.turns()? {
        let mut after = game.clone();
        after.play(&turn)?;
        let after = MenPosition::of(&after.setup());
        let known = match tables.wdl(after)? {
            None => prover.prove(after, DEEPEST, &mut tell)?.wdl(),
            held => held,
        };
        turns.push((turn, known.map(Wdl::reversed)));
    }
    if let Some(file) = file {
        let proof = if held == Some(Wdl::Draw) {
            drop(progress);
            let progress = Progress::endless("positions met");
            let proof = prove_draw(tables, down, start, memory, stop, &mut |met| progress.tell(met, String::new()))?;
            ensure!(!stop(), "broken off");
            proof.context("the proof takes more memory than --memory allows; a larger --down takes less")?
        } else {
            let found = match held {
                // The winner must approach the win with each answer, which only a search ensures.
                Some(_) => prover.prove(start, DEEPEST, &mut tell)?.wdl(),
                None => worth,
            };
            let worth = found.context("what the start is worth was not found, so that there is no proof of it")?;
            prover.proof(start, worth)
        };
        proof.write(tables.law(), &game_words(ruleset), file)?;
    }
    Ok(Start { game, worth, turns, depth: Some(deepest), positions: prover.positions() as u64 })
}

/// Finds the value of a start position and of each first move, by search down to its endings.
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
    let tell = |looked| progress.tell(looked, String::new());
    let found = Dfpn { rules: &rules, tables, memory, stop, on_progress: &tell }.solve(&after);
    let (worths, positions) = found.map_err(|error| match error {
        DfpnError::EndlessPlay | DfpnError::Memory(_) | DfpnError::Line => bad_input(error),
        _ => error.into(),
    })?;
    let turns: Vec<_> = turns.into_iter().zip(worths.into_iter().map(|worth| Some(worth.reversed()))).collect();
    let worth = turns.iter().filter_map(|(_, worth)| *worth).max();
    Ok(Start { game, worth, turns, depth: None, positions })
}

impl Start {
    /// Returns the values as text.
    pub fn text(&self) -> String {
        let board = &self.game.ruleset().board;
        let line = |(turn, worth): &(Turn, _)| format!("{:<24} {}\n", turn.text(board), word(*worth));
        let turns = self.turns.iter().map(line);
        format!(
            "the start, for the side to move: {}\n\n{}\n{} looked at, {}\n",
            word(self.worth),
            turns.collect::<String>(),
            counted(group_thousands(self.positions), "position"),
            self.depth
                .map_or("to the end".to_owned(), |depth| format!("{} deep beside captures", counted(depth, "ply"))),
        )
    }

    /// Returns the values as JSON.
    pub fn probed(&self) -> ProbeResult {
        let known_of = |worth: Wdl| GameValue::from(worth);
        let mut turns: Vec<_> = self.turns.iter().collect();
        // Unknown values come last.
        turns.sort_by_key(|(_, worth)| match worth {
            Some(Wdl::Win) => 0,
            Some(Wdl::Draw) => 1,
            Some(Wdl::Loss) => 2,
            None => 3,
        });
        let turns = turns.into_iter().map(|(turn, worth)| (turn.clone(), worth.map(known_of)));
        ProbeResult::new(&self.game, &TableReport { position: self.worth.map(known_of), turns: turns.collect() })
    }
}

fn word(worth: Option<Wdl>) -> &'static str {
    worth.map_or("unknown", |worth| Value::of(worth).word())
}
