//! The settings of a test that come from the configurations around it: limits, files, and the way of judging.

use std::path::Path;

use super::files::File;
use super::input_validators::{InputArgs, InputValidator};
use super::naming_scheme::folder_of;
use super::search::Search;
use super::settings::{Refused, Scope};
use super::test::{Expected, SolverOnly, Test, Validation};
use crate::formats::manifest::Manifest;
use crate::protocol::Protocol;
use nim_ground::content::Content;

impl Search {
    /// Returns the test of an input: as listed in its manifest, completed by the configurations around it.
    pub(super) fn test(&self, input: usize, expected: Expected, listed: Test) -> Test {
        let File { name, path, .. } = self.files[input].clone();
        let configs = || folders_above(&name).filter_map(|folder| self.tasks.get(folder)).flatten();
        let limits = configs().fold(listed.limits, |limits, config| limits.or(config.limits));
        let mut refused: Vec<Refused> = configs().flat_map(|config| config.refused.clone()).collect();
        refused.extend(self.of_test(&name).into_iter().flat_map(|config| config.refused.clone()));
        let validation = match self.package_of(&name) {
            Some((folder, root)) => {
                self.validation_of_package(&name, folder, root).map_err(|why| refused.push(why)).ok()
            }
            None => match self.validator_of(&name) {
                Some(validation) => Some(validation),
                None => listed
                    .validation
                    .or_else(|| configs().find_map(|config| config.comparison).map(Validation::Compare)),
            },
        };
        let run_files = match self.run_files_of(&name, &path) {
            Ok(run_files) => run_files,
            Err(error) => {
                let (file, reason, scope) = (name.clone(), error.to_string(), Scope::Running);
                refused.push(Refused { file, reason, scope });
                None
            }
        };
        let usual = self.usual_limits(&name);
        let solver_only = SolverOnly::from_name(&name, &expected);
        let files = nearest(configs(), |task| &task.files);
        let language_limits = nearest(configs(), |task| &task.language_limits);
        let own = self.of_test(&name).into_iter().chain(configs());
        let own = own.into_iter().find(|config| config.has_input_args || !config.input_args.is_empty());
        let input_args = own.map(|config| config.input_args.clone()).unwrap_or_default();
        let validators = match listed.validators.is_empty() {
            true => with_args(&nearest(configs(), |task| &task.validators), &input_args),
            false => listed.validators,
        };
        Test {
            name,
            input: Content::File(path),
            expected,
            files,
            run_files,
            language_limits,
            limits,
            usual,
            validation,
            input_args,
            validators,
            refused,
            solver_only,
            ..listed
        }
    }

    /// Returns the way of judging, the output validator or the interactor that the nearest configuration names.
    fn validator_of(&self, name: &str) -> Option<Validation> {
        folders_above(name).find_map(|folder| {
            let configs = self.tasks.get(folder)?;
            if let Some(validation) = configs.iter().find_map(|config| config.validation.clone()) {
                return Some(validation);
            }
            let interactor = configs.iter().find_map(|config| config.interactor.as_ref());
            let validator = configs.iter().find_map(|config| config.validator.as_ref());
            let [interactor, validator] = [interactor, validator]
                .map(|name| Some(self.files[self.find(&format!("{folder}{}", name?))?].path.clone()));
            let args =
                configs.iter().find(|config| config.validator.is_some() || config.interactor.is_some());
            let args = args.map(|config| config.validator_args.clone()).unwrap_or_default();
            let passes = 1;
            match (interactor, validator) {
                (Some(place), checker) => {
                    // A checker beside an interactor judges the file that the interactor writes.
                    let checker = checker.map(|place| {
                        let style = Protocol::TESTLIB;
                        Box::new(Validation::Program { place, args: Vec::new(), style, passes })
                    });
                    let own = configs.iter().find_map(|config| config.interactor_style);
                    let style = own.unwrap_or(Protocol::TESTLIB);
                    let time = configs.iter().find_map(|config| config.validation_time);
                    Some(Validation::Interactor { place, args, style, time, passes, checker })
                }
                (None, Some(place)) => {
                    let own = configs.iter().find_map(|config| config.validator_style);
                    let style = own.unwrap_or(Protocol::KATTIS);
                    Some(Validation::Program { place, args, style, passes })
                }
                (None, None) => None,
            }
        })
    }

    /// Returns the package's settings of this test alone.
    pub(crate) fn of_test(&self, name: &str) -> Option<&Manifest> {
        self.of_tests.get(name.strip_suffix(".in")?)
    }

    /// Refuses missing programs that configurations name for judging.
    pub(super) fn refuse_missing_programs(&mut self) {
        let mut configs = std::mem::take(&mut self.tasks);
        for (folder, config) in
            configs.iter_mut().flat_map(|(folder, own)| own.iter_mut().map(move |own| (folder, own)))
        {
            for named in config.validator.iter().chain(&config.interactor) {
                let file = format!("{folder}{named}");
                if self.find(&file).is_none() {
                    let reason = "there is no such file, by which outputs are judged".to_owned();
                    let refused = Refused { file, reason, scope: Scope::Judging };
                    self.test_set.notes.push(refused.to_string());
                    config.refused.push(refused);
                }
            }
        }
        self.tasks = configs;
    }
}

/// Returns a setting from the first of several manifests that states it.
pub fn nearest<'t, Said: Clone + Default + PartialEq>(
    mut tasks: impl Iterator<Item = &'t Manifest>,
    of: fn(&Manifest) -> &Said,
) -> Said {
    tasks.find(|task| *of(task) != Said::default()).map(|task| of(task).clone()).unwrap_or_default()
}

/// Returns validators with the arguments for an input.
fn with_args(validators: &[InputValidator], args: &InputArgs) -> Vec<InputValidator> {
    validators
        .iter()
        .map(|own| InputValidator { args: args.for_validator(Path::new(&own.name)).to_vec(), ..own.clone() })
        .collect()
}

/// Returns the folders of a file, the innermost first, ending with the empty one.
pub fn folders_above(name: &str) -> impl Iterator<Item = &str> {
    let mut folder = Some(folder_of(name));
    std::iter::from_fn(move || {
        let current = folder?;
        folder = current.strip_suffix('/').map(folder_of);
        Some(current)
    })
}
