//! Tests the web server: players, programs, hostile clients and failures. Every test talks to the real program over the
//! network. Tests wait for events, not for fixed times, and fail after [`crate::harness::PATIENCE`].

mod api;
mod asking;
mod backups;
mod catalogue;
mod family;
mod faults;
mod hostile;
mod judging;
mod keys;
mod learning;
mod meeting;
mod museum;
mod operating;
mod pages;
mod play;
mod prints;
mod puzzles;
mod rough;
mod settings;
mod siege;
mod site;
mod speech;
mod tables;
#[cfg(target_os = "linux")]
mod trouble;
mod wire;
mod workshop;

use libtest_mimic::Trial;

/// The longest tests first.
pub fn trials() -> Vec<Trial> {
    let tests = tests! {
        catalogue:
            every_variant_has_its_pages_and_pictures_in_every_language
            every_game_can_be_begun_from_its_page
            the_gallery_has_every_game;
        siege:
            whoever_asks_for_many_pictures_waits_for_himself
            whoever_looks_at_a_long_game_again_and_again_waits_for_himself
            bodies_that_come_too_slowly_and_silent_connections_end
            #[cfg(target_os = "linux")] half_open_connections_leave_room_for_others_and_end
            an_address_has_one_share_of_the_engine_whatever_its_cookies
            no_header_makes_one_address_many
            positions_with_more_turns_than_are_listed_are_taken_nowhere
            what_a_long_game_has_come_to_is_packed_on_the_wire
            #[cfg(unix)] a_server_that_is_told_to_end_lets_what_is_under_way_end
            a_request_that_is_under_way_is_answered_before_the_server_ends
            #[cfg(target_os = "linux")] connections_of_all_are_limited_and_whoever_looks_after_the_server_is_answered
            no_turn_leads_where_nobody_could_be_shown_what_to_play
            live_connections_are_among_those_of_all
            live_connections_of_one_address_are_limited
            a_folder_belongs_to_one_server
            a_large_game_tells_what_changed_and_no_more
            who_comes_and_goes_is_not_told_one_by_one
            cookies_are_secure_behind_https;
        museum:
            the_engine_replies_to_a_line_and_advises_on_it_without_keeping_it
            a_screen_for_a_museum_keeps_to_its_game_and_refuses_what_it_cannot_do;
        workshop:
            hostile_files_are_answered_soon_and_others_are_served_meanwhile
            a_game_of_ones_own_is_played_looked_at_and_found_again_after_a_restart
            files_with_random_mistakes_are_judged_and_never_break_anything
            the_workshop_begins_with_an_example_or_with_a_copy_of_any_game
            a_sound_file_comes_back_with_its_board_and_its_rules_in_every_language
            faults_are_told_with_their_place_and_what_is_allowed
            a_faulty_file_is_refused_in_the_visitors_language
            a_friend_joins_a_game_of_ones_own_and_both_find_it_among_theirs
            a_file_is_kept_once_and_goes_with_the_last_game_that_is_played_by_it
            what_is_no_game_is_not_played_or_printed_and_nothing_of_it_is_kept
            a_game_of_ones_own_is_printed_without_being_kept;
        prints:
            every_page_of_a_game_leads_to_its_files
            there_is_a_book_of_all_games
            the_form_works_as_it_is_sent
            files_come_as_what_they_are
            orders_are_followed
            house_rules_reach_the_file
            what_cannot_be_printed_is_refused_in_words
            the_rules_of_a_game_can_be_printed_from_its_page;
        api:
            what_is_asked_at_once_is_answered
            an_analysis_that_others_wait_for_is_cut_short
            the_document_and_the_server_agree
            turns_are_entered_hop_by_hop
            an_analysis_comes_depth_by_depth_and_ends
            a_games_record_is_read_written_and_read_without_loss
            a_bot_plays_the_engine_to_the_end_by_post_and_stream
            offers_are_made_and_answered_by_post
            a_point_that_cannot_follow_is_refused_with_the_rule
            huffs_and_claims_are_explored
            exploring_tells_what_the_rules_tell
            an_analysis_stops_when_nobody_reads_it
            records_come_back_as_they_went
            what_is_wrong_with_a_record_is_said_in_the_language_of_whoever_asks
            pictures_are_pictures
            boards_and_pieces_are_chosen_by_the_address
            two_people_play_the_variant_that_is_meant_for_them;
        site:
            every_address_of_every_page_is_below_the_base_path
            links_are_shown_with_the_position_as_a_picture
            leaflets_name_the_site_where_there_is_one
            what_is_not_below_the_path_is_nothing_but_health_is_at_the_root
            a_game_is_begun_joined_and_played_below_a_path_and_its_links_name_the_site
            a_proxy_may_write_another_host_into_what_was_asked
            addresses_that_cannot_be_are_refused_with_what_can;
        rough:
            what_is_nearly_right_is_answered_and_breaks_nothing
            every_kind_of_message_is_among_what_is_changed;
        judging:
            a_whole_game_is_judged_with_progress_from_the_last_turn_to_the_first
            a_review_stops_when_nobody_reads_it_and_keeps_no_analysis_waiting
            a_turn_that_lets_a_win_go_is_a_blunder_and_the_better_one_is_told
            what_cannot_be_judged_is_refused_in_the_words_of_whoever_asks
            the_analysis_of_a_game_has_all_its_turns_and_its_start;
        trouble:
            #[cfg(target_os = "linux")] play_goes_on_through_one_trouble_after_another;
        play:
            a_flag_falls_while_nobody_does_anything
            a_flag_that_fell_while_the_server_was_away_is_found_fallen
            a_turn_taken_back_while_the_engine_thinks_is_not_answered
            the_engine_goes_on_thinking_after_a_restart
            hints_come_with_a_reason_and_stand_in_the_record
            two_players_see_each_others_turns
            a_turn_can_be_taken_back_when_the_other_agrees
            a_draw_is_offered_declined_and_accepted
            who_plays_on_has_not_accepted_a_draw
            the_pieces_are_counted_when_both_agree_and_the_rules_count
            after_a_resignation_the_next_game_has_the_sides_exchanged
            impatient_players_get_one_next_game
            each_turn_brings_its_increment
            nobody_throws_the_dice_themselves
            a_person_plays_the_engine_to_the_end
            a_restart_keeps_games_seats_offers_and_invitations
            dice_are_thrown_without_anybodys_act
            two_people_at_one_screen_play_both_sides;
        operating:
            a_server_whose_storage_cannot_be_written_is_not_ready_but_lives
            health_and_readiness_are_told_to_whoever_asks_however_often
            figures_are_at_an_address_of_their_own_and_name_nobody
            every_request_is_in_the_access_log_without_what_opens_a_seat
            without_an_access_log_requests_are_not_written;
        backups:
            copies_made_during_play_hold_whatever_was_acknowledged_before
            a_restored_game_goes_on_for_those_who_played_it
            what_is_no_copy_is_refused_and_leaves_everything_as_it_was
            #[cfg(unix)] a_copy_is_its_owners_alone
            games_in_a_database_are_copied_by_its_own_programs;
        faults:
            whatever_was_acknowledged_survives_kills_at_random_moments
            a_turn_that_cannot_be_kept_is_refused_and_the_game_is_not_half_changed
            a_port_that_is_taken_is_named_with_a_way_out
            a_file_in_the_place_of_the_folder_is_named_with_a_way_out
            a_database_that_is_not_there_is_named
            a_file_of_a_newer_program_is_left_alone
            a_file_of_something_else_is_left_alone
            a_file_with_holes_is_refused_or_read_and_never_a_panic
            players_whose_turn_was_not_kept_go_on_together_when_there_is_room_again
            #[cfg(target_os = "linux")] acknowledged_turns_survive_a_power_cut;
        pages:
            every_answer_carries_the_headers_that_keep_it_safe
            names_are_names_whatever_is_written_in_them
            no_page_has_anything_inline_or_from_elsewhere
            cookies_are_out_of_the_reach_of_scripts_and_other_sites
            files_that_pages_name_are_kept_and_those_of_another_state_are_asked_for_again
            what_stands_in_an_address_is_text_in_the_page
            no_path_leads_out_of_the_site_or_to_its_files
            addresses_without_end_are_refused
            no_backslash_leads_out_of_the_site
            a_name_that_looks_like_a_slot_is_a_name
            addresses_that_are_no_text_are_refused_in_words
            an_act_is_never_answered_with_another_language;
        hostile:
            many_who_only_look_do_not_disturb_the_players
            turns_that_are_not_legal_are_refused_in_words_and_change_nothing
            nobody_plays_out_of_turn_or_in_a_position_that_is_gone
            spectators_change_nothing
            guessed_tokens_open_no_seat
            a_cookie_of_another_server_is_nobody_here
            guessed_invitations_open_no_seat
            a_seat_is_taken_once_whoever_hurries
            bodies_that_are_too_large_are_refused
            messages_that_cannot_be_read_are_answered_in_words
            messages_that_are_too_long_end_the_connection_and_nothing_else
            frames_that_break_the_protocol_end_the_connection_and_nothing_else
            a_flood_of_messages_is_refused_in_words_then_cut_off_and_others_play_on
            pages_of_other_sites_cannot_act_in_a_visitors_name
            other_sites_cannot_read_what_a_visitor_sees
            what_cannot_be_played_is_refused_with_what_can
            records_that_are_deep_or_huge_are_refused_or_read_and_the_server_stands
            long_lines_of_turns_are_bounded
            a_flood_of_binary_messages_is_cut_off_as_well
            an_unknown_game_is_refused_with_those_that_there_are
            nothing_private_is_written_to_the_log;
        wire:
            what_the_server_says_of_games_and_positions_fits
            what_the_command_line_prints_fits
            the_document_shows_the_schemas_by_which_answers_are_held
            a_game_that_is_over_says_so_everywhere
            what_is_said_of_live_games_fits;
        family:
            the_family_is_found_from_the_gallery_and_from_every_game
            the_family_is_told_with_all_its_sources_in_every_language;
        tables:
            the_page_of_a_game_says_what_perfect_play_comes_to
            the_perfect_engine_plays_where_there_are_tables
            tables_are_asked_as_those_of_lichess_are;
        speech:
            what_is_shown_as_an_example_can_be_typed
            what_a_program_asks_wrongly_is_answered_in_json_and_in_its_language
            the_page_for_programs_leads_to_the_document_and_tells_of_the_token
            what_is_legal_can_be_sent
            one_minute_is_no_minutes_and_one_turn_no_turns
            what_presses_is_said_in_whole_sentences
            the_page_of_a_game_says_by_which_rules_it_is_played;
        settings:
            options_stand_in_a_file_and_in_the_environment
            the_command_line_comes_before_the_environment_and_that_before_the_file
            what_the_file_turns_on_the_command_line_turns_off
            wrong_options_are_named_with_their_place_and_what_is_allowed
            a_file_that_is_not_there_is_named
            the_help_names_every_variable;
        meeting:
            two_who_never_met_find_each_other_among_the_open_games_and_others_watch
            a_game_that_was_begun_for_a_friend_is_told_to_nobody
            who_waits_with_minutes_on_the_clock_is_told_of_while_they_are_there
            nobody_fills_the_list_of_open_games
            each_turn_has_its_days_and_time_is_over_though_nobody_looks
            a_game_that_nobody_has_moved_in_is_called_off
            who_leaves_a_game_without_a_clock_for_good_loses_it_to_a_claim
            phrases_are_said_in_the_language_of_whoever_reads_them
            a_seat_is_closed_to_a_pest;
        keys:
            games_are_found_on_another_device_by_the_key older_games_are_a_press_away
            games_of_an_older_server_belong_to_the_keys_of_their_browsers
            games_that_are_left_behind_are_found_by_the_key_that_was_kept
            a_key_that_is_known_to_others_is_changed
            what_is_kept_is_taken_home_and_forgotten
            what_waits_for_my_turn_is_at_the_top_and_in_the_title_and_the_icon
            what_waits_is_told_by_feeds_that_open_nothing_else
            keys_and_feeds_are_kept_and_logged_by_nobody
            cookies_of_the_key_are_secure_behind_https_and_last_from_the_last_visit
            other_sites_cannot_act_with_a_key;
        puzzles:
            a_puzzle_is_solved_turn_by_turn_and_a_wrong_turn_is_told
            the_puzzle_of_the_day_is_the_same_for_everybody
            puzzles_are_found_by_game_and_grade_and_follow_one_another;
        learning:
            a_lesson_comes_in_every_language_and_changes_with_the_rules
            the_page_of_a_lesson_has_all_tasks_in_words_without_scripts;
    };
    tests.into_iter().map(|(name, run)| crate::trial("server", name, run)).collect()
}
