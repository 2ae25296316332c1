//! Runs one program with files, limits and descriptors; tells what it used and how it ended.
//!
//! On Linux in a [`Sandbox`] of namespaces, Landlock, seccomp and control groups, which hides files and removes processes; on other
//! systems with limits alone, by [`Portable`](portable::Portable). Both are a [`Runner`](run::Runner): begin there.
//!
//! Depends on `nim-ground` alone: it knows neither tests nor verdicts.
//!
//! ```
//! # #[cfg(target_os = "linux")]
//! # fn main() -> Result<(), nim_ground::failure::Failure> {
//! use nim_sandbox::{Program, Sandbox, SandboxMode, limits::LimitOverrides, run::Runner, secrets::Secrets};
//! use std::sync::atomic::AtomicBool;
//!
//! let program = Program::resolve(&["true".into()], &[], &Secrets::default())?;
//! let interrupted = AtomicBool::new(false);
//! let sandbox = Sandbox::new(program, SandboxMode::Auto, 0, &interrupted);
//! let (mut confined, layers) = sandbox.start()?;
//! let run = confined.run_on(b"", &LimitOverrides::default().resolve(), &mut std::io::stdout())?;
//! println!("{:?}: {:?} of CPU time, {:?} bytes; {:?}", run.ended, run.cpu, run.memory, layers.active);
//! # Ok(())
//! # }
//! # #[cfg(not(target_os = "linux"))]
//! # fn main() {}
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`run`] | what a run gets, and its result |
//! | [`limits`] | limits, and their notation |
//! | [`files`] | files in place of standard input and output |
//! | [`secrets`] | files that no program sees |
//! | `linux` | the sandbox: its processes are drawn there |
//! | [`portable`] | programs without one, and the caller's own commands |
//! | [`system`] | pipes and processes of Unix and Windows |

pub mod files;
mod layers;
pub mod limits;
#[cfg(target_os = "linux")]
mod linux;
pub mod portable;
pub mod run;
pub mod secrets;
mod stderr;
pub mod system;

pub use layers::{Layers, SandboxMode};
#[cfg(target_os = "linux")]
pub use linux::{Confined, Program, Sandbox, is_copied, sys, system_folders};
