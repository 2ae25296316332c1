//! The authors' programs of a Polygon package, and the tests that it makes by them, as its `problem.xml` lists them.

use std::fs;
use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

use super::formats::polygon::{MOST_TESTS, Patterns, children};
use super::same_file;
use nim_ground::failure::{Failure, failed};
use nim_ground::file_io::FileIo;
use nim_ground::files::is_file_name;
use nim_ground::folder::is_below;

/// The file that makes a folder a package of Polygon.
pub const FILE: &str = "problem.xml";
/// How far above a program its package is looked for.
const MOST_ABOVE: usize = 3;

/// A source file that a package lists.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// Polygon's name of its compiler, such as `cpp.g++17`.
    pub compiler: String,
}

/// A solution of a package.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Its path below the package.
    pub name: String,
    /// Its source.
    pub program: Program,
    /// What is expected of it.
    pub tag: String,
}

/// A test of a package, whose files may be missing.
#[derive(Clone, Debug)]
pub struct PlannedTest {
    /// The input's path below the package.
    pub input: String,
    /// The answer's path below the package.
    pub answer: String,
    /// The generator and its arguments; `None` where the input is made by hand.
    pub command: Option<String>,
    /// The file that the input is taken from, where the generator writes several.
    pub from_file: Option<String>,
    /// Its group.
    pub group: Option<String>,
    /// The name of its test set.
    pub testset: String,
}

/// A package of Polygon.
#[derive(Clone, Debug, Default)]
pub struct Polygon {
    /// Its folder.
    pub folder: PathBuf,
    /// Its solutions.
    pub solutions: Vec<Solution>,
    /// Its validators of inputs.
    pub validators: Vec<Program>,
    /// Whether programs talk with an interactor.
    pub is_interactive: bool,
    /// The files in place of standard input and output.
    pub files: FileIo,
    /// Its tests.
    pub tests: Vec<PlannedTest>,
    /// Every source file that it lists.
    programs: Vec<Program>,
}

impl Polygon {
    /// Reads the package in a folder; `None` where there is none.
    ///
    /// # Errors
    /// When its `problem.xml` cannot be read, names a source outside the package, or lists too many tests.
    pub fn of(folder: &Path) -> Result<Option<Self>, Failure> {
        let file = folder.join(FILE);
        if !file.is_file() {
            return Ok(None);
        }
        let text = fs::read_to_string(&file).map_err(failed(file.display()))?;
        let document = Document::parse(&text).map_err(failed(file.display()))?;
        let problem = document.root_element();
        if !problem.has_tag_name("problem") {
            return Ok(None);
        }
        Self::read(folder, problem).map(Some).map_err(failed(file.display()))
    }

    /// Returns the package that a program lies in.
    pub fn around(program: &Path) -> Option<Self> {
        let real = program.canonicalize().ok()?;
        real.ancestors().skip(1).take(MOST_ABOVE).find_map(|folder| Self::of(folder).ok()?)
    }

    fn read(folder: &Path, problem: Node<'_, '_>) -> Result<Self, String> {
        let mut package = Self { folder: folder.to_path_buf(), ..Self::default() };
        for source in problem.descendants().filter(|node| node.has_tag_name("source")) {
            if let Some(path) = source.attribute("path").filter(|path| !is_below(path)) {
                return Err(format!("the source {path} is outside the package"));
            }
            package.programs.extend(program(folder, source));
        }
        for assets in children(problem, "assets") {
            package.is_interactive |= children(assets, "interactor").next().is_some();
            for validator in children(assets, "validators").flat_map(|all| children(all, "validator")) {
                package.validators.extend(children(validator, "source").find_map(|at| program(folder, at)));
            }
            for solution in children(assets, "solutions").flat_map(|all| children(all, "solution")) {
                let tag = solution.attribute("tag").unwrap_or_default().to_owned();
                let Some(source) = children(solution, "source").next() else { continue };
                let Some(program) = program(folder, source) else { continue };
                let name = source.attribute("path").unwrap_or_default().to_owned();
                package.solutions.push(Solution { name, program, tag });
            }
        }
        for judging in children(problem, "judging") {
            let name = |key| judging.attribute(key).filter(|name| is_file_name(name)).map(str::to_owned);
            package.files = FileIo { input: name("input-file"), output: name("output-file") };
        }
        for testset in children(problem, "judging").flat_map(|judging| children(judging, "testset")) {
            package.tests.extend(tests(testset));
        }
        if package.tests.len() > MOST_TESTS {
            return Err(format!("it lists {} tests; at most {MOST_TESTS} are read", package.tests.len()));
        }
        Ok(package)
    }

    /// Returns Polygon's name of the compiler of a source file.
    pub fn compiler_of(&self, path: &Path) -> Option<&str> {
        let is_it = |program: &&Program| program.path.ends_with(path) || same_file(&program.path, path);
        self.programs.iter().find(is_it).map(|program| program.compiler.as_str())
    }

    /// Returns the source of a generator by its name in the commands of tests.
    pub fn generator(&self, name: &str) -> Option<&Path> {
        let is_it = |path: &&Path| path.file_stem().is_some_and(|stem| stem == name) && path.is_file();
        self.programs.iter().map(|program| program.path.as_path()).find(is_it)
    }

    /// Returns the solution that makes the answers.
    pub fn main_solution(&self) -> Option<&Solution> {
        self.solutions.iter().find(|solution| solution.tag == "main")
    }
}

fn program(folder: &Path, source: Node<'_, '_>) -> Option<Program> {
    let compiler = source.attribute("type").unwrap_or_default().to_owned();
    Some(Program { path: folder.join(source.attribute("path")?), compiler })
}

fn tests(testset: Node<'_, '_>) -> Vec<PlannedTest> {
    let text = |name| children(testset, name).find_map(|node| node.text()).map(str::trim);
    let patterns = text("input-path-pattern").zip(text("answer-path-pattern"));
    let Some(patterns) = patterns.and_then(|(input, answer)| Patterns::of(input, answer)) else {
        return Vec::new();
    };
    let all = children(testset, "tests").flat_map(|tests| children(tests, "test"));
    let planned = all.enumerate().map(|(index, test)| {
        let attribute =
            |name: &str| test.attribute(name).filter(|value| !value.is_empty()).map(str::to_owned);
        let (input, answer) = patterns.of_test(index + 1);
        PlannedTest {
            input,
            answer,
            command: attribute("cmd").filter(|_| test.attribute("method") == Some("generated")),
            from_file: attribute("from-file"),
            group: attribute("group"),
            testset: testset.attribute("name").unwrap_or("tests").to_owned(),
        }
    });
    planned.collect()
}
