//! Markdown as TeX: what statements use, in the macros that problem packages know.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

/// Returns a statement in Markdown as TeX: the first heading is the problem's name, others are sections.
pub(super) fn render(markdown: &str) -> String {
    let mut tex = Renderer::default();
    for event in Parser::new(markdown) {
        tex.event(event);
    }
    tex.out.trim_end().to_owned() + "\n"
}

#[derive(Default)]
struct Renderer {
    out: String,
    /// The text of a code block is as it is.
    is_verbatim: bool,
    /// The addresses of the links that are open.
    links: Vec<String>,
}

impl Renderer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_verbatim => self.out += &text,
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.out += &escaped(&text),
            Event::Code(code) => self.out += &format!("\\texttt{{{}}}", escaped(&code)),
            Event::SoftBreak => self.out += "\n",
            Event::HardBreak => self.out += "\\\\\n",
            Event::Rule => self.out += "\n\\medskip\\hrule\\medskip\n\n",
            // None of these is switched on.
            Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { level: HeadingLevel::H1, .. } => self.out += "\\problemname{",
            Tag::Heading { level: HeadingLevel::H2, .. } => self.out += "\\section*{",
            Tag::Heading { .. } => self.out += "\\subsection*{",
            Tag::BlockQuote(_) => self.out += "\\begin{quote}\n",
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.is_verbatim = true;
                self.out += "\\begin{verbatim}\n";
            }
            Tag::List(Some(_)) => self.out += "\\begin{enumerate}\n",
            Tag::List(None) => self.out += "\\begin{itemize}\n",
            Tag::Item => self.out += "\\item ",
            Tag::Emphasis => self.out += "\\emph{",
            Tag::Strong => self.out += "\\textbf{",
            Tag::Link { dest_url, .. } => self.links.push(dest_url.to_string()),
            Tag::Image { dest_url, .. } => self.out += &format!("\\includegraphics{{{dest_url}}} "),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => self.out += "}\n\n",
            TagEnd::Paragraph => self.out += "\n\n",
            TagEnd::BlockQuote(_) => self.out += "\\end{quote}\n\n",
            TagEnd::CodeBlock => {
                self.is_verbatim = false;
                self.out += "\\end{verbatim}\n\n";
            }
            TagEnd::List(is_numbered) => {
                self.out += if is_numbered { "\\end{enumerate}\n\n" } else { "\\end{itemize}\n\n" };
            }
            TagEnd::Item => self.out += "\n",
            TagEnd::Emphasis | TagEnd::Strong => self.out += "}",
            TagEnd::Link => {
                if let Some(url) = self.links.pop() {
                    self.out += &format!(" (\\texttt{{{}}})", escaped(&url));
                }
            }
            _ => {}
        }
    }
}

/// Returns a text whose characters mean themselves in TeX.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out += "\\textbackslash{}",
            '^' => out += "\\textasciicircum{}",
            '~' => out += "\\textasciitilde{}",
            '<' => out += "\\textless{}",
            '>' => out += "\\textgreater{}",
            '|' => out += "\\textbar{}",
            '"' => out += "\\textquotedbl{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '≤' => out += "$\\le$",
            '≥' => out += "$\\ge$",
            '≠' => out += "$\\ne$",
            '−' => out += "$-$",
            '×' => out += "$\\times$",
            '·' => out += "$\\cdot$",
            '⊕' => out += "$\\oplus$",
            '→' => out += "$\\to$",
            '⌊' => out += "$\\lfloor$",
            '⌋' => out += "$\\rfloor$",
            '⌈' => out += "$\\lceil$",
            '⌉' => out += "$\\rceil$",
            '…' => out += "\\dots{}",
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_statements_use_becomes_tex() {
        let markdown = "# Odd & Even\n\nTake `a_1` ≤ 2^64−1; **all** of *it*,\nor <0.\n\n## Input\n\n- one\n- two\n\n```text\n1 & 2\n```\n";
        let tex = "\\problemname{Odd \\& Even}\n\nTake \\texttt{a\\_1} $\\le$ 2\\textasciicircum{}64$-$1; \\textbf{all} of \\emph{it},\nor \\textless{}0.\n\n\\section*{Input}\n\n\\begin{itemize}\n\\item one\n\\item two\n\\end{itemize}\n\n\\begin{verbatim}\n1 & 2\n\\end{verbatim}\n";
        assert_eq!(render(markdown), tex);
    }
}
