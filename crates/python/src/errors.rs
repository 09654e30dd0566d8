//! Exceptions: the classes of `rummilab._errors`, with the message that the command has.

use pyo3::prelude::*;
use pyo3::types::PyType;

/// An exception on its way to Python. Every error of the libraries becomes one by `?`.
#[derive(Debug)]
pub struct Fault(PyErr);

/// The class of an exception: it tells a caller what to change.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// The input must change.
    Input,
    /// Another solver or other rules are needed.
    Unsupported,
    /// A match or record cannot be played, continued or read.
    Run,
    /// Another program still plays into the folder.
    InUse,
    /// A bug in rummilab.
    Bug,
}

impl Fault {
    /// An exception of this kind.
    pub fn new(kind: Kind, message: impl ToString) -> Fault {
        let class = match kind {
            Kind::Input => "InputError",
            Kind::Unsupported => "UnsupportedError",
            Kind::Run => "RunError",
            Kind::InUse => "InUseError",
            Kind::Bug => "BugError",
        };
        let message = message.to_string();
        Fault(Python::attach(|py| {
            let found = py.import("rummilab._errors");
            let found = found.and_then(|module| module.getattr(class));
            match found.map(Bound::cast_into::<PyType>) {
                Ok(Ok(class)) => PyErr::from_type(class, message),
                Ok(Err(error)) => error.into(),
                Err(error) => error,
            }
        }))
    }

    /// An exception for input that cannot be used.
    pub fn input(message: impl ToString) -> Fault {
        Fault::new(Kind::Input, message)
    }

    /// An exception for a match or record that cannot be played or read.
    pub fn run(message: impl ToString) -> Fault {
        Fault::new(Kind::Run, message)
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Fault {
        Fault(error)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        fault.0
    }
}

impl From<rummilab::engine::Error> for Fault {
    fn from(error: rummilab::engine::Error) -> Fault {
        use rummilab::engine::Error as Engine;
        let kind = match error {
            Engine::Unsupported(_) => Kind::Unsupported,
            Engine::WrongAnswer(_) => Kind::Bug,
            _ => Kind::Input,
        };
        Fault::new(kind, error)
    }
}

impl From<rummilab::Error> for Fault {
    fn from(error: rummilab::Error) -> Fault {
        match error {
            rummilab::Error::Engine(error) => (*error).into(),
            rummilab::Error::Runs(error) => (*error).into(),
            rummilab::Error::KeptReview(..) => Fault::run(error),
            error => Fault::input(error),
        }
    }
}

impl From<rummilab::solver::SolveError> for Fault {
    fn from(error: rummilab::solver::SolveError) -> Fault {
        rummilab::engine::Error::from(error).into()
    }
}
