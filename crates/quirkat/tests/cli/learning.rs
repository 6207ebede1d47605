//! Tests lessons in the terminal.

use crate::harness::{NO_DATA, NO_PREFERENCES, quirkat, refused};
use assert_cmd::Command;

/// Returns the output of a lesson for these input lines.
fn taught(arguments: &[&str], lines: &str) -> String {
    let mut command = Command::cargo_bin("quirkat").unwrap();
    let output = command
        .arg("learn")
        .args(arguments)
        .env(NO_DATA.0, NO_DATA.1)
        .envs(NO_PREFERENCES)
        .write_stdin(lines)
        .assert()
        .success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// Returns the number of the task with this heading, from its line `4 of 6: What is compulsory`.
fn place(output: &str, heading: &str) -> usize {
    let line = output.lines().find(|line| line.ends_with(&format!(": {heading}"))).expect(heading);
    line.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_lesson_goes_task_by_task() {
    let all = taught(&["alquerque", "--ascii"], &"skip\n".repeat(20));
    assert!(all.starts_with("Alquerque: Walker's rules\nA lesson of "), "{all}");
    assert!(all.ends_with("tasks solved.\nTo play the game:\n  quirkat play alquerque\n"), "{all}");
    let first = taught(&["alquerque", "--ascii"], "b2-b3\nd3-c3\n");
    assert!(first.contains("You play White. Move the man on d3.\n"), "{first}");
    assert!(first.contains("b2-b3: b3 is occupied\nRight: d3-c3\n\n2 of "), "{first}");
    assert!(first.contains("\nThe input has ended.\n1 of "), "{first}");

    // The answer follows a second question, or the first one where the task names the point at which it begins. A change
    // of sides is announced.
    let hinted = taught(&["alquerque", "--ascii"], "?\nskip\n?\n?\n");
    let (first, second) = hinted.split_once("\n2 of ").expect("two tasks");
    assert!(!first.contains("It begins on ") && first.contains("It is d3-c3."), "{hinted}");
    assert!(second.contains("It begins on ") && second.contains("It is "), "{hinted}");
    let sides: Vec<_> = all.lines().filter_map(|line| line.strip_prefix("You play ")?.split('.').next()).collect();
    let changes = sides.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!(all.matches("You change sides: now you play ").count(), changes, "{all}");

    // An illegal move is refused with its rule. The rule is repeated with the right answer.
    let duty = place(&all, "What is compulsory");
    let there = "skip\n".repeat(duty - 1);
    let transcript = taught(&["alquerque", "--ascii"], &format!("{there}?\nback\nquit\n"));
    assert!(
        transcript.contains("It begins on ") && transcript.contains(&format!("\n{} of ", duty - 1)),
        "{transcript}"
    );
}

#[test]
fn lessons_explain_house_rules_in_every_language() {
    let free = ["alquerque", "--rule", "capture=optional"];
    let output = |language| taught(&[&free[..], &["--lang", language]].concat(), &"skip\n".repeat(20));
    assert!(output("en").contains(
        "  Capturing is optional: a player who can capture may make another move instead.\n  [house rule]\n"
    ));
    assert!(output("en").ends_with("\n  quirkat play alquerque --rule capture=optional\n"));
    assert!(output("es").contains("Podrías capturar. Haz una jugada que no capture nada."));
    assert!(output("fr").contains("Vous pourriez prendre. Jouez un coup qui ne prend rien."));
}

#[test]
fn invalid_lines_are_refused_and_the_lesson_continues() {
    let mut lines = vec![b'x'; 9000];
    lines.extend(b"\n\xff\xfe\nskip\n");
    let mut command = Command::cargo_bin("quirkat").unwrap();
    let output = command.args(["learn", "bagh-chal"]).write_stdin(lines).assert().success();
    let output = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    for part in ["a line has at most 4096 bytes", "the line is not UTF-8", "\n2 of "] {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert!(refused(&["learn", "chess"]).contains("there is no game `chess`"));
    quirkat(&["learn", "--help"]).success();
}
