#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    quirkat_fuzz::log(text);
});
