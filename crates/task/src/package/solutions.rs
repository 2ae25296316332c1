//! The solutions that a manifest lists, as submissions of the ICPC format: in the folder by which the same is expected of them.

use std::collections::BTreeSet;

use super::names::valid_name;
use super::{Files, Notes, Package};
use crate::expected::Expectation;
use crate::formats::manifest::Solution;
use nim_ground::folder::unique;

impl Package {
    /// Takes the solutions out of the files; notes those of which no folder of submissions expects the same.
    pub fn take_solutions(&mut self, solutions: &[Solution], files: &mut Files, notes: &mut Notes) {
        let mut taken = BTreeSet::new();
        for Solution { name, expectation, is_function, left_out, .. } in solutions {
            let folder = expectation.as_ref().and_then(Expectation::folder);
            let folder = folder.filter(|_| !is_function && left_out.is_none());
            let Some(folder) = folder else {
                notes.push(format!("{name}: no folder of submissions expects the same, and it is left out"));
                files.remove(name);
                continue;
            };
            let Some(program) = files.remove(name) else { continue };
            let file = name.rsplit_once('/').map_or(name.as_str(), |(_, file)| file);
            let path = unique(&format!("submissions/{folder}/{}", valid_name(file)), &mut taken);
            self.files.insert(path, program);
        }
    }
}
