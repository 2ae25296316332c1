//! The thread of the proxy that renews the private folder between runs. As it is the one that mounts, the thread that starts programs
//! can have their filter of system calls already: they inherit it as the system has compiled it once.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::workspace::Workspace;
use super::{root, sys};
use crate::error::{Error, failed, failed_in};

/// The size of the thread's stack in bytes; few of them are used.
const STACK: usize = 256 << 10;

/// The connection to the thread that renews folders.
pub struct Renewal {
    orders: Sender<()>,
    results: Receiver<io::Result<()>>,
    /// Whether a renewal was started, and its result is not known.
    is_begun: bool,
}

impl Renewal {
    /// Starts the thread, which also has the system forget entries of `/proc` if that is the sandbox's own.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn new(workspace: Arc<Workspace>, own_root: bool) -> io::Result<Self> {
        let (orders, ordered) = channel();
        let (done, results) = channel();
        sys::start_thread(STACK, move || {
            while let Ok(()) = ordered.recv() {
                let renewed = workspace.renew();
                if own_root {
                    root::forget_entries_of_proc();
                }
                if done.send(renewed).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { orders, results, is_begun: false })
    }

    /// Starts the renewal of the folder.
    pub fn begin(&mut self) {
        self.is_begun = self.orders.send(()).is_ok();
    }

    /// Waits until that is done. The thread then stands still.
    ///
    /// # Errors
    /// When the system has refused.
    pub fn wait(&mut self) -> Result<(), Error> {
        if !std::mem::take(&mut self.is_begun) {
            return Ok(());
        }
        let renewed = self.results.recv().map_err(failed_in("the private folder"))?;
        renewed.map_err(failed("the private folder"))
    }
}
