//! Tests the engine protocols, as engine and as client.

mod dxp;
#[cfg(unix)]
mod outside;
mod page;
mod rough;
mod talk;
mod thinking;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    let tests = tests! {
        rough:
            a_position_with_too_many_moves_is_reported
            uci_reports_unknown_input_and_continues
            overlong_and_non_utf8_lines_are_ignored
            every_go_has_one_answer
            hub_ignores_unknown_commands_and_reports_errors;
        thinking:
            every_offered_variant_can_be_played
            searchmoves_restricts_the_choice_at_every_level
            every_hub_variant_can_be_played
            a_decisive_score_is_shown_on_request
            an_infinite_search_answers_commands_and_stops
            the_clock_runs_after_the_expected_move
            quit_ends_a_running_search
            the_clocks_are_saved
            a_forced_move_is_played_at_once
            several_lines_come_with_their_numbers
            levels_hash_sizes_and_new_games_get_answers
            own_games_are_listed_beside_the_others
            hub_ponders_until_the_hit
            the_engine_uses_tables;
        dxp:
            two_programs_play_whole_games_by_damexchange
            a_damexchange_server_survives_garbage
            a_damexchange_opponent_that_fails_loses
            damexchange_stays_on_this_machine_unless_it_is_allowed_to_leave;
        outside:
            #[cfg(unix)] an_outside_engine_plays_an_own_game_by_its_file
            #[cfg(unix)] our_own_engine_plays_by_uci_by_house_rules_and_with_dice
            #[cfg(unix)] our_own_engine_plays_by_hub
            #[cfg(unix)] an_illegal_engine_move_ends_no_session
            #[cfg(unix)] a_crashed_engine_is_reported_in_the_players_language;
        page:
            the_protocol_page_agrees_with_the_program
            dots_stand_for_anything;
    };
    tests.into_iter().map(|(name, run)| crate::trial("protocols", name, run)).collect()
}
