//! `toolkit new --plain KIND NAME`: the folder of a problem in the ICPC format, with a small example that works.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context;
use itertools::Itertools;
use nim_task::formats::generators::{self, MADE};

use super::super::say;
use crate::exit::Exit;

/// The kinds of problems.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Kind {
    /// An output for an input, judged by an output validator
    Batch,
    /// A dialogue with an interactor
    Interactive,
    /// Subtasks with points
    Scoring,
}

/// A file: where it is, and its text with names between `@`.
type File = (&'static str, &'static str);

const COMMON: &[File] = &[
    ("problem.yaml", include_str!("plain/problem.yaml.txt")),
    ("input_validators/validate.py", include_str!("plain/input_validator.py.txt")),
    ("generators/pick.py", include_str!("plain/pick.py.txt")),
    // What the validators must refuse; `contest` and `check --submissions` try that.
    ("data/invalid_input/too-large.in", "@beyond@\n"),
    ("data/invalid_input/two-numbers.in", "@least@ @least@\n"),
];

// The tests of each kind are those that its `generators.yaml` makes.

const BATCH: &[File] = &[
    ("statement/problem.en.tex", include_str!("plain/batch/problem.en.tex.txt")),
    ("generators/generators.yaml", include_str!("plain/batch/generators.yaml.txt")),
    ("output_validator/validate.py", include_str!("plain/batch/validate.py.txt")),
    ("submissions/accepted/half.py", "n = int(input())\nprint(n // 2, n - n // 2)\n"),
    ("submissions/wrong_answer/too_little.py", "n = int(input())\nprint(n // 2, n // 2)\n"),
    ("data/sample/1.in", "5\n"),
    ("data/sample/1.ans", "2 3\n"),
    ("data/secret/1-least.in", "0\n"),
    ("data/secret/1-least.ans", "0 0\n"),
    ("data/secret/2-small.in", "7\n"),
    ("data/secret/2-small.ans", "3 4\n"),
    ("data/secret/3-large-1.in", "600567233\n"),
    ("data/secret/3-large-1.ans", "300283616 300283617\n"),
    ("data/secret/4-large-2.in", "440188407\n"),
    ("data/secret/4-large-2.ans", "220094203 220094204\n"),
    ("data/secret/5-most.in", "1000000000\n"),
    ("data/secret/5-most.ans", "500000000 500000000\n"),
    ("data/invalid_answer/three-numbers.in", "5\n"),
    ("data/invalid_answer/three-numbers.ans", "2 2 1\n"),
    ("data/invalid_output/wrong-sum.in", "5\n"),
    ("data/invalid_output/wrong-sum.ans", "2 3\n"),
    ("data/invalid_output/wrong-sum.out", "2 2\n"),
    ("data/valid_output/another-split.in", "5\n"),
    ("data/valid_output/another-split.ans", "2 3\n"),
    ("data/valid_output/another-split.out", "5 0\n"),
];

const INTERACTIVE: &[File] = &[
    ("statement/problem.en.tex", include_str!("plain/interactive/problem.en.tex.txt")),
    ("generators/generators.yaml", include_str!("plain/interactive/generators.yaml.txt")),
    ("output_validator/validate.py", include_str!("plain/interactive/validate.py.txt")),
    ("submissions/accepted/halves.py", include_str!("plain/interactive/right.py.txt")),
    ("submissions/wrong_answer/one_by_one.py", include_str!("plain/interactive/wrong.py.txt")),
    ("data/sample/1.in", "37\n"),
    ("data/sample/1.ans", ""),
    // What contestants may download in place of the input, which BAPCtools requires beside a dialogue.
    ("data/sample/1.in.download", "37\n"),
    ("data/sample/1.interaction", ">50\n<lower\n>25\n<higher\n>37\n<correct\n"),
    ("data/secret/1-least.in", "1\n"),
    ("data/secret/1-least.ans", ""),
    ("data/secret/2-some-1.in", "90\n"),
    ("data/secret/2-some-1.ans", ""),
    ("data/secret/3-some-2.in", "48\n"),
    ("data/secret/3-some-2.ans", ""),
    ("data/secret/4-most.in", "100\n"),
    ("data/secret/4-most.ans", ""),
];

const SCORING: &[File] = &[
    ("statement/problem.en.tex", include_str!("plain/scoring/problem.en.tex.txt")),
    ("generators/generators.yaml", include_str!("plain/scoring/generators.yaml.txt")),
    ("submissions/accepted/formula.py", "n = int(input())\nprint(n * (n + 1) // 2)\n"),
    ("submissions/wrong_answer/one_less.py", "n = int(input())\nprint(sum(range(min(n, 1000))))\n"),
    ("data/sample/1.in", "4\n"),
    ("data/sample/1.ans", "10\n"),
    ("data/secret/test_group.yaml", "max_score: 100\nscore_aggregation: \"sum\"\n"),
    ("data/secret/1/test_group.yaml", "max_score: 40\nscore_aggregation: \"pass-fail\"\n"),
    ("data/secret/1/least.in", "0\n"),
    ("data/secret/1/least.ans", "0\n"),
    ("data/secret/1/some.in", "917\n"),
    ("data/secret/1/some.ans", "420903\n"),
    ("data/secret/1/most.in", "1000\n"),
    ("data/secret/1/most.ans", "500500\n"),
    (
        "data/secret/2/test_group.yaml",
        "max_score: 60\nscore_aggregation: \"pass-fail\"\nrequire_pass: [\"secret/1\"]\n",
    ),
    ("data/secret/2/some.in", "138092586\n"),
    ("data/secret/2/some.ans", "9534781223129991\n"),
    ("data/secret/2/most.in", "1000000000\n"),
    ("data/secret/2/most.ans", "500000000500000000\n"),
];

impl Kind {
    fn files(self) -> &'static [File] {
        match self {
            Self::Batch => BATCH,
            Self::Interactive => INTERACTIVE,
            Self::Scoring => SCORING,
        }
    }

    /// Returns the names between `@` of this kind.
    fn names(self) -> [(&'static str, &'static str); 4] {
        let (kind, least, most, beyond) = match self {
            Self::Batch => ("pass-fail", "0", "1000000000", "1000000001"),
            Self::Interactive => ("interactive", "1", "100", "101"),
            Self::Scoring => ("scoring", "0", "1000000000", "1000000001"),
        };
        [("@type@", kind), ("@least@", least), ("@most@", most), ("@beyond@", beyond)]
    }
}

/// Writes the folder of this name, which must not exist.
pub fn write(kind: Kind, name: &str, title: &str, uuid: &str) -> anyhow::Result<Exit> {
    let folder = Path::new(name);
    anyhow::ensure!(!folder.exists(), "{name} exists; nothing has been written: choose another name");
    fs::create_dir(folder).with_context(|| format!("cannot create {name}"))?;
    let quoted = serde_json::Value::from(title).to_string();
    let mut out = io::stdout().lock();
    for (path, text) in COMMON.iter().chain(kind.files()) {
        let own = [("@title@", title), ("@quoted@", quoted.as_str()), ("@uuid@", uuid)];
        let names = kind.names().into_iter().chain(own);
        let text = names.fold((*text).to_owned(), |text, (name, value)| text.replace(name, value));
        super::write_file(&folder.join(path), &text, &mut out)?;
    }
    // By it, `toolkit gen` knows the tests that it may remove; examples for validators are not made by it.
    let is_test = |path: &str| ["sample/", "secret/"].iter().any(|group| path.starts_with(group));
    let files = kind.files().iter().filter_map(|(path, text)| Some((path.strip_prefix("data/")?, *text)));
    let data = files.filter(|(path, _)| is_test(path)).map(|(path, text)| (path, text.as_bytes()));
    super::write_file(&folder.join(MADE), &generators::list_of_made(data.sorted()), &mut out)?;
    say::note(format_args!("`toolkit check {name} --submissions` runs its programs on its tests"));
    Ok(Exit::Success)
}
