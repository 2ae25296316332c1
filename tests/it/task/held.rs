//! The parts of a package that each format holds: the table of `docs/packages.md`, which is made here by walking it.

use std::env;
use std::fs;
use std::path::Path;

use nim_task::formats::{PackageFormat, package_formats};

use super::parts::{Part, Read, part, read, read_again, write};
use crate::inputs::golden;
use crate::place::Place;
use crate::whole;

/// A package with a feature that another one does not have.
struct Feature {
    /// The name of the feature in the page.
    name: &'static str,
    /// The part of the package that it is.
    part: &'static str,
    /// The files of a package without it.
    base: &'static [(&'static str, &'static str)],
    /// The files of a package with the feature, which are added or replace others.
    files: &'static [(&'static str, &'static str)],
}

/// Returns a feature: its name, its part, and the files of a package in the format of [`BASE`].
const fn feature(
    name: &'static str,
    part: &'static str,
    files: &'static [(&'static str, &'static str)],
) -> Feature {
    Feature { name, part, base: BASE, files }
}

/// Returns a feature whose package is of another format.
const fn of_other(
    name: &'static str,
    part: &'static str,
    files: &'static [(&'static str, &'static str)],
) -> Feature {
    Feature { name, part, base: BASE_OF_OTHER, files }
}

/// The package without any feature.
const BASE: &[(&str, &str)] = &[
    ("problem.yaml", "problem_format_version: 2025-09\nname: x\nuuid: y\n"),
    ("data/test_group.yaml", "output_validator_args: [case_sensitive]\n"),
    ("data/secret/1.in", "1\n"),
    ("data/secret/1.ans", "1\n"),
    ("data/secret/2.in", "2\n"),
    ("data/secret/2.ans", "2\n"),
];

/// A `problem.yaml` with more keys.
macro_rules! problem {
    ($more:literal) => {
        ("problem.yaml", concat!("problem_format_version: 2025-09\nuuid: y\n", $more))
    };
}

const NO_ARGS: (&str, &str) = ("data/test_group.yaml", "");
const VALIDATOR: (&str, &str) = ("output_validator/v.py", "exit(42)\n");
const INPUT_VALIDATOR: (&str, &str) = ("input_validators/v.py", "exit(42)\n");
const SUM_OF_GROUPS: (&str, &str) = ("data/secret/a/test_group.yaml", "max_score: 30\n");

/// The package of another format without any feature.
const BASE_OF_OTHER: &[(&str, &str)] = &[
    ("testdata/1.in", "1\n"),
    ("testdata/1.out", "1\n"),
    ("testdata/config.yaml", "time: 1s\nmemory: 64m\n"),
];

/// A package of DMOJ without any feature.
const BASE_OF_DMOJ: &[(&str, &str)] =
    &[("1.in", "1\n"), ("1.out", "1\n"), ("init.yml", "test_cases: [{in: 1.in, out: 1.out}]\n")];

const FEATURES: &[Feature] = &[
    feature("time limit", "time limit", &[problem!("name: x\nlimits: {time_limit: 3}\n")]),
    feature("memory limit", "memory limit", &[problem!("name: x\nlimits: {memory: 96}\n")]),
    feature("output limit", "output limit", &[problem!("name: x\nlimits: {output: 12}\n")]),
    of_other(
        "limits by language",
        "limits by language",
        &[("testdata/config.yaml", "time: 1s\nmemory: 64m\ntime_limit_rate: {py: 3}\n")],
    ),
    feature("comparison without case", "comparison", &[NO_ARGS]),
    feature(
        "comparison of white space",
        "comparison",
        &[("data/test_group.yaml", "output_validator_args: [case_sensitive, space_change_sensitive]\n")],
    ),
    feature(
        "comparison of numbers, 1e-6",
        "comparison",
        &[("data/test_group.yaml", "output_validator_args: [case_sensitive, float_tolerance, 1e-6]\n")],
    ),
    feature("output validator, one file in Python", "output validator", &[NO_ARGS, VALIDATOR]),
    feature(
        "output validator, one file in C++",
        "output validator",
        &[NO_ARGS, ("output_validator/v.cpp", "int main() {}\n")],
    ),
    feature(
        "output validator, several files",
        "output validator",
        &[NO_ARGS, VALIDATOR, ("output_validator/w.py", "a = 1\n")],
    ),
    feature(
        "arguments of the output validator",
        "arguments of the output validator",
        &[("data/test_group.yaml", "output_validator_args: [--all]\n"), VALIDATOR],
    ),
    of_other(
        "checker of testlib",
        "testlib checker",
        &[
            ("testdata/config.yaml", "time: 1s\nmemory: 64m\nchecker_type: testlib\nchecker: check.cpp\n"),
            ("testdata/check.cpp", "#include \"testlib.h\"\nint main() {}\n"),
        ],
    ),
    Feature {
        name: "checker that is a function in Python",
        part: "function checker",
        base: BASE_OF_DMOJ,
        files: &[
            ("init.yml", "checker: {name: c.py, args: {n: 1}}\ntest_cases: [{in: 1.in, out: 1.out}]\n"),
            ("c.py", "def check(process_output, judge_output, n, **kwargs):\n    return True\n"),
        ],
    },
    feature(
        "interactor, one file in Python",
        "interaction",
        &[problem!("name: x\ntype: interactive\n"), NO_ARGS, VALIDATOR],
    ),
    feature(
        "interactor, other",
        "interaction",
        &[problem!("name: x\ntype: interactive\n"), NO_ARGS, ("output_validator/v.cpp", "int main() {}\n")],
    ),
    feature("several passes", "passes", &[problem!("name: x\ntype: multi-pass\n"), NO_ARGS, VALIDATOR]),
    feature("drivers (`include`)", "drivers", &[("include/python3/main.py", "import solution\n")]),
    of_other(
        "graders",
        "files that are compiled with programs",
        &[
            ("testdata/config.yaml", "time: 1s\nmemory: 64m\nuser_extra_files: [lib.h]\n"),
            ("testdata/lib.h", "int a;\n"),
        ],
    ),
    of_other(
        "files in place of the standard streams",
        "files in place of the standard streams",
        &[("testdata/config.yaml", "time: 1s\nmemory: 64m\nfilename: sum\n")],
    ),
    feature("files of tests (`X.files`)", "files of tests", &[("data/secret/1.files/a.txt", "text\n")]),
    feature(
        "groups with points",
        "points",
        &[
            problem!("name: x\ntype: scoring\n"),
            SUM_OF_GROUPS,
            ("data/secret/a/1.in", "1\n"),
            ("data/secret/a/1.ans", "1\n"),
            ("data/secret/b/test_group.yaml", "max_score: 70\n"),
            ("data/secret/b/2.in", "2\n"),
            ("data/secret/b/2.ans", "2\n"),
            ("data/secret/b/3.in", "3\n"),
            ("data/secret/b/3.ans", "3\n"),
        ],
    ),
    feature(
        "points that are not whole",
        "points",
        &[
            problem!("name: x\ntype: scoring\n"),
            ("data/secret/a/test_group.yaml", "max_score: 30.5\n"),
            ("data/secret/a/1.in", "1\n"),
            ("data/secret/a/1.ans", "1\n"),
            ("data/secret/b/test_group.yaml", "max_score: 69.5\n"),
            ("data/secret/b/2.in", "2\n"),
            ("data/secret/b/2.ans", "2\n"),
        ],
    ),
    feature(
        "points of single tests",
        "points",
        &[
            problem!("name: x\ntype: scoring\n"),
            ("data/secret/a/test_group.yaml", "max_score: 60\nscore_aggregation: sum\n"),
            ("data/secret/a/1.in", "1\n"),
            ("data/secret/a/1.ans", "1\n"),
            ("data/secret/a/2.in", "2\n"),
            ("data/secret/a/2.ans", "2\n"),
            ("data/secret/b/test_group.yaml", "max_score: 40\n"),
            ("data/secret/b/3.in", "3\n"),
            ("data/secret/b/3.ans", "3\n"),
        ],
    ),
    feature(
        "dependencies of groups",
        "points",
        &[
            problem!("name: x\ntype: scoring\n"),
            SUM_OF_GROUPS,
            ("data/secret/a/1.in", "1\n"),
            ("data/secret/a/1.ans", "1\n"),
            ("data/secret/b/test_group.yaml", "max_score: 70\nrequire_pass: secret/a\n"),
            ("data/secret/b/2.in", "2\n"),
            ("data/secret/b/2.ans", "2\n"),
        ],
    ),
    feature(
        "tests without points",
        "inputs and answers",
        &[
            problem!("name: x\ntype: scoring\n"),
            ("data/secret/a/test_group.yaml", "max_score: 100\n"),
            ("data/secret/a/1.in", "1\n"),
            ("data/secret/a/1.ans", "1\n"),
            ("data/secret/b/test_group.yaml", "max_score: 0\n"),
            ("data/secret/b/3.in", "3\n"),
            ("data/secret/b/3.ans", "3\n"),
        ],
    ),
    feature(
        "points given by the output validator",
        "points",
        &[
            problem!("name: x\ntype: scoring\n"),
            NO_ARGS,
            ("output_validator/v.py", "open('score.txt')\n"),
            ("data/secret/a/test_group.yaml", "max_score: 100\nscore_aggregation: sum\n"),
            ("data/secret/a/1.in", "1\n"),
            ("data/secret/a/1.ans", "1\n"),
        ],
    ),
    feature("samples", "samples", &[("data/sample/1.in", "0\n"), ("data/sample/1.ans", "0\n")]),
    feature(
        "samples of a problem with points",
        "samples",
        &[
            problem!("name: x\ntype: scoring\n"),
            SUM_OF_GROUPS,
            ("data/secret/a/1.in", "1\n"),
            ("data/secret/a/1.ans", "1\n"),
            ("data/sample/1.in", "0\n"),
            ("data/sample/1.ans", "0\n"),
        ],
    ),
    feature("input validators", "input validators", &[INPUT_VALIDATOR]),
    feature(
        "arguments of input validators, by group",
        "arguments of input validators",
        &[INPUT_VALIDATOR, ("data/secret/test_group.yaml", "input_validator_args: [--small]\n")],
    ),
    feature(
        "arguments of input validators, by test",
        "arguments of input validators",
        &[INPUT_VALIDATOR, ("data/secret/1.yaml", "input_validator_args: [--small]\n")],
    ),
    feature(
        "grammar of inputs",
        "grammar",
        &[problem!(
            "name: x\nconstants: {heap: 0..=9}\ngrammar: {cases: one, case: [{line: [number heap]}]}\nanswers: line\n"
        )],
    ),
    feature("examples for validators", "examples for validators", &[("data/invalid_input/1.in", "x\n")]),
    feature(
        "statement in Markdown",
        "statements",
        &[
            problem!("name: {en: The name}\n"),
            ("statement/problem.en.md", "The words of it.\n\n## Input\n\nA line.\n"),
        ],
    ),
    feature(
        "statement in TeX",
        "statements",
        &[
            problem!("name: {en: The name}\n"),
            (
                "statement/problem.en.tex",
                "\\problemname{The name}\n\nThe words of it.\n\n\\section*{Input}\n\nA line.\n",
            ),
        ],
    ),
    feature(
        "statements in several languages",
        "statements",
        &[
            problem!("name: {en: The name, de: Der Name}\n"),
            ("statement/problem.en.md", "The words of it.\n"),
            ("statement/problem.de.md", "Das Haus davon.\n"),
        ],
    ),
    feature(
        "pictures of a statement",
        "pictures",
        &[
            problem!("name: {en: The name}\n"),
            ("statement/problem.en.md", "See\n\n![a board](board.png)\n"),
            ("statement/board.png", "picture\n"),
        ],
    ),
    feature(
        "title",
        "titles",
        &[problem!("name: {en: The name}\n"), ("statement/problem.en.md", "The words of it.\n")],
    ),
    feature("titles in several languages", "titles", &[problem!("name: {en: The name, de: Der Name}\n")]),
    feature("source", "sources", &[problem!("name: x\nsource: [{name: A contest, url: 'https://x.org'}]\n")]),
    feature(
        "several sources",
        "sources",
        &[problem!("name: x\nsource: [{name: A contest}, {name: Another}]\n")],
    ),
    feature("licence", "licence", &[problem!("name: x\nlicense: cc by\n")]),
    feature("authors", "authors", &[problem!("name: x\ncredits: A Name\n")]),
    feature("keywords", "keywords", &[problem!("name: x\nkeywords: [games, heaps]\n")]),
    feature(
        "solutions with expectations",
        "solutions with expectations",
        &[
            ("submissions/accepted/a.py", "print(input())\n"),
            ("submissions/wrong_answer/b.py", "print(0)\n"),
            ("submissions/time_limit_exceeded/c.py", "while True: pass\n"),
            ("submissions/run_time_error/d.py", "exit(1)\n"),
        ],
    ),
    feature(
        "expectations in `submissions.yaml`",
        "solutions with expectations",
        &[
            ("submissions/accepted/a.py", "print(input())\n"),
            ("submissions/submissions.yaml", "accepted/a.py:\n  authors: A Name\n"),
        ],
    ),
    feature(
        "generators",
        "generators",
        &[("generators/generators.yaml", "data: {}\n"), ("generators/g.py", "print(1)\n")],
    ),
    feature("files for contestants", "attachments", &[("attachments/tool.py", "print(1)\n")]),
];

/// Returns a package with these files, and the files of a base.
fn package(base: &[(&str, &str)], files: &[(&str, &str)]) -> Place {
    let place = Place::new(&[]);
    for (name, text) in base.iter().chain(files) {
        place.write(&format!("source/{name}"), text);
    }
    place
}

/// Returns the result for a part of a package in a format; an error if it is lost without a word.
fn cell(
    source: &Read,
    part: &Part,
    format: Option<&PackageFormat>,
    folder: &Path,
) -> Result<&'static str, String> {
    let written = write(source, format);
    let again = read_again(&written.files, folder);
    let (own, found) = ((part.of)(source), (part.of)(&again));
    // The judge may understand a file differently, even if this program reads it all the same.
    if part.is_named(&written.losses) {
        return Ok("refused");
    }
    if own == found {
        assert_eq!(written.losses, Vec::<String>::new());
        return Ok("yes");
    }
    if part.is_named(&written.notes) {
        return Ok("left out");
    }
    Err(format!("lost without a word\n  own:   {own:?}\n  found: {found:?}\n  notes: {:?}", written.notes))
}

const BEGIN: &str = "<!-- made by a test: held -->\n";
const END: &str = "<!-- end -->\n";

/// Returns the cells of a feature, from the second column on; a loss without a word goes into `wrong`.
fn cells(feature: &Feature, columns: &[Option<&PackageFormat>], wrong: &mut Vec<String>) -> String {
    let part = part(feature.part);
    let (place, base) = (package(feature.base, feature.files), package(feature.base, &[]));
    let source = read(&place.path("source"));
    let without = (part.of)(&read(&base.path("source")));
    assert_ne!((part.of)(&source), without, "{}: the package without it has it too", feature.name);
    let mut cells = String::new();
    for &format in columns {
        let shown = format.map_or("import", |format| format.name);
        let cell = cell(&source, part, format, &place.path(shown)).unwrap_or_else(|why| {
            wrong.push(format!("{} in {shown}: {why}", feature.name));
            "?"
        });
        cells += &format!(" {cell} |");
    }
    cells
}

/// Stands between the features of a row of the page.
const BETWEEN: &str = "; ";

/// Returns the cells that the table of the page has for a feature.
fn shown_cells(table: &str, feature: &Feature) -> Option<String> {
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |"));
    let own = rows.into_iter().find(|(names, _)| names.split(BETWEEN).any(|name| name == feature.name));
    own.map(|(_, cells)| cells.to_owned())
}

/// An ordinary run tries a part of the features, and `UPDATE_GOLDEN=1` writes all.
#[test]
fn the_table_of_the_page_is_what_each_format_holds() {
    let columns: Vec<Option<&PackageFormat>> = package_formats().map(Some).chain([None]).collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/packages.md");
    let text = fs::read_to_string(&page).unwrap();
    let (head, rest) = text.split_once(BEGIN).unwrap();
    let (written, tail) = rest.split_once(END).unwrap();
    let names = package_formats().map(|format| format!(" `{}` |", format.name)).collect::<String>();
    let mut table = format!("| |{names} `import` |\n|---|{}\n", "---|".repeat(columns.len()));
    let mut wrong = Vec::new();
    let is_all = env::var_os("UPDATE_GOLDEN").is_some() || whole::is_whole();
    let turn = whole::turn_number() % TURNS;
    // Features with the same cells share a row.
    let mut rows = Vec::<(String, Vec<&str>)>::new();
    for (number, feature) in FEATURES.iter().enumerate() {
        let known = shown_cells(written, feature).filter(|_| !is_all && number % TURNS != turn);
        let cells = known.unwrap_or_else(|| cells(feature, &columns, &mut wrong));
        match rows.iter_mut().find(|(own, _)| *own == cells) {
            Some((_, names)) => names.push(feature.name),
            None => rows.push((cells, vec![feature.name])),
        }
    }
    table.extend(rows.into_iter().map(|(cells, names)| format!("| {} |{cells}\n", names.join(BETWEEN))));
    assert!(wrong.is_empty(), "{}\n{table}", wrong.join("\n"));
    golden::check(&page, format!("{head}{BEGIN}{table}{END}{tail}").as_bytes());
}

/// An ordinary run tries one feature of this many.
const TURNS: usize = 4;
