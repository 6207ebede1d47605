//! Memory that the module shares with those in other workers, so that they search together.
//!
//! The module has its own memory, which cannot be shared: its standard library is built without threads. A second, small
//! module (`package/shared-memory.wat`) reads and writes the shared memory, and this one imports its functions.

use quirkat_search::SharedMemory;
use std::cell::Cell;
use wasm_bindgen::prelude::*;

#[cfg(target_family = "wasm")]
#[allow(unsafe_code)]
mod host {
    // SAFETY: both functions are defined for all numbers. Access beyond the end of the memory throws an exception.
    #[link(wasm_import_module = "./shared-memory.js")]
    unsafe extern "C" {
        pub safe fn load(number: u32) -> u64;
        pub safe fn store(number: u32, word: u64);
    }
}

/// The functions where there is no host.
#[cfg(not(target_family = "wasm"))]
mod host {
    pub fn load(_: u32) -> u64 {
        unreachable!("only hosts of WebAssembly share memory")
    }

    pub fn store(_: u32, _: u64) {
        unreachable!("only hosts of WebAssembly share memory")
    }
}

thread_local! {
    /// Number of words of the shared memory; `None` if there is none.
    static WORDS: Cell<Option<u32>> = const { Cell::new(None) };
}

/// The memory that the host shares.
#[derive(Debug)]
pub struct HostMemory {
    words: u32,
}

impl HostMemory {
    /// Returns the memory of [`share_memory`]; `None` before.
    pub fn get() -> Option<HostMemory> {
        WORDS.get().map(|words| HostMemory { words })
    }
}

impl SharedMemory for HostMemory {
    fn words(&self) -> usize {
        self.words as usize
    }

    fn load(&self, number: usize) -> u64 {
        host::load(number as u32)
    }

    fn store(&self, number: usize, word: u64) {
        host::store(number as u32, word);
    }
}

/// Uses the memory of `shared-memory.js` for the transposition table. `words` is its length in words of 64 bits. This must
/// be called before the first search.
#[wasm_bindgen(js_name = shareMemory)]
pub fn share_memory(words: u32) {
    WORDS.set(Some(words));
}
