//! The submissions of a package: a folder for each expectation, with programs that are a file or a folder; in Polygon's, the
//! solutions with their tags; in rbx's, with their outcomes; in tasks of CMS, those in `sol` with their comments; in
//! Library Checker's problems, those that `info.toml` lists.

mod checks;
mod rules;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use self::rules::{Details, Rules};
use super::constants::{is_legacy, problem_yaml};
use super::expected::{Expectation, Rule};
use super::jury::library;
use super::language;
use super::language::Languages;
use super::layout::library_checker::{self, LibraryProblem};
use super::layout::polygon::{Polygon, Solution};
use super::layout::rbx;
use super::layout::task::Task;
use super::source::Source;
use nim_ground::failure::{Failure, failed};
use nim_ground::files::sorted;
use nim_ground::folder::file_below;

/// A submission.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Its path below the folder of submissions; in Polygon's packages, below the package.
    pub name: String,
    /// Its source.
    pub source: Source,
    /// The verdicts that are expected; `None` where the format sets none.
    pub expectation: Option<Expectation>,
    /// Whether the time limit follows from its time, where the package states none.
    pub is_timed: bool,
}

/// The submissions of a package.
#[derive(Clone, Debug, Default)]
pub struct Submissions {
    /// Those that can be run here, in order.
    pub found: Vec<Submission>,
    /// Notes on the others.
    pub notes: Vec<String>,
}

impl Submissions {
    /// Finds the submissions of a package, which is the folder with `submissions` and `problem.yaml`, or with `problem.xml`.
    ///
    /// # Errors
    /// When a folder cannot be read, or `submissions.yaml` is malformed.
    pub fn of(package: &Path, languages: &Languages) -> Result<Self, Failure> {
        let mut submissions = Self::default();
        if let Some(polygon) = Polygon::of(package)? {
            for solution in &polygon.solutions {
                submissions.add(&solution.name, of_polygon(solution, package, languages));
            }
            return Ok(submissions);
        }
        if let Some(solutions) = rbx::solutions(package)? {
            for solution in &solutions {
                if solution.score.is_some() && !solution.has_points {
                    let why = "its score is not compared, as the package has no points";
                    submissions.notes.push(format!("{}: {why}", solution.name));
                }
                submissions.add(&solution.name, of_rbx(solution, package, languages));
            }
            return Ok(submissions);
        }
        if let Some(task) = Task::of(package) {
            for (name, path) in &task.solutions {
                let solution = submissions.solution(name, (path, package), &task.subtasks, languages)?;
                submissions.add(name, solution);
            }
            return Ok(submissions);
        }
        if let Some(problem) = LibraryProblem::of(package) {
            for solution in problem.solutions() {
                submissions.add(&solution.name, of_library(&solution, (&problem, package), languages));
            }
            return Ok(submissions);
        }
        let all = package.join("submissions");
        let rules = read_rules(&all.join(rules::FILE))?;
        let legacy = is_legacy(&problem_yaml(package));
        let mut names = BTreeSet::new();
        for folder in entries(&all)?.into_iter().filter(|folder| folder.is_dir()) {
            for path in entries(&folder)? {
                let name = format!("{}/{}", name_of(&folder), name_of(&path));
                names.insert(name.clone());
                submissions.add(&name, find(&path, &name, &rules, legacy, languages)?);
            }
        }
        let unused = rules.unused(&names);
        let note = |pattern| format!("{}: {pattern:?} matches no submission", rules::FILE);
        submissions.notes.extend(unused.map(note));
        Ok(submissions)
    }

    /// Adds a submission, or a note on why it is left out.
    fn add(&mut self, name: &str, found: Result<Submission, String>) {
        match found {
            Ok(submission) => self.found.push(submission),
            Err(why) => self.notes.push(format!("{name}: left out, {why}")),
        }
    }

    /// Returns a solution of a task, with what its comments expect, on which there may be notes; or why it is left out.
    fn solution(
        &mut self,
        name: &str,
        (path, package): (&Path, &Path),
        subtasks: &[Option<String>],
        languages: &Languages,
    ) -> Result<Result<Submission, String>, Failure> {
        let source = match runnable(path, ("", package), languages) {
            Ok(source) => source,
            Err(why) => return Ok(Err(why)),
        };
        let text = fs::read(path).map_err(unreadable(path))?;
        let (expectation, notes) = checks::of(&String::from_utf8_lossy(&text), subtasks);
        self.notes.extend(notes.into_iter().map(|note| format!("{name}: {note}")));
        Ok(Ok(Submission { name: name.to_owned(), source, expectation, is_timed: false }))
    }
}

/// Returns the source of a solution alone, by the compiler that the package names; or why it cannot be run. Links within the package
/// are followed.
fn runnable(
    path: &Path,
    (compiler, package): (&str, &Path),
    languages: &Languages,
) -> Result<Source, String> {
    let mut source = Source::of_file(path, languages).ok_or("its language is not known")?;
    source.beside.clear();
    source.links = package.canonicalize().ok();
    source.language.obey(compiler);
    match language::missing_command(&source.language) {
        Some(command) => Err(format!("{command} is not installed")),
        None => Ok(source),
    }
}

/// The reason why a program in Python 2 is left out.
pub const PYTHON_2: &str = "it is Python 2, which is not supported";
/// The folder of the submissions whose times give the time limit.
const TIMED: &str = "accepted/";

/// Returns the submission of a path, or why it is left out.
fn find(
    path: &Path,
    name: &str,
    rules: &Rules,
    legacy: bool,
    languages: &Languages,
) -> Result<Result<Submission, String>, Failure> {
    // A link to another submission is a submission, too.
    let real = path.canonicalize().ok().filter(|real| path.is_symlink() && is_submission_of(real, path));
    let path = real.as_deref().unwrap_or(path);
    let source = if path.is_dir() {
        Source::of_folder(path, languages).map_err(unreadable(path))?
    } else {
        Source::of_file(path, languages).map(|source| Source { beside: Vec::new(), ..source })
    };
    let Some(mut source) = source else { return Ok(Err("its language is not known".to_owned())) };
    source.links = folder_of_submissions(path);
    let details = rules.details(name);
    let is_timed = details.is_timed.unwrap_or(name.starts_with(TIMED));
    if let Err(why) = apply(&details, &mut source) {
        return Ok(Err(why));
    }
    if let Some(command) = language::missing_command(&source.language) {
        return Ok(Err(format!("{command} is not installed")));
    }
    let text = fs::read(&source.main).map_err(unreadable(path))?;
    if source.language.name == "Python" && is_python_2(&String::from_utf8_lossy(&text)) {
        return Ok(Err(PYTHON_2.to_owned()));
    }
    let expectation = expectation(&text, name, rules, legacy);
    Ok(Ok(Submission { name: name.to_owned(), source, expectation, is_timed }))
}

/// Returns whether a real path lies in the folder of submissions that a submission is in.
fn is_submission_of(real: &Path, submission: &Path) -> bool {
    folder_of_submissions(submission).is_some_and(|all| real.starts_with(all))
}

/// Returns the real folder of the submissions that a submission is among.
fn folder_of_submissions(submission: &Path) -> Option<PathBuf> {
    submission.parent()?.parent()?.canonicalize().ok()
}

/// Returns the submission of a solution in Polygon, or why it is left out.
fn of_polygon(solution: &Solution, package: &Path, languages: &Languages) -> Result<Submission, String> {
    let Solution { name, program, tag } = solution;
    if tag == "do-not-run" {
        return Err("as its tag says do-not-run".to_owned());
    }
    let version = program.compiler.trim_start_matches(|c: char| !c.is_ascii_digit());
    if program.compiler.starts_with("py") && version.starts_with('2') {
        return Err(PYTHON_2.to_owned());
    }
    let source =
        runnable(&program.path, (&program.compiler, package), languages).map_err(|why| {
            match program.path.is_file() {
                true => why,
                false => "it is not there".to_owned(),
            }
        })?;
    Ok(Submission { name: name.clone(), source, expectation: Expectation::of_tag(tag), is_timed: false })
}

/// Returns whether a program names Python 2, or prints by a statement, which Python 3 does not have.
pub fn is_python_2(text: &str) -> bool {
    let is_statement = |line: &str| {
        let printed = line.trim_start().strip_prefix("print ").map(str::trim_start);
        printed.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['(', '=']))
    };
    names_python_2(text) || text.lines().any(is_statement)
}

/// Returns whether the first line of a program names Python 2 as its interpreter.
pub fn names_python_2(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.starts_with("#!") && line.contains("python2"))
}

/// Returns the submission of a solution of rbx, or why it is left out.
fn of_rbx(solution: &rbx::Solution, package: &Path, languages: &Languages) -> Result<Submission, String> {
    let source = runnable(&solution.path, ("", package), languages)?;
    let mut expectation = Expectation::of_outcome(&solution.outcome);
    if !solution.by_group.is_empty() || solution.score.is_some() {
        let all = expectation.get_or_insert_with(|| Expectation::any("its package"));
        all.rules = solution.by_group.iter().filter_map(of_group).collect();
        all.score = solution.score;
    }
    Ok(Submission { name: solution.name.clone(), source, expectation, is_timed: false })
}

/// Returns the submission of a solution of Library Checker, or why it is left out.
fn of_library(
    library_checker::Solution { name, required, allowed, is_function, refused }: &library_checker::Solution,
    (problem, package): (&LibraryProblem, &Path),
    languages: &Languages,
) -> Result<Submission, String> {
    if let Some(why) = refused {
        return Err(why.clone());
    }
    let path = file_below(package, name).ok_or("it is not there")?;
    let mut source = runnable(&path, ("", package), languages)?;
    library::complete_solution(&mut source, problem, *is_function);
    let expectation = Expectation::of_short_names(library_checker::FILE, required, allowed);
    let expectation =
        expectation.ok_or_else(|| format!("its verdict {} is not known", required.join(", ")))?;
    Ok(Submission { name: name.clone(), source, expectation: Some(expectation), is_timed: false })
}

/// Returns the rule of an outcome of rbx in a group; `None` where it sets none.
fn of_group((group, outcome): &(String, String)) -> Option<Rule> {
    let Expectation { required, permitted, .. } = Expectation::of_outcome(outcome)?;
    Some(Rule {
        by: format!("the outcome {outcome}"),
        group: Some(group.clone()),
        required: Some(required).filter(|required| !required.is_empty()),
        permitted: Some(permitted),
        ..Rule::default()
    })
}

/// Returns what is expected of a submission of this text, by its comment, its folder and `submissions.yaml`.
fn expectation(text: &[u8], name: &str, rules: &Rules, legacy: bool) -> Option<Expectation> {
    let folder = name.split('/').next().unwrap_or_default();
    let own = Expectation::of_comment(&String::from_utf8_lossy(text))
        .or_else(|| Expectation::of_folder(folder, legacy));
    rules.expectation(name, own)
}

/// Returns what the package around a program expects of it, where it is one of its submissions.
pub fn expectation_of(program: &Path) -> Option<Expectation> {
    let real = program.canonicalize().ok()?;
    if let Some(polygon) = Polygon::around(&real) {
        let own = polygon.solutions.iter().find(|solution| real.ends_with(&solution.name))?;
        return Expectation::of_tag(&own.tag);
    }
    let all = real.ancestors().skip(2).find(|folder| folder.ends_with("submissions"))?;
    let package = all.parent().filter(|package| package.join("problem.yaml").is_file())?;
    let mut below = real.strip_prefix(all).ok()?.iter().map(|part| part.to_string_lossy());
    let name = format!("{}/{}", below.next()?, below.next()?);
    let rules = read_rules(&all.join(rules::FILE)).ok()?;
    expectation(&fs::read(&real).ok()?, &name, &rules, is_legacy(&problem_yaml(package)))
}

/// Applies what `submissions.yaml` says of a source.
///
/// # Errors
/// When that cannot be applied, in words.
fn apply(details: &Details, source: &mut Source) -> Result<(), String> {
    if details.has_score {
        return Err(format!("its score in {} cannot be checked", rules::FILE));
    }
    if let Some(code) = &details.language
        && !source.language.has_code(code)
    {
        return Err(format!(
            "{} says that its language is {code:?}, its name {}",
            rules::FILE,
            source.language.name
        ));
    }
    if let Some(entry) = &details.entrypoint {
        let is_entry = |file: &PathBuf| {
            let names = [file.file_name(), file.file_stem()];
            names.into_iter().flatten().any(|name| name == entry.as_str())
        };
        let Some(at) = source.files.iter().position(is_entry) else {
            return Err(format!("its entrypoint {entry:?} in {} is none of its files", rules::FILE));
        };
        source.files[..=at].rotate_right(1);
        source.main.clone_from(&source.files[0]);
    }
    Ok(())
}

/// Reads `submissions.yaml`, if there is one.
fn read_rules(path: &Path) -> Result<Rules, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Rules::read(&text).map_err(failed(path.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Rules::default()),
        Err(error) => Err(unreadable(path)(error)),
    }
}

/// Returns the paths in a folder, in order; those that begin with a dot are left out.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut entries = sorted(folder).map_err(unreadable(folder))?;
    entries.retain(|path| !name_of(path).starts_with('.'));
    Ok(entries)
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    failed(format!("cannot read {}", path.display()))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
