//! The private folder of a program, replaced before every run: its times, mode and attributes could reveal earlier runs, as
//! its contents could.

use std::io;
use std::os::fd::OwnedFd;

use super::link_tree::LinkTree;
use super::plan::{NamespaceLevel, SandboxPlan};
use super::root::PrivateFolder;

/// The kind of private folder that the system allows.
pub enum Workspace {
    /// No folder: the program is only measured.
    None,
    /// A file system of its own.
    Mounted(PrivateFolder),
    /// A folder with links to the visible files.
    Linked(LinkTree),
}

impl Workspace {
    /// Creates the private folder of a plan, whose root is built.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn new(plan: &SandboxPlan) -> io::Result<Self> {
        let workspace = match plan.level {
            _ if plan.unsandboxed => Self::None,
            NamespaceLevel::None => Self::Linked(LinkTree::new(&plan.view, &plan.private_dir, plan.user)?),
            NamespaceLevel::User | NamespaceLevel::Privileged => {
                let (user, group) = (plan.owner(), plan.owner_group());
                Self::Mounted(PrivateFolder::new(&plan.private_dir, user, group, plan.folder_bytes)?)
            }
        };
        workspace.make()?;
        Ok(workspace)
    }

    /// Opens the folder if it is a file system in memory.
    ///
    /// # Errors
    /// When it cannot be opened: its files would not count.
    pub fn in_memory(&self) -> io::Result<Option<OwnedFd>> {
        if let Self::Mounted(folder) = self { folder.open().map(Some) } else { Ok(None) }
    }

    /// Returns the bytes of the folder's files if it is a file system in memory.
    pub fn used(&self) -> u64 {
        if let Self::Mounted(folder) = self { folder.used() } else { 0 }
    }

    /// Replaces the folder by a new one.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn renew(&self) -> io::Result<()> {
        match self {
            Self::None => {}
            Self::Mounted(folder) => folder.unmount()?,
            Self::Linked(links) => links.clear()?,
        }
        self.make()
    }

    fn make(&self) -> io::Result<()> {
        match self {
            Self::None => Ok(()),
            Self::Mounted(folder) => folder.mount(),
            Self::Linked(links) => links.make(),
        }
    }
}
