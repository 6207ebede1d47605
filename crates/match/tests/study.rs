//! Studies of rule sets by engine play.

use quirkat_match::run_study;
use quirkat_play::{Study, StudySettings};
use quirkat_rules::{AnyRules, find_game};
use quirkat_search::{Level, Stop};

const SETTINGS: StudySettings =
    StudySettings { level: Level::BEST, nodes: 60, games: 6, opening: 2, longest: 60, seed: 3 };

fn study(title: &str, settings: &StudySettings) -> Study {
    let (game, variant) = title.split_once(':').unwrap();
    let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
    run_study(&AnyRules::compile(ruleset).unwrap(), settings, &Stop::default()).unwrap().unwrap()
}

#[test]
fn counts_of_a_study_are_consistent_in_every_kind_of_game() {
    for title in
        ["alquerque:walker", "konane:six", "liebre:alfonso", "alquerque-de-tres:moving", "lasca:lasca", "queah:walker"]
    {
        let found = study(title, &SETTINGS);
        assert_eq!(found.first + found.drawn + found.second + found.unfinished, SETTINGS.games, "{title}");
        let lengths = [found.lower_plies, found.median_plies, found.upper_plies, found.most_plies, SETTINGS.longest];
        assert!(lengths.is_sorted() && found.lower_plies > 0, "{title}: {lengths:?}");
        assert!(
            (found.shares().iter().sum::<f64>() - 1.0).abs() < 1e-9 || found.unfinished == SETTINGS.games,
            "{title}"
        );
        assert!(found.positions <= found.turns && found.turns <= found.positions * found.most_turns, "{title}");
        assert_eq!(found.forced > 0, found.forced_run > 0, "{title}");
        assert_eq!(found.captures > 0, found.most_captured > 0, "{title}");
        assert!(u64::from(found.forced_run) <= found.forced && found.captures <= found.positions, "{title}");
        assert!(found.behind_won.is_none_or(|won| won <= found.first + found.second), "{title}");
    }
    let konane = study("konane:six", &SETTINGS);
    // A side that cannot capture has lost. Except for the two stones removed first, every turn captures.
    assert_eq!((konane.drawn, konane.captures), (0, konane.positions));
    let hare = study("liebre:alfonso", &SETTINGS);
    assert_eq!(hare.behind_won, None, "one hare is not behind twelve hunters");
    let three = study("alquerque-de-tres:moving", &SETTINGS);
    assert_eq!(three.captures, 0);
}

#[test]
fn a_seed_determines_the_games_and_a_stopped_study_has_no_result() {
    assert_eq!(study("alquerque:walker", &SETTINGS), study("alquerque:walker", &SETTINGS));
    let other = study("alquerque:walker", &StudySettings { seed: 4, ..SETTINGS });
    assert!(!other.has_same_settings(&study("alquerque:walker", &SETTINGS)));
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let (rules, stop) = (AnyRules::compile(ruleset).unwrap(), Stop::default());
    stop.stop();
    assert_eq!(run_study(&rules, &SETTINGS, &stop).unwrap(), None);
}
