//! Completions in real shells, and manual pages.

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::run::Test;

/// Lines to complete, and a word that must be offered: commands, problems by any judge's name, games, values of options.
const OFFERED: &[(&str, &str)] = &[
    ("toolkit jo", "john"),
    ("toolkit che", "check"),
    ("toolkit show stones-a", "stones-all-moves"),
    ("toolkit show hdu190", "hdu1907"),
    ("toolkit check hdu190", "hdu1907"),
    ("toolkit stress cf768", "cf768e"),
    ("toolkit gen p427", "p4279"),
    ("toolkit samples poj348", "poj3480"),
    ("toolkit explain zoj311", "zoj3113"),
    ("toolkit export p124", "p1247"),
    ("toolkit sg values wy", "wythoff"),
    ("toolkit play wy", "wythoff"),
    ("toolkit gen --family nim-sum-z", "nim-sum-zero"),
    ("toolkit check --report js", "json="),
    ("toolkit check jo", "john"),
    ("toolkit check --sandbox o", "off"),
    ("toolkit check john --built", "--builtin"),
];

/// `PATH` with the program, which the scripts start, before all else.
fn path() -> std::ffi::OsString {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_toolkit")).parent().unwrap().to_path_buf();
    let old = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&old))).unwrap()
}

/// Returns the script of a shell in a file, or says that there is no such shell.
fn script(shell: &str) -> Option<(TempDir, String)> {
    let is_there = Command::new(shell).args(["-c", "exit 0"]).stderr(Stdio::null()).status();
    if !is_there.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no {shell}");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script");
    fs::write(
        &file,
        Test::new()
            .args(["completions", if shell == "pwsh" { "powershell" } else { shell }])
            .command()
            .output()
            .unwrap()
            .stdout,
    )
    .unwrap();
    let name = file.to_str().unwrap().to_owned();
    Some((folder, name))
}

#[track_caller]
fn offers(command: &mut Command, line: &str, word: &str) {
    let output = command.env("PATH", path()).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.split_whitespace().any(|offered| offered == word), "{line}: {word} is not in {text:?}");
}

/// Prints what bash offers for the last of some words.
const IN_BASH: &str = "COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9
    _clap_complete_toolkit toolkit \"${@: -1}\" \"${@: -2:1}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";

#[test]
fn bash_completes_problems_games_families_and_reports() {
    let Some((_folder, script)) = script("bash") else { return };
    let program = format!(". {script}; set -- $0; {IN_BASH}");
    for (line, word) in OFFERED {
        offers(Command::new("bash").args(["--norc", "-c", &program, line]), line, word);
    }
}

#[test]
fn bash_offers_files_beside_problems_and_options_only_where_one_is_begun() {
    let Some((folder, script)) = script("bash") else { return };
    fs::write(folder.path().join("sol one.cpp"), "").unwrap();
    fs::write(folder.path().join("s$(touch evil)"), "").unwrap();
    let program = format!(". {script}; compopt() {{ printf 'compopt %s %s\\n' \"$@\"; }}; {IN_BASH}");
    let offered = |words: &[&str]| {
        let mut bash = Command::new("bash");
        bash.args(["--norc", "-c", &program, "bash", "toolkit"]).args(words).current_dir(folder.path());
        let output = bash.env("PATH", path()).stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    for command in ["check", "stress", "show", "gen", "explain"] {
        let of_command = offered(&[command, "s"]);
        // Only names that need it are quoted.
        for word in ["sol one.cpp", "s-nim", "s$(touch evil)", "compopt -o filenames"] {
            assert!(of_command.iter().any(|offered| offered == word), "{command}: {word}: {of_command:?}");
        }
    }
    assert_eq!(offered(&["john", "scr"]), ["compopt +o nospace", "script"]);
    assert!(!offered(&["check", "john", ""]).iter().any(|word| word.starts_with('-')));
    assert!(offered(&["check", "john", "--built"]).contains(&"--builtin".to_owned()));
    assert!(!folder.path().join("evil").exists());
}

#[test]
fn fish_completes_problems_games_families_and_reports() {
    let Some((folder, script)) = script("fish") else { return };
    for (line, word) in OFFERED {
        let program = format!("source {script}; complete -C '{line}'");
        let mut fish = Command::new("fish");
        offers(fish.args(["--no-config", "-c", &program]).env("HOME", folder.path()), line, word);
    }
}

/// Starts a zsh on a terminal of its own, types each line and a tab, and prints the line that this makes.
const TYPED_IN_ZSH: &str = r#"
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -U compinit; compinit -u -D; source $1; print re''ady"
zpty -r shell out '*ready*'
for line in "${@[2,-1]}"; do
    zpty -w -n shell "$line"$'\t'
    zpty -w shell $'\C-a: \C-e; print do\'\'ne'
    zpty -r shell out '*done*'
    print -r -- "$out"
done
"#;

#[test]
fn zsh_completes_problems_games_families_and_reports() {
    let Some((folder, script)) = script("zsh") else { return };
    let program = folder.path().join("typed");
    fs::write(&program, TYPED_IN_ZSH).unwrap();
    let mut zsh = Command::new("zsh");
    zsh.arg("-f").arg(program).arg(&script).args(OFFERED.iter().map(|(line, _)| line));
    let output = zsh
        .env("HOME", folder.path())
        .env("PATH", path())
        .env("TERM", "dumb")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    for (line, word) in OFFERED {
        let made = format!("{} {word}", line.rsplit_once(' ').unwrap().0);
        assert!(printed.contains(&made), "{line}: {made} is not in {printed:?}");
    }
}

#[test]
fn powershell_completes_problems_games_families_and_reports() {
    // The completion is tried without the shell's script, too.
    for (line, word) in OFFERED {
        let mut completer = Test::new().args(["--"]).args(line.split(' ')).command();
        let output = completer.env("TOOLKIT_COMPLETE", "powershell").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().any(|offered| offered.split('\t').next() == Some(word)), "{line}: {text}");
    }
    let Some((_folder, script)) = script("pwsh") else { return };
    for (line, word) in OFFERED {
        let program = format!(
            "Get-Content -Raw {script} | Invoke-Expression; (TabExpansion2 '{line}' {}).CompletionMatches.CompletionText",
            line.len()
        );
        offers(Command::new("pwsh").args(["-NoProfile", "-Command", &program]), line, word);
    }
}

#[test]
fn every_command_has_a_manual_page_without_faults() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    Test::new().args(["man", pages.to_str().unwrap()]).run();
    let files: Vec<_> = fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().path()).collect();
    for name in ["toolkit", "toolkit-check", "toolkit-john", "toolkit-sg-values"] {
        assert!(files.contains(&pages.join(format!("{name}.1"))), "{name}");
    }
    let check = fs::read_to_string(pages.join("toolkit-check.1")).unwrap();
    let example = "\n.SH EXAMPLES\n.nf\ntoolkit check john sol.cpp\ntoolkit check tests a.cpp b.py\n";
    for part in [example, "\n.SH \"EXIT STATUS\"\n.TP\n0\n", "[\\fB\\-\\-time\\-limit\\fR \\fIT\\fR]"] {
        assert!(check.contains(part) || check.replace('\n', " ").contains(part), "{part}: {check}");
    }
    let Ok(lint) = Command::new("mandoc").args(["-T", "lint"]).args(&files).output() else {
        eprintln!("skipped: there is no mandoc");
        return;
    };
    assert_eq!(String::from_utf8_lossy(&lint.stdout), "");
}
