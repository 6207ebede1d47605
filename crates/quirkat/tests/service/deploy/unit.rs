//! Tests the systemd unit, and restoring games as root for a server under another user.

use super::proxied::{deploy, get, until};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Maximum time in which the unit and a container stop.
pub const STOP_TIME: Duration = Duration::from_secs(10);

/// Returns the output of a command that succeeds.
pub fn output(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&stdout) + String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&stdout).trim().to_owned()
}

/// Returns a value of the unit, such as that of `TimeoutStopSec`.
pub fn value(unit: &str, key: &str) -> String {
    let line = unit.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    line.unwrap_or_else(|| panic!("no {key}: {unit}")).to_owned()
}

pub fn the_unit_starts_the_program_in_a_sandbox() {
    let text = fs::read_to_string(deploy("quirkat.service")).unwrap();
    let start = "/usr/local/bin/quirkat serve --config ${CREDENTIALS_DIRECTORY}/quirkat.toml";
    assert_eq!(value(&text, "ExecStart"), start);
    assert_eq!(value(&text, "LoadCredential"), "quirkat.toml:/etc/quirkat/quirkat.toml");
    assert_eq!(value(&text, "TimeoutStopSec").parse().map(Duration::from_secs), Ok(STOP_TIME));
    let folder = TempDir::new().unwrap();
    let unit = folder.path().join("quirkat.service");
    fs::write(&unit, text.replace("/usr/local/bin/quirkat", env!("CARGO_BIN_EXE_quirkat"))).unwrap();
    for words in [&["verify"][..], &["security", "--offline=yes", "--threshold=20"]] {
        let output = Command::new("systemd-analyze").args(words).arg(&unit).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {said}");
        // The verifier may also report on units of the machine.
        assert!(!said.contains("Unknown"), "{said}");
    }
}

/// A unit in `/run`, which ends and disappears with its folders.
struct Unit {
    name: String,
    data: PathBuf,
    options: TempDir,
}

impl Unit {
    /// Writes the unit of `deploy/` under another name, for the tested program and a port.
    fn write(port: u16) -> Unit {
        use std::os::unix::fs::PermissionsExt;
        let name = format!("quirkat-test-{}", std::process::id());
        let options = TempDir::new().unwrap();
        let file = options.path().join("quirkat.toml");
        let text = fs::read_to_string(deploy("quirkat.toml")).unwrap();
        let text = text.replace("port = 12830", &format!("port = {port}")).replace("127.0.0.1:12831", "127.0.0.1:0");
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        // The unit hides the folders in which the program may be.
        let program = format!(
            "TemporaryFileSystem=/opt\nBindReadOnlyPaths={}:/opt/quirkat\nExecStart=/opt/quirkat",
            env!("CARGO_BIN_EXE_quirkat")
        );
        let unit = fs::read_to_string(deploy("quirkat.service"))
            .unwrap()
            .replace("/etc/quirkat/quirkat.toml", &file.display().to_string())
            .replace("ExecStart=/usr/local/bin/quirkat", &program)
            .replace("/var/lib/quirkat", &format!("/var/lib/{name}"))
            .replace("StateDirectory=quirkat", &format!("StateDirectory={name}"));
        fs::write(format!("/run/systemd/system/{name}.service"), unit).unwrap();
        output(Command::new("systemctl").arg("daemon-reload"));
        Unit { data: Path::new("/var/lib").join(&name), name, options }
    }

    /// Starts the server and waits until it is ready.
    fn start(&self, port: u16) {
        output(Command::new("systemctl").args(["start", &self.name]));
        until("the unit", || ready(&format!("127.0.0.1:{port}")));
    }

    /// Stops the server, which ends by itself and in time.
    fn stop(&self) {
        let began = Instant::now();
        output(Command::new("systemctl").args(["stop", &self.name]));
        assert!(began.elapsed() < STOP_TIME, "{:?}", began.elapsed());
        let result = output(Command::new("systemctl").args(["show", "--property=Result", &self.name]));
        assert_eq!(result, "Result=success");
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let status = Command::new("journalctl").args(["--no-pager", "--lines=30", "--unit", &self.name]).output();
            eprintln!(
                "{}",
                status.map_or_else(|error| error.to_string(), |log| String::from_utf8_lossy(&log.stdout).into())
            );
        }
        // The unit may be gone already.
        let _ = Command::new("systemctl").args(["stop", &self.name]).output();
        let _ = fs::remove_file(format!("/run/systemd/system/{}.service", self.name));
        let _ = Command::new("systemctl").arg("daemon-reload").output();
        let _ = fs::remove_dir_all(Path::new("/var/lib/private").join(&self.name));
        let _ = fs::remove_file(&self.data);
    }
}

/// Returns the body of `/ready` if it succeeds.
pub fn ready(address: &str) -> Option<String> {
    ureq::get(format!("http://{address}/ready")).call().ok()?.body_mut().read_to_string().ok()
}

pub fn the_unit_runs_and_its_games_are_restored() {
    let port = super::proxied::free_port();
    let unit = Unit::write(port);
    unit.start(port);
    assert!(get(&format!("http://127.0.0.1:{port}/games/alquerque"), &[]).contains("<h1"));
    let copy = unit.options.path().join("copy.db");
    let quirkat = || Command::new(env!("CARGO_BIN_EXE_quirkat"));
    output(quirkat().arg("backup").arg("--data").arg(&unit.data).arg(&copy));
    unit.stop();
    // A new machine has no lock file yet.
    fs::remove_file(unit.data.join("quirkat.lock")).unwrap();
    output(quirkat().args(["restore", "--replace"]).arg("--data").arg(&unit.data).arg(&copy));
    unit.start(port);
    unit.stop();
    // And no folder.
    fs::remove_dir_all(Path::new("/var/lib/private").join(&unit.name)).unwrap();
    fs::remove_file(&unit.data).unwrap();
    output(quirkat().arg("restore").arg("--data").arg(&unit.data).arg(&copy));
    unit.start(port);
    unit.stop();
}

pub fn games_restored_by_root_belong_to_the_server() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    const SERVICE_USER: u32 = 65_534;
    if !nix::unistd::geteuid().is_root() {
        eprintln!("games_restored_by_root_belong_to_the_server is incomplete: it needs root");
        return;
    }
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    // The server's user may run the program.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    // A copy by this process could be open in children of other tests, and then it does not start.
    output(Command::new("cp").arg(env!("CARGO_BIN_EXE_quirkat")).arg(at("quirkat")));
    let quirkat = || Command::new(at("quirkat"));
    fs::create_dir(at("data")).unwrap();
    chown(at("data"), Some(SERVICE_USER), Some(SERVICE_USER)).unwrap();
    fs::set_permissions(at("data"), fs::Permissions::from_mode(0o700)).unwrap();
    let serves = || {
        let port = super::proxied::free_port();
        let mut command = quirkat();
        command
            .args(["serve", "--port", &port.to_string(), "--data"])
            .arg(at("data"))
            .uid(SERVICE_USER)
            .gid(SERVICE_USER);
        let mut server = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let answer = until("the server", || {
            assert!(server.try_wait().unwrap().is_none(), "the server has ended");
            ready(&format!("127.0.0.1:{port}"))
        });
        assert!(answer.contains("ready"), "{answer}");
        server.kill().unwrap();
        server.wait().unwrap();
    };
    serves();
    output(quirkat().arg("backup").arg("--data").arg(at("data")).arg(at("copy.db")));
    assert_eq!(fs::metadata(at("copy.db")).unwrap().uid(), 0, "the copy is root's");
    for is_new in [false, true] {
        if is_new {
            for entry in fs::read_dir(at("data")).unwrap() {
                fs::remove_file(entry.unwrap().path()).unwrap();
            }
        }
        output(quirkat().args(["restore", "--replace"]).arg("--data").arg(at("data")).arg(at("copy.db")));
        let mut names = Vec::new();
        for entry in fs::read_dir(at("data")).unwrap().map(Result::unwrap) {
            let metadata = entry.metadata().unwrap();
            assert_eq!([metadata.uid(), metadata.gid()], [SERVICE_USER; 2], "{entry:?}");
            names.push(entry.file_name());
        }
        assert!(names.iter().any(|name| name == "quirkat.lock"), "{names:?}");
        assert_eq!(names.iter().any(|name| name == "quirkat.db.replaced"), !is_new, "{names:?}");
        serves();
    }
}
