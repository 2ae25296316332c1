//! The files of a check that are hidden from programs.

use std::io;

use itertools::Itertools;

use super::CheckInputs;
use crate::hidden;
use crate::options::Options;
use nim_ground::content::Content;
use nim_ground::presence::{is_file, real_path};
use nim_sandbox::secrets::Secrets;

/// Returns the files hidden from every program: the test data, its package, checkers and validators, and the reports.
///
/// # Errors
/// When one cannot be looked at: it would be shown.
pub fn of_check(
    options: &Options,
    CheckInputs { data, test_set, programs, .. }: &CheckInputs,
) -> io::Result<Secrets> {
    let mut secrets = Secrets::default();
    for path in data {
        if is_file(path)? {
            // A single input hides its answer's folder.
            secrets.add_data(path)?;
            continue;
        }
        secrets.add_folder(path)?;
        // The rest of a package contains solutions and validators.
        if let Some(real) = real_path(path)?
            && let Some(package) = real.ancestors().enumerate().find_map(|(depth, around)| {
                let is_near = depth < 4 || real.starts_with(around.join("data"));
                (is_near && options.manifests.is_package(around)).then_some(around)
            })
        {
            secrets.add_folder(package)?;
        }
    }
    test_set.unpacked().try_for_each(|folder| secrets.add(folder))?;
    test_set.copied.iter().try_for_each(|file| secrets.add_data(file))?;
    for test in &test_set.tests {
        let mut files = [&test.input, test.expected.content()].into_iter().filter_map(Content::file);
        files.try_for_each(|file| secrets.add_data(file))?;
    }
    let mut own = Vec::new();
    for program in programs {
        for file in hidden::files_of_code(&program.code)? {
            own.extend(real_path(&file)?);
        }
    }
    secrets.add_files_beside(&test_set.names, &own)?;
    let validators =
        test_set.tests.iter().filter_map(|test| Some(test.validation.as_ref()?.programs())).flatten();
    validators.sorted_unstable().dedup().try_for_each(|validator| secrets.add(validator))?;
    for command in options.checker.as_deref().into_iter().chain(options.interaction.interactor.as_deref()) {
        hidden::add_checker(&mut secrets, command)?;
    }
    options.hidden.iter().try_for_each(|file| secrets.add(file))?;
    Ok(secrets)
}
