//! `toolkit sg checksum`: the checksum of G(0), …, G(N).

use super::computing::Computing;
use super::work::Work;
use super::{refused, with_sequence};
use crate::engine::checksum::Checksum;
use crate::engine::refusal::Refusal;
use crate::exit::Exit;
use std::io::{self, Write};

/// Print the checksum of the values of heaps 0 to N
///
/// With s1 = s2 = 0, each value v in turn adds v to s1, then s1 to s2, both modulo 2^16; the checksum is s2 and s1 as
/// eight upper-case hexadecimal digits.
#[derive(clap::Args)]
pub struct Args {
    /// The game; see `toolkit sg games`
    game: String,
    /// The last heap
    #[arg(short = 'n', value_name = "N")]
    last: u64,
    /// Print JSON: an object with game, n and checksum
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    computing: Computing,
}

/// Prints the checksum.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    with_sequence(&args.game, |name, sequence| {
        if let Err(refusal) = args.computing.reach(name, sequence, args.last)? {
            return refused(refusal);
        }
        let mut work = Work::begin(args.last.saturating_add(1))?;
        let mut checksum = Checksum::default();
        for n in 0..=args.last {
            let too_large = || Refusal::Unanswerable(format!("G({n}) needs more than 64 bits"));
            checksum.add(sequence.known(n).ok_or_else(too_large)?);
            if n % (1 << 20) == 0 && work.step(n).is_break() {
                return Ok(Exit::Interrupted);
            }
        }
        drop(work);
        let mut out = io::stdout().lock();
        if args.json {
            let object =
                serde_json::json!({ "game": name, "n": args.last, "checksum": checksum.to_string() });
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{checksum}")?;
        }
        Ok(Exit::Success)
    })
}
