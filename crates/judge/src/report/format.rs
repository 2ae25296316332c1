//! The table of the formats in which a report can be written.

pub(crate) mod csv;
mod html;
mod junit;
mod markdown;

use std::io::{self, Write};

use super::results::Report;

/// The beginning of a page's style.
pub const BASE_STYLE: &str = include_str!("format/base.css");

/// A file format of reports.
#[derive(Clone, Copy, Debug)]
pub struct ReportFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// A text near the beginning that no other kind of file has.
    pub mark: &'static str,
    /// Writes a report in this format.
    pub write: fn(&Report, &mut dyn Write) -> io::Result<()>,
}

impl ReportFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [
        Self { name: "json", mark: "\"toolkit-check/", write: Report::write_json },
        Self { name: "junit", mark: "<testsuites name=\"toolkit check\"", write: junit::write },
        Self {
            name: "html",
            mark: "<meta name=\"generator\" content=\"toolkit check\"/>",
            write: html::write,
        },
        Self { name: "md", mark: "<!-- toolkit check -->", write: markdown::write },
        Self { name: "csv", mark: csv::HEAD, write: csv::write },
    ];

    /// Returns the format of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name == name)
    }
}
