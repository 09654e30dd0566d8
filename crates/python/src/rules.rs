//! `Rules`: a rule system, read once.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict};
use rummilab::core::{RuleSet, Tile, TileCounts};
use rummilab::engine::{TextSource, options_of, read_rules};
use rummilab::words::{Language, rule_sentences};

use crate::errors::Fault;
use crate::json::loads;
use crate::pickle::{Remade, remade};
use crate::typed::{Counts, CountsLike, Facts};

/// The names of a position's parts in messages.
pub const FIELDS: TextSource = TextSource {
    nobody: "None",
    ..TextSource::FIELDS
};

/// A rule system, from a preset's name or the path of a TOML file, with single fields by name.
///
/// >>> import rummilab
/// >>> rules = rummilab.Rules("original", jokers=0)
/// >>> len(rules.kinds), int(rules.copies.sum())
/// (52, 104)
/// >>> rules == rummilab.Rules("original", jokers=0)
/// True
#[pyclass(name = "Rules", module = "rummilab", frozen, eq, hash)]
pub struct PyRules {
    name: String,
    pub rules: RuleSet,
    kinds: Vec<Tile>,
    text: String,
}

impl PartialEq for PyRules {
    fn eq(&self, other: &PyRules) -> bool {
        self.rules == other.rules
    }
}

impl Hash for PyRules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl PyRules {
    pub fn of(name: &str, rules: RuleSet) -> PyRules {
        PyRules {
            name: name.to_owned(),
            kinds: rules.kinds().collect(),
            text: rules.spec().to_toml(),
            rules,
        }
    }

    /// The multiset with these counts.
    pub fn multiset(&self, counts: &CountsLike<'_>) -> Result<TileCounts, Fault> {
        let counts = &counts.0;
        match counts.cast::<PyBytes>() {
            Ok(bytes) => self.multiset_of(bytes.as_bytes()),
            Err(_) => {
                let bytes = counts.call_method0(pyo3::intern!(counts.py(), "tobytes"));
                let bytes = bytes.and_then(|bytes| bytes.extract::<Vec<u8>>());
                let bytes = bytes.or_else(|_| {
                    let kind = counts.get_type().name()?;
                    let kinds = self.kinds.len();
                    let why = format!(
                        "counts are a {kind}; expected an array of uint8 with one count for each \
                         of the {kinds} kinds of tile"
                    );
                    Err::<_, Fault>(Fault::input(why))
                });
                self.multiset_of(&bytes?)
            }
        }
    }

    /// The multiset with these counts.
    pub fn multiset_of(&self, counts: &[u8]) -> Result<TileCounts, Fault> {
        if counts.len() != self.kinds.len() {
            return Err(Fault::input(format!(
                "{} bytes of counts; expected an array of uint8 with one count for each of the {} \
                 kinds of tile",
                counts.len(),
                self.kinds.len()
            )));
        }
        let mut multiset = TileCounts::EMPTY;
        for (tile, count) in self.kinds.iter().zip(counts) {
            if *count > self.rules.copies_of(*tile) {
                let most = self.rules.copies_of(*tile);
                let message = format!("too many {tile}: {count}; the game has {most}");
                return Err(Fault::input(message));
            }
            for _ in 0..*count {
                let _ = multiset.insert(*tile);
            }
        }
        Ok(multiset)
    }

    /// The counts of each kind.
    pub fn counts_of(&self, multiset: &TileCounts) -> Vec<u8> {
        let count = |tile: &Tile| multiset.count(*tile);
        self.kinds.iter().map(count).collect()
    }
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (name = "original", /, **options: "object"))]
    fn new(py: Python<'_>, name: &str, options: Option<&Bound<'_, PyDict>>) -> Result<Self, Fault> {
        let options = match options {
            None => Vec::new(),
            Some(options) => {
                // Numbers of numpy are no numbers for JSON.
                let index = py.import("operator")?.getattr("index")?;
                let settings = [("default", index)].into_py_dict(py)?;
                let dumps = py.import("json")?.getattr("dumps")?;
                let json: String = dumps.call((options,), Some(&settings))?.extract()?;
                options_of(&json).map_err(Fault::input)?
            }
        };
        let rules = read_rules(name, &options, rummilab::rule_file)?;
        Ok(PyRules::of(name, rules))
    }

    /// The name of the preset, or the path of the file.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Every rule field as TOML, which `Rules` reads from a file.
    fn to_toml(&self) -> &str {
        &self.text
    }

    /// Every rule field by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> Result<Facts<'py>, Fault> {
        let json = serde_json::to_string(self.rules.spec()).map_err(Fault::input)?;
        Ok(Facts(loads(py, &json)?))
    }

    /// What each field says, in English: names of fields and sentences.
    ///
    /// >>> import rummilab
    /// >>> dict(rummilab.Rules().sentences())["hand"]
    /// 'Everybody begins with 14 tiles.'
    fn sentences(&self) -> Vec<(&'static str, String)> {
        let said = rule_sentences(Language::English, self.rules.spec());
        said.into_iter().map(|said| (said.key, said.text)).collect()
    }

    /// The kinds of tile, ascending: by colour, then value; jokers last.
    #[getter]
    fn kinds(&self) -> Vec<String> {
        self.kinds.iter().map(ToString::to_string).collect()
    }

    /// Number of tiles of each kind in the game: uint8 of shape (kinds,).
    #[getter]
    fn copies<'py>(&self, py: Python<'py>) -> PyResult<Counts<'py>> {
        array(py, &self.counts_of(&self.rules.deck()))
    }

    /// Tiles as counts: uint8 of shape (kinds,), in the order of `kinds`.
    ///
    /// >>> import rummilab
    /// >>> rules = rummilab.Rules()
    /// >>> counts = rules.counts("R1 R1 J")
    /// >>> counts.shape, rules.tiles(counts)
    /// ((53,), 'R1 R1 J')
    fn counts<'py>(&self, py: Python<'py>, tiles: &str) -> Result<Counts<'py>, Fault> {
        let multiset = FIELDS.counts("tiles", tiles, &self.rules)?;
        Ok(array(py, &self.counts_of(&multiset))?)
    }

    /// The tiles with these counts, given as an array of uint8 or its bytes.
    fn tiles(&self, counts: CountsLike<'_>) -> Result<String, Fault> {
        Ok(self.multiset(&counts)?.to_string())
    }

    fn __repr__(&self) -> String {
        format!("Rules({:?})", self.name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py> {
        remade(
            py,
            "rules_from_toml",
            (self.name.clone(), self.text.clone()),
        )
    }
}

/// Rules from their TOML text.
#[pyfunction]
pub fn rules_from_toml(name: &str, text: &str) -> Result<PyRules, Fault> {
    let rules = RuleSet::from_text(name, text, &[""; 0]).map_err(Fault::input)?;
    Ok(PyRules::of(name, rules))
}

/// A read-only array of uint8.
pub fn array<'py>(py: Python<'py>, counts: &[u8]) -> PyResult<Counts<'py>> {
    let numpy = py.import(pyo3::intern!(py, "numpy"))?;
    let kind = numpy.getattr(pyo3::intern!(py, "uint8"))?;
    let array = numpy.call_method1("frombuffer", (PyBytes::new(py, counts), kind));
    array.map(Counts)
}

/// A read-only matrix of uint8.
pub fn rows_of<'py>(
    py: Python<'py>,
    counts: &[u8],
    shape: (usize, usize),
) -> PyResult<Counts<'py>> {
    let rows = array(py, counts)?.0.call_method1("reshape", (shape,));
    rows.map(Counts)
}
