//! Hostile paths in every format that is read: nothing outside of the package is written, and nothing of it read.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nim_ground::folder::{FolderRoot, is_portable};
use nim_inputs::package::{export, import};
use nim_judge::completion::Additions;
use nim_sandbox::secrets::Secrets;
use nim_task::constants::Constants;
use nim_task::formats::generators::{self, GeneratedTests, RuledPackage};
use nim_task::formats::{Manifests, package_formats};
use nim_task::graders::Graders;
use nim_task::language::Languages;
use nim_task::layout::{AnswerBy, Origin, Run, discover};
use nim_task::package::{write_archive, write_folder};
use proptest::prelude::*;

use crate::commands::below::{changed, snapshot};
use crate::place::Place;

/// The configurations that name files, with `@` in the place of a path. Each has few, so that none hides another.
const DOCUMENTS: &[(&str, &str)] = &[
    ("problem.yaml", r#"{"name": "@", "uuid": "@", "validation": "custom", "special_compare": "@"}"#),
    ("init.yml", r#"{"archive": "@"}"#),
    ("init.yml", r#"{"test_cases": [{"in": "@", "out": "@"}]}"#),
    (
        "init.yml",
        r#"{"test_cases": [{"in": "1.in", "out": "1.out"}], "checker": {"name": "@"}, "generator": "@"}"#,
    ),
    ("config.yaml", r#"{"cases": [{"input": "@", "output": "@"}]}"#),
    (
        "config.yaml",
        r#"{"checker_type": "testlib", "checker": "@", "user_extra_files": ["@"], "filename": "@"}"#,
    ),
    ("config.yml", r#"{"@": {"timeLimit": 1000, "score": 1}}"#),
    (
        "data.yml",
        r#"{"inputFile": "@", "outputFile": "@", "subtasks": [{"score": 1, "type": "sum", "cases": ["@"]}]}"#,
    ),
    (
        "data.yml",
        r#"{"inputFile": "1.in", "outputFile": "1.out", "specialJudge": {"fileName": "@", "language": "cpp"}}"#,
    ),
    ("problem.rbx.yml", r#"{"name": "x", "testcases": [{"name": "a", "generatorScript": {"path": "@"}}]}"#),
    ("problem.rbx.yml", r#"{"name": "x", "testcases": [{"name": "a", "testcaseGlob": "@"}]}"#),
    (
        "problem.rbx.yml",
        r#"{"name": "x", "solutions": [{"path": "@", "outcome": "ac"}], "checker": {"path": "@"}}"#,
    ),
    (
        "problem.rbx.yml",
        r#"{"name": "x", "testcases": [{"name": "@", "testcases": [{"inputPath": "@", "outputPath": "@"}]}]}"#,
    ),
    (
        "problem.conf",
        "n_tests 1\ninput_pre @\ninput_suf in\noutput_pre @\noutput_suf in\nuse_builtin_judger on\n",
    ),
    ("Config.ini", "1\n@|@|1|10|1024\n"),
    ("task.yaml", r#"{"name": "@", "infile": "@", "outfile": "@", "n_input": 1}"#),
    ("gen/cases.gen", ": GEN g @\n: SUBTASK 1\n: COPY @\n: RUN g 1\n"),
    ("gen/cases.gen", ": VAL v @\n: SUBTASK 1\n"),
    (
        "problem.xml",
        "<problem><judging><testset name=\"tests\"><input-path-pattern>@%01d</input-path-pattern><answer-path-pattern>@%01d.a</answer-path-pattern><tests><test method=\"manual\"/></tests></testset></judging></problem>",
    ),
    (
        "problem.xml",
        "<problem><assets><checker name=\"x\"><source path=\"@\" type=\"cpp\"/></checker><solutions><solution tag=\"main\"><source path=\"@\" type=\"python.3\"/></solution></solutions></assets></problem>",
    ),
    (generators::FILE, r#"{"data": {"secret": {"data": {"@": {"testdata.yaml": {"a": 1}}}}}}"#),
    (generators::FILE, r#"{"data": {"secret": {"data": [{"@": {"test_group.yaml": {"a": 1}}}]}}}"#),
    (
        generators::FILE,
        r#"{"data": {"secret": {"data": {"a": {"in": "1", "ans": "1"}, "b@": {"include": ["a"]}}}}}"#,
    ),
    (generators::FILE, r#"{"data": {"secret": {"data": {"@": {"in": "1", "ans": "1"}}}}}"#),
    (generators::FILE, r#"{"data": {"secret": {"data": [{"@": {"in": "1", "ans": "1", "count": 2}}]}}}"#),
    (generators::FILE, r#"{"data": {"secret": {"data": {"a": {"copy": "@", "ans": "1"}}}}}"#),
    (generators::FILE, r#"{"data": {"secret": {"data": {"a": {"generate": "@ 1", "ans": "1"}}}}}"#),
    (
        generators::FILE,
        r#"{"generators": {"g": ["@"]}, "data": {"secret": {"data": {"a": {"generate": "g 1", "ans": "1"}}}}}"#,
    ),
    (generators::FILE, r#"{"solution": "/@", "data": {"secret": {"data": {"a": {"in": "1"}}}}}"#),
    (
        generators::FILE,
        r#"{"solution": "/submissions/accepted/@", "data": {"secret": {"data": {"a": {"in": "1"}}}}}"#,
    ),
    (
        generators::FILE,
        r#"{"visualizer": "/@", "data": {"secret": {"data": {"a": {"in": "1", "ans": "1"}}}}}"#,
    ),
];

/// Returns a document with a path, escaped as the format has it.
fn document((file, text): (&str, &str), path: &str) -> String {
    let quoted = match file.rsplit_once('.').map(|(_, ending)| ending) {
        Some("yaml" | "yml") => serde_json::to_string(path).unwrap().trim_matches('"').to_owned(),
        Some("xml") => nim_ground::markup::escaped(&path.replace(char::is_control, "_")),
        _ => path.to_owned(),
    };
    text.replace('@', &quoted)
}

/// The contents of all files outside, which must be found in nothing that is read or written.
const SECRET: &str = "what-nobody-may-copy";

fn is_secret(bytes: &[u8]) -> bool {
    bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes())
}

/// The folders that paths start from, each with the way back.
const STARTS: [(&str, &str); 3] =
    [("p", ".."), ("p/generators", "../.."), ("p/submissions/accepted", "../../..")];

/// Returns a package with links to a folder and a file outside.
fn package() -> Place {
    let place = Place::new(&["p/1.in:1\n", "p/1.out:1\n"]);
    for file in ["victim/secret.in", "1", "1.in", "secret.in", "rules.txt", "sol.py", "a.a"] {
        place.write(&format!("outside/{file}"), SECRET);
    }
    for (folder, back) in STARTS {
        fs::create_dir_all(place.path(folder)).unwrap();
        for (target, link) in [("", "folder.d"), ("secret.in", "file.d"), ("sol.py", "sol.py")] {
            symlink(format!("{back}/outside/{target}"), place.path(folder).join(link)).unwrap();
        }
    }
    place
}

/// Reads a package, writes it in every format, and returns its fault.
fn misread(package: &Path, outside: &Path, written: &Path) -> Option<String> {
    if let Ok(test_set) = discover(package) {
        let files = test_set
            .tests
            .iter()
            .flat_map(|test| [&test.input, test.expected.content()])
            .filter_map(|content| content.file());
        let led = files.filter_map(|file| file.canonicalize().ok()).find(|file| file.starts_with(outside));
        if led.is_some() || is_secret(format!("{test_set:?}").as_bytes()) {
            return Some(format!("read {led:?} as a test"));
        }
    }
    let languages = Languages::parse("").unwrap();
    let submissions = Manifests::default().submissions(package, &languages);
    for (number, found) in submissions.iter().flat_map(|all| &all.found).enumerate() {
        let graders = Graders { beside: vec![package.join("1.in")], ..Graders::default() };
        let folder = written.join(format!("source{number}"));
        fs::create_dir_all(written).unwrap();
        let (secrets, constants) = (&Secrets::default(), Constants::default());
        let additions = Additions { languages: &languages, secrets, package: None, constants, graders };
        additions.complete(&mut found.source.clone(), false, &folder).unwrap().unwrap();
        // A source that is refused has no copy.
        if folder.exists() && snapshot(&folder).values().any(|(_, text)| is_secret(text)) {
            return Some(format!("compiled {}", found.name));
        }
    }
    let Ok(package) = import(package, &Manifests::default(), &mut |_| Ok(None), &mut Vec::new()) else {
        return None;
    };
    for format in package_formats().map(Some).chain([None]) {
        let Ok(files) = export(&package, format, &mut Vec::new()) else { continue };
        let mut archive = Cursor::new(Vec::new());
        if write_archive(&files, &mut archive).is_ok() {
            let mut archive = zip::ZipArchive::new(archive).unwrap();
            for index in 0..archive.len() {
                let (mut file, mut text) = (archive.by_index(index).unwrap(), Vec::new());
                file.read_to_end(&mut text).unwrap();
                if !is_portable(&file.name().unwrap()) || is_secret(&text) {
                    return Some(format!("packed {:?}", file.name()));
                }
            }
        }
        // Folders are written as archives are.
        if format.is_none() {
            let _ = write_folder(&files, &written.join("own"));
        }
    }
    None
}

/// Reads the rules of a package for its tests.
fn rules(text: &str, folder: &Path, made: &Path) -> Result<GeneratedTests, nim_task::Error> {
    let (root, manifests) = (&FolderRoot::open(folder).unwrap(), &Manifests::default());
    let languages = &Languages::parse("").unwrap();
    let package = RuledPackage { folder, root, made, manifests, languages };
    generators::read(text, &package, &mut Vec::new())
}

/// Returns which file of the tests of a package lies outside, or is made there.
fn stray(plan: &GeneratedTests, outside: &Path) -> Option<String> {
    let mut names = plan.tests.iter().map(|test| &test.path).chain(plan.files.iter().map(|(path, _)| path));
    if let Some(name) = names.find(|name| !is_portable(name)) {
        return Some(format!("would make {name}"));
    }
    let of_run = |run: &Run| [Some(run.program.clone()), run.input.clone()];
    let of_origin = |origin: &Origin| match origin {
        Origin::Text(_) => [None, None],
        Origin::File(file) => [Some(file.clone()), None],
        Origin::Run(run) => of_run(run),
    };
    let of_answer = |by: &AnswerBy| match by {
        AnswerBy::From(origin) => of_origin(origin),
        AnswerBy::Solution(solution) => [Some(solution.clone()), None],
        AnswerBy::Interactor { interactor, solution } => [Some(interactor.clone()), Some(solution.clone())],
        AnswerBy::Errors(run) => of_run(run),
        AnswerBy::Stored | AnswerBy::Generator => [None, None],
    };
    let files = plan.tests.iter().flat_map(|test| {
        let origins = test.source.origin.iter().chain(test.beside.values()).flat_map(of_origin);
        origins.chain(of_answer(&test.source.by)).chain(test.visualizer.iter().flat_map(of_run))
    });
    let is_outside = |file: &PathBuf| file.canonicalize().is_ok_and(|file| file.starts_with(outside));
    files.flatten().find(is_outside).map(|file| format!("would read {}", file.display()))
}

/// Puts a path into every place for one, and returns the place where it misleads.
fn misled(path: &str) -> Option<String> {
    let place = package();
    let outside = place.path("outside").canonicalize().unwrap();
    let before = snapshot(&place.path(""));
    for (number, &(file, text)) in DOCUMENTS.iter().enumerate() {
        let text = document((file, text), path);
        let own = format!("p/{file}");
        place.write(&own, &text);
        let made = &place.path(&format!("written/made-{number}"));
        let plan = (file == generators::FILE).then(|| rules(&text, &place.path("p"), made));
        if made.exists() && snapshot(made).values().any(|(_, text)| is_secret(text)) {
            return Some(format!("{text}: copied a file"));
        }
        if let Some(why) = plan.and_then(Result::ok).and_then(|plan| stray(&plan, &outside)) {
            return Some(format!("{text}: {why}"));
        }
        let why = misread(&place.path("p"), &outside, &place.path(&format!("written/{number}")));
        if let Some(why) = why {
            return Some(format!("{text}: {why}"));
        }
        fs::remove_file(place.path(&own)).unwrap();
    }
    let mut archive = zip::ZipWriter::new(fs::File::create(place.path("p.zip")).unwrap());
    for name in ["1.in", "1.out", path] {
        // The library makes no entry with some names.
        if archive.start_file(name, zip::write::SimpleFileOptions::default()).is_ok() {
            archive.write_all(b"1\n").unwrap();
        }
    }
    archive.finish().unwrap();
    let why = misread(&place.path("p.zip"), &outside, &place.path("written/zip"));
    let strays = changed(&before, &snapshot(&place.path("")));
    let is_own = |name: &String| ["p.zip", "written", "p"].iter().any(|own| Path::new(name).starts_with(own));
    why.or_else(|| strays.into_iter().find(|name| !is_own(name)))
}

/// Parts of hostile paths; some lead to existing links and folders.
const PARTS: &[&str] = &[
    "..",
    ".",
    "",
    "a",
    "A",
    "folder.d",
    "file.d",
    "victim",
    "outside",
    "secret.in",
    "1",
    "1.in",
    "\0",
    "\u{1b}[31m",
    "\n",
    "\u{202e}",
    "C:",
    "C:\\x",
    "a\\..\\..",
    "con",
    "*",
    "%01d",
    "{{x}}",
    "sol.py",
];

fn hostile() -> impl Strategy<Value = String> {
    let part =
        prop_oneof![9 => prop::sample::select(PARTS).prop_map(str::to_owned), 1 => Just("x".repeat(300))];
    let parts = prop::collection::vec(part, 1..6).prop_map(|parts| parts.join("/"));
    let up = prop::sample::select(&["", "", "../", "a/../../", "/"][..]);
    (up, parts).prop_map(|(up, parts)| format!("{up}{parts}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hostile_paths_lead_nowhere_in_any_format(path in hostile()) {
        prop_assert_eq!(misled(&path), None, "{:?}", path);
    }
}

#[test]
fn paths_to_what_is_outside_lead_nowhere_in_any_format() {
    for path in ["../outside/secret.in", "../outside/", "../outside/rules.txt", "../outside/sol.py"] {
        assert_eq!(misled(path), None, "{path}");
    }
}

#[test]
fn links_to_what_is_outside_lead_nowhere_in_any_format() {
    for path in ["folder.d/secret", "folder.d/sol.py", "sol.py", "file.d"] {
        assert_eq!(misled(path), None, "{path}");
    }
}

#[test]
fn names_of_files_that_other_systems_lack_are_not_packed() {
    for name in ["a\\..\\b.txt", "C:x.txt", "\u{1b}[m.txt", "line\nbreak.txt"] {
        let place = package();
        place.write(&format!("p/{name}"), "1\n");
        let mut notes = Vec::new();
        let package = import(&place.path("p"), &Manifests::default(), &mut |_| Ok(None), &mut notes).unwrap();
        assert!(
            notes.iter().any(|note| note.contains(&format!("{name:?}: not every system has such names"))),
            "{notes:?}"
        );
        assert!(package.files.keys().all(|path| is_portable(path)));
        place.write(&format!("p/{}", name.replace(".txt", ".in")), "1\n");
        let error = import(&place.path("p"), &Manifests::default(), &mut |_| Ok(None), &mut notes)
            .unwrap_err()
            .to_string();
        assert!(error.contains("not every system has such names"), "{error}");
    }
}
