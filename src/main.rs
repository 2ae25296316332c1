//! The program `toolkit`.

use std::process::ExitCode;

fn main() -> ExitCode {
    nim_toolkit::cli::run(std::env::args_os()).into()
}
