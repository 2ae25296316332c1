//! The page to play: one HTML file with the engine in it, which needs no network.

use std::path::Path;

use anyhow::{Context, bail};

use super::output_file;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Writes the page.
///
/// # Errors
/// When this program was built without the page's engine, the file exists and may not be replaced, or cannot be written.
pub fn write(path: &Path, may_replace: bool) -> anyhow::Result<()> {
    let Some(engine) = ENGINE else {
        bail!(
            "this toolkit was built without the page's engine: run page/build in its source, which needs the Rust target wasm32-unknown-unknown, and build it again"
        );
    };
    output_file::refuse_existing(path, may_replace)?;
    let page = page(engine);
    output_file::write(path, |out| out.write_all(page.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// The script, whose parts share their names.
const SCRIPT: &str = concat!(
    "\"use strict\";\n",
    include_str!("page/script/elements.js"),
    include_str!("page/script/engine.js"),
    include_str!("page/script/games.js"),
    include_str!("page/script/words.js"),
    include_str!("page/script/choice.js"),
    include_str!("page/script/heaps.js"),
    include_str!("page/script/pairs.js"),
    include_str!("page/script/rows.js"),
    include_str!("page/script/graphs.js"),
    include_str!("page/script/board.js"),
    include_str!("page/script/hints.js"),
    include_str!("page/script/play.js"),
    include_str!("page/script/setup.js"),
    include_str!("page/script/keys.js"),
    include_str!("page/script/start.js"),
);

/// Returns the page: a name in double braces stands for a part of the template.
fn page(engine: &[u8]) -> String {
    include_str!("page/page.html")
        .replace("{{version}}", env!("CARGO_PKG_VERSION"))
        .replace("{{style}}", include_str!("page/page.css"))
        .replace("{{script}}", SCRIPT)
        .replace("{{engine}}", &base64(engine))
}

/// Returns bytes in base 64 (RFC 4648), without padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = bytes.chunks(3).flat_map(|chunk| {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | usize::from(chunk.get(at).copied().unwrap_or(0)));
        (0..=chunk.len()).map(move |digit| char::from(DIGITS[bits >> (18 - 6 * digit) & 63]))
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_the_standard_says() {
        for (bytes, digits) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), digits);
        }
    }

    #[test]
    fn the_page_has_all_its_parts_and_no_address() {
        let page = page(b"engine");
        assert!(page.contains("ZW5naW5l") && page.ends_with("</html>\n"));
        // Scripts have types in double braces.
        let parts = ["version", "style", "script", "engine"].map(|name| format!("{{{{{name}}}}}"));
        assert!(parts.iter().all(|part| !page.contains(part)));
        assert_eq!(include_str!("page/page.html").matches("{{").count(), parts.len());
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("//cdn"));
    }
}
