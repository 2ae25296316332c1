//! How values would be computed, and at what cost, before anything is.

use std::io::{self, Write};
use std::ops::ControlFlow;

use crate::cli::UsageError;
use nim_engine::sequence::theorem::Theorem;
use nim_engine::theory::game::Game;

/// The heaps whose options are counted, and the most options of each, where a game says nothing of their number.
const SAMPLES: u64 = 16;
const MOST_COUNTED: u64 = 1_000_000;

/// Prints how the values of heaps up to `last` are computed, and about how many options the heaps have.
pub fn print(rules: &mut dyn Game, last: u64) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let sequence = rules.sequence().map_err(UsageError::new)?;
    let proof = sequence.proof();
    let theorem = sequence.theorem().filter(|&theorem| *theorem != Theorem::None);
    let theorem = theorem.map(|theorem| theorem.name(0));
    writeln!(out, "game: {}", rules.name())?;
    if let Some(plan) = rules.plan() {
        writeln!(out, "rules: {plan}")?;
    }
    if let Some(proof) = proof {
        writeln!(out, "values: by a formula, each at once")?;
        writeln!(out, "proof: {proof}")?;
    } else {
        let cost = options(rules, last);
        writeln!(out, "values: heap after heap; heaps 0 to {last} have about {cost} options")?;
        match theorem {
            Some(name) => writeln!(out, "proof: {name}, after which every heap is known at once")?,
            None => writeln!(out, "proof: no theorem is known, so that a period is only observed")?,
        }
    }
    Ok(out.flush()?)
}

/// Returns about how many options the heaps up to `last` have: what the plain definition looks at.
fn options(rules: &dyn Game, last: u64) -> u64 {
    let len = last.saturating_add(1);
    if let Some(definition) = rules.definition() {
        return definition.total_options(len, 1);
    }
    let count = |heap: u64| {
        let mut count = 0;
        let _ = rules.options(&[heap], &mut |_| {
            count += 1;
            if count < MOST_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        count
    };
    let sampled = (1..=SAMPLES).map(|sample| {
        u128::from(count((u128::from(last) * u128::from(sample) / u128::from(SAMPLES)) as u64))
    });
    let all = sampled.sum::<u128>() * u128::from(len) / u128::from(SAMPLES);
    u64::try_from(all).unwrap_or(u64::MAX)
}
