//! Opening statistics: the moves that were played from a position, with the results of their games.

use super::answer;
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::QueryPairs;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use quirkat_explore::MAX_LEGAL_TURNS;
use quirkat_play::{MoveResults, Openings, PositionKey};
use quirkat_wire::{OpeningMove, OpeningMoves, ResultCounts};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A position in opening statistics.
struct OpeningPosition {
    /// Title of the rule set.
    title: String,
    key: PositionKey,
    /// Legal moves in notation.
    legal: Vec<String>,
}

/// Answers with the moves that were played from a position of a rule set, most frequent first; with house rules there are none.
/// The query field `fen` is the position, by default the start.
pub async fn openings(
    State(app): State<Arc<App>>,
    Path(title): Path<String>,
    Query(query): Query<QueryPairs>,
    visitor: Visitor,
) -> Response {
    let found = async {
        app.compute_rate.allow(visitor.client)?;
        let position = app.work(JobKind::Pages, visitor.client, move || position(&title, &query)).await?;
        let OpeningPosition { title, key, legal } = position;
        let mut moves: BTreeMap<String, OpeningMove> = BTreeMap::new();
        for (turn, results) in Openings::shipped(&title).map(|openings| openings.moves(key)).unwrap_or_default() {
            moves.entry(turn.to_owned()).or_default().engine = counts(results);
        }
        for (turn, results) in app.games.store().opening_moves(&title, key).await? {
            moves.entry(turn).or_default().server = counts(results);
        }
        // Positions that differ only in their history have one key.
        moves.retain(|turn, _| legal.contains(turn));
        let mut moves: Vec<_> = moves.into_iter().map(|(text, counted)| OpeningMove { text, ..counted }).collect();
        moves.sort_by_key(|counted| Reverse(counted.engine.games() + counted.server.games()));
        Ok(OpeningMoves { game: title, moves })
    };
    answer(found.await, visitor.texts)
}

fn position(title: &str, query: &QueryPairs) -> Result<OpeningPosition, Problem> {
    let ruling = query.ruling_or_404(title)?;
    let mut game = ruling.game(query.position("fen").as_deref())?;
    game.limit_turns(MAX_LEGAL_TURNS);
    let board = &game.ruleset().board;
    // Games with house rules are not counted.
    let turns = if ruling.rules().is_empty() { game.turns()? } else { vec![] };
    let legal = turns.iter().map(|turn| turn.text(board)).collect();
    Ok(OpeningPosition { title: game.ruleset().title(), key: PositionKey::after(&game, 0), legal })
}

fn counts(MoveResults { first, draws, second }: MoveResults) -> ResultCounts {
    ResultCounts { first, draws, second }
}
