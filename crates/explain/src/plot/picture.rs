//! A picture as a list of shapes, and its SVG form.

use nim_ground::markup;
use nim_ground::visible;

/// A colour: red, green and blue.
pub type Colour = [u8; 3];

/// Near black, for text and axes.
pub const INK: Colour = [0x1b, 0x1f, 0x24];
/// A quiet grey for the numbers at the axes.
pub const GREY: Colour = [0x59, 0x62, 0x6c];
/// A light grey for the lines of the grid.
pub const LIGHT: Colour = [0xdd, 0xe0, 0xe4];

/// The size of a text, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSize {
    /// The size of numbers and legends.
    Small = 12,
    /// The size of titles.
    Large = 16,
}

/// The side of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at its place.
    Start,
    /// The text is centred at its place.
    Middle,
    /// The text ends at its place.
    End,
}

impl Anchor {
    /// Returns the part of the text's width that lies before its place.
    pub fn share(self) -> f64 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

/// A rectangle: left, top, width and height.
pub type Rectangle = [f64; 4];

/// One kind of marks in a picture.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Filled rectangles.
    Boxes(Vec<Rectangle>),
    /// Dots of a radius, by their centres.
    Dots(Vec<(f64, f64)>, f64),
    /// A text whose baseline begins, is centred or ends at a place.
    Text {
        /// The pixels from the left to the place.
        x: f64,
        /// The pixels from the top to the baseline.
        y: f64,
        /// The size of the letters.
        size: TextSize,
        /// The side of the text that is at the place.
        anchor: Anchor,
        /// The text to be written.
        text: String,
    },
}

/// Shapes of one colour, with a name.
#[derive(Clone, Debug)]
struct Layer {
    name: &'static str,
    colour: Colour,
    shape: Shape,
}

/// A picture on a white background.
#[derive(Clone, Debug)]
pub struct Picture {
    title: String,
    width: f64,
    height: f64,
    layers: Vec<Layer>,
}

impl Picture {
    /// Creates an empty picture of this size.
    pub fn new(title: &str, width: f64, height: f64) -> Self {
        Self { title: title.to_owned(), width, height, layers: Vec::new() }
    }

    /// Adds shapes above the present ones.
    pub fn add(&mut self, name: &'static str, colour: Colour, shape: Shape) {
        self.layers.push(Layer { name, colour, shape });
    }

    /// Adds a small text.
    pub fn label(&mut self, colour: Colour, x: f64, y: f64, anchor: Anchor, text: impl Into<String>) {
        let text = Shape::Text { x, y, size: TextSize::Small, anchor, text: text.into() };
        self.add("label", colour, text);
    }

    /// Adds the title and a line below it.
    pub fn heading(&mut self, x: f64, line: &str) {
        let (text, anchor) = (self.title.clone(), Anchor::Start);
        self.add("title", INK, Shape::Text { x, y: 32.0, size: TextSize::Large, anchor, text });
        self.label(GREY, x, 52.0, anchor, line);
    }

    /// Returns its title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the width and height in pixels.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Returns its colours and shapes, from the lowest.
    pub fn shapes(&self) -> impl Iterator<Item = (Colour, &Shape)> {
        self.layers.iter().map(|layer| (layer.colour, &layer.shape))
    }

    /// Returns the picture as SVG.
    pub fn svg(&self) -> String {
        let (width, height, title) = (self.width, self.height, escaped(&self.title));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" font-family=\"system-ui, sans-serif\">\n<title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        for layer in &self.layers {
            svg.push_str(&layer.svg());
            svg.push('\n');
        }
        svg + "</svg>\n"
    }
}

impl Layer {
    fn svg(&self) -> String {
        let [red, green, blue] = self.colour;
        let (name, colour) = (self.name, format!("#{red:02x}{green:02x}{blue:02x}"));
        match &self.shape {
            Shape::Boxes(boxes) => {
                let path: String = boxes
                    .iter()
                    .map(|[x, y, width, height]| {
                        let (x, y) = (tenths(*x), tenths(*y));
                        format!("M{x} {y}h{0}v{1}h-{0}z", tenths(*width), tenths(*height))
                    })
                    .collect();
                format!("<path class=\"{name}\" fill=\"{colour}\" d=\"{path}\"/>")
            }
            Shape::Dots(dots, radius) => {
                let path: String =
                    dots.iter().map(|(x, y)| format!("M{} {}h0", tenths(*x), tenths(*y))).collect();
                format!(
                    "<path class=\"{name}\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"{path}\"/>",
                    2.0 * radius
                )
            }
            Shape::Text { x, y, size, anchor, text } => {
                let anchor = ["start", "middle", "end"][(anchor.share() * 2.0) as usize];
                let (x, y, text) = (tenths(*x), tenths(*y), escaped(text));
                format!(
                    "<text class=\"{name}\" x=\"{x}\" y=\"{y}\" fill=\"{colour}\" font-size=\"{}\" text-anchor=\"{anchor}\">{text}</text>",
                    *size as u8
                )
            }
        }
    }
}

/// Returns a number rounded to tenths, which print shortly.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Returns a text as it stands in the SVG form, which knows no control characters.
fn escaped(text: &str) -> String {
    markup::escaped(&visible::line(text))
}
