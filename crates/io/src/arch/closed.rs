//! Whether standard input and output were closed when the process began.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in place of a closed stream, so that files opened later are not taken for it.
//! From then on a closed stream reads as empty and discards what is written. So the check runs earlier, as one of the functions
//! that the system's loader calls: on Linux only; elsewhere no stream counts as closed.

use std::sync::atomic::{AtomicBool, Ordering};

/// Standard input and standard output. Written once, before `main`.
static CLOSED: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];

/// Returns whether standard input was closed when the program started.
pub(crate) fn was_stdin_closed() -> bool {
    CLOSED[0].load(Ordering::Relaxed)
}

/// Returns whether standard output was closed when the program started.
pub(crate) fn was_stdout_closed() -> bool {
    CLOSED[1].load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the section is a list of functions")]
// SAFETY: the loader calls each once, when the C library is ready; this one makes two system calls.
#[unsafe(link_section = ".init_array")]
#[used]
static CHECK: extern "C" fn() = {
    extern "C" fn check() {
        let streams = [rustix::stdio::stdin(), rustix::stdio::stdout()];
        for (closed, stream) in CLOSED.iter().zip(streams) {
            closed.store(rustix::io::fcntl_getfd(stream).is_err(), Ordering::Relaxed);
        }
    }
    check
};
