//! The progress of making tests: a bar on a terminal, plain lines elsewhere.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::say;
use nim_judge::Observer;

/// Least time between plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows on standard error how many tests are made.
#[derive(Default)]
pub struct MakingProgress(Option<Shown>);

struct Shown {
    /// Hidden where there is no terminal.
    bar: ProgressBar,
    printed: Instant,
}

impl Shown {
    fn new(total: usize) -> Self {
        let bar = ProgressBar::new(total as u64);
        // The message is cut where it would not fit into the line.
        let style = "{bar:12} making tests: {pos} of {len} {elapsed} {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, printed: Instant::now() }
    }
}

impl Observer for MakingProgress {
    fn making(&mut self, made: usize, total: usize, name: Option<&str>) {
        let Some(name) = name else {
            self.0.take().iter().for_each(|shown| shown.bar.finish_and_clear());
            return;
        };
        let shown = self.0.get_or_insert_with(|| Shown::new(total));
        shown.bar.set_message(name.to_owned());
        shown.bar.set_position(made as u64);
        if shown.bar.is_hidden() && shown.printed.elapsed() >= PAUSE {
            shown.printed = Instant::now();
            say::message(format_args!("making tests: {made} of {total}, now {name}"));
        }
    }
}
