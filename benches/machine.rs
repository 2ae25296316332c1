//! When and where a benchmark runs.

use anyhow::Context;
use std::process::Command;
use std::{fs, thread};

/// A line for the table.
pub fn now() -> anyhow::Result<String> {
    let date = Command::new("date").args(["-u", "+%Y-%m-%d %H:%M"]).output().context("date")?;
    let cpu = fs::read_to_string("/proc/cpuinfo")?;
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let (kernel, load) =
        (fs::read_to_string("/proc/sys/kernel/osrelease")?, fs::read_to_string("/proc/loadavg")?);
    Ok(format!(
        "{} UTC, {}, {} cores, Linux {}, load average {} at the end.",
        String::from_utf8_lossy(&date.stdout).trim(),
        model.unwrap_or("unknown CPU"),
        thread::available_parallelism()?,
        kernel.trim(),
        load.split(' ').next().unwrap_or("unknown"),
    ))
}
