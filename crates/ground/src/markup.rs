//! Escaping of text for HTML and XML.

/// Returns the text escaped for content and attributes.
pub fn escaped(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    for c in raw.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\'' => text.push_str("&#39;"),
            c => text.push(c),
        }
    }
    text
}
