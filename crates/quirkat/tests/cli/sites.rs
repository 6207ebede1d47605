//! Tests the command that writes the site as files. Tests in browsers use its files.

use crate::harness::quirkat;
use std::fs;

#[test]
fn a_site_needs_the_package_known_games_and_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let [empty, used] = ["empty", "used"].map(|name| folder.path().join(name).display().to_string());
    fs::create_dir(&used).unwrap();
    fs::write(format!("{used}/mine"), "mine").unwrap();
    let error = |arguments: &[&str]| {
        let assert = quirkat(&[&["site"], arguments].concat()).failure();
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    let missing = error(&[&empty, "--module", &used]);
    assert!(missing.contains("contains no package of Quirkat"), "{missing}");
    let unknown = error(&[&empty, "--module", &used, "--games", "lasca,chess"]);
    assert!(unknown.contains("there is no game `chess`"), "{unknown}");
    let taken = error(&[&used, "--module", &used]);
    assert!(taken.contains("is not empty"), "{taken}");
    assert!(!fs::exists(&empty).unwrap() && fs::read_to_string(format!("{used}/mine")).unwrap() == "mine");
}
