//! Studies of rule sets as CSV, and the shipped studies.

use quirkat_play::{Study, StudySettings, read_studies, studies, write_studies};
use quirkat_rules::{find_game, games};
use quirkat_search::Level;

fn study(title: &str) -> Study {
    let (game, variant) = title.split_once(':').unwrap();
    let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[("blocked", "draw")]).unwrap();
    let settings = StudySettings { level: Level::BEST, nodes: 60, games: 6, opening: 2, longest: 60, seed: 3 };
    Study { perfect: "won".to_owned(), behind_won: Some(2), ..Study::new(&ruleset, &settings) }
}

#[test]
fn studies_survive_a_round_trip_and_errors_name_their_line() {
    let written = [study("alquerque:walker"), Study { behind_won: None, ..study("lasca:lasca") }];
    assert_eq!(read_studies(&write_studies(&written)).unwrap(), written);
    assert_eq!(read_studies("").unwrap(), []);
    let broken = write_studies(&written).replace("lasca:lasca,", "lasca:lasca,,");
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
