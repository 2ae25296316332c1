//! The picture of a game of pairs: a cell for each pair of heaps, coloured by its value.

use std::collections::BTreeMap;

use super::axis::{Axis, spaced};
use super::picture::{Anchor, Colour, GREY, INK, Picture, Rectangle, Shape};

const LEFT: f64 = 76.0;
const TOP: f64 = 96.0;
/// The side of the map, at least, in pixels.
const SIDE: u64 = 600;
/// Cells of this side have their value written in them.
const LEGIBLE: f64 = 22.0;

/// The colour of the value 0: a P-position.
const LOST: Colour = [0xd9, 0x2b, 0x2b];
/// The colours from the value 1 to the largest, evenly spaced: dark blue to yellow, of growing lightness.
const SCALE: [Colour; 6] = [
    [0x2a, 0x1a, 0x5e],
    [0x2c, 0x4f, 0x8f],
    [0x1f, 0x83, 0x8d],
    [0x3f, 0xb0, 0x75],
    [0xa2, 0xd5, 0x4f],
    [0xf9, 0xe7, 0x48],
];
/// The most different colours of values above 0.
const COLOURS: u64 = 64;

/// Returns the picture of the values of all pairs of heaps up to `last`.
pub fn picture(title: &str, last: u64, value: impl Fn(u64, u64) -> Option<u64>) -> Picture {
    let cells = last + 1;
    let cell = (SIDE / cells).max(1) as f64;
    let side = cell * cells as f64;
    let pairs = || (0..=last).flat_map(|b| (0..=last).map(move |a| (a, b)));
    let top = pairs().filter_map(|(a, b)| value(a, b)).max().unwrap_or(0);
    let mut picture = Picture::new(title, LEFT + side + 190.0, TOP + side + 70.0);
    picture.heading(LEFT, "a red cell is a P-position: value 0");

    let across = Axis { last, from: LEFT + cell / 2.0, to: LEFT + side - cell / 2.0 };
    let up = Axis { last, from: TOP + side - cell / 2.0, to: TOP + cell / 2.0 };
    let mut areas: BTreeMap<Colour, Vec<Rectangle>> = BTreeMap::new();
    for (a, b) in pairs() {
        let Some(value) = value(a, b) else { continue };
        let row = areas.entry(colour(value, top)).or_default();
        let (x, y) = (LEFT + a as f64 * cell, TOP + side - (b + 1) as f64 * cell);
        match row.last_mut() {
            // Neighbours of one colour are one rectangle.
            Some([left, above, width, _]) if *above == y && *left + *width == x => *width += cell,
            _ => row.push([x, y, cell, cell]),
        }
    }
    for (colour, boxes) in areas {
        picture.add("values", colour, Shape::Boxes(boxes));
    }
    if cell >= LEGIBLE {
        for (a, b) in pairs() {
            let Some(value) = value(a, b) else { continue };
            let (x, y) = (across.at(a as f64), up.at(b as f64) + 4.0);
            picture.label(ink_on(colour(value, top)), x, y, Anchor::Middle, value.to_string());
        }
    }
    axes(&mut picture, across, up, side);
    legend(&mut picture, LEFT + side + 30.0, top);
    picture
}

fn axes(picture: &mut Picture, across: Axis, up: Axis, side: f64) {
    let ticks = across.ticks(12);
    let below = ticks.iter().map(|&a| [across.at(a as f64) - 0.5, TOP + side, 1.0, 6.0]);
    let beside = ticks.iter().map(|&b| [LEFT - 6.0, up.at(b as f64) - 0.5, 6.0, 1.0]);
    picture.add("axes", INK, Shape::Boxes(below.chain(beside).collect()));
    for &tick in &ticks {
        picture.label(GREY, across.at(tick as f64), TOP + side + 22.0, Anchor::Middle, spaced(tick));
        picture.label(GREY, LEFT - 11.0, up.at(tick as f64) + 4.0, Anchor::End, spaced(tick));
    }
    picture.label(INK, LEFT + side / 2.0, TOP + side + 46.0, Anchor::Middle, "first heap");
    picture.label(INK, LEFT - 60.0, TOP - 12.0, Anchor::Start, "second heap");
}

/// Adds the colours with their values, the largest on top.
fn legend(picture: &mut Picture, x: f64, top: u64) {
    const HIGH: f64 = 400.0;
    picture.label(INK, x, TOP + 10.0, Anchor::Start, "value");
    let begin = TOP + 24.0;
    let mut y = begin;
    if top > 0 {
        let steps = top.min(COLOURS);
        let high = (HIGH / steps as f64).floor().min(24.0);
        let end = begin + high * steps as f64;
        y = end + 14.0;
        for step in 0..steps {
            let value = if steps == top { step + 1 } else { 1 + step * (top - 1) / (steps - 1).max(1) };
            let place = [x, end - (step + 1) as f64 * high, 24.0, high];
            picture.add("scale", colour(value, top), Shape::Boxes(vec![place]));
        }
        // The middle of the first colour is at 1, the middle of the last at the largest value.
        let scale = Axis { last: top - 1, from: end - high / 2.0, to: begin + high / 2.0 };
        let ticks = Axis { last: top, from: 0.0, to: 0.0 }.ticks(12);
        for tick in ticks.into_iter().filter(|&tick| tick > 0) {
            picture.label(GREY, x + 32.0, scale.at((tick - 1) as f64) + 4.0, Anchor::Start, spaced(tick));
        }
    }
    picture.add("scale", LOST, Shape::Boxes(vec![[x, y, 24.0, 24.0]]));
    picture.label(GREY, x + 32.0, y + 16.0, Anchor::Start, "0: P-position");
}

/// Returns the colour of a value, where the largest is `top`.
fn colour(value: u64, top: u64) -> Colour {
    if value == 0 {
        return LOST;
    }
    let share = (value - 1) as f64 / (top - 1).max(1) as f64;
    let steps = (COLOURS - 1) as f64;
    let place = (share * steps).round() / steps * (SCALE.len() - 1) as f64;
    let low = (place as usize).min(SCALE.len() - 2);
    let part = place - low as f64;
    let mut mixed = [0; 3];
    for (channel, mixed) in mixed.iter_mut().enumerate() {
        let (from, to) = (f64::from(SCALE[low][channel]), f64::from(SCALE[low + 1][channel]));
        *mixed = (from + (to - from) * part).round() as u8;
    }
    mixed
}

/// Returns black or white, whichever is legible on a colour.
fn ink_on([red, green, blue]: Colour) -> Colour {
    let light = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    if light > 130.0 { INK } else { [u8::MAX; 3] }
}
