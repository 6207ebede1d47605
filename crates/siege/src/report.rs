//! The results of a siege, as a table and as JSON.

use crate::attacks::Attack;
use crate::bystander::{Latencies, Measurement};
use crate::ground::Ground;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Result of one attack.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Name of the attack.
    pub attack: &'static str,
    /// Number of requests, messages and connections.
    pub sent: u64,
    /// Number of answers by HTTP status.
    pub statuses: BTreeMap<u16, u64>,
    /// Number of requests without an answer.
    pub unanswered: u64,
    /// Latencies of the bystander in milliseconds.
    pub bystander: Latencies,
    /// What the attack achieved; empty if the server held.
    pub faults: Vec<String>,
}

impl Row {
    pub(crate) fn new(attack: &Attack, ground: &Ground, measurement: Measurement, faults: Vec<String>) -> Row {
        let tally = ground.tally();
        Row {
            attack: attack.name,
            sent: tally.statuses.values().sum::<u64>() + tally.unanswered,
            statuses: tally.statuses,
            unanswered: tally.unanswered,
            bystander: measurement.latencies(),
            faults,
        }
    }
}

/// Results of a siege. Its `Display` is a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// URL of the server.
    pub url: String,
    /// Seed of the attacks.
    pub seed: u64,
    /// Results by attack.
    pub rows: Vec<Row>,
}

impl Report {
    /// Returns whether every attack failed.
    pub fn is_held(&self) -> bool {
        self.rows.iter().all(|row| row.faults.is_empty())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = ["page", "move", "health", "job"].map(|kind| format!("{kind:>20}")).concat();
        writeln!(f, "{:<20}{:>8}{times}  answers", "", "sent")?;
        writeln!(f, "{:<20}{:>8}{}", "", "", format!("{:>20}", "median  99 %  max").repeat(4))?;
        for row in &self.rows {
            write!(f, "{:<20}{:>8}", row.attack, row.sent)?;
            for summary in [row.bystander.page, row.bystander.r#move, row.bystander.health, row.bystander.job] {
                match summary.count {
                    0 => write!(f, "{:>20}", "–")?,
                    _ => write!(f, "{:>8.0}{:>6.0}{:>6.0}", summary.median, summary.p99, summary.max)?,
                }
            }
            let statuses = row.statuses.iter().map(|(status, count)| format!("{status} × {count}"));
            let unanswered = (row.unanswered > 0).then(|| format!("none × {}", row.unanswered));
            writeln!(f, "  {}", statuses.chain(unanswered).collect::<Vec<_>>().join(", "))?;
            for fault in &row.faults {
                writeln!(f, "    FAILED {fault}")?;
            }
        }
        let failed = self.rows.iter().filter(|row| !row.faults.is_empty()).count();
        writeln!(f, "\n{} attacks on {}, seed {}: {failed} succeeded", self.rows.len(), self.url, self.seed)?;
        writeln!(f, "Times of another visitor are in milliseconds.")
    }
}
