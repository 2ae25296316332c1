//! Files that a program names by a path: `#include "lib/x.h"` in C and C++, `from lib import x` in Python, `mod x;` in Rust,
//! `import lib.X;` in Java.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use nim_ground::files::{files_in, folder_of};
use nim_ground::presence::{is_folder, names_file, real_path};

use crate::language::Language;

/// Most bytes of a file in which names are looked for.
const MOST_READ: u64 = 1 << 20;

/// The limit of files beside a source file; if there are more, none are shown.
pub const MOST_BESIDE: usize = 256;

/// Returns the files below `root` that a program's files name by paths, directly or in turn, in their real folders; `None` if nothing is
/// named by a path. `files` are in their real folders, too; the files `beside` them are visible already.
///
/// # Errors
/// When a file cannot be looked at.
pub fn named_below(
    root: &Path,
    language: &Language,
    files: &[PathBuf],
    beside: &[PathBuf],
) -> io::Result<Option<BTreeSet<PathBuf>>> {
    let (Some(naming), Some(main)) = (Naming::of(language), files.first()) else { return Ok(None) };
    let (mut found, mut read, mut left) = (BTreeSet::new(), BTreeSet::new(), files.to_vec());
    let mut is_by_path = false;
    while let Some(path) = left.pop() {
        // An unreadable file is reported when it is copied.
        let Some(text) = text_of(&path).filter(|_| read.insert(path.clone())) else { continue };
        for name in naming.names(&path, &text) {
            // Files made for the compiler do not exist yet, but their includes count.
            is_by_path |= naming == Naming::Include && name.contains('/');
            let around = folder_of(if naming.is_of_file(&name) { &path } else { main });
            for named in found_at(around, &name)? {
                let is_own = files.contains(&named) || is_among(&named, beside)?;
                let is_new = named.starts_with(root) && !is_own;
                is_by_path |= is_new && (naming == Naming::Module || name.contains('/'));
                if is_own || is_new && found.len() < MOST_BESIDE && found.insert(named.clone()) {
                    left.push(named);
                }
            }
        }
    }
    Ok(is_by_path.then_some(found))
}

/// Returns whether a source names a file by a path.
///
/// # Errors
/// When a file cannot be looked at.
pub fn names(language: &Language, source: &Path, file: &Path) -> io::Result<bool> {
    let (Some(naming), Some(file)) = (Naming::of(language), real(file)?) else { return Ok(false) };
    for name in naming.names(source, &text_of(source).unwrap_or_default()) {
        if real(&folder_of(source).join(&name))?.as_deref() == Some(&file) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether a file in its real folder is among others.
fn is_among(file: &Path, others: &[PathBuf]) -> io::Result<bool> {
    // Only files of the same name need to be compared.
    for other in others.iter().filter(|other| other.file_name() == file.file_name()) {
        if real(other)?.as_deref() == Some(file) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The way in which a language names the files that a source uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// Directives of the C preprocessor, relative to the folder of the file.
    Include,
    /// Modules of Python, relative to the folder of the program; `from .a import b` is relative to that of the file.
    Import,
    /// Modules of Rust, relative to the folder of the file, or to the folder of its name.
    Module,
    /// Packages of Java, each a folder, relative to the folder of the program.
    Package,
}

impl Naming {
    /// Returns the naming of a language, if it is known.
    pub fn of(language: &Language) -> Option<Self> {
        if language.uses(Path::new("x.py")) {
            Some(Self::Import)
        } else if language.has_code("rs") {
            Some(Self::Module)
        } else if language.has_code("java") {
            Some(Self::Package)
        } else {
            language.uses(Path::new("x.h")).then_some(Self::Include)
        }
    }

    /// Returns the paths that the text of a file names.
    fn names(self, file: &Path, text: &str) -> Vec<String> {
        match self {
            Self::Include => quoted(text).map(str::to_owned).collect(),
            Self::Import => text.lines().flat_map(imported).flat_map(|module| files_of(&module)).collect(),
            Self::Module => {
                let of = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
                text.lines().filter_map(module).flat_map(|module| files_of_module(of, module)).collect()
            }
            Self::Package => text.lines().filter_map(files_of_package).collect(),
        }
    }

    /// Returns the paths that a file names, including those that are searched in other folders.
    pub fn searched(self, file: &Path, text: &str) -> Vec<String> {
        let in_brackets = included(text).filter_map(|named| named.strip_prefix('<')?.split('>').next());
        let in_brackets = in_brackets.filter(|_| self == Self::Include).map(str::to_owned);
        self.names(file, text).into_iter().chain(in_brackets).collect()
    }

    /// Returns whether a path begins in the folder of the file that names it, not in the program's.
    pub fn is_of_file(self, name: &str) -> bool {
        match self {
            Self::Include | Self::Module => true,
            Self::Import => name.starts_with("./"),
            Self::Package => false,
        }
    }
}

/// Returns the files at a path that a source names, relative to this folder, in their real folders; a star in the path stands for any name.
///
/// # Errors
/// When one cannot be looked at.
pub fn found_at(folder: &Path, name: &str) -> io::Result<Vec<PathBuf>> {
    let Some((around, ending)) = name.split_once('*') else {
        return Ok(real(&folder.join(name))?.into_iter().collect());
    };
    let around = folder.join(around);
    if !is_folder(&around)? {
        return Ok(Vec::new());
    }
    let files = files_in(&around)?.into_iter();
    let files = files.filter(|file| file.as_os_str().as_encoded_bytes().ends_with(ending.as_bytes()));
    files.filter_map(|file| real(&file).transpose()).collect()
}

/// Returns the sources of the package that a line of Java imports from: classes of one package need not name each other.
fn files_of_package(line: &str) -> Option<String> {
    let named = line.trim_start().strip_prefix("import ")?.split(';').next()?.trim();
    let class = match named.strip_prefix("static ") {
        Some(member) => member.rsplit_once('.')?.0.trim(),
        None => named,
    };
    let (package, _) = class.rsplit_once('.')?;
    Some(format!("{}/*.java", package.replace('.', "/")))
}

/// Returns the names that a text in C or C++ includes, in quotes or angle brackets, with the rest of their lines.
pub fn included(text: &str) -> impl Iterator<Item = &str> {
    let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    directives.filter_map(|line| line.trim_start().strip_prefix("include")).map(str::trim_start)
}

/// Returns the names that a text includes in quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    included(text).filter_map(|named| named.strip_prefix('"')?.split('"').next())
}

/// Returns the module that a line of Rust declares to be in another file.
fn module(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub").map_or(line, |rest| rest.trim_start_matches(|c: char| c != 'm'));
    let name = line.trim_start().strip_prefix("mod ")?.split_once(';')?.0.trim();
    Some(name.strip_prefix("r#").unwrap_or(name))
}

/// Returns the paths at which Rust looks for a module of the file with a name: beside a main file, which may be called anything, or in the
/// folder of that name.
fn files_of_module(of: &str, module: &str) -> Vec<String> {
    let beside = [format!("{module}.rs"), format!("{module}/mod.rs")];
    let below = beside.each_ref().map(|file| format!("{of}/{file}"));
    let has_folder = !matches!(of, "main" | "mod" | "lib");
    beside.into_iter().chain(below.into_iter().filter(|_| has_folder)).collect()
}

/// Returns the modules that a line of Python imports; of `from a import b`, also `a.b`, which may be one.
fn imported(line: &str) -> Vec<String> {
    let line = line.trim_start();
    if let Some(list) = line.strip_prefix("import ") {
        return listed_modules(list).map(str::to_owned).collect();
    }
    let Some((from, list)) = line.strip_prefix("from ").and_then(|rest| rest.split_once(" import ")) else {
        return Vec::new();
    };
    let from = from.trim();
    let dot = if from.ends_with('.') { "" } else { "." };
    let within = listed_modules(list).map(|name| format!("{from}{dot}{name}"));
    std::iter::once(from.to_owned()).chain(within).collect()
}

/// Returns the names in the list of an import, without those after `as`.
fn listed_modules(list: &str) -> impl Iterator<Item = &str> {
    let list = list.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
    list.split(',').filter_map(|name| name.split_whitespace().next())
}

/// Returns the paths at which Python looks for a module: the packages around it, and its own file.
fn files_of(module: &str) -> Vec<String> {
    let (begin, module) = module.strip_prefix('.').map_or(("", module), |rest| ("./", rest));
    if module.is_empty() || module.starts_with('.') {
        return Vec::new();
    }
    let path = format!("{begin}{}", module.replace('.', "/"));
    let around = path
        .match_indices('/')
        .filter(|(end, _)| path[..*end] != *".")
        .map(|(end, _)| format!("{}/__init__.py", &path[..end]));
    around.chain([format!("{path}.py"), format!("{path}/__init__.py")]).collect()
}

/// Returns the beginning of a source; `None` if it cannot be read.
pub fn text_of(path: &Path) -> Option<String> {
    let mut text = Vec::new();
    File::open(path).ok()?.take(MOST_READ).read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Returns the path of a file in its real folder; a link stays a link, and is judged when it is read.
pub fn real(path: &Path) -> io::Result<Option<PathBuf>> {
    let folder = folder_of(path);
    // A name that no file can have is for the compiler to refuse.
    if !names_file(path)? {
        return Ok(None);
    }
    let real = real_path(folder)?;
    Ok(real.and_then(|folder| Some(folder.join(path.file_name()?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_the_folders_of_the_classes_that_are_imported() {
        assert_eq!(files_of_package(" import a.b.C;").unwrap(), "a/b/*.java");
        assert_eq!(files_of_package("import a.b.*;").unwrap(), "a/b/*.java");
        assert_eq!(files_of_package("import static a.b.C.m;").unwrap(), "a/b/*.java");
        assert_eq!(files_of_package("import static a.b.C.*;").unwrap(), "a/b/*.java");
        assert_eq!(files_of_package("import C;"), None);
        assert_eq!(files_of_package("importer.run();"), None);
    }

    #[test]
    fn modules_are_found_where_python_looks_for_them() {
        let files =
            |line: &str| imported(line).iter().flat_map(|module| files_of(module)).collect::<Vec<_>>();
        assert_eq!(files("import a"), ["a.py", "a/__init__.py"]);
        assert_eq!(
            files("  import a as b, c.d"),
            ["a.py", "a/__init__.py", "c/__init__.py", "c/d.py", "c/d/__init__.py"]
        );
        let from = ["a.py", "a/__init__.py", "a/__init__.py", "a/b.py", "a/b/__init__.py"];
        assert_eq!(files("from a import (b)"), from);
        assert_eq!(files("from .a import b")[..2], ["./a.py", "./a/__init__.py"]);
        assert_eq!(files("from . import b"), ["./b.py", "./b/__init__.py"]);
        assert_eq!(files("from .. import b; print(1)"), [""; 0]);
    }
}
