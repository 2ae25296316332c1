//! Interactive judging: a program talks with an interactor, which gives the verdict.
//!
//! The interactor is a [program](interactor) beside the judged one, or a [`referee`] inside the judge. Two programs write to each other
//! directly if the system shows what each waits for, so that a turn costs no more than with other judges. Otherwise the judge stands
//! between the two: the relay passes on their outputs, and keeps a [`transcript`]. A controller starts the processes of the program itself,
//! and the judge always stands between them. Neither side is ever killed by a closed pipe: the judge reads the output of one side after the
//! other has ended.

mod controller;
pub mod interactor;
mod processes;
pub mod referee;
mod relay;
mod side;
pub mod transcript;
mod waits;

pub use self::controller::{StartedController, run_controlled};
pub use self::relay::{Dialogue, Partner, StartedInteractor, run_dialogue, run_direct_dialogue};
