//! The files of a test that lie beside the running program: a new copy for each run, which the program may change.

use tempfile::TempDir;

use crate::error::Result;
use nim_ground::private;
use nim_task::layout::RunFiles;

/// Returns a copy of the files in a new folder, if there are any.
///
/// # Errors
/// When one cannot be read or copied.
pub fn copied(files: Option<&RunFiles>) -> Result<Option<TempDir>> {
    let Some(files) = files else { return Ok(None) };
    let folder = private::folder("toolkit-files-")?;
    files.copy_to(folder.path())?;
    Ok(Some(folder))
}
