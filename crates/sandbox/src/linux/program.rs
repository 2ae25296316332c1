//! The resolution of a command for a sandbox: its executable and its visible files.
//!
//! Visible files depend only on the command line, the caller's `PATH` and the system's folders. A file is not made
//! visible only because a script names it as its interpreter.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::process::geteuid;

use super::mounts::{MOST_ENTRIES, Mounts, entries, is_open_to_all, is_virtual, reachable};
use super::root::BOX;
use super::shebang::Shebang;
use crate::error::{Error, empty_command, failed};
use crate::secrets::Secrets;
use nim_ground::error::named;
use nim_ground::files::absolute;
use nim_ground::presence::{is_absence, is_denied, is_folder};

/// The fault of a path that is hidden from every program.
const HIDDEN: &str = "programs may not see this file of the judge";

/// The longest chain of scripts that are interpreters of scripts.
const MOST_INTERPRETERS: usize = 4;

/// A resolved command: its executable and its visible files.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file that is executed: as given where that is a path, else where it was found.
    pub executable: PathBuf,
    /// The command and its arguments, as given.
    pub command: Vec<OsString>,
    /// The caller's current folder, in which it runs.
    pub working_dir: PathBuf,
    /// Whether that can be a private folder, which contains its visible files.
    pub has_private_working_dir: bool,
    /// The files that the program sees.
    pub view: Mounts,
    /// Arguments that name hidden files, as given.
    pub withheld: Vec<OsString>,
}

impl Program {
    /// Resolves a command in the current folder; `readable` adds files and folders, `secrets` are hidden wherever they lie.
    ///
    /// # Errors
    /// When there is no such command, a path of `readable` does not exist, or either must stay hidden.
    pub fn resolve(command: &[OsString], readable: &[PathBuf], secrets: &Secrets) -> Result<Self, Error> {
        let (name, args) = command.split_first().ok_or_else(empty_command)?;
        let working_dir = env::current_dir().map_err(failed("the current folder"))?;
        let executable = find_command(name, &working_dir)?;
        let path = working_dir.join(&executable);
        let metadata = path.metadata().map_err(unreachable(name.display(), &path))?;
        if !metadata.is_file() && !metadata.is_dir() {
            return Err(Error::Command(format!("{} is neither a file nor a folder", name.display())));
        }
        let mut resolver = Resolver {
            view: Mounts::system()?,
            secrets,
            private: private_folders(&working_dir)?,
            working_dir: &working_dir,
        };
        resolver.view.hidden.extend(secrets.paths().cloned());
        if !is_virtual(&working_dir) {
            resolver.view.folders.insert(working_dir.clone());
        }
        if let Some(logical) = env::var_os("PWD").map(PathBuf::from)
            && reachable(logical.canonicalize(), &logical)?.is_some_and(|real| real == working_dir)
        {
            resolver.view.pass(&logical)?;
        }
        let withheld = resolver.show_arguments(args)?;
        resolver.show_command(name, &working_dir.join(&executable), args)?;
        for path in readable {
            resolver.allow(path)?;
        }
        resolver.hide_in_system().map_err(failed("the folders of the system"))?;
        let view = resolver.view;
        let has_private_working_dir = working_dir.parent().is_some()
            && !is_virtual(&working_dir)
            && (!view.is_open(&working_dir) || is_small(&working_dir)?);
        Ok(Self {
            executable,
            command: command.to_vec(),
            working_dir,
            has_private_working_dir,
            view,
            withheld,
        })
    }

    /// Returns the real path of its executable.
    ///
    /// # Errors
    /// When it cannot be looked at.
    pub fn real_executable(&self) -> io::Result<PathBuf> {
        let path = self.working_dir.join(&self.executable);
        path.canonicalize().map_err(named(path.display()))
    }

    /// Resolves a command that sees `readable` and runs in a folder of its own; a wrapper's words come before it.
    ///
    /// # Errors
    /// As for [`Self::resolve`].
    pub fn in_own_folder(
        command: &[OsString],
        wrapper: &[impl AsRef<OsStr>],
        readable: &[PathBuf],
    ) -> Result<Self, Error> {
        let command: Vec<OsString> = command
            .iter()
            .cloned()
            .map(absolute)
            .collect::<io::Result<_>>()
            .map_err(failed("the command"))?;
        let mut program = Self::resolve(&command, readable, &Secrets::default())?;
        program.executable = program.working_dir.join(&program.executable);
        if let Some(first) = wrapper.first().map(AsRef::as_ref) {
            program.executable = find_command(first, &program.working_dir)?;
            program.command.splice(..0, wrapper.iter().map(|word| word.as_ref().to_owned()));
        }
        let own = PathBuf::from(BOX);
        program.view.folders.insert(own.clone());
        (program.working_dir, program.has_private_working_dir) = (own, true);
        Ok(program)
    }
}

/// Returns whether a program gets copies of the files in a folder: root's runs as another user, to whom it is closed.
///
/// # Errors
/// When it is there, but cannot be looked at.
pub fn is_copied(folder: &Path) -> io::Result<bool> {
    Ok(geteuid().is_root() && !reachable(is_open_to_all(folder), folder)?.unwrap_or(false))
}

/// Collects the visible files of a command line.
struct Resolver<'a> {
    view: Mounts,
    secrets: &'a Secrets,
    /// Folders that are shown only where they are named.
    private: Vec<PathBuf>,
    working_dir: &'a Path,
}

impl Resolver<'_> {
    /// Makes the files of arguments visible; returns the arguments that name secrets.
    fn show_arguments(&mut self, args: &[OsString]) -> io::Result<Vec<OsString>> {
        let mut withheld = Vec::new();
        let mut before = OsStr::new("");
        for arg in args {
            let mut is_withheld = false;
            // All of them are shown, of any kind.
            for path in paths_in_argument(arg, before, self.working_dir)? {
                is_withheld |= !self.show_argument(&path)?;
            }
            if is_withheld {
                withheld.push(arg.clone());
            }
            before = arg;
        }
        Ok(withheld)
    }

    /// Makes an existing file or folder visible; returns `false` for a secret.
    fn show_argument(&mut self, path: &Path) -> io::Result<bool> {
        // Most words name no file.
        let Some(metadata) = reachable(fs::metadata(path), path)? else { return Ok(true) };
        let real = self.view.pass(path)?;
        if is_virtual(&real) {
            return Ok(true);
        }
        if self.secrets.has(&real)? {
            return Ok(false);
        }
        if metadata.is_dir() {
            // An argument may show the current folder, as in `java -cp .`, but neither its parents nor the home folder.
            let is_too_much = self
                .private
                .iter()
                .filter(|&private| private != self.working_dir)
                .map(PathBuf::as_path)
                .chain(self.working_dir.parent())
                .any(|private| private.starts_with(&real));
            if is_too_much {
                return Ok(true);
            }
            self.hide_within(&real)?;
        }
        self.view.show_named(path)?;
        Ok(true)
    }

    fn show_command(&mut self, name: &OsStr, executable: &Path, args: &[OsString]) -> Result<(), Error> {
        let real = executable.canonicalize().map_err(unreachable(name.display(), executable))?;
        if self.secrets.has(&real)? {
            return Err(refused(name.display())(HIDDEN));
        }
        let is_path = name.as_encoded_bytes().contains(&b'/');
        let links: Vec<PathBuf> = self.view.links.keys().cloned().collect();
        if is_folder(&real)? {
            return Ok(());
        }
        self.view.show_named(executable)?;
        // Interpreters need their installations.
        let mut is_interpreter = !is_path;
        for path in args.iter().map(|arg| self.working_dir.join(arg)) {
            is_interpreter |= reachable(fs::metadata(&path), &path)?.is_some_and(|found| found.is_file());
        }
        if is_interpreter {
            self.show_homes(executable, &real, &links, !is_path)?;
        }
        Ok(self.show_interpreters(&real)?)
    }

    /// Shows the interpreters of a script: the system's own and those found by the caller's path.
    fn show_interpreters(&mut self, script: &Path) -> io::Result<()> {
        let mut script = script.to_path_buf();
        for _ in 0..MOST_INTERPRETERS {
            let Some(shebang) = Shebang::read(&script)? else { break };
            let Some(path) = self.interpreter(&shebang)? else { break };
            let Some(real) = real(&path)? else { break };
            if !self.view.is_of_system(&real) || !self.view.is_of_system(&path) {
                let links: Vec<PathBuf> = self.view.links.keys().cloned().collect();
                self.view.show_system(&path)?;
                self.show_homes(&path, &real, &links, false)?;
            }
            script = real;
        }
        Ok(())
    }

    /// Returns the interpreter of a script, if it belongs to the system or to a folder or installation in `PATH`.
    fn interpreter(&self, shebang: &Shebang) -> io::Result<Option<PathBuf>> {
        let Some(named) = shebang.program().map(Path::new) else { return Ok(None) };
        let Some(name) = named.file_name() else { return Ok(None) };
        let folders = trusted_path(self.working_dir, self.secrets)?;
        let found = find_in(folders.iter().cloned(), name)?;
        let found = match found {
            Some(found) => self.not_hidden(&found)?.map(|real| (real, found)),
            None => None,
        };
        if named.parent() == Some(Path::new("")) {
            return Ok(found.map(|(_, found)| found));
        }
        if !named.is_absolute() {
            return Ok(None);
        }
        let Some(real) = self.not_hidden(named)? else { return Ok(None) };
        let mut may_be_shown = self.view.is_of_system(&real) || found.is_some_and(|(found, _)| found == real);
        for folder in &folders {
            let installation =
                self.installation(folder)?.map(|path| self::real(&path)).transpose()?.flatten();
            may_be_shown |= installation.is_some_and(|installation| real.starts_with(installation));
        }
        Ok(may_be_shown.then(|| named.to_path_buf()))
    }

    /// Returns the real path of a file that exists and is not hidden.
    fn not_hidden(&self, path: &Path) -> io::Result<Option<PathBuf>> {
        let Some(real) = real(path)? else { return Ok(None) };
        Ok((!self.secrets.has(&real)?).then_some(real))
    }

    /// Makes the installation of an interpreter visible, under each of its names: new links are those not in `before`.
    fn show_homes(
        &mut self,
        path: &Path,
        real: &Path,
        before: &[PathBuf],
        with_folder: bool,
    ) -> io::Result<()> {
        let links: Vec<PathBuf> =
            self.view.links.keys().filter(|link| !before.contains(link)).cloned().collect();
        for place in links.iter().map(PathBuf::as_path).chain([path, real]) {
            let Some(folder) = place.parent() else { continue };
            if (with_folder || is_for_programs(folder)) && self.may_show(folder)? {
                self.view.show_system(folder)?;
            }
            let Some(installation) = self.installation(folder)? else { continue };
            if installation.ends_with(".local") {
                // Other programs keep their data there, too.
                for part in ["lib", "lib64"].map(|part| installation.join(part)) {
                    if reachable(fs::metadata(&part), &part)?.is_some() {
                        self.view.show_system(&part)?;
                    }
                }
            } else {
                self.view.show_system(&installation)?;
            }
        }
        Ok(())
    }

    /// Returns the installation whose programs lie in a folder.
    fn installation(&self, folder: &Path) -> io::Result<Option<PathBuf>> {
        let Some(installation) = folder.parent().filter(|_| is_for_programs(folder)) else { return Ok(None) };
        let parts = ["lib", "lib64", "libexec", "pyvenv.cfg", "jre"];
        let mut is_one = false;
        for part in parts.map(|part| installation.join(part)) {
            is_one |= reachable(fs::metadata(&part), &part)?.is_some();
        }
        Ok((is_one && self.may_show(installation)?).then(|| installation.to_path_buf()))
    }

    /// Returns whether a folder may be shown for a program in it: it must not contain the caller's own data.
    fn may_show(&self, folder: &Path) -> io::Result<bool> {
        let Some(real) = real(folder)? else { return Ok(false) };
        Ok(real.components().count() > 2
            && is_closed(&real)?
            && !self.secrets.are_within(&real)
            && !self.private.iter().any(|private| private.starts_with(&real)))
    }

    /// Makes a path of `--allow-read` visible.
    fn allow(&mut self, path: &Path) -> Result<(), Error> {
        let path = self.working_dir.join(path);
        let option = format!("--allow-read {}", path.display());
        let real = path.canonicalize().map_err(unreachable(&option, &path))?;
        let fault = if is_virtual(&real) {
            Some("programs have a /dev and a /proc of their own")
        } else if real.parent().is_none() {
            Some("programs have a root of their own")
        } else {
            self.secrets.has(&real)?.then_some(HIDDEN)
        };
        if let Some(fault) = fault {
            return Err(refused(option)(fault));
        }
        self.hide_within(&real)?;
        Ok(self.view.show_named(&path)?)
    }

    /// Hides the secrets that have other names in folders of the system and of interpreters, and modules that are installed there.
    fn hide_in_system(&mut self) -> io::Result<()> {
        let system = Mounts::system()?.system;
        let mut hidden = self.secrets.names_in_system(&system)?;
        for folder in &self.view.system {
            hidden.extend(self.secrets.modules_within(folder)?);
            if !system.contains(folder) {
                hidden.extend(self.secrets.links_within(folder)?);
            }
        }
        self.view.hidden.extend(hidden);
        Ok(())
    }

    /// Hides the secrets that lie in a folder under other names, and the pipes in it: the private folder, in which a program may write to all
    /// that a read-only mount does not keep it from, can be around them.
    fn hide_within(&mut self, folder: &Path) -> io::Result<()> {
        if is_folder(folder)? {
            self.view.hidden.extend(self.secrets.other_names_within(folder)?);
            if folder.starts_with(self.working_dir) {
                self.view.hidden.extend(pipes_within(folder)?);
            }
        }
        Ok(())
    }
}

/// Returns the named pipes in a folder.
fn pipes_within(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(folder) = left.pop() {
        for entry in entries(&folder)? {
            let kind = entry.file_type().map_err(named(entry.path().display()))?;
            if kind.is_dir() {
                left.push(entry.path());
            } else if kind.is_fifo() {
                found.push(entry.path());
            }
        }
    }
    Ok(found)
}

/// Returns the real path of a file that can be reached.
fn real(path: &Path) -> io::Result<Option<PathBuf>> {
    reachable(path.canonicalize(), path)
}

/// Returns whether a folder has few entries.
fn is_small(folder: &Path) -> io::Result<bool> {
    let listed = fs::read_dir(folder)?.take(MOST_ENTRIES + 1).collect::<io::Result<Vec<_>>>();
    Ok(listed.map_err(named(folder.display()))?.len() <= MOST_ENTRIES)
}

/// Returns the paths that an argument may mean, existing or not: the path itself, and those of modules and classes.
fn paths_in_argument(arg: &OsStr, before: &OsStr, working_dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    if arg.is_empty() {
        return Ok(paths);
    }
    paths.push(working_dir.join(arg));
    let Some(text) = arg.to_str() else { return Ok(paths) };
    if ["-cp", "-classpath", "--class-path"].iter().any(|option| before == *option) {
        paths.extend(text.split(':').filter(|part| !part.is_empty()).map(|part| {
            let folder = part.strip_suffix('*').filter(|folder| folder.is_empty() || folder.ends_with('/'));
            working_dir.join(folder.unwrap_or(part))
        }));
    }
    if !text.chars().all(|c| c.is_alphanumeric() || "_.$".contains(c)) || text.starts_with('.') {
        return Ok(paths);
    }
    let module = working_dir.join(text.replace('.', "/"));
    if before == "-m" {
        let package = text.split('.').next().unwrap_or(text);
        paths.extend([module.with_extension("py"), working_dir.join(package)]);
    } else {
        let class = module.with_extension("class");
        if reachable(fs::metadata(&class), &class)?.is_some() {
            let files = module.parent().map(entries).transpose()?.into_iter().flatten();
            paths.extend(files.map(|file| file.path()).filter(|file| is_of_class(file, &module)));
        }
    }
    Ok(paths)
}

/// Returns whether a file is of a class; those of inner classes begin with the outer class's name.
fn is_of_class(file: &Path, class: &Path) -> bool {
    let [file, class] = [file, class].map(|path| path.file_name().and_then(OsStr::to_str));
    let rest = file.zip(class).and_then(|(file, class)| file.strip_prefix(class));
    rest.is_some_and(|rest| rest == ".class" || rest.starts_with('$') && rest.ends_with(".class"))
}

/// Folders that no shown folder may contain: home, the current folder, temporary folders.
fn private_folders(working_dir: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = vec![working_dir.to_path_buf()];
    folders.extend(["/tmp", "/home", "/root"].map(PathBuf::from));
    for folder in env::var_os("HOME").map(PathBuf::from).into_iter().chain([env::temp_dir()]) {
        folders.extend(real(&folder)?);
    }
    Ok(folders)
}

/// Returns whether a folder is named like an installation's folder of programs.
fn is_for_programs(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| ["bin", "sbin", "shims", "libexec"].iter().any(|bin| name == *bin))
}

/// Returns whether a folder is not writable by everybody.
fn is_closed(folder: &Path) -> io::Result<bool> {
    let found = reachable(folder.metadata(), folder)?;
    Ok(found.is_some_and(|metadata| metadata.permissions().mode() & 0o002 == 0))
}

/// Names a command, or an option, that is refused.
fn refused<E: Display>(what: impl Display) -> impl FnOnce(E) -> Error {
    move |why| Error::Command(format!("{what}: {why}"))
}

/// Names a command, or an option, whose file cannot be looked at: one that is not there, or that the user may not see, is refused.
fn unreachable(what: impl Display, path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |why| if is_absence(&why) || is_denied(&why, path) { refused(what)(why) } else { failed(what)(why) }
}

/// Returns the file that a command names: a path, or a name that is searched for.
fn find_command(name: &OsStr, working_dir: &Path) -> Result<PathBuf, Error> {
    let found = if name.as_encoded_bytes().contains(&b'/') {
        let path = working_dir.join(name);
        reachable(fs::metadata(&path), &path)?.map(|_| PathBuf::from(name))
    } else {
        find_in(caller_path().into_iter().map(|folder| working_dir.join(folder)), name)?
    };
    found.ok_or_else(|| Error::Command(format!("no such command: {}", name.display())))
}

/// Returns the first executable file of this name in a number of folders.
fn find_in(folders: impl IntoIterator<Item = PathBuf>, name: &OsStr) -> io::Result<Option<PathBuf>> {
    for path in folders.into_iter().map(|folder| folder.join(name)) {
        let found = reachable(path.metadata(), &path)?;
        if found.is_some_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0) {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Returns the folders of the caller's `PATH`.
fn caller_path() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    env::split_paths(&path).collect()
}

/// Returns the folders of `PATH` that may provide interpreters: not the current folder, nor one with secrets.
fn trusted_path(working_dir: &Path, secrets: &Secrets) -> io::Result<Vec<PathBuf>> {
    let mut trusted = Vec::new();
    for folder in caller_path().into_iter().filter(|folder| folder.is_absolute()) {
        let Some(real) = real(&folder)? else { continue };
        let is_own = real == working_dir || secrets.are_within(&real) || secrets.are_around(&real);
        if !is_own && is_closed(&real)? {
            trusted.push(folder);
        }
    }
    Ok(trusted)
}
