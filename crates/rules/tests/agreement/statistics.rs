//! Statistics of the walks.

use quirkat_plain as plain;

/// Statistics of the walks, so that a test can check which cases they covered.
#[derive(Clone, Copy, Default, Debug)]
pub struct Statistics {
    pub positions: usize,
    pub turns: usize,
    pub captures: usize,
    /// Maximum number of pieces captured in one turn.
    pub longest: usize,
    pub round_trips: usize,
    /// Positions in which two paths have the same effect.
    pub merged: usize,
    /// Steps of men over rows of men.
    pub rows_passed: usize,
    pub promotions: usize,
    pub huffs: usize,
    pub bare_huffs: usize,
    pub passes: usize,
    pub claims: usize,
    pub entries: usize,
    pub throws: usize,
    /// Turns that place three men at once.
    pub rows_placed: usize,
    /// Turns that take a man for a mill, or remove one of the mover's own.
    pub removals: usize,
    /// Turns that take two men for mills.
    pub double_removals: usize,
    pub approaches: usize,
    pub withdrawals: usize,
    /// Maximum number of hops of a chain.
    pub hops: usize,
    /// Positions in which a king has made all the moves that it may make in a row.
    pub resting: usize,
    /// Turns of princes.
    pub princes: usize,
    /// Turns under single combat.
    pub combats: usize,
    /// Positions with closed rows.
    pub closed: usize,
    /// Turns that move a tower.
    pub towers: usize,
    pub no_pieces: usize,
    pub blocked: usize,
    pub rows_won: usize,
    pub tolls: usize,
    pub kings_lost: usize,
    /// Games won by a promotion.
    pub crowned: usize,
    pub placed: usize,
    pub counted: usize,
    /// Positions skipped because they have too many turns.
    pub skipped: usize,
}

impl Statistics {
    /// Records a turn.
    pub fn note(&mut self, before: &plain::State, turn: &plain::Turn, after: &plain::State) {
        let kings = |state: &plain::State| {
            let king = (before.to_move, plain::Rank::King);
            state.pieces.values().filter(|&&piece| piece == king).count()
        };
        self.turns += 1;
        self.captures += usize::from(!turn.taken.is_empty());
        self.longest = self.longest.max(turn.taken.len());
        self.round_trips += usize::from(!turn.taken.is_empty() && turn.path.first() == turn.path.last());
        self.promotions += usize::from(kings(after) > kings(before));
        self.huffs += usize::from(turn.huff.is_some());
        self.bare_huffs += usize::from(turn.huff.is_some() && turn.path.is_empty());
        self.passes += usize::from(turn.pass);
        self.claims += usize::from(turn.claim.is_some());
        self.entries += usize::from(!turn.drop.is_empty());
        self.throws += usize::from(turn.roll.is_some());
        self.rows_placed += usize::from(turn.drop.len() == 3);
        self.removals += usize::from(!turn.removed.is_empty());
        self.double_removals += usize::from(turn.removed.len() == 2);
        let number = |way| turn.ways.iter().filter(|&&other| other == way).count();
        self.approaches += number(plain::Way::Approach);
        self.withdrawals += number(plain::Way::Withdrawal);
        self.hops = self.hops.max(turn.path.len().saturating_sub(1));
        let mover = turn.path.first().and_then(|start| before.pieces.get(start));
        self.princes += usize::from(mover.is_some_and(|&(_, rank)| rank == plain::Rank::Prince));
        self.combats += usize::from(before.combat);
        self.closed += usize::from(!after.closed_rows.is_empty() || !after.closed_columns.is_empty());
        self.towers += usize::from(turn.path.first().is_some_and(|start| before.under.contains_key(start)));
    }

    /// Records the outcome of a position, if the game is over.
    pub fn note_end(&mut self, end: Option<plain::End>) {
        let number = match end {
            None => return,
            Some(plain::End::NoPieces(_)) => &mut self.no_pieces,
            Some(plain::End::Blocked(_)) => &mut self.blocked,
            Some(plain::End::Taken(_)) => &mut self.tolls,
            Some(plain::End::Promotion(_)) => &mut self.crowned,
            Some(plain::End::King(_)) => &mut self.kings_lost,
            Some(plain::End::Row(_)) => &mut self.rows_won,
            Some(plain::End::Placed) => &mut self.placed,
        };
        *number += 1;
    }
}
