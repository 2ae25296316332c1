//! The judging of a package's tests: by its own validator or interactor, otherwise by the options of the default one.

use std::path::{Path, PathBuf};

use super::OUTPUT_VALIDATORS;
use super::packages::MARKS;
use crate::Error;
use crate::comparison::Comparison;
use crate::formats::manifest::{OutputArgs, Version};
use crate::layout::input_validators::is_called;
use crate::layout::judging::folders_above;
use crate::layout::search::Search;
use crate::layout::settings::{Refused, Scope};
use crate::layout::test::Validation;
use crate::protocol::Protocol;
use nim_ground::files::{is_file_name, sorted};
use nim_ground::presence;

/// The passes of a multi-pass problem that states no number.
const USUAL_PASSES: u32 = 2;

impl Search {
    /// Returns the package's way of judging a test: its own validator, otherwise the options of the nearest folder.
    pub(crate) fn validation_of_package(
        &self,
        name: &str,
        folder: &str,
        root: &Path,
    ) -> Result<Validation, Refused> {
        self.validation(name, folder, root).map_err(|reason| {
            // The mark is only needed for the name in the message.
            let file = MARKS.into_iter().find(|mark| presence::is_file(&root.join(mark)).unwrap_or(false));
            let file = file.unwrap_or_default();
            Refused { file: format!("{folder}{file}"), reason: reason.to_string(), scope: Scope::Judging }
        })
    }

    fn validation(&self, name: &str, folder: &str, root: &Path) -> Result<Validation, Error> {
        let package = self.tasks_of(folder);
        let mut configs = self
            .of_test(name)
            .into_iter()
            .chain(folders_above(name).filter_map(|folder| self.tasks.get(folder)).flatten());
        let OutputArgs { name: named, args } = configs
            .find_map(|task| match &task.output_args {
                None if task.validator_args.is_empty() => None,
                None => Some(OutputArgs { args: task.validator_args.clone(), name: None }),
                said => said.clone(),
            })
            .unwrap_or_default();
        let is_custom = package.iter().any(|config| config.custom_validator);
        let run = package.iter().find_map(|config| config.special_run.as_deref());
        let special = run.or_else(|| package.iter().find_map(|config| config.special_compare.as_deref()));
        // Only in the legacy format must a package declare its own validator; `DOMjudge` takes the existing one.
        let is_legacy = package.iter().any(|config| config.version == Some(Version::Legacy));
        let is_named = is_custom || !is_legacy || special.is_some();
        let mut place = None;
        for name in OUTPUT_VALIDATORS.into_iter().take(1 + usize::from(is_named)) {
            let path = root.join(name);
            if place.is_none() && presence::is_folder(&path)? {
                place = Some(path);
            }
        }
        let place = match (place, special) {
            (None, Some(name)) => of_domjudge(root, name)?,
            (place, _) => place,
        };
        let place = match (place, &named) {
            (place, None) => place,
            (Some(place), Some(name)) => Some(of_name(&place, name)?),
            (None, Some(name)) => {
                let why = format!("the output validator {name:?} is named, but its validation is not custom");
                return Err(Error::Missing(why));
            }
        };
        let passes = package.iter().find_map(|config| config.passes).unwrap_or(USUAL_PASSES);
        let passes = if package.iter().any(|config| config.multi_pass) { passes } else { 1 };
        let is_interactive = package.iter().any(|config| config.interactive)
            || run.is_some_and(|run| !DEFAULTS.contains(&run));
        match place {
            Some(place) if is_interactive => {
                let time = package.iter().find_map(|config| config.validation_time);
                let (style, checker) = (Protocol::KATTIS_INTERACTOR, None);
                Ok(Validation::Interactor { place, args, style, time, passes, checker })
            }
            Some(place) => {
                let is_scored = is_legacy && package.iter().any(|config| config.has_scores);
                let gives_points = package.iter().any(|config| config.custom_scores);
                let style = match is_scored && !gives_points && !self.with_named_scores.contains(folder) {
                    true => Protocol::KATTIS_UNSCORED,
                    false => Protocol::KATTIS,
                };
                Ok(Validation::Program { place, args, style, passes })
            }
            None if is_custom || is_interactive || passes > 1 => {
                Err(Error::Missing("its validation is custom, but there is no output validator".into()))
            }
            None => Ok(Validation::Compare(Comparison::of_package(&args)?)),
        }
    }
}

/// The programs of `DOMjudge` that are no package's own.
const DEFAULTS: [&str; 2] = ["compare", "run"];

/// Returns the output validator of this name in a folder of several.
fn of_name(folder: &Path, name: &str) -> Result<PathBuf, Error> {
    let mut all = sorted(folder).map_err(Error::unreadable(folder.display()))?.into_iter();
    all.find(|path| is_called(path, name))
        .ok_or_else(|| Error::Missing(format!("there is no output validator {name:?}")))
}

/// Returns the program of a package that `DOMjudge` knows by this name; `None` for its default one.
fn of_domjudge(root: &Path, name: &str) -> Result<Option<PathBuf>, Error> {
    let place = root.join(name);
    if is_file_name(name) && presence::find(&place)?.is_some() {
        return Ok(Some(place));
    }
    if DEFAULTS.contains(&name) {
        return Ok(None);
    }
    Err(Error::Missing(format!(
        "special_compare or special_run is \"{name}\", a program that is not in the package"
    )))
}
