//! The host's clock, which also stops searches.

use js_sys::{Atomics, Function, Int32Array};
use quirkat_search::{Clock, Stop};
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

thread_local! {
    /// The flag by which other threads stop the search of this one, and the handle of that search.
    static FLAG: RefCell<Option<(Int32Array, Stop)>> = const { RefCell::new(None) };
}

/// The monotonic clock of the host. Reading it also checks the flag of [`with_flag`]: searches do so every few milliseconds.
#[derive(Debug)]
pub struct HostClock;

impl Clock for HostClock {
    fn now(&self) -> Duration {
        FLAG.with_borrow(|flag| {
            if let Some((flag, stop)) = flag
                && Atomics::load(flag, 0).is_ok_and(|value| value != 0)
            {
                stop.stop();
            }
        });
        Duration::from_secs_f64(performance_now().max(0.0) / 1e3)
    }
}

/// Runs a search that ends when the first number of a shared array is not 0.
pub fn with_flag<T>(flag: Option<Int32Array>, stop: &Stop, search: impl FnOnce() -> T) -> T {
    // A callback of a search may start another one.
    let outer = FLAG.replace(flag.map(|flag| (flag, stop.clone())));
    let result = search();
    FLAG.set(outer);
    result
}

/// Calls a function of the host with a text. Returns whether the search goes on: the function stops it by an exception or by
/// returning `false`.
pub fn report(callback: &Function, text: &str) -> bool {
    callback.call1(&JsValue::NULL, &JsValue::from_str(text)).is_ok_and(|value| value != JsValue::FALSE)
}
