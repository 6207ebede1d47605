//! Installs the packages that `deploy/package` makes, uses them, and removes them.

use super::proxied::deploy;
use super::unit::{output, value};
use crate::harness::{Server, game, legal, until};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use tempfile::TempDir;

const GAME: &str = "alquerque:walker";

/// Packs the tested program, and returns the written file.
fn pack(out: &Path, options: &[&str]) -> PathBuf {
    let mut command = Command::new("python3");
    command.arg(deploy("package")).arg(env!("CARGO_BIN_EXE_quirkat")).arg(out).arg("--fast").args(options);
    output(&mut command).into()
}

/// Returns the paths of all files below a folder, relative to it.
fn files(folder: &Path) -> Vec<String> {
    let list = output(Command::new("find").args([".", "-type", "f"]).current_dir(folder));
    list.lines().map(|line| line.trim_start_matches("./").to_owned()).collect()
}

pub fn the_archive_is_installed_and_removed() {
    let folder = TempDir::new().unwrap();
    let archive = pack(folder.path(), &["--only", "archive"]);
    output(Command::new("tar").arg("xzf").arg(&archive).arg("-C").arg(folder.path()));
    let unpacked = PathBuf::from(archive.to_str().unwrap().strip_suffix(".tar.gz").unwrap());
    let prefix = folder.path().join("prefix");
    let install = |options: &[&str]| {
        output(Command::new("sh").arg(unpacked.join("install.sh")).args(options).arg("--prefix").arg(&prefix))
    };
    let program = prefix.join("bin/quirkat");
    let said = install(&[]);
    assert!(said.contains(program.to_str().unwrap()), "{said}");
    assert!(output(Command::new(&program).arg("--version")).starts_with("quirkat "));
    let menu = fs::read_to_string(prefix.join("share/applications/quirkat.desktop")).unwrap();
    assert!(menu.contains(&format!("\nExec={}\n", program.display())), "{menu}");
    let installed = files(&prefix);
    for path in [
        "share/man/man1/quirkat-solve.1.gz",
        "share/bash-completion/completions/quirkat",
        "share/zsh/site-functions/_quirkat",
        "share/fish/vendor_completions.d/quirkat.fish",
        "share/elvish/lib/quirkat.elv",
        "share/powershell/quirkat.ps1",
        "share/icons/hicolor/scalable/apps/quirkat.svg",
        "share/doc/quirkat/LICENSE-APACHE",
        "share/doc/quirkat/LICENSE-OFL",
        "share/doc/quirkat/docs/how-to/serve.md",
    ] {
        assert!(installed.iter().any(|file| file == path), "{path} is missing: {installed:?}");
    }
    let licences = fs::read_to_string(prefix.join("share/doc/quirkat/LICENSES-libraries")).unwrap();
    assert!(licences.contains("\nclap ") && licences.contains("Permission is hereby granted"), "{}", licences.len());
    // A former version had another page, and another program has one beside ours.
    let list = prefix.join("share/doc/quirkat/installed-files");
    let former = prefix.join("share/man/man1/quirkat-former.1.gz");
    fs::write(&former, "").unwrap();
    fs::write(&list, fs::read_to_string(&list).unwrap() + "share/man/man1/quirkat-former.1.gz\n").unwrap();
    fs::write(prefix.join("share/man/man1/other.1"), "").unwrap();
    install(&[]);
    assert!(!former.exists());
    install(&["--uninstall"]);
    assert_eq!(files(&prefix), ["share/man/man1/other.1"]);
    let again =
        Command::new("sh").arg(unpacked.join("install.sh")).args(["--uninstall", "--prefix"]).arg(&prefix).output();
    assert_eq!(again.unwrap().status.code(), Some(1));
}

/// A root folder with the essential packages of this machine's distribution and `man`.
struct Root(TempDir);

impl Root {
    /// Makes the folder, or returns why that fails: the packages come from the network.
    fn new() -> Result<Root, String> {
        let system = fs::read_to_string("/etc/os-release").unwrap();
        let suite = system.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME=")).expect("a codename");
        let root = TempDir::new().unwrap();
        // The user of the server enters it.
        output(Command::new("chmod").arg("755").arg(root.path()));
        let is_list = |path: &PathBuf| path.extension().is_some_and(|end| end == "list" || end == "sources");
        let folder = fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().map(|entry| entry.unwrap().path());
        let lists = folder.chain(["/etc/apt/sources.list".into()]).filter(|path| is_list(path) && path.is_file());
        let mut command = Command::new("mmdebstrap");
        let options = ["--quiet", "--variant=apt", "--include=man-db", "--dpkgopt=force-unsafe-io", suite];
        let made = command.args(options).arg(root.path()).args(lists).stdin(Stdio::null()).output().unwrap();
        if made.status.success() { Ok(Root(root)) } else { Err(String::from_utf8_lossy(&made.stderr).into_owned()) }
    }

    fn path(&self, inside: &str) -> PathBuf {
        self.0.path().join(inside.trim_start_matches('/'))
    }

    /// Returns a command that runs a program of the root folder.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command
            .arg(self.0.path())
            .args(words)
            .env_clear()
            .env("DEBIAN_FRONTEND", "noninteractive")
            .env("LC_ALL", "C.UTF-8");
        command.env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        command
    }

    fn run(&self, words: &[&str]) -> String {
        output(&mut self.command(words))
    }

    /// Installs a package, without the network.
    fn install(&self, package: &Path) {
        let name = Path::new("/tmp").join(package.file_name().unwrap());
        fs::copy(package, self.path(name.to_str().unwrap())).unwrap();
        self.run(&["apt-get", "install", "--yes", "--no-install-recommends", name.to_str().unwrap()]);
        fs::remove_file(self.path(name.to_str().unwrap())).unwrap();
    }

    /// Starts the server as systemd does: the command line, the user, the environment and the credential of the unit.
    fn serve(&self) -> Server {
        let unit = fs::read_to_string(self.path("/usr/lib/systemd/system/quirkat.service")).unwrap();
        let (credential, user, environment) =
            (value(&unit, "LoadCredential"), value(&unit, "User"), value(&unit, "Environment"));
        let credentials = "/run/credentials/quirkat.service";
        let (name, source) = credential.split_once(':').unwrap();
        self.run(&["mkdir", "-p", credentials]);
        self.run(&["install", "-m", "400", "-o", &user, source, &format!("{credentials}/{name}")]);
        let start = value(&unit, "ExecStart").replace("${CREDENTIALS_DIRECTORY}", credentials);
        let mut words = vec!["setpriv", "--reuid", &user, "--regid", &user, "--clear-groups"];
        words.extend(start.split(' '));
        let mut command = self.command(&words);
        let (key, data) = environment.split_once('=').unwrap();
        command.env(key, data);
        Server::run(command, Arc::new(TempDir::new().unwrap()))
    }
}

/// Ends a server as systemd does.
fn stop(mut server: Server) {
    let process = nix::unistd::Pid::from_raw(server.process() as i32);
    nix::sys::signal::kill(process, nix::sys::signal::Signal::SIGTERM).unwrap();
    assert!(server.ended().success(), "{}", server.log());
}

pub fn the_debian_package_is_installed_upgraded_and_removed() {
    let folder = TempDir::new().unwrap();
    let package = pack(folder.path(), &["--only", "deb"]);
    let root = match Root::new() {
        Ok(root) => root,
        Err(reason) => return eprintln!("the Debian package is not tested: mmdebstrap makes no root folder: {reason}"),
    };
    root.install(&package);
    let version = |root: &Root| root.run(&["dpkg-query", "--showformat", "${Version}", "--show", "quirkat"]);
    assert_eq!(version(&root), concat!(env!("CARGO_PKG_VERSION"), "-1"));
    assert!(root.run(&["quirkat", "--version"]).starts_with("quirkat "));
    let page = root.run(&["man", "quirkat-solve"]);
    assert!(page.contains("SYNOPSIS") && page.contains("--distances"), "{page}");
    let completed = "source /usr/share/bash-completion/completions/quirkat; COMP_WORDS=(quirkat sol); COMP_CWORD=1; \
        _quirkat quirkat sol quirkat; echo ${COMPREPLY[*]}";
    assert_eq!(root.run(&["bash", "-c", completed]), "solve");
    for path in [
        "/usr/share/zsh/vendor-completions/_quirkat",
        "/usr/share/fish/vendor_completions.d/quirkat.fish",
        "/usr/share/elvish/lib/quirkat.elv",
        "/usr/share/applications/quirkat.desktop",
        "/usr/share/doc/quirkat/copyright",
        "/usr/share/doc/quirkat/changelog.Debian.gz",
    ] {
        assert!(root.path(path).is_file(), "{path}");
    }
    let modes = ["/etc/quirkat/quirkat.toml", "/var/lib/quirkat"];
    let modes = modes.map(|path| root.run(&["stat", "--format", "%a %U", path]));
    assert_eq!(modes, ["600 root", "700 quirkat"]);

    // The administrator edits the options.
    let options = root.path("/etc/quirkat/quirkat.toml");
    let edited = fs::read_to_string(&options).unwrap();
    let edited = edited.replace("port = 12830", "port = 0").replace("127.0.0.1:12831", "127.0.0.1:0");
    let edited = edited.replace("log-format = \"json\"", "log-format = \"text\"");
    fs::write(&options, &edited).unwrap();
    let server = root.serve();
    let begun = server.begin(json!({ "game": GAME, "opponent": "engine:1", "side": "first" }));
    let turn = legal(&game(GAME, &[], &[])).remove(0);
    let answer = server.visitor().with(&begun.token).act(&begun.id, &format!("move/{turn}"));
    assert_eq!(answer.status, 200, "{}", answer.text());
    until("the engine's move", || (server.state(&begun.id)["ply"] == 2).then_some(()));
    let state = |server: &Server| server.state(&begun.id)["history"].clone();
    let history = state(&server);
    stop(server);

    // An upgrade keeps games and options.
    fs::remove_file(&package).unwrap();
    root.install(&pack(folder.path(), &["--only", "deb", "--revision", "2"]));
    assert_eq!(version(&root), concat!(env!("CARGO_PKG_VERSION"), "-2"));
    assert_eq!(fs::read_to_string(&options).unwrap(), edited);
    let server = root.serve();
    assert_eq!(state(&server), history);
    stop(server);

    // So does a removal. A purge keeps the games alone.
    let games = root.path("/var/lib/quirkat/quirkat.db");
    root.run(&["apt-get", "remove", "--yes", "quirkat"]);
    assert!(!root.path("/usr/bin/quirkat").exists() && games.exists() && options.exists());
    let said = root.run(&["apt-get", "purge", "--yes", "quirkat"]);
    assert!(said.contains("QUIRKAT_DELETE_GAMES=yes"), "{said}");
    assert!(games.exists() && !root.path("/etc/quirkat").exists());
    let package = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    root.install(&package);
    assert!(games.exists());
    output(root.command(&["apt-get", "purge", "--yes", "quirkat"]).env("QUIRKAT_DELETE_GAMES", "yes"));
    assert!(!root.path("/var/lib/quirkat").exists());
    assert!(!fs::read_to_string(root.path("/etc/passwd")).unwrap().contains("quirkat"));
}
