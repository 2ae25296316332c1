//! The layers of a sandbox, and which of them are wanted.

/// The layer that hides files.
pub(crate) const MOUNTS: &str = "mount-namespace";
pub(crate) const LANDLOCK: &str = "landlock";
/// The layer that root's programs lack where they run as root.
pub(crate) const OTHER_USER: &str = "other-user";

/// The layers of a sandbox, as reports name them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// The names of the active layers.
    pub active: Vec<String>,
    /// The names of layers that this system does not offer.
    pub missing: Vec<String>,
    /// The reasons for missing layers: errors of starting variants with more of them, known from a sandbox's first start, and limits of the
    /// caller.
    pub refusals: Vec<String>,
    /// The version of Landlock's rules; 0 if there are none.
    pub landlock_version: i64,
    /// Whether the program has a user of its own, not the caller's.
    pub has_own_user: bool,
}

impl Layers {
    /// Returns whether one of the active layers hides files.
    pub fn hide_files(&self) -> bool {
        hide_files(&self.active)
    }

    /// Returns whether a program's files are mounted for it, independent of who may read them elsewhere.
    pub fn have_mounts(&self) -> bool {
        self.active.iter().any(|layer| layer == MOUNTS)
    }
}

/// Returns whether one of some active layers hides files.
pub fn hide_files(active: &[String]) -> bool {
    active.iter().any(|layer| layer == MOUNTS || layer == LANDLOCK)
}

/// Layers whose absence lets a program do more than a user may expect.
const WEAKER: [(&str, &str); 2] = [
    (MOUNTS, "programs can find out names, sizes and times of hidden files"),
    (OTHER_USER, "programs run as root"),
];

/// Returns the unexpected abilities of programs without these layers.
pub fn weaknesses(missing: &[String]) -> impl Iterator<Item = &'static str> {
    let lacking = WEAKER.into_iter().filter(move |(layer, _)| missing.iter().any(|missing| missing == layer));
    lacking.map(|(_, weakness)| weakness)
}

/// Whether this system has a sandbox; without one, [`SandboxMode::Off`] is the only mode.
pub const IS_AVAILABLE: bool = cfg!(target_os = "linux");

/// The way in which programs are confined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxMode {
    /// No layers: the program is only measured, and killed with all its processes.
    Off,
    /// Every layer that the system offers.
    Auto,
    /// All layers; an error if one is missing.
    Strict,
}

impl SandboxMode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Strict, Self::Off];

    /// Returns the name of the mode on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Strict => "strict",
            Self::Off => "off",
        }
    }
}
