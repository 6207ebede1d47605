#![no_main]

use quirkat_fuzz::{InputKind, send};

libfuzzer_sys::fuzz_target!(|text: &str| send(InputKind::Message, text));
