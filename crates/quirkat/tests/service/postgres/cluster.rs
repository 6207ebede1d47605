//! A temporary PostgreSQL for the tests, reached through a socket in its folder.

use crate::harness::until;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// Returns why PostgreSQL is missing here.
pub fn missing() -> Option<String> {
    let found = programs().is_some();
    (!found).then(|| "there is no PostgreSQL (in Debian it comes by `apt install postgresql`)".to_owned())
}

/// Returns the folder of its programs: the newest version in Debian's layout, or the search path.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let newest = versions.filter_map(|entry| {
        let version: u32 = entry.file_name().to_str()?.parse().ok()?;
        Some((version, entry.path().join("bin")))
    });
    let named = std::env::var_os("PATH").unwrap_or_default();
    let newest = newest.filter(|(_, folder)| folder.join("initdb").exists()).max().map(|(_, folder)| folder);
    newest.or_else(|| std::env::split_paths(&named).find(|folder| folder.join("initdb").exists()))
}

// language: allow, the name of a user
/// Returns the user to run it as, since it refuses root: the user of Debian's package, or `nobody`.
fn user() -> Option<(u32, u32)> {
    // Other users can run it themselves.
    if fs::metadata("/proc/self").ok()?.uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let of = |name: &str| {
        let mut words = users.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?.split(':').skip(1);
        Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    // language: allow, the name of a user
    of("postgres").or_else(|| of("nobody"))
}

/// A PostgreSQL that runs until it is stopped.
pub struct Cluster {
    programs: PathBuf,
    folder: TempDir,
    /// Command line settings of the server.
    settings: Vec<String>,
    server: Mutex<Option<Child>>,
    databases: AtomicUsize,
}

impl Cluster {
    /// Starts a new server.
    pub fn start() -> Cluster {
        let cluster = Cluster::made(&["listen_addresses=", "max_connections=200"]);
        cluster.go_on();
        cluster
    }

    /// Starts a server that accepts only encrypted connections, at a port of `localhost`, and returns the port. Its
    /// folder contains its certificate `shown.pem`, the trusted authority `authority.pem` and another authority,
    /// `stranger.pem`. Returns nothing without OpenSSL.
    pub fn encrypted() -> Option<(Cluster, u16)> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let cluster = Cluster::made(&[
            "listen_addresses=localhost",
            &format!("port={port}"),
            "ssl=on",
            "ssl_cert_file=../shown.pem",
            "ssl_key_file=../shown.key",
        ]);
        fs::write(cluster.data().join("pg_hba.conf"), "local all all trust\nhostssl all all all trust\n").unwrap();
        let key = "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
        for words in [
            &format!("{key} -x509 -days 2 -subj /CN=authority -keyout authority.key -out authority.pem"),
            &format!("{key} -x509 -days 2 -subj /CN=stranger -keyout stranger.key -out stranger.pem"),
            &format!("{key} -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout shown.key -out shown.csr"),
            "x509 -req -days 2 -copy_extensions copy -CA authority.pem -CAkey authority.key -in shown.csr -out shown.pem",
        ] {
            let made = cluster.as_user(Command::new("openssl")).args(words.split(' ')).output().ok()?;
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        }
        cluster.go_on();
        Some((cluster, port))
    }

    fn made(settings: &[&str]) -> Cluster {
        let programs = programs().unwrap_or_else(|| panic!("{}", missing().unwrap_or_default()));
        let folder = TempDir::new().unwrap();
        if let Some((user, group)) = user() {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let settings = settings.iter().copied().map(str::to_owned).collect();
        let cluster = Cluster { programs, folder, settings, server: Mutex::default(), databases: AtomicUsize::new(0) };
        let mut made = cluster.command("initdb");
        made.args(["--username=quirkat", "--auth=trust", "--encoding=UTF8", "--no-sync", "--pgdata"])
            .arg(cluster.data());
        let made = made.output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        cluster
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Returns a PostgreSQL command, run as a permitted user.
    fn command(&self, program: &str) -> Command {
        self.as_user(Command::new(self.programs.join(program)))
    }

    /// Runs a command as a user with access to the folder.
    fn as_user(&self, mut command: Command) -> Command {
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        if let Some((user, group)) = user() {
            command.uid(user).gid(group);
        }
        command
    }

    /// Starts the server and waits until it answers.
    pub fn go_on(&self) {
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        // The data need not survive a crash, and a final sync takes many seconds.
        command.args(["-c", "fsync=off"]);
        command.args(self.settings.iter().flat_map(|setting| ["-c", setting]));
        let log = fs::File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        command.stdout(log.try_clone().unwrap()).stderr(log);
        *self.server.lock().unwrap() = Some(command.spawn().unwrap());
        until("PostgreSQL", || self.query("postgres", "SELECT 1").then_some(()));
    }

    /// Stops the server and closes all connections.
    pub fn stop(&self) {
        if let Some(mut server) = self.server.lock().unwrap().take() {
            kill(Pid::from_raw(server.id() as i32), Signal::SIGINT).unwrap();
            server.wait().unwrap();
        }
    }

    /// Runs a query, and returns whether it succeeded.
    pub fn query(&self, database: &str, sql: &str) -> bool {
        let port = self.settings.iter().find_map(|setting| setting.strip_prefix("port=")).unwrap_or("5432");
        self.runs("psql", &["-h", self.path(), "-p", port, "-U", "quirkat", "-d", database, "-qtc", sql])
    }

    /// Runs a PostgreSQL program in the temporary folder, and returns whether it succeeded.
    pub fn runs(&self, program: &str, words: &[&str]) -> bool {
        self.command(program).args(words).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
    }

    /// Returns the URL of a new database.
    pub fn database(&self) -> String {
        format!("postgres://quirkat@{}/{}", self.socket(), self.new_database())
    }

    /// Creates a database, and returns its name.
    pub fn new_database(&self) -> String {
        let name = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        assert!(self.query("postgres", &format!("CREATE DATABASE {name}")), "no database {name}");
        name
    }

    /// Returns the path of a file in its folder.
    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.path())
    }

    /// Returns the folder of the socket, encoded for a URL.
    fn socket(&self) -> String {
        self.path().replace('/', "%2F")
    }

    fn path(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
    }
}
