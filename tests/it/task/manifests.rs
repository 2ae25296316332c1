//! A package's manifest is opened once by a command, for all that is read of it: tests, limits, programs, solutions, validators.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};

use itertools::Itertools as _;
use nim_task::formats::{FORMATS, Format, ManifestKind, is_main_manifest, package_formats};
use regex::Regex;
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;

use crate::place::Place;
use crate::run::printed;
use crate::whole::turn;

const CAT: &str = "#!/bin/sh\ncat\n";

/// Returns the main manifests below a folder.
fn manifests(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(manifests(&path));
        } else if path.file_name().and_then(|name| name.to_str()).is_some_and(is_main_manifest) {
            found.push(path);
        }
    }
    found
}

/// Expects that a command opens each main manifest of a package once.
#[track_caller]
fn opens_once(place: &Place, format: &str, command: &[&str]) {
    let paths = manifests(&place.path("p"));
    assert!(!paths.is_empty(), "{format}");
    opens_each_once(place, format, paths, command);
}

/// Expects that a command opens each of some files once, and lists each of some folders once.
#[track_caller]
fn opens_each_once(place: &Place, format: &str, paths: Vec<PathBuf>, command: &[&str]) {
    // Opens are counted where reads or closes lie between them: the kernel merges equal events that follow each other.
    let sought = WatchFlags::OPEN | WatchFlags::ACCESS | WatchFlags::CLOSE;
    let queue = inotify::init(CreateFlags::NONBLOCK).unwrap();
    let watch = |path: PathBuf| (inotify::add_watch(&queue, &path, sought).unwrap(), (path, Vec::new()));
    let mut watched: BTreeMap<i32, (PathBuf, Vec<ReadFlags>)> = paths.into_iter().map(watch).collect();
    let output = place.toolkit(command).output().unwrap();
    let mut buffer = [const { MaybeUninit::uninit() }; 4096];
    let mut events = Reader::new(&queue, &mut buffer);
    loop {
        match events.next() {
            // Events of a folder's files have their names.
            Ok(event) if event.file_name().is_none() => {
                watched.get_mut(&event.wd()).unwrap().1.push(event.events());
            }
            Ok(_) => {}
            Err(Errno::AGAIN) => break,
            Err(error) => panic!("{error}"),
        }
    }
    let text = String::from_utf8_lossy(&output.stderr);
    // Some cannot be imported or have no validators, and info.toml needs a checker in C++.
    assert!(
        command[0] != "check" || format == "info.toml" || matches!(output.status.code(), Some(0 | 1)),
        "{format}: {command:?}: {text}"
    );
    for (path, events) in watched.into_values() {
        let count = if path.is_dir() {
            let after = events.iter().tuple_windows().filter(|(open, access)| {
                open.contains(ReadFlags::OPEN) && access.contains(ReadFlags::ACCESS)
            });
            after.count()
        } else {
            events.iter().filter(|event| event.contains(ReadFlags::OPEN)).count()
        };
        assert_eq!(count, 1, "{format}: {} by {command:?}: {text}", path.display());
    }
}

/// A package: the name and the text of its manifest, and its other files.
type Package = (&'static str, &'static str, Vec<(&'static str, &'static str)>);

/// Returns a package of each format that is read alone and needs no compiler.
fn packages() -> Vec<Package> {
    let rbx = "timeLimit: 1000\nmemoryLimit: 256\nsolutions: [{path: sol/a.sh, outcome: ac}]\n\
         testcases: [{name: one, testcaseGlob: 'data/*.in'}]\n";
    let pair = |input, answer| vec![(input, "7\n"), (answer, "7\n")];
    vec![
        ("problem.rbx.yml", rbx, vec![("data/1.in", "7\n"), ("sol/a.sh", CAT)]),
        (
            "task.yaml",
            "name: t\ntime_limit: 1\nmemory_limit: 256\ninfile: ''\noutfile: ''\n",
            vec![
                ("input/input0.txt", "7\n"),
                ("output/output0.txt", "7\n"),
                ("gen/valida.sh", "#!/bin/sh\n"),
                ("sol/a.sh", CAT),
            ],
        ),
        (
            "info.toml",
            "timelimit = 1.0\n[[tests]]\nname = 'small.in'\nnumber = 1\n[[solutions]]\nname = 'a.sh'\n",
            vec![("in/small_00.in", "7\n"), ("out/small_00.out", "7\n"), ("sol/a.sh", CAT)],
        ),
        (
            "a.cdf",
            "{\"tasks\": [{\"comparisonMode\": 1, \"standardInputCheck\": true, \"standardOutputCheck\": true, \"testCases\": [\
             {\"fullScore\": 9, \"inputFiles\": [\"1.in\"], \"outputFiles\": [\"1.out\"]}]}]}",
            pair("data/1.in", "data/1.out"),
        ),
        ("data.yml", "inputFile: '#.in'\noutputFile: '#.out'\n", pair("1.in", "1.out")),
        (
            "problem.conf",
            "n_tests 1\ninput_pre d\ninput_suf in\noutput_pre d\noutput_suf out\n",
            pair("d1.in", "d1.out"),
        ),
    ]
}

/// Settings of one test, which name a constant of its package.
const OF_TEST: [(&str, &str); 3] = [
    ("data/secret/1.yaml", "input_validator_args: ['{{n}}']\n"),
    ("input_validators/valid.sh", "#!/bin/sh\nread n && [ $n = $1 ] && exit 42\n"),
    ("submissions/accepted/a.sh", CAT),
];

#[test]
fn a_manifest_is_opened_once_by_a_command() {
    let mut formats: BTreeSet<&str> = BTreeSet::new();
    for (manifest, text, files) in packages() {
        let place = Place::new(&[]);
        place.write(&format!("p/{manifest}"), text);
        for (name, content) in files {
            place.write(&format!("p/{name}"), content);
        }
        let has_submissions = place.path("p/sol").exists();
        let check =
            if has_submissions { &["check", "p", "--submissions"][..] } else { &["check", "p", "--", "cat"] };
        for command in [check, &["import", "p", "-o", "q"], &["validate", "p"]] {
            opens_once(&place, manifest, command);
        }
        formats.insert(manifest);
    }
    // Packages as they are exported.
    for format in package_formats() {
        let place = Place::new(&[]);
        place.run(0, &["export", "john", "--lossy", "--format", format.name, "-o", "out/"]);
        fs::rename(place.path("out/john"), place.path("p")).unwrap();
        let export = ["export", "p", "--format", "hydro", "--lossy", "-o", "again.zip", "--force"];
        let with_generator =
            ["stress", "p", "--gen", "echo", "--against", "cat", "--time", "1ms", "--", "cat"];
        for command in [
            &["check", "p", "--", "cat"][..],
            &["import", "p", "-o", "q"],
            &["check", "p", "--dry-run"],
            &export,
            &["validate", "p"],
            &["show", "p"],
            &with_generator,
        ] {
            opens_once(&place, format.name, command);
        }
    }
    let is_left_out = |format: &&&Format| {
        let is_tested = |kind: &ManifestKind| {
            let ending = kind.name.trim_start_matches('*');
            formats.iter().any(|name| *name == kind.name || ending != kind.name && name.ends_with(ending))
        };
        format.packages.is_empty() && !format.manifests.iter().any(is_tested)
    };
    let left_out: Vec<_> =
        FORMATS.iter().filter(is_left_out).map(|format| format.manifests[0].name).collect();
    assert_eq!(left_out, ["problem.yml"], "no package of these formats is tested here");
}

#[test]
fn a_package_with_programs_opens_its_manifest_once() {
    let polygon = "<problem><judging><testset name='tests'><input-path-pattern>t/%d</input-path-pattern>\
         <answer-path-pattern>t/%d.a</answer-path-pattern><tests><test method='generated' cmd='gen 7'/></tests></testset></judging>\
         <files><executables><executable><source path='files/gen.sh'/></executable></executables></files>\
         <assets><checker name='std::wcmp.cpp'/>\
         <validators><validator><source path='files/valid.sh'/></validator></validators>\
         <solutions><solution tag='main'><source path='sol/a.sh'/></solution></solutions></assets></problem>";
    let icpc = "problem_format_version: 2025-09\nname: t\ntype: pass-fail\nlimits: {time_limit: 1, memory: 256}\n\
         constants: {n: 7}\n";
    let valid = "#!/bin/sh\nread n && [ $n = 7 ]\n";
    let of_icpc = [("data/secret/1.in", "7\n"), ("data/secret/1.ans", "7\n")].into_iter().chain(OF_TEST);
    let of_polygon = vec![
        ("files/gen.sh", "#!/bin/sh\necho $1\n"),
        ("files/valid.sh", valid),
        ("sol/a.sh", CAT),
        ("solutions/a", ""),
    ];
    for (manifest, text, files) in
        [("problem.xml", polygon, of_polygon), ("problem.yaml", icpc, of_icpc.collect::<Vec<_>>())]
    {
        let place = Place::new(&[]);
        place.write(&format!("p/{manifest}"), text);
        for (name, content) in files {
            place.write(&format!("p/{name}"), content);
        }
        place.run(0, &["check", "p", "--submissions"]);
        opens_once(&place, manifest, &["check", "p", "--submissions"]);
    }
}

/// Returns the command lines of a command that reads packages, here of one called `p` beside a source `a.sh`.
fn lines_of(command: &str) -> &'static [&'static str] {
    match command {
        "check" => {
            &["check p --dry-run", "check p --submissions", "check p a.sh", "check p a.sh --against a.sh"]
        }
        "contest" => &["contest ."],
        "export" => {
            &["export p --format dmoj --lossy -o x.zip --force", "export p --format icpc -o y.zip --force"]
        }
        "gen" => &["gen p -o made --force"],
        "import" => &["import p -o q"],
        "mutants" => &["mutants p a.py --seconds 1"],
        "show" => &["show p"],
        "stress" => &["stress p a.sh --against a.sh --time 1ms"],
        "validate" => &["validate p", "validate p p/data/secret/1.in", "validate p ./p"],
        // These commands read problems by name, their own files, or none.
        "completions" | "doctor" | "explain" | "help" | "learn" | "list" | "man" | "merge" | "new"
        | "play" | "receive" | "referee" | "samples" | "sg" => &[],
        other => panic!("what does {other} read?"),
    }
}

#[test]
fn every_command_opens_a_manifest_once() {
    let manifest = "problem_format_version: 2025-09\nname: t\nlimits: {time_limit: 9}\nconstants: {n: 0..=9}\n\
         grammar: {cases: one, case: [{line: [number n]}]}\nanswers: line\n";
    let place = Place::new(&["p/data/secret/1.in:7\n", "p/data/secret/1.ans:7\n", "a.py:print(input())\n"]);
    place.write("p/problem.yaml", manifest);
    for file in ["a.sh", "p/submissions/accepted/a.sh"] {
        place.write(file, CAT);
    }
    let all = nim_toolkit::dispatcher::command();
    let names = all.get_subcommands().map(clap::Command::get_name);
    for line in names.filter(|name| nim_problems::find(name).is_none()).flat_map(lines_of) {
        let words: Vec<_> = line.split(' ').collect();
        opens_once(&place, "problem.yaml", &words);
        // A command that writes or shows a package lists all of its files as well.
        if ["check", "mutants", "stress"].contains(&words[0]) {
            opens_each_once(&place, "tests", vec![place.path("p/data/secret")], &words);
        }
    }
    // An archive of it, by the commands that take one; contest reads all that lies here.
    place.run(0, &["export", "p", "--format", "icpc", "-o", "p.zip"]);
    fs::remove_dir_all(place.path("p")).unwrap();
    let of_archives = ["check", "contest", "export", "import", "mutants", "show", "validate"];
    for line in of_archives.into_iter().flat_map(lines_of) {
        let line = line.replace(" p ", " p.zip ").replace("--submissions", "a.sh");
        let line = if line.ends_with(" p") { format!("{line}.zip") } else { line };
        if !line.contains('/') {
            let words: Vec<_> = line.split(' ').collect();
            opens_each_once(&place, "archive", vec![place.path("p.zip")], &words);
        }
    }
}

/// Command lines that fail where any manifest of the package `p` is unreadable.
const OF_ANY: [&str; 6] = [
    "check p -- cat",
    "check p a.sh --against a.sh",
    "stress p a.sh --gen echo --against a.sh --time 1ms",
    "validate p",
    "mutants p a.py --seconds 1",
    "import p -o q",
];
/// More of them, where it is the main manifest of a format with programs of authors.
const OF_PROGRAMS: [&str; 7] = [
    "check p/data -- cat",
    "check p/data/secret/1.in --submissions",
    "check t p/submissions/accepted/a.sh",
    "check t --checker p/check.py -- cat",
    "stress p/data a.sh --gen echo --against a.sh --time 1ms",
    "stress a.sh --gen p/check.py --against a.sh --time 1ms",
    "gen p",
];

/// Returns a text that no reader of this manifest takes.
fn malformed(manifest: &str) -> &'static [u8] {
    match manifest.trim_end_matches(".orig").rsplit_once('.').unwrap().1 {
        "yaml" | "yml" | "cdf" => b"{a: [",
        "toml" => b"[[tests]]\nx = [",
        "xml" => b"<problem>",
        _ => b"\xff",
    }
}

/// Returns a package that has nothing but a manifest against it.
fn package_with(manifest: &str, text: &[u8]) -> Place {
    let place = Place::new(&["a.py:print(input())\n", "p/check.py:import sys\n"]);
    for test in ["p/data/secret/1", "t/1"] {
        place.write(&format!("{test}.in"), "7\n");
        place.write(&format!("{test}.ans"), "7\n");
    }
    for file in ["a.sh", "p/submissions/accepted/a.sh"] {
        place.write(file, CAT);
    }
    let rules = "solution: /submissions/accepted/a.sh\ndata: {secret: {data: {a: {in: '7'}}}}\n";
    place.write("p/generators/generators.yaml", rules);
    if manifest == "task.toml" {
        place.write("p/gen/gen.toml", "samples = 1\n");
    }
    fs::write(place.path("p").join(manifest), text).unwrap();
    place
}

/// Expects that a command fails, and names an unreadable manifest.
#[track_caller]
fn names(place: &Place, manifest: &str, line: &str) {
    let code = match line {
        "contest ." => 1,
        // A list of tests has a note.
        _ if line.ends_with("--dry-run") => 0,
        _ => 5,
    };
    let output = place.test(&line.split(' ').collect::<Vec<_>>()).command().output().unwrap();
    let text = printed(&output);
    let is_named = output.status.code() == Some(code) && text.contains(manifest);
    assert!(is_named, "{manifest}: {line}: {:?}: {text}", output.status.code());
}

#[test]
fn no_command_takes_an_unreadable_manifest_for_none() {
    let all = nim_toolkit::dispatcher::command();
    let commands = all.get_subcommands().map(clap::Command::get_name);
    let commands = commands.filter(|name| nim_problems::find(name).is_none());
    let of_commands: Vec<&str> = commands.flat_map(lines_of).copied().collect();
    let kinds = FORMATS.iter().flat_map(|format| {
        let kinds = format.manifests.iter().map(|kind| kind.name).chain(format.replacement);
        kinds.unique().map(move |kind| (format, kind.replace('*', "a")))
    });
    for (format, manifest) in turn(kinds, 4) {
        names(&package_with(&manifest, b"\xff"), &manifest, "check p -- cat");
        let place = package_with(&manifest, malformed(&manifest));
        OF_ANY.iter().for_each(|line| names(&place, &manifest, line));
        if !format.has_programs || !is_main_manifest(&manifest) {
            continue;
        }
        // Only a problem.yaml has a grammar.
        let is_of_grammar = |line: &str| line.starts_with("stress") || line.starts_with("validate p ");
        let own = of_commands.iter().filter(|line| manifest == "problem.yaml" || !is_of_grammar(line));
        own.chain(&OF_PROGRAMS).for_each(|line| names(&place, &manifest, line));
    }
}

/// The files that parse manifests: the door, a text in which constants stand, and files that are not manifests.
const PARSE: [&str; 5] = [
    "formats.rs",
    "formats/manifests.rs",
    "formats/icpc.rs",
    "formats/generators.rs",
    "formats/icpc/rules.rs",
];

#[test]
fn manifests_are_parsed_where_they_are_opened() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/task/src");
    let parses = Regex::new(r"nim_yaml::(parse|value|from_str)\b|[^.\w]yaml\(&|toml::from_str").unwrap();
    let mut found = BTreeSet::new();
    let mut folders = vec![root.join("formats"), root.join("package")];
    let mut files = vec![root.join("formats.rs"), root.join("conversion.rs")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        let text = fs::read_to_string(path).unwrap();
        if parses.is_match(text.split("#[cfg(test)]").next().unwrap()) {
            found.insert(path.strip_prefix(&root).unwrap().display().to_string());
        }
    }
    assert_eq!(found, BTreeSet::from(PARSE.map(str::to_owned)));
}
