//! What is wrong becomes an exception with the library's one line; what is wrong with us does not end the interpreter.
//!
//! Rules written in Python may raise anything in the middle of a search. Nothing there can return an error, so the
//! exception unwinds the search as the payload of a panic, silently, and [`guarded`] turns it back.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(melee, Error, PyValueError, "Something that was asked for cannot be had; the message says why.");
create_exception!(melee, InternalError, PyRuntimeError, "A bug of Melee: please report it.");

/// An exception with a line of the library.
pub(crate) fn refuse(error: impl std::fmt::Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// Leaves whatever calls us with this exception, up to the nearest [`guarded`].
pub(crate) fn raise(error: PyErr) -> ! {
    resume_unwind(Box::new(error))
}

/// Calls into the library. All calls do so that may come upon rules written in Python, or take long.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(call)).map_err(exception)
}

/// What has ended a call: an exception of Python's on its way, or a bug.
pub(crate) fn exception(payload: Box<dyn Any + Send>) -> PyErr {
    match payload.downcast::<PyErr>() {
        Ok(error) => *error,
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().copied();
            let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            InternalError::new_err(format!("a bug of melee: {}", text.unwrap_or("it panicked")))
        }
    }
}
