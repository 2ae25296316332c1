//! The private folder of a program, replaced before every run: its times, mode and attributes could reveal earlier runs, as
//! its contents could.

use std::io;

use super::mirror::Mirror;
use super::plan::{NamespaceLevel, SandboxPlan};
use super::root::PrivateFolder;

/// The private folder, as the system allows it.
pub enum Workspace {
    /// None: the program is only watched.
    None,
    /// A file system of its own.
    Mounted(PrivateFolder),
    /// A folder with links to what the program sees.
    Linked(Mirror),
}

impl Workspace {
    /// The private folder of a plan, whose root is built.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn new(plan: &SandboxPlan) -> io::Result<Self> {
        let owner = (plan.owner(), plan.owner_group());
        let workspace = match plan.level {
            _ if plan.bare => Self::None,
            NamespaceLevel::None => Self::Linked(Mirror::new(&plan.view, &plan.place, plan.user)),
            NamespaceLevel::User | NamespaceLevel::Privileged => {
                Self::Mounted(PrivateFolder::new(&plan.place, owner, plan.folder_bytes)?)
            }
        };
        workspace.make()?;
        Ok(workspace)
    }

    /// Replaces the folder by a new one.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn renew(&self) -> io::Result<()> {
        match self {
            Self::None => {}
            Self::Mounted(folder) => folder.unmount()?,
            Self::Linked(mirror) => mirror.clear()?,
        }
        self.make()
    }

    fn make(&self) -> io::Result<()> {
        match self {
            Self::None => Ok(()),
            Self::Mounted(folder) => folder.mount(),
            Self::Linked(mirror) => mirror.make(),
        }
    }
}
