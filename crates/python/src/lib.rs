//! The extension module of the Python package `quirkat`.
//!
//! It converts between Python and the crates of Quirkat, and decides nothing about rules, search or learning.

mod board;
mod engine;
mod errors;
mod game;
mod interrupt;
mod json;
mod records;
mod solving;
mod state;
mod vec_env;

use pyo3::prelude::*;

/// Function that restores a pickled value, and its arguments.
type Reduced<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// Rules, engine, tables and learning environments, implemented in Rust.
#[pymodule]
fn _quirkat(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ENCODING_VERSION", quirkat_learn::VERSION)?;
    module.add("QuirkatError", py.get_type::<errors::QuirkatError>())?;
    module.add("IllegalMove", py.get_type::<errors::IllegalMove>())?;
    module.add("IllegalAction", py.get_type::<errors::IllegalAction>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<board::Move>()?;
    module.add_class::<board::Outcome>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<records::Record>()?;
    module.add_class::<state::State>()?;
    module.add_class::<vec_env::VecEnv>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::variants, module)?)?;
    module.add_function(wrap_pyfunction!(engine::probe, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(solving::perft, module)?)?;
    module.add_function(wrap_pyfunction!(solving::divide, module)?)?;
    module.add_function(wrap_pyfunction!(solving::solve, module)?)?;
    Ok(())
}
