//! Python values whose types are written in Python, for the stub of this module: its build makes
//! `_native.pyi` from the signatures of this crate.

use std::convert::Infallible;

use pyo3::inspect::PyStaticExpr::{self, Attribute, Name};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyString};

/// A Rust type that returns a Python value, and its type in the stub.
macro_rules! returned {
    ($(#[$doc:meta])* $name:ident, $module:literal) => {
        $(#[$doc])*
        pub struct $name<'py>(pub Bound<'py, PyAny>);

        impl<'py> IntoPyObject<'py> for $name<'py> {
            type Target = PyAny;
            type Output = Bound<'py, PyAny>;
            type Error = Infallible;
            const OUTPUT_TYPE: PyStaticExpr = Attribute {
                value: &Name { id: $module },
                attr: stringify!($name),
            };

            fn into_pyobject(self, _: Python<'py>) -> Result<Self::Output, Infallible> {
                Ok(self.0)
            }
        }
    };
}

/// A Rust type that returns one of a few strings.
macro_rules! word {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub &'static str);

        impl<'py> IntoPyObject<'py> for $name {
            type Target = PyString;
            type Output = Bound<'py, PyString>;
            type Error = Infallible;
            const OUTPUT_TYPE: PyStaticExpr = Attribute {
                value: &Name { id: "rummilab._types" },
                attr: stringify!($name),
            };

            fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
                self.0.into_pyobject(py)
            }
        }
    };
}

returned!(
    /// An array of uint8.
    Counts, "rummilab._types"
);
returned!(
    /// A dict of the library's JSON.
    Facts, "rummilab._types"
);
returned!(
    /// A list of dicts of the library's JSON.
    Answers, "rummilab._types"
);
returned!(
    /// The steps of a turn, or None.
    Steps, "rummilab._types"
);
returned!(
    /// A list of plays.
    Plays, "rummilab._answers"
);
returned!(
    /// The best play after each draw.
    AfterDraw, "rummilab._answers"
);
word!(
    /// The status of an answer.
    Status
);
word!(
    /// The kind of an action.
    ActionKind
);
word!(
    /// How a game ended.
    Ending
);
word!(
    /// How a match ended.
    MatchEnding
);

impl From<rummilab::core::Ending> for Ending {
    fn from(ending: rummilab::core::Ending) -> Ending {
        use rummilab::core::Ending as Core;
        Ending(match ending {
            Core::WentOut(_) => "out",
            Core::PoolEmpty => "empty",
            Core::Fault(_) => "fault",
            Core::Endless => "endless",
        })
    }
}

/// Counts as an argument: an array of uint8, or its bytes.
pub struct CountsLike<'py>(pub Bound<'py, PyAny>);

impl<'a, 'py> FromPyObject<'a, 'py> for CountsLike<'py> {
    type Error = Infallible;
    const INPUT_TYPE: PyStaticExpr = Attribute {
        value: &Name {
            id: "rummilab._types",
        },
        attr: "CountsLike",
    };

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(CountsLike(value.to_owned()))
    }
}

/// A caller's function: it makes a bot, or receives the progress.
pub struct Callable(pub Py<PyAny>);

impl<'a, 'py> FromPyObject<'a, 'py> for Callable {
    type Error = Infallible;
    const INPUT_TYPE: PyStaticExpr = Attribute {
        value: &Name {
            id: "rummilab._types",
        },
        attr: "Function",
    };

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Callable(value.to_owned().unbind()))
    }
}
