//! Tests the dashboard, the alert rules and the page on metrics against the metrics of a server.

use super::proxied::{Server, deploy, get};
use super::unit::output;
use regex::Regex;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

/// A metric: its type and the names of its labels.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Metric {
    kind: String,
    labels: BTreeSet<String>,
}

type Metrics = BTreeMap<String, Metric>;

/// Returns the answer of the metrics endpoint of a server that has answered one request.
fn scrape() -> String {
    let server = Server::start(&["--metrics", "127.0.0.1:0"]);
    get(&format!("http://{}/health", server.address), &[]);
    get(&server.metrics(), &[])
}

/// Reads an answer of the metrics endpoint.
fn metrics(text: &str) -> Metrics {
    let mut metrics = Metrics::new();
    for line in text.lines() {
        if let Some((name, kind)) = line.strip_prefix("# TYPE ").and_then(|line| line.split_once(' ')) {
            metrics.insert(name.to_owned(), Metric { kind: kind.to_owned(), labels: BTreeSet::new() });
        }
    }
    let label = Regex::new(r#"([a-z_]+)=""#).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let name = name_of(line.split([' ', '{']).next().unwrap(), &metrics);
        let labels = label.captures_iter(line).map(|found| found[1].to_owned()).filter(|label| label != "le");
        let metric = metrics.get_mut(&name).unwrap_or_else(|| panic!("no type of {name}"));
        metric.labels.extend(labels);
    }
    metrics
}

/// Returns the metric to which a time series belongs.
fn name_of(series: &str, metrics: &Metrics) -> String {
    let histogram = ["_bucket", "_sum", "_count"].into_iter().find_map(|part| series.strip_suffix(part));
    let is_histogram = |name: &str| metrics.get(name).is_some_and(|metric| metric.kind == "histogram");
    histogram.filter(|name| is_histogram(name)).unwrap_or(series).to_owned()
}

pub fn the_page_on_metrics_lists_them_exactly() {
    let page = include_str!("../../../../../docs/reference/metrics.md");
    let mut listed = Metrics::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, kind, labels, meaning] = cells[..] else { panic!("{line}") };
        assert!(meaning.contains('.'), "{line}");
        let plain = |text: &str| text.trim_matches('`').to_owned();
        let labels = labels.split(", ").filter(|label| !label.is_empty()).map(plain).collect();
        let previous = listed.insert(plain(name), Metric { kind: kind.to_owned(), labels });
        assert_eq!(previous, None, "{name}");
    }
    let text = scrape();
    let served = metrics(&text);
    for name in listed.keys().chain(served.keys()) {
        assert_eq!(listed.get(name), served.get(name), "{name}: the page at the left, the server at the right");
        assert!(text.contains(&format!("# HELP {name} ")), "{name} has no description");
    }
    let queue = Regex::new(r#"quirkat_jobs_waiting\{queue="([a-z]+)"\}"#).unwrap();
    for queue in queue.captures_iter(&text) {
        assert!(page.contains(&format!("`{}`", &queue[1])), "the page does not name the queue {}", &queue[1]);
    }
}

pub fn counters_begin_with_zero() {
    let text = scrape();
    let queue = Regex::new(r#"quirkat_jobs_waiting\{queue="([a-z]+)"\} "#).unwrap();
    let queues: Vec<_> = queue.captures_iter(&text).map(|found| found[1].to_owned()).collect();
    assert!(queues.len() >= 11, "{queues:?}");
    let mut series: Vec<String> =
        ["1xx", "3xx", "4xx", "5xx"].map(|class| format!("quirkat_http_responses_total{{class=\"{class}\"}}")).into();
    // language: allow, a value of a label
    series.extend(["owner", "everybody"].map(|limit| format!("quirkat_connections_refused_total{{to=\"{limit}\"}}")));
    series.extend(["quirkat_storage_errors_total".to_owned(), "quirkat_storage_waiting".to_owned()]);
    for name in [
        "jobs_refused_total",
        "jobs_broken_total",
        "jobs_running",
        "job_oldest_seconds",
        "job_wait_seconds_count",
        "job_duration_seconds_count",
    ] {
        series.extend(queues.iter().map(|queue| format!("quirkat_{name}{{queue=\"{queue}\"}}")));
    }
    for series in series {
        assert!(text.contains(&format!("\n{series} 0\n")), "{series}: {text}");
    }
    assert!(
        text.contains("\nquirkat_ready 1\n") && text.contains("\nquirkat_http_responses_total{class=\"2xx\"} 1\n"),
        "{text}"
    );
}

/// Checks the metrics and labels of expressions of Prometheus.
fn check<'e>(file: &str, expressions: impl IntoIterator<Item = &'e str>) {
    let metrics = metrics(&scrape());
    let series = Regex::new(r"\b((?:quirkat|process)_[a-z_]+)(?:\{([^}]*)\})?").unwrap();
    let label = Regex::new(r"([a-z_]+)\s*(?:=|!)").unwrap();
    let mut used = BTreeSet::new();
    for expression in expressions {
        for found in series.captures_iter(expression) {
            let name = name_of(&found[1], &metrics);
            let metric = metrics.get(&name).unwrap_or_else(|| panic!("{file}: no metric {name}: {expression}"));
            for label in label.captures_iter(found.get(2).map_or("", |labels| labels.as_str())) {
                // Prometheus adds `job` and `instance`; buckets have `le`.
                let is_bucket = label[1] == *"le" && found[1].ends_with("_bucket");
                let is_known =
                    ["job", "instance"].contains(&&label[1]) || is_bucket || metric.labels.contains(&label[1]);
                assert!(is_known, "{file}: {name} has no label {}", &label[1]);
            }
            used.insert(name);
        }
    }
    assert!(used.len() > 10, "{file}: {used:?}");
}

/// Collects the expressions of a dashboard.
fn expressions<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if let ("expr" | "definition", Some(text)) = (name.as_str(), value.as_str()) {
                    found.push(text);
                }
                expressions(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| expressions(value, found)),
        _ => {}
    }
}

pub fn the_dashboard_uses_existing_metrics() {
    let text = fs::read_to_string(deploy("grafana.json")).unwrap();
    let dashboard: Value = serde_json::from_str(&text).unwrap();
    let mut found = Vec::new();
    expressions(&dashboard, &mut found);
    check("grafana.json", found);
    let panels = dashboard["panels"].as_array().unwrap();
    let numbers: BTreeSet<_> = panels.iter().map(|panel| panel["id"].as_u64().unwrap()).collect();
    assert_eq!(numbers.len(), panels.len(), "numbers of panels are unique");
}

pub fn alert_rules_use_existing_metrics() {
    let text = fs::read_to_string(deploy("alerts.yml")).unwrap();
    // Annotations name metrics too.
    check("alerts.yml", text.lines().filter(|line| !line.starts_with('#')));
    let test = fs::read_to_string(deploy("alerts_test.yml")).unwrap();
    check("alerts_test.yml", test.lines());
    for alert in text.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")) {
        assert!(
            test.matches(&format!("alertname: {alert}\n")).count() >= 3,
            "{alert} is tested: silent, firing, healthy"
        );
    }
}

pub fn alert_rules_pass_their_tests() {
    for words in [["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]] {
        output(Command::new("promtool").args(words).current_dir(deploy("")));
    }
}
