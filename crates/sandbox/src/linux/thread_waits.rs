//! The waits for a CPU of the judge's own thread, which a program may have to wait for, too.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use super::procfs::parse_schedule;

thread_local! {
    /// The statistics of this thread, where the system has them.
    static SCHEDULE: Option<File> = File::open("/proc/thread-self/schedstat").ok();
}

/// The waits of the thread that made this.
#[derive(Debug)]
pub struct ThreadWaits {
    /// All of them, when last looked at.
    last: Duration,
    /// The waits that count.
    counted: Duration,
}

impl ThreadWaits {
    /// Starts the measurement; `None` if the system does not tell waits.
    pub fn begin() -> Option<Self> {
        Some(Self { last: waited()?, counted: Duration::ZERO })
    }

    /// Ends a stretch of time, whose waits count where a program may have waited for them.
    pub fn pass(&mut self, counts: bool) {
        let Some(now) = waited() else { return };
        if counts {
            self.counted += now.saturating_sub(self.last);
        }
        self.last = now;
    }

    pub fn counted(&self) -> Duration {
        self.counted
    }
}

fn waited() -> Option<Duration> {
    let mut text = [0; 128];
    let bytes = SCHEDULE.with(|schedule| schedule.as_ref()?.read_at(&mut text, 0).ok())?;
    Some(parse_schedule(std::str::from_utf8(text.get(..bytes)?).ok()?)?.waited)
}
