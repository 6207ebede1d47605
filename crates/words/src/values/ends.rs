//! Short names of the values on ends of the game.

use super::{ValueText, value_text};
use crate::texts::number;
use quirkat_rules::{Aim, Blocked, DrawRules, EndCount, KingLost, Repetition, SingleCombat, TakenToWin, TurnLimit};

pub fn aim(aim: Aim) -> ValueText {
    match aim {
        Aim::Win => value_text("values.goal_win"),
        Aim::Lose => value_text("values.goal_lose"),
    }
}

pub fn stuck(blocked: Blocked, aim: Aim) -> ValueText {
    match (blocked, aim) {
        (Blocked::Loss, Aim::Win) => value_text("values.stuck_loss"),
        (Blocked::Loss, Aim::Lose) => value_text("values.stuck_win"),
        (Blocked::Draw, _) => value_text("values.stuck_draw"),
        (Blocked::Pass, _) => value_text("values.stuck_pass"),
        (Blocked::LastHigher, Aim::Win) => value_text("values.stuck_last_higher"),
        (Blocked::LastHigher, Aim::Lose) => value_text("values.stuck_last_higher_wins"),
    }
}

pub fn king_moves(king_move_limit: TurnLimit) -> ValueText {
    match king_move_limit {
        TurnLimit(None) => value_text("values.limit_none"),
        TurnLimit(Some(turns)) => ("values.king_moves", vec![number("turns", turns.into())]),
    }
}

pub fn count(end_count: EndCount) -> ValueText {
    match end_count {
        EndCount::Off => value_text("values.count_off"),
        EndCount::ByAgreement => value_text("values.count_by_agreement"),
        EndCount::Automatic => value_text("values.count_automatic"),
    }
}

pub fn limit(no_capture_limit: TurnLimit) -> ValueText {
    match no_capture_limit {
        TurnLimit(None) => value_text("values.limit_none"),
        TurnLimit(Some(turns)) => ("values.limit", vec![number("turns", turns.into())]),
    }
}

pub fn repeated(repetition: Repetition) -> ValueText {
    match repetition {
        Repetition::Draw => value_text("values.repeated_draw"),
        Repetition::DrawIfEqual => value_text("values.repeated_draw_if_equal"),
        Repetition::Count => value_text("values.repeated_count"),
        Repetition::Forbidden => value_text("values.repeated_forbidden"),
        Repetition::CaptorWins => value_text("values.repeated_captor_wins"),
        Repetition::None => value_text("values.repeated_none"),
    }
}

pub fn draws(draw_rules: DrawRules) -> ValueText {
    match draw_rules {
        DrawRules::None => value_text("values.draws_none"),
        DrawRules::International => value_text("values.draws_international"),
        DrawRules::Russian => value_text("values.draws_russian"),
        DrawRules::Spanish => value_text("values.draws_spanish"),
        DrawRules::English => value_text("values.draws_english"),
        DrawRules::Brazilian => value_text("values.draws_brazilian"),
        DrawRules::Filipino => value_text("values.draws_filipino"),
        DrawRules::Pool => value_text("values.draws_pool"),
        DrawRules::Frisian => value_text("values.draws_frisian"),
        DrawRules::LoneKings => value_text("values.draws_lone_kings"),
        DrawRules::Turkish => value_text("values.draws_turkish"),
    }
}

pub fn toll(taken_to_win: TakenToWin) -> ValueText {
    match taken_to_win {
        TakenToWin(None) => value_text("values.toll_all"),
        TakenToWin(Some(1)) => value_text("values.toll_one"),
        TakenToWin(Some(taken)) => ("values.toll", vec![number("count", taken.into())]),
    }
}

pub fn king_lost(king_lost: KingLost) -> ValueText {
    match king_lost {
        KingLost::Nothing => value_text("values.king_nothing"),
        KingLost::Loses => value_text("values.king_loses"),
        KingLost::LosesOrAlone => value_text("values.king_or_alone"),
    }
}

pub fn single_combat(single_combat: SingleCombat) -> ValueText {
    match single_combat {
        SingleCombat::Off => value_text("values.combat_off"),
        SingleCombat::OnCall => value_text("values.combat_on_call"),
        SingleCombat::Automatic => value_text("values.combat_automatic"),
    }
}
