//! Metrics of the process under the standard names `process_*`: processor time, memory, open files, threads, start.
//!
//! They are read from the system when the metrics are requested and written here, because counters of the crate `metrics` are
//! whole numbers, and processor time is not. Values that a system does not offer are left out: memory, open files and threads
//! come from `/proc`, which only Linux has.

use std::fmt::Write;
use std::fs;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

static STARTED: OnceLock<f64> = OnceLock::new();

/// Remembers the current time as the start of the process. Under systemd, `ProcSubset=pid` hides the start that Linux records.
pub fn remember_start() {
    STARTED.get_or_init(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()));
}

/// Returns the metrics in the text format of Prometheus.
pub fn render() -> String {
    let mut text = String::new();
    let mut add = |name: &str, kind: &str, help: &str, value: Option<f64>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n\n");
        }
    };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| field(&status, name);
    let kibibytes = |name: &str| field(name).map(|number| number * 1024.0);
    add("process_cpu_seconds_total", "counter", "Processor time of the user and the system.", processor_time());
    add("process_resident_memory_bytes", "gauge", "Resident memory.", kibibytes("VmRSS"));
    add("process_virtual_memory_bytes", "gauge", "Virtual memory.", kibibytes("VmSize"));
    add("process_threads", "gauge", "Threads.", field("Threads"));
    add("process_open_fds", "gauge", "Open file descriptors.", open_files());
    add("process_max_fds", "gauge", "Maximum number of open file descriptors.", max_open_files());
    add("process_start_time_seconds", "gauge", "Start of the process, in seconds since 1970.", STARTED.get().copied());
    text
}

/// Returns the number after a name in `/proc/self/status`.
fn field(status: &str, name: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}

fn open_files() -> Option<f64> {
    // The folder itself is open while it is read.
    fs::read_dir("/proc/self/fd").ok().map(|files| files.count().saturating_sub(1) as f64)
}

#[cfg(unix)]
fn processor_time() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let times = [usage.user_time(), usage.system_time()];
    Some(times.iter().map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).sum())
}

#[cfg(unix)]
fn max_open_files() -> Option<f64> {
    use nix::sys::resource::{Resource, getrlimit};
    getrlimit(Resource::RLIMIT_NOFILE).ok().map(|(soft, _)| soft as f64)
}

#[cfg(not(unix))]
fn processor_time() -> Option<f64> {
    None
}

#[cfg(not(unix))]
fn max_open_files() -> Option<f64> {
    None
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_a_plausible_value() {
        remember_start();
        let text = render();
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("no {name}: {text}")).parse().unwrap()
        };
        assert!(value("process_cpu_seconds_total") >= 0.0);
        let resident = value("process_resident_memory_bytes");
        assert!(resident > 1e5 && resident < value("process_virtual_memory_bytes"));
        assert!(value("process_threads") >= 1.0 && value("process_start_time_seconds") > 1.7e9);
        let open = value("process_open_fds");
        assert!(open >= 1.0 && open <= value("process_max_fds"));
    }

    #[test]
    fn fields_are_read_by_their_whole_name() {
        let status = "Name:\tquirkat\nVmRSSx:\t1 kB\nVmRSS:\t  2048 kB\nThreads:\t7\n";
        assert_eq!(
            [field(status, "VmRSS"), field(status, "Threads"), field(status, "VmSize")],
            [Some(2048.0), Some(7.0), None]
        );
    }
}
