//! The progress of making tests: a bar on a terminal, plain lines elsewhere.

use std::time::Duration;

use super::progress_bar::BarOrLines;
use nim_judge::Observer;

const STYLE: &str = "{bar:12} making tests: {pos} of {len} {elapsed} {wide_msg}";

/// Shows on standard error how many tests are made.
#[derive(Default)]
pub struct MakingProgress(Option<BarOrLines>);

fn begin(total: usize) -> BarOrLines {
    let shown = BarOrLines::new(total, STYLE);
    shown.bar.enable_steady_tick(Duration::from_millis(200));
    shown
}

impl Observer for MakingProgress {
    fn making(&mut self, made: usize, total: usize, name: Option<&str>) {
        let Some(name) = name else {
            self.0.take().iter().for_each(|shown| shown.bar.finish_and_clear());
            return;
        };
        let shown = self.0.get_or_insert_with(|| begin(total));
        shown.bar.set_message(name.to_owned());
        shown.bar.set_position(made as u64);
        shown.line(|| format!("making tests: {made} of {total}, now {name}"));
    }
}
