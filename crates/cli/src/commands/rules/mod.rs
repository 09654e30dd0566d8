//! `rummilab rules`: lists the rule systems, or shows one in sentences and field by field.

use rummilab::core::{NamedRulesError, PRESET_NAMES, RuleFileHead, RuleSet, RuleSpec};
use rummilab::rule_file;
use rummilab::words::{Language, Sentence, about_rules, meaning, rule_sentences, say};
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::language::LanguageArg;
use crate::letters;
use crate::output::Out;
use crate::rules_arg::{DEFAULT_RULES, read_rules};
use crate::tables::{drawn, new_table, wrapped};

/// Arguments of `rummilab rules`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The system to show: a name, or a TOML file; without it all names are listed
    #[arg(value_name = "NAME|FILE.toml", value_hint = clap::ValueHint::FilePath)]
    name: Option<String>,
    /// Override one rule field, such as `jokers=0`; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Write JSON, one line for each system
    #[arg(long, conflicts_with = "toml")]
    json: bool,
    /// Write the file that `--rules` takes: the start of a system of your own
    #[arg(long, requires = "name")]
    toml: bool,
    /// Write such a file with every field explained: its meaning and its values; `original` unless
    /// another is named
    #[arg(long, conflicts_with_all = ["json", "toml"])]
    template: bool,
    #[command(flatten)]
    language: LanguageArg,
}

const EXAMPLES: &str = "\
Examples:
  rummilab rules                           # list the systems
  rummilab rules tournament                # show one
  rummilab rules --template > mine.toml    # start a system of your own
  rummilab rules original --option jokers=0 --toml > mine.toml
  rummilab solve --rules mine.toml --rack \"R1 R2 R3\"

The rules come in sentences that one can read aloud, then field by field.
A star marks what differs from the original rules, or, for a file, from its base.
A file may begin with base = \"original\" and hold only the fields that differ.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let (mut out, language) = (Out::new(), args.language.language());
    if args.template {
        let name = args.name.as_deref().unwrap_or("original");
        let rules = read_rules(name, &args.options)?;
        out.text(&rules.template())?;
        return Ok(Exit::Done);
    }
    match &args.name {
        None if !args.options.is_empty() => {
            let message = "--option needs the system that it changes, such as `rummilab rules \
                original --option jokers=0`";
            return Err(Error::Input(message.to_owned()));
        }
        None if args.json => {
            for spec in systems() {
                out.record(&Listed {
                    name: &spec.name,
                    about: &spec.about,
                })?;
            }
        }
        None => out.text(&listing(language))?,
        Some(name) => {
            let rules = read_rules(name, &args.options)?;
            match (args.json, args.toml) {
                (true, _) => out.record(&Shown::of(rules.spec()))?,
                (_, true) => out.text(&rules.to_toml())?,
                _ => {
                    let compared = compared(language, name, &rules, &args.options)?;
                    out.text(&shown(language, &rules, &compared))?;
                }
            }
        }
    }
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    about: &'a str,
}

/// A rule system as JSON: its fields, and what each of them says.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    spec: &'a RuleSpec,
    sentences: Vec<Said>,
}

#[derive(Serialize)]
struct Said {
    field: &'static str,
    heading: String,
    sentence: String,
}

impl<'a> Shown<'a> {
    fn of(spec: &'a RuleSpec) -> Shown<'a> {
        let said = |Sentence { key, heading, text }| Said {
            field: key,
            heading,
            sentence: text,
        };
        Shown {
            spec,
            sentences: rule_sentences(Language::English, spec)
                .into_iter()
                .map(said)
                .collect(),
        }
    }
}

fn systems() -> impl Iterator<Item = RuleSpec> {
    PRESET_NAMES.into_iter().filter_map(RuleSpec::preset)
}

fn listing(language: Language) -> String {
    let mut table = new_table([
        say!(language, "rules-system"),
        say!(language, "rules-about"),
    ]);
    for spec in systems() {
        let about = about_rules(language, &spec);
        table.add_row([spec.name, about]);
    }
    let (table, letters) = (drawn(&table), letters::of_all(language));
    let how = say!(language, "rules-how-to-show");
    let heading = say!(language, "rules-letters");
    format!("{table}\n\n{how}\n\n{heading}\n{letters}")
}

/// The system with which a shown one is compared, and its description.
struct Compared {
    base: RuleSpec,
    about: String,
}

/// The comparison for the rules of this name or file: a file is compared with its base, everything
/// else with the original rules. The description of a file is its own, not that of its base.
fn compared(
    language: Language,
    name: &str,
    rules: &RuleSet,
    options: &[String],
) -> Result<Compared, Error> {
    let preset = |name: &str| RuleSpec::preset(name);
    let text = match preset(name) {
        Some(_) => None,
        None => rule_file(name).map_err(|error| Error::Read(name.to_owned(), error))?,
    };
    let head = text.map(|text| RuleFileHead::of(&text)).unwrap_or_default();
    let base = head.base.as_deref().unwrap_or(DEFAULT_RULES);
    let mut about = match (&head.base, &head.about) {
        (Some(base), None) => say!(language, "rules-changed-from", base = base.as_str()),
        _ => about_rules(language, rules.spec()),
    };
    if !options.is_empty() {
        about = say!(language, "rules-changed-by-options", about = about);
    }
    let base = preset(base).ok_or_else(|| Error::cause(NamedRulesError::unknown(base)))?;
    Ok(Compared { base, about })
}

/// The rules to be read aloud: a paragraph under each heading.
fn aloud(language: Language, spec: &RuleSpec) -> String {
    let sentences = rule_sentences(language, spec);
    let mut text = String::new();
    for part in sentences.chunk_by(|a, b| a.heading == b.heading) {
        let said: Vec<&str> = part.iter().map(|one| one.text.as_str()).collect();
        let heading = &part[0].heading;
        text += &format!("{heading}\n{}\n\n", wrapped(&said.join(" ")));
    }
    text
}

fn shown(language: Language, rules: &RuleSet, Compared { base, about }: &Compared) -> String {
    let (of_base, base) = (base.values(), base.name.as_str());
    let mut table = new_table([
        String::new(),
        say!(language, "rules-field"),
        say!(language, "rules-value"),
        say!(language, "rules-meaning"),
    ]);
    let mut differ = false;
    for (field, value) in rules.values() {
        if ["name", "about"].contains(&field.key) {
            continue;
        }
        let usual = of_base.iter().find(|(other, _)| other.key == field.key);
        let meaning = meaning(language, field);
        match usual {
            Some((_, usual)) if *usual != value => {
                differ = true;
                let meaning = format!("{meaning} ({base}: {usual})");
                table.add_row(["*", field.key, &value, &meaning]);
            }
            _ => {
                table.add_row(["", field.key, &value, &meaning]);
            }
        }
    }
    let table = drawn(&table);
    let mark = if differ {
        format!("\n\n* {}", say!(language, "rules-differs", base = base))
    } else {
        String::new()
    };
    let tiles = say!(
        language,
        "rules-tiles",
        tiles = rules.tile_count(),
        letters = letters::of(language, rules)
    );
    let head = wrapped(&format!("{}: {about}\n{tiles}", rules.name));
    let aloud = aloud(language, rules.spec());
    format!("{head}\n\n{aloud}{table}{mark}")
}
