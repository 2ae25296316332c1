//! Results of mutants, appended to a file in the cache as they arrive: a line of JSON for each.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;

use super::cases::{Case, Known, Outcome};
use nim_ground::cache;
use nim_ground::error::best_effort;
use nim_ground::presence::absent_is_none;
use nim_judge::report::fingerprint;

/// The folder of these results in the cache, with a file for each package.
const FOLDER: &str = "mutants";

/// The fingerprints of tests, by their names; without one, results are not reused.
pub type Fingerprints = BTreeMap<String, Option<String>>;

/// The file of results in the cache.
pub struct KeptOutcomes {
    /// `None` if there is no cache.
    file: Option<File>,
    prints: Fingerprints,
    all: Option<String>,
}

impl KeptOutcomes {
    /// Opens the results of a package by its key, and gives its mutants their recorded results; with `resume`, these become their outcomes.
    pub fn open(package: &str, cases: &mut [Case], prints: &Fingerprints, resume: bool) -> Self {
        let all: Option<Vec<String>> =
            prints.iter().map(|(name, print)| Some(format!("{name} {}", print.as_ref()?))).collect();
        let all = all.map(|all| fingerprint::of_values(&all));
        let mut kept = Self { file: None, prints: prints.clone(), all };
        let name = blake3::hash(package.as_bytes()).to_hex();
        let Some(path) = cache::writable(FOLDER).map(|folder| folder.join(name.as_str())) else {
            return kept;
        };
        // An unreadable file may be readable later, so it is not overwritten.
        let Ok(text) = absent_is_none(fs::read(&path), &path) else { return kept };
        let text = String::from_utf8_lossy(text.as_deref().unwrap_or_default()).into_owned();
        // The last line may be incomplete if its command was killed. A later line replaces an earlier one.
        let known = text.lines().filter_map(|line| serde_json::from_str::<Known>(line).ok());
        let mut known: HashMap<String, Known> = known.map(|known| (known.key.clone(), known)).collect();
        kept.file = OpenOptions::new().create(true).write(true).truncate(true).open(path).ok();
        for case in cases {
            case.earlier = known.remove(&case.key);
            let Some(earlier) = &case.earlier else { continue };
            let still_holds = match &earlier.outcome {
                Outcome::Killed { test, .. } => {
                    earlier.print.is_some() && kept.prints.get(test) == Some(&earlier.print)
                }
                Outcome::Survived => earlier.print.is_some() && earlier.print == kept.all,
                Outcome::Stillborn | Outcome::Equal { .. } => true,
            };
            case.outcome = Some(earlier.outcome.clone()).filter(|_| resume && still_holds);
            kept.write(earlier);
        }
        kept
    }

    /// Adds the result of a mutant.
    pub fn add(&mut self, case: &Case, digest: Option<String>) {
        let Some(outcome) = case.outcome.clone() else { return };
        let print = match &outcome {
            Outcome::Killed { test, .. } => self.prints.get(test).cloned().flatten(),
            Outcome::Survived => self.all.clone(),
            Outcome::Stillborn | Outcome::Equal { .. } => None,
        };
        self.write(&Known { key: case.key.clone(), outcome, print, digest });
    }

    /// Writes a line; a failure costs another run.
    fn write(&mut self, known: &Known) {
        if let (Some(file), Ok(line)) = (&mut self.file, serde_json::to_string(known)) {
            best_effort(file.write_all(format!("{line}\n").as_bytes()));
        }
    }
}
