//! Tests the engine protocols, as engine and as client.

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
            a_position_with_too_many_turns_is_said
            what_uci_does_not_know_is_refused_and_the_engine_goes_on
            lines_without_end_and_lines_that_are_no_text_are_passed_over
            every_go_has_one_answer
            what_hub_does_not_know_is_ignored_and_what_is_wrong_is_said;
        thinking:
            every_variant_that_is_offered_is_played
            a_certain_end_is_kept_until_it_is_asked_for
            an_endless_search_hears_everything_and_ends_when_it_is_told
            after_the_expected_turn_the_clock_runs
            it_ends_in_the_midst_of_a_search
            the_clocks_are_kept
            a_forced_turn_is_played_at_once
            several_lines_come_with_their_numbers
            lower_levels_and_other_memory_and_new_games_answer_too
            a_game_of_ones_own_is_offered_beside_the_others
            hub_ponders_and_is_hit
            it_plays_by_tables;
        outside:
            #[cfg(unix)] a_game_of_ones_own_is_played_by_an_engine_that_has_its_file
            #[cfg(unix)] our_own_engine_plays_by_uci_by_house_rules_and_with_dice
            #[cfg(unix)] our_own_engine_plays_by_hub
            #[cfg(unix)] a_cheat_ends_no_session
            #[cfg(unix)] a_death_in_the_midst_of_a_game_is_said_in_the_players_language;
        page:
            the_page_shows_what_the_program_says
            dots_stand_for_anything;
    };
    tests.into_iter().map(|(name, run)| crate::trial("protocols", name, run)).collect()
}
