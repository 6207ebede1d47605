//! Clusters, as threads that connect through the local network, compared with a single process.

use super::tables_of;
use quirkat_rules::{AnyRules, Ruleset, find_game};
use quirkat_solve::{ClusterError, ClusterProgress, ClusterSolver, Hosts, MaterialLaw, MaterialSignature, Shares};
use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

fn ruleset(game: &str, rules: &[(&str, &str)]) -> Ruleset {
    let (game, variant) = game.split_once(':').map_or((game, None), |(game, variant)| (game, Some(variant)));
    find_game(game).unwrap().ruleset(variant, rules).unwrap()
}

/// Returns a list of hosts on free ports of this machine.
fn hosts(count: usize) -> String {
    let chosen: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    chosen.iter().map(|port| format!("{}\n", port.local_addr().unwrap())).collect()
}

/// Returns the solver of a process.
fn part(ruleset: &Ruleset, most: usize, list: &str, process: usize, folder: &Path) -> ClusterSolver {
    ClusterSolver {
        rules: AnyRules::compile(ruleset.clone()).unwrap(),
        law: Arc::new(MaterialLaw::of(ruleset).unwrap()),
        title: ruleset.title(),
        max_pieces: most as u32,
        folder: folder.to_owned(),
        hosts: Hosts::parse(list, process).unwrap(),
        threads: 1,
        memory: 1 << 30,
        stop: Box::new(|| false),
        on_progress: Box::new(|_| {}),
    }
}

/// Creates a folder for each process.
fn folders(root: &Path, count: usize) -> Vec<PathBuf> {
    let folders: Vec<_> = (1..=count).map(|process| root.join(process.to_string())).collect();
    folders.iter().for_each(|folder| fs::create_dir_all(folder).unwrap());
    folders
}

/// Runs all solvers at once; returns their results.
fn together(parts: Vec<ClusterSolver>) -> Vec<Result<u64, ClusterError>> {
    let parts: Vec<_> = parts.into_iter().map(|part| thread::spawn(|| part.solve())).collect();
    parts.into_iter().map(|part| part.join().unwrap()).collect()
}

fn must_work(parts: Vec<ClusterSolver>) {
    let results = together(parts);
    assert!(results.iter().all(Result::is_ok), "{results:?}");
}

/// Returns the files of a folder by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let named = |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap());
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| named(entry.unwrap())).collect();
    files.sort();
    files
}

#[test]
fn several_processes_make_the_same_files_as_one() {
    for (game, rules, most, processes, threads) in [
        ("fanorona", &[][..], 3, 3, 1),
        ("fanorona", &[("repetition", "count")], 3, 2, 2),
        ("dama", &[], 3, 4, 1),
        ("tukvnanawopi", &[], 3, 2, 1),
        ("alquerque-de-tres:alfonso", &[], 4, 4, 2),
        ("leopards", &[], 3, 2, 1),
        ("lasca", &[], 3, 4, 1),
        ("kharberg", &[], 3, 2, 2),
    ] {
        let ruleset = ruleset(game, rules);
        let root = tempfile::tempdir().unwrap();
        let (alone, joined) = (root.path().join("alone"), root.path().join("joined"));
        [&alone, &joined].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
        tables_of(&ruleset, most, 1, &alone);
        let (list, shares) = (hosts(processes), folders(root.path(), processes));
        let part = |(process, folder): (usize, &PathBuf)| ClusterSolver {
            threads,
            ..part(&ruleset, most, &list, process, folder)
        };
        let results = together((1..).zip(&shares).map(part).collect());
        assert!(results.iter().all(|result| *result.as_ref().unwrap() > 0), "{game}: {results:?}");
        Shares::open(&shares).unwrap().join(&joined).unwrap();
        assert!(files(&joined) == files(&alone), "{game} {rules:?}: other files");
    }
}

#[test]
fn a_stopped_process_stops_all_and_the_work_resumes() {
    let ruleset = ruleset("english", &[]);
    let root = tempfile::tempdir().unwrap();
    let (unbroken, broken) = (folders(&root.path().join("unbroken"), 2), folders(&root.path().join("broken"), 2));
    let list = hosts(2);
    let parts = |folders: &[PathBuf]| -> Vec<ClusterSolver> {
        (1..).zip(folders).map(|(process, folder)| part(&ruleset, 3, &list, process, folder)).collect()
    };
    must_work(parts(&unbroken));
    let mut stopped = parts(&broken);
    let (is_heard, stops) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let last: MaterialSignature = "m1-m2".parse().unwrap();
    let stop_flag = Arc::clone(&stops);
    stopped[1].on_progress = Box::new(move |how| {
        // In the middle of a signature.
        if matches!(how, ClusterProgress::Ply(signature, Some(4)) if signature == last) {
            stop_flag.store(true, Relaxed);
        }
    });
    stopped[1].stop = Box::new(move || stops.load(Relaxed));
    let also = Arc::clone(&is_heard);
    stopped[0].on_progress =
        Box::new(move |how| also.store(also.load(Relaxed) || how == ClusterProgress::Finished(last), Relaxed));
    assert!(together(stopped).iter().all(|result| matches!(result, Err(ClusterError::Stopped))));
    assert!(!is_heard.load(Relaxed), "it was not done");
    assert!(files(&broken[0]).len() < files(&unbroken[0]).len() && !files(&broken[0]).is_empty());
    must_work(parts(&broken));
    for (broken, unbroken) in broken.iter().zip(&unbroken) {
        assert!(files(broken) == files(unbroken), "other shares after a break");
    }
}

#[test]
fn strangers_are_ignored_and_other_tasks_refused() {
    let (english, italian) = (ruleset("english", &[]), ruleset("italian", &[]));
    let root = tempfile::tempdir().unwrap();
    let (list, folders) = (hosts(2), folders(root.path(), 2));
    let address = list.lines().next().unwrap().to_owned();
    let stranger = thread::spawn(move || {
        // Connect as soon as the process listens.
        let mut socket = loop {
            if let Ok(socket) = TcpStream::connect(&address) {
                break socket;
            }
        };
        let _ = socket.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    });
    let first = part(&english, 2, &list, 1, &folders[0]);
    let first = thread::spawn(|| first.solve());
    stranger.join().unwrap();
    let second = part(&english, 2, &list, 2, &folders[1]).solve();
    assert!(first.join().unwrap().is_ok() && second.is_ok());

    let results = together(vec![part(&english, 2, &list, 1, &folders[0]), part(&italian, 2, &list, 2, &folders[1])]);
    assert!(results.iter().all(|result| matches!(result, Err(ClusterError::Differs(_)))), "{results:?}");
}

#[test]
fn shares_of_different_games_are_not_joined() {
    let english = ruleset("english", &[]);
    let root = tempfile::tempdir().unwrap();
    let (list, shares) = (hosts(2), folders(root.path(), 2));
    let parts = |ruleset: &Ruleset, folders: &[PathBuf]| -> Vec<ClusterSolver> {
        (1..).zip(folders).map(|(process, folder)| part(ruleset, 2, &list, process, folder)).collect()
    };
    must_work(parts(&english, &shares));
    let refused = |folders: &[PathBuf]| match Shares::open(folders).and_then(|shares| shares.join(root.path())) {
        Ok(_) => panic!("faulty shares were joined"),
        Err(reason) => reason.to_string(),
    };
    assert!(refused(&[]).contains("no shares"));
    assert!(refused(&shares[..1]).contains("share 2 of 2 of k1-k1 is missing"));
    let others = folders(&root.path().join("italian"), 2);
    must_work(parts(&ruleset("italian", &[]), &others));
    assert!(refused(&[shares[0].clone(), others[1].clone()]).contains("does not belong to"));
    let path = shares[1].join("ending-m1-m1.2-of-2.share");
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 1);
    fs::write(&path, bytes).unwrap();
    assert!(refused(&shares).contains("cut off"));
}
