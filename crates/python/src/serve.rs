//! `serve`: a Python bot as a program that plays in matches of others.

use std::io::{self, BufReader, BufWriter};

use pyo3::prelude::*;
use rummilab::bot_api::protocol::{HelloAnswer, Hint, VERSION};
use rummilab::bot_api::{Bot, Host, View, serve};
use rummilab::chance::Stream;
use rummilab::core::RuleSet;
use rummilab::oracle;

use crate::bot::{PyBots, Tracebacks};
use crate::errors::Fault;
use crate::rules::PyRules;
use crate::typed::Callable;

struct PythonHost {
    bots: PyBots,
    rules: RuleSet,
    version: String,
}

impl Host for PythonHost {
    fn hello(&self) -> HelloAnswer {
        HelloAnswer {
            protocol: VERSION,
            name: self.bots.name.clone(),
            version: Some(self.version.clone()),
            author: None,
            rules: Some(vec![self.rules.name.to_string()]),
            features: vec!["solve".to_owned()],
        }
    }

    fn supports(&self, rules: &RuleSet) -> Result<(), String> {
        if *rules == self.rules {
            return Ok(());
        }
        Err(format!("it plays `{}` rules alone", self.rules.name))
    }

    fn bot(&mut self) -> Box<dyn Bot> {
        self.bots.bot()
    }

    fn hint(&mut self, _: &View<'_>, _: &mut Stream, _: usize) -> Result<Hint, String> {
        Err("it gives no hints".to_owned())
    }
}

/// Answers the requests of another program on standard input and output, until that ends it, with
/// bots that `make` makes.
#[pyfunction]
pub fn serve_bot(
    py: Python<'_>,
    name: &str,
    version: &str,
    make: Callable,
    rules: Py<PyRules>,
) -> Result<(), Fault> {
    let mut host = PythonHost {
        rules: rules.get().rules.clone(),
        version: version.to_owned(),
        bots: PyBots {
            name: name.to_owned(),
            make: make.0,
            rules,
            tracebacks: Tracebacks::default(),
        },
    };
    let served = py.detach(|| {
        let mut input = BufReader::new(io::stdin().lock());
        let mut output = BufWriter::new(io::stdout().lock());
        serve(&mut input, &mut output, &mut host, oracle)
    });
    served.map_err(Fault::run)
}
