//! Bytes in, numbers through, answers out.
//!
//! [`Input`] opens a file or standard input; `Numbers` turns its bytes into numbers, a batch at a time, with a
//! [`Kernel`]; [`solve`] cuts the numbers into cases as the problem's grammar says and hands each
//! case's summary to the problem, which writes its answer to [`Lines`].
//!
//! A number is a run of digits between white space. Positions are found only when an error needs one: by a
//! scalar rescan of the batch that holds it.

mod again;
mod arch;
mod batch;
mod bytes;
mod canonicalizer;
mod cases;
mod cpu;
mod error;
mod guess;
mod heaps;
mod held;
mod kept;
mod kernel;
mod lines;
mod numbers;
mod parallel;
mod pieces;
mod scalar;
mod solve;
mod source;
mod stream;
mod text;
mod watched;

pub use batch::{Batch, DecoderState, Look, Stop};
pub use bytes::is_space;
pub use error::{Failure, Malformed};
pub use heaps::Heaps;
pub use kernel::Kernel;
pub use lines::{Line, Lines, Sink};
pub use solve::{Tuning, solve};
pub use source::{Input, STDIN, check_stdout};
pub use text::Location;
