//! What the start of a game is worth, proved: `quirkat solve --start`, `quirkat proof`.

use super::progress::Progress;
use super::tables::Value;
use super::{counted, game_words, stop_on_interrupt, thousands};
use crate::source::GameArguments;
use crate::{Refused, bad_input};
use anyhow::Context;
use clap::{Args, Subcommand};
use quirkat_rules::{AnyRules, Ruleset, write_fen};
use quirkat_solve::{Law, Placement, Proof, Prover, TableFile, Tables, Worth, check};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Replay a proof of what a game's start is worth
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play everything that a side can do against what the proof answers, by the rules of the game, down to positions that
    /// tables hold
    Check {
        /// The proof, made by `quirkat solve GAME --start --proof FILE`
        file: PathBuf,
        /// The folder of the tables; `quirkat solve` makes them
        #[arg(long, value_name = "FOLDER")]
        dir: PathBuf,
    },
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Task::Check { file, dir } = &arguments.task;
    let proof = TableFile::open(file)?;
    let words = proof.line("game")?.to_owned();
    let mut words = words.split(" --rule ").map(str::to_owned);
    let game = GameArguments { game: words.next().unwrap_or_default(), rules: words.collect() };
    let ruleset = game.ruleset().context("the game of the proof")?;
    let law = Law::of(&ruleset).map_err(bad_input)?;
    let proof = Proof::read(&law, &proof)?;
    let tables = Tables::open(law, dir)?;
    let rules = AnyRules::compile(ruleset.clone()).map_err(bad_input)?;
    let interrupted = stop_on_interrupt()?;
    let progress = Progress::new("positions", proof.answers.len() as u64, 0);
    let mut tell = |done| progress.tell(done, String::new());
    let checked = check(&rules, &tables, &proof, &|| interrupted.is_stopped(), &mut tell)?;
    drop(progress);
    let start = write_fen(&ruleset, &proof.start.setup(ruleset.board.len()));
    match checked.context("broken off")? {
        Ok(checked) => Ok(format!(
            "{start}\n{}: true; {} gone through, {} at the ends\n",
            claimed(&ruleset, &proof),
            counted(thousands(checked.positions), "position"),
            thousands(checked.ends)
        )),
        Err(fault) => {
            let there = write_fen(&ruleset, &fault.position().setup(ruleset.board.len()));
            Err(Refused(format!("{start}\n{}: not proved; {there}: {fault}", claimed(&ruleset, &proof))).into())
        }
    }
}

/// What a proof claims, in words.
fn claimed(ruleset: &Ruleset, proof: &Proof) -> String {
    let claims = proof.claims.iter().map(|claim| {
        let side = if claim.side == ruleset.start.to_move { "the side that begins" } else { "the other side" };
        format!("{side} {}", if claim.worth == Worth::Won { "wins" } else { "has a draw at least" })
    });
    claims.collect::<Vec<_>>().join(", ")
}

/// What the start of a game is worth and what each first turn is worth to the side that makes it, found by search down to what
/// tables hold.
pub struct Start {
    worth: Option<Worth>,
    turns: Vec<(String, Option<Worth>)>,
    depth: u8,
    positions: usize,
}

/// So many plies beside captures are looked at, at most.
const DEEPEST: u8 = 60;

/// Proves what the start of a game is worth, and writes the proof into a file if one is given.
pub fn prove_start(
    ruleset: &Ruleset,
    tables: &Tables,
    memory: u64,
    stop: &dyn Fn() -> bool,
    file: Option<&Path>,
) -> anyhow::Result<Start> {
    let game = AnyRules::compile(ruleset.clone()).map_err(bad_input)?.new_game();
    let mut prover = Prover::new(tables, memory, stop);
    let start = Placement::of(&game.setup());
    let progress = Progress::new("plies", DEEPEST.into(), 0);
    let mut deepest = 0;
    let mut tell = |depth: u8| {
        deepest = deepest.max(depth);
        progress.tell(depth.into(), String::new());
    };
    let worth = prover.prove(start, DEEPEST, &mut tell)?.worth();
    let mut turns = vec![];
    for turn in game.turns()? {
        let mut after = game.clone();
        after.play(&turn)?;
        let known = prover.prove(Placement::of(&after.setup()), DEEPEST, &mut tell)?;
        turns.push((turn.text(&ruleset.board), known.worth().map(Worth::other)));
    }
    drop(progress);
    if let Some(file) = file {
        let worth = worth.context("what the start is worth was not found, so that there is no proof of it")?;
        prover.proof(start, worth).write(tables.law(), &game_words(ruleset), file)?;
    }
    Ok(Start { worth, turns, depth: deepest, positions: prover.positions() })
}

impl Start {
    /// As text.
    pub fn text(&self) -> String {
        let turns = self.turns.iter().map(|(turn, worth)| format!("{turn:<24} {}\n", word(*worth)));
        format!(
            "the start, for the side to move: {}\n\n{}\n{} looked at, {} deep beside captures\n",
            word(self.worth),
            turns.collect::<String>(),
            counted(thousands(self.positions as u64), "position"),
            counted(usize::from(self.depth), "ply"),
        )
    }

    /// As JSON.
    pub fn json(&self) -> serde_json::Value {
        let turn = |(turn, worth): &(String, Option<Worth>)| json!({ "turn": turn, "value": word(*worth) });
        json!({ "value": word(self.worth), "turns": self.turns.iter().map(turn).collect::<Vec<_>>() })
    }
}

fn word(worth: Option<Worth>) -> &'static str {
    worth.map_or("unknown", |worth| Value::of(worth).word())
}
