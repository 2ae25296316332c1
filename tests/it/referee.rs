//! `toolkit play` and `referee`: the line protocol, the screen, the page, and that the computer wins.

mod never_errs;
mod play;
mod play_page;
