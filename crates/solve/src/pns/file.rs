//! Proof files.
//!
//! A proof file is a [`TableFile`] with `kind: proof`. Its text names the game, the start position, the claims, the
//! number of first-side men of the tables at which lines end, the number of answers, and the law. Its blocks hold the
//! answers in the order of the positions, 16 bytes each: the men of the first and of the second side before the move,
//! then after it, as sets of 4 bytes. Where the sides move differently, bit 31 of the first set is set if the
//! second side is to move.

use super::proof::{CanonicalPosition, Proof, ProofClaim};
use crate::game::{MenLaw, MenPosition, PointSet};
use crate::store::{PackedBlock, TableError, TableFile, TableWriter};
use quirkat_rules::{Side, Wdl};
use std::collections::HashMap;
use std::path::Path;

const ANSWER: usize = 16;
/// Number of answers in a block.
const BLOCK: usize = 4096;
const SECOND: u32 = 1 << 31;

impl Proof {
    /// Writes the proof into a file; `title` names the game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, law: &MenLaw, title: &str, path: &Path) -> Result<(), TableError> {
        let side = |side: Side| if side == Side::First { "first" } else { "second" };
        let claim = |claim: &ProofClaim| {
            format!("{} {}", side(claim.side), if claim.wdl == Wdl::Win { "wins" } else { "draws" })
        };
        let claims: Vec<String> = self.claims.iter().map(claim).collect();
        let [first, second] = self.start.men;
        let lines = format!(
            "kind: proof\ngame: {title}\nstart: {first:x} {second:x} {}\nclaims: {}\ndown: {}\nanswers: {}\n{law}",
            side(self.start.to_move),
            claims.join(", "),
            self.table_men,
            self.answers.len(),
        );
        let mut writer = TableWriter::new(path, &lines)?;
        let mut answers: Vec<_> = self.answers.iter().collect();
        answers.sort_unstable_by_key(|(position, _)| (position.to_move.index(), position.men));
        for block in answers.chunks(BLOCK) {
            let bytes = block.iter().flat_map(|(position, after)| {
                let [first, second] = position.men;
                let to_move = if position.to_move == Side::Second { SECOND } else { 0 };
                [first | to_move, second, after[0], after[1]].into_iter().flat_map(u32::to_le_bytes)
            });
            writer.push(&PackedBlock::new(&bytes.collect::<Vec<u8>>()))?;
        }
        writer.finish()
    }

    /// Reads a proof of a law.
    ///
    /// # Errors
    /// When the file cannot be read, is incomplete, is no proof or belongs to other rules.
    pub fn read(law: &MenLaw, file: &TableFile) -> Result<Proof, TableError> {
        let broken = |reason| file.corrupt(reason);
        if file.line("kind")? != "proof" {
            return Err(broken("this is a table, not a proof"));
        }
        file.check_rules(&law.to_string())?;
        let side = |word: &str| Side::BOTH[usize::from(word == "second")];
        let start: Vec<&str> = file.line("start")?.split(' ').collect();
        let set = |word: &str| PointSet::from_str_radix(word, 16).ok().filter(|set| set & !law.all() == 0);
        let start = match start[..] {
            [first, second, to_move] => set(first)
                .zip(set(second))
                .map(|(first, second)| MenPosition { men: [first, second], to_move: side(to_move) }),
            _ => None,
        };
        let start =
            start.filter(|start| start.men[0] & start.men[1] == 0).ok_or_else(|| broken("its start is invalid"))?;
        let claim = |claim: &str| {
            let (who, what) = claim.split_once(' ')?;
            let wdl = [("wins", Wdl::Win), ("draws", Wdl::Draw)].into_iter().find(|(word, _)| *word == what)?.1;
            Some(ProofClaim { side: side(who), wdl })
        };
        let claims: Option<Vec<ProofClaim>> = file.line("claims")?.split(", ").map(claim).collect();
        let claims = claims.ok_or_else(|| broken("its claims are invalid"))?;
        let table_men = file.line("down")?.parse().map_err(|_| broken("its number of table men is invalid"))?;
        let all: usize = file.line("answers")?.parse().map_err(|_| broken("its number of answers is invalid"))?;
        if all.div_ceil(BLOCK) != file.blocks() {
            return Err(broken("it has a wrong number of blocks"));
        }
        let mut answers = HashMap::with_capacity(all);
        for number in 0..file.blocks() {
            let length = BLOCK.min(all - number * BLOCK);
            for answer in file.block(number, length * ANSWER)?.as_chunks::<ANSWER>().0 {
                let word = |at: usize| u32::from_le_bytes(answer[4 * at..4 * at + 4].try_into().expect("four bytes"));
                let to_move = Side::BOTH[usize::from(word(0) & SECOND != 0)];
                let position: CanonicalPosition = MenPosition { men: [word(0) & !SECOND, word(1)], to_move };
                answers.insert(position, [word(2), word(3)]);
            }
        }
        Ok(Proof { start, claims, table_men, answers })
    }
}
