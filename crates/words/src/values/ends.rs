//! Short names of the values on ends of the game.

use super::{Said, said};
use crate::texts::number;
use quirkat_rules::{Blocked, DrawRules, EndCount, KingLost, Repetition, SingleCombat, TakenToWin, TurnLimit};

pub fn stuck(blocked: Blocked) -> Said {
    match blocked {
        Blocked::Loss => said("values.stuck_loss"),
        Blocked::Draw => said("values.stuck_draw"),
        Blocked::Pass => said("values.stuck_pass"),
        Blocked::LastHigher => said("values.stuck_last_higher"),
    }
}

pub fn count(end_count: EndCount) -> Said {
    match end_count {
        EndCount::Off => said("values.count_off"),
        EndCount::ByAgreement => said("values.count_by_agreement"),
        EndCount::Automatic => said("values.count_automatic"),
    }
}

pub fn limit(no_capture_limit: TurnLimit) -> Said {
    match no_capture_limit {
        TurnLimit(None) => said("values.limit_none"),
        TurnLimit(Some(turns)) => ("values.limit", vec![number("turns", turns.into())]),
    }
}

pub fn repeated(repetition: Repetition) -> Said {
    match repetition {
        Repetition::Draw => said("values.repeated_draw"),
        Repetition::DrawIfEqual => said("values.repeated_draw_if_equal"),
        Repetition::Count => said("values.repeated_count"),
        Repetition::Forbidden => said("values.repeated_forbidden"),
        Repetition::CaptorWins => said("values.repeated_captor_wins"),
        Repetition::None => said("values.repeated_none"),
    }
}

pub fn draws(draw_rules: DrawRules) -> Said {
    match draw_rules {
        DrawRules::None => said("values.draws_none"),
        DrawRules::International => said("values.draws_international"),
        DrawRules::Russian => said("values.draws_russian"),
        DrawRules::Spanish => said("values.draws_spanish"),
        DrawRules::English => said("values.draws_english"),
        DrawRules::Brazilian => said("values.draws_brazilian"),
        DrawRules::Filipino => said("values.draws_filipino"),
        DrawRules::LoneKings => said("values.draws_lone_kings"),
        DrawRules::Turkish => said("values.draws_turkish"),
    }
}

pub fn toll(taken_to_win: TakenToWin) -> Said {
    match taken_to_win {
        TakenToWin(None) => said("values.toll_all"),
        TakenToWin(Some(1)) => said("values.toll_one"),
        TakenToWin(Some(taken)) => ("values.toll", vec![number("count", taken.into())]),
    }
}

pub fn king_lost(king_lost: KingLost) -> Said {
    match king_lost {
        KingLost::Nothing => said("values.king_nothing"),
        KingLost::Loses => said("values.king_loses"),
        KingLost::LosesOrAlone => said("values.king_or_alone"),
    }
}

pub fn single_combat(single_combat: SingleCombat) -> Said {
    match single_combat {
        SingleCombat::Off => said("values.combat_off"),
        SingleCombat::OnCall => said("values.combat_on_call"),
        SingleCombat::Automatic => said("values.combat_automatic"),
    }
}
