//! The program `toolkit`.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nim_ground::error::best_effort;
use nim_toolkit::exit::Exit;
use signal_hook::consts::SIGABRT;
use signal_hook::flag::register_conditional_shutdown;

fn main() -> ExitCode {
    // A failed allocation prints a message and aborts.
    // Its handler only lets the write fail with an error; a program that is started has the signal as usual.
    #[cfg(unix)]
    best_effort(signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false))));
    best_effort(register_conditional_shutdown(SIGABRT, Exit::Failed as i32, Arc::new(AtomicBool::new(true))));
    nim_toolkit::dispatcher::run(std::env::args_os()).into()
}
