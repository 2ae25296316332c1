//! The files below a folder.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::order::natural;
use crate::interruption;

/// Deepest nesting of folders; deeper ones are skipped.
const DEEPEST: usize = 64;

/// One file below the folder that is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path below that folder, with `/` between the parts; bytes that are not UTF-8 are written as `\xff`.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// Returns every file below `root`, in natural order, and the folders that cannot be read.
///
/// Files and folders whose names begin with a dot are left out, but for `.timelimit`. A link to a file counts as
/// a file; a link to a folder is not followed, so that no link leads out of the folder or makes a cycle.
///
/// # Errors
/// When `root` itself cannot be read, or a signal ends the command.
pub fn files_below(root: &Path) -> io::Result<(Vec<File>, Vec<String>)> {
    let mut files = Vec::new();
    let mut troubles = Vec::new();
    let mut folders = vec![(root.to_path_buf(), String::new(), 0)];
    while let Some((folder, prefix, depth)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if depth == 0 => return Err(error),
            Err(error) => {
                troubles.push(format!("{prefix}: {error}"));
                continue;
            }
        };
        for entry in entries {
            interruption::check()?;
            let Ok(entry) = entry.inspect_err(|error| troubles.push(format!("{prefix}: {error}"))) else {
                continue;
            };
            let own_name = shown(&entry.file_name());
            if own_name.starts_with('.') && own_name != ".timelimit" {
                continue;
            }
            let name = format!("{prefix}{own_name}");
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth < DEEPEST => {
                    folders.push((path, format!("{name}/"), depth + 1));
                }
                Ok(kind) if kind.is_dir() => troubles.push(format!("{name}: nested too deep")),
                // A pipe or a device would block its reader; a dangling link has no metadata.
                Ok(_) => match fs::metadata(&path) {
                    Ok(metadata) if metadata.is_file() => files.push(File { name, path }),
                    Ok(metadata) if metadata.is_dir() => {
                        troubles.push(format!("{name}: a link to a folder, not followed"));
                    }
                    Ok(_) => troubles.push(format!("{name}: not a regular file")),
                    Err(error) => troubles.push(format!("{name}: {error}")),
                },
                Err(error) => troubles.push(format!("{name}: {error}")),
            }
        }
    }
    files.sort_by(|a, b| natural(&a.name, &b.name));
    Ok((files, troubles))
}

/// Returns a file name as text; different names give different texts.
fn shown(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}
