//! Stolen time: CPU time that the hypervisor gives to other machines. A performance event counts it as the running
//! process's, the scheduler does not.

use super::procfs::Procfs;

/// The time of all CPUs from some moment on.
#[derive(Debug)]
pub struct Steal {
    begin: Option<Ticks>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ticks {
    busy: u64,
    stolen: u64,
}

impl Steal {
    /// Starts the measurement.
    pub fn begin() -> Self {
        Self { begin: Ticks::now() }
    }

    /// Returns the part of the busy time that was not stolen.
    pub fn own_share(&self) -> f64 {
        let (Some(begin), Some(end)) = (self.begin, Ticks::now()) else { return 1.0 };
        let since = |end: u64, begin: u64| u32::try_from(end.saturating_sub(begin)).map_or(0.0, f64::from);
        let (busy, stolen) = (since(end.busy, begin.busy), since(end.stolen, begin.stolen));
        if busy > 0.0 { busy / (busy + stolen) } else { 1.0 }
    }
}

impl Ticks {
    fn now() -> Option<Self> {
        Self::parse(&Procfs::system().ok()?.read("stat")?)
    }

    /// Reads the line of all CPUs: user, nice, system, idle, iowait, irq, softirq, steal.
    fn parse(text: &str) -> Option<Self> {
        let line = text.lines().find_map(|line| line.strip_prefix("cpu "))?;
        let numbers: Vec<u64> = line.split_whitespace().map_while(|number| number.parse().ok()).collect();
        let &[user, nice, system, _, _, irq, softirq, stolen, ..] = numbers.as_slice() else { return None };
        Some(Self { busy: user + nice + system + irq + softirq, stolen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_all_cpus_is_read() {
        let text = "cpu  1 2 4 8 16 32 64 128 0 0\ncpu0 1 2 4 8 16 32 64 128 0 0\n";
        assert_eq!(Ticks::parse(text), Some(Ticks { busy: 103, stolen: 128 }));
        assert_eq!(Ticks::parse("cpu  1 2 4\n"), None);
    }

    #[test]
    fn shares_are_between_none_and_all() {
        let share = Steal { begin: Some(Ticks { busy: 0, stolen: 0 }) }.own_share();
        assert!((0.0..=1.0).contains(&share));
        assert!((Steal { begin: None }.own_share() - 1.0).abs() < 1e-9);
    }
}
