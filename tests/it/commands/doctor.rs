//! `toolkit doctor`: its findings agree with the machine, and with the commands that they name.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;

use crate::run::{PATH, Test, printed};

fn findings(test: Test) -> Value {
    serde_json::from_slice(&test.args(["doctor", "--json"]).run().stdout).unwrap()
}

/// Returns the finding of a language.
fn language<'a>(findings: &'a Value, name: &str) -> &'a Value {
    findings["languages"].as_array().unwrap().iter().find(|language| language["name"] == name).unwrap()
}

#[test]
fn machine_layers_and_languages_are_found() {
    let found = findings(Test::new());
    assert_eq!(found["schema"], "toolkit-doctor/1");
    let levels = found["machine"]["levels"].as_array().unwrap();
    assert!(levels.contains(&found["machine"]["level"]) && levels[0] == "scalar", "{levels:?}");
    let total = found["machine"]["memory"]["total"].as_u64().unwrap();
    let meminfo = fs::read_to_string("/proc/meminfo").unwrap();
    assert!(meminfo.contains(&format!("{} kB", total >> 10)), "{total}");
    assert_eq!(found["broken"], serde_json::json!([]));

    // A report of `check` names the same layers of the sandbox.
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.json");
    let to = format!("json={}", report.display());
    Test::new().args(["check", "testdata/john/sample", "--report", &to, "--", "cat"]).status(1).run();
    let report: Value = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    let layers = found["sandbox"]["layers"].as_array().unwrap();
    let is_active =
        |name: &Value| layers.iter().find(|layer| layer["name"] == *name).unwrap()["active"] == true;
    for name in report["sandbox"]["layers"].as_array().unwrap() {
        assert!(is_active(name), "{name}");
    }
    for name in report["sandbox"]["missing"].as_array().unwrap() {
        assert!(!is_active(name), "{name}");
    }

    let python = Command::new("python3").arg("--version").env("PATH", &*PATH).output();
    if let Some(python) = python.ok().filter(|python| python.status.success()) {
        assert_eq!(language(&found, "Python")["version"], printed(&python).trim());
    }
}

#[test]
fn a_level_that_was_chosen_is_said() {
    let mut command = Test::new().args(["doctor"]).command();
    let output = command.env("TOOLKIT_SIMD", "scalar").env("PATH", "").output().unwrap();
    let text = printed(&output);
    assert!(text.contains(": scalar, chosen by TOOLKIT_SIMD (of scalar"), "{text}");
}

#[test]
fn compilers_that_are_missing_broken_or_hostile_are_named() {
    let place = tempfile::tempdir().unwrap();
    for (name, script) in [
        ("gcc", "echo 'gcc \x1b[31mred 1.0'; echo more"),
        ("g++", "echo no licence >&2; exit 3"),
        ("python3", "echo Python 9.9 >&2"),
    ] {
        let file = place.path().join(name);
        fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = Test::new().args(["doctor"]).command();
    let text = printed(&command.env("PATH", place.path()).output().unwrap());
    for line in [
        "  yes  C           gcc \\x1b[31mred 1.0\n",
        "  no   C++         `g++ --version` fails: no licence\n",
        "  yes  Python      Python 9.9\n",
        "  no   Rust        not installed: rustc\n",
        "to check programs in Bash (bash), C# (mcs, mono), ",
        "  C++: `g++ --version` fails: no licence\n",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_breaks_the_toolkit() {
    let mut command = Test::new().args(["doctor", "--json"]).command();
    let output = command.env("TMPDIR", "/proc/nowhere").env("PATH", "").output().unwrap();
    assert_eq!(output.status.code(), Some(5));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(found["broken"][0].as_str().unwrap().contains("/proc/nowhere"), "{found}");
}
