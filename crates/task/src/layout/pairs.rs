//! Pairs inputs and answers: first by configurations, then by names.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use itertools::Itertools;

use super::files::File;
use super::naming_scheme::{self, NamingScheme, folder_of, group_of};
use super::order::natural;
use super::search::Search;
use super::test::{Expected, Test};
use super::test_set::Missing;
use nim_ground::content::Content;
use nim_ground::error::named;

impl Search {
    pub(super) fn pair_by_config(&mut self) {
        let configs = std::mem::take(&mut self.tasks);
        let mut found = Vec::new();
        for (folder, own) in &configs {
            for config in own {
                // A file is in several tests if several subtasks list it; two configurations may name the same tests.
                let mut used = HashSet::new();
                let mut unanswered: HashMap<usize, Vec<_>> = HashMap::new();
                for test in &config.tests {
                    // UOJ and Hydro keep their data beside the configuration, others name a path from there.
                    let [input, answer] = [test.name.as_str(), test.answer_name()].map(|name| {
                        let paths = [format!("{folder}{name}"), format!("{folder}testdata/{name}")];
                        if name.is_empty() { None } else { paths.iter().find_map(|path| self.find(path)) }
                    });
                    match (input, answer) {
                        (Some(input), Some(answer)) => {
                            if !self.used.contains(&input) {
                                used.extend([input, answer]);
                                found.push((input, answer, test.clone()));
                            }
                        }
                        (input, _) => {
                            let file = match (&input, test.name.as_str(), test.answer_name()) {
                                (None, "", _) => "an input without a name".to_owned(),
                                (None, name, _) => format!("{folder}{name}"),
                                (Some(_), input, "") => {
                                    format!("the answer to {folder}{input}, which has no name")
                                }
                                (Some(_), _, name) => format!("{folder}{name}"),
                            };
                            if let Some(input) = input {
                                unanswered.entry(input).or_default().push(test.clone());
                            }
                            let input = input.map(|input| self.files[input].path.clone());
                            self.test_set.missing.push(Missing { file, input });
                        }
                    }
                }
                self.used.extend(used);
                for (input, own) in unanswered {
                    self.unanswered.entry(input).or_insert(own);
                }
            }
        }
        self.tasks = configs;
        for (input, answer, listed) in found {
            let expected = Expected::Answer(Content::File(self.files[answer].path.clone()));
            self.test_set.tests.push(self.test(input, expected, listed));
        }
    }

    pub(super) fn pair_by_name(&mut self) -> io::Result<()> {
        let mut candidates = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            if self.used.contains(&index) || self.is_in("invalid", &file.name) {
                continue;
            }
            for (preference, (naming, answer)) in
                naming_scheme::answers_of(&file.name).into_iter().enumerate()
            {
                for &answer in self.called(&answer).iter().filter(|&&answer| answer != index) {
                    let apart = apart(&file.name, &self.files[answer].name);
                    candidates.push((preference, apart, index, answer, naming));
                }
            }
        }
        // The most likely pairs first: `1.out` goes to `1.in` rather than `1.txt`, and `A.out` to `A.in` rather than
        // `a.in` or `A.IN`.
        candidates.sort_by_key(|&(preference, apart, index, ..)| (preference, apart, index));
        for (_, _, input, answer, naming) in candidates {
            if self.used.contains(&input) || self.used.contains(&answer) {
                continue;
            }
            let File { name, path, size } = &self.files[answer];
            let may_be_program = *size >= LEAST_PROGRAM && !name.ends_with(".ans");
            if may_be_program && begins_as_program(path).map_err(named(path.display()))? {
                self.test_set.notes.push(format!("{name}: skipped, a compiled program"));
                self.used.insert(answer);
                continue;
            }
            self.used.extend([input, answer]);
            let listed = self.listed_by_name(&self.files[input].name, naming);
            let expected = Expected::Answer(Content::File(self.files[answer].path.clone()));
            self.test_set.tests.push(self.test(input, expected, listed));
        }
        Ok(())
    }

    /// Finds missing files of the inputs that configurations have settings for.
    pub(super) fn miss_inputs(&mut self) {
        let tests: HashSet<&str> = self.test_set.tests.iter().map(|test| test.name.as_str()).collect();
        let named = self.tasks.iter().flat_map(|(folder, configs)| {
            let inputs = configs.iter().flat_map(|config| config.inputs.keys());
            inputs.map(move |input| format!("{folder}{input}"))
        });
        let named = named.filter(|name| !tests.contains(name.as_str())).sorted_by(|a, b| natural(a, b));
        let missing = named.map(|name| match self.find(&name) {
            Some(input) => {
                Missing { file: format!("the answer to {name}"), input: Some(self.files[input].path.clone()) }
            }
            None => Missing { file: name, input: None },
        });
        let missing: Vec<Missing> = missing.collect();
        self.test_set.missing.extend(missing);
    }

    /// Returns the test of an input whose answer no manifest names; if no manifest has settings for it, `naming` is its scheme.
    pub(super) fn listed_by_name(&self, name: &str, naming: NamingScheme) -> Test {
        let folder = folder_of(name);
        let mut tasks = self.tasks.get(folder).into_iter().flatten();
        let listed = tasks.find_map(|task| task.inputs.get(&name[folder.len()..])).cloned();
        let listed = listed.unwrap_or_else(|| Test::listed(naming, name.to_owned(), String::new()));
        Test { group: listed.group.or_else(|| group_of(name)), ..listed }
    }

    pub(super) fn pair_refusals(&mut self) {
        for index in 0..self.files.len() {
            let name = &self.files[index].name;
            if !self.is_in("invalid", name) || self.used.contains(&index) {
                continue;
            }
            let lower = name.to_lowercase();
            let Some(stem) = lower.strip_suffix(".in") else { continue };
            let texts = self.called(&format!("{stem}.err")).iter().copied();
            let free = texts.filter(|text| !self.used.contains(text));
            if let Some(text) = free.min_by_key(|&text| apart(name, &self.files[text].name)) {
                self.used.extend([index, text]);
                let listed = Test::listed(NamingScheme::Invalid, name.clone(), String::new());
                let listed = Test { group: group_of(name), ..listed };
                let expected = Expected::Refusal(Content::File(self.files[text].path.clone()));
                self.test_set.tests.push(self.test(index, expected, listed));
            }
        }
    }
}

/// The size of the smallest header, that of 32-bit ELF: smaller answers are not opened, nor those with a usual ending of answers.
const LEAST_PROGRAM: u64 = 52;

/// Returns whether a file begins as a compiled program does: ELF, Mach-O or PE.
fn begins_as_program(path: &Path) -> io::Result<bool> {
    const MAGIC: [&[u8]; 6] = [
        b"\x7fELF",
        b"\xfe\xed\xfa\xce",
        b"\xfe\xed\xfa\xcf",
        b"\xce\xfa\xed\xfe",
        b"\xcf\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe",
    ];
    let mut head = Vec::new();
    fs::File::open(path)?.take(64).read_to_end(&mut head)?;
    // A text may begin with MZ, but has no zero bytes.
    let is_windows = head.starts_with(b"MZ") && head.contains(&0);
    Ok(is_windows || MAGIC.iter().any(|magic| head.starts_with(magic)))
}

/// Returns the distance of two names: the bytes of the first that are in neither a common prefix nor a common suffix, and whether the names
/// differ there in having capitals or small letters.
fn apart(name: &str, other: &str) -> (usize, bool) {
    let (name, other) = (name.as_bytes(), other.as_bytes());
    let start = name.iter().zip(other).take_while(|(a, b)| a == b).count();
    let end = name[start..].iter().rev().zip(other[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let [cases, other_cases] = [name, other].map(|name| {
        let own = &name[start..name.len() - end];
        (own.iter().any(u8::is_ascii_uppercase), own.iter().any(u8::is_ascii_lowercase))
    });
    (name.len() - start - end, cases != other_cases)
}
