//! The limits of a program, and their notation.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::error::ValueError;

/// Bytes in a kibibyte.
pub const KIB: u64 = 1 << 10;
/// Bytes in a mebibyte.
pub const MIB: u64 = 1 << 20;

/// The limits of one run of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time of the program and of everything that it starts.
    pub cpu: Duration,
    /// Wall time from start to end, without the time that a sandboxed program waits for a CPU.
    pub wall: Duration,
    /// The resident memory in bytes.
    pub memory: u64,
    /// The bytes on standard output, and as many on standard error and in each file.
    pub output: u64,
}

/// A factor of the limits of time and memory, such as a language's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    /// The factor of CPU and wall-clock time.
    pub time: f64,
    /// The factor of memory.
    pub memory: f64,
}

impl Default for Factor {
    fn default() -> Self {
        Self { time: 1.0, memory: 1.0 }
    }
}

/// The largest factor that is accepted.
const MOST_FACTOR: f64 = 1000.0;

/// Reads a factor from 0.001 to 1000.
pub fn factor(value: f64) -> Option<f64> {
    (1.0 / MOST_FACTOR..=MOST_FACTOR).contains(&value).then_some(value)
}

impl Limits {
    /// Returns these limits with time and memory multiplied.
    pub fn times(self, factor: Factor) -> Self {
        if factor == Factor::default() {
            return self;
        }
        // Limits are far less than 2^63, factors are positive, and bytes are rounded.
        let memory = (self.memory as f64 * factor.memory).round() as u64;
        let time =
            |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * factor.time).unwrap_or(time);
        Self { cpu: time(self.cpu), wall: time(self.wall), memory: memory.max(1), ..self }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cpu, wall, memory, output } = self;
        write!(f, "{cpu:?} CPU, {wall:?} wall, {memory} bytes of memory, {output} bytes of output")
    }
}

/// Limits from one source; `None` leaves a limit open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimitOverrides {
    /// The limit of CPU time.
    pub cpu: Option<Duration>,
    /// The limit of wall-clock time.
    pub wall: Option<Duration>,
    /// The limit of memory in bytes.
    pub memory: Option<u64>,
    /// The limit of output in bytes.
    pub output: Option<u64>,
}

impl LimitOverrides {
    /// Returns these limits; missing ones are taken from `weaker`.
    pub fn or(self, weaker: Self) -> Self {
        Self {
            cpu: self.cpu.or(weaker.cpu),
            wall: self.wall.or(weaker.wall),
            memory: self.memory.or(weaker.memory),
            output: self.output.or(weaker.output),
        }
    }

    /// Fills the open limits: 2 s of CPU time, 512 MiB, 64 MiB of output, and a wall time of twice the CPU time and 1 s.
    pub fn resolve(self) -> Limits {
        let cpu = self.cpu.unwrap_or(Duration::from_secs(2));
        Limits {
            cpu,
            wall: self.wall.unwrap_or(cpu.saturating_mul(2).saturating_add(Duration::from_secs(1))),
            memory: self.memory.unwrap_or(512 * MIB),
            output: self.output.unwrap_or(64 * MIB),
        }
    }
}

/// Reads a time such as `2`, `1.5s`, `800ms` or `1m`; a bare number counts seconds.
///
/// # Errors
/// When `text` is not a time from a microsecond to a week.
pub fn parse_time(text: &str) -> Result<Duration, ValueError> {
    let syntax = || format!("expected a time such as 2s or 500ms, found \"{text}\"");
    let (number, unit) = split_unit(text);
    let scale = match unit {
        "" | "s" | "sec" => 1.0,
        "ms" => 1e-3,
        "us" => 1e-6,
        "m" | "min" => 60.0,
        _ => return Err(syntax().into()),
    };
    time_limit(number.parse::<f64>().map_err(|_| syntax())? * scale)
}

/// Returns a time limit of a number of seconds.
///
/// # Errors
/// When it is not from a microsecond to a week.
pub fn time_limit(seconds: f64) -> Result<Duration, ValueError> {
    let week = 7.0 * 24.0 * 3600.0;
    if seconds > week {
        return Err("must be at most a week".into());
    }
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| "must be a positive number of seconds")?;
    if time < Duration::from_micros(1) { Err("must be at least 1us".into()) } else { Ok(time) }
}

/// Returns a time in seconds: of 1.57 s exactly 1.57, which [`Duration::as_secs_f64`] misses by the last digit.
pub fn seconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e9
}

/// Reads a size such as `256M`, `64MiB`, `512k` or `1g`, in bytes; a bare number counts MiB, and every unit is a power of 1024.
///
/// # Errors
/// When `text` is not a positive size of at most 2^60 bytes.
pub fn parse_size(text: &str) -> Result<u64, ValueError> {
    let syntax = || format!("expected a size such as 256M or 1GiB, found \"{text}\"");
    let (number, unit) = split_unit(text);
    let scale = match unit.to_ascii_lowercase().as_str() {
        "b" => 1,
        "k" | "kb" | "kib" => KIB,
        "" | "m" | "mb" | "mib" => MIB,
        "g" | "gb" | "gib" => 1 << 30,
        _ => return Err(syntax().into()),
    };
    let bytes = match number.parse::<u64>() {
        Ok(whole) => whole.saturating_mul(scale),
        Err(_) => fraction_of_bytes(number, scale).ok_or_else(syntax)?,
    };
    size_limit(bytes)
}

/// Returns a size limit of a number of bytes.
///
/// # Errors
/// When it is 0 or above 2^60.
pub fn size_limit(bytes: u64) -> Result<u64, ValueError> {
    match bytes {
        0 => Err("must be at least 1 byte (1b)".into()),
        1..=MOST_BYTES => Ok(bytes),
        _ => Err("must be at most 1073741824G (2^60 bytes)".into()),
    }
}

/// The largest size that is accepted, in bytes.
const MOST_BYTES: u64 = 1 << 60;

// A size written with a fraction is rounded down to bytes, and one beyond the range to its end.
fn fraction_of_bytes(number: &str, scale: u64) -> Option<u64> {
    let bytes = number.parse::<f64>().ok()? * scale as f64;
    (bytes >= 0.0).then_some(bytes as u64)
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_unit_and_nonsense_is_refused() {
        assert_eq!(parse_time("2"), Ok(Duration::from_secs(2)));
        assert_eq!(parse_time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("500 ms"), Ok(Duration::from_millis(500)));
        for bad in ["", "s", "-1", "0", "1h", "1e3", "nan", "inf", "999999999"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
        assert_eq!(seconds(Duration::from_millis(1570)), 1.57);
        for small in ["0", "0s", "0.0000001s", "0.9us"] {
            assert_eq!(parse_time(small).unwrap_err().to_string(), "must be at least 1us", "{small}");
        }
        let long = "9".repeat(400);
        for large in ["604801", "99999999m", &long] {
            assert_eq!(parse_time(large).unwrap_err().to_string(), "must be at most a week", "{large}");
        }
    }

    #[test]
    fn sizes_are_read_in_every_unit_and_nonsense_is_refused() {
        assert_eq!(parse_size("256"), Ok(256 * MIB));
        assert_eq!(parse_size("64MiB"), Ok(64 * MIB));
        assert_eq!(parse_size("1.5k"), Ok(1536));
        assert_eq!(parse_size("10b"), Ok(10));
        for bad in ["", "M", "-1M", "0", "1T", "99999999999999G"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
        for small in ["0", "0G", "0.9b"] {
            assert_eq!(parse_size(small).unwrap_err().to_string(), "must be at least 1 byte (1b)", "{small}");
        }
        let long = "9".repeat(400);
        for large in ["99999999999G", "99999999999999999999999", "1073741825G", &long] {
            assert_eq!(
                parse_size(large).unwrap_err().to_string(),
                "must be at most 1073741824G (2^60 bytes)",
                "{large}"
            );
        }
    }

    #[test]
    fn the_wall_limit_follows_the_cpu_limit() {
        let limits = LimitOverrides { cpu: Some(Duration::from_secs(3)), ..Default::default() }.resolve();
        assert_eq!(limits.wall, Duration::from_secs(7));
    }
}
