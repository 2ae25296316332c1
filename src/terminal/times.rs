//! Moments as text, in local time.

use std::time::SystemTime;

use chrono::{DateTime, Local, NaiveDate, NaiveDateTime, NaiveTime, TimeZone};
use nim_ground::error::ValueError;

/// The accepted forms of a moment without a zone; the last ones are Moodle's, in English.
const FORMS: [&str; 6] = [
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%dT%H:%M:%S",
    "%A, %d %B %Y, %I:%M %p",
    "%d %B %Y, %I:%M %p",
];

/// Parses a moment: local time, or with a zone as in RFC 3339; a day alone ends at midnight.
///
/// # Errors
/// When it is none.
pub fn parse(text: &str) -> Result<SystemTime, ValueError> {
    let text = text.trim();
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Ok(moment.into());
    }
    let last = NaiveTime::from_hms_opt(23, 59, 59).unwrap_or_default();
    let named = FORMS.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
    let local = named.or_else(|| Some(NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_time(last)));
    let local = local.and_then(|moment| Local.from_local_datetime(&moment).latest());
    local.map(SystemTime::from).ok_or_else(|| {
        format!("expected a time such as \"2026-11-20 23:59\" or 2026-11-20T23:59:00+01:00, found \"{text}\"")
            .into()
    })
}

/// Returns a moment to the minute.
pub fn shown(moment: SystemTime) -> String {
    DateTime::<Local>::from(moment).format("%Y-%m-%d %H:%M").to_string()
}

/// Returns the date of a moment.
pub fn date(moment: SystemTime) -> String {
    DateTime::<Local>::from(moment).format("%Y-%m-%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_read_in_each_form() {
        let moment = parse("2026-11-20 23:59").unwrap();
        for text in
            ["2026-11-20T23:59:00", "Friday, 20 November 2026, 11:59 PM", "20 November 2026, 11:59 PM"]
        {
            assert_eq!(parse(text), Ok(moment), "{text}");
        }
        assert_eq!(shown(moment), "2026-11-20 23:59");
        assert_eq!(date(parse("2026-11-20").unwrap()), "2026-11-20");
        assert!(parse("2026-11-20").unwrap() > moment);
        assert_eq!(parse("1970-01-01T01:00:00+01:00"), Ok(SystemTime::UNIX_EPOCH));
        for text in ["", "tomorrow", "2026-13-01", "23:59"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
