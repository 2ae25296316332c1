//! `submissions/equivalent.txt`: the mutants that are no mistakes, each with a reason.
//!
//! An entry is the command's output on a mutant, and the reason after `#`: the file, the lines before with `-`, those after with `+`. An
//! entry that holds only for the tests of some names has them after `@`.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, bail};

use super::cases::{Case, MutatedProgram};

/// The path of the file in a package.
pub const FILE: &str = "submissions/equivalent.txt";

/// An entry for a mutant that changes no answer.
#[derive(Debug, Default, PartialEq, Eq)]
struct Entry {
    /// The number of the entry's first line.
    line: usize,
    file: String,
    before: Vec<String>,
    after: Vec<String>,
    reason: String,
    /// The names of the problem for which the entry holds; empty if it holds for all.
    names: Vec<String>,
}

#[derive(Default)]
pub struct Equivalents(Vec<Entry>);

impl Equivalents {
    /// Reads the entries of a package; none without a file.
    ///
    /// # Errors
    /// When the file cannot be read or an entry has no reason.
    pub fn read(package: &Path) -> anyhow::Result<Self> {
        let path = package.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text).with_context(|| path.display().to_string()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let mut entries: Vec<Entry> = Vec::new();
        for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
            let is_part = line.starts_with(['-', '+', '#', '@']);
            match entries.last_mut() {
                _ if line.is_empty() => {}
                None if line.starts_with('#') => {}
                Some(entry) if is_part => match line.split_at(1) {
                    ("-", rest) => entry.before.push(rest.trim().to_owned()),
                    ("+", rest) => entry.after.push(rest.trim().to_owned()),
                    ("@", rest) => entry.names.extend(rest.split_whitespace().map(str::to_owned)),
                    (_, rest) => entry.reason = format!("{} {}", entry.reason, rest.trim()).trim().to_owned(),
                },
                _ if is_part => bail!("line {number}: a file is to be named first"),
                _ => {
                    let file = line.split(':').next().unwrap_or_default().to_owned();
                    entries.push(Entry { line: number, file, ..Entry::default() });
                }
            }
        }
        if let Some(entry) = entries.iter().find(|entry| entry.reason.is_empty()) {
            bail!("line {}: the entry has no reason: a line that begins with #", entry.line);
        }
        Ok(Self(entries))
    }

    /// Gives mutants their reasons, on the tests of this name. Returns notes on the entries that no longer fit any mutant of these
    /// programs.
    pub fn mark(&self, name: &str, cases: &mut [Case], programs: &[MutatedProgram]) -> Vec<String> {
        let mut stale = Vec::new();
        for entry in &self.0 {
            let is_here = programs.iter().any(|program| entry.is_of(&program.name));
            let holds = entry.names.is_empty() || entry.names.iter().any(|own| own == name);
            let mut fits = false;
            for case in cases.iter_mut().filter(|case| entry.fits(case)) {
                if holds {
                    case.reason = Some(entry.reason.clone());
                }
                fits = true;
            }
            if is_here && !fits {
                stale.push(format!("{FILE}:{}: no mutant of {} is this one", entry.line, entry.file));
            }
        }
        stale
    }
}

impl Entry {
    /// Returns whether the entry's file belongs to a program, which may be named without its folder.
    fn is_of(&self, program: &str) -> bool {
        Path::new(&self.file).starts_with(program) || Path::new(&self.file).ends_with(program)
    }

    fn fits(&self, case: &Case) -> bool {
        let after = if self.after.is_empty() { &[String::new()][..] } else { &self.after };
        let of_case = if case.lines.1.trim().is_empty() { "\n" } else { &case.lines.1 };
        Path::new(&self.file).ends_with(&case.path)
            && are_lines(&self.before, &case.lines.0)
            && are_lines(after, of_case)
    }
}

/// Returns whether these are the lines of a text, without white space around them.
fn are_lines(own: &[String], text: &str) -> bool {
    own.iter().eq(text.lines().map(str::trim))
}

#[cfg(test)]
mod tests {
    use super::super::cases;
    use super::*;
    use nim_judge::programs::NamedProgram;
    use nim_task::formats::Manifests;
    use nim_task::language::Languages;

    #[test]
    fn every_entry_of_the_built_in_problems_is_a_mutant() {
        let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
        let (manifests, languages) = (Manifests::default(), Languages::load().unwrap());
        let mut marked = 0;
        let folders = fs::read_dir(problems).unwrap().map(|entry| entry.unwrap().path());
        for folder in folders.filter(|folder| nim_ground::presence::is_folder(folder).unwrap()) {
            let equivalents = Equivalents::read(&folder).unwrap();
            if equivalents.0.is_empty() {
                continue;
            }
            let found = manifests.submissions(&folder, &languages).unwrap().found.into_iter();
            let programs = found.map(|own| NamedProgram::of_source(own.name, own.source)).collect();
            let (programs, _) = cases::mutated_programs(programs).unwrap();
            let mut cases: Vec<Case> =
                programs.iter().enumerate().flat_map(|(at, own)| own.cases(at)).collect();
            assert_eq!(equivalents.mark("", &mut cases, &programs), [""; 0], "{}", folder.display());
            marked += cases.iter().filter(|case| case.reason.is_some()).count();
        }
        assert!(marked > 100, "{marked}");
    }

    #[test]
    fn an_entry_is_what_is_printed_with_a_reason() {
        let text = "# kept\n\na/b.cpp:3: type\n-  long long x;\n+  int x;\n# x is small:\n# it is a digit\n\nc.py\n- x\n+\n@ d e\n# y\n";
        let entries = Equivalents::parse(text).unwrap().0;
        assert_eq!(entries[0].reason, "x is small: it is a digit");
        assert_eq!((entries[0].file.as_str(), entries[0].line), ("a/b.cpp", 3));
        assert_eq!(
            (&entries[0].before[..], &entries[0].after[..]),
            (&["long long x;".to_owned()][..], &["int x;".to_owned()][..])
        );
        assert_eq!(
            (&entries[1].after[..], &entries[1].names[..]),
            (&[String::new()][..], &["d".into(), "e".into()][..])
        );
        assert!(entries[0].is_of("b.cpp") && entries[0].is_of("a/b.cpp") && !entries[0].is_of("c.cpp"));
    }

    #[test]
    fn an_entry_without_a_file_or_reason_is_refused() {
        for (text, why) in
            [("a.cpp\n- x\n+ y\n", "line 1: the entry has no reason"), ("- x\n", "line 1: a file")]
        {
            let error = Equivalents::parse(text).err().unwrap().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
