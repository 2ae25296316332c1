//! The request that the toolkit makes of itself: to precompile a header while and after a check runs.

use std::ffi::OsString;

use anyhow::Context as _;

use crate::exit::Exit;
use crate::system;
use crate::system::interruption::Interruption;
use nim_ground::interruption;
use nim_ground::private::RunFolder;
use nim_judge::compile::header::{self, HeaderMaker, REQUEST};

/// Returns the means to request precompiled headers for a command; `None` if this program does not know its own path.
pub fn header_maker() -> Option<HeaderMaker> {
    std::env::current_exe().ok().map(HeaderMaker::new)
}

/// Precompiles a header if these arguments, the program's own name first, are a request; mode, priority, header, compiler and flags follow it.
pub fn answer(args: &[OsString]) -> anyhow::Result<Option<Exit>> {
    let Some([request, mode, priority, words @ ..]) = args.get(1..) else { return Ok(None) };
    if request != REQUEST {
        return Ok(None);
    }
    let mode = mode.to_str().context("a mode of the sandbox is no text")?;
    let priority = priority.to_str().and_then(|priority| priority.parse().ok());
    system::lower_priority(priority.context("a priority is no number")?);
    let _folder = RunFolder::enter();
    let interruption = Interruption::watch()?;
    let made = header::precompile(mode, words, &interruption::flag());
    interruption.end(made.map(|()| Exit::Success).map_err(Into::into)).map(Some)
}
