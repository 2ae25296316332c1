//! Files that are copied for a program: its sources, the files beside them, and the package's included files.
//!
//! The author of a judged program may have made its folder. So a file is opened below a descriptor of the folder, and copied only if it is
//! a regular file, no link leads out to it, it is not hidden under another name, and no other user owns it under another name: a compiler
//! prints what it reads.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use nim_ground::files::is_foreign;
pub use nim_ground::folder::is_refused;
use nim_ground::folder::{FolderRoot, refused};
use nim_ground::presence::absent_is_none;
use nim_sandbox::secrets::Secrets;

/// Reads a file of at most `most` bytes, and a byte more of a larger one. Links on the way of a path below the real folder `links` may lead
/// to any file of that folder; otherwise a link may lead to a file of its own folder.
///
/// # Errors
/// When it is no file of its folder's own, as [`is_refused`] tells, or cannot be read.
pub fn read(path: &Path, links: Option<&Path>, secrets: &Secrets, most: u64) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    open_own(path, links, secrets)?.take(most.saturating_add(1)).read_to_end(&mut contents)?;
    Ok(contents)
}

/// Returns the sentence about a source file that cannot be copied for its compiler.
pub(crate) fn not_compiled(path: &Path, why: &io::Error) -> String {
    format!("{} is not compiled: {why}", path.file_name().unwrap_or_default().display())
}

fn outside() -> io::Error {
    refused("it is a link that leads out of its folder")
}

/// Returns the real path of a file or folder; an empty path is the current folder.
fn real(folder: &Path) -> io::Result<PathBuf> {
    if folder.as_os_str().is_empty() { Path::new(".").canonicalize() } else { folder.canonicalize() }
}

/// Returns the folder that links to a file may not lead out of, and the file's path below that.
fn home(path: &Path, links: Option<&Path>) -> io::Result<(PathBuf, PathBuf)> {
    let name = Path::new(path.file_name().ok_or(io::ErrorKind::IsADirectory)?);
    let own = real(path.parent().unwrap_or(path))?;
    let Some(links) = links else { return Ok((own, name.to_path_buf())) };
    if let Ok(below) = own.strip_prefix(links) {
        return Ok((links.to_path_buf(), below.join(name)));
    }
    // A link to a folder has led out.
    for around in path.ancestors() {
        if absent_is_none(real(around), around)?.is_some_and(|real| real == links) {
            return Err(outside());
        }
    }
    Ok((own, name.to_path_buf()))
}

fn open_own(path: &Path, links: Option<&Path>, secrets: &Secrets) -> io::Result<File> {
    let (around, below) = home(path, links)?;
    let folder = FolderRoot::open(&around)?;
    let opened = folder.open_below(below);
    let file = opened.map_err(|error| if is_refused(&error) { outside() } else { error })?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(refused("it is no regular file"));
    }
    if secrets.has_file(path, &metadata)? {
        return Err(refused("it is another name of a file that programs may not see"));
    }
    if is_foreign(&metadata, &folder.metadata()?) {
        return Err(refused("it has another name, and another owner than its folder"));
    }
    Ok(file)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_regular_files_of_the_folder_that_are_not_hidden_are_read() {
        let around = tempfile::tempdir().unwrap();
        let path = |name: &str| around.path().join(name);
        fs::create_dir_all(path("alice/within")).unwrap();
        fs::create_dir(path("tests")).unwrap();
        fs::write(path("tests/1.ans"), "secret").unwrap();
        fs::write(path("tests/other"), "shown").unwrap();
        fs::write(path("alice/sol.cpp"), "own").unwrap();
        let mut secrets = Secrets::default();
        secrets.add_data(&path("tests/1.ans")).unwrap();
        symlink("sol.cpp", path("alice/own_link.cpp")).unwrap();
        symlink("../tests/1.ans", path("alice/up.h")).unwrap();
        symlink(path("tests/other"), path("alice/absolute.h")).unwrap();
        symlink("/proc/self/mem", path("alice/magic.h")).unwrap();
        symlink("../tests/other", path("alice/shown.h")).unwrap();
        symlink("../tests", path("alice/folder.h")).unwrap();
        symlink("up.h", path("alice/twice.h")).unwrap();
        fs::hard_link(path("tests/1.ans"), path("alice/hard.h")).unwrap();
        fs::hard_link(path("alice/sol.cpp"), path("alice/copy.cpp")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            path("alice/pipe.h"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR,
            0,
        )
        .unwrap();
        let real = around.path().canonicalize().unwrap();
        for links in [None, Some(real.as_path())] {
            let read = |name: &str| read(&path(name), links, &secrets, 100);
            for name in ["alice/sol.cpp", "alice/own_link.cpp", "alice/copy.cpp"] {
                assert_eq!(read(name).unwrap(), b"own", "{name}");
            }
            for name in ["up.h", "absolute.h", "magic.h", "folder.h", "twice.h", "hard.h", "pipe.h", "within"]
            {
                let error = read(&format!("alice/{name}")).unwrap_err();
                assert!(is_refused(&error), "{name}: {error}");
            }
            assert!(!is_refused(&read("alice/missing").unwrap_err()));
            // The range of links matters only for a link to another folder.
            let shown = read("alice/shown.h");
            if links.is_none() {
                assert!(is_refused(&shown.unwrap_err()));
            } else {
                assert_eq!(shown.unwrap(), b"shown");
            }
        }
    }
}
