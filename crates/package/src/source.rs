//! The package of a built-in problem, or of a folder or an archive.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::files::{of_folder, without_common_folder};
use super::format::{CONFIGURATIONS, Format, configuration, recognise, take_tests, uuid_of, write_own};
use super::found;
use super::metadata::Metadata;
use super::notes::Notes;
use super::statement::Statement;
use super::testlib::{Testlib, uncalled};
use super::{Files, Package, validators};
use nim_ground::file_io::FileIo;
use nim_inputs::{Description, named};
use nim_solve::problem::Answers;
use nim_solve::registry::Entry;
use nim_task::formats::{Manifests, generators};
use nim_task::layout::{LeftOut, Suite, Test, discover_by, unpack};

/// The reason why there is no package.
#[derive(Debug)]
pub enum SourceError {
    /// A file cannot be read, or is malformed.
    Io(io::Error),
    /// There are no tests.
    NoTests,
    /// It holds packages, such as the one with this file.
    Several(String),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NoTests => f.write_str("no tests were found"),
            Self::Several(file) => write!(f, "it is no package, but holds some, such as that of {file}"),
        }
    }
}

impl std::error::Error for SourceError {}

impl From<io::Error> for SourceError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Package {
    /// Returns the package of a built-in problem, with its tests, malformed inputs in `invalid`, and `submissions`.
    ///
    /// # Errors
    /// When the problem's description is malformed.
    pub fn of_entry(entry: &Entry, mut data: Files, notes: &mut Notes) -> Result<Self, SourceError> {
        let invalid =
            |error: serde_saphyr::Error| io::Error::new(io::ErrorKind::InvalidData, error.to_string());
        let mut metadata = Metadata::parse(entry.texts.metadata).map_err(invalid)?;
        metadata.0.remove("problem_format_version");
        metadata.0.remove("constants");
        metadata.0.remove("names");
        metadata.0.remove("known");
        if metadata.0.remove("unconfirmed").is_some() {
            notes.push("problem.yaml: `unconfirmed` is a note for this project, and is left out".to_owned());
        }
        let constants = entry.metadata().map_err(invalid)?.constants();
        let judge = entry.judges_name().map_err(invalid)?.unwrap_or_default();
        let in_words_of_judge =
            |text: String| judge.answers.iter().fold(text, |text, (line, own)| text.replace(line, own));
        let statement = |text: &str| {
            let filled = constants.iter().fold(text.to_owned(), |text, (name, value)| {
                text.replace(&format!("{{{{{name}}}}}"), &value.to_string())
            });
            Statement { is_tex: false, text: in_words_of_judge(filled) }
        };
        let statements = [("en", entry.texts.statement_en), ("zh", entry.texts.statement_zh)].into_iter();
        let statements = statements.filter(|(_, text)| !text.is_empty());
        let statements = statements.map(|(language, text)| (language.to_owned(), statement(text))).collect();
        let description = Description::from_entry(entry).map_err(invalid)?;
        if named::differs(entry) {
            // Within the bounds of a judge's name, a wrong program may be right.
            data.retain(|path, _| {
                !path.starts_with("submissions/") || path.starts_with("submissions/accepted/")
            });
            notes.push(format!("{}: of the submissions, the accepted ones", entry.name));
            name_after_judge(&mut metadata, entry).map_err(invalid)?;
        }
        let mut files = Files::new();
        for (path, content) in &data {
            if let Some(name) = path.strip_prefix("invalid/") {
                files.insert(format!("data/invalid_input/{name}"), content.clone());
            } else if path.starts_with("submissions/") {
                let content = match judge.answers.is_empty() {
                    true => content.clone(),
                    false => in_words_of_judge(content.text()?).into(),
                };
                files.insert(path.clone(), content);
            }
        }
        let mut package = Self {
            name: entry.name.to_owned(),
            metadata,
            statements,
            tests: take_tests(&mut data, ""),
            validator_args: vec!["case_sensitive".to_owned()],
            described: Some(description),
            files,
            ..Self::default()
        };
        if entry.answers_are_sets {
            package.accept_any_order(entry.answers, true);
        }
        Ok(package)
    }

    /// Adds an output validator that accepts the lines of each answer in any order, and repeatedly where they are a set.
    pub fn accept_any_order(&mut self, answers: Answers, is_set: bool) {
        self.accept(validators::any_order(answers, is_set));
    }

    /// Adds an output validator around a function in Python, `wrong(input, answer, output)`.
    pub fn accept_by(&mut self, name: &str, python: &str) {
        self.accept(validators::output(
            &format!("Accepts outputs as the toolkit's checker {name} does."),
            python,
        ));
    }

    fn accept(&mut self, program: String) {
        self.validator_args.clear();
        self.testlib = None;
        self.files.retain(|path, _| !path.starts_with("output_validator/"));
        self.files.insert(validators::OUTPUT.to_owned(), program.into());
    }
}

/// Gives the package of a problem under a judge's name a UUID of its own, and that judge as its source.
fn name_after_judge(metadata: &mut Metadata, entry: &Entry) -> Result<(), serde_saphyr::Error> {
    let of_problem = metadata.get("uuid").as_str().unwrap_or_default();
    metadata.set("uuid", uuid_of(&blake3::hash(format!("{of_problem} {}", entry.name).as_bytes())));
    if let Some(own) = entry.metadata()?.names.get(entry.name) {
        // What follows says where the bounds are from.
        let judge = own.source.split_once(", ").map_or(own.source.as_str(), |(judge, _)| judge);
        metadata.set("source", serde_json::json!([{ "name": judge }]));
    }
    Ok(())
}

/// Reads the package in a folder or an archive; returns it and what it is. Of a format that only `check` knows, the tests and
/// limits are read.
///
/// # Errors
/// When it cannot be read, is malformed, or has no tests.
pub fn import(
    path: &Path,
    manifests: &Manifests,
    notes: &mut Notes,
) -> Result<(Package, &'static str), SourceError> {
    let unpacked = if path.is_dir() {
        None
    } else {
        let (folder, left_out) = unpack(path)?;
        notes.extend(left_out.iter().map(LeftOut::to_string));
        Some(folder)
    };
    let root = unpacked.as_ref().map_or(path, tempfile::TempDir::path);
    let (files, left_out) = of_folder(root)?;
    notes.extend(left_out.into_iter().map(|file| format!("{file}, and is left out")));
    let mut files = without_common_folder(files);
    files.remove(generators::MADE);
    let mut suite = discover_by(root, manifests)?;
    check_stored(&suite)?;
    let rules = suite.score(None);
    let judged = std::mem::take(&mut suite.tests);
    let testlib = Testlib::take(&judged, &mut files)?;
    let (mut package, about, own) =
        if let Some((format, read)) = recognise(&files)?.and_then(|format| Some((format, format.read?))) {
            (read(files, notes)?, format.about, format.name)
        } else if let Some(file) = of_inner_package(&files) {
            return Err(SourceError::Several(file));
        } else {
            (found::read(&judged, &files, notes)?, "no format that is read whole", "")
        };
    package.testlib = testlib;
    let whole = std::fs::canonicalize(path)?;
    package.name = whole.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    if package.tests.is_empty() {
        return Err(SourceError::NoTests);
    }
    if own.starts_with("icpc") {
        package.own = own;
    }
    if let Some(rules) = rules {
        package.take_scoring(&judged, &rules, &suite)?;
    }
    package.take_used_limits(&judged);
    if package.own.is_empty() {
        package.state_limits(None, || None, notes);
    }
    package.take_comparison(&judged, notes);
    let input_args = judged.iter().filter(|test| !test.input_args.is_empty());
    let input_args = input_args.filter_map(|test| Some((test.name.strip_prefix("data/")?, &test.input_args)));
    package.input_args = input_args.map(|(path, args)| (path.to_owned(), args.clone())).collect();
    package.suite = Some(Arc::new(suite));
    let lost = lost(&judged, &package);
    notes.extend(lost.iter().cloned());
    package.lost = lost;
    package.unpacked.extend(unpacked.map(Arc::new));
    Ok((package, about))
}

/// Refuses tests that are not stored, and a suite without tests that says why.
fn check_stored(suite: &Suite) -> io::Result<()> {
    if !suite.recipes.is_empty() {
        let why = "some of its tests are not stored: its own tool makes them, as check does";
        return Err(io::Error::other(why));
    }
    let made = |what| format!("{what}; tests that the package makes must be made and stored first");
    let why: Vec<String> = suite.reasons.iter().cloned().chain(suite.incomplete().map(made)).collect();
    if suite.tests.is_empty() && !why.is_empty() {
        return Err(io::Error::other(why.join("; ")));
    }
    Ok(())
}

/// Returns what the settings of tests say that has no form in a package.
fn lost(judged: &[Test], package: &Package) -> Vec<String> {
    let refused = judged.iter().flat_map(|test| &test.refused).map(ToString::to_string);
    let mut lost: Vec<String> = refused.collect::<BTreeSet<_>>().into_iter().collect();
    let program = judged.iter().find_map(|test| test.validation.as_ref()?.programs().first().copied());
    if let Some(program) = program.filter(|_| !package.has_validator() && package.testlib.is_none()) {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        lost.push(uncalled(&name));
    }
    let is_other = |args: &&[String]| package.has_validator() && *args != package.validator_args;
    if judged.iter().filter_map(|test| test.validation.as_ref()?.args()).any(|args| is_other(&args)) {
        lost.push("the output validator has arguments that are not those of all tests".to_owned());
    }
    let graders = package.suite.iter().flat_map(|suite| &suite.graders);
    for path in graders.flat_map(|graders| graders.sources.iter().chain(&graders.beside)) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        lost.push(format!("{name}: it is not compiled with programs here"));
    }
    if judged.iter().any(|test| test.files != FileIo::STANDARD) {
        lost.push("programs that read and write files use the standard streams here".to_owned());
    }
    lost
}

/// Returns the description of a package in a folder of these files, which have none themselves.
fn of_inner_package(files: &Files) -> Option<String> {
    let describes = |path: &&String| {
        let name = path.rsplit_once('/').map(|(_, name)| name);
        name.is_some_and(|name| {
            ["problem.yaml", "init.yml"].contains(&name) || CONFIGURATIONS.contains(&name)
        })
    };
    configuration(files).is_none().then(|| files.keys().find(describes).cloned()).flatten()
}

/// Writes a package in a format, or as the folder that [`import`] makes.
///
/// # Errors
/// When a file cannot be read.
pub fn export(package: &Package, format: Option<&Format>, notes: &mut Notes) -> io::Result<Files> {
    match format {
        Some(format) => (format.write)(package, notes),
        None => {
            notes.extend(package.testlib.as_ref().map(Testlib::loss));
            write_own(package, notes)
        }
    }
}

/// Returns the files that differ between a package and what is written of it in the same format.
///
/// # Errors
/// When a file cannot be read.
pub fn changed(files: &Files, again: &Files) -> io::Result<Vec<String>> {
    let mut changed = Vec::new();
    for path in files.keys().chain(again.keys().filter(|path| !files.contains_key(*path))) {
        let is_same = match (files.get(path), again.get(path)) {
            (Some(one), Some(other)) => one.is(other)?,
            _ => false,
        };
        if !is_same {
            changed.push(path.clone());
        }
    }
    Ok(changed)
}
