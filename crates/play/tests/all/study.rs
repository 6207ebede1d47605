//! Studies of games.

use quirkat_play::{Play, Study, read_studies, studies, write_studies};
use quirkat_rules::{AnyRules, find_game, games};
use quirkat_search::{Level, Stop};

const PLAY: Play = Play { level: Level::BEST, nodes: 60, games: 6, opening: 2, longest: 60, seed: 3 };

fn study(title: &str, play: &Play) -> Study {
    let (game, variant) = title.split_once(':').unwrap();
    let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
    Study::of(&AnyRules::compile(ruleset).unwrap(), play, &Stop::default()).unwrap().unwrap()
}

#[test]
fn counts_of_a_study_are_consistent_in_every_kind_of_game() {
    for title in
        ["alquerque:walker", "konane:six", "liebre:alfonso", "alquerque-de-tres:moving", "lasca:lasca", "queah:walker"]
    {
        let found = study(title, &PLAY);
        assert_eq!(found.first + found.drawn + found.second + found.unfinished, PLAY.games, "{title}");
        let lengths = [found.lower_plies, found.median_plies, found.upper_plies, found.most_plies, PLAY.longest];
        assert!(lengths.is_sorted() && found.lower_plies > 0, "{title}: {lengths:?}");
        assert!((found.shares().iter().sum::<f64>() - 1.0).abs() < 1e-9 || found.unfinished == PLAY.games, "{title}");
        assert!(found.positions <= found.turns && found.turns <= found.positions * found.most_turns, "{title}");
        assert_eq!(found.forced > 0, found.forced_run > 0, "{title}");
        assert_eq!(found.captures > 0, found.most_captured > 0, "{title}");
        assert!(u64::from(found.forced_run) <= found.forced && found.captures <= found.positions, "{title}");
        assert!(found.behind_won.is_none_or(|won| won <= found.first + found.second), "{title}");
    }
    let konane = study("konane:six", &PLAY);
    // A side that cannot capture has lost. Except for the two stones removed first, every turn captures.
    assert_eq!((konane.drawn, konane.captures), (0, konane.positions));
    let hare = study("liebre:alfonso", &PLAY);
    assert_eq!(hare.behind_won, None, "one hare is not behind twelve hunters");
    let three = study("alquerque-de-tres:moving", &PLAY);
    assert_eq!(three.captures, 0);
}

#[test]
fn a_seed_determines_the_games_and_a_stopped_study_has_no_result() {
    assert_eq!(study("alquerque:walker", &PLAY), study("alquerque:walker", &PLAY));
    let other = study("alquerque:walker", &Play { seed: 4, ..PLAY });
    assert!(!other.is_as(&study("alquerque:walker", &PLAY)));
    let ruleset = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
    let (rules, stop) = (AnyRules::compile(ruleset).unwrap(), Stop::default());
    stop.stop();
    assert_eq!(Study::of(&rules, &PLAY, &stop).unwrap(), None);
}

#[test]
fn studies_survive_a_round_trip_and_errors_name_their_line() {
    let written =
        ["alquerque:walker", "liebre:alfonso"].map(|title| Study { perfect: "won".to_owned(), ..study(title, &PLAY) });
    assert_eq!(read_studies(&write_studies(&written)).unwrap(), written);
    assert_eq!(read_studies("").unwrap(), []);
    let broken = write_studies(&written).replace("liebre:alfonso,", "liebre:alfonso,,");
    assert!(read_studies(&broken).unwrap_err().to_string().contains("line: 3"));
    let refused = |text: &str| read_studies(text).unwrap_err().to_string();
    assert!(refused("game\nqueah:walker\n").contains("missing field"));
    assert!(refused("a,b\n1,2\n").contains("unknown field `a`"));
}

#[test]
fn every_rule_set_has_a_study_by_the_rules_of_today() {
    for file in games() {
        for variant in file.variants() {
            let ruleset = file.ruleset(Some(variant), &[]).unwrap();
            let of: Vec<_> = studies(&file.id).filter(|study| study.game == ruleset.title()).collect();
            assert_eq!(of.iter().map(|study| study.level).collect::<Vec<_>>(), [2, 4, 6], "{}", ruleset.title());
            assert!(
                of.iter().all(|study| study.version == ruleset.version && study.games == 100),
                "{}",
                ruleset.title()
            );
        }
    }
}
