//! Pictures of value sequences, as SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::period::Period;
use crate::markup::escaped;

const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 600.0;
const MARGIN: f64 = 60.0;

/// Returns the picture of the values G(0), G(1), …: a dot for each, the axes, and, where there is one, a line where the
/// regular part begins and a band for its first period.
///
/// Dots that would fall on the same half pixel are drawn once, so that the size is bounded.
pub fn svg(title: &str, values: &[u64], period: Option<Period>) -> String {
    let scale = Scale {
        last: values.len().saturating_sub(1).max(1) as f64,
        top: values.iter().copied().max().unwrap_or(0).max(1) as f64,
    };
    let title = escaped(title);
    let period = period.filter(|period| period.preperiod as f64 <= scale.last);
    let lines = [
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="14">"#
        ),
        format!(r#"<title>{title}</title>"#),
        format!(r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>"#),
        format!(r#"<text x="{MARGIN}" y="30">{title}</text>"#),
        period.map(|period| scale.band(period)).unwrap_or_default(),
        scale.axes(),
        scale.dots(values),
        "</svg>\n".to_owned(),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The scale of the axes.
struct Scale {
    /// The last heap.
    last: f64,
    /// The largest value.
    top: f64,
}

impl Scale {
    fn x(&self, n: f64) -> f64 {
        MARGIN + n / self.last * (WIDTH - 2.0 * MARGIN)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - MARGIN - value / self.top * (HEIGHT - 2.0 * MARGIN)
    }

    /// Returns the first period, as a band with a line before it.
    fn band(&self, Period { preperiod, period, saltus }: Period) -> String {
        let end = (preperiod.saturating_add(period) as f64).min(self.last);
        let (start, end) = (self.x(preperiod as f64), self.x(end));
        let (width, height, bottom) = (end - start, HEIGHT - 2.0 * MARGIN, HEIGHT - MARGIN);
        let text = start.min(WIDTH - 340.0);
        [
            format!(
                r##"<rect class="period" x="{start:.1}" y="{MARGIN}" width="{width:.1}" height="{height}" fill="#ffe8b0"/>"##
            ),
            format!(
                r##"<line class="preperiod" x1="{start:.1}" y1="{MARGIN}" x2="{start:.1}" y2="{bottom}" stroke="#c06000"/>"##
            ),
            format!(
                r##"<text x="{text:.1}" y="50" fill="#c06000">preperiod {preperiod}, period {period}, saltus {saltus}</text>"##
            ),
        ]
        .join("\n")
    }

    /// Returns the axes, with numbers at each quarter.
    fn axes(&self) -> String {
        let (bottom, right) = (HEIGHT - MARGIN, WIDTH - MARGIN);
        let mut axes =
            format!(r#"<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="black"/>"#);
        for quarter in 0..=4_u8 {
            let part = f64::from(quarter) / 4.0;
            let (n, value) = ((self.last * part).round(), (self.top * part).round());
            let (x, below) = (self.x(n), bottom + 20.0);
            let (left, y) = (MARGIN - 8.0, self.y(value) + 5.0);
            // Writing to a string does not fail.
            let _ = write!(axes, "\n<text x=\"{x:.1}\" y=\"{below}\" text-anchor=\"middle\">{n}</text>");
            let _ = write!(axes, "\n<text x=\"{left}\" y=\"{y:.1}\" text-anchor=\"end\">{value}</text>");
        }
        axes
    }

    /// Returns the values, a dot for each.
    fn dots(&self, values: &[u64]) -> String {
        let half_pixels = |place: f64| (place * 2.0).round() as i64;
        let dot =
            |(n, &value): (u32, &u64)| (half_pixels(self.x(f64::from(n))), half_pixels(self.y(value as f64)));
        let dots: BTreeSet<(i64, i64)> = (0..).zip(values).map(dot).collect();
        let mut path = String::new();
        for (x, y) in dots {
            // Writing to a string does not fail.
            let _ = write!(path, "M{} {}h0", x as f64 / 2.0, y as f64 / 2.0);
        }
        format!(
            r##"<path class="values" d="{path}" stroke="#1050a0" stroke-width="2.5" stroke-linecap="round"/>"##
        )
    }
}
