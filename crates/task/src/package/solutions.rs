//! Converts solutions of a manifest to submissions of the ICPC format: each in the folder with the same expectation.

use std::collections::BTreeSet;
use std::path::Path;

use super::names::valid_name;
use super::{Files, Notes, Package};
use crate::by_path::Naming;
use crate::expected::Expectation;
use crate::formats::manifest::Solution;
use nim_ground::folder::unique;

impl Package {
    /// Moves the solutions out of the files; notes those whose expectation no folder of submissions has, and those that use other files of
    /// the package.
    pub fn take_solutions(&mut self, solutions: &[Solution], files: &mut Files, notes: &mut Notes) {
        let (mut taken, there) = (BTreeSet::new(), files.keys().cloned().collect::<BTreeSet<_>>());
        for Solution { name, expectation, is_function, left_out, .. } in solutions {
            let folder = expectation.as_ref().and_then(Expectation::folder);
            let folder = folder.filter(|_| !is_function && left_out.is_none());
            let Some(folder) = folder else {
                notes.push(format!("{name}: no folder of submissions expects the same, and it is left out"));
                files.remove(name);
                continue;
            };
            let Some(program) = files.remove(name) else { continue };
            // An unreadable file is reported when it is copied.
            let text = program.bytes().unwrap_or_default();
            for used in used_by(name, &String::from_utf8_lossy(&text), &there) {
                notes.push(format!("{name}: it uses {used}, which is left out"));
            }
            let file = name.rsplit_once('/').map_or(name.as_str(), |(_, file)| file);
            let path = unique(&format!("submissions/{folder}/{}", valid_name(file)), &mut taken);
            self.files.insert(path, program);
        }
    }
}

/// Returns the files of a package that the source of this name uses.
fn used_by(name: &str, text: &str, there: &BTreeSet<String>) -> BTreeSet<String> {
    let path = Path::new(name);
    let naming = match path.extension().and_then(|ending| ending.to_str()) {
        Some("py") => Naming::Import,
        Some("rs") => Naming::Module,
        _ => Naming::Include,
    };
    let (around, _) = name.rsplit_once('/').unwrap_or(("", name));
    let used = naming.searched(path, text).into_iter().filter_map(|used| joined(around, &used));
    used.filter(|used| used != name && there.contains(used)).collect()
}

/// Returns a path below a folder of a package; `None` if it leads out of the package.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_package_that_a_source_names_are_found() {
        let there = ["base.hpp", "sol/a.cpp", "sol/lib.h", "sol/help.py"].map(str::to_owned).into();
        let used = |name: &str, text: &str| used_by(name, text, &there).into_iter().collect::<Vec<_>>();
        let text = "#include <vector>\n#include \"../base.hpp\"\n#include \"lib.h\"\n#include \"a.cpp\"\n";
        assert_eq!(used("sol/a.cpp", text), ["base.hpp", "sol/lib.h"]);
        assert_eq!(used("sol/a.cpp", "#include \"../../base.hpp\"\n"), [""; 0]);
        assert_eq!(used("sol/b.py", "import sys\nfrom help import f\n"), ["sol/help.py"]);
        assert_eq!(used("base.hpp", "#include \"sol/lib.h\"\n"), ["sol/lib.h"]);
    }
}
