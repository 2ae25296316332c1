//! The package of a name: of a built-in problem, a folder or an archive.

use std::path::Path;

use anyhow::Context;

use super::packed;
use crate::terminal::UsageError;
use nim_ground::presence::find;
use nim_task::formats::Manifests;
use nim_task::package::Package;

/// Returns the package of a built-in problem, a folder or an archive.
///
/// # Errors
/// When it is neither, or cannot be read.
pub fn load(name: &str, manifests: &Manifests, notes: &mut Vec<String>) -> anyhow::Result<Package> {
    if let Some(entry) = nim_problems::find(name) {
        let files = packed::package(entry)?.into_iter().map(|(path, bytes)| (path, bytes.into()));
        return Ok(nim_package::from_entry(entry, files.collect(), notes)?);
    }
    let path = Path::new(name);
    UsageError::unless(find(path)?.is_some(), format_args!("{name:?} is neither a problem nor a package"))?;
    let imported = nim_package::import(path, manifests, notes);
    let (package, _) = imported.with_context(|| format!("cannot read {name}"))?;
    Ok(package)
}
