#![no_main]

use quirkat_fuzz::{Means, send};

libfuzzer_sys::fuzz_target!(|text: &str| send(Means::Form, text));
