//! Sizes of buffers, batches and pieces.
//!
//! An input of ordinary tests is shorter than most of them, so the transition from one to the next would be tested on long inputs only.
//! Unit tests, and programs built with the feature `small-pieces`, have sizes so small that random short inputs reach every such place.
//! Answers and errors do not depend on them.

/// Returns the usual size, or the small one if this is a build with small pieces.
pub const fn size(usual: usize, small: usize) -> usize {
    if cfg!(any(test, feature = "small-pieces")) { small } else { usual }
}

/// Bytes of a mapping in a window that has not grown.
pub const WINDOW: usize = size(256 << 10, 256);
