//! Every problem and shape beside a C++ program.
//!
//! CPU time is compared, which other work on the machine changes least.

use crate::inputs::Recipe;
use crate::programs::{Programs, STRONG};
use crate::rows::same_output;
use crate::runs::{self, Cost};
use crate::shapes::SHAPES;
use anyhow::Context;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The measurements of a shape.
pub struct Shaped {
    pub name: String,
    pub bytes: u64,
    /// CPU time of the C++ program, and of the toolkit on one thread.
    pub cpu: [Duration; 2],
    /// Time of the toolkit on one thread and on two.
    pub wall: [Duration; 2],
    /// The most memory that the toolkit had on one thread and on two, from a file, and from a pipe, in KiB.
    pub peaks: [u64; 3],
}

/// Measures the shapes whose names are wanted.
pub fn measure(
    programs: &Programs,
    folder: &Path,
    (runs, scale): (usize, u64),
    is_wanted: impl Fn(&str) -> bool,
) -> anyhow::Result<Vec<Shaped>> {
    let mut measured = Vec::new();
    for shape in SHAPES {
        let (name, slug) = (shape.name(), shape.slug);
        let (true, Some(strong), Some(by)) = (is_wanted(&name), programs.peer(STRONG, slug), programs.peak())
        else {
            continue;
        };
        eprintln!("{name}");
        let input = Recipe::Random { slug, params: shape.params(scale, 1) }.file(folder)?;
        let all = [vec![strong], programs.ours(slug, None)].concat();
        same_output(&all, &input).with_context(|| name.clone())?;
        let mut costs: Vec<Vec<Cost>> = vec![Vec::new(); all.len()];
        for _ in 0..runs {
            for (costs, program) in costs.iter_mut().zip(&all) {
                costs.push(runs::cost(program, by, &input)?);
            }
        }
        let least =
            |of: fn(&Cost) -> Duration| costs.iter().filter_map(move |costs| costs.iter().map(of).min());
        let cpu: Vec<Duration> = least(|cost| cost.cpu).collect();
        let wall: Vec<Duration> = least(|cost| cost.wall).collect();
        let peaks: Vec<u64> =
            costs.iter().filter_map(|costs| costs.iter().map(|cost| cost.peak).max()).collect();
        if let (&[strong, one, ..], &[_, first, .., last], &[_, peak, .., most]) =
            (&cpu[..], &wall[..], &peaks[..])
        {
            let bytes = fs::metadata(&input)?.len();
            let piped = runs::cost_piped(&all[1], by, &input)?.peak;
            measured.push(Shaped {
                name,
                bytes,
                cpu: [strong, one],
                wall: [first, last],
                peaks: [peak, most, piped],
            });
        }
        fs::remove_file(&input)?;
    }
    Ok(measured)
}
