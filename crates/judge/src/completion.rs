//! Sources completed by the files that a package adds to every program: graders, included files with perhaps a driver, and its constants.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::compile::CompileError;
use super::own_file;
use nim_ground::error::named;
use nim_ground::files::sorted;
use nim_ground::folder::files_below;
use nim_ground::presence::{absent_is_none, is_folder};
use nim_sandbox::secrets::Secrets;
use nim_task::constants::Constants;
use nim_task::graders::Graders;
use nim_task::language::{Language, Languages};
use nim_task::source::{Source, is_main_name};

/// The limit of a file's size in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// The folder of included files, with a folder for each language.
pub const INCLUDE: &str = "include";
/// The languages that programs of a package may mix.
const C_AND_CPP: [&str; 2] = ["C", "C++"];
/// A prefix for programs in C or C++ that flushes their output at once.
const UNBUFFERED: &str = "#include <stdio.h>\n\
    __attribute__((constructor)) static void write_at_once(void) { setvbuf(stdout, 0, _IONBF, 0); }\n";

/// The files and constants that a package adds to every program.
pub struct Additions<'a> {
    /// The languages.
    pub languages: &'a Languages,
    /// The files that no program may see.
    pub secrets: &'a Secrets,
    /// The package with included files, if there is one.
    pub package: Option<&'a Path>,
    /// The constants of the package.
    pub constants: Constants,
    /// The graders compiled with every program.
    pub graders: Graders,
}

/// The files of a completed source, by name: those compiled in order, those beside them, and all texts.
#[derive(Default)]
struct Files {
    compiled: Vec<PathBuf>,
    beside: Vec<PathBuf>,
    texts: BTreeMap<PathBuf, Vec<u8>>,
    /// The text put before each compiled file of the program.
    prefix: String,
}

impl Files {
    /// Adds a file of the program.
    fn add(&mut self, name: PathBuf, text: Vec<u8>, is_compiled: bool) {
        let text = if is_compiled { [self.prefix.as_bytes(), &text].concat() } else { text };
        self.put(name, text, is_compiled);
    }

    fn put(&mut self, name: PathBuf, text: Vec<u8>, is_compiled: bool) {
        if self.texts.insert(name.clone(), text).is_none() {
            if is_compiled { &mut self.compiled } else { &mut self.beside }.push(name);
        }
    }

    /// Makes a file the one that is started, or compiled first.
    fn start_with(&mut self, driver: &Path) {
        self.beside.retain(|name| name != driver);
        self.compiled.retain(|name| name != driver);
        self.compiled.insert(0, driver.to_path_buf());
    }

    /// Writes the files into a folder, and makes them those of a source.
    fn write(self, source: &mut Source, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        for (name, text) in self.texts {
            let path = folder.join(name);
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(named(path.display()))?;
            fs::write(&path, text).map_err(named(path.display()))?;
        }
        [source.files, source.beside] =
            [self.compiled, self.beside].map(|names| names.iter().map(|name| folder.join(name)).collect());
        source.main.clone_from(&source.files[0]);
        (source.is_folder, source.links) = (true, None);
        Ok(())
    }
}

impl Additions<'_> {
    /// Completes a source by the package's files, and by its constants if the source is the package's own. A completed source is a copy in
    /// `folder`; without additions it stays unchanged. Returns the names of its files that included ones replace; the inner error says what
    /// the package lacks for it. A source whose own files cannot be copied is refused.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn complete(
        &self,
        source: &mut Source,
        is_of_package: bool,
        folder: &Path,
    ) -> io::Result<Result<Vec<PathBuf>, CompileError>> {
        if source.refused.is_some() {
            return Ok(Ok(Vec::new()));
        }
        let compiled = match self.graders_of(&source.language.name) {
            Ok(compiled) => compiled,
            Err(why) => return Ok(Err(why)),
        };
        let included =
            self.package.map_or(Ok(BTreeMap::new()), |package| self.included(&source.language, package))?;
        let driver = included.keys().find(|name| self.is_driver(name, &source.language)).cloned();
        let is_c = C_AND_CPP.contains(&source.language.name.as_str());
        let unbuffered = if self.graders.unbuffered { UNBUFFERED } else { "" };
        let prefix = if is_c { format!("{}{unbuffered}", self.graders.prefix) } else { String::new() };
        if self.graders.unbuffered {
            source.language.write_at_once();
        }
        let is_added = !included.is_empty() || !prefix.is_empty() || self.graders.has_files();
        let constants = Some(&self.constants).filter(|constants| is_of_package && !constants.is_empty());
        if !is_added && constants.is_none() {
            return Ok(Ok(Vec::new()));
        }
        let mut files = Files { prefix, ..Files::default() };
        for path in compiled {
            let ending = source.main.extension().unwrap_or_default();
            let name = PathBuf::from(name_of(path));
            let name = if self.graders.either_c { name.with_extension(ending) } else { name };
            let before = if is_c { self.graders.grader_prefix.as_bytes() } else { &[] };
            files.put(name, [before, &read(path)?].concat(), true);
        }
        let mut replaced = Vec::new();
        match self.add_own(source, constants, driver.as_deref(), &mut files)? {
            Err(error) => source.refused = Some(error.message),
            Ok(is_changed) if is_changed || is_added => {
                replaced.extend(included.keys().filter(|name| files.texts.contains_key(*name)).cloned());
                self.add_others(source, included, &mut files)?;
                driver.iter().for_each(|driver| files.start_with(driver));
                files.write(source, folder)?;
            }
            Ok(_) => {}
        }
        Ok(Ok(replaced))
    }

    /// Returns whether an included file is the entry point of programs in a language: the main file by its name.
    fn is_driver(&self, name: &Path, language: &Language) -> bool {
        let is_main = name.file_stem().is_some_and(is_main_name);
        let is_on_top = name.parent().is_some_and(|folder| folder.as_os_str().is_empty());
        let own = self.languages.for_file(name);
        is_main
            && is_on_top
            && own.is_some_and(|own| own.name == language.name || language.runs_files_of(own))
    }

    /// Adds the program's own files; returns whether one names a constant. The inner error is about a source file that cannot be copied.
    fn add_own(
        &self,
        source: &Source,
        constants: Option<&Constants>,
        driver: Option<&Path>,
        files: &mut Files,
    ) -> io::Result<Result<bool, CompileError>> {
        let mut is_changed = false;
        for (index, path) in source.files.iter().chain(&source.beside).enumerate() {
            let is_source = index < source.files.len();
            let text = match own_file::read(path, source.links.as_deref(), self.secrets, MOST_BYTES) {
                Err(error) if is_source => return Ok(Err(own_file::not_compiled(path, &error).into())),
                // A file beside the sources that must not be copied is left out.
                Err(error) if own_file::is_refused(&error) => continue,
                text => text.map_err(named(path.display()))?,
            };
            let replaced = constants.and_then(|constants| constants.replaced(&text));
            is_changed |= replaced.is_some();
            let stem = self.graders.submission.as_ref().filter(|_| index == 0);
            // The compiler names the main file by its text; beside a driver, the program's file is not the main one.
            let needed = driver.filter(|_| index == 0).and_then(|driver| {
                let needed = source.language.name_within(&String::from_utf8_lossy(&text))?;
                let is_free = driver.file_stem().is_none_or(|taken| taken != needed.as_str());
                is_free.then_some(needed)
            });
            let ending = path.extension().unwrap_or_default();
            let name = stem
                .or(needed.as_ref())
                .map_or(name_of(path).into(), |stem| Path::new(stem).with_extension(ending));
            files.add(name, replaced.unwrap_or(text), is_source);
        }
        Ok(Ok(is_changed))
    }

    /// Adds the included files, and the files that lie beside every program.
    fn add_others(
        &self,
        source: &Source,
        included: BTreeMap<PathBuf, PathBuf>,
        files: &mut Files,
    ) -> io::Result<()> {
        let of_package = self.package.map(|package| package.canonicalize().map_err(named(package.display())));
        let of_package = of_package.transpose()?;
        for (name, path) in included {
            let text = own_file::read(&path, of_package.as_deref(), self.secrets, MOST_BYTES);
            let text = text.map_err(named(path.display()))?;
            let is_source =
                self.languages.for_file(&path).is_some_and(|own| own.name == source.language.name);
            files.add(name, self.constants.replaced(&text).unwrap_or(text), is_source);
        }
        for path in &self.graders.beside {
            files.put(name_of(path).into(), read(path)?, false);
        }
        Ok(())
    }

    /// Returns the included files for a language, by their paths below its folder; they replace default ones of the same path.
    fn included(&self, language: &Language, package: &Path) -> io::Result<BTreeMap<PathBuf, PathBuf>> {
        let mut found = BTreeMap::new();
        let include = package.join(INCLUDE);
        let Some(entries) = absent_is_none(sorted(&include), &include)? else { return Ok(found) };
        let mut folders = Vec::new();
        for entry in entries {
            let code = name_of(&entry);
            if let Some(rank) = self.rank(&code.to_string_lossy(), language)
                && is_folder(&entry)?
            {
                folders.push((rank, entry));
            }
        }
        folders.sort();
        for (_, folder) in folders {
            found.extend(files_below(package, &Path::new(INCLUDE).join(name_of(&folder)))?);
        }
        Ok(found)
    }

    /// Returns the rank of a folder of included files for a language, of which the highest counts: the default one, that of a language
    /// whose files it runs (as `PyPy` those of Python), its own. `None` for another language's.
    fn rank(&self, code: &str, language: &Language) -> Option<u8> {
        let mut others = self.languages.iter().filter(|other| other.has_code(code));
        match code {
            _ if language.has_code(code) => Some(2),
            "default" => Some(0),
            _ => others.any(|other| language.runs_files_of(other)).then_some(1),
        }
    }

    /// Returns the files that are compiled with a program in a language; the error names the missing ones.
    fn graders_of(&self, language: &str) -> Result<Vec<&PathBuf>, CompileError> {
        let all = &self.graders;
        let mut doubled = all.sources.iter().chain(&all.beside).unique().duplicates_by(|path| name_of(path));
        if let Some(path) = doubled.next() {
            let name = name_of(path);
            return Err(
                format!("the package puts two files called {} beside every program", name.display()).into()
            );
        }
        let takes_c = all.either_c && C_AND_CPP.contains(&language);
        let own = all.sources.iter().filter(|path| {
            let own = self.languages.for_file(path).map(|own| own.name.as_str());
            own.is_some_and(|own| own == language || takes_c && C_AND_CPP.contains(&own))
        });
        let own: Vec<&PathBuf> = own.collect();
        let Some(first) = all.sources.first().filter(|_| own.is_empty()) else { return Ok(own) };
        let stem = first.file_stem().unwrap_or_default().to_string_lossy();
        Err(format!("the package has no {stem} in {language}, which is compiled with every program").into())
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path).map_err(named(path.display()))
}

/// Returns the name of a file without its folder.
fn name_of(path: &Path) -> OsString {
    path.file_name().unwrap_or_default().to_owned()
}
