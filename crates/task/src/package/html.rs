//! Converts Markdown to HTML, for the parts that statements use, with formulas as `MathML`.

use std::borrow::Cow;

use ammonia::Builder;
use itertools::Itertools as _;
use nim_ground::markup::escaped;
use pulldown_cmark::{CowStr, Event, Parser, html};
use pulldown_latex::config::DisplayMode;
use pulldown_latex::event::{Content, Event as Part};
use pulldown_latex::{Parser as Formula, RenderConfig, Storage, push_mathml};

use crate::package::tex::OPTIONS;

/// The tags of HTML that statements may have. Any other is text, so that a statement brings no scripts.
const TAGS: [&str; 7] = ["<sub>", "</sub>", "<sup>", "</sup>", "<br>", "<br/>", "<br />"];

/// The elements of `MathML` that show formulas; none that hold HTML, links or actions.
const MATHML: [&str; 31] = [
    "annotation",
    "math",
    "menclose",
    "merror",
    "mfrac",
    "mi",
    "mlabeledtr",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "none",
    "semantics",
];

/// The attributes allowed on `MathML` elements.
const MATHML_ATTRIBUTES: [&str; 35] = [
    "accent",
    "accentunder",
    "columnalign",
    "columnlines",
    "columnspacing",
    "columnspan",
    "depth",
    "display",
    "displaystyle",
    "encoding",
    "fence",
    "form",
    "frame",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathcolor",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rowalign",
    "rowlines",
    "rowspacing",
    "rowspan",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "style",
    "symmetric",
    "voffset",
    "width",
];

/// Returns the body of a page without anything that runs, loads a program, or leads to one. Everything not known to be harmless is left
/// out, in the output of any program: programs that make HTML copy text of strangers.
pub(super) fn cleaned(body: &str) -> String {
    let mut builder = Builder::default();
    builder.add_tags(MATHML).add_tags(["figure", "figcaption", "section"]);
    for tag in MATHML {
        builder.add_tag_attributes(tag, MATHML_ATTRIBUTES);
    }
    for tag in ["table", "col", "th", "td", "div", "span"] {
        builder.add_tag_attributes(tag, ["style"]);
    }
    builder.add_generic_attributes(["class", "id"]).attribute_filter(|_, name, value| {
        (name != "style" || is_plain_style(value)).then_some(Cow::Borrowed(value))
    });
    builder.clean(body).to_string()
}

/// Returns whether a style only colours, aligns and spaces: it loads nothing, and covers no other part of the page.
fn is_plain_style(style: &str) -> bool {
    style.split(';').map(str::trim).filter(|part| !part.is_empty()).all(|part| {
        part.split_once(':').is_some_and(|(property, value)| {
            let property = property.trim();
            let is_known =
                matches!(property, "color" | "background-color" | "text-align" | "width" | "height")
                    || ["border", "padding"].iter().any(|start| property.starts_with(start))
                    || property == "margin-left";
            is_known
                && value.chars().all(|c| c.is_ascii_alphanumeric() || " .,%#()-".contains(c))
                && !value.to_ascii_lowercase().contains("url")
        })
    })
}

/// Returns a statement in Markdown as the body of a page, not yet cleaned.
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

/// Returns a formula in `MathML`, or its source if it is malformed.
fn formula(text: &str, display_mode: DisplayMode) -> String {
    let storage = Storage::new();
    let mut out = String::new();
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    // The renderer copies the names of functions unchanged.
    let events = Formula::new(text, &storage).map_ok(|part| match part {
        Part::Content(Content::Function(name)) if name.contains(['<', '>', '&']) => {
            Part::Content(Content::Text(name))
        }
        other => other,
    });
    let written = events.collect::<Result<Vec<_>, _>>().is_ok_and(|events| {
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

    #[test]
    fn nothing_that_strangers_wrote_runs_in_the_page() {
        for text in [
            "$\\operatorname{<svg onload=document.title=1>}$",
            "$$\\operatorname{</math><img src=x onerror=alert(1)>}$$",
            "$\\text{<script>x</script>}$",
            "$\\mathbf{\\operatorname{<svg/onload=alert(1)>}}$",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "[x](data:text/html,<script>x</script>)",
            "[x]: javascript:alert(1)\n\n[x]",
            "<javascript:alert(1)>",
            "![x](javascript:alert(1))",
            "<iframe src=javascript:alert(1)>",
        ] {
            let html = cleaned(&render(text));
            let is_tag = |tag: &str| html.contains(tag);
            assert!(
                !["<svg", "<script", "<img src=\"x", "<iframe"].into_iter().any(is_tag),
                "{text}: {html}"
            );
            assert!(
                !["href=\"j", "href=\"J", "href=\"d", "src=\"j"].into_iter().any(is_tag),
                "{text}: {html}"
            );
        }
        let of_pandoc = "<math display=\"inline\"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding=\"application/x-tex\">x^2</annotation></semantics></math>";
        assert_eq!(cleaned(of_pandoc), of_pandoc);
        for body in [
            "<math><mi onclick=\"x\" href=\"javascript:x\">a</mi></math>",
            "<a style=\"position:fixed\" onclick=x>a</a>",
            "<td style=\"background-color: url(x)\">a</td>",
        ] {
            let html = cleaned(body);
            assert!(
                html.contains('a') && !html.contains("onclick") && !html.contains("javascript"),
                "{html}"
            );
            assert!(!html.contains("style"), "{html}");
        }
    }

    #[test]
    fn formulas_tables_and_links_stay_as_they_are() {
        for text in [
            "Take $a_1 \\le 2^n$ and $\\operatorname{mex}(x) < 3$.",
            "$$\\sum_{i=1}^n \\frac{a}{\\sqrt{b}} \\begin{cases} 1 & x \\\\ \\text{if } & y \\end{cases}$$",
            "| a | b |\n|:--|--:|\n| 1 | $\\color{red}{2}$ |",
            "![p](picture.png) <sub>1</sub>",
        ] {
            let html = render(text);
            let names = |html: &str| -> Vec<String> {
                html.split('<')
                    .skip(1)
                    .map(|tag| tag.split([' ', '>', '/']).next().unwrap_or_default().to_owned())
                    .filter(|name| !name.is_empty())
                    .collect()
            };
            let clean = cleaned(&html);
            let has = |name: &str| names(&html).iter().filter(|own| *own == name).count();
            for name in names(&html).iter().filter(|name| *name != "tbody") {
                assert_eq!(
                    names(&clean).iter().filter(|own| *own == name).count(),
                    has(name),
                    "{name}: {clean}"
                );
            }
            assert_eq!(clean.matches("style=").count(), html.matches("style=").count(), "{html}\n{clean}");
        }
        let link = cleaned(&render("[x](https://example.org/a?b=1)"));
        assert!(link.contains("href=\"https://example.org/a?b=1\""), "{link}");
    }
}
