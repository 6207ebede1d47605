//! Tests Quirkat in a real browser: the real binary, Chromium, real clicks and keys. Assertions concern visible
//! content.
//!
//! The tests need Chromium and chromedriver. Without them every test is ignored with a message; with
//! `QUIRKAT_ALL_TESTS`, as in continuous integration, they fail instead. `QUIRKAT_BROWSER=firefox` uses Firefox and
//! geckodriver for all tests except three. `QUIRKAT_PACKAGE` names the folder of the npm package for the tests without a
//! network, which are ignored without it. `QUIRKAT_AXE` names `axe.min.js` for the accessibility test, `QUIRKAT_SHOTS` a
//! folder for screenshots. The server reads its environment variables as usual: with `QUIRKAT_BASE_PATH=/quirkat` all
//! tests run under a path.

mod analysis;
mod browser;
mod entering;
mod files;
mod friends;
mod games;
mod judging;
mod languages;
mod learning;
mod links;
mod looks;
mod meeting;
mod museum;
mod network;
mod offline;
mod offline_costs;
mod offline_games;
mod panel;
mod play;
mod proxy;
mod puzzles;
mod settings;
mod stage;
mod workshop;

use libtest_mimic::{Arguments, Trial};
use stage::{Maker, PACKAGE};
use std::env;

macro_rules! tests {
    ($($module:ident: $($name:ident)*;)+) => {
        [$($((stringify!($module), stringify!($name), $module::$name as fn()),)*)+]
    };
}

/// Tests of the layout shift, of a slow processor and of memory, which Firefox does not measure or simulate.
const CHROMIUM_ALONE: [&str; 3] = [
    "looks::pages_are_small_and_stable_and_answer_at_once",
    "offline_costs::a_play_page_is_light_and_soon_ready",
    MEASUREMENT,
];

/// Test that only measures, beside a program that its variable names.
const MEASUREMENT: &str = "offline_costs::a_search_in_the_page_is_measured";

fn main() {
    let missing = stage::missing().filter(|_| env::var_os("QUIRKAT_ALL_TESTS").is_none());
    if let Some(missing) = &missing {
        eprintln!("the browser tests are ignored: {missing}");
    }
    // The longest tests start first, because the last one runs alone.
    let tests = tests! {
        offline: two_workers_analyse_together_until_they_are_stopped a_lesson_and_a_puzzle_end_without_a_network an_analysis_and_a_game_at_one_screen_go_on_without_a_network a_game_file_is_checked_without_a_network a_game_is_played_to_its_end_without_a_network a_lesson_a_puzzle_and_an_own_game_begin_without_a_network a_static_site_works_under_a_path_without_a_network all_pages_are_kept_on_request a_new_version_takes_over_at_the_next_start the_site_can_be_installed_in_the_language_of_the_visitor pages_of_the_device_are_accessible;
        offline_costs: a_play_page_is_light_and_soon_ready a_search_in_the_page_is_measured;
        offline_games: games_end_without_a_network games_of_a_static_site_end_without_a_network;
        looks: english_pages_are_light_fit_the_screen_and_are_accessible spanish_pages_are_light_fit_the_screen_and_are_accessible french_pages_are_light_fit_the_screen_and_are_accessible parts_beside_the_rules_do_not_overlap_on_a_low_screen pages_are_small_and_stable_and_answer_at_once a_click_is_answered_at_once a_chosen_board_is_stored_and_a_link_can_override_it an_entering_piece_is_shown_at_the_pointer a_dragged_piece_leaves_a_ghost marks_contrast_with_every_board_and_piece the_gallery_starts_a_game_with_one_click long_boards_stand_upright_and_a_phone_on_its_side_shows_both_players long_boards_stand_upright_wherever_moves_are_entered a_lesson_shows_one_task_at_a_time the_chosen_board_is_shown_from_the_first_frame the_analysis_board_is_as_large_as_the_play_board texts_and_headings_have_the_shipped_fonts;
        network: a_network_that_vanishes_is_noticed_within_ten_seconds_by_both a_move_is_sent_once_whatever_the_input large_move_lists_are_requested_point_by_point choosing_is_local_and_moving_takes_one_round_trip a_returning_client_decompresses_a_long_game;
        analysis: a_record_is_pasted_walked_through_continued_and_exported records_of_other_programs_are_read_as_games_of_the_page the_editor_offers_the_pieces_of_its_game moves_of_solved_games_show_their_value the_opening_explorer_lists_moves_and_plays_them;
        entering: a_capture_is_chosen_hop_by_hop_and_a_hop_taken_back an_ambiguous_capture_waits_for_the_choice all_stones_of_an_approach_and_a_withdrawal_are_ringed_and_choose_it men_captured_at_the_end_of_the_move_stay_until_then spectators_see_captured_men_until_the_end_of_the_move a_piece_that_did_not_capture_is_huffed an_overlooked_capture_can_be_claimed a_forbidden_choice_is_explained_on_the_board;
        friends: two_people_play_by_a_link_and_a_third_watches;
        games: a_game_is_played_to_its_end_with_the_mouse a_game_is_played_to_its_end_with_the_keyboard_alone the_end_of_a_game_shows_its_reason_without_layout_shift the_panel_says_what_is_special_in_a_game the_trainer_says_whether_a_move_kept_the_value;
        judging: a_review_marks_a_mistake_that_can_be_corrected a_finished_game_shows_its_turning_point a_finished_game_shows_the_better_move_and_its_analysis_keeps_the_review the_next_game_can_be_easier_or_harder;
        languages: the_language_is_switched_by_a_link_and_remembered spanish_browsers_get_spanish french_browsers_get_french;
        learning: a_lesson_is_learnt_to_its_end_with_the_keyboard_alone a_repetition_shows_its_history_and_hints_lead_to_the_answer a_hint_names_a_move_and_its_reason a_lesson_keeps_its_house_rules_and_plays_by_them;
        museum: a_visitor_plays_the_engine_and_the_museum_view_resets two_visitors_play_and_change_their_language;
        meeting: two_strangers_meet_through_an_open_game_and_say_hello a_second_device_continues_by_the_key_link;
        links: a_link_contains_the_whole_tree an_overlong_tree_gets_no_link random_trees_round_trip_through_links invalid_trees_are_refused a_finished_game_replaces_the_stored_analysis;
        panel: the_last_move_and_the_tools_stay_in_view an_offer_appears_at_the_top_of_the_panel questions_and_menus_move_nothing every_tool_has_a_name_and_a_tooltip;
        puzzles: a_puzzle_is_solved_after_a_wrong_move puzzles_have_no_end_and_suit_the_rating;
        settings: coordinates_and_marks_are_hidden_on_every_board squares_are_named_by_letters_or_numbers_as_the_visitor_prefers moves_are_animated_at_the_chosen_speed zen_mode_shows_the_board_the_clocks_and_the_necessary_buttons arrows_and_circles_are_drawn_with_the_right_button alerts_come_where_the_visitor_wants_them;
        workshop: a_game_file_is_written_corrected_played_and_shared links_without_a_file_are_reported_and_overlong_files_get_no_link;
    };
    let trial = |(module, name, run): (&str, &str, fn())| {
        let test = move || {
            run();
            Ok(())
        };
        let name = format!("{module}::{name}");
        let is_strange = Maker::from_environment() == Maker::Firefox && CHROMIUM_ALONE.contains(&name.as_str());
        let needs_package = module.starts_with("offline") && env::var_os(PACKAGE).is_none();
        let is_idle = name == MEASUREMENT && env::var_os(offline_costs::PROGRAM).is_none();
        Trial::test(name, test).with_ignored_flag(missing.is_some() || is_strange || needs_package || is_idle)
    };
    libtest_mimic::run(&Arguments::from_args(), tests.into_iter().map(trial).collect()).exit()
}
