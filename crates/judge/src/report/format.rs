//! The table of the formats in which a report can be written.

mod html;
mod junit;
mod markdown;

use std::io::{self, Write};

use super::Report;

/// A format of reports.
#[derive(Clone, Copy, Debug)]
pub struct ReportFormat {
    /// Its name on the command line.
    pub name: &'static str,
    /// Writes a report in this format.
    pub write: fn(&Report, &mut dyn Write) -> io::Result<()>,
}

impl ReportFormat {
    /// Every format.
    pub const ALL: [Self; 4] = [
        Self { name: "json", write: |report, out| report.write_json(out) },
        Self { name: "junit", write: |report, out| junit::write(report, out) },
        Self { name: "html", write: |report, out| html::write(report, out) },
        Self { name: "md", write: |report, out| markdown::write(report, out) },
    ];

    /// Returns the format of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name == name)
    }
}
