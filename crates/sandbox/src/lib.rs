//! Runs one program with files, limits and descriptors; reports the resources used and the way it ended.
//!
//! A [`Sandbox`] starts a [`Program`]: begin there. It returns a [`Runner`](run::Runner) for any number of runs. On Linux the sandbox
//! consists of namespaces, Landlock, seccomp and control groups, and hides files; other systems have limits alone.
//!
//! Depends on `nim-ground` alone: it knows neither tests nor verdicts.
//!
//! ```
//! use nim_ground::content::Content;
//! use nim_ground::limits::LimitOverrides;
//! use nim_sandbox::{IS_AVAILABLE, Program, Sandbox, SandboxMode, run::Runner, secrets::Secrets};
//! use std::sync::atomic::AtomicBool;
//!
//! let program = Program::resolve(&["true".into()], &[], &Secrets::default())?;
//! let interrupted = AtomicBool::new(false);
//! let mode = if IS_AVAILABLE { SandboxMode::Auto } else { SandboxMode::Off };
//! let sandbox = Sandbox::new(program, mode, 0, &interrupted);
//! let (mut confined, layers) = sandbox.start()?;
//! let run = confined.run(&Content::from(""), &LimitOverrides::default().resolve(), &mut std::io::stdout())?;
//! println!("{:?}: {:?} of CPU time, {:?} bytes; {:?}", run.ended, run.cpu, run.memory, layers.active);
//! # Ok::<(), nim_sandbox::Error>(())
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`run`] | what a run gets, and its result |
//! | [`secrets`] | files that no program sees |
//! | `linux` | the sandbox: its processes are drawn there |
//! | `other` | its interface on other systems |
//! | [`portable`] | programs without one, and the caller's own commands |
//! | [`system`] | pipes and processes of Unix and Windows |

mod error;
mod layers;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;
pub mod portable;
pub mod run;
pub mod secrets;
mod stderr;
pub mod system;

pub use error::Error;
pub use layers::{IS_AVAILABLE, Layers, SandboxMode, hide_files, weaknesses};
#[cfg(target_os = "linux")]
use linux as this;
#[cfg(target_os = "linux")]
pub use linux::sys;
#[cfg(not(target_os = "linux"))]
use other as this;
pub use this::{Confined, Program, Sandbox, is_copied, system_folders};
