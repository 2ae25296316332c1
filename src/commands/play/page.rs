//! The page to play: one HTML file with the engine in it, which needs no network.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::system::output_file::{self, Overwrite};
use nim_explain::words::Language;
use nim_judge::report::format::BASE_STYLE;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Writes the page, which begins in a language.
///
/// # Errors
/// When this program was built without the page's engine, the file exists and may not be replaced, or cannot be written.
pub fn write(path: &Path, language: Language, may_replace: bool) -> anyhow::Result<()> {
    let Some(engine) = ENGINE else {
        let home = env!("CARGO_PKG_REPOSITORY");
        let place = if home.is_empty() { String::new() } else { format!(" ({home}/releases)") };
        bail!(
            "this toolkit was built without the page's engine: every release has it{place}, as an archive, a package or a wheel; in a checkout, run page/build, which needs the Rust target wasm32-unknown-unknown, and build it again"
        );
    };
    let overwrite = Overwrite::new(may_replace);
    output_file::refuse_existing(path, overwrite)?;
    let page = page(engine, language)?;
    output_file::write(path, overwrite, |out| out.write_all(page.as_bytes()))
}

/// The parts of the script, which share their names.
const SCRIPT: &str = concat!(
    include_str!("page/script/elements.js"),
    include_str!("page/script/language.js"),
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

/// The texts of the page, in English and Chinese: its words by key, and in Chinese the levels and games, which the engine has in English.
const WORDS: &str = include_str!("page/words.json");

/// Returns the page: a name in double braces stands for a part of the template, or for a word.
fn page(engine: &[u8], language: Language) -> anyhow::Result<String> {
    let words: Value = serde_json::from_str(WORDS).context("the words of the page")?;
    let (tag, key) = match language {
        Language::English => ("en", "en"),
        Language::Chinese => ("zh-CN", "zh"),
    };
    let [title, needs_script] =
        ["title", "needs-script"].map(|name| words["words"][name][key].as_str().unwrap_or(name).to_owned());
    // No text ends the element.
    let words = words.to_string().replace('<', "\\u003c");
    Ok(include_str!("page/page.html")
        .replace("{{version}}", env!("CARGO_PKG_VERSION"))
        .replace("{{language}}", tag)
        .replace("{{title}}", &title)
        .replace("{{needs-script}}", &needs_script)
        .replace("{{style}}", &format!("{BASE_STYLE}{}", include_str!("page/page.css")))
        .replace("{{script}}", &format!("\"use strict\";\nconst WORDS = {words};\n{SCRIPT}"))
        .replace("{{engine}}", &base64(engine)))
}

/// Returns bytes in base 64 (RFC 4648), without padding.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = bytes.chunks(3).flat_map(|chunk| {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | usize::from(chunk.get(at).copied().unwrap_or(0)));
        (0..=chunk.len()).map(move |digit| char::from(DIGITS[bits >> (18 - 6 * digit) & 63]))
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use nim_engine::games::CATALOGUE;
    use nim_referee::player::LEVELS;

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

    /// Returns the names between double braces in the template.
    fn parts() -> Vec<&'static str> {
        let parts = include_str!("page/page.html").split("{{").skip(1);
        parts.map(|rest| rest.split_once("}}").unwrap().0).collect()
    }

    #[test]
    fn the_page_has_all_its_parts_and_no_address() {
        for language in [Language::English, Language::Chinese] {
            let page = page(b"engine", language).unwrap();
            assert!(page.contains("ZW5naW5l") && page.ends_with("</html>\n"));
            // Scripts have types in double braces.
            assert!(parts().iter().all(|part| !page.contains(&format!("{{{{{part}}}}}"))));
            let page = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("//cdn"));
        }
    }

    #[test]
    fn the_page_begins_in_its_language() {
        let [english, chinese] =
            [Language::English, Language::Chinese].map(|language| page(b"", language).unwrap());
        assert!(
            english.contains("<html lang=\"en\">")
                && english.contains("<title>Nim and its relatives</title>")
        );
        assert!(
            chinese.contains("<html lang=\"zh-CN\">") && chinese.contains("<title>Nim 与同类博弈</title>")
        );
    }

    #[test]
    fn every_word_has_both_languages_and_is_used() {
        let words: Value = serde_json::from_str(WORDS).unwrap();
        let template = include_str!("page/page.html");
        let names = |text: &str| -> BTreeSet<String> {
            let parts = text.split('{').skip(1);
            parts.filter_map(|part| Some(part.split_once('}')?.0.to_owned())).collect()
        };
        for (key, text) in words["words"].as_object().unwrap() {
            let [english, chinese] = ["en", "zh"].map(|language| text[language].as_str().unwrap());
            assert!(!english.trim().is_empty() && !chinese.trim().is_empty(), "{key}");
            // Chinese may add the name of a game or leave out that of a level.
            let is_own = ["entry", "level-says"].contains(&key.as_str());
            assert!(is_own || names(english) == names(chinese), "{key}: other names in braces");
            let used = SCRIPT.contains(&format!("\"{key}\""))
                || template.contains(&format!("=\"{key}\""))
                || template.contains(&format!("{{{{{key}}}}}"));
            assert!(used, "{key} is not used");
        }
        for attribute in ["data-word=\"", "data-label=\"", "data-title=\""] {
            for rest in template.split(attribute).skip(1) {
                let key = rest.split('"').next().unwrap();
                assert!(words["words"][key].is_object(), "{key} has no word");
            }
        }
    }

    #[test]
    fn every_game_and_level_has_chinese() {
        let words: Value = serde_json::from_str(WORDS).unwrap();
        // The page also has a game with typed rules.
        let games: Vec<&str> = CATALOGUE.iter().map(|entry| entry.name).chain(["own.game"]).collect();
        let levels: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
        for (part, names) in [("games", games), ("levels", levels)] {
            let texts = words[part].as_object().unwrap();
            assert_eq!(
                texts.keys().map(String::as_str).collect::<BTreeSet<_>>(),
                names.into_iter().collect::<BTreeSet<_>>()
            );
        }
        for (name, texts) in words["games"].as_object().unwrap() {
            for key in ["name", "rule", "heap"] {
                assert!(texts[key].as_str().is_some_and(|text| !text.is_empty()), "{name}: {key}");
            }
        }
    }

    /// Returns the literals in a script, without comments and placeholders.
    fn literals(script: &str) -> Vec<String> {
        let mut literals = Vec::new();
        for line in script
            .lines()
            .map(str::trim_start)
            .filter(|line| !line.starts_with("//") && !line.starts_with("/*"))
        {
            for (at, part) in line.split('"').enumerate() {
                // Between two quotes, or in text between backquotes and values.
                let texts: Vec<&str> = match at % 2 {
                    1 => vec![part],
                    _ => part.split('`').skip(1).step_by(2).collect(),
                };
                for text in texts {
                    let mut rest = text.split("${");
                    literals.extend(rest.next().map(str::to_owned));
                    literals.extend(rest.filter_map(|value| Some(value.rsplit_once('}')?.1.to_owned())));
                }
            }
        }
        literals
    }

    /// Literals that look like text: styles, queries, a drawing, a key, and the message of an error that no page shows.
    const BROWSERS: [&str; 10] = [
        "Enter",
        "M0 0L10 5L0 10z",
        "(prefers-color-scheme: dark)",
        "(prefers-reduced-motion: reduce)",
        "flex: ",
        "aspect-ratio: ",
        "grid-template-columns: repeat(",
        "min(2.2rem, calc((100vw - 5.5rem) / ",
        "input:not([type=checkbox]), textarea, select, dialog",
        "no game is played",
    ];

    #[test]
    fn no_script_has_a_text_of_its_own() {
        let style = format!("{BASE_STYLE}{}", include_str!("page/page.css"));
        let is_class = |word: &str| style.contains(&format!(".{word}"));
        let is_text = |literal: &str| {
            let words: Vec<&str> =
                literal.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).collect();
            let is_apart = words.len() > 1 || literal.trim() != literal;
            let is_capital = |word: &&str| {
                let mut letters = word.chars();
                letters.next().is_some_and(|first| first.is_ascii_uppercase())
                    && letters.next().is_some_and(|second| second.is_ascii_lowercase())
            };
            let own = || words.iter().filter(|word| !is_class(word));
            own().count() > 0 && (is_apart || own().any(|word| !word.is_ascii() || is_capital(word)))
        };
        let texts = literals(SCRIPT)
            .into_iter()
            .filter(|literal| is_text(literal) && !BROWSERS.contains(&&**literal));
        assert_eq!(texts.collect::<Vec<_>>(), Vec::<String>::new());
        assert!(is_text("Your move.") && is_text("你") && is_text(" and ") && !is_text("coin empty goal"));
    }
}
