//! Each command writes only its own files, and no name or link in a package leads it elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::place::Place;
use crate::wait::until;

/// Every file, folder and link below a folder, with its mode and contents.
pub type Snapshot = BTreeMap<String, (u32, Vec<u8>)>;

/// Returns the files and folders below a folder.
pub fn snapshot(folder: &Path) -> Snapshot {
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

/// Returns the names of the files that differ between two snapshots.
pub fn changed(before: &Snapshot, after: &Snapshot) -> Vec<String> {
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
    (&["mutants", "batch", "--seconds", "1"], &[]),
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
        ("linked", "include: [a]", "data/secret/linked/a.ans: leads out of its folder"),
        ("linked", "testdata.yaml: {a: b}", "data/secret/linked/testdata.yaml: leads out of its folder"),
        ("z", "copy: key", "generators/key.in: leads out of its folder"),
        ("z", "copy: far/docker-compose", "generators/far/docker-compose.in: leads out of its folder"),
        ("file", "{in: '8', ans: '4 4'}", "data/secret/file.in: leads out of its folder"),
        ("z", "generate: far/make.sh", "generators/far/make.sh leads out of its folder"),
        (
            "z",
            "{in: '8', solution: /submissions/far/make.sh}",
            "submissions/far/make.sh leads out of its folder",
        ),
    ] {
        let place = batch();
        place.write("victim/docker-compose.in", "old\n");
        place.write("victim/a.in", "old\n");
        place.write("victim/make.sh", "#!/bin/sh\necho 9\n");
        fs::create_dir_all(place.path("batch/generators")).unwrap();
        fs::create_dir_all(place.path("batch/submissions")).unwrap();
        for (target, link) in [
            ("../../../victim", "batch/data/secret/linked"),
            ("../../../victim/a.in", "batch/data/secret/file.in"),
            ("../../victim/a.in", "batch/generators/key.in"),
            ("../../victim", "batch/generators/far"),
            ("../../victim", "batch/submissions/far"),
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
fn a_configuration_that_is_no_file_is_not_waited_for() {
    for command in ["gen", "validate", "check", "show", "export"] {
        let place = batch();
        place.write("batch/generators/generators.yaml", "data:\n  secret:\n    data:\n      a: {in: '7'}\n");
        fs::remove_file(place.path("batch/problem.yaml")).unwrap();
        let made = Command::new("mkfifo").arg(place.path("batch/problem.yaml")).status();
        assert!(made.is_ok_and(|status| status.success()));
        let mut child =
            place.toolkit(&[command, "batch"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        until(&format!("{command} has ended"), || child.try_wait().unwrap().is_some());
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
    // A plain folder may have its files elsewhere. A package that is read whole may lose a test.
    place.run(0, &["check", "t", "--", "bin/cat"]);
    place.write("t/problem.yaml", "name: t\n");
    assert!(place.run(5, &["check", "t", "--", "bin/cat"]).contains("so that a test may be lost"));
    symlink("../out/lost.in", place.path("b/1.ans")).unwrap();
    place.write("b/problem.yaml", "name: b\n");
    assert!(place.run(5, &["check", "b/1.in", "--", "bin/cat"]).contains("so that a test may be lost"));
}
