//! The legal turns of a position as sequences of actions, and the turn that is being entered.

use crate::encoding::{Action, Token};

/// Number of words of a set of actions: boards have at most 512 points.
const WORDS: usize = 12;

/// Set of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ActionSet([u64; WORDS]);

impl ActionSet {
    #[inline]
    pub fn insert(&mut self, action: Action) {
        self.0[usize::from(action) / 64] |= 1 << (action % 64);
    }

    #[inline]
    pub fn has(&self, action: Action) -> bool {
        self.0.get(usize::from(action) / 64).is_some_and(|word| word & 1 << (action % 64) != 0)
    }

    /// Returns the actions in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            let rest = |&word: &u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
            let words = std::iter::successors(Some(word).filter(|&word| word != 0), rest);
            words.map(move |word| (64 * at) as Action + word.trailing_zeros() as Action)
        })
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// Sequences of tokens, one per legal turn, and those that match the actions entered so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sequences {
    tokens: Vec<Token>,
    /// End of each sequence in `tokens`; the next begins there.
    ends: Vec<u32>,
    /// Numbers of the sequences that match.
    matching: Vec<u32>,
    /// Number of tokens entered or skipped.
    at: usize,
    /// Actions that may follow.
    pub legal: ActionSet,
}

impl Sequences {
    /// Removes all sequences.
    #[inline]
    pub fn clear(&mut self) {
        self.tokens.clear();
        self.ends.clear();
    }

    /// Appends a token to the sequence that is being added.
    #[inline]
    pub fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    /// Appends the points of a path, given from its end to its start.
    #[inline]
    pub fn push_backwards(&mut self, points: impl Iterator<Item = Action>) {
        let begin = self.tokens.len();
        self.tokens.extend(points.map(Token::from));
        self.tokens[begin..].reverse();
    }

    /// Ends the sequence that is being added.
    #[inline]
    pub fn finish_sequence(&mut self) {
        self.ends.push(self.tokens.len() as u32);
    }

    /// Returns the number of sequences.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline]
    fn sequence(&self, number: u32) -> &[Token] {
        let number = number as usize;
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.tokens[begin..self.ends[number] as usize]
    }

    /// Begins the entry of a turn.
    #[inline]
    pub fn begin(&mut self, end: Action) {
        self.matching.clear();
        self.matching.extend(0..self.ends.len() as u32);
        self.at = 0;
        self.settle(end);
    }

    /// Enters a legal action. Returns the number of the turn that it completes, if any.
    #[inline]
    pub fn enter(&mut self, action: Action, end: Action) -> Option<usize> {
        let mut matching = std::mem::take(&mut self.matching);
        let at = self.at;
        let ends_here = action == end && matching.iter().any(|&number| self.sequence(number).len() == at);
        if ends_here {
            let done = matching.iter().copied().find(|&number| self.sequence(number).len() == at);
            self.matching = matching;
            return done.map(|number| number as usize);
        }
        matching.retain(|&number| self.sequence(number).get(at).is_some_and(|token| token.action() == action));
        self.matching = matching;
        self.at += 1;
        self.settle(end);
        let first = *self.matching.first()?;
        // Nothing may follow: the turn is complete.
        (self.legal.len() == 0).then_some(first as usize)
    }

    /// Skips a captured point that is the same in all matching turns, and collects the actions that may follow.
    #[inline]
    fn settle(&mut self, end: Action) {
        if let Some(&first) = self.matching.first()
            && let Some(&token) = self.sequence(first).get(self.at)
            && token.is_captured()
            && self.matching.iter().all(|&number| self.sequence(number).get(self.at) == Some(&token))
        {
            self.at += 1;
        }
        let mut legal = ActionSet::default();
        let (mut is_complete, mut goes_on) = (false, self.at == 0);
        for &number in &self.matching {
            match self.sequence(number).get(self.at) {
                Some(token) => {
                    legal.insert(token.action());
                    goes_on = true;
                }
                None => is_complete = true,
            }
        }
        if is_complete && goes_on {
            legal.insert(end);
        }
        self.legal = legal;
    }

    /// Returns the actions that enter a turn.
    pub fn actions_of(&self, number: usize, end: Action) -> Vec<Action> {
        let mut entry = self.clone();
        entry.begin(end);
        let mut actions = vec![];
        loop {
            let next = entry.sequence(number as u32).get(entry.at).map_or(end, |token| token.action());
            actions.push(next);
            if entry.enter(next, end).is_some() {
                return actions;
            }
        }
    }
}
