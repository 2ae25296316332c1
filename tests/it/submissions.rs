//! Solutions as contestants write them: they must be accepted on the test data as it stands.

use crate::routes;
use crate::run::{Test, printed};
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The program, or nothing where what it takes is not installed.
fn command(source: &Path, place: &TempDir) -> Option<Vec<PathBuf>> {
    let installed = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    let tool = if source.extension()? == "py" { "python3" } else { "g++" };
    if !installed(tool) {
        // Not by a macro, whose text the test harness would keep to itself.
        let _ = writeln!(std::io::stdout().lock(), "skipped {}: there is no {tool}", source.display());
        return None;
    }
    if tool == "python3" {
        return Some(vec![tool.into(), source.to_owned()]);
    }
    let program = place.path().join(source.file_stem()?);
    let compiled = Command::new(tool).arg("-O2").arg(source).arg("-o").arg(&program).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Some(vec![program])
}

#[test]
fn accepted_submissions_are_accepted_on_the_test_data_as_it_stands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for problem in routes::nim_like_problems() {
        let place = tempfile::tempdir().unwrap();
        let folder = root.join("problems").join(problem.slug.replace('-', "_")).join("submissions/accepted");
        let mut sources: Vec<PathBuf> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        sources.sort();
        let names: Vec<_> =
            sources.iter().map(|source| source.file_name().unwrap().to_str().unwrap()).collect();
        for style in ["int.cpp", "long_long.cpp", "cin.cpp", "lines.py"] {
            assert!(names.contains(&style), "{}: no {style}", problem.slug);
        }
        // Half of them, in turns, unless all are asked for.
        let all = env::var_os("TOOLKIT_TEST_ALL").is_some();
        for (_, source) in
            sources.iter().enumerate().filter(|(i, _)| all || (i + problem.slug.len()) % 2 == 0)
        {
            let Some(command) = command(source, &place) else { continue };
            let data = root.join("testdata").join(problem.slug);
            let check = Test::new().args(["check"]).args([data]).args(["--"]).args(command);
            let text = printed(&check.folder(place.path()).run());
            let left_out = text.lines().filter(|line| line.contains("note: left out")).count();
            assert_eq!(left_out, 1, "{text}");
        }
    }
}
