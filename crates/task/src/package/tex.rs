//! Converts Markdown to TeX, for the parts that statements use, with the macros of problem packages.

use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Returns the images that Markdown names.
pub fn images(markdown: &str) -> Vec<String> {
    let images = Parser::new_ext(markdown, OPTIONS).filter_map(|event| match event {
        Event::Start(Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    });
    images.collect()
}

/// The Markdown extensions used in statements.
pub const OPTIONS: Options = Options::ENABLE_MATH.union(Options::ENABLE_TABLES);

/// Returns a statement in Markdown as TeX: the first heading is the problem's name, others are sections.
pub fn render(markdown: &str) -> String {
    let mut tex = Renderer::default();
    for event in Parser::new_ext(markdown, OPTIONS) {
        tex.event(event);
    }
    tex.out.trim_end().to_owned() + "\n"
}

#[derive(Default)]
struct Renderer {
    out: String,
    /// Whether the text is in a code block, and so copied unchanged.
    is_verbatim: bool,
    /// The addresses of the links that are open.
    links: Vec<String>,
    /// The position at which the description of an image begins; TeX does not show it.
    image: Option<usize>,
}

impl Renderer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_verbatim => self.out += &text,
            Event::Html(text) | Event::InlineHtml(text) => self.html(&text),
            Event::Text(text) => self.out += &escaped(&text),
            Event::InlineMath(math) => self.out += &format!("${math}$"),
            Event::DisplayMath(math) => self.out += &format!("\\[{math}\\]"),
            Event::Code(code) => self.out += &format!("\\texttt{{{}}}", escaped(&code)),
            Event::SoftBreak => self.out += "\n",
            Event::HardBreak => self.out += "\\\\\n",
            Event::Rule => self.out += "\n\\medskip\\hrule\\medskip\n\n",
            // The options of the parser exclude these events.
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    /// Writes a tag of HTML that has a form in TeX; any other is text.
    fn html(&mut self, text: &str) {
        match text.trim() {
            "<sub>" => self.out += "\\textsubscript{",
            "<sup>" => self.out += "\\textsuperscript{",
            "</sub>" | "</sup>" => self.out += "}",
            "<br>" | "<br/>" | "<br />" => self.out += "\\\\\n",
            comment if comment.starts_with("<!--") => {}
            _ => self.out += &escaped(text),
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { level: HeadingLevel::H1, .. } => self.out += "\\problemname{",
            Tag::Heading { level: HeadingLevel::H2, .. } => self.out += "\\section*{",
            Tag::Heading { .. } => self.out += "\\subsection*{",
            Tag::BlockQuote(_) => self.out += "\\begin{quote}\n",
            Tag::CodeBlock(_) => {
                self.is_verbatim = true;
                self.out += "\\begin{verbatim}\n";
            }
            Tag::List(Some(first)) => {
                self.out += "\\begin{enumerate}\n";
                if *first != 1 {
                    self.out += &format!("\\setcounter{{enumi}}{{{}}}\n", i128::from(*first) - 1);
                }
            }
            Tag::List(None) => self.out += "\\begin{itemize}\n",
            Tag::Item => self.out += "\\item ",
            Tag::Emphasis => self.out += "\\emph{",
            Tag::Strong => self.out += "\\textbf{",
            Tag::Link { dest_url, .. } => self.links.push(dest_url.to_string()),
            Tag::Image { dest_url, .. } => {
                self.out += &format!("\\includegraphics[width=0.7\\textwidth]{{{dest_url}}}");
                self.image = Some(self.out.len());
            }
            Tag::Table(columns) => {
                let columns: Vec<&str> = columns.iter().map(column).collect();
                let columns = columns.join("|");
                self.out += &format!("\\begin{{center}}\n\\begin{{tabular}}{{|{columns}|}}\n\\hline\n");
            }
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
            TagEnd::Image => self.out.truncate(self.image.take().unwrap_or(self.out.len())),
            TagEnd::TableCell => self.out += " & ",
            TagEnd::TableHead | TagEnd::TableRow => {
                // The separator after the last cell is removed.
                let end = self.out.trim_end_matches(" & ").len();
                self.out.truncate(end);
                self.out += " \\\\ \\hline\n";
            }
            TagEnd::Table => self.out += "\\end{tabular}\n\\end{center}\n\n",
            TagEnd::Link => {
                if let Some(url) = self.links.pop() {
                    self.out += &format!(" (\\texttt{{{}}})", escaped(&url));
                }
            }
            _ => {}
        }
    }
}

/// Returns a column of a table.
fn column(alignment: &Alignment) -> &'static str {
    match alignment {
        Alignment::None | Alignment::Left => "l",
        Alignment::Center => "c",
        Alignment::Right => "r",
    }
}

/// Returns a text in which all characters stand for themselves in TeX.
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

    #[test]
    fn mathematics_tables_and_images_are_those_of_tex() {
        let markdown = "For $n \\le 10^9$ and\n\n$$\\sum_{i=1}^n a_i < 5$$\n\npay \\$5.\n\n| $n$ | A&B |\n|--:|:-:|\n| 1 | `x_1` |\n\n3. see [the *rules*](https://x.org/a_b)\n\n![A **board**](board.png) x<sub>1</sub>\n";
        let tex = "For $n \\le 10^9$ and\n\n\\[\\sum_{i=1}^n a_i < 5\\]\n\npay \\$5.\n\n\\begin{center}\n\\begin{tabular}{|r|c|}\n\\hline\n$n$ & A\\&B \\\\ \\hline\n1 & \\texttt{x\\_1} \\\\ \\hline\n\\end{tabular}\n\\end{center}\n\n\\begin{enumerate}\n\\setcounter{enumi}{2}\n\\item see the \\emph{rules} (\\texttt{https://x.org/a\\_b})\n\\end{enumerate}\n\n\\includegraphics[width=0.7\\textwidth]{board.png} x\\textsubscript{1}\n";
        assert_eq!(render(markdown), tex);
    }
}
