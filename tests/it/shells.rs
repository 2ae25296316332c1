//! Completions in real shells, and manual pages.

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::run::Test;

/// Lines to complete, and a word that must be offered.
const OFFERED: &[(&str, &str)] = &[
    ("toolkit jo", "john"),
    ("toolkit show sto", "stones-all-moves"),
    ("toolkit sg values wy", "wythoff"),
    ("toolkit play wy", "wythoff"),
    ("toolkit gen --family nim-sum-z", "nim-sum-zero"),
    ("toolkit check --report js", "json="),
    ("toolkit check jo", "john"),
];

/// Returns the script of a shell in a file, or says that there is no such shell.
fn script(shell: &str) -> Option<(TempDir, String)> {
    let is_there = Command::new(shell).arg("-c").arg("true").stderr(Stdio::null()).status();
    if !is_there.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no {shell}");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script");
    fs::write(&file, Test::new().args(["completions", shell]).command().output().unwrap().stdout).unwrap();
    let name = file.to_str().unwrap().to_owned();
    Some((folder, name))
}

#[track_caller]
fn offers(command: &mut Command, line: &str, word: &str) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.split_whitespace().any(|offered| offered == word), "{line}: {word} is not in {text:?}");
}

#[test]
fn bash_completes_problems_games_families_and_reports() {
    let Some((_folder, script)) = script("bash") else { return };
    let program = format!(
        ". {script}; words=($0); COMP_WORDS=($0); COMP_CWORD=$((${{#words[@]}} - 1))
         _toolkit toolkit \"${{words[-1]}}\" \"${{words[-2]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    for (line, word) in OFFERED {
        offers(Command::new("bash").args(["--norc", "-c", &program, line]), line, word);
    }
}

#[test]
fn bash_knows_every_command_that_takes_files() {
    let script = Test::new().args(["completions", "bash"]).command().output().unwrap().stdout;
    let script = String::from_utf8(script).unwrap();
    let (_, list) = script.split_once("case \"${cmd}\" in\n").unwrap();
    let names: Vec<&str> = list.split(')').next().unwrap().trim().split('|').collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        assert!(script.contains(&format!("cmd=\"{name}\"")), "{name}");
    }
}

#[test]
fn bash_offers_files_beside_problems_and_options_only_where_one_is_begun() {
    let Some((folder, script)) = script("bash") else { return };
    fs::write(folder.path().join("sol one.cpp"), "").unwrap();
    let program = format!(
        ". {script}; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1))
         _toolkit toolkit \"${{@: -1}}\" \"${{@: -2:1}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let offered = |words: &[&str]| {
        let mut bash = Command::new("bash");
        bash.args(["--norc", "-c", &program, "bash", "toolkit"]).args(words).current_dir(folder.path());
        let output = bash.stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (of_check, mut of_john) = (offered(&["check", "john", "s"]), offered(&["john", ""]));
    of_john.sort();
    assert!(
        of_check.contains(&"sol one.cpp".to_owned()) && of_check.contains(&"s-nim".to_owned()),
        "{of_check:?}"
    );
    assert_eq!(of_john, ["script", "sol one.cpp"].map(str::to_owned).to_vec(), "{of_john:?}");
    assert!(!offered(&["check", "john", ""]).iter().any(|word| word.starts_with('-')));
    assert!(offered(&["check", "john", "--built"]).contains(&"--builtin".to_owned()));
    assert!(offered(&["show", "s"]).iter().all(|word| !word.ends_with(".cpp")));
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
    let output = zsh.env("HOME", folder.path()).env("TERM", "dumb").stdin(Stdio::null()).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    for (line, word) in OFFERED {
        let made = format!("{} {word}", line.rsplit_once(' ').unwrap().0);
        assert!(printed.contains(&made), "{line}: {made} is not in {printed:?}");
    }
    // Files are offered beside problems.
    let text = fs::read_to_string(&script).unwrap();
    assert!(text.contains("files\\:file\\:_files"), "{script}");
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
