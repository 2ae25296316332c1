//! Whether somebody still reads standard output: a pipe tells it before anything is written, so that work for nobody ends.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// Returns whether standard output is a pipe that its reader has closed.
pub fn is_closed() -> bool {
    is_closed_after(Some(&Timespec::default()))
}

/// Waits until the reader of standard output has closed it; for ever if it is no pipe.
pub fn wait() {
    while !is_closed_after(None) {}
}

fn is_closed_after(timeout: Option<&Timespec>) -> bool {
    let stdout = rustix::stdio::stdout();
    // An error is told whatever is asked for.
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    match poll(&mut polled, timeout) {
        Ok(_) => polled[0].revents().contains(PollFlags::ERR),
        Err(Errno::INTR) => false,
        // Whoever writes finds out.
        Err(_) => timeout.is_none(),
    }
}
