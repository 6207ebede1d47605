//! Options of `quirkat serve` from the environment and from a file.
//!
//! Every option has the same name everywhere: `--log-level warn` is `QUIRKAT_LOG_LEVEL=warn` in the environment and
//! `log-level = "warn"` in the file given by `--config`. The command line overrides the environment, which overrides
//! the file. All values pass through the parser of the command line, so the same values are allowed. Errors name the
//! place of the value.

use crate::errors::bad_input;
use anyhow::Context;
use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, Command};
use std::ffi::{OsStr, OsString};
use std::fs::read_to_string;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// Command with these options.
const SERVE: &str = "serve";
/// Option that names the file.
const CONFIG: &str = "config";

/// A value from the environment or the file.
struct Setting {
    /// Option without its dashes.
    option: String,
    value: OsString,
    /// Place of the value, for errors.
    place: String,
}

/// Adds an environment variable to every option of `serve`, which also shows it in the help.
pub fn with_variables(command: Command) -> Command {
    let named = |arg: Arg| match arg.get_long().map(variable) {
        Some(name) => arg.env(name),
        None => arg,
    };
    command.mut_subcommand(SERVE, |serve| serve.mut_args(named))
}

/// Returns the command line with the values of the environment and the file added. Command lines that do not call
/// `serve`, or are invalid, are returned unchanged.
///
/// # Errors
/// When the file cannot be read, or a value is not allowed.
pub fn completed(command: &Command, words: Vec<OsString>) -> anyhow::Result<Vec<OsString>> {
    let Some(serve) = command.find_subcommand(SERVE).filter(|_| words.get(1).is_some_and(|word| word == SERVE)) else {
        return Ok(words);
    };
    // Only the options on the command line. The environment follows.
    let serve = serve.clone().mut_args(|arg| arg.env(Resettable::Reset));
    let Ok(given) = serve.clone().try_get_matches_from(&words[1..]) else { return Ok(words) };
    let is_given = |option: &str| {
        let arg = serve.get_arguments().find(|arg| arg.get_long() == Some(option));
        arg.is_some_and(|arg| given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine))
    };
    let mut settings: Vec<Setting> =
        options(&serve).filter(|option| !is_given(option)).filter_map(of_environment).collect();
    let named = settings.iter().find(|setting| setting.option == CONFIG).map(|setting| Path::new(&setting.value));
    let on_line = given.get_one::<std::path::PathBuf>(CONFIG).map(|path| path.as_path());
    if let Some(file) = on_line.or(named).map(Path::to_owned) {
        for setting in of_file(&file, &serve)? {
            if !is_given(&setting.option) && settings.iter().all(|known| known.option != setting.option) {
                settings.push(setting);
            }
        }
    }
    let (command_words, rest) = words.split_at(2);
    let mut words = command_words.to_vec();
    for Setting { option, value, place } in settings {
        let mut word = OsString::from(format!("--{option}="));
        word.push(value);
        if let Err(error) = serve.clone().try_get_matches_from([OsStr::new(SERVE), &word]) {
            return Err(bad_input(format!("{place}: {}", in_one_line(&error))));
        }
        words.push(word);
    }
    words.extend_from_slice(rest);
    Ok(words)
}

/// Returns the names of the options.
fn options(serve: &Command) -> impl Iterator<Item = &str> {
    serve.get_arguments().filter_map(Arg::get_long).filter(|long| *long != "help")
}

/// Returns the environment variable of an option.
fn variable(option: &str) -> String {
    format!("QUIRKAT_{}", option.replace('-', "_").to_uppercase())
}

fn of_environment(option: &str) -> Option<Setting> {
    let name = variable(option);
    let value = std::env::var_os(&name)?;
    Some(Setting { option: option.to_owned(), value, place: format!("{name} in the environment") })
}

/// Reads the values in a file.
fn of_file(path: &Path, serve: &Command) -> anyhow::Result<Vec<Setting>> {
    let text = read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let table = DeTable::parse(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| line(&text, span.start));
        bad_input(format!("{}, line {line}: {}", path.display(), error.message()))
    })?;
    let mut settings = Vec::new();
    for (key, value) in table.get_ref() {
        let option = key.get_ref().to_string();
        let place = format!("{}, line {}", path.display(), line(&text, key.span().start));
        if option == CONFIG || options(serve).all(|known| known != option) {
            let allowed: Vec<_> = options(serve).filter(|known| *known != CONFIG).collect();
            return Err(bad_input(format!("{place}: there is no option '{option}'; allowed: {}", allowed.join(", "))));
        }
        let value = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Boolean(truth) => truth.to_string(),
            other => {
                let kind = other.type_str();
                return Err(bad_input(format!(
                    "{place}: the value of '{option}' has the type {kind}; allowed: a string, a whole number, true or false"
                )));
            }
        };
        settings.push(Setting { option, value: value.into(), place });
    }
    Ok(settings)
}

/// Returns whether users other than the owner and the group can read the address of a database in a file, which holds a
/// password.
pub fn exposes_database(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let is_public = std::fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o004 != 0);
        let has_database = |text: String| text.lines().any(|line| line.trim_start().starts_with("database"));
        is_public && read_to_string(path).is_ok_and(has_database)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Returns the line of a byte offset, from 1.
fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// Shortens a command line error to its message.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("For more information"));
    let words: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let words = words.join(" ");
    words.strip_prefix("error: ").unwrap_or(&words).to_owned()
}
