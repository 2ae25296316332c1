//! The terminal of Windows, where Ctrl-C is a key in the game, and no program is suspended.

use std::io;
use std::sync::{Arc, Mutex};

use super::mode::Mode;

/// Does nothing: there are no signals to handle.
#[expect(clippy::unnecessary_wraps, reason = "other systems can fail")]
pub(super) fn watch(_: &Arc<Mutex<Mode>>) -> io::Result<()> {
    Ok(())
}

/// Does nothing: Windows has no job control.
#[expect(clippy::unnecessary_wraps, reason = "other systems can fail")]
pub(super) fn suspend() -> io::Result<()> {
    Ok(())
}
