//! The library `melee` for Python.
//!
//! Everything here turns Python's objects into the library's and back; what a game or a search is stands there. Three
//! promises are kept in one place each: errors are exceptions with the library's line and no panic gets out ([`errors`]),
//! searches let other threads of Python run and stop on Ctrl-C ([`waiting`]), and rules written in Python are a game like
//! any other ([`rules`]). Players count from 0, as lists do.

mod engine;
mod errors;
mod game;
mod json;
mod lending;
mod limits;
mod matches;
mod position;
mod report;
mod rules;
mod tree;
mod waiting;

use pyo3::prelude::*;

/// Can this processor run code for x86-64-v3, as all of the common kinds since 2013 can?
#[pyfunction]
fn has_newer_processor() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        // What the level adds to what every such processor has; operating systems that save the wide registers are part of
        // the check.
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
            && is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("is_for_newer_processors", cfg!(target_feature = "avx2"))?;
    module.add("Error", py.get_type::<errors::Error>())?;
    module.add("InternalError", py.get_type::<errors::InternalError>())?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Reports>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Outcome>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<report::Line>()?;
    module.add_class::<report::Report>()?;
    module.add_class::<tree::Node>()?;
    module.add_class::<tree::Tree>()?;
    module.add_function(wrap_pyfunction!(has_newer_processor, module)?)?;
    module.add_function(wrap_pyfunction!(game::algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::open_game, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(position::restore, module)?)?;
    Ok(())
}
