//! Pictures of value sequences, as SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::period::Period;
use crate::markup::escaped;

const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 600.0;
const MARGIN: f64 = 60.0;

/// The picture of the values G(0), G(1), …: a dot for each, the axes, and, where there is one, a line where the
/// regular part begins and a band for its first period.
///
/// Dots that would fall on the same half pixel are drawn once, so that the size is bounded.
pub fn svg(title: &str, values: &[u64], period: Option<Period>) -> String {
    let last = values.len().saturating_sub(1).max(1) as f64;
    let top = values.iter().copied().max().unwrap_or(0).max(1) as f64;
    let x = |n: f64| MARGIN + n / last * (WIDTH - 2.0 * MARGIN);
    let y = |value: f64| HEIGHT - MARGIN - value / top * (HEIGHT - 2.0 * MARGIN);
    let mut svg = String::new();
    // Writing to a string does not fail.
    let mut line = |text: std::fmt::Arguments<'_>| {
        let _ = writeln!(svg, "{text}");
    };
    line(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="14">"#
    ));
    line(format_args!(r#"<title>{}</title>"#, escaped(title)));
    line(format_args!(r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>"#));
    line(format_args!(r#"<text x="{MARGIN}" y="30">{}</text>"#, escaped(title)));
    if let Some(Period { preperiod, period, saltus }) =
        period.filter(|period| period.preperiod as f64 <= last)
    {
        let (start, end) = (x(preperiod as f64), x(((preperiod.saturating_add(period)) as f64).min(last)));
        let (height, bottom) = (HEIGHT - 2.0 * MARGIN, HEIGHT - MARGIN);
        line(format_args!(
            r##"<rect class="period" x="{start:.1}" y="{MARGIN}" width="{:.1}" height="{height}" fill="#ffe8b0"/>"##,
            end - start
        ));
        line(format_args!(
            r##"<line class="preperiod" x1="{start:.1}" y1="{MARGIN}" x2="{start:.1}" y2="{bottom}" stroke="#c06000"/>"##
        ));
        line(format_args!(
            r##"<text x="{:.1}" y="50" fill="#c06000">preperiod {preperiod}, period {period}, saltus {saltus}</text>"##,
            start.min(WIDTH - 340.0)
        ));
    }
    line(format_args!(
        r#"<path d="M{MARGIN} {MARGIN}V{0}H{1}" fill="none" stroke="black"/>"#,
        HEIGHT - MARGIN,
        WIDTH - MARGIN
    ));
    for quarter in 0..=4_u8 {
        let part = f64::from(quarter) / 4.0;
        let (n, value) = ((last * part).round(), (top * part).round());
        line(format_args!(
            r#"<text x="{:.1}" y="{}" text-anchor="middle">{n}</text>"#,
            x(n),
            HEIGHT - MARGIN + 20.0
        ));
        line(format_args!(
            r#"<text x="{}" y="{:.1}" text-anchor="end">{value}</text>"#,
            MARGIN - 8.0,
            y(value) + 5.0
        ));
    }
    let dots: BTreeSet<(i64, i64)> = (0_u32..)
        .zip(values)
        .map(|(n, &value)| ((x(f64::from(n)) * 2.0).round() as i64, (y(value as f64) * 2.0).round() as i64))
        .collect();
    let mut path = String::new();
    for (x, y) in dots {
        let _ = write!(path, "M{} {}h0", x as f64 / 2.0, y as f64 / 2.0);
    }
    line(format_args!(
        r##"<path class="values" d="{path}" stroke="#1050a0" stroke-width="2.5" stroke-linecap="round"/>"##
    ));
    line(format_args!("</svg>"));
    svg
}
