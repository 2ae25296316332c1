//! The package of a built-in problem.

use std::io;
use std::path::Path;

use super::{framing, grammar, validators};
use crate::{Description, named, strict};
use nim_solve::problem::Answers;
use nim_solve::registry::{Entry, constants};
use nim_task::conversion::{self, MakeTests, SourceError};
use nim_task::formats::{Manifests, PackageFormat, uuid_of};
use nim_task::layout::Test;
use nim_task::package::{Files, Notes, Package, Statement};
use nim_yaml::Mapping;

/// Returns the package of a built-in problem, with these tests, malformed inputs in `invalid`, and `submissions`.
///
/// # Errors
/// When the problem's description is malformed.
pub fn from_entry(
    entry: &Entry,
    mut tests: Vec<Test>,
    mut data: Files,
    notes: &mut Notes,
) -> Result<Package, SourceError> {
    tests.sort_by(|a, b| a.name.cmp(&b.name));
    let keys = nim_yaml::value(entry.texts.manifest)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    let mut keys = Mapping::from(&keys);
    for key in ["problem_format_version", "constants", "names", "known"] {
        keys.0.remove(key);
    }
    if keys.0.remove("unconfirmed").is_some() {
        notes.push("problem.yaml: `unconfirmed` is a note for this project, and is left out".to_owned());
    }
    let statements = [("en", entry.texts.statement_en), ("zh", entry.texts.statement_zh)].into_iter();
    let statements = statements.filter(|(_, text)| !text.is_empty()).map(|(language, text)| {
        let text = filled(entry, text, language);
        (language.to_owned(), Statement { is_tex: false, text })
    });
    let description = Description::from_entry(entry);
    if named::differs(entry) {
        let kept = keep_programs(&mut data, entry);
        notes.push(format!("{}: of the submissions, {kept}", entry.name));
        name_after_judge(&mut keys, entry);
    }
    let files = other_files(&data, entry, &description)?;
    let mut package = Package {
        name: entry.name.to_owned(),
        statements: statements.collect(),
        tests,
        validator_args: vec!["case_sensitive".to_owned()],
        grammar: Some(grammar::of_description(&description)),
        files,
        ..Package::default()
    };
    package.take_keys(keys);
    if entry.later_lines_are_a_set {
        package.set_output_validator(validators::any_order(entry.form.answers, true));
    }
    Ok(package)
}

/// Keeps the submissions that are right under a judge's name, and returns the note on them.
fn keep_programs(data: &mut Files, entry: &Entry) -> &'static str {
    let whole = entry.under_slug().bounds();
    // Within narrower bounds a wrong program may be right; within wider ones, or in another form, a right one may be wrong.
    let same = entry.judge.filter(|judge| judge.has_the_same_programs());
    let narrow = same.filter(|judge| {
        judge.bounds.iter().all(|(field, own)| {
            whole.get(*field).is_none_or(|whole| own.least >= whole.least && own.most <= whole.most)
        })
    });
    let group = narrow.map(|_| "submissions/accepted/");
    data.retain(|path, _| {
        !path.starts_with("submissions/") || group.is_some_and(|group| path.starts_with(group))
    });
    if group.is_some() { "the accepted ones" } else { "none" }
}

/// Returns the malformed inputs and the submissions of a package; submissions use the words of the judge.
fn other_files(data: &Files, entry: &Entry, description: &Description) -> io::Result<Files> {
    let mut files = Files::new();
    for (path, content) in data {
        if let Some(name) = path.strip_prefix("invalid/") {
            // A judge may have the layout that the problem has not.
            if entry.has_own_grammar() && strict::is_valid(description, &content.bytes()?) {
                continue;
            }
            files.insert(format!("data/invalid_input/{name}"), content.clone());
        } else if path.starts_with("submissions/") {
            let content = match entry.judge.filter(|judge| !judge.answers.is_empty()) {
                None => content.clone(),
                Some(judge) => judge.quoting(&content.text()?).into(),
            };
            files.insert(path.clone(), content);
        }
    }
    Ok(files)
}

/// Returns a statement of a problem in a language with its bounds and framing, and with answers in the words of the judge of the name.
pub fn filled(entry: &Entry, statement: &str, language: &str) -> String {
    let description = Description::from_entry(entry);
    let filled = constants(&description.bounds).iter().fold(statement.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{{{name}}}}}"), &value.to_string())
    });
    let filled = framing::filled(&filled, entry, &description, language);
    // A title quotes no answer.
    let (title, text) = filled.split_once('\n').unwrap_or(("", &filled));
    format!("{title}\n{}", entry.quoting(text))
}

/// Reads the package in a folder or an archive.
///
/// # Errors
/// As of [`conversion::import`].
pub fn import(
    path: &Path,
    manifests: &Manifests,
    make: MakeTests<'_>,
    notes: &mut Notes,
) -> Result<Package, SourceError> {
    let mut package = conversion::import(path, manifests, make, notes)?;
    grammar::take(&mut package, manifests)?;
    Ok(package)
}

/// Returns the files of a package in a format, with validators made from its grammar if the format has a place for them; without a format,
/// the files of the folder that [`import`] makes.
///
/// # Errors
/// When a file cannot be read.
pub fn export(package: &Package, format: Option<&PackageFormat>, notes: &mut Notes) -> io::Result<Files> {
    let validators = format.map_or(&[][..], |format| format.validators);
    let mut complete = package.clone();
    complete.files.extend(grammar::made(package, validators, notes)?);
    conversion::export(&complete, format, notes)
}

/// Makes the judge accept the lines of each answer in any order.
///
/// # Errors
/// When the grammar of the package is malformed.
pub fn accept_any_order(package: &mut Package) -> io::Result<()> {
    let answers = match &package.grammar {
        Some(own) => grammar::description(own)?.answers,
        None => Answers::Whole,
    };
    package.set_output_validator(validators::any_order(answers, false));
    Ok(())
}

/// Makes a Python function, `wrong(input, answer, output)`, the judge of outputs.
pub fn accept_by(package: &mut Package, name: &str, python: &str) {
    let about = format!("Accepts outputs as the toolkit's checker {name} does.");
    package.set_output_validator(validators::output(&about, python));
}

/// Gives the package of a problem under a judge's name its own UUID, and the judge as its source.
fn name_after_judge(keys: &mut Mapping, entry: &Entry) {
    let of_problem = keys.get("uuid").as_str().unwrap_or_default();
    keys.set("uuid", uuid_of(&blake3::hash(format!("{of_problem} {}", entry.name).as_bytes())));
    if let Some(own) = entry.judge {
        // The text after the first comma states the source of the bounds.
        let judge = own.source.split_once(", ").map_or(own.source, |(judge, _)| judge);
        keys.set("source", serde_json::json!([{ "name": judge }]));
    }
}
