//! Cached results on a system that hides less than another.

use super::{Attack, User, allowed, jailed, stage};
use std::fs;
use std::process::Command;

/// A program that takes an answer into itself where its compiler can read it.
#[test]
fn no_program_is_kept_that_was_compiled_where_nothing_is_hidden() {
    if Command::new("gcc").arg("--version").output().is_err() {
        return;
    }
    let attack = Attack::new("ok");
    let answer = attack.path("data/1.ans");
    let text = format!(
        "#include <stdio.h>\n__asm__(\"stolen: .incbin \\\"{answer}\\\"\\n.byte 0\");\nextern char stolen[];\n\
         int main(void) {{ fputs(stolen, stdout); }}\n"
    );
    fs::write(attack.path("steal.c"), text).unwrap();
    let cache = attack.path("cache");
    fs::create_dir(&cache).unwrap();
    super::open_to_all(cache.as_ref());
    let check = |user| {
        let toolkit = stage().join("toolkit").display().to_string();
        let cache = format!("XDG_CACHE_HOME={cache}");
        let command = ["env", &cache, &toolkit, "check", &attack.path("data"), &attack.path("steal.c")];
        let output = jailed(user, &command.map(str::to_owned), &attack.folder.path().join("data"));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for open in allowed(&[User::WithoutLandlock]) {
        let first = check(open);
        assert!(first.contains("1 accepted"), "{first}");
        for closed in super::users().into_iter().filter(|&user| user == User::Nobody) {
            let again = check(closed);
            assert!(again.contains("does not compile") && !again.contains("1 accepted"), "{again}");
        }
    }
}

/// A program that takes in a file which a check of other tests does not hide.
#[test]
fn no_program_is_kept_that_was_compiled_where_less_was_hidden() {
    if Command::new("gcc").arg("--version").output().is_err() {
        return;
    }
    let attack = Attack::new("ok");
    for (name, text) in [("other/1.in", "x"), ("other/1.ans", "y"), ("data/1.in", "1"), ("data/1.ans", "2")] {
        fs::create_dir_all(attack.path(name.split('/').next().unwrap_or_default())).unwrap();
        fs::write(attack.path(name), text).unwrap();
    }
    let text = format!(
        "#include <stdio.h>\n__asm__(\"stolen: .incbin \\\"{}\\\"\\n.byte 0\");\nextern char stolen[];\n\
         int main(void) {{ fputs(stolen, stdout); }}\n",
        attack.path("data/1.ans")
    );
    fs::write(attack.path("steal.c"), text).unwrap();
    fs::create_dir(attack.path("cache")).unwrap();
    let check = |data: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolkit"));
        command.args([
            "check",
            "--allow-read",
            &attack.path(""),
            &attack.path(data),
            &attack.path("steal.c"),
        ]);
        let output = command.env("XDG_CACHE_HOME", attack.path("cache")).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let first = check("other");
    if first.contains("does not compile") {
        // This system hides no files.
        return;
    }
    let again = check("data");
    assert!(again.contains("does not compile"), "{again}");
}
