//! Passes the version to the program: that of the package, with the commit if it is known.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    let version = env!("CARGO_PKG_VERSION");
    let version = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    };
    println!("cargo::rustc-env=QUIRKAT_VERSION={version}");
    println!("cargo::rerun-if-env-changed=QUIRKAT_COMMIT");
}

/// Returns the commit of the sources: the one that a packager names, that of a published package, or that of the
/// repository around this crate.
fn commit() -> Option<String> {
    if let Ok(commit) = env::var("QUIRKAT_COMMIT") {
        return Some(commit).filter(|commit| !commit.is_empty());
    }
    // Cargo adds this file to packages.
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join(".cargo_vcs_info.json");
    if published.exists() {
        let text = fs::read_to_string(published).ok()?;
        let (_, rest) = text.split_once("\"sha1\": \"")?;
        return Some(rest.get(..9)?.to_owned());
    }
    // A copy of the sources may lie in another project's repository.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--path-format=absolute", "--git-path", file])?;
        // Cargo would build again each time for a file that is missing.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--short=9", "HEAD"])
}

/// Returns the output of a command of git in the folder of this crate, if it succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
