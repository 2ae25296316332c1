//! Interactive judging: a program talks with an interactor, which gives the verdict.
//!
//! The interactor is a [program](interactor) beside the judged one, or a [`referee`] inside the judge. In both cases the
//! judge stands between the two: the relay passes on what each side writes, keeps a [`transcript`], and sees who waits for
//! whom. Neither side is ever killed by a closed pipe: the relay reads what one side writes after the other has ended.

pub mod interactor;
pub mod referee;
mod relay;
mod side;
pub mod transcript;

pub use self::relay::{Dialogue, Partner, converse};
