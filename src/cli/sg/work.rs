//! Long computations at the terminal: threads, progress, and an end when the user wants one.

use crate::cli::count;
use crate::exit::Exit;
use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::consts::SIGINT;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The option that names the threads.
#[derive(clap::Args)]
pub struct Threads {
    /// Threads for long computations; more than one are faster where cores have nothing else to do
    #[arg(long, value_name = "N", default_value = "1", value_parser = count::at_least_one)]
    threads: NonZero<usize>,
}

impl Threads {
    /// How many there shall be.
    pub fn count(&self) -> usize {
        self.threads.get()
    }
}

/// Watches for Ctrl-C and shows progress on a terminal.
pub struct Work {
    interrupted: Arc<AtomicBool>,
    ends_at_once: bool,
    bar: ProgressBar,
}

impl Work {
    /// Work of `total` steps, of which nothing is shown unless standard error is a terminal. The first Ctrl-C asks it
    /// to stop, the second does not ask.
    pub fn begin(total: u64) -> anyhow::Result<Self> {
        Self::watched(total, false)
    }

    /// Work of which nothing is kept: the first Ctrl-C ends the program.
    pub fn without_trace(total: u64) -> anyhow::Result<Self> {
        Self::watched(total, true)
    }

    fn watched(total: u64, ends_at_once: bool) -> anyhow::Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(ends_at_once));
        let end = Arc::clone(&interrupted);
        signal_hook::flag::register_conditional_shutdown(SIGINT, Exit::Interrupted as i32, end)
            .and_then(|_| signal_hook::flag::register(SIGINT, Arc::clone(&interrupted)))
            .context("cannot watch for signals")?;
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5));
        bar.set_style(
            ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} values, {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Ok(Self { interrupted, ends_at_once, bar })
    }

    /// Tells how far the work is; a break means that it shall stop.
    pub fn step(&mut self, done: u64) -> ControlFlow<()> {
        // The first moments of a short run show nothing.
        if self.bar.elapsed() > Duration::from_millis(500) {
            self.bar.set_position(done);
        }
        let stop = !self.ends_at_once && self.interrupted.load(Ordering::Relaxed);
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
