//! Tests the web server: players, programs, hostile clients and failures. Every test talks to the real program over the
//! network. Tests wait for events, not for fixed times, and fail after [`crate::harness::PATIENCE`].

mod api;
mod asking;
mod backups;
mod catalogue;
mod characters;
mod family;
mod faults;
mod hostile;
mod judging;
mod keys;
mod learning;
mod meeting;
mod museum;
mod openings;
mod operating;
mod pages;
mod play;
mod prints;
mod puzzles;
mod rough;
mod routes;
mod settings;
mod sharing;
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
            the_level_is_asked_once_and_follows_the_results
            the_gallery_has_every_game;
        siege:
            bodies_that_come_too_slowly_and_silent_connections_end
            #[cfg(target_os = "linux")] half_open_connections_leave_room_for_others_and_end
            no_header_multiplies_the_share_of_an_address
            positions_with_too_many_turns_are_refused_everywhere
            long_game_states_are_compressed
            #[cfg(unix)] a_server_finishes_running_requests_at_shutdown
            #[cfg(unix)] a_running_request_is_answered_before_the_server_ends
            #[cfg(unix)] streams_and_half_sent_requests_end_with_the_server
            #[cfg(target_os = "linux")] connections_are_limited_and_metrics_stay_reachable
            no_move_leads_to_a_position_with_too_many_moves
            live_connections_count_towards_the_limit_of_connections
            live_connections_of_one_address_are_limited
            a_data_folder_serves_one_server_at_a_time
            long_games_send_only_changes
            presence_updates_are_batched
            cookies_are_secure_behind_https;
        routes:
            own_games_work_on_every_route_after_a_restart
            head_equals_get_without_a_body_on_every_route
            a_language_in_an_address_never_leads_back_to_the_address
            addresses_with_secrets_are_neither_sent_to_other_pages_nor_logged
            a_program_takes_its_seat_by_a_message_but_not_by_an_address;
        characters:
            unprintable_characters_of_names_reach_no_answer
            unprintable_characters_are_refused_in_every_text_of_a_game_file
            unprintable_characters_of_records_reach_no_answer
            unprintable_characters_of_requests_reach_neither_answers_nor_the_log;
        sharing:
            texts_are_compressed_whole_and_pictures_and_prints_are_not
            #[cfg(target_os = "linux")] refused_bodies_take_no_memory
            administration_lists_and_deletes_while_the_server_runs
            an_administrator_deletes_files_and_owners
            administration_refuses_what_it_cannot_do;
        museum:
            the_engine_replies_to_a_line_and_advises_on_it_without_keeping_it
            the_museum_view_is_limited_to_its_game;
        workshop:
            hostile_files_are_answered_soon_and_others_are_served_meanwhile
            own_games_survive_a_restart
            files_with_random_mistakes_are_judged_and_never_break_anything
            the_workshop_begins_with_an_example_or_with_a_copy_of_any_game
            a_valid_file_returns_board_and_rules_in_every_language
            errors_name_place_and_allowed_values
            a_faulty_file_is_refused_in_the_visitors_language
            a_friend_joins_an_own_game_and_both_find_it_under_my_games
            a_file_is_stored_once_and_removed_with_its_last_game
            invalid_files_are_neither_played_nor_printed_nor_stored
            own_games_are_printed_without_being_stored;
        prints:
            every_page_of_a_game_leads_to_its_files
            there_is_a_book_of_all_games
            the_form_works_without_scripts
            files_have_the_right_content_type
            orders_are_followed
            house_rules_reach_the_file
            impossible_prints_are_refused_with_a_reason
            the_rules_of_a_game_can_be_printed_from_its_page;
        api:
            pipelined_commands_are_answered
            an_analysis_is_shortened_when_others_wait
            the_document_and_the_server_agree
            turns_are_entered_hop_by_hop
            an_analysis_streams_each_depth_and_ends
            game_records_round_trip_without_loss
            a_bot_plays_the_engine_to_the_end_by_post_and_stream
            offers_are_made_and_answered_by_post
            a_point_that_cannot_follow_is_refused_with_the_rule
            huffs_and_claims_are_explored
            exploration_agrees_with_the_rules_library
            an_abandoned_analysis_stops
            records_round_trip
            record_errors_are_in_the_visitors_language
            pictures_are_valid_images
            boards_and_pieces_are_chosen_by_the_address
            two_people_play_the_variant_for_people;
        site:
            every_address_of_every_page_is_below_the_base_path
            link_previews_show_the_position
            leaflets_show_the_public_address
            only_health_is_outside_the_base_path
            a_game_is_begun_joined_and_played_below_a_path_and_its_links_name_the_site
            a_proxy_may_rewrite_the_host_header
            invalid_addresses_are_refused_with_the_allowed_form;
        rough:
            mutated_requests_are_answered
            the_mutated_requests_cover_every_kind;
        judging:
            a_finished_game_is_reviewed_once_for_everyone
            a_review_reports_progress_from_the_last_move_to_the_first
            an_abandoned_review_stops_and_delays_no_analysis
            missing_a_win_is_a_blunder_with_the_better_move_shown
            invalid_reviews_are_refused_in_the_visitors_language
            the_analysis_of_a_game_has_its_start_and_all_moves;
        trouble:
            #[cfg(target_os = "linux")] games_survive_a_sequence_of_failures
            #[cfg(target_os = "linux")] on_a_full_disk_readiness_and_every_act_answer_503;
        play:
            a_flag_falls_without_requests
            a_flag_that_fell_during_downtime_counts_after_the_restart
            a_turn_taken_back_while_the_engine_thinks_is_not_answered
            the_engine_resumes_after_a_restart
            hints_come_with_a_reason_and_stand_in_the_record
            two_players_see_each_others_turns
            a_turn_can_be_taken_back_when_the_other_agrees
            a_draw_is_offered_declined_and_accepted
            a_move_declines_a_draw_offer
            the_pieces_are_counted_when_both_agree_and_the_rules_count
            a_rematch_swaps_the_sides
            simultaneous_rematch_requests_start_one_game
            each_turn_brings_its_increment
            players_cannot_choose_their_throw
            a_person_plays_the_engine_to_the_end
            a_restart_keeps_games_seats_offers_and_invitations
            dice_are_thrown_automatically
            two_people_at_one_screen_play_both_sides;
        operating:
            a_server_with_unwritable_storage_is_alive_but_not_ready
            health_and_readiness_are_never_rate_limited
            metrics_have_a_separate_address_and_no_personal_data
            the_access_log_contains_every_request_without_secrets
            without_an_access_log_requests_are_not_written;
        backups:
            backups_during_play_contain_all_acknowledged_moves
            restored_games_continue_for_their_players
            an_invalid_backup_is_refused_without_changes
            a_rollback_restores_the_backup_of_before
            #[cfg(unix)] only_its_owner_can_read_a_backup_whatever_the_umask
            an_empty_database_is_replaced_by_a_backup_on_demand
            database_games_are_backed_up_by_postgresql_programs;
        faults:
            acknowledged_moves_survive_random_kills
            a_move_that_cannot_be_stored_is_refused_completely
            a_taken_port_is_named_with_a_remedy
            a_file_in_place_of_the_folder_is_named_with_a_remedy
            a_missing_database_is_named
            a_file_of_a_newer_program_is_left_alone
            a_file_of_something_else_is_left_alone
            an_empty_or_foreign_database_is_left_alone
            #[cfg(unix)] only_the_owner_can_read_the_storage_whatever_the_umask
            files_with_holes_are_refused_or_read_without_a_panic
            players_continue_together_after_a_full_disk
            #[cfg(target_os = "linux")] acknowledged_moves_survive_a_power_cut;
        pages:
            every_answer_has_security_headers
            names_are_escaped_everywhere
            the_sitemap_names_pages_that_crawlers_may_visit
            pages_contain_no_inline_code_and_no_foreign_resources
            cookies_are_out_of_the_reach_of_scripts_and_other_sites
            versioned_assets_are_cached_and_others_revalidated
            url_parameters_are_escaped
            no_path_leads_out_of_the_site_or_to_its_files
            overlong_addresses_are_refused
            no_backslash_leads_out_of_the_site
            a_name_that_looks_like_a_slot_is_a_name
            non_utf8_addresses_are_refused_with_a_reason
            an_act_is_never_answered_with_another_language;
        hostile:
            many_spectators_do_not_delay_the_players
            illegal_moves_are_refused_with_a_reason_and_change_nothing
            moves_out_of_turn_or_for_old_positions_are_refused
            spectators_change_nothing
            guessed_tokens_open_no_seat
            a_cookie_of_another_server_identifies_no_player
            guessed_invitations_open_no_seat
            a_seat_is_taken_once_despite_races
            bodies_that_are_too_large_are_refused
            unreadable_messages_are_answered_with_a_reason
            overlong_messages_end_only_their_connection
            invalid_frames_end_only_their_connection
            a_message_flood_is_refused_then_cut_off_and_others_play_on
            pages_of_other_sites_cannot_act_in_a_visitors_name
            other_sites_cannot_read_responses
            illegal_games_are_refused_with_the_allowed_values
            records_that_are_deep_or_huge_are_refused_or_read_and_the_server_stands
            long_lines_of_turns_are_bounded
            a_flood_of_binary_messages_is_cut_off
            an_unknown_game_is_refused_with_the_known_ones
            nothing_private_is_written_to_the_log;
        wire:
            api_answers_fit_their_schemas
            command_line_json_fits_the_schemas
            the_openapi_document_contains_the_tested_schemas
            every_output_states_the_outcome_of_a_finished_game
            live_messages_fit_their_schemas;
        family:
            the_family_is_found_from_the_gallery_and_from_every_game
            the_family_page_has_all_sources_in_every_language;
        tables:
            the_page_of_a_solved_game_states_its_value
            the_perfect_engine_plays_where_there_are_tables
            the_table_api_follows_lichess;
        speech:
            shown_examples_can_be_typed
            invalid_api_requests_get_json_errors_in_their_language
            the_page_for_programs_links_the_document_and_explains_the_token
            legal_moves_can_be_sent
            singular_and_plural_forms_are_right
            obligations_are_stated_in_full_sentences
            the_page_of_a_game_states_its_rules;
        settings:
            options_are_read_from_a_file_and_the_environment
            the_command_line_overrides_the_environment_and_the_file
            the_command_line_can_turn_off_options_of_the_file
            invalid_options_are_named_with_source_and_allowed_values
            a_missing_file_is_named
            #[cfg(unix)] a_password_that_all_users_can_read_is_reported
            the_help_names_every_variable;
        meeting:
            strangers_meet_in_the_lobby_and_others_watch
            an_invitation_game_is_not_listed
            open_games_with_short_clocks_need_a_connected_host
            open_games_per_player_are_limited
            correspondence_clocks_expire_without_requests
            a_game_without_a_move_can_be_called_off
            an_abandoned_game_without_a_clock_is_lost_by_a_claim
            chat_phrases_appear_in_the_readers_language
            a_pest_can_be_barred_from_a_seat;
        keys:
            games_are_found_on_another_device_by_the_key older_games_are_one_click_away
            finished_games_are_listed_apart_with_their_result_and_can_be_deleted
            games_of_an_older_server_belong_to_the_keys_of_their_browsers
            a_stored_key_finds_earlier_games
            a_leaked_key_can_be_changed
            stored_data_can_be_downloaded_and_deleted
            a_deleted_name_is_nowhere_in_the_storage
            games_waiting_for_my_move_come_first
            feeds_list_waiting_games_and_grant_no_access
            keys_and_feeds_are_neither_cached_nor_logged
            cookies_of_the_key_are_secure_behind_https_and_last_from_the_last_visit
            other_sites_cannot_act_with_a_key;
        openings:
            finished_games_count_in_openings_by_position
            results_against_the_engine_are_counted_by_game_and_level
            a_game_is_a_picture_that_moves;
        puzzles:
            a_puzzle_reports_wrong_moves
            the_daily_puzzle_is_the_same_for_all_visitors
            programs_get_the_grades_of_all_puzzles
            puzzles_are_listed_by_game_and_grade;
        learning:
            lessons_follow_language_and_rules
            lesson_pages_list_all_tasks_without_scripts;
    };
    tests.into_iter().map(|(name, run)| crate::trial("server", name, run)).collect()
}
