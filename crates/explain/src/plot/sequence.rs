//! The picture of a sequence: a dot for each value, with the preperiod and the periods shaded.

use std::collections::BTreeSet;

use super::axis::{Axis, spaced};
use super::picture::{Anchor, Colour, GREY, INK, LIGHT, Picture, Rectangle, Shape};
use nim_engine::sequence::period::Period;

const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 640.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 1170.0;
const TOP: f64 = 104.0;
const BOTTOM: f64 = 580.0;

const DOT: Colour = [0x0b, 0x4f, 0x9c];
const PREPERIOD: Colour = [0xe9, 0xec, 0xef];
const FIRST: Colour = [0xff, 0xdf, 0x9e];
const LATER: Colour = [0xff, 0xf4, 0xdc];
/// The radius of dots, by their number at most.
const RADII: [(usize, f64); 4] = [(100, 4.5), (400, 3.5), (2000, 2.5), (20_000, 1.75)];
/// Most periods that are shaded one by one.
const MOST_PERIODS: u64 = 100;

/// Returns the regular end of a sequence in words.
fn words(proved: Option<Period>, observed: Option<Period>) -> String {
    let Some(Period { preperiod, period, saltus }) = proved.or(observed) else {
        return "no period is proved, and none is seen in these values".to_owned();
    };
    let numbers = format!("preperiod {preperiod}, period {period}, saltus {saltus}");
    if proved.is_none() {
        return format!("no period is proved; observed: {numbers}");
    }
    let more = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
    format!("{numbers}, proved: G(n + {period}) = G(n){more} for all n from {preperiod} on")
}

/// Returns the picture of the values G(0), G(1), … without those before the first heap, with their proved or observed period.
pub fn picture(
    title: &str,
    first: usize,
    values: &[u64],
    proved: Option<Period>,
    observed: Option<Period>,
) -> Picture {
    let heaps = Axis { last: values.len().saturating_sub(1) as u64, from: LEFT + 8.0, to: RIGHT - 8.0 };
    let top = values.iter().copied().max().unwrap_or(0);
    let values_axis = Axis { last: top, from: BOTTOM - 8.0, to: TOP + 8.0 };
    let mut picture = Picture::new(title, WIDTH, HEIGHT);
    picture.heading(LEFT, &words(proved, observed));
    if let Some(period) = proved.or(observed) {
        shade(&mut picture, heaps, period, proved.is_some());
    }
    axes(&mut picture, heaps, values_axis);
    dots(&mut picture, heaps, values_axis, values, first);
    picture
}

/// Returns the area of the heaps between two, up to the end of the axis.
fn band(heaps: Axis, from: u64, to: u64) -> Rectangle {
    let [left, right] = [from, to].map(|n| match n {
        0 => LEFT,
        _ if n > heaps.last => RIGHT,
        _ => heaps.at(n as f64 - 0.5).min(RIGHT),
    });
    [left, TOP, (right - left).max(0.0), BOTTOM - TOP]
}

/// Shades the preperiod and every period, the first one more, and names both in a legend.
fn shade(picture: &mut Picture, heaps: Axis, Period { preperiod, period, .. }: Period, proved: bool) {
    let mut legend = Vec::new();
    if preperiod > 0 {
        picture.add("preperiod", PREPERIOD, Shape::Boxes(vec![band(heaps, 0, preperiod)]));
        legend.push((PREPERIOD, "preperiod"));
    }
    if preperiod <= heaps.last {
        let end = preperiod.saturating_add(period);
        picture.add("period", FIRST, Shape::Boxes(vec![band(heaps, preperiod, end)]));
        legend.push((FIRST, if proved { "first period" } else { "first period observed" }));
        let count = heaps.last.saturating_sub(end) / period + 1;
        // Every second period is shaded, so that their ends are seen.
        if count <= MOST_PERIODS {
            let starts = (1..=count).filter(|count| count % 2 == 0).map(|count| preperiod + count * period);
            let bands: Vec<_> = starts
                .take_while(|&start| start <= heaps.last)
                .map(|start| band(heaps, start, start + period))
                .collect();
            if !bands.is_empty() {
                picture.add("later", LATER, Shape::Boxes(bands));
                legend.push((LATER, "every second period after it"));
            }
        }
    }
    let mut x = LEFT;
    for (colour, text) in legend {
        picture.add("swatch", GREY, Shape::Boxes(vec![[x, 68.0, 18.0, 14.0]]));
        picture.add("swatch", colour, Shape::Boxes(vec![[x + 1.0, 69.0, 16.0, 12.0]]));
        picture.label(INK, x + 26.0, 79.0, Anchor::Start, text);
        x += 26.0 + text.len() as f64 * 7.2 + 30.0;
    }
}

fn axes(picture: &mut Picture, heaps: Axis, values: Axis) {
    let rows = values.ticks(10);
    let columns = heaps.ticks(12);
    let across = rows.iter().map(|&value| [LEFT, values.at(value as f64) - 0.5, RIGHT - LEFT, 1.0]);
    picture.add("grid", LIGHT, Shape::Boxes(across.collect()));
    let marks = columns.iter().map(|&n| [heaps.at(n as f64) - 0.5, BOTTOM, 1.0, 6.0]);
    let lines = [[LEFT - 1.0, TOP, 1.0, BOTTOM - TOP], [LEFT - 1.0, BOTTOM, RIGHT - LEFT + 1.0, 1.0]];
    picture.add("axes", INK, Shape::Boxes(marks.chain(lines).collect()));
    for value in rows {
        picture.label(GREY, LEFT - 9.0, values.at(value as f64) + 4.0, Anchor::End, spaced(value));
    }
    for n in columns {
        picture.label(GREY, heaps.at(n as f64), BOTTOM + 22.0, Anchor::Middle, spaced(n));
    }
    picture.label(INK, f64::midpoint(LEFT, RIGHT), BOTTOM + 46.0, Anchor::Middle, "heap n");
    picture.label(INK, LEFT - 9.0, TOP - 8.0, Anchor::End, "G(n)");
}

/// Adds the dots. Dots on the same half pixel are drawn once, so that the size is bounded.
fn dots(picture: &mut Picture, heaps: Axis, values_axis: Axis, values: &[u64], first: usize) {
    let places = (0_u32..).zip(values).skip(first).map(|(n, &value)| {
        [heaps.at(f64::from(n)), values_axis.at(value as f64)].map(|place| (place * 2.0).round() as i64)
    });
    let places: BTreeSet<[i64; 2]> = places.collect();
    let radius = RADII.iter().find(|(most, _)| values.len() <= *most).map_or(1.25, |(_, radius)| *radius);
    let places = places.into_iter().map(|[x, y]| (x as f64 / 2.0, y as f64 / 2.0)).collect();
    picture.add("values", DOT, Shape::Dots(places, radius));
}
