//! A statement with its samples, ready to read: as a page of HTML, or as a document of TeX.

use std::io;

use crate::constants::Constants;
use nim_ground::markup::escaped;
use nim_ground::visible;
use serde_json::json;

use super::html;
use crate::package::statement::{SAMPLES, Statement};
use crate::package::{Package, SAMPLE, tex};
use nim_ground::content::Content;

/// A statement, with its bounds and constants filled in, and its samples.
pub struct Sheet {
    /// The language code, such as `en`.
    pub language: String,
    /// Pictures and other files of the statement, by name.
    pub beside: Vec<(String, Content)>,
    title: String,
    statement: Statement,
    /// The headings and texts of samples, in order.
    samples: Vec<(String, String)>,
}

/// The headings of inputs, outputs and dialogues, by language; others have the first.
const HEADINGS: [(&str, [&str; 3]); 2] = [
    ("en", ["Sample Input", "Sample Output", "Sample Interaction"]),
    ("zh", ["样例输入", "样例输出", "样例交互"]),
];

/// The languages whose lines break between any two characters, with their names in `babel`.
const WITHOUT_SPACES: [(&str, &str); 2] = [("zh", "chinese-simplified"), ("ja", "japanese")];

/// The macros of problem packages' templates, written so that pandoc and LaTeX both know them.
const MACROS: &str = r"\newcommand{\problemname}[1]{\section*{\LARGE #1}}
\newcommand{\illustration}[3]{\begin{center}\includegraphics[width=#1\textwidth]{#2}\\ #3\end{center}}
\newcommand{\nextsample}{}
\newcommand{\remainingsamples}{}
\newenvironment{Input}{\section*{Input}}{}
\newenvironment{Output}{\section*{Output}}{}
\newenvironment{Interaction}{\section*{Interaction}}{}
";

const PREAMBLE: &str = r"\documentclass[11pt]{article}
\usepackage[a4paper,margin=25mm]{geometry}
\usepackage{amsmath,amssymb,graphicx,verbatim}
\usepackage{fontspec}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
";

/// The fonts of a document. Missing characters are taken from `@fonts@`.
const FONTS: &str = r#"\directlua{luaotfload.add_fallback("toolkit", {@fonts@})}
\setmainfont{lmroman10-regular.otf}[BoldFont=lmroman10-bold.otf,ItalicFont=lmroman10-italic.otf,RawFeature={fallback=toolkit}]
\setmonofont{lmmono10-regular.otf}[RawFeature={fallback=toolkit}]
"#;

const STYLE: &str = "body{font:1rem/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}pre{background:#f3f3f3;padding:.5rem;overflow:auto}img{max-width:100%}table{border-collapse:collapse}td,th{border:1px solid;padding:.2rem .5rem}";

impl Sheet {
    /// Returns the statement of a package in a language; `None` if there is none.
    ///
    /// # Errors
    /// When a sample cannot be read.
    pub fn open(package: &Package, language: &str) -> io::Result<Option<Self>> {
        let Some(statement) = package.statements.get(language) else { return Ok(None) };
        let title = package.title_in(language);
        let beside = package.files.iter().filter_map(|(path, content)| {
            let name = path.strip_prefix("statement/").or_else(|| path.strip_prefix("problem_statement/"))?;
            (!name.contains('/')).then(|| (name.to_owned(), content.clone()))
        });
        Ok(Some(Self {
            language: language.to_owned(),
            beside: beside.collect(),
            statement: Statement { text: filled(package, &statement.with_title(title).text), ..*statement },
            title: title.to_owned(),
            samples: samples(package, language)?,
        }))
    }

    /// Returns whether the statement is TeX.
    #[must_use]
    pub fn is_tex(&self) -> bool {
        self.statement.is_tex
    }

    /// Returns the source text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.statement.text
    }

    /// Returns the first character that usual fonts lack, which identifies the script.
    #[must_use]
    pub fn unusual(&self) -> Option<char> {
        // The letters of Latin end there. Symbols are no letters, and Latin Modern Math has many.
        self.text().chars().find(|c| !('\0'..='\u{24f}').contains(c) && c.is_alphabetic())
    }

    /// Returns TeX from which pandoc makes the body of a page.
    #[must_use]
    pub fn for_pandoc(&self) -> String {
        format!("{MACROS}{}", self.statement.tex())
    }

    /// Returns the page. `body` is the statement in HTML, which Markdown needs no other program for; `data` is the address of a picture
    /// with these bytes.
    ///
    /// # Errors
    /// When a picture cannot be read.
    pub fn html(&self, body: Option<&str>, data: impl Fn(&str, &[u8]) -> String) -> io::Result<String> {
        let own = body.is_none().then(|| html::render(self.text()));
        let statement = html::cleaned(body.or(own.as_deref()).unwrap_or_default());
        let blocks = self
            .samples
            .iter()
            .map(|(heading, text)| format!("<h3>{}</h3>\n<pre>{}</pre>\n", escaped(heading), escaped(text)));
        let place = format!("<p>{SAMPLES}</p>");
        let mut body = placed(&statement, &place, &blocks.collect::<String>());
        for (name, content) in &self.beside {
            let source = format!("src=\"{}\"", escaped(name));
            if body.contains(&source) {
                let mut bytes = Vec::new();
                content.copy_to(&mut bytes)?;
                body = body.replace(&source, &format!("src=\"{}\"", data(name, &bytes)));
            }
        }
        let (language, title) = (escaped(&self.language), escaped(&visible::line(&self.title)));
        Ok(format!(
            "<!DOCTYPE html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n{body}</html>\n"
        ))
    }

    /// Returns the document for `LuaLaTeX`, and the texts of samples that it reads, by name. Characters that its fonts lack are taken from
    /// the font in this file.
    #[must_use]
    pub fn tex(&self, fallback: Option<&str>) -> (String, Vec<(String, &str)>) {
        let (mut files, mut blocks) = (Vec::new(), String::new());
        for (number, (heading, text)) in (1..).zip(&self.samples) {
            let name = format!("sample-{number}.txt");
            blocks += &format!("\\subsection*{{{heading}}}\n\\verbatiminput{{{name}}}\n");
            files.push((name, text.as_str()));
        }
        let own = if self.is_tex() { self.text().to_owned() } else { tex::render(self.text()) };
        let body = placed(&own, "\\{\\{samples\\}\\}", &blocks);
        let fonts = fallback.into_iter().chain(["latinmodern-math.otf"]);
        let fonts: Vec<String> = fonts.map(|file| format!("\"[{file}](0):mode=node;\"")).collect();
        let fonts = FONTS.replace("@fonts@", &fonts.join(","));
        let babel = WITHOUT_SPACES.iter().find(|(language, _)| self.language.starts_with(language));
        let babel = babel
            .map_or_else(String::new, |(_, name)| format!("\\usepackage[provide=*,main={name}]{{babel}}\n"));
        let document =
            format!("{PREAMBLE}{babel}{fonts}{MACROS}\\begin{{document}}\n{body}\n\\end{{document}}\n");
        (document, files)
    }
}

/// Puts a text in its place, or after the rest without a place.
fn placed(body: &str, place: &str, text: &str) -> String {
    if body.contains(place) { body.replacen(place, text, 1) } else { format!("{body}\n{text}") }
}

/// Returns a text with the bounds and constants of the package.
fn filled(package: &Package, text: &str) -> String {
    let bounds = package.grammar.iter().flat_map(|grammar| &grammar.bounds);
    let text =
        bounds.fold(text.to_owned(), |text, (name, range)| text.replace(&format!("{{{{{name}}}}}"), range));
    let config =
        json!({"problem_format_version": "2025-09", "constants": package.other_keys.get("constants")});
    Constants::from_config(&config).filled(&text)
}

/// Returns the samples: dialogues, and the inputs and answers of tests, or the texts that the package shows in their place.
fn samples(package: &Package, language: &str) -> io::Result<Vec<(String, String)>> {
    let own = HEADINGS.iter().find(|(own, _)| *own == language);
    let (_, [input, output, dialogue]) = own.unwrap_or(&HEADINGS[0]);
    let mut texts: Vec<(&str, Vec<(&str, String)>)> = Vec::new();
    for test in package.tests.iter().filter(|test| test.is_sample) {
        let parts = [(input, "in", &test.input), (output, "ans", test.expected.content())];
        let parts = parts.into_iter().map(|(heading, ending, own)| {
            let shown = package.files.get(&format!("data/{}.{ending}.statement", test.name));
            Ok((*heading, shown.unwrap_or(own).text()?))
        });
        texts.push((&test.name, parts.collect::<io::Result<_>>()?));
    }
    for (path, content) in &package.files {
        let name = path.strip_prefix("data/").and_then(|path| path.strip_suffix(".interaction"));
        if let Some(name) = name.filter(|name| name.starts_with(SAMPLE)) {
            texts.retain(|(own, _)| *own != name);
            texts.push((name, vec![(dialogue, content.text()?)]));
        }
    }
    texts.sort_by_key(|(name, _)| *name);
    let numbered = (1..).zip(texts).flat_map(|(number, (_, texts))| {
        texts.into_iter().map(move |(heading, text)| (format!("{heading} {number}"), text))
    });
    Ok(numbered.collect())
}
