//! Tests Quirkat in a real browser: the real binary, Chromium, real clicks and keys. Assertions concern visible
//! content.
//!
//! The tests need Chromium and chromedriver. Without them every test is ignored with a message; with
//! `QUIRKAT_ALL_TESTS`, as in continuous integration, they fail instead. `QUIRKAT_BROWSER=firefox` uses Firefox and
//! geckodriver for all tests except those that need the Chrome DevTools Protocol. `QUIRKAT_AXE` names `axe.min.js` for
//! the accessibility test, `QUIRKAT_SHOTS` a folder for screenshots. The server reads its environment variables as
//! usual: with `QUIRKAT_BASE_PATH=/quirkat` all tests run under a path.

mod analysis;
mod browser;
mod entering;
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
mod play;
mod proxy;
mod puzzles;
mod stage;
mod workshop;

use libtest_mimic::{Arguments, Trial};
use stage::Maker;
use std::env;

macro_rules! tests {
    ($($module:ident: $($name:ident)*;)+) => {
        [$($((stringify!($module), stringify!($name), $module::$name as fn()),)*)+]
    };
}

/// These measure, paint and cut connections, which WebDriver does not support.
const CHROMIUM_ALONE: [&str; 2] = ["looks", "network"];

fn main() {
    let missing = stage::missing().filter(|_| env::var_os("QUIRKAT_ALL_TESTS").is_none());
    if let Some(missing) = &missing {
        eprintln!("the browser tests are ignored: {missing}");
    }
    // The longest tests start first, because the last one runs alone.
    let tests = tests! {
        looks: no_page_keeps_anybody_out a_low_screen_squeezes_nothing_beside_the_rules nothing_is_wider_than_the_screen_and_boards_are_as_large_as_it nothing_is_wider_than_the_screen_in_spanish_either nothing_is_wider_than_the_screen_in_french_either every_page_is_light_at_first pages_are_light_and_stand_still_and_answer_at_once a_click_is_answered_at_once a_board_that_is_chosen_is_kept_and_a_link_shows_another a_piece_that_enters_is_seen_first_where_the_pointer_is the_gallery_begins_with_pictures_and_one_press_plays long_boards_stand_upright_and_a_phone_on_its_side_shows_both_players long_boards_stand_upright_wherever_turns_are_entered a_lesson_shows_one_task_from_its_first_moment no_other_board_is_seen_before_the_chosen_one;
        network: a_network_that_vanishes_is_noticed_within_ten_seconds_by_both a_turn_goes_to_the_server_once_however_it_is_entered what_is_too_much_to_be_said_ahead_is_asked_point_by_point choosing_takes_no_time_and_moving_one_way_to_the_server_and_back who_comes_back_to_a_long_game_unpacks_what_it_has_come_to;
        analysis: a_record_is_pasted_walked_through_continued_and_exported an_editor_has_the_pieces_of_its_game where_the_game_is_solved_every_turn_tells_what_it_comes_to;
        entering: a_capture_is_chosen_hop_by_hop_and_a_hop_taken_back nothing_is_taken_before_it_is_told_what what_leaves_at_the_end_of_the_turn_stands_until_then who_looks_on_sees_what_leaves_at_the_end_stand_until_then a_piece_that_did_not_capture_is_huffed a_capture_that_was_overlooked_is_claimed a_choice_that_the_rules_do_not_allow_is_answered_on_the_board_in_words;
        friends: two_people_play_by_a_link_and_a_third_watches;
        games: a_game_is_played_to_its_end_with_the_mouse a_game_is_played_to_its_end_with_the_keyboard_alone the_end_of_a_game_is_told_with_its_reason_and_moves_nothing;
        judging: a_game_is_judged_and_its_mistake_is_marked_and_mended after_its_end_a_game_tells_where_it_turned_and_is_analysed_whole;
        languages: the_language_is_switched_by_a_link_and_remembered who_reads_spanish_gets_spanish_at_first who_reads_french_gets_french_at_first;
        learning: a_lesson_is_learnt_to_its_end_with_the_keyboard_alone a_hint_tells_a_turn_and_why a_lesson_keeps_its_house_rules_and_plays_by_them;
        museum: a_visitor_plays_the_machine_and_the_screen_begins_again_by_itself two_visitors_play_and_change_their_language;
        meeting: two_strangers_meet_through_an_open_game_and_say_hello a_second_device_goes_on_by_the_link_of_the_key;
        links: a_link_carries_the_whole_tree_to_another_browser a_tree_that_is_too_long_for_a_link_says_so trees_by_lot_come_back_from_a_link_as_they_went what_is_no_tree_is_refused_whatever_it_is the_game_that_was_played_is_analysed_whatever_was_analysed_before;
        puzzles: a_puzzle_is_solved_after_a_wrong_turn_and_the_next_one_follows;
        workshop: a_game_is_written_mended_played_and_sent_to_somebody_else links_that_hold_no_file_say_so_and_files_that_are_too_long_get_none;
    };
    let trial = |(module, name, run): (&str, &str, fn())| {
        let test = move || {
            run();
            Ok(())
        };
        let is_strange = Maker::wanted() == Maker::Firefox && CHROMIUM_ALONE.contains(&module);
        Trial::test(format!("{module}::{name}"), test).with_ignored_flag(missing.is_some() || is_strange)
    };
    libtest_mimic::run(&Arguments::from_args(), tests.into_iter().map(trial).collect()).exit()
}
