//! A package's manifest is opened once by a command, whatever is read of it: tests, limits, programs, solutions, validators.

use std::mem::MaybeUninit;

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;

use crate::place::Place;

const CAT: &str = "#!/bin/sh\ncat\n";

/// The number of times that a command opens a file of a package.
#[track_caller]
fn opened(place: &Place, manifest: &str, command: &[&str]) -> usize {
    let queue = inotify::init(CreateFlags::NONBLOCK).unwrap();
    let flags = WatchFlags::OPEN | WatchFlags::CLOSE_NOWRITE;
    inotify::add_watch(&queue, place.path(&format!("p/{manifest}")), flags).unwrap();
    place.run(0, command);
    let mut buffer = [const { MaybeUninit::uninit() }; 4096];
    let mut events = Reader::new(queue, &mut buffer);
    let mut count = 0;
    loop {
        match events.next() {
            Ok(event) => count += usize::from(event.events().contains(ReadFlags::OPEN)),
            Err(Errno::AGAIN) => return count,
            Err(error) => panic!("{error}"),
        }
    }
}

/// A package: the name and the text of its manifest, and its other files.
type Package = (&'static str, String, Vec<(&'static str, &'static str)>);

/// A package of each format with programs of its authors that needs no compiler.
fn packages() -> Vec<Package> {
    let polygon = "<problem><judging><testset name='tests'><input-path-pattern>t/%d</input-path-pattern>\
         <answer-path-pattern>t/%d.a</answer-path-pattern><tests><test method='generated' cmd='gen 7'/></tests></testset></judging>\
         <files><executables><executable><source path='files/gen.sh'/></executable></executables></files>\
         <assets><checker name='std::wcmp.cpp'/>\
         <validators><validator><source path='files/valid.sh'/></validator></validators>\
         <solutions><solution tag='main'><source path='sol/a.sh'/></solution></solutions></assets></problem>";
    let rbx = "timeLimit: 1000\nmemoryLimit: 256\nsolutions: [{path: sol/a.sh, outcome: ac}]\n\
         testcases: [{name: one, testcaseGlob: 'data/*.in'}]\n";
    let valid = ("files/valid.sh", "#!/bin/sh\nread n && [ $n = 7 ]\n");
    vec![
        ("problem.xml", polygon.to_owned(), vec![("files/gen.sh", "#!/bin/sh\necho $1\n"), valid, ("solutions/a.sh", "")]),
        ("problem.rbx.yml", rbx.to_owned(), vec![("data/1.in", "7\n")]),
        (
            "task.yaml",
            "name: t\ntime_limit: 1\nmemory_limit: 256\ninfile: ''\noutfile: ''\n".to_owned(),
            vec![("input/input0.txt", "7\n"), ("output/output0.txt", "7\n"), ("gen/valida.sh", "#!/bin/sh\n")],
        ),
        (
            "problem.yaml",
            "problem_format_version: 2025-09\nname: t\ntype: pass-fail\nlimits: {time_limit: 1, memory: 256}\n\
             constants: {n: 7}\n"
                .to_owned(),
            vec![
                ("data/secret/1.in", "7\n"),
                ("data/secret/1.ans", "7\n"),
                ("data/secret/1.yaml", "input_validator_args: ['{{n}}']\n"),
                ("submissions/accepted/a.sh", CAT),
                ("input_validators/valid.sh", "#!/bin/sh\nread n && [ $n = $1 ] && exit 42\n"),
            ],
        ),
    ]
}

#[test]
fn a_manifest_is_opened_once_by_a_command() {
    for (manifest, text, files) in packages() {
        let place = Place::new(&[]);
        place.write(&format!("p/{manifest}"), &text);
        place.write("p/sol/a.sh", CAT);
        for (name, content) in files {
            place.write(&format!("p/{name}"), content);
        }
        assert_eq!(opened(&place, manifest, &["check", "p", "--submissions"]), 1, "{manifest}");
        // The tests of the other packages are not stored, or it reads grammars.
        if manifest == "task.yaml" {
            assert_eq!(opened(&place, manifest, &["validate", "p"]), 1, "{manifest}");
        }
    }
}
