//! Detects a closed standard output early, before anything is written.

use super::system::is_output_closed;

/// Returns whether standard output is a pipe that its reader has closed.
pub fn is_closed() -> bool {
    is_output_closed(false)
}

/// Waits for the reader of standard output to close it, and returns true then; false if something else ends the wait, or the system
/// does not tell.
pub fn wait() -> bool {
    is_output_closed(true)
}
