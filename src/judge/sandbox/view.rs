//! What a program sees of the file system: the system's own folders, its interpreter, itself and its arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

/// Folders of the system that every program may read.
const SYSTEM_FOLDERS: [&str; 8] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"];
/// Files and folders of the system's configuration that loaders and interpreters look at.
const SYSTEM_FILES: [&str; 6] = [
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/ld-musl-x86_64.path",
];
/// Links that lead to one another are followed no further.
const MOST_LINKS: usize = 40;

/// The parts of the file system that a program sees.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Real paths of files and folders that are shown, read-only.
    pub shown: BTreeSet<PathBuf>,
    /// Links on the way to them, and what they say.
    pub links: BTreeMap<PathBuf, PathBuf>,
    /// Folders that are hidden even where a folder around them is shown.
    pub hidden: BTreeSet<PathBuf>,
}

/// A command, resolved: what is executed, and what it may see.
#[derive(Clone, Debug)]
pub struct Program {
    /// Command and arguments; those that name existing files are absolute.
    pub command: Vec<OsString>,
    /// What it sees.
    pub view: View,
}

impl Program {
    /// Resolves a command in the current folder.
    ///
    /// `readable` adds files and folders, `hidden` takes folders away wherever they lie.
    ///
    /// # Errors
    /// When there is no such command, or a path of `readable` does not exist.
    pub fn resolve(command: &[OsString], readable: &[PathBuf], hidden: &[PathBuf]) -> Result<Self, String> {
        let (name, args) = command.split_first().ok_or("the command is empty")?;
        let here = env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
        let found = find_command(name, &here).ok_or_else(|| {
            let is_there = !name.is_empty() && here.join(name).exists();
            let why = if is_there { "not an executable file" } else { "no such command" };
            format!("{why}: {}", name.display())
        })?;
        let mut view = View::system();
        view.hidden.extend(hidden.iter().filter_map(|path| path.canonicalize().ok()));
        let private = private_folders(&here);
        let mut resolved = vec![found.as_os_str().to_owned()];
        let mut has_files = false;
        for arg in args {
            let path = here.join(arg);
            if arg.is_empty() || !path.exists() || is_every_programs_own(&path) {
                resolved.push(arg.clone());
                continue;
            }
            // The current folder is shown when it is named, as for `java -cp .`, but nothing around it or home.
            let is_too_much = |folder: &Path| {
                private.iter().filter(|&private| *private != here).any(|private| is_around(folder, private))
                    || here.parent().is_some_and(|parent| is_around(folder, parent))
            };
            let shown = path.is_file() || !is_too_much(&path);
            if shown {
                has_files |= path.is_file();
                view.show(&path);
            }
            resolved.push(clean(&path).into_os_string());
        }
        let is_interpreter = has_files || !name.as_encoded_bytes().contains(&b'/');
        view.show_executable(&found, is_interpreter, &private);
        for path in readable {
            let path = here.join(path);
            let real = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
            if is_every_programs_own(&real) {
                return Err(format!("{}: programs have a /dev and a /proc of their own", path.display()));
            }
            view.show(&path);
        }
        Ok(Self { command: resolved, view })
    }
}

impl View {
    fn system() -> Self {
        let mut view = Self::default();
        for path in SYSTEM_FOLDERS.iter().chain(&SYSTEM_FILES) {
            if Path::new(path).exists() {
                view.show(Path::new(path));
            }
        }
        // Some distributions keep the settings of Java in /etc and link to them.
        for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
            if entry.file_name().as_encoded_bytes().starts_with(b"java") {
                view.show(&entry.path());
            }
        }
        view
    }

    /// What is shown, without folders around what is hidden: those are given by their parts, as far as they are not
    /// hidden. For a system in which something can be shown, but nothing within it hidden.
    #[must_use]
    pub fn shown_but_hidden(&self) -> BTreeSet<PathBuf> {
        let mut parts = BTreeSet::new();
        let mut left: Vec<PathBuf> = self.shown.iter().cloned().collect();
        while let Some(path) = left.pop() {
            let is_file_named = self.shown.contains(&path) && path.is_file();
            let within = self.hidden.iter().any(|hidden| path.starts_with(hidden));
            let around = self.hidden.iter().any(|hidden| hidden.starts_with(&path));
            if is_file_named || !(within || around) {
                parts.insert(path);
            } else if !within {
                left.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
            }
        }
        parts
    }

    /// Shows a path, with every link on the way to it.
    fn show(&mut self, path: &Path) -> PathBuf {
        let mut real = PathBuf::from("/");
        let mut rest: Vec<OsString> = components(path);
        let mut links = 0;
        while let Some(next) = rest.pop() {
            if next == ".." {
                real.pop();
                continue;
            }
            let at = real.join(&next);
            match fs::read_link(&at) {
                Ok(target) if links < MOST_LINKS => {
                    links += 1;
                    if target.is_absolute() {
                        real = PathBuf::from("/");
                    }
                    rest.extend(components(&target));
                    if !is_every_programs_own(&at) {
                        self.links.insert(at, target);
                    }
                }
                _ => real = at,
            }
        }
        if !is_every_programs_own(&real) {
            self.shown.insert(real.clone());
        }
        real
    }

    /// Shows an executable and, where it is a script, its interpreter; an interpreter comes with its own folders.
    fn show_executable(&mut self, path: &Path, is_interpreter: bool, private: &[PathBuf]) {
        let mut path = path.to_path_buf();
        let mut is_interpreter = is_interpreter;
        for _ in 0..4 {
            let before: Vec<PathBuf> = self.links.keys().cloned().collect();
            let real = self.show(&path);
            if is_interpreter {
                let links: Vec<PathBuf> =
                    self.links.keys().filter(|link| !before.contains(link)).cloned().collect();
                for place in links.iter().chain([&path, &real]) {
                    self.show_home_of(place, private);
                }
            }
            let Some(interpreter) = shebang(&real).filter(|path| path.exists()) else { return };
            path = interpreter;
            is_interpreter = true;
        }
    }

    /// Shows the folder of an interpreter, and the installation that it is part of.
    fn show_home_of(&mut self, executable: &Path, private: &[PathBuf]) {
        let Some(folder) = executable.parent() else { return };
        let may_show = |folder: &Path| {
            folder.components().count() > 2
                && is_closed(folder)
                && !private.iter().any(|private| is_around(folder, private))
        };
        if may_show(folder) {
            self.show(folder);
        }
        let is_bin = folder
            .file_name()
            .is_some_and(|name| ["bin", "sbin", "shims", "libexec"].iter().any(|bin| name == *bin));
        let Some(installation) = folder.parent().filter(|_| is_bin) else { return };
        let parts = ["lib", "lib64", "libexec", "pyvenv.cfg", "jre"];
        if !parts.iter().any(|part| installation.join(part).exists()) || !may_show(installation) {
            return;
        }
        if installation.ends_with(".local") {
            // There the rest of home's programs keep their data, too.
            for part in ["lib", "lib64"].map(|part| installation.join(part)) {
                if part.exists() {
                    self.show(&part);
                }
            }
        } else {
            self.show(installation);
        }
    }
}

/// What no folder that is shown may be around: home, the current folder, temporary folders.
fn private_folders(here: &Path) -> Vec<PathBuf> {
    let mut folders =
        vec![here.to_path_buf(), PathBuf::from("/tmp"), PathBuf::from("/home"), PathBuf::from("/root")];
    folders.extend(env::var_os("HOME").map(PathBuf::from));
    folders.extend([env::temp_dir().canonicalize().ok()].into_iter().flatten());
    folders
}

fn is_around(folder: &Path, inner: &Path) -> bool {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    inner.starts_with(&folder)
}

/// Whether a path leads to devices or processes, of which a sandbox has some of its own, as `/dev/stdin`.
fn is_every_programs_own(path: &Path) -> bool {
    ["/dev", "/proc"].iter().any(|own| path.starts_with(own))
}

/// Whether not everybody can put files there.
fn is_closed(folder: &Path) -> bool {
    folder.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o002 == 0)
}

/// The parts of a path in reverse, without `.` and the root.
fn components(path: &Path) -> Vec<OsString> {
    let part = |component| match component {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some(OsString::from("..")),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    };
    path.components().rev().filter_map(part).collect()
}

/// An absolute path without `.`; `..` stays, since a link may stand before it.
fn clean(path: &Path) -> PathBuf {
    path.components().filter(|component| !matches!(component, Component::CurDir)).collect()
}

/// The file that a command names: a path, or a name that is searched for.
fn find_command(name: &OsStr, here: &Path) -> Option<PathBuf> {
    let is_executable = |path: &PathBuf| {
        path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
    };
    if name.as_encoded_bytes().contains(&b'/') {
        return Some(clean(&here.join(name))).filter(is_executable);
    }
    let path = env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    env::split_paths(&path).map(|folder| clean(&here.join(folder).join(name))).find(is_executable)
}

/// The interpreter that a script names, itself searched for where the script goes through `env`.
fn shebang(script: &Path) -> Option<PathBuf> {
    let mut line = Vec::new();
    let file = BufReader::new(File::open(script).ok()?);
    file.take(256).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8(line).ok()?;
    let mut words = line.strip_prefix("#!")?.split_whitespace();
    let interpreter = PathBuf::from(words.next()?);
    if interpreter.file_name()? == "env" {
        let name = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        return find_command(OsStr::new(name), Path::new("/"));
    }
    Some(interpreter)
}

/// Whether everybody may read a file or folder, and execute it where its owner may.
///
/// # Errors
/// When it cannot be looked at.
pub fn is_open_to_all(path: &Path) -> io::Result<bool> {
    let mode = path.metadata()?.permissions().mode();
    Ok(mode & 0o004 != 0 && (mode & 0o100 == 0 || mode & 0o001 != 0))
}
