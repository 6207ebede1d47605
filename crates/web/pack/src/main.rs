//! Builds the npm package of Quirkat: compiles `crates/web` to WebAssembly, writes the JavaScript that loads it, and copies the
//! scripts, types, evaluations and endgame tables.
//!
//! ```sh
//! cargo run --release --manifest-path crates/web/pack/Cargo.toml [FOLDER]
//! ```
//!
//! The package is written to FOLDER, by default `target/quirkat` in the repository.

mod data;
mod toolchain;

use anyhow::{Context, Result, bail};
use brotli::BrotliCompress;
use brotli::enc::BrotliEncoderParams;
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

/// Name of the module's files: `module.js` and `module_bg.wasm`.
const MODULE: &str = "module";

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (folder, more) = (arguments.next(), arguments.next());
    if let Some(more) = more {
        bail!("unexpected argument {more:?}; usage: quirkat-pack [FOLDER]");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = folder.map_or_else(|| target.join("quirkat"), PathBuf::from);

    let module = toolchain::compile(&root, &target.join("web"))?;
    if folder.exists() {
        // An older package may contain files that are not written any more.
        check_is_package(&folder)?;
        fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Bindgen::new().input_path(&module).web(true)?.typescript(false).out_name(MODULE).generate(&folder)?;
    compress(&folder.join(format!("{MODULE}_bg.wasm")))?;
    copy_files(&root.join("crates/web/package"), &folder)?;
    assemble(&folder.join("shared-memory.wat"))?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let licence = root.join(name);
        if licence.exists() {
            fs::copy(&licence, folder.join(name))?;
        }
    }
    data::copy_evaluations(&root.join("crates/search/patterns"), &folder.join("evaluations"))?;
    data::copy_tables(&root.join("crates/endings"), &folder.join("tables"))?;
    println!("{}", folder.display());
    Ok(())
}

/// Writes a file compressed by Brotli beside it, with the ending `br`, for servers that send it as it is.
fn compress(path: &Path) -> Result<()> {
    let plain = fs::read(path)?;
    let parameters = BrotliEncoderParams { lgwin: 24, size_hint: plain.len(), ..BrotliEncoderParams::default() };
    let mut compressed = vec![];
    BrotliCompress(&mut plain.as_slice(), &mut compressed, &parameters)?;
    let mut name = path.as_os_str().to_owned();
    name.push(".br");
    fs::write(&name, compressed).with_context(|| format!("cannot write {}", Path::new(&name).display()))
}

/// Replaces a file in WebAssembly's text format by the module that it describes.
fn assemble(path: &Path) -> Result<()> {
    let module = wat::parse_file(path)?;
    fs::write(path.with_extension("wasm"), module).with_context(|| format!("cannot write {}", path.display()))?;
    fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))
}

/// Fails unless a folder is empty or contains a package, so that no other folder is removed.
fn check_is_package(folder: &Path) -> Result<()> {
    let is_empty = fs::read_dir(folder)?.next().is_none();
    let package = fs::read_to_string(folder.join("package.json")).unwrap_or_default();
    if is_empty || package.contains("\"name\": \"quirkat\"") {
        return Ok(());
    }
    bail!("{} is not empty and contains no package of Quirkat; choose another folder", folder.display())
}

/// Copies the files of a folder, without subfolders.
fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, to.join(name)).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}
