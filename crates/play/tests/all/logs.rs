//! Event logs: valid ones, and ones that no server has written.

mod reader;

use std::fs;
use std::path::Path;

/// Valid logs, which are also the seeds of fuzzing.
fn logs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/log");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn every_event_of_a_valid_log_fits() {
    for log in logs() {
        assert_eq!(reader::log(&log), log.lines().count(), "{log}");
    }
}

#[test]
fn a_log_with_lines_in_any_order_and_letters_changed_is_read_or_refused() {
    let lines: Vec<_> = logs().iter().flat_map(|log| log.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let mut rng = fastrand::Rng::with_seed(16);
    let mut fitting = 0;
    for _ in 0..2_000 {
        let mut log = String::new();
        for _ in 0..rng.usize(1..12) {
            let mut line: Vec<char> = rng.choice(&lines).unwrap().chars().collect();
            if rng.u8(..4) == 0 {
                let at = rng.usize(..line.len());
                line[at] = rng.choice(['x', '-', ' ', 'é', '\u{0}', '9', 'a']).unwrap();
            }
            log.extend(line.into_iter().chain(['\n']));
        }
        fitting += reader::log(&log);
    }
    assert!(fitting > 500, "only {fitting} events fit");
}
