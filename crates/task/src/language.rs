//! The table of programming languages: endings of source files, and the commands that compile and run them.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;
use toml::{Table, Value};

use crate::Error;
use nim_ground::cache;
use nim_ground::commands::found;
use nim_ground::error::ValueError;
use nim_ground::presence;

/// The languages of the toolkit.
const BUILT_IN: &str = include_str!("language/languages.toml");

/// A judge's name of a compiler of C++, with its standard.
pub const CPP_17: &str = "cpp.g++17";

/// A language. `language/languages.toml` describes its fields.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The name in messages and reports.
    #[serde(default)]
    pub name: String,
    endings: Vec<String>,
    #[serde(default)]
    codes: Vec<String>,
    #[serde(default)]
    /// The endings of files beside a source file that the program may use.
    pub beside: Vec<String>,
    /// The command that compiles a program, if there is one.
    pub compile: Option<Words>,
    /// The command that compiles a program of an old dialect.
    pub old: Option<Words>,
    /// The command that prints the compiler's installation.
    pub locate: Option<Words>,
    main: Option<String>,
    begins: Option<String>,
    /// The command that prints the version of the compiler or interpreter, if it is not the first word with `--version`.
    pub version: Option<Words>,
    /// The interpreter's option for unbuffered output.
    at_once: Option<String>,
    /// The command that runs a program.
    pub run: Words,
    /// Whether programs are compiled with sanitizers.
    #[serde(skip)]
    pub is_sanitized: bool,
}

/// A command with placeholders, split as a shell does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Words(Vec<String>);

impl TryFrom<String> for Words {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, ValueError> {
        let words = shell_words::split(&text).map_err(|error| format!("{text:?}: {error}"))?;
        if words.is_empty() { Err("an empty command".into()) } else { Ok(Self(words)) }
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options =
            self.0.iter().filter(|word| !word.contains('{') && !matches!(word.as_str(), "-o" | "-include"));
        write!(f, "{}", options.map(String::as_str).collect::<Vec<_>>().join(" "))
    }
}

impl Words {
    /// Returns the first word, the program.
    pub fn program(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// Returns the words with their placeholders filled. A word that is only the name of a list stands for each of its values; within a
    /// word, a placeholder stands for the first.
    pub fn filled(&self, values: &[(&str, &[OsString])]) -> Vec<OsString> {
        let mut filled = Vec::new();
        for word in &self.0 {
            match values.iter().find(|(name, _)| word == name) {
                Some((_, all)) => filled.extend_from_slice(all),
                None => filled.push(filled_word(word, values)),
            }
        }
        filled
    }
}

fn filled_word(word: &str, values: &[(&str, &[OsString])]) -> OsString {
    let mut text = OsString::new();
    let mut rest = word;
    while let Some((start, name, value)) = values
        .iter()
        .filter_map(|(name, all)| Some((rest.find(name)?, *name, all.first()?)))
        .min_by_key(|(start, ..)| *start)
    {
        text.push(&rest[..start]);
        text.push(value);
        rest = &rest[start + name.len()..];
    }
    text.push(rest);
    text
}

impl Language {
    /// Returns the length of the longest ending that a file name has.
    fn fits(&self, name: &str) -> Option<usize> {
        let lengths = self.endings.iter().filter(|ending| has_ending(name, ending)).map(String::len);
        lengths.max()
    }

    /// Returns whether a code of the ICPC package format, such as `cpp` or `python3`, means this language.
    pub fn has_code(&self, code: &str) -> bool {
        let name = code.trim_end_matches(|c: char| c.is_ascii_digit());
        self.name.eq_ignore_ascii_case(name) || self.endings.iter().chain(&self.codes).any(|own| own == code)
    }

    /// Returns whether one command, the interpreter, first checks the syntax of a program and then runs it.
    pub fn is_checked_by_its_interpreter(&self) -> bool {
        self.compile.as_ref().is_some_and(|compile| compile.program() == self.run.program())
    }

    /// Returns whether the interpreter runs the files of another language: `PyPy` those of Python.
    pub fn runs_files_of(&self, other: &Self) -> bool {
        self.is_interpreted()
            && self.name != other.name
            && other.endings.iter().any(|ending| self.beside.contains(ending))
    }

    /// Returns the commands that must be installed, the compiler first, each once.
    pub fn needed(&self) -> Vec<&str> {
        let commands = self.compile.iter().chain([&self.run]).map(Words::program);
        let mut needed: Vec<&str> = commands.filter(|command| !command.contains('{')).collect();
        needed.dedup();
        needed
    }

    /// Returns how well a judge's name of a language fits this one: its code, otherwise a code with a variant, as in `py.py3`; `None` if it
    /// does not. A variant with `pypy` in its name is `PyPy`.
    pub fn is_called(&self, name: &str) -> Option<u8> {
        let (ending, variant) = name.split_once('.').unwrap_or((name, ""));
        if self.has_code(name) || !variant.is_empty() && self.has_code(variant) {
            Some(2)
        } else if self.has_code(ending) && !variant.contains("pypy") {
            Some(1)
        } else {
            None
        }
    }

    /// Switches static linking on or off, for compilers of C or C++ that can, so that a program starts sooner.
    pub fn link_statically(&mut self, is_static: bool) {
        const COMPILERS: [&str; 2] = ["gcc", "g++"];
        const STATIC: &str = "-static";
        if let Some(Words(words)) =
            self.compile.as_mut().filter(|Words(words)| COMPILERS.contains(&&*words[0]))
        {
            words.retain(|word| word != STATIC);
            words.extend(is_static.then(|| STATIC.to_owned()));
        }
    }

    /// Compiles C and C++ with the address and undefined-behaviour sanitizers; returns whether the language is one of them. Leaks are not
    /// reported: judges accept them.
    pub fn sanitize(&mut self) -> bool {
        const OPTIONS: [&str; 4] =
            ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];
        const OF_RUN: [&str; 2] = ["env", "ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16"];
        let program = self.compile.as_ref().map_or("", Words::program);
        let mut known = ["gcc", "g++", "clang", "clang++"].into_iter();
        if !known.any(|known| program == known || program.starts_with(&format!("{known}-"))) {
            return false;
        }
        for words in self.compile.iter_mut().chain(&mut self.old) {
            words.0.extend(OPTIONS.map(str::to_owned));
        }
        self.run.0.splice(0..0, OF_RUN.map(str::to_owned));
        self.is_sanitized = true;
        true
    }

    /// Compiles by the C++ standard in a judge's name of a compiler, as in [`CPP_17`].
    pub fn set_compiler(&mut self, compiler: &str) {
        const OPTION: &str = "-std=gnu++";
        let digits = compiler.len() - compiler.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (name, standard) = compiler.split_at(compiler.len() - digits);
        if standard.len() != 2 || !name.ends_with("++") {
            return;
        }
        for word in self.compile.iter_mut().flat_map(|words| &mut words.0) {
            if word.starts_with(OPTION) {
                *word = format!("{OPTION}{standard}");
            }
        }
        self.old = None;
    }

    /// Adds options of the compiler.
    pub fn add_options(&mut self, options: &[String]) {
        if let Some(words) = &mut self.compile {
            words.0.extend_from_slice(options);
        }
    }

    /// Compiles with the headers in a folder, even for files in other folders.
    pub fn include(&mut self, folder: &Path) {
        for words in self.compile.iter_mut().chain(&mut self.old) {
            words.0.insert(1, format!("-I{}", folder.display()));
        }
    }

    /// Returns whether programs are run from their source.
    pub fn is_interpreted(&self) -> bool {
        self.run.0.iter().any(|word| word.contains("{source}"))
    }

    /// Makes programs flush their output at once, if the interpreter has an option for that.
    pub fn write_at_once(&mut self) {
        if let Some(option) = self.at_once.take() {
            self.run.0.insert(1, option);
        }
    }

    /// Returns whether a source file may use a file beside it.
    pub fn uses(&self, path: &Path) -> bool {
        let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
        self.beside.iter().any(|ending| has_ending(&name, ending))
    }

    /// Returns whether a program begins in a source file of this text; `None` where the language does not tell.
    pub fn begins(&self, text: &str) -> Option<bool> {
        let begins = Regex::new(self.begins.as_deref()?).ok()?;
        Some(begins.is_match(&without_comments(text)))
    }

    /// Returns whether the compiler takes several files, and their texts tell which one the program begins in.
    pub fn takes_parts(&self) -> bool {
        let mut words = self.compile.iter().flat_map(|words| &words.0);
        self.begins.is_some() && words.any(|word| word == "{sources}")
    }

    /// Returns the name that the compiler needs a source file of this text to have.
    pub fn name_within(&self, text: &str) -> Option<String> {
        // Compiled on demand, since it takes longer than the rest of the table; a test tries the table's own expressions.
        let main = Regex::new(self.main.as_deref()?).ok()?;
        Some(main.captures(text)?.get(1)?.as_str().to_owned())
    }
}

/// Returns a text without comments, `/* */` or `//`.
fn without_comments(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
    }
    code += rest;
    code.lines().map(|line| line.split("//").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Returns whether a file is a source or a header by its ending, in any language.
pub fn is_code(path: &Path) -> bool {
    static LANGUAGES: LazyLock<Option<Languages>> = LazyLock::new(|| Languages::parse("").ok());
    // JSON files are read by programs beside them, but also by tests.
    let is_json = path.extension() == Some(OsStr::new("json"));
    LANGUAGES.as_ref().is_some_and(|languages| {
        languages.for_file(path).is_some()
            || !is_json && languages.iter().any(|language| language.uses(path))
            || languages.unknown(path).is_some()
    })
}

/// Returns the first needed command that is not installed.
///
/// # Errors
/// When a place where it may be cannot be looked at.
pub fn missing_command(language: &Language) -> io::Result<Option<&str>> {
    for command in language.needed() {
        if found(command)?.is_none() {
            return Ok(Some(command));
        }
    }
    Ok(None)
}

/// Returns whether a file name has an ending; endings of several letters match in any case: `.C` is not `.c`.
fn has_ending(name: &str, ending: &str) -> bool {
    let (name, ending) = (name.as_bytes(), ending.as_bytes());
    let Some(dot) = name.len().checked_sub(ending.len() + 1).filter(|&dot| dot > 0) else { return false };
    let own = &name[dot + 1..];
    name[dot] == b'.' && if ending.len() == 1 { own == ending } else { own.eq_ignore_ascii_case(ending) }
}

/// The known languages.
#[derive(Clone, Debug)]
pub struct Languages(Vec<Language>);

impl Languages {
    /// Returns the languages of the toolkit, changed and extended by the user's file.
    ///
    /// # Errors
    /// When the file cannot be read or is malformed.
    pub fn load() -> Result<Self, Error> {
        let Some(file) = user_file() else { return Self::parse("") };
        match presence::find(&file) {
            Ok(Some(_)) => {}
            // A home that the user may not enter, such as root's after `su`, belongs to another user, as do its settings.
            Err(error) if presence::is_denied(&error, &file) => return Self::parse(""),
            found => {
                found?;
                return Self::parse("");
            }
        }
        let text = fs::read_to_string(&file).map_err(Error::unreadable(file.display()))?;
        Self::parse(&text).map_err(|error| error.within(file.display()))
    }

    /// Returns the languages of the toolkit, changed and extended by a text of the same form.
    ///
    /// # Errors
    /// When the text is malformed.
    pub fn parse(more: &str) -> Result<Self, Error> {
        // The error's text has the line with a marker below.
        let malformed = |error: toml::de::Error| error.to_string().trim_end().to_owned();
        let mut table: Table = BUILT_IN.parse().map_err(malformed)?;
        for (key, row) in more.parse::<Table>().map_err(malformed)? {
            for value in [row.get("main"), row.get("begins")].into_iter().flatten() {
                let expression = value.as_str().unwrap_or_default();
                Regex::new(expression).map_err(|error| format!("[{key}]: {error}"))?;
            }
            match (table.get_mut(&key), row) {
                (Some(Value::Table(known)), Value::Table(changed)) => {
                    if changed.contains_key("compile") {
                        known.remove("old");
                    }
                    known.extend(changed);
                }
                (_, row) => {
                    table.insert(key, row);
                }
            }
        }
        let languages = table.into_iter().map(|(key, row)| {
            let mut language: Language = row
                .try_into()
                .map_err(|error: toml::de::Error| format!("[{key}]: {}", error.to_string().trim()))?;
            if language.name.is_empty() {
                language.name = key;
            }
            Ok(language)
        });
        languages.collect::<Result<_, _>>().map(Self)
    }

    /// Returns every language.
    pub fn iter(&self) -> impl Iterator<Item = &Language> {
        self.0.iter()
    }

    /// Returns the name of an unknown language, by the name of a file in it.
    pub fn unknown(&self, path: &Path) -> Option<&'static str> {
        let ending = path.extension()?.to_str()?;
        let (_, name) = UNKNOWN.iter().find(|(own, _)| own.eq_ignore_ascii_case(ending))?;
        self.for_file(path).is_none().then_some(name)
    }

    /// Returns the language of a file by its name.
    pub fn for_file(&self, path: &Path) -> Option<&Language> {
        let name = path.file_name()?.to_string_lossy();
        let fitting = self.0.iter().filter_map(|language| Some((language.fits(&name)?, language)));
        fitting.max_by_key(|(length, _)| *length).map(|(_, language)| language)
    }
}

/// The endings of languages that are not known, unless the user's file has them.
const UNKNOWN: [(&str, &str); 8] = [
    ("dpr", "Delphi"),
    ("pl", "Perl"),
    ("scala", "Scala"),
    ("swift", "Swift"),
    ("f90", "Fortran"),
    ("ts", "TypeScript"),
    ("vb", "Visual Basic"),
    ("dart", "Dart"),
];

/// Returns the path of the user's languages: `nim-toolkit/languages.toml` in the folder of configurations.
fn user_file() -> Option<PathBuf> {
    Some(cache::of_user("XDG_CONFIG_HOME", ".config")?.join("languages.toml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(languages: &Languages, file: &str) -> String {
        languages.for_file(Path::new(file)).map_or_else(String::new, |language| language.name.clone())
    }

    #[test]
    fn the_longest_ending_decides() {
        let languages = Languages::parse("").unwrap();
        for (file, language) in [
            ("a.c", "C"),
            ("a.C", "C++"),
            ("A.CPP", "C++"),
            ("a.py", "Python"),
            ("a.pypy.py", "PyPy"),
            ("a.cs", "C#"),
            (".py", ""),
            ("a.in", ""),
            ("c", ""),
        ] {
            assert_eq!(name(&languages, file), language, "{file}");
        }
    }

    #[test]
    fn a_users_table_changes_and_adds_languages() {
        let text = "[python]\nrun = 'python2 {source}'\n[zig]\nendings = ['zig']\nrun = '{out}/main'\n";
        let languages = Languages::parse(text).unwrap();
        assert_eq!(name(&languages, "a.zig"), "zig");
        let python = languages.for_file(Path::new("a.py")).unwrap();
        assert_eq!((python.name.as_str(), python.run.program()), ("Python", "python2"));
        assert!(python.compile.is_some());
        for (text, says) in [
            ("[zig]\nendings = ['zig']\n", "run"),
            ("[cpp]\ncompiler = 'clang++'\n", "compiler"),
            ("[cpp]\ncompile = 'g++ \"'\n", "quote"),
            ("[cpp]\nmain = '('\n", "unclosed group"),
            ("cpp = 1\n", "cpp"),
            ("[cpp\n", "line 1"),
        ] {
            let error = Languages::parse(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn every_language_is_complete() {
        for Language { name, endings, compile, run, .. } in Languages::parse("").unwrap().0 {
            assert!(!endings.is_empty(), "{name}");
            let is_made = run.0.iter().any(|word| word.contains("{out}"));
            let makes =
                compile.as_ref().is_some_and(|words| words.0.iter().any(|word| word.contains("{out}")));
            let takes = compile.iter().flat_map(|words| &words.0).any(|word| word.starts_with("{source"));
            assert!(is_made == makes && takes, "{name}");
            assert!(is_made != run.0.iter().any(|word| word == "{source}"), "{name}");
        }
    }

    #[test]
    fn judges_names_of_languages_are_endings_with_variants() {
        let languages = Languages::parse("").unwrap();
        let called = |name: &str| -> Vec<(String, u8)> {
            languages.iter().filter_map(|known| Some((known.name.clone(), known.is_called(name)?))).collect()
        };
        for (name, language, rank) in [
            ("py", "Python", 2),
            ("py.py3", "Python", 2),
            ("py.py2", "Python", 1),
            ("py.pypy3", "PyPy", 2),
            ("cc", "C++", 2),
            ("cc.cc17o2", "C++", 1),
            ("python", "Python", 2),
            ("c++", "C++", 2),
            ("csharp", "C#", 2),
            ("pas", "Pascal", 2),
        ] {
            assert_eq!(called(name), [(language.to_owned(), rank)], "{name}");
        }
        assert_eq!(called("cobol"), []);
    }

    #[test]
    fn placeholders_are_filled_within_words_and_as_lists() {
        let words = Words::try_from("cc -o {out}/main {sources} 'a b'".to_owned()).unwrap();
        let sources = ["x y.c".into(), "{out}.c".into()];
        let filled = words.filled(&[("{out}", &["../o".into()]), ("{sources}", &sources)]);
        assert_eq!(filled, ["cc", "-o", "../o/main", "x y.c", "{out}.c", "a b"]);
    }

    #[test]
    fn the_name_of_a_public_class_is_found() {
        let languages = Languages::parse("").unwrap();
        let java = languages.for_file(Path::new("sol.java")).unwrap();
        let text = "import java.util.*;\nclass A {}\npublic final class Main {\n";
        assert_eq!(java.name_within(text).as_deref(), Some("Main"));
        assert_eq!(java.name_within("class Main {}"), None);
    }
}
