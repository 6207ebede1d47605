//! Tests the command that writes the site as files. Tests in browsers use its files.

use crate::harness::quirkat;
use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

#[test]
fn a_site_needs_the_package_known_games_and_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let [empty, used] = ["empty", "used"].map(|name| folder.path().join(name).display().to_string());
    fs::create_dir(&used).unwrap();
    fs::write(format!("{used}/mine"), "mine").unwrap();
    let error = |arguments: &[&str]| {
        let assert = quirkat(&[&["site"], arguments].concat()).failure();
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    let missing = error(&[&empty, "--module", &used]);
    assert!(missing.contains("contains no package of Quirkat"), "{missing}");
    let unknown = error(&[&empty, "--module", &used, "--games", "lasca,chess"]);
    assert!(unknown.contains("there is no game `chess`"), "{unknown}");
    let taken = error(&[&used, "--module", &used]);
    assert!(taken.contains("is not empty"), "{taken}");
    assert!(!fs::exists(&empty).unwrap() && fs::read_to_string(format!("{used}/mine")).unwrap() == "mine");
}

#[cfg(unix)]
#[test]
fn an_interrupted_site_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let [module, site] = ["module", "site"].map(|name| folder.path().join(name));
    // The files of the package are copied, not run.
    fs::create_dir_all(module.join("evaluations")).unwrap();
    fs::write(module.join("module_bg.wasm"), "module").unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_quirkat"))
        .arg("site")
        .arg(&site)
        .arg("--module")
        .arg(&module)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while !site.join("assets").exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "no file is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let done = child.wait_with_output().unwrap();
    let words = String::from_utf8(done.stderr).unwrap();
    assert!(!done.status.success() && words.contains("interrupted"), "{words}");
    assert!(!site.exists());
}
