//! Programs that would run differently beside the files of a test than a judge runs them.

use std::path::Path;

use crate::error::{Context as _, Error, Result};
use crate::preparation::Prepared;
use crate::programs::Code;
use nim_ground::presence::{is_file, names_file};
use nim_sandbox::SandboxMode;
use nim_task::layout::Test;

/// Refuses programs that behave differently beside these files: a script elsewhere whose modules they would replace; and, without a
/// sandbox, a command with a relative path, since it starts in their folder.
///
/// # Errors
/// A usage error in these cases, or when a file cannot be looked at.
pub fn refuse<'t>(
    programs: &[Prepared<'_>],
    tests: impl IntoIterator<Item = &'t Test>,
    mode: SandboxMode,
) -> Result<()> {
    let mut is_first = true;
    for test in tests {
        let Some(files) = &test.run_files else { continue };
        let names = files.list().with_context(|| test.name.clone())?;
        for Prepared { program, compiled } in programs {
            let Ok(executable) = compiled else { continue };
            match (&program.code, &executable.copy) {
                (Code::Source(source), Some(copy)) => {
                    for name in names.keys() {
                        let is_module =
                            source.files.iter().any(|own| own.ends_with(name)) || source.language.uses(name);
                        if is_module && is_file(&copy.folder.join(name))? {
                            let (name, folder) = (name.display(), &test.name);
                            let why = format!(
                                "its file {name} is also one of the files of {folder}, which would replace it"
                            );
                            return Err(Error::Usage(format!("{}: {why}", program.name)));
                        }
                    }
                }
                (Code::Command(command), _) if mode == SandboxMode::Off && is_first => {
                    for word in command.iter().map(Path::new) {
                        if word.is_relative() && names_file(word)? {
                            let why =
                                "without a sandbox, programs begin in a folder with the files of the test";
                            let word = word.display();
                            return Err(Error::Usage(format!("{word}: {why}: name it by its whole path")));
                        }
                    }
                }
                _ => {}
            }
        }
        is_first = false;
    }
    Ok(())
}
