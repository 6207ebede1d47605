//! Rules of few games: placing, resupply, openings, dice, flying, single combat and special ends. Positions of games
//! without them never enter this module.

use super::generate::Milling;
use super::{FlatAction, FlatMemory, FlatMove, FlatPosition, Generator, Point, plain_action};
use crate::engine::outcome::Outcome;
use crate::engine::rules::{NOWHERE, PathNode, TurnCallback};
use crate::engine::sinks::TurnVisitor;
use crate::engine::stream::Sink;
use crate::engine::tables::MoveTables;
use crate::ground::bits::Bits;
use crate::ground::reason::Reason;
use crate::ground::setup::{Rank, RollResult, Side};
use crate::options::{
    AfterPlacing, CaptureBy, KingLost, Mills as RowsOfThree, Opening, Resupply, SingleCombat, TakenToWin, YesNo,
};
use std::ops::ControlFlow::{self, Continue};

/// Returns the outcome by a special end of the game.
#[inline]
pub fn ended<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> Option<Outcome> {
    let options = &tables.options;
    let mover = position.to_move;
    let hand_memory = position.memory.hand_memory();
    if options.mills == RowsOfThree::Win {
        let has_row = |side: &Side| tables.mills.any(position.sides[side.index()]);
        if let Some(side) = [mover.other(), mover].into_iter().find(has_row) {
            return Some(Outcome::won(side, Reason::ThreeInARow));
        }
    }
    if let TakenToWin(Some(taken)) = options.taken_to_win {
        let lost = |side: Side| {
            let left = position.sides[side.index()].count() + u32::from(hand_memory.hand[side.index()]);
            tables.total[side.index()].saturating_sub(left)
        };
        let has_won = |side: &Side| options.captors.has(*side) && lost(side.other()) >= u32::from(taken);
        if let Some(side) = [mover.other(), mover].into_iter().find(has_won) {
            return Some(Outcome::won(side, Reason::Toll));
        }
    }
    if options.promotion_wins == YesNo::Yes {
        let has_king = |side: &Side| position.sides[side.index()].intersects(position.kings());
        if let Some(side) = [mover.other(), mover].into_iter().find(has_king) {
            return Some(Outcome::won(side, Reason::Promotion));
        }
    }
    if options.king_lost != KingLost::Nothing {
        let kings = position.ranks.last().copied().unwrap_or(B::EMPTY);
        let has_lost = |side: &Side| {
            let pieces = position.sides[side.index()];
            let alone = options.king_lost == KingLost::LosesOrAlone && (pieces & !kings).is_empty();
            !pieces.intersects(kings) || alone
        };
        if let Some(side) = [mover, mover.other()].into_iter().find(has_lost) {
            return Some(Outcome::won(side.other(), Reason::KingLost));
        }
    }
    let all_placed = options.placing == YesNo::Yes && hand_memory.hand == [0; 2];
    (all_placed && options.after_placing == AfterPlacing::End).then(|| Outcome::drawn(Reason::Placed))
}

/// Returns whether the side to move has only one piece left, which the other side may not take because of its rank.
pub fn is_last_higher<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> bool {
    let is_last = position.own().count() == 1 && position.memory.hand_memory().hand[position.to_move.index()] == 0;
    is_last
        && tables.options.take_higher == YesNo::No
        && position.highest(position.own()) > position.highest(position.enemy())
}

/// Returns whether each side has only one piece left, both of the same rank below king.
fn is_duel<B: Bits, const R: usize, M: FlatMemory<B>>(position: &FlatPosition<B, R, M>) -> bool {
    let rank = position.highest(position.own());
    position.sides.iter().all(|side| side.count() == 1)
        && rank == position.highest(position.enemy())
        && rank < Rank::King
}

/// Returns whether the side to move may call for single combat.
pub fn may_call<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> bool {
    let on_call = tables.options.single_combat == SingleCombat::OnCall && !position.memory.hand_memory().combat;
    on_call && is_duel(position) && ended(tables, position).is_none()
}

/// Returns whether the last two pieces must approach each other.
fn fights<B: Bits, const R: usize, M: FlatMemory<B>>(tables: &MoveTables<B>, position: &FlatPosition<B, R, M>) -> bool {
    match tables.options.single_combat {
        SingleCombat::Off => false,
        SingleCombat::OnCall => position.memory.hand_memory().combat && is_duel(position),
        SingleCombat::Automatic => is_duel(position),
    }
}

/// Returns whether the side to move places a piece from its hand.
fn places<B: Bits, const R: usize, M: FlatMemory<B>>(tables: &MoveTables<B>, position: &FlatPosition<B, R, M>) -> bool {
    tables.options.placing == YesNo::Yes && position.memory.hand_memory().hand[position.to_move.index()] > 0
}

/// Returns whether dice are to be thrown.
pub fn awaits_dice<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> bool {
    tables.options.dice == YesNo::Yes && position.memory.hand_memory().rolled.is_none() && places(tables, position)
}

/// Returns whether the mover's pieces may move to any empty point.
pub fn flies<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> bool {
    let few = tables.options.fly_at_three == YesNo::Yes
        && position.own().count() == 3
        && position.memory.hand_memory().hand[position.to_move.index()] == 0;
    few || tables.options.after_placing == AfterPlacing::Fly
}

/// Returns the number of a throw: its dice as digits.
pub fn dice_number([a, b, c]: [u8; 3]) -> u16 {
    u16::from(a) * 100 + u16::from(b) * 10 + u16::from(c)
}

/// Returns the position after a throw or a call; the same side goes on.
pub fn after_dice_or_call<B: Bits, const R: usize, M: FlatMemory<B>>(
    mut position: FlatPosition<B, R, M>,
    turn: &FlatMove<B>,
) -> FlatPosition<B, R, M> {
    let mut hand_memory = position.memory.hand_memory();
    match turn.action {
        FlatAction::Roll(dice) => hand_memory.rolled = Some(RollResult::of(dice)),
        _ => hand_memory.combat = true,
    }
    position.memory.set_hand_memory(hand_memory);
    position
}

/// Returns the stones of which the side to move removes one in the opening; `None` after the opening.
fn opening<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> Option<B> {
    let empty = position.empty(tables);
    let around = |points: B| points.points().fold(points, |around, point| around | tables.joined[point]);
    let centre = || if tables.centre.count() == 1 { around(tables.centre) } else { tables.centre };
    let stones = match (tables.options.opening, empty.count()) {
        (Opening::None, _) | (_, 2..) => return None,
        (_, 1) => around(empty),
        (Opening::CentreOrCorner, _) => centre() | tables.corners,
        (Opening::Centre, _) => centre(),
        (Opening::Anywhere, _) => tables.all,
    };
    Some(stones & position.own())
}

/// Generates some turns; called twice.
type GenerateFn<'g, B, const EXTRAS: bool> =
    &'g dyn Fn(&mut Generator<'_, B, dyn Sink<FlatMove<B>> + '_, EXTRAS>) -> ControlFlow<()>;

/// Emits the turns with the least value of `number`.
fn least<B: Bits, const EXTRAS: bool>(
    tables: &MoveTables<B>,
    number: &dyn Fn(&FlatMove<B>) -> u16,
    visit: TurnCallback<'_, FlatMove<B>>,
    generate: GenerateFn<'_, B, EXTRAS>,
) -> ControlFlow<()> {
    let mut least = u16::MAX;
    let find: TurnCallback<'_, FlatMove<B>> = &mut |turn, _| {
        least = least.min(number(turn));
        Continue(())
    };
    let _ = generate(&mut Generator::new(tables, &mut TurnVisitor::all(find)));
    let choose: TurnCallback<'_, FlatMove<B>> =
        &mut |turn, path| if number(turn) == least { visit(turn, path) } else { Continue(()) };
    generate(&mut Generator::new(tables, &mut TurnVisitor::all(choose)))
}

/// Returns the data for mills, where mills take pieces.
fn mills<B: Bits, const R: usize, M: FlatMemory<B>>(
    tables: &MoveTables<B>,
    position: &FlatPosition<B, R, M>,
) -> Option<Milling<B>> {
    let own = position.own();
    let milling = || Milling { own, enemy: position.enemy(), lacking: tables.mills.lacking(own) };
    (tables.options.mills == RowsOfThree::Take).then(milling)
}

impl<B: Bits, S: Sink<FlatMove<B>> + ?Sized, const EXTRAS: bool> Generator<'_, B, S, EXTRAS> {
    /// Streams all turns of a position whose game may have any of these rules.
    #[inline(always)]
    pub(super) fn turns_with_extras<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
    ) -> ControlFlow<()> {
        let tables = self.tables;
        let options = &tables.options;
        if !tables.extras {
            return self.moves(position);
        }
        if options.opening != Opening::None
            && let Some(stones) = opening(tables, position)
        {
            return stones.points().map(Point::from).try_for_each(|at| {
                self.sink.turn(&plain_action(FlatAction::Remove { at }), &PathNode { at, taken: None, before: None })
            });
        }
        self.set_milling(position);
        if awaits_dice(tables, position) {
            return self.throws();
        }
        if places(tables, position) {
            return self.placements(position);
        }
        let mover = position.to_move.index();
        let is_due = position.memory.hand_memory().hand[mover] > 0 && position.own().count() < tables.full[mover];
        match options.resupply {
            Resupply::IsTheTurn | Resupply::AtOnce if is_due => self.drops(position.empty(tables), None),
            Resupply::ThenMove if is_due => self.entries_and_moves(position),
            _ if fights(tables, position) => self.combat(position),
            _ => self.moves(position),
        }
    }

    fn moves<const R: usize, M: FlatMemory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        let steps_too = match self.tables.options.capture_by {
            CaptureBy::Leap | CaptureBy::None => return self.turns_with_huffs(position),
            CaptureBy::Custodial | CaptureBy::CustodialRows => self.custodial_captures(position)?,
            CaptureBy::Approach => self.runs(position)?,
        };
        if !steps_too {
            return Continue(());
        }
        match self.offers(position) {
            None => self.steps(position, None),
            // A giver that can offer a piece must do so.
            Some(offers) => {
                let precedence = |turn: &FlatMove<B>| match turn.action {
                    FlatAction::Step { from, to, .. } => u16::from(!offers(from, to)),
                    _ => 1,
                };
                let sink = &mut *self.sink;
                least::<_, EXTRAS>(self.tables, &precedence, &mut |turn, path| sink.turn(turn, path), &|generator| {
                    generator.steps(position, None)
                })
            }
        }
    }

    /// Sets the data for mills of a position.
    #[inline(always)]
    fn set_milling<const R: usize, M: FlatMemory<B>>(&mut self, position: &FlatPosition<B, R, M>) {
        self.milling = mills(self.tables, position);
        self.special_ends = self.milling.map_or(B::EMPTY, |milling| milling.lacking);
    }

    /// Streams every throw of three dice.
    fn throws(&mut self) -> ControlFlow<()> {
        for number in 0..216 {
            let dice = [number / 36, number / 6 % 6, number % 6].map(|die| die + 1);
            self.sink.turn(&plain_action(FlatAction::Roll(dice)), &NOWHERE)?;
        }
        Continue(())
    }

    /// Streams the turns that place a piece, or three in a row.
    fn placements<const R: usize, M: FlatMemory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        let tables = self.tables;
        let mut empty = position.empty(tables);
        let hand_memory = position.memory.hand_memory();
        if hand_memory.rolled == Some(RollResult::Row) && hand_memory.hand[position.to_move.index()] >= 3 {
            for (points, row) in &tables.mills.rows {
                if (*row & !empty).is_empty() {
                    self.emit(
                        &plain_action(FlatAction::Row(*points)),
                        &PathNode { at: points[2], taken: None, before: None },
                    )?;
                }
            }
        }
        if tables.options.no_centre_opening == YesNo::Yes && empty == tables.all {
            empty &= !tables.centre;
        }
        self.drops(empty, None)
    }

    /// Streams the turns that enter a man and then move a piece. An entry after which nothing can move is no turn.
    fn entries_and_moves<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
    ) -> ControlFlow<()> {
        for point in position.empty(self.tables).points() {
            let mut entered = *position;
            entered.enter(Point::from(point));
            self.entered = Some(Point::from(point));
            self.set_milling(&entered);
            self.moves(&entered)?;
        }
        Continue(())
    }

    /// Streams the turns of single combat: captures if there are any, otherwise the steps that bring the pieces closest
    /// together.
    fn combat<const R: usize, M: FlatMemory<B>>(&mut self, position: &FlatPosition<B, R, M>) -> ControlFlow<()> {
        let tables = self.tables;
        let Some(enemy) = position.enemy().points().next() else { return Continue(()) };
        let precedence = |turn: &FlatMove<B>| match turn.action {
            FlatAction::Step { to, .. } => tables.distances[to.index()][enemy],
            _ => 0,
        };
        let sink = &mut *self.sink;
        least::<_, EXTRAS>(tables, &precedence, &mut |turn, path| sink.turn(turn, path), &|generator| {
            generator.moves(position)
        })
    }

    /// Streams moves to any empty point, if the mover's pieces may fly.
    pub(super) fn flights<const R: usize, M: FlatMemory<B>>(
        &mut self,
        position: &FlatPosition<B, R, M>,
    ) -> Option<ControlFlow<()>> {
        if !flies(self.tables, position) {
            return None;
        }
        let (empty, kings) = (position.empty(self.tables), position.kings());
        let promotion_row = self.tables.men[position.to_move.index()].promotion_row;
        let mut pieces = (position.own() & !self.resting(position)).points();
        Some(pieces.try_for_each(|from| {
            (empty & !position.memory.barred(position.to_move, Point::from(from)))
                .points()
                .try_for_each(|to| self.step(from, to, None, !kings.has(from) && promotion_row.has(to)))
        }))
    }
}
