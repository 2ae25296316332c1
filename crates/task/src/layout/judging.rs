//! What a test takes from the configurations around it: limits, files, and the way its outputs are judged.

use std::path::{Path, PathBuf};

use super::config::{Config, Remarks, Version};
use super::family::{Family, folder_of};
use super::files::File;
use super::package::MARKS;
use super::search::Search;
use super::settings::{Refused, Scope};
use super::test::{Expected, Reserved, Test, Validation};
use crate::comparison::Comparison;
use crate::protocol::CheckerStyle;
use crate::protocol::InteractorStyle;
use nim_ground::failure::Failure;
use nim_ground::files::is_file_name;

/// The passes of a multi-pass problem whose package does not say how many there may be.
const USUAL_PASSES: u32 = 2;

impl Search {
    /// Adds a test.
    pub(super) fn add(&mut self, input: usize, expected: Expected, family: Family, remarks: Remarks) {
        let File { name, path } = self.files[input].clone();
        let configs = || folders_above(&name).filter_map(|folder| self.configs.get(folder)).flatten();
        let limits = configs().fold(remarks.limits, |limits, config| limits.or(config.limits));
        let mut refused: Vec<Refused> = configs().flat_map(|config| config.refused.clone()).collect();
        refused.extend(self.of_test(&name).into_iter().flat_map(|config| config.refused.clone()));
        let validation = match self.package_of(&name) {
            Some((folder, root)) => self
                .validation_of_package(&name, folder, root)
                .map_err(|reason| {
                    let [first, second] = MARKS;
                    let file = if root.join(first).is_file() { first } else { second };
                    let file = format!("{folder}{file}");
                    refused.push(Refused { file, reason: reason.to_string(), scope: Scope::Judging });
                })
                .ok(),
            None => match self.validator_of(&name) {
                Some(validation) => Some(validation),
                None => remarks
                    .comparison
                    .or_else(|| configs().find_map(|config| config.comparison))
                    .map(Validation::Compare),
            },
        };
        let usual = self.usual_limits(&name);
        let reserved = Reserved::of(&name, &expected);
        let (group, points) = (remarks.group, remarks.points);
        let files = configs().map(|config| &config.files).find(|files| !files.is_standard());
        let files = files.cloned().unwrap_or_default();
        let rates = configs().map(|config| &config.rates).find(|rates| !rates.is_empty());
        let rates = rates.cloned().unwrap_or_default();
        let nearest = self.of_test(&name).into_iter().chain(configs());
        let input_args = nearest.map(|config| &config.input_args).find(|args| !args.is_empty());
        let input_args = input_args.cloned().unwrap_or_default();
        let test = Test {
            name,
            input: path,
            expected,
            family,
            group,
            points,
            files,
            rates,
            limits,
            usual,
            validation,
            input_args,
            refused,
            reserved,
        };
        self.suite.tests.push(test);
    }

    /// Returns the way of judging, the output validator or the interactor that the nearest configuration names.
    fn validator_of(&self, name: &str) -> Option<Validation> {
        folders_above(name).find_map(|folder| {
            let file =
                |named: &String| Some(self.files[self.find(&format!("{folder}{named}"))?].path.clone());
            let configs = self.configs.get(folder)?;
            if let Some(validation) = configs.iter().find_map(|config| config.validation.clone()) {
                return Some(validation);
            }
            let interactor = configs.iter().find_map(|config| config.interactor.as_ref()).and_then(file);
            let validator = configs.iter().find_map(|config| config.validator.as_ref()).and_then(file);
            let args = configs.iter().find(|config| config.validator.is_some());
            let args = args.map(|config| config.validator_args.clone()).unwrap_or_default();
            let passes = 1;
            match (interactor, validator) {
                (Some(place), checker) => {
                    // A checker beside an interactor judges the file that it writes.
                    let checker = checker.map(|place| {
                        let style = CheckerStyle::Testlib;
                        Box::new(Validation::Program { place, args: Vec::new(), style, passes })
                    });
                    let own = configs.iter().find_map(|config| config.interactor_style);
                    let style = own.unwrap_or(InteractorStyle::Testlib);
                    Some(Validation::Interactor { place, args, style, time: None, passes, checker })
                }
                (None, Some(place)) => {
                    let own = configs.iter().find_map(|config| config.validator_style);
                    let style = own.unwrap_or(CheckerStyle::Kattis);
                    Some(Validation::Program { place, args, style, passes })
                }
                (None, None) => None,
            }
        })
    }

    /// Refuses what configurations name to judge outputs, where it is not there.
    pub(super) fn refuse_missing_programs(&mut self) {
        let mut configs = std::mem::take(&mut self.configs);
        for (folder, config) in
            configs.iter_mut().flat_map(|(folder, own)| own.iter_mut().map(move |own| (folder, own)))
        {
            for named in config.validator.iter().chain(&config.interactor) {
                let file = format!("{folder}{named}");
                if self.find(&file).is_none() {
                    let reason = "there is no such file, by which outputs are judged".to_owned();
                    let refused = Refused { file, reason, scope: Scope::Judging };
                    self.suite.notes.push(refused.to_string());
                    config.refused.push(refused);
                }
            }
        }
        self.configs = configs;
    }

    /// Returns the package's settings of this test alone.
    fn of_test(&self, name: &str) -> Option<&Config> {
        self.of_tests.get(name.strip_suffix(".in")?)
    }

    /// Returns the package's way of judging a test: its own validator, else the options of the nearest folder.
    fn validation_of_package(&self, name: &str, folder: &str, root: &Path) -> Result<Validation, Failure> {
        let package = self.configs_of(folder);
        let configs = self
            .of_test(name)
            .into_iter()
            .chain(folders_above(name).filter_map(|folder| self.configs.get(folder)).flatten());
        let args = configs
            .map(|config| &config.validator_args)
            .find(|args| !args.is_empty())
            .cloned()
            .unwrap_or_default();
        let is_custom = package.iter().any(|config| config.custom_validator);
        let run = package.iter().find_map(|config| config.special_run.as_deref());
        let special = run.or_else(|| package.iter().find_map(|config| config.special_compare.as_deref()));
        // Only in the legacy format, a package has to say that its validator is used; `DOMjudge` takes what there is.
        let is_legacy = package.iter().any(|config| config.version == Some(Version::Legacy));
        let is_named = is_custom || !is_legacy || special.is_some();
        let place = ["output_validator", "output_validators"]
            .iter()
            .map(|name| root.join(name))
            .find(|path| path.is_dir() && (is_named || !path.ends_with("output_validators")));
        let place = match (place, special) {
            (None, Some(name)) => of_domjudge(root, name)?,
            (place, _) => place,
        };
        let passes = package.iter().find_map(|config| config.passes).unwrap_or(USUAL_PASSES);
        let passes = if package.iter().any(|config| config.multi_pass) { passes } else { 1 };
        let is_interactive = package.iter().any(|config| config.interactive)
            || run.is_some_and(|run| !DEFAULTS.contains(&run));
        match place {
            Some(place) if is_interactive => {
                let time = package.iter().find_map(|config| config.validation_time);
                let (style, checker) = (InteractorStyle::Kattis, None);
                Ok(Validation::Interactor { place, args, style, time, passes, checker })
            }
            Some(place) => {
                let is_scored = is_legacy && package.iter().any(|config| config.has_scores);
                let gives_points = package.iter().any(|config| config.custom_scores);
                let style = match is_scored && !gives_points && !self.of_domjudge.contains(folder) {
                    true => CheckerStyle::KattisUnscored,
                    false => CheckerStyle::Kattis,
                };
                Ok(Validation::Program { place, args, style, passes })
            }
            None if is_custom || is_interactive || passes > 1 => {
                Err("its validation is custom, but there is no output validator".into())
            }
            None => Ok(Validation::Compare(Comparison::of_package(&args)?)),
        }
    }
}

/// The programs of `DOMjudge` that are no package's own.
const DEFAULTS: [&str; 2] = ["compare", "run"];

/// Returns the program of a package that `DOMjudge` has by this name; `None` for its default one.
fn of_domjudge(root: &Path, name: &str) -> Result<Option<PathBuf>, Failure> {
    let place = root.join(name);
    if is_file_name(name) && place.exists() {
        return Ok(Some(place));
    }
    if DEFAULTS.contains(&name) {
        return Ok(None);
    }
    Err(format!("special_compare or special_run is \"{name}\", a program that is not in the package").into())
}

/// Returns the folders of a file, the innermost first, the last of them empty.
fn folders_above(name: &str) -> impl Iterator<Item = &str> {
    let mut folder = Some(folder_of(name));
    std::iter::from_fn(move || {
        let current = folder?;
        folder = current.strip_suffix('/').map(folder_of);
        Some(current)
    })
}
