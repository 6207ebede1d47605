//! `quirkat config`: the preferences of the user.

use crate::errors::bad_input;
use crate::preferences::{Origin, Preference, file, preferences, store};
use clap::Args;

/// Show or set preferences: language, characters, level, look
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quirkat config                      all preferences, and where they come from\n  \
    quirkat config lang fr              texts in French\n  \
    quirkat config ascii true           only ASCII characters\n  \
    quirkat config level 3              the engine at level 3 in `quirkat play`\n  \
    quirkat config look 'stone pebbles' the materials of `quirkat draw`\n  \
    quirkat config lang --unset         the language of the locale again\n\n\
    Options of a command override preferences, which override the locale (LC_ALL, LC_MESSAGES, LANG). In the locale C, \
    output has only ASCII characters.")]
pub struct Arguments {
    /// The preference to show or set
    key: Option<Preference>,
    /// The new value
    #[arg(requires = "key")]
    value: Option<String>,
    /// Remove the preference, so that locale or default decides
    #[arg(long, requires = "key", conflicts_with = "value")]
    unset: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    match (arguments.key, &arguments.value) {
        (Some(key), Some(value)) => store(key, Some(value.trim()))?,
        (Some(key), None) if arguments.unset => store(key, None)?,
        (Some(key), None) => return Ok(preferences().value(key).0 + "\n"),
        (None, _) => {
            let path = file().ok_or_else(|| bad_input("there is no configuration folder"))?;
            let lines = Preference::ALL.map(|key| {
                let (value, origin) = preferences().value(key);
                let origin = match origin {
                    Origin::File => "preference".to_owned(),
                    Origin::Variable(name, value) => format!("{name}={value}"),
                    Origin::Default => "default".to_owned(),
                };
                format!("{:<7}{value:<16}{origin}\n", key.name())
            });
            return Ok(lines.concat() + &format!("Stored in {}\n", path.display()));
        }
    }
    Ok(String::new())
}
