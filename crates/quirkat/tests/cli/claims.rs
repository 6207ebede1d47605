//! Runs the commands of `docs/results/claims.md` and compares their output.

use std::process::Command;

const PAGE: &str = include_str!("../../../../docs/results/claims.md");

/// Returns the commands of the page with their stated output, except those that take long.
fn commands() -> Vec<(&'static str, &'static str)> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| "));
    let found_by = rows.filter_map(|row| row.trim_end_matches(" |").rsplit(" | ").next());
    let pairs = found_by.flat_map(|cell| {
        let pieces: Vec<_> = cell.split('`').skip(1).step_by(2).collect();
        pieces.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    });
    pairs.filter(|(command, says)| command.starts_with("quirkat ") && !says.starts_with("quirkat ")).collect()
}

#[test]
fn the_claims_page_agrees_with_its_commands() {
    let folder = tempfile::tempdir().unwrap();
    let commands = commands();
    assert!(commands.len() >= 12, "the page has lost its commands: {commands:?}");
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    for (command, says) in commands {
        let words = command.split(' ').skip(1);
        let answer =
            Command::new(env!("CARGO_BIN_EXE_quirkat")).args(words).current_dir(folder.path()).output().unwrap();
        let printed = [answer.stdout, answer.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        assert!(answer.status.success(), "{command}: {printed}");
        assert!(plain(&printed).contains(&plain(says)), "{command} does not say `{says}`: {printed}");
    }
}
