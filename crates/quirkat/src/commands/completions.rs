//! `quirkat completions SHELL`: shell completions.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print completions for a shell: `quirkat completions bash > ~/.local/share/bash-completion/completions/quirkat`
#[derive(Debug, Args)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Arguments::command(), "quirkat", &mut script);
    Ok(String::from_utf8(script)?)
}
