//! The tables, in Markdown.

use crate::programs::{Program, Programs, Role, STRONG};
use crate::rows::Measured;
use crate::shaped::Shaped;
use itertools::Itertools;
use std::time::Duration;

/// Prints everything that was measured.
pub fn print(programs: &Programs, rows: &[Measured]) {
    for missing in &programs.missing {
        println!("Skipped: {missing}.\n");
    }
    if rows.is_empty() {
        return;
    }
    times(rows);
    variants(rows);
    piped(rows);
    starts(rows);
}

/// Milliseconds; for the toolkit also how many times faster than the strongest peer.
fn times(rows: &[Measured]) {
    println!("Milliseconds from a file to `/dev/null`, medians; in brackets, times faster than `strong`.\n");
    let columns = rows[0].times.iter().map(|(program, _)| program.column.as_str());
    head(["input", "MB"].into_iter().chain(columns).chain(["peak, MB"]));
    for row in rows {
        let strong = strong(&row.times);
        let cells = row.times.iter().map(|(program, time)| match strong {
            Some(strong) if program.role == Role::Toolkit => {
                format!("{} ({})", milliseconds(*time), times_faster(strong, *time))
            }
            _ => milliseconds(*time),
        });
        let peak = row.peaks.iter().map(|(_, peak)| format!("{:.1}", *peak as f64 / 1024.0)).join(" / ");
        let size = megabytes(row.bytes);
        line([row.name.to_owned(), size].into_iter().chain(cells).chain([peak]));
    }
    println!();
}

/// The time of the strongest peer.
fn strong(times: &[(Program, Duration)]) -> Option<Duration> {
    times.iter().find(|(program, _)| program.column == STRONG).map(|(_, time)| *time)
}

/// The times of the toolkit.
fn ours(times: &[(Program, Duration)]) -> impl Iterator<Item = &(Program, Duration)> {
    times.iter().filter(|(program, _)| program.role == Role::Toolkit)
}

/// How fast other layouts are, compared with the layout of the row and with the strongest peer.
fn variants(rows: &[Measured]) {
    let mut rows = rows.iter().filter(|row| !row.variants.is_empty()).peekable();
    let Some(first) = rows.peek() else { return };
    println!(
        "The same numbers with different white space, milliseconds; in brackets, speed compared with the toolkit's own on the \
         plain layout, and times faster than `strong` on the same text.\n"
    );
    let columns = first.variants[1..]
        .iter()
        .flat_map(|(name, times)| ours(times).map(move |(program, _)| format!("{name}, {}", program.column)));
    head(["input".to_owned()].into_iter().chain(columns));
    for row in rows {
        let plain = &row.variants[0].1;
        let cells = row.variants[1..].iter().flat_map(|(_, times)| {
            let strong = strong(times);
            ours(times).zip(ours(plain)).map(move |((_, time), (_, plain))| {
                let of_own = plain.as_secs_f64() / time.as_secs_f64();
                let faster =
                    strong.map_or(String::new(), |strong| format!(", {}", times_faster(strong, *time)));
                format!("{} ({of_own:.2}{faster})", milliseconds(*time))
            })
        });
        line([row.name.to_owned()].into_iter().chain(cells));
    }
    println!();
}

/// How fast a pipe is read.
fn piped(rows: &[Measured]) {
    for row in rows {
        let Some((reader, limit)) = row.piped.first().filter(|(program, _)| program.role == Role::Limit)
        else {
            continue;
        };
        println!(
            "`cat` of {} through a pipe, milliseconds; in brackets, speed compared with a program that only reads.\n",
            row.name
        );
        let name = |program: &Program| match program.role {
            Role::Limit => reader.column.clone(),
            _ => format!("toolkit, {}", program.column),
        };
        head(row.piped.iter().map(|(program, _)| name(program)));
        line(row.piped.iter().map(|(_, time)| {
            format!("{} ({:.2})", milliseconds(*time), limit.as_secs_f64() / time.as_secs_f64())
        }));
        println!();
    }
}

/// How fast programs start.
fn starts(rows: &[Measured]) {
    let mut rows = rows.iter().filter(|row| !row.starts.is_empty()).peekable();
    let Some(first) = rows.peek() else { return };
    println!("Microseconds for a sample; in brackets, times as long as an empty static program.\n");
    let columns = first.starts.iter().map(|(program, _)| program.column.clone());
    head(["input".to_owned()].into_iter().chain(columns));
    for row in rows {
        let empty = row.starts[0].1.as_secs_f64();
        let cells = row.starts.iter().map(|(_, time)| {
            let time = time.as_secs_f64();
            format!("{:.0} ({:.2})", time * 1e6, time / empty)
        });
        line([row.name.to_owned()].into_iter().chain(cells));
    }
    println!();
}

/// CPU time of every problem and shape beside the strongest peer, and what a second thread brings.
pub fn shapes(shapes: &[Shaped]) {
    if shapes.is_empty() {
        return;
    }
    println!(
        "Every problem: CPU time in milliseconds; wall time of two threads as a part of that of one;\nthe most memory from a file on one and two threads, and from a pipe.\n"
    );
    head(["input", "MB", "strong", "1 thread", "2 threads", "peak, MB"].into_iter());
    for Shaped { name, bytes, cpu: [strong, ours], wall: [one, two], peaks } in shapes {
        let peaks = peaks.iter().map(|&peak| format!("{:.1}", peak as f64 / 1024.0)).join(" / ");
        let cells = [
            name.clone(),
            megabytes(*bytes),
            milliseconds(*strong),
            format!("{} ({})", milliseconds(*ours), times_faster(*strong, *ours)),
            format!("{:.2}", two.as_secs_f64() / one.as_secs_f64()),
            peaks,
        ];
        line(cells);
    }
    println!();
}

fn head(columns: impl Iterator<Item = impl AsRef<str>>) {
    let columns = columns.map(|column| column.as_ref().to_owned()).collect_vec();
    line(columns.iter().cloned());
    println!("|{}", "---|".repeat(columns.len()));
}

fn line(cells: impl IntoIterator<Item = String>) {
    println!("| {} |", cells.into_iter().join(" | "));
}

/// Three significant digits.
fn significant(value: f64) -> String {
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}")
}

fn milliseconds(time: Duration) -> String {
    significant(time.as_secs_f64() * 1e3)
}

fn times_faster(than: Duration, time: Duration) -> String {
    format!("{}×", significant(than.as_secs_f64() / time.as_secs_f64()))
}

fn megabytes(bytes: u64) -> String {
    if bytes < 1000 { format!("{bytes} B") } else { significant(bytes as f64 / 1e6) }
}
