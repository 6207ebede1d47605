//! Tests server options from the command line, the environment and a file.

use crate::harness::{Server, quirkat};
use std::fs;
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// Creates a folder with a configuration file, and the command that reads it.
fn configured(text: &str) -> (Arc<TempDir>, Command) {
    let folder = Arc::new(TempDir::new().unwrap());
    let file = folder.path().join("quirkat.toml");
    fs::write(&file, text).unwrap();
    let mut command = quirkat();
    command.arg("serve").env("QUIRKAT_DATA", folder.path().join("data")).env("QUIRKAT_CONFIG", file);
    (folder, command)
}

/// Returns the error text of invalid options: one line, exit code 2.
fn refused(mut command: Command) -> String {
    let output = command.output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    stderr
}

pub fn options_are_read_from_a_file_and_the_environment() {
    let (folder, command) = configured("port = 0\nlog-format = \"json\"\nunlimited = true\naccess-log = true\n");
    let server = Server::run(command, Arc::clone(&folder));
    assert!(folder.path().join("data/quirkat.db").exists());
    // More than the default limit at once.
    for _ in 0..40 {
        server.begin(serde_json::json!({ "game": "alquerque", "opponent": "friend", "side": "first" }));
    }
    assert!(server.log().contains(r#""target":"access""#), "{}", server.log());
}

pub fn the_command_line_overrides_the_environment_and_the_file() {
    let format = |in_file: &str, variable: Option<&str>, argument: Option<&str>| {
        let (folder, mut command) = configured(&format!("port = 0\nlog-format = \"{in_file}\"\n"));
        command.envs(variable.map(|format| ("QUIRKAT_LOG_FORMAT", format)));
        command.args(argument.map(|format| format!("--log-format={format}")));
        let server = Server::run(command, folder);
        if server.log().starts_with('{') { "json" } else { "text" }
    };
    assert_eq!(format("json", None, None), "json");
    assert_eq!(format("json", Some("text"), None), "text");
    assert_eq!(format("text", Some("json"), None), "json");
    assert_eq!(format("text", Some("text"), Some("json")), "json");
    assert_eq!(format("json", Some("json"), Some("text")), "text");
    // Overridden values are not validated.
    assert_eq!(format("json", Some("neither"), Some("text")), "text");
}

pub fn the_command_line_can_turn_off_options_of_the_file() {
    let (folder, mut command) = configured("port = 0\naccess-log = true\nlog-format = \"json\"\n");
    command.arg("--access-log=false");
    let server = Server::run(command, folder);
    server.visitor().get("/");
    assert!(!server.log().contains("access"), "{}", server.log());
}

pub fn invalid_options_are_named_with_source_and_allowed_values() {
    for (text, words) in [
        ("# first\nport = 70000\n", &["quirkat.toml, line 2", "70000", "--port", "allowed: 0 to 65535"][..]),
        ("port = 0\nlog-level = \"loud\"", &["line 2", "loud", "--log-level", "off, error, warn, info, debug, trace"]),
        ("unlimited = 1", &["line 1", "'1'", "--unlimited", "true, false"]),
        ("metrics = \"everywhere\"", &["line 1", "everywhere", "127.0.0.1:12831"]),
        ("host = \"here\"", &["line 1", "here", "--host"]),
        ("database = \"games\"", &["line 1", "--database", "postgres://quirkat:PASSWORD@db.example.org/quirkat"]),
        (
            "database = \"postgres://quirkat:hush@h/games?sslmode=verify-ca\"",
            &["line 1", "--database", "sslmode", "verify-full"],
        ),
        ("port = 0\n\nprot = 1", &["line 3", "'prot'", "allowed:", "port", "data", "log-format"]),
        ("config = \"other.toml\"", &["line 1", "'config'"]),
        ("port = [1]", &["line 1", "'port'", "array", "a whole number"]),
        ("port = 0\nport = 1", &["line 2", "duplicate"]),
        ("port =", &["quirkat.toml, line 1"]),
    ] {
        let stderr = refused(configured(text).1);
        assert!(words.iter().all(|word| stderr.contains(word)), "{text}: {stderr}");
        assert!(!stderr.contains("hush"), "no password is shown: {stderr}");
    }
    let (_folder, mut command) = configured("");
    command.env("QUIRKAT_PORT", "many");
    let stderr = refused(command);
    assert!(
        ["QUIRKAT_PORT in the environment", "many", "allowed: 0 to 65535"].iter().all(|word| stderr.contains(word)),
        "{stderr}"
    );
}

pub fn a_missing_file_is_named() {
    let output = quirkat().args(["serve", "--config", "not/here.toml"]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr.contains("not/here.toml"), "{stderr}");
}

#[cfg(unix)]
pub fn a_password_that_all_users_can_read_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    // No database answers at this port.
    let text = "database = \"postgres://quirkat:sesame@127.0.0.1:1/quirkat\"\nport = 0\n";
    for (mode, is_reported) in [(0o644, true), (0o640, false), (0o600, false)] {
        let (folder, mut command) = configured(text);
        fs::set_permissions(folder.path().join("quirkat.toml"), fs::Permissions::from_mode(mode)).unwrap();
        let said = String::from_utf8(command.env_remove("QUIRKAT_DATA").output().unwrap().stderr).unwrap();
        assert_eq!(said.contains("chmod 600"), is_reported, "{mode:o}: {said}");
        assert!(!said.contains("sesame"), "{said}");
    }
}

pub fn the_help_names_every_variable() {
    let output = quirkat().args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let options = help.lines().filter_map(|line| line.trim().strip_prefix("--")?.split([' ', '[', '=']).next());
    let options: Vec<_> = options.filter(|option| *option != "help").collect();
    assert!(options.len() > 10, "{options:?}");
    for option in options {
        let variable = format!("QUIRKAT_{}", option.replace('-', "_").to_uppercase());
        // Secret values are not shown.
        let named = ["=", "]"].map(|then| format!("[env: {variable}{then}"));
        assert!(named.iter().any(|named| help.contains(named)), "{variable}: {help}");
    }
}
