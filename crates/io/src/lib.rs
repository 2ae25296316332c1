//! Reads inputs as numbers, and writes answers. Knows no case, problem or thread.
//!
//! Depends on `nim-simd` alone. Begin with [`Input`], then [`numbers`], which a solver reads.
//!
//! ```
//! use nim_io::numbers::Numbers;
//! use nim_io::{Input, Lines};
//!
//! let mut text = Vec::new();
//! let mut out = Lines::new(&mut text);
//! let input = Input::reader("heaps", "3 5\n7\n".as_bytes());
//! let mut numbers = Numbers::new(input, None, &mut out)?;
//! let mut nim_sum = 0;
//! while let Ok(heap) = numbers.next(&mut out) {
//!     nim_sum ^= heap;
//! }
//! out.row([nim_sum]);
//! out.flush()?;
//! drop(out);
//! assert_eq!(text, b"1\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Input`] opens a file or standard input; `Numbers` turns its bytes into numbers, a batch at a time, with a
//! [`Kernel`]; [`Lines`] writes answers.
//!
//! A number is a run of digits between white space. Lines and columns are not counted while reading; an error message
//! finds its place by scanning the text again.

pub(crate) mod arch;
pub mod batch;
mod blocks;
mod bounds;
pub mod bytes;
pub mod canonicalizer;
mod digits;
pub mod error;
pub mod kept_text;
pub mod kernel;
mod lane;
pub mod lines;
pub mod numbers;
pub mod packed_text;
mod scalar;
mod sink;
pub mod sizes;
mod source;
mod stream;
pub mod system;
pub mod text;
pub mod watched;
mod whole;
mod windows;
mod words;

pub use arch::{FileMap, RELEASE};
pub use batch::{Batch, DecodeMode, DecoderState, Stop};
pub use bytes::is_space;
pub use error::{Failure, Malformed};
pub use kernel::Kernel;
pub use kernel::KernelTask;
pub use lines::{Line, Lines};
pub use sink::Sink;
pub use source::{Input, STDIN, check_stdout};
pub use text::Location;
pub use whole::Whole;
