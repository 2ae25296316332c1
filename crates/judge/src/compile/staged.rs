//! The sources of a program as its compiler sees them: copies, with names that the language takes.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::CompileError;
use crate::error::{Error, Result};
use crate::own_file;
use nim_ground::files::set_mode;
use nim_ground::limits::MIB;
use nim_sandbox::secrets::Secrets;
use nim_task::source::Source;

/// Most bytes of the name of a source file, as in most file systems.
const LONGEST_NAME: usize = 255;
/// The limit of the sources' size in bytes.
const MOST_SOURCE: u64 = 64 * MIB;

/// The files that a compiler is given.
pub struct Staged {
    /// Names and contents, the main file first.
    pub files: Vec<(OsString, Vec<u8>)>,
    /// The number of files that are compiled; the others lie beside them.
    pub compiled: usize,
    /// Lines that name the files beside them that are not shown to the compiler.
    pub not_shown: Vec<String>,
}

impl Staged {
    /// Reads the sources; the inner error names a source that must not be copied.
    pub fn new(source: &Source, secrets: &Secrets) -> Result<Result<Self, CompileError>> {
        let mut files: Vec<(OsString, Vec<u8>)> = Vec::new();
        let mut not_shown = Vec::new();
        let mut room = MOST_SOURCE;
        let links = source.links.as_deref();
        let own = source.files.iter().chain(&source.beside).map(|path| (path, links, None));
        let included = source
            .included
            .iter()
            .map(|(name, included)| (&included.file, Some(included.folder.as_path()), Some(name)));
        for (index, (path, links, name)) in own.chain(included).enumerate() {
            let contents = match own_file::read(path, links, secrets, room) {
                Ok(contents) => contents,
                Err(why) if own_file::is_refused(&why) => {
                    if index < source.files.len() {
                        return Ok(Err(own_file::not_compiled(path, &why).into()));
                    }
                    let name = path.file_name().unwrap_or_default().display();
                    not_shown.push(format!("{name} is not shown to the compiler: {why}"));
                    continue;
                }
                Err(error) => return Err(Error::from(error).within(path.display())),
            };
            // A fault of this program, not of others in the same check.
            let Some(left) = room.checked_sub(contents.len() as u64) else {
                let (name, most) = (path.file_name().unwrap_or_default().display(), MOST_SOURCE >> 20);
                return Ok(Err(
                    format!("{name} is not compiled: the sources are larger than {most} MiB").into()
                ));
            };
            room = left;
            let mut name = name.cloned().unwrap_or_else(|| source.name_of(path)).into_os_string();
            if files.is_empty()
                && let Some(stem) = source.language.name_within(&String::from_utf8_lossy(&contents))
            {
                let needed = Path::new(&stem).with_extension(path.extension().unwrap_or_default());
                // If the name is too long for a file, the compiler reports the mismatch.
                if needed.as_os_str().len() <= LONGEST_NAME {
                    name = needed.into();
                }
            }
            files.push((name, contents));
        }
        files.extend(source.made.iter().map(|(name, text)| (name.into(), text.clone().into_bytes())));
        Ok(Ok(Self { files, compiled: source.files.len(), not_shown }))
    }

    /// Returns the names of the files to compile; none looks like an option.
    pub fn names(&self) -> impl Iterator<Item = PathBuf> {
        self.files[..self.compiled].iter().map(|(name, _)| {
            if name.as_encoded_bytes().starts_with(b"-") { Path::new(".").join(name) } else { name.into() }
        })
    }

    /// Writes the sources into a new folder that every user may read; the folder around it is private.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        set_mode(folder, 0o755)?;
        for (name, contents) in &self.files {
            let path = folder.join(name);
            for around in path.ancestors().skip(1).take_while(|around| *around != folder) {
                fs::create_dir_all(around)?;
                set_mode(around, 0o755)?;
            }
            fs::write(&path, contents)?;
            set_mode(&path, 0o644)?;
        }
        Ok(())
    }
}
