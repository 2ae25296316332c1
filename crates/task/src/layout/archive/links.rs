//! Links within an archive: their targets are unpacked once more under the links' names. No link is ever made.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{Unpacking, enclosed};
use nim_ground::error::named;
use nim_ground::files::is_executable;
use nim_ground::presence;

/// Most links that one link may lead through.
const MOST_STEPS: usize = 40;

/// A link stored in an archive.
#[derive(Clone, Debug)]
pub struct Link {
    /// The name of the link in messages.
    shown: String,
    /// The target's path in the archive.
    target: PathBuf,
}

/// The links of an archive, by their paths.
pub type Links = BTreeMap<PathBuf, Link>;

impl Unpacking<'_> {
    /// Notes a symbolic link, which is made after all files.
    pub(super) fn link(&mut self, shown: &str, name: PathBuf, target: PathBuf) -> io::Result<()> {
        let target = name.parent().unwrap_or(Path::new("")).join(target);
        self.hard_link(shown, name, target)
    }

    /// Notes a hard link of a tar archive, whose target is the path of an entry.
    pub(super) fn hard_link(&mut self, shown: &str, name: PathBuf, target: PathBuf) -> io::Result<()> {
        match self.links.insert(name, Link { shown: shown.to_owned(), target }) {
            Some(_) => Err(super::twice(shown)),
            None => Ok(()),
        }
    }

    /// Unpacks the targets of the links.
    ///
    /// # Errors
    /// When a link that may hold tests does not lead to a file or folder of the archive, or its target is too large.
    pub(super) fn follow_links(&mut self) -> io::Result<()> {
        let links = std::mem::take(&mut self.links);
        let mut folders = Vec::new();
        for (name, link) in &links {
            self.count()?;
            let Some(target) = resolved(&links, link) else {
                self.lose(&link.shown, "a link that leads out of the archive, or in a circle")?;
                continue;
            };
            let path = self.target.path().join(&target);
            let found = presence::find(&path)?;
            if presence::find(&self.target.path().join(name))?.is_some() {
                self.lose(&link.shown, "a link whose name occurs twice")?;
            } else if found.as_ref().is_some_and(Metadata::is_file) {
                self.copy_file(&link.shown, name, &path)?;
            } else if found.is_some_and(|found| found.is_dir()) {
                folders.push((name, target, link));
            } else {
                self.lose(&link.shown, "a link to a file that is not in the archive")?;
            }
        }
        for (name, target, link) in &folders {
            if folders.iter().any(|(inner, ..)| inner.starts_with(target)) {
                self.lose(&link.shown, "a link to a folder with links to folders")?;
            } else {
                self.copy_folder(&link.shown, name, &self.target.path().join(target))?;
            }
        }
        Ok(())
    }

    fn copy_file(&mut self, shown: &str, name: &Path, path: &Path) -> io::Result<()> {
        let mut file = File::open(path).map_err(named(shown))?;
        let is_program = is_executable(path)?;
        self.file(shown, name, is_program, &mut file)
    }

    fn copy_folder(&mut self, shown: &str, name: &Path, path: &Path) -> io::Result<()> {
        self.folder(shown, name)?;
        for entry in fs::read_dir(path)? {
            self.count()?;
            let entry = entry?;
            let (inner, own) = (name.join(entry.file_name()), entry.path());
            let shown = format!("{shown}/{}", entry.file_name().to_string_lossy());
            if presence::is_folder(&own)? {
                self.copy_folder(&shown, &inner, &own)?;
            } else {
                self.copy_file(&shown, &inner, &own)?;
            }
        }
        Ok(())
    }
}

/// Returns the final target of a link; `None` if it leads out of the archive, or in a circle.
fn resolved(links: &Links, link: &Link) -> Option<PathBuf> {
    let mut left = steps_of(&link.target)?;
    let mut path = PathBuf::new();
    let mut steps = 0;
    while let Some(part) = left.pop_front() {
        if part == Path::new("..") {
            if !path.pop() {
                return None;
            }
            continue;
        }
        path.push(part);
        path = enclosed(&path)?;
        let Some(next) = links.get(&path) else { continue };
        steps += 1;
        if steps > MOST_STEPS {
            return None;
        }
        let mut more = steps_of(&next.target)?;
        more.append(&mut left);
        left = more;
        path = PathBuf::new();
    }
    Some(path)
}

/// Returns the parts of a relative path.
fn steps_of(path: &Path) -> Option<VecDeque<PathBuf>> {
    let mut parts = path.components();
    let is_absolute = parts.any(|part| matches!(part, Component::RootDir | Component::Prefix(_)));
    (!is_absolute).then(|| path.iter().map(PathBuf::from).collect())
}
