//! `quirkat completions SHELL`: shell completions.

use clap::{Args, Command};
use clap_complete::Shell;

/// Print completions for a shell: `quirkat completions bash > ~/.local/share/bash-completion/completions/quirkat`
#[derive(Debug, Args)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Returns the completions of the whole command line.
pub fn run(arguments: &Arguments, mut command: Command) -> anyhow::Result<String> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "quirkat", &mut script);
    Ok(String::from_utf8(script)?)
}
