//! Statements as pages of HTML and as PDF, through pandoc and `LuaLaTeX`, which run in the sandbox.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use crate::commands::play::page::base64;
use crate::terminal::UsageError;
use crate::terminal::say;
use nim_ground::commands::found;
use nim_ground::content::Content;
use nim_ground::error::named;
use nim_ground::file_io::FileIo;
use nim_ground::presence::{is_file, is_folder};
use nim_ground::private;
use nim_judge::Options;
use nim_judge::author_calls::{AuthorCalls, Call};
use nim_judge::trusted::TrustedPrograms;
use nim_task::package::Sheet;

/// A program that is installed separately: its name, the variable that names another one, what it is for, and how to get it.
struct Tool {
    name: &'static str,
    variable: &'static str,
    purpose: &'static str,
    package: &'static str,
}

const PANDOC: Tool = Tool {
    name: "pandoc",
    variable: "TOOLKIT_PANDOC",
    purpose: "a statement in TeX becomes HTML by pandoc",
    package: "pandoc: `apt-get install pandoc`, or pandoc.org",
};
const LUALATEX: Tool = Tool {
    name: "lualatex",
    variable: "TOOLKIT_LUALATEX",
    purpose: "a PDF is made by LuaLaTeX",
    package: "TeX Live: `apt-get install texlive-luatex texlive-latex-recommended lmodern`, or tug.org/texlive",
};

/// The folders outside of `/usr` in which distributions keep settings and formats of TeX.
const OF_TEX: [&str; 4] = ["/var/lib/texmf", "/etc/texmf", "/etc/texlive", "/etc/fonts"];

/// Runs `LuaLaTeX` (`$1`) on a copy of the document's folder (`$2`); prints the PDF, and says what was wrong with it.
const SCRIPT: &str = r#"
cp "$2"/* . && export HOME="$PWD" TEXMFVAR="$PWD/texmf" TEXMFCACHE="$PWD/texmf" max_print_line=1000 SOURCE_DATE_EPOCH=0
if "$1" --no-shell-escape --halt-on-error --interaction=nonstopmode statement.tex >/dev/null 2>&1
then cat statement.pdf; sed -n 's/^Missing character: There is no \(.* (U+[0-9A-F]*)\).*/\1/p' statement.log | sort -u >&2
else grep -A 3 '^!' statement.log >&2; exit 1
fi
"#;

impl Tool {
    /// Returns the program.
    ///
    /// # Errors
    /// A [`UsageError`] when it is not installed, with a way to get it; or when the path that is named cannot be looked at.
    fn path(&self) -> anyhow::Result<PathBuf> {
        let Self { name, variable, purpose, package } = self;
        let named = env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from);
        if let Some(path) = &named
            && !is_file(path)?
        {
            return Err(UsageError(format!("{variable} names {}, which is no file", path.display())).into());
        }
        let path = if named.is_some() { named } else { found(name)? };
        Ok(path.ok_or_else(|| {
            UsageError(format!(
                "{purpose}, which is not on PATH. Install {package}; or {variable} names the program"
            ))
        })?)
    }
}

/// Returns a statement as a page.
///
/// # Errors
/// When pandoc is needed and missing, or fails.
pub fn html(sheet: &Sheet) -> anyhow::Result<Vec<u8>> {
    let body = sheet.is_tex().then(|| by_pandoc(&sheet.for_pandoc())).transpose()?;
    Ok(sheet.html(body.as_deref(), address)?.into_bytes())
}

fn by_pandoc(tex: &str) -> anyhow::Result<String> {
    let program = PANDOC.path()?;
    let words = ["--from=latex", "--to=html5", "--mathml"].map(OsString::from);
    let (command, input) = (&[program.into()], (&Content::from(tex), &FileIo::STANDARD));
    let run = run(&Call { command, words: &words, readable: &[], input });
    let (page, said) = run.context("pandoc fails")?;
    said.lines().for_each(|line| say::note(format_args!("pandoc: {line}")));
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// Returns a statement as PDF.
///
/// # Errors
/// When `LuaLaTeX` is missing, or does not accept the statement.
pub fn pdf(sheet: &Sheet) -> anyhow::Result<Vec<u8>> {
    let program = LUALATEX.path()?;
    let folder = private::folder("toolkit-statement-")?;
    for (name, content) in &sheet.beside {
        content.copy_to(&mut fs::File::create(folder.path().join(name))?)?;
    }
    let font = sheet.unusual().and_then(font);
    let (document, samples) = sheet.tex(font.as_deref());
    for (name, text) in samples {
        fs::write(folder.path().join(name), text)?;
    }
    fs::write(folder.path().join("statement.tex"), document)?;
    let command = ["/bin/sh", "-c", SCRIPT, "sh"].map(OsString::from);
    let words = [program.clone().into_os_string(), folder.path().into()];
    let mut readable = Vec::new();
    for path in OF_TEX.map(PathBuf::from) {
        if is_folder(&path)? {
            readable.push(path);
        }
    }
    readable.extend([folder.path().to_path_buf(), installation(&program)?]);
    readable.extend(font.map(PathBuf::from));
    let input = (&Content::from(""), &FileIo::STANDARD);
    let run = run(&Call { command: &command, words: &words, readable: &readable, input });
    let (pdf, said) =
        run.with_context(|| format!("LuaLaTeX does not accept the statement in {:?}", sheet.language))?;
    let missing: Vec<&str> = said.lines().collect();
    if let Some(first) = missing.first() {
        let count = say::counted(missing.len(), "character");
        say::note(format_args!("the PDF lacks {count} that no font has, such as {first}"));
    }
    Ok(pdf)
}

fn run(call: &Call<'_>) -> anyhow::Result<(Vec<u8>, String)> {
    say::missing_sandbox();
    let options = Options::new(crate::system::languages()?);
    Ok(AuthorCalls::new(TrustedPrograms::new(&options)).run_and_listen(call)?)
}

/// Returns the folder of a TeX Live, whose programs are in `bin/SYSTEM`; of any other program, the program.
fn installation(program: &Path) -> io::Result<PathBuf> {
    let real = program.canonicalize().map_err(named(program.display()))?;
    let root = real.ancestors().nth(2).filter(|bin| bin.ends_with("bin")).and_then(Path::parent);
    Ok(root.map_or_else(|| real.clone(), Path::to_path_buf))
}

/// Returns the file of a font that has a character, as fontconfig has it.
fn font(character: char) -> Option<String> {
    let pattern = format!(":charset={:x}", u32::from(character));
    let found = Command::new("fc-match").args(["--format=%{file}", &pattern]).output().ok()?;
    let path = String::from_utf8(found.stdout).ok()?;
    (path.starts_with('/') && path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/._-+".contains(&b)))
        .then_some(path)
}

/// Returns the address of a picture that is within the page.
fn address(name: &str, bytes: &[u8]) -> String {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let kind = match ending {
        "svg" => "svg+xml",
        "jpg" => "jpeg",
        other => other,
    };
    format!("data:image/{kind};base64,{}", base64(bytes))
}
