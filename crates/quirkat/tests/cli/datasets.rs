//! Tests the command that writes the results as a dataset.

use crate::harness::quirkat;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, str};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the paths of all files below a folder, relative to it.
fn files(root: &Path, folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            if path.is_dir() { files(root, &path) } else { [name].into() }
        })
        .collect()
}

#[test]
fn a_dataset_lists_all_of_its_files_with_their_checksums() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("results");
    quirkat(&["dataset", &data.display().to_string(), "--sources", SOURCES]).success();
    let manifest: Value = serde_json::from_slice(&fs::read(data.join("manifest.json")).unwrap()).unwrap();
    let listed = manifest["files"].as_array().unwrap();
    let mut names = BTreeSet::from(["manifest.json", "SHA256SUMS"].map(str::to_owned));
    for file in listed {
        let content = fs::read(data.join(file["path"].as_str().unwrap())).unwrap();
        assert_eq!(file["bytes"], content.len(), "{file}");
        let sum: String = Sha256::digest(&content).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(file["sha256"], sum, "{file}");
        names.insert(file["path"].as_str().unwrap().to_owned());
    }
    assert_eq!(names, files(&data, &data));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let [data, other] = [&data, &data.join("proofs")].map(|path| path.metadata().unwrap().permissions().mode());
        assert_eq!(data, other, "others may read the folder as they may read those in it");
    }
    let sums = fs::read_to_string(data.join("SHA256SUMS")).unwrap();
    let of_manifest =
        listed.iter().map(|file| format!("{}  {}\n", file["sha256"].as_str().unwrap(), file["path"].as_str().unwrap()));
    assert_eq!(sums, of_manifest.collect::<String>());
    for path in ["known.csv", "counts/bagh-chal.csv", "proofs/alquerque.walker.proof", "check_proof.py"] {
        assert!(names.contains(path), "{path}");
    }
    assert!(names.iter().any(|name| name.starts_with("tables/english")), "the shipped tables are part of it");
}

#[test]
fn a_dataset_needs_the_sources_and_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let error = |arguments: &[&str]| {
        let assert = quirkat(&[&["dataset"], arguments].concat()).failure().code(2);
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    let elsewhere = error(&[&path("data"), "--sources", &path("none")]);
    assert!(elsewhere.contains("--sources names the folder of Quirkat's sources"), "{elsewhere}");
    fs::create_dir(path("used")).unwrap();
    fs::write(path("used/mine"), "mine").unwrap();
    let used = error(&[&path("used"), "--sources", SOURCES]);
    assert!(used.contains("is not empty"), "{used}");
    assert_eq!(files(folder.path(), folder.path()), ["used/mine".to_owned()].into(), "nothing else is written");
}
