//! The README of each crate names the crates of the workspace on which it depends, as its manifest does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Returns the workspace crates among the normal dependencies of a manifest.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let manifest: toml::Table = manifest.parse().expect("a manifest");
    let names = manifest["dependencies"].as_table().into_iter().flat_map(toml::Table::keys);
    names.filter(|name| name.starts_with("quirkat-")).cloned().collect()
}

/// Returns the crates that a README lists in its paragraph "Depends on …".
fn listed_dependencies(readme: &str) -> Option<BTreeSet<String>> {
    let (_, rest) = readme.split_once("\nDepends on ")?;
    let paragraph = rest.split("\n\n").next().unwrap_or(rest);
    let quoted = paragraph.split('`').skip(1).step_by(2);
    Some(quoted.filter(|name| name.starts_with("quirkat-")).map(str::to_owned).collect())
}

#[test]
fn each_readme_lists_the_dependencies_of_its_manifest() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut count = 0;
    for entry in fs::read_dir(&crates).expect("the folder of the crates") {
        let folder = entry.expect("a readable folder").path();
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let readme = fs::read_to_string(folder.join("README.md")).expect("each crate has a README");
        assert_eq!(
            listed_dependencies(&readme),
            Some(dependencies(&manifest)),
            "{}/README.md, \"Depends on\"",
            folder.display()
        );
        count += 1;
    }
    assert!(count >= 12, "{count} crates");
}
