//! Reads inputs as numbers, and writes answers. Knows no case, problem or thread.
//!
//! [`Input`] opens a file or standard input; `Numbers` turns its bytes into numbers, a batch at a time, with a
//! [`Kernel`]; [`Lines`] writes answers.
//!
//! A number is a run of digits between white space. Lines and columns are not counted while reading; an error message
//! finds its place by scanning the text again.

pub(crate) mod arch;
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "there is no vector kernel for this CPU"))]
pub(crate) mod batch;
mod bounds;
pub(crate) mod bytes;
pub(crate) mod canonicalizer;
pub(crate) mod error;
pub(crate) mod kept_text;
pub(crate) mod kernel;
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "there is no vector kernel for this CPU"))]
mod lane;
pub(crate) mod lines;
pub(crate) mod numbers;
mod scalar;
mod source;
mod stream;
pub(crate) mod text;
pub(crate) mod watched;
mod whole;

pub use batch::{Batch, DecodeMode, DecoderState, Stop};
pub use bytes::is_space;
pub use error::{Failure, Malformed};
pub use kernel::Kernel;
#[cfg(feature = "judge")]
pub(crate) use kernel::KernelTask;
pub use lines::{Line, Lines, Sink};
pub use source::{Input, STDIN, check_stdout};
pub use text::Location;
pub use whole::Whole;
