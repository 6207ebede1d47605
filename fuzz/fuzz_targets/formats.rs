#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| quirkat_fuzz::formats(text));
