//! All measures as one table of comma-separated values, a value a line.

use crate::programs::Program;
use crate::rows::Measured;
use crate::shaped::Shaped;
use std::time::Duration;

/// Prints the columns, and the values of every row and shape.
pub fn print(rows: &[Measured], shapes: &[Shaped]) {
    println!("input,megabytes,measure,program,value");
    for row in rows {
        let line = |layout: &str, measure: &str, program: &str, value: f64| {
            line(&format!("{}{layout}", row.name), row.bytes, measure, program, value);
        };
        let times = |layout: &str, measure: &str, times: &[(Program, Duration)]| {
            for (program, time) in times {
                line(layout, measure, &program.column, milliseconds(*time));
            }
        };
        times("", "wall ms", &row.times);
        for (program, peak) in &row.peaks {
            line("", "peak MiB", program, mebibytes(*peak));
        }
        // The first layout is that of the row.
        for (layout, measured) in row.variants.iter().skip(1) {
            times(&format!(" with {layout}"), "wall ms", measured);
        }
        times("", "wall ms by a pipe", &row.piped);
        times("", "start ms", &row.starts);
    }
    for Shaped { name, bytes, cpu: [strong, ours], wall: [one, two], peaks: [file, both, pipe] } in shapes {
        line(name, *bytes, "CPU ms", "strong", milliseconds(*strong));
        line(name, *bytes, "CPU ms", "1 thread", milliseconds(*ours));
        line(name, *bytes, "wall ms", "1 thread", milliseconds(*one));
        line(name, *bytes, "wall ms", "2 threads", milliseconds(*two));
        line(name, *bytes, "peak MiB", "1 thread", mebibytes(*file));
        line(name, *bytes, "peak MiB", "2 threads", mebibytes(*both));
        line(name, *bytes, "peak MiB by a pipe", "1 thread", mebibytes(*pipe));
    }
}

fn line(input: &str, bytes: u64, measure: &str, program: &str, value: f64) {
    println!("\"{input}\",{:.3},{measure},\"{program}\",{value:.3}", bytes as f64 / 1e6);
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn mebibytes(kibibytes: u64) -> f64 {
    kibibytes as f64 / 1024.0
}
