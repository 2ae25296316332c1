//! A picture as pixels, in a PNG file: rectangles by coverage, dots by distance, and text in a bitmap font.

use std::io::{self, Write};

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

use nim_explain::plot::picture::{Colour, Picture, Rectangle, Shape, TextSize};

/// The number of pixels in the file for one of the picture, on each side.
const SCALE: f64 = 2.0;
/// The part of a text's height above its baseline.
const ABOVE: f64 = 0.79;

/// Writes a picture as PNG.
///
/// # Errors
/// When `out` fails.
pub fn write(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    let canvas = Canvas::draw(picture);
    let mut encoder = png::Encoder::new(out, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(())
}

/// An image of pixels in memory.
struct Canvas {
    width: usize,
    height: usize,
    /// Red, green and blue of each pixel, by rows.
    pixels: Vec<u8>,
}

/// Returns the part of a pixel that lies between two places.
fn covered(from: f64, to: f64, pixel: usize) -> f64 {
    (to.min(pixel as f64 + 1.0) - from.max(pixel as f64)).max(0.0)
}

impl Canvas {
    fn draw(picture: &Picture) -> Self {
        let (width, height) = picture.size();
        let (width, height) = ((width * SCALE) as usize, (height * SCALE) as usize);
        let mut canvas = Self { width, height, pixels: vec![u8::MAX; width * height * 3] };
        for (colour, shape) in picture.shapes() {
            match shape {
                Shape::Boxes(boxes) => boxes.iter().for_each(|place| canvas.fill(*place, colour)),
                Shape::Dots(dots, radius) => {
                    dots.iter().for_each(|&centre| canvas.dot(centre, *radius, colour));
                }
                Shape::Text { x, y, size, anchor, text } => {
                    let is_small = *size == TextSize::Small;
                    let height = if is_small { RasterHeight::Size24 } else { RasterHeight::Size32 };
                    let advance = get_raster_width(FontWeight::Regular, height);
                    let width = (text.chars().count() * advance) as f64;
                    let left = x * SCALE - width * anchor.share();
                    let top = y * SCALE - height.val() as f64 * ABOVE;
                    canvas.text(left, top, text, height, colour);
                }
            }
        }
        canvas
    }

    /// Mixes a colour into a pixel.
    fn blend(&mut self, x: usize, y: usize, colour: Colour, share: f64) {
        if x >= self.width || y >= self.height || share <= 0.0 {
            return;
        }
        let pixel = &mut self.pixels[(y * self.width + x) * 3..][..3];
        for (old, new) in pixel.iter_mut().zip(colour) {
            *old = (f64::from(*old) + (f64::from(new) - f64::from(*old)) * share.min(1.0)).round() as u8;
        }
    }

    /// Fills a rectangle; pixels at its edges in proportion to the covered part.
    fn fill(&mut self, place: Rectangle, colour: Colour) {
        let [left, top, width, height] = place.map(|length| length * SCALE);
        let (right, bottom) = (left + width, top + height);
        for y in top as usize..bottom.ceil() as usize {
            for x in left as usize..right.ceil() as usize {
                self.blend(x, y, colour, covered(left, right, x) * covered(top, bottom, y));
            }
        }
    }

    fn dot(&mut self, (x, y): (f64, f64), radius: f64, colour: Colour) {
        let (x, y, radius) = (x * SCALE, y * SCALE, radius * SCALE);
        let range = |centre: f64| (centre - radius - 1.0) as usize..(centre + radius + 2.0) as usize;
        for row in range(y) {
            for column in range(x) {
                let distance = (column as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
                self.blend(column, row, colour, radius + 0.5 - distance);
            }
        }
    }

    /// Draws a text from its upper left corner.
    fn text(&mut self, left: f64, top: f64, text: &str, height: RasterHeight, colour: Colour) {
        let advance = get_raster_width(FontWeight::Regular, height);
        let (left, top) = (left.round().max(0.0) as usize, top.round().max(0.0) as usize);
        for (place, c) in text.chars().enumerate() {
            // The font has the characters of Latin-1.
            let glyph = get_raster(c, FontWeight::Regular, height)
                .or_else(|| get_raster('?', FontWeight::Regular, height));
            for (y, row) in glyph.iter().flat_map(|glyph| glyph.rows().enumerate()) {
                for (x, &share) in row.iter().enumerate() {
                    self.blend(left + place * advance + x, top + y, colour, f64::from(share) / 255.0);
                }
            }
        }
    }
}
