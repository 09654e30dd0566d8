//! The weights of `data/value`, which are part of the program. Only some rule systems and numbers
//! of seats have weights.

use std::sync::OnceLock;

use rummilab_core::RuleSet;

use crate::model::ValueModel;

/// The files.
const FILES: &[&str] = &[include_str!("../models/original-2.json")];

/// The weights for these rules and this number of seats, if there are any.
pub fn shipped(rules: &RuleSet, players: usize) -> Option<&'static ValueModel> {
    static MODELS: OnceLock<Vec<ValueModel>> = OnceLock::new();
    let models = MODELS.get_or_init(|| {
        let read = |text: &&str| ValueModel::from_json(text).ok();
        FILES.iter().filter_map(read).collect()
    });
    models.iter().find(|model| model.is_for(rules, players))
}
