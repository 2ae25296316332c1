//! The options for limits.

use std::time::Duration;

use nim_ground::limits::{LimitOverrides, parse_size, parse_time};

/// The limits that the command line gives.
#[derive(clap::Args)]
pub struct LimitArgs {
    /// CPU time limit of a program [default: the package's, else 2s]
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    time_limit: Option<Duration>,
    /// Wall-clock limit, excluding waits for a CPU [default: twice the time limit and 1s]
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    wall_limit: Option<Duration>,
    /// Memory limit of a program [default: the package's, else 512M]
    #[arg(long, value_name = "M", value_parser = parse_size, allow_hyphen_values = true)]
    memory_limit: Option<u64>,
    /// Output limit of a program [default: the package's, else 64M]
    #[arg(long, value_name = "M", value_parser = parse_size, allow_hyphen_values = true)]
    output_limit: Option<u64>,
}

impl LimitArgs {
    /// The limits; those that are not given are open.
    pub fn overrides(&self) -> LimitOverrides {
        LimitOverrides {
            cpu: self.time_limit,
            wall: self.wall_limit,
            memory: self.memory_limit,
            output: self.output_limit,
        }
    }
}
