//! Whether somebody still reads standard output: a pipe tells it before anything is written, so that work for nobody ends.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

/// Returns whether standard output is a pipe that its reader has closed.
pub fn is_closed() -> bool {
    is_closed_after(Some(&Timespec::default()))
}

/// Waits for the reader of standard output to close it, and returns true then; false if something else ends the wait, such as the
/// other end of a socket that is gone. Nothing ends it where standard output is a file.
pub fn wait() -> bool {
    is_closed_after(None)
}

fn is_closed_after(timeout: Option<&Timespec>) -> bool {
    let stdout = rustix::stdio::stdout();
    // An error is told whatever is asked for.
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    let told = retry_on_intr(|| poll(&mut polled, timeout));
    // Where it fails, whoever writes finds out.
    told.is_ok() && polled[0].revents().contains(PollFlags::ERR)
}
