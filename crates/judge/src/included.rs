//! The files that a package adds to submissions, and its constants in submissions.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::own_file;
use nim_ground::failure::named;
use nim_ground::files::sorted;
use nim_ground::folder::FolderRoot;
use nim_sandbox::secrets::Secrets;
use nim_task::constants::Constants;
use nim_task::language::Languages;
use nim_task::source::Source;

/// Most bytes of a file.
const MOST_BYTES: u64 = 64 << 20;
/// Deepest nesting of folders below that of a language.
const DEEPEST: usize = 8;
/// The folder of included files, with a folder for each language.
pub const INCLUDE: &str = "include";

/// Completes a source by the included files of a package for its language, and where `is_of_package` by the package's
/// constants: then it is a copy in `folder`, which is made. Otherwise it stays as it is. One whose own files cannot be copied is
/// refused.
///
/// # Errors
/// When a file cannot be read or written.
pub fn complete(
    source: &mut Source,
    (package, constants): (&Path, &Constants),
    is_of_package: bool,
    (languages, secrets): (&Languages, &Secrets),
    folder: &Path,
) -> io::Result<()> {
    let included = included(source, package)?;
    if included.is_empty() && (constants.is_empty() || !is_of_package) {
        return Ok(());
    }
    let mut contents: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    let mut is_changed = false;
    let (links, of_package) = (source.links.clone(), package.canonicalize().ok());
    let read = |path: &Path| own_file::read(path, links.as_deref(), secrets, MOST_BYTES);
    let read_included = |path: &Path| own_file::read(path, of_package.as_deref(), secrets, MOST_BYTES);
    // What is not to be copied from beside the sources is left out.
    source.beside.retain(|path| !read(path).is_err_and(|error| own_file::is_refused(&error)));
    for (index, path) in source.files.iter().chain(&source.beside).enumerate() {
        let text = match read(path) {
            Err(error) if index < source.files.len() => {
                source.refused = Some(own_file::not_compiled(path, &error));
                return Ok(());
            }
            text => text.map_err(named(path.display()))?,
        };
        let replaced = constants.replaced(&text).filter(|_| is_of_package);
        is_changed |= replaced.is_some();
        contents.insert(name_of(path).into(), replaced.unwrap_or(text));
    }
    if included.is_empty() && !is_changed {
        return Ok(());
    }
    fs::create_dir(folder)?;
    let within = |path: &PathBuf| folder.join(name_of(path));
    source.files = source.files.iter().map(within).collect();
    source.beside = source.beside.iter().map(within).collect();
    source.main = within(&source.main);
    source.is_folder = true;
    source.links = None;
    for (name, path) in included {
        let text = read_included(&path).map_err(named(path.display()))?;
        let target = folder.join(&name);
        if contents.insert(name, constants.replaced(&text).unwrap_or(text)).is_none() {
            let is_source = languages.of(&path).is_some_and(|own| own.name == source.language.name);
            if is_source { source.files.push(target) } else { source.beside.push(target) }
        }
    }
    for (name, content) in contents {
        let path = folder.join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(named(path.display()))?;
        fs::write(&path, content).map_err(named(path.display()))?;
    }
    Ok(())
}

/// Returns the included files for the language of a source, by their paths below its folder, instead of the default ones of the same path.
fn included(source: &Source, package: &Path) -> io::Result<BTreeMap<PathBuf, PathBuf>> {
    let mut found = BTreeMap::new();
    let root = FolderRoot::open(package).map_err(named(package.display()))?;
    let mut folders = match sorted(&package.join(INCLUDE)) {
        Ok(folders) => folders,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        Err(error) => return Err(named(package.join(INCLUDE).display())(error)),
    };
    let is_default = |folder: &PathBuf| folder.ends_with("default");
    let fits =
        |folder: &PathBuf| is_default(folder) || source.language.has_code(&name_of(folder).to_string_lossy());
    folders.retain(|folder| folder.is_dir() && fits(folder));
    folders.sort_by_key(|folder| !is_default(folder));
    for folder in folders {
        let own = Path::new(INCLUDE).join(name_of(&folder));
        collect((&root, &own), &folder, Path::new(""), &mut found)?;
    }
    Ok(found)
}

/// Adds the files below a folder, which is `own` in the package, by their paths. Links are followed within the package.
fn collect(
    (root, own): (&FolderRoot, &Path),
    folder: &Path,
    below: &Path,
    found: &mut BTreeMap<PathBuf, PathBuf>,
) -> io::Result<()> {
    for path in sorted(folder).map_err(named(folder.display()))? {
        let name = below.join(name_of(&path));
        let metadata = root.metadata_below(own.join(&name)).map_err(named(path.display()))?;
        if metadata.is_file() {
            found.insert(name, path);
        } else if name.components().count() < DEEPEST {
            collect((root, own), &path, &name, found)?;
        } else {
            let error = io::Error::new(io::ErrorKind::Unsupported, "nested too deep");
            return Err(named(path.display())(error));
        }
    }
    Ok(())
}

/// Returns the name of a file without its folder.
pub(crate) fn name_of(path: &Path) -> OsString {
    path.file_name().unwrap_or_default().to_owned()
}
