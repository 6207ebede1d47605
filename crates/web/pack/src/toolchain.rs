//! A compiler for WebAssembly: one that has the target's standard library, or one that can build it from its source.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// Folders of compilers that are looked for beside that of the path. Debian's package `rustc-web` installs into `/usr/bin`.
const OTHER_FOLDERS: [&str; 1] = ["/usr/bin"];

/// A compiler with its standard library for [`TARGET`].
struct Toolchain {
    cargo: PathBuf,
    rustc: PathBuf,
    /// Whether the standard library must be built from its source.
    builds_library: bool,
}

impl Toolchain {
    fn find() -> Result<Toolchain> {
        let folders = [PathBuf::new()].into_iter().chain(OTHER_FOLDERS.map(PathBuf::from));
        for folder in folders {
            let (cargo, rustc) = (folder.join("cargo"), folder.join("rustc"));
            let Some(library) = library_folder(&rustc) else { continue };
            let builds_library = !library.join(TARGET).exists();
            if !builds_library || library.join("src/rust/library/Cargo.toml").exists() {
                return Ok(Toolchain { cargo, rustc, builds_library });
            }
        }
        bail!(
            "no compiler for {TARGET}: run `rustup target add {TARGET}`, or on Debian \
             `apt-get install cargo-web rustc-web rust-web-src lld`"
        )
    }
}

/// Returns the folder of a compiler's standard libraries.
fn library_folder(rustc: &Path) -> Option<PathBuf> {
    let output =
        Command::new(rustc).args(["--print", "sysroot"]).output().ok().filter(|output| output.status.success())?;
    let sysroot = String::from_utf8(output.stdout).ok()?;
    Some(Path::new(sysroot.trim()).join("lib/rustlib"))
}

/// Compiles the module in a target folder, and returns its file.
pub fn compile(root: &Path, target: &Path) -> Result<PathBuf> {
    let toolchain = Toolchain::find()?;
    let mut build = Command::new(&toolchain.cargo);
    build.current_dir(root).env("RUSTC", &toolchain.rustc).env("CARGO_TARGET_DIR", target);
    build.args(["build", "--locked", "--package", "quirkat-web", "--profile", "web", "--target", TARGET]);
    if toolchain.builds_library {
        // Unstable options; they do not change the compiled code of stable crates.
        build.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        // Debian's compiler has no linker of its own.
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
    }
    let status = build.status().with_context(|| format!("cannot run {}", toolchain.cargo.display()))?;
    if !status.success() {
        bail!("the module does not compile");
    }
    Ok(target.join(TARGET).join("web/quirkat_web.wasm"))
}
