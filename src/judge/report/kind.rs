//! The forms of a report: the only table of them.

use std::io::{self, Write};

use super::{Report, html, junit, markdown};

/// A form in which a report can be written.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name on the command line.
    pub name: &'static str,
    /// Writes a report in it.
    pub write: fn(&Report, &mut dyn Write) -> io::Result<()>,
}

impl Kind {
    /// Every form.
    pub const ALL: [Self; 4] = [
        Self { name: "json", write: |report, out| report.write_json(out) },
        Self { name: "junit", write: |report, out| junit::write(report, out) },
        Self { name: "html", write: |report, out| html::write(report, out) },
        Self { name: "md", write: |report, out| markdown::write(report, out) },
    ];

    /// The form of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name == name)
    }
}
