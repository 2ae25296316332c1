//! A folder to run the program in.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Test, printed};

/// A temporary folder to run commands in.
pub struct Place(TempDir);

impl Place {
    /// Creates a folder with these files; `:` separates name and content, and a shell script becomes executable.
    pub fn new(files: &[&str]) -> Self {
        Self::with(tempfile::tempdir().unwrap(), files)
    }

    /// Like [`Self::new`], in a folder below this one; `None` if this user may not make one there.
    pub fn below(around: &str, files: &[&str]) -> Option<Self> {
        Some(Self::with(tempfile::tempdir_in(around).ok()?, files))
    }

    fn with(folder: TempDir, files: &[&str]) -> Self {
        let place = Self(folder);
        for file in files {
            let (name, content) = file.split_once(':').unwrap();
            place.write(name, content);
        }
        place
    }

    /// Writes a file.
    pub fn write(&self, name: &str, content: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        if content.starts_with("#!") {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }

    /// Returns the path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns a run of the program in this folder, whose `config` is the user's configuration.
    pub fn test(&self, args: &[&str]) -> Test {
        Test::new().args(args).folder(self.0.path()).config(self.path("config"))
    }

    /// Returns the program, in this folder.
    pub fn toolkit(&self, args: &[&str]) -> Command {
        self.test(args).command()
    }

    /// Runs it, expects this exit code, and gives back all that it printed.
    #[track_caller]
    pub fn run(&self, code: i32, args: &[&str]) -> String {
        printed(&self.test(args).status(code).run())
    }

    /// Returns the JSON report of a check with these arguments.
    #[track_caller]
    pub fn report(&self, code: i32, args: &[&str]) -> Value {
        let mut all = vec!["check", "--report", "json=report.json"];
        all.extend(args);
        let text = self.run(code, &all);
        let report = fs::read(self.path("report.json")).unwrap_or_else(|_| panic!("no report: {text}"));
        serde_json::from_slice(&report).unwrap()
    }

    /// Verdict and message of the only test.
    #[track_caller]
    pub fn verdict(&self, code: i32, args: &[&str]) -> (String, String) {
        let report = self.report(code, args);
        let test = &report["tests"][0];
        assert_eq!(report["tests"].as_array().unwrap().len(), 1);
        (test["verdict"].as_str().unwrap().to_owned(), test["message"].as_str().unwrap().to_owned())
    }
}

/// A folder of the project's test data.
pub fn testdata(folder: &str) -> String {
    format!("{}/testdata/{folder}", env!("CARGO_MANIFEST_DIR"))
}

/// One test that wants `a b` for an answer.
const ONE: [&str; 2] = ["t/1.in:a b\n", "t/1.out:a b\n"];

/// Creates a folder with that test and these files.
pub fn one(more: &[&str]) -> Place {
    Place::new(&[&ONE, more].concat())
}
