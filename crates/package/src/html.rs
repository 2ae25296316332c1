//! Markdown as HTML: what statements use, with formulas as `MathML`.

use nim_ground::markup::escaped;
use pulldown_cmark::{CowStr, Event, Parser, html};
use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser as Formula, RenderConfig, Storage, push_mathml};

use nim_task::package::tex::OPTIONS;

/// The tags of HTML that statements may have. Any other is text, so that a statement brings no scripts.
const TAGS: [&str; 7] = ["<sub>", "</sub>", "<sup>", "</sup>", "<br>", "<br/>", "<br />"];

/// Returns a statement in Markdown as the body of a page.
pub(super) fn render(markdown: &str) -> String {
    let mut out = String::new();
    html::push_html(&mut out, Parser::new_ext(markdown, OPTIONS).map(event));
    out
}

fn event(event: Event<'_>) -> Event<'_> {
    match event {
        Event::InlineMath(text) => Event::InlineHtml(formula(&text, DisplayMode::Inline).into()),
        Event::DisplayMath(text) => Event::Html(formula(&text, DisplayMode::Block).into()),
        Event::Html(text) | Event::InlineHtml(text) => tag(text),
        other => other,
    }
}

fn tag(text: CowStr<'_>) -> Event<'_> {
    match text.trim() {
        comment if comment.starts_with("<!--") => Event::Text("".into()),
        tag if TAGS.contains(&tag) => Event::InlineHtml(text),
        _ => Event::Text(text),
    }
}

/// Returns a formula in `MathML`, or as it is where it is malformed.
fn formula(text: &str, display_mode: DisplayMode) -> String {
    let storage = Storage::new();
    let mut out = String::new();
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let events: Result<Vec<_>, _> = Formula::new(text, &storage).collect();
    let written = events.is_ok_and(|events| {
        push_mathml(&mut out, events.into_iter().map(Ok::<_, std::fmt::Error>), config).is_ok()
    });
    if written { out } else { format!("<code>{}</code>", escaped(text)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_statements_use_becomes_html() {
        let html =
            render("# A & B\n\nTake $a_1 \\le 2^n$, x<sub>1</sub>.\n\n$\\foo$\n\n<script>x</script>\n");
        assert!(html.starts_with("<h1>A &amp; B</h1>\n"), "{html}");
        assert!(
            html.contains("<math") && html.contains("<msub>") && html.contains("x<sub>1</sub>."),
            "{html}"
        );
        assert!(html.contains("<code>\\foo</code>") && html.contains("&lt;script&gt;"), "{html}");
    }
}
