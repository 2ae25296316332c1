//! Paths that packages, archives and configurations name stay below their folders: what each command may write, and hostile names in
//! every format, before and after.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use nim_judge::constants::Constants;
use nim_judge::layout::discover;
use nim_package::{FORMATS, export, generators, import, write_archive, write_folder};
use proptest::prelude::*;
use serde_json::json;

use crate::place::Place;

/// Every file, folder and link below a folder, with its mode and contents.
fn snapshot(folder: &Path) -> BTreeMap<String, (u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).unwrap() {
            let path = entry.unwrap().path();
            let metadata = path.symlink_metadata().unwrap();
            let contents = if metadata.is_symlink() {
                fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
            } else if metadata.is_dir() {
                folders.push(path.clone());
                Vec::new()
            } else {
                fs::read(&path).unwrap()
            };
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            found.insert(name, (metadata.permissions().mode(), contents));
        }
    }
    found
}

/// The names of what differs between two snapshots.
fn changed(
    before: &BTreeMap<String, (u32, Vec<u8>)>,
    after: &BTreeMap<String, (u32, Vec<u8>)>,
) -> Vec<String> {
    let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
    names.filter(|name| before.get(*name) != after.get(*name)).cloned().collect()
}

/// The commands that write, with the only paths that each may touch.
const WRITERS: &[(&[&str], &[&str])] = &[
    (&["new", "made", "--plain", "batch"], &["made"]),
    (&["gen", "batch"], &["batch/data", "batch/generators/.made"]),
    (&["gen", "john", "-o", "inputs"], &["inputs"]),
    (&["samples", "john", "-o", "samples"], &["samples"]),
    (&["import", "batch", "-o", "imported"], &["imported"]),
    (&["export", "batch", "--format", "icpc", "-o", "exported/"], &["exported"]),
    (&["export", "batch", "--format", "dmoj", "-o", "exported.zip", "--lossy"], &["exported.zip"]),
    (&["show", "john", "-o", "page.html"], &["page.html"]),
    (&["check", "batch", "--dry-run"], &[]),
    (&["check", "batch", "--report", "json=report.json", "--", "cat"], &["report.json"]),
    (&["check", "batch", "--submissions", "--report", "html=report.html"], &["report.html"]),
    (&["validate", "batch"], &[]),
    (&["show", "batch"], &[]),
    (&["contest", "."], &[]),
];

/// A package as `new` makes it, with rules for its tests.
fn batch() -> Place {
    let place = Place::new(&["victim/docker-compose.yaml:old\n"]);
    place.run(0, &["new", "batch", "--plain", "batch"]);
    place.write(
        "batch/generators/generators.yaml",
        "data:\n  secret:\n    data:\n      made: {in: '7', ans: '3 4'}\n",
    );
    place
}

#[test]
fn every_command_writes_only_what_its_row_names() {
    let place = batch();
    let root = place.path("");
    for (args, may_touch) in WRITERS {
        let before = snapshot(&root);
        let text = crate::run::printed(&place.toolkit(args).output().unwrap());
        let changed = changed(&before, &snapshot(&root));
        let stray = changed.iter().find(|name| !may_touch.iter().any(|own| Path::new(name).starts_with(own)));
        assert_eq!(stray, None, "{args:?}: {text}");
        let unwritten = may_touch.iter().find(|own| !place.path(own).exists());
        assert_eq!(unwritten, None, "{args:?}: {text}");
    }
}

#[test]
fn gen_refuses_names_and_links_that_lead_out_before_it_writes() {
    let rules = |name: &str, rule: &str| {
        format!(
            "data:\n  secret:\n    data:\n      a: {{in: '7', ans: '3 4'}}\n      {name}:\n        {rule}\n"
        )
    };
    let up = "\"x/../../../../victim\"";
    for (name, rule, why) in [
        (up, "include: [a]", "generators.yaml:5: \"x/../../../../victim\" is no name of a test or a group"),
        (up, "testdata.yaml: {a: b}", "is no name of a test or a group"),
        (up, "data: [{b: {in: '8', ans: '4 4'}}]", "is no name of a test or a group"),
        ("\"\\e[31m\"", "include: [a]", "is no name of a test or a group"),
        (
            "linked",
            "include: [a]",
            "data/secret/linked/a.ans: leads through linked, which is a link or no folder",
        ),
        ("linked", "testdata.yaml: {a: b}", "data/secret/linked/testdata.yaml: leads through linked"),
        ("z", "copy: key", "generators/key.in: leads out of its folder"),
        ("z", "copy: far/docker-compose", "generators/far/docker-compose.in: leads out of its folder"),
        ("file", "{in: '8', ans: '4 4'}", "data/secret/file.in: is no regular file"),
    ] {
        let place = batch();
        place.write("victim/docker-compose.in", "old\n");
        place.write("victim/a.in", "old\n");
        fs::create_dir_all(place.path("batch/generators")).unwrap();
        for (target, link) in [
            ("../../../victim", "batch/data/secret/linked"),
            ("../../../victim/a.in", "batch/data/secret/file.in"),
            ("../../victim/a.in", "batch/generators/key.in"),
            ("../../victim", "batch/generators/far"),
        ] {
            symlink(target, place.path(link)).unwrap();
        }
        place.write("batch/generators/generators.yaml", &rules(name, rule));
        let before = snapshot(&place.path(""));
        let text = place.run(5, &["gen", "batch"]);
        assert!(text.contains(why), "{why:?} is not in {text}");
        assert_eq!(changed(&before, &snapshot(&place.path(""))), Vec::<String>::new(), "{why}");
    }
}

#[test]
fn gen_removes_nothing_behind_a_link() {
    let place = batch();
    place.run(0, &["gen", "batch"]);
    fs::rename(place.path("batch/data/secret"), place.path("elsewhere")).unwrap();
    symlink("../../elsewhere", place.path("batch/data/secret")).unwrap();
    place.write(
        "batch/generators/generators.yaml",
        "data:\n  sample:\n    data:\n      made: {in: '9', ans: '4 5'}\n",
    );
    let before = snapshot(&place.path("elsewhere"));
    assert!(place.run(0, &["gen", "batch"]).contains("0 removed"));
    assert_eq!(changed(&before, &snapshot(&place.path("elsewhere"))), Vec::<String>::new());
}

#[test]
fn programs_stay_executable_in_every_packaging() {
    let place = Place::new(&[
        "p/problem.yaml:problem_format_version: 2025-09\nname: x\nuuid: y\nlimits: {time_limit: 1}\n",
        "p/data/secret/1.in:x\n",
        "p/data/secret/1.ans:no\n",
        "p/output_validator/words/no.txt:no\n",
        "no:#!/bin/sh\necho no\n",
    ]);
    place.write("p/output_validator/build", "#!/bin/sh\ncp words/no.txt expected\n");
    place.write(
        "p/output_validator/run",
        "#!/bin/sh\ncmp -s - \"$(dirname \"$0\")/expected\" && exit 42 || exit 43\n",
    );
    let mut tar = tar::Builder::new(fs::File::create(place.path("p.tar")).unwrap());
    tar.append_dir_all("p", place.path("p")).unwrap();
    tar.finish().unwrap();
    place.run(0, &["export", "p", "--format", "icpc", "-o", "folder/"]);
    place.run(0, &["export", "p", "--format", "icpc", "-o", "p.zip"]);
    place.run(0, &["import", "p.zip", "-o", "from_zip"]);
    place.run(0, &["import", "p.tar", "-o", "from_tar"]);
    for package in ["p", "folder/p", "from_zip", "from_tar"] {
        let mode = |name: &str| {
            fs::metadata(place.path(&format!("{package}/{name}"))).unwrap().permissions().mode() & 0o111
        };
        for name in ["build", "run"] {
            assert_ne!(mode(&format!("output_validator/{name}")), 0, "{package}: {name}");
        }
        assert_eq!(mode("problem.yaml"), 0, "{package}");
        assert_eq!(place.verdict(0, &[package, "--", "./no"]).0, "AC", "{package}");
    }
    assert_eq!(place.verdict(0, &["p.zip", "--", "./no"]).0, "AC");
}

#[test]
fn links_beside_a_single_word_do_not_matter() {
    let place = Place::new(&[
        "t/1.in:a\n",
        "t/1.ans:a\n",
        "bin/cat:#!/bin/sh\ncat\n",
        "out/lost.in:a\n",
        "b/1.in:a\n",
    ]);
    symlink("../out/lost.in", place.path("bin/lost")).unwrap();
    symlink("../out/lost.in", place.path("t/2.in")).unwrap();
    let text = place.run(2, &["check", "t/1.in", "bin/cat"]);
    assert!(text.contains("it is a program") && text.contains("toolkit check t/1.in -- bin/cat"), "{text}");
    place.run(0, &["check", "t/1.in", "--", "bin/cat"]);
    // A whole folder may lose a test, and so may an input whose answer is such a link.
    assert!(place.run(5, &["check", "t", "--", "bin/cat"]).contains("so that a test may be lost"));
    symlink("../out/lost.in", place.path("b/1.ans")).unwrap();
    assert!(place.run(5, &["check", "b/1.in", "--", "bin/cat"]).contains("so that a test may be lost"));
}

/// Parts of hostile paths, of which some lead to links and folders that are there.
const PARTS: &[&str] = &[
    "..",
    ".",
    "",
    "a",
    "A",
    "victim",
    "folder",
    "file",
    "\0",
    "\u{1b}[31m",
    "\u{202e}",
    "C:",
    "C:\\x",
    "a\\..\\..",
    "con",
    "secret.in",
    "secret",
    "*",
    "%01d",
    "1",
    "1.in",
];

fn hostile() -> impl Strategy<Value = String> {
    let part =
        prop_oneof![8 => prop::sample::select(PARTS).prop_map(str::to_owned), 1 => Just("x".repeat(300))];
    let parts = prop::collection::vec(part, 1..6).prop_map(|parts| parts.join("/"));
    prop_oneof![4 => parts.clone(), 1 => parts.prop_map(|path| format!("/{path}"))]
}

/// The configurations that name files, with a name in every place for one.
fn configurations(name: &str) -> Vec<(&'static str, String)> {
    let yaml = |value: serde_json::Value| value.to_string();
    let pair = json!({"in": name, "out": name, "input": name, "output": name});
    let xml = name
        .replace(|c: char| c.is_control(), "_")
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;");
    let source = format!("<source path=\"{xml}\" type=\"cpp.g++17\"/>");
    vec![
        (
            "problem.yaml",
            yaml(json!({"name": name, "uuid": name, "special_compare": name, "validation": "custom"})),
        ),
        (
            "init.yml",
            yaml(
                json!({"archive": name, "test_cases": [pair], "checker": {"name": name, "args": {"files": name}}, "generator": name, "interactive": {"files": name}, "custom_judge": name}),
            ),
        ),
        (
            "config.yaml",
            yaml(
                json!({"cases": [pair], "checker": name, "checker_type": "testlib", "interactor": name, "user_extra_files": [name], "judge_extra_files": [name], "filename": name}),
            ),
        ),
        ("config.yml", yaml(json!({name: {"timeLimit": 1000, "score": 1}}))),
        (
            "data.yml",
            yaml(
                json!({"inputFile": name, "outputFile": name, "userOutput": name, "subtasks": [{"score": 1, "type": "sum", "cases": [name]}], "specialJudge": {"fileName": name, "language": "cpp"}, "extraSourceFiles": [{"language": "cpp", "files": [{"name": name, "dest": name}]}]}),
            ),
        ),
        (
            "problem.rbx.yml",
            yaml(
                json!({"name": name, "checker": {"path": name}, "solutions": [{"path": name}], "generators": [{"name": "g", "path": name}], "testcases": [{"name": name, "testcaseGlob": name, "testcases": [{"inputPath": name, "outputPath": name}], "generatorScript": {"path": format!("{name}.txt"), "root": name}}]}),
            ),
        ),
        (
            "problem.conf",
            format!(
                "n_tests 1\ninput_pre {name}\ninput_suf in\noutput_pre {name}\noutput_suf in\nuse_builtin_judger on\n"
            ),
        ),
        ("Config.ini", format!("1\n{name}|{name}|1|10|1024\n")),
        ("task.yaml", yaml(json!({"name": name, "infile": name, "outfile": name, "n_input": 1}))),
        ("gen/cases.gen", format!(": GEN g {name}\n: VAL v {name}\n: SUBTASK 1\n: COPY {name}\n: RUN g 1\n")),
        (
            "problem.xml",
            format!(
                "<problem><judging><testset name=\"tests\"><input-path-pattern>{xml}%01d</input-path-pattern><answer-path-pattern>{xml}%01d.a</answer-path-pattern><tests><test method=\"manual\"/></tests></testset></judging><assets><checker name=\"x\">{source}</checker><interactor>{source}</interactor><validators><validator>{source}</validator></validators><solutions><solution tag=\"main\">{source}</solution></solutions></assets></problem>"
            ),
        ),
        (
            "generators/generators.yaml",
            yaml(
                json!({"solution": format!("/{name}"), "generators": {name: [name]}, "data": {"secret": {"data": {name: {"testdata.yaml": {"a": 1}, "data": [{name: {"copy": name}}]}}}}}),
            ),
        ),
    ]
}

/// What stands outside in all files, and may be found in nothing that is written.
const SECRET: &str = "what-nobody-may-copy";

/// Reads packages in every format that names a file so, writes them in every format, and says what is wrong.
fn misled(name: &str) -> Option<String> {
    let place = Place::new(&[
        "outside/victim/secret.in:",
        "outside/1.in:",
        "outside/secret.in:",
        "p/1.in:1\n",
        "p/1.out:1\n",
    ]);
    for file in ["outside/victim/secret.in", "outside/1.in", "outside/secret.in"] {
        place.write(file, SECRET);
    }
    let outside = place.path("outside").canonicalize().unwrap();
    for (target, link) in
        [("../outside", "folder.d"), ("../outside/secret.in", "file.d"), ("../outside", "victim")]
    {
        symlink(target, place.path("p").join(link)).unwrap();
    }
    let before = snapshot(&outside);
    let mut number = 0;
    for (file, text) in configurations(name) {
        let path = format!("p/{file}");
        place.write(&path, &text);
        if file == generators::FILE
            && let Ok(plan) = generators::read(&text, &Constants::default())
        {
            let paths =
                plan.tests.iter().map(|test| &test.path).chain(plan.files.iter().map(|(path, _)| path));
            let stray = paths.clone().find(|path| !nim_ground::folder::is_portable(path));
            assert_eq!(stray, None, "{file}");
        }
        if let Ok(suite) = discover(&place.path("p")) {
            let inputs = suite.tests.iter().flat_map(|test| [test.input.as_path(), test.expected.file()]);
            let led =
                inputs.filter_map(|file| file.canonicalize().ok()).find(|file| file.starts_with(&outside));
            if led.is_some() {
                return Some(format!("{file}: {led:?} is a test's"));
            }
        }
        if let Ok((package, _)) = import(&place.path("p"), &mut Vec::new()) {
            for format in FORMATS.iter().map(Some).chain([None]) {
                let Ok(files) = export(&package, format, &mut Vec::new()) else { continue };
                number += 1;
                let target = place.path(&format!("written/{number}"));
                let is_written = write_folder(&files, &target).is_ok();
                let _ = write_archive(&files, fs::File::create(place.path("written.zip")).unwrap());
                let holds = |(_, text): &(u32, Vec<u8>)| {
                    text.windows(SECRET.len()).any(|part| part == SECRET.as_bytes())
                };
                if is_written && snapshot(&target).values().any(holds) {
                    return Some(format!("{file}: what is outside was copied"));
                }
            }
        }
        fs::remove_file(place.path(&path)).unwrap();
    }
    let changed = changed(&before, &snapshot(&outside));
    (!changed.is_empty()).then(|| format!("{changed:?} was changed"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hostile_names_lead_nowhere_in_any_format(name in hostile()) {
        prop_assert_eq!(misled(&name), None, "{:?}", name);
    }
}

#[test]
fn names_that_led_out_lead_nowhere() {
    for name in [
        "../outside/secret.in",
        "../outside/1",
        "victim/secret.in",
        "../outside/*",
        "folder.d/1.in",
        "file.d",
    ] {
        assert_eq!(misled(name), None, "{name}");
    }
    let outside = tempfile::tempdir().unwrap();
    fs::File::create(outside.path().join("secret.in")).unwrap().write_all(SECRET.as_bytes()).unwrap();
    let absolute = outside.path().join("secret.in").display().to_string();
    let before = snapshot(outside.path());
    assert_eq!(misled(&absolute), None);
    assert_eq!(changed(&before, &snapshot(outside.path())), Vec::<String>::new());
}
