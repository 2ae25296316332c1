//! Texts that `write!` and `writeln!` add to.

use std::fmt;

/// Lets `write!` and `writeln!` add to a text. Unlike a stream, it cannot fail, so that there is no result to pass over.
pub trait Append {
    /// Adds formatted arguments.
    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>);
}

impl Append for String {
    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) {
        self.push_str(&fmt::format(arguments));
    }
}
