//! The headers `bits/stdc++.h` and `iostream`, precompiled: once for each version of GCC or Clang and its flags, from the system's files
//! alone.
//!
//! GCC takes one in place of `#include <bits/stdc++.h>`, Clang before the first line, and both check that flags and macros are the same. It
//! is used only if nothing but comments stands before that line: a pragma before it would be lost. The compiled program is the same as
//! without it, and so are messages, except for the name of the file that includes the header.
//!
//! Making it takes longer than compiling a program. So a separate process makes it beside the first compilation that lacks it, and
//! continues after the command has ended.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use super::compiled_files::{self, CompiledFiles};
use super::read_files::ReadFiles;
use super::staged::Staged;
use super::{Compiler, CompilerRun, LIMITS};
use crate::error::{Context as _, Error, Result};
use nim_ground::cache;
use nim_ground::commands::found;
use nim_ground::files::{is_lock_of, open_lock};
use nim_ground::lock::locked;
use nim_sandbox::secrets::Secrets;
use nim_sandbox::{Layers, SandboxMode, is_copied};
use nim_task::language::Language;

/// The headers: that with the whole library, and the one with which most other programs begin.
pub const HEADERS: [&str; 2] = ["bits/stdc++.h", "iostream"];
/// The folder of precompiled headers in the cache.
const FOLDER: &str = "headers";
/// The name of the file that includes the header; messages have it in place of the program.
const INCLUDING: &str = "toolkit-precompiled.h";
/// The beginning of a message of Clang, where others name the program that includes the header.
const BUILT_IN: &str = "In file included from <built-in>:";
/// The first argument of the toolkit that requests a precompiled header; mode, priority, header, compiler and flags follow.
pub const REQUEST: &str = "--precompile-header";
/// From this number of programs on, making the header is as urgent as compiling them.
const MANY: usize = 4;
/// The niceness of a process that makes a header for few programs.
const GIVES_WAY: &str = "10";

/// Flags, by their beginnings or whole, that change neither the files that a compiler reads nor its other output.
const FITTING: [&str; 8] = ["-std=", "-O", "-W", "-D", "-U", "-m", "-f", "-l"];
const FITTING_WORDS: [&str; 6] = ["-pthread", "-pipe", "-w", "-s", "-static", "-pedantic"];
/// Options with a fitting beginning that change the files read or written, or might.
const UNFIT: [&str; 7] = ["-Wp,", "-Wa,", "-fsanitize", "-fplugin", "-fmodules", "-fprofile", "-fdump"];

/// A header that was precompiled, for one program.
pub struct PrecompiledHeader {
    /// The folder in the cache.
    folder: [PathBuf; 1],
    /// The file in it, where the compiler has to be told.
    named: Option<PathBuf>,
    read: ReadFiles,
    /// The program's source and line of the include, as in messages.
    place: String,
}

impl PrecompiledHeader {
    /// Returns the files that the header was made from.
    pub fn files(&self) -> &[PathBuf] {
        self.read.files()
    }

    /// Returns the folders that the compiler must see.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folder
    }

    /// Returns the options that make the compiler use the header.
    pub fn options(&self) -> Vec<OsString> {
        match &self.named {
            Some(file) => vec!["-include-pch".into(), file.into()],
            None => vec!["-I".into(), self.folder[0].clone().into()],
        }
    }

    /// Returns whether a sandbox with these layers hides no less for showing the header: without mounts, root's programs would have to stay
    /// root to read the cache of root.
    ///
    /// # Errors
    /// When its folder cannot be looked at.
    pub fn may_be_shown(&self, layers: &Layers) -> Result<bool> {
        Ok(layers.have_mounts() || !is_copied(&self.folder[0])?)
    }

    /// Returns messages in the form that they have without the header.
    pub fn named_as_today(&self, messages: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(messages);
        let including = format!("{INCLUDING}:1");
        if self.named.is_some() && text.contains(BUILT_IN) {
            let lines = text.split_inclusive('\n').map(|line| match line.strip_prefix(BUILT_IN) {
                Some(_) => format!("In file included from {}:\n", self.place),
                None => line.to_owned(),
            });
            lines.collect::<String>().into_bytes()
        } else if text.contains(&including) {
            text.replace(&including, &self.place).into_bytes()
        } else {
            messages.to_vec()
        }
    }
}

/// Returns whether messages need a compilation without the header: messages that may be about the header itself, which GCC maps to an
/// address of its own, and long ones, which are cut elsewhere.
pub fn are_its_own(messages: &str) -> bool {
    ["PCH", "AST file", "precompiled header", ".gch", "internal compiler error", "\n…\n"]
        .iter()
        .any(|sign| messages.contains(sign))
}

/// The inputs of a precompiled header: the header, a compiler and its flags.
struct HeaderRecipe {
    header: &'static str,
    tool: PathBuf,
    flags: Vec<OsString>,
    is_clang: bool,
}

impl HeaderRecipe {
    /// Returns the recipe that fits the compilation of one source.
    fn of(header: &'static str, tool: &Path, words: &[OsString], source: &OsStr) -> Option<Self> {
        let mut flags = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.to_str()? {
                "-o" => drop(words.next()),
                _ if word == source => {}
                // GCC refuses the header if it uses such a macro itself.
                flag if flag.strip_prefix("-D").is_some_and(|name| !name.starts_with('_')) => {}
                flag if fits(flag) => flags.push(word.clone()),
                _ => return None,
            }
        }
        Self::with_flags(header, tool, flags)
    }

    /// Returns the recipe with these flags; `None` for a compiler of another kind.
    fn with_flags(header: &'static str, tool: &Path, flags: Vec<OsString>) -> Option<Self> {
        let (called, real) = (tool.file_name()?.to_str()?, tool.canonicalize().ok()?);
        let name = real.file_name()?.to_str()?;
        let is_clang = name.contains("clang") && called.contains("++");
        (is_clang || name.contains("g++")).then(|| Self { header, tool: tool.to_path_buf(), flags, is_clang })
    }

    fn command(&self) -> Vec<OsString> {
        let output = format!("../out/{}.{}", self.header, if self.is_clang { "pch" } else { "gch" });
        // Clang asks for the file again whenever it uses the header: this one is everywhere. What the header was made from is known here
        // by its content.
        let clang = ["-Xclang", "-fno-pch-timestamp", "-x", "c++-header", "-include", self.header];
        let gcc = ["-x", "c++-header"];
        let (kind, source) = if self.is_clang { (&clang[..], "/dev/null") } else { (&gcc[..], INCLUDING) };
        let last = [kind, &["-o", &output, source]].concat().into_iter().map(OsString::from);
        iter::once(self.tool.clone().into_os_string()).chain(self.flags.clone()).chain(last).collect()
    }

    fn staged(&self) -> Staged {
        let text = format!("#include <{}>\n", self.header).into_bytes();
        Staged { files: vec![(INCLUDING.into(), text)], compiled: 1, not_shown: Vec::new() }
    }
}

fn fits(flag: &str) -> bool {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| flag.starts_with(beginning));
    FITTING_WORDS.contains(&flag) || (begins(&FITTING) && !begins(&UNFIT))
}

/// Starts processes of the toolkit that precompile headers.
#[derive(Clone, Debug)]
pub struct HeaderMaker {
    toolkit: PathBuf,
    /// The requests of this command, so that each is made once.
    begun: Arc<Mutex<HashSet<Vec<OsString>>>>,
}

impl HeaderMaker {
    /// Returns the maker that runs the program at this path.
    pub fn new(toolkit: PathBuf) -> Self {
        Self { toolkit, begun: Arc::default() }
    }

    /// Starts a process for a recipe; the next command tries again after a failure.
    fn begin(&self, recipe: &HeaderRecipe, mode: SandboxMode, programs: usize) {
        let priority = if programs < MANY { GIVES_WAY } else { "0" };
        let words = [REQUEST, mode.name(), priority, recipe.header].map(OsString::from);
        let request = [&words[..], &[recipe.tool.clone().into()], &recipe.flags].concat();
        if !locked(&self.begun).insert(request.clone()) {
            return;
        }
        let mut command = Command::new(&self.toolkit);
        command.args(request).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // The terminal's signals do not reach the process, and it keeps no folder in use.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        drop(command.current_dir(std::env::temp_dir()).spawn());
    }
}

impl Compiler<'_> {
    /// Returns the precompiled header that fits a program; requests it if there is none yet.
    pub(super) fn header(
        &self,
        staged: &Staged,
        command: &[OsString],
        tool: &Path,
    ) -> Result<Option<PrecompiledHeader>> {
        let (Some((name, text)), true) =
            (staged.names().next().zip(staged.files.first().map(|(_, text)| text)), staged.compiled == 1)
        else {
            return Ok(None);
        };
        let Some((header, line)) = first_include(text).filter(|_| self.mode != SandboxMode::Off) else {
            return Ok(None);
        };
        let Some(recipe) = HeaderRecipe::of(header, tool, &command[1..], name.as_os_str()) else {
            return Ok(None);
        };
        let Some((folder, read)) = self.kept_header(&recipe)? else {
            if let Some(maker) = self.header_maker {
                maker.begin(&recipe, self.mode, self.programs);
            }
            return Ok(None);
        };
        // A hidden file must not be read, not even as part of a header.
        let is_hidden =
            read.files().iter().any(|file| self.hidden.paths().any(|hidden| file.starts_with(hidden)));
        let place = format!("{}:{line}", name.display());
        let named = recipe.is_clang.then(|| folder.join(format!("{header}.pch")));
        Ok((!is_hidden).then_some(PrecompiledHeader { folder: [folder], named, read, place }))
    }

    /// Returns the folder of a recipe's header in the cache, and the files that the header was made from.
    fn kept_header(&self, recipe: &HeaderRecipe) -> Result<Option<(PathBuf, ReadFiles)>> {
        let none = Secrets::default();
        let alone = Compiler { secrets: &none, hidden: &none, readable: &[], ..*self };
        let shown = alone.shown(&recipe.staged(), &recipe.command(), &recipe.tool)?;
        let Some(read) = ReadFiles::known(&shown) else { return Ok(None) };
        Ok(CompiledFiles::kept(FOLDER, &read.second(&shown)).map(|kept| (kept.folder, read)))
    }

    /// Makes a recipe's header and stores it.
    fn make_header(&self, recipe: &HeaderRecipe) -> Result<()> {
        let (staged, command) = (recipe.staged(), recipe.command());
        let shown = self.shown(&staged, &command, &recipe.tool)?;
        let begin = SystemTime::now();
        let CompilerRun { outcome, may_be_kept } =
            self.run(&staged, &command, None)?.ok_or("the compiler could not be run")?;
        let output = outcome.map_err(|error| Error::from(error.message))?;
        let list = compiled_files::list_of_read(&output)?.unwrap_or_default();
        if let Some(read) = ReadFiles::new(list, &[], self.mode, begin).filter(|_| may_be_kept) {
            CompiledFiles::keep_in_cache(FOLDER, &read.kept(&shown), &output);
        }
        Ok(())
    }
}

/// Returns a compiler that sees the system alone.
fn alone<'a>(mode: SandboxMode, none: &'a Secrets, interrupted: &'a AtomicBool) -> Compiler<'a> {
    Compiler {
        mode,
        secrets: none,
        hidden: none,
        readable: &[],
        interrupted,
        defines: &[],
        takes_old_dialects: false,
        keeps: true,
        header_maker: None,
        programs: 1,
        limits: LIMITS,
    }
}

/// Precompiles the header of a request, unless it is stored already or another process makes one.
///
/// # Errors
/// When it cannot be made.
pub fn precompile(mode: &str, words: &[OsString], interrupted: &AtomicBool) -> Result<()> {
    let mode = SandboxMode::ALL.into_iter().find(|known| known.name() == mode && *known != SandboxMode::Off);
    let (Some(mode), [header, tool, flags @ ..]) = (mode, words) else {
        return Err("a mode of the sandbox, a header and a compiler are missing".into());
    };
    let header = HEADERS.into_iter().find(|known| header == known).ok_or("there is no such header")?;
    let recipe = HeaderRecipe::with_flags(header, Path::new(tool), flags.to_vec());
    let recipe = recipe.ok_or("the compiler takes no precompiled header")?;
    let none = Secrets::default();
    let compiler = alone(mode, &none, interrupted);
    let Some(folder) = cache::writable(FOLDER) else { return Ok(()) };
    let lock = open_lock(&folder).context(folder.display())?;
    if lock.try_lock().is_err() || !is_lock_of(&lock, &folder)? || compiler.kept_header(&recipe)?.is_some() {
        return Ok(());
    }
    compiled_files::remove_unfinished(&folder);
    compiler.make_header(&recipe)
}

/// Whether a language's programs are compiled with the first of the precompiled headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderState {
    /// The header is in the cache.
    Kept,
    /// The header is made when the first program includes it.
    Unmade,
    /// The compiler takes no such header, or its flags do not fit.
    Unfit,
}

impl HeaderState {
    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kept => "precompiled",
            Self::Unmade => "precompiled at its first use",
            Self::Unfit => "not precompiled",
        }
    }

    /// Returns the state for a language; `None` if its compiler is not one of C++ or not installed.
    ///
    /// # Errors
    /// When the cache or the compiler cannot be looked at.
    pub fn of(language: &Language, mode: SandboxMode) -> Result<Option<Self>> {
        let Some(words) = language.compile.as_ref().filter(|words| words.program().contains("++")) else {
            return Ok(None);
        };
        let Some(tool) = found(words.program())? else { return Ok(None) };
        let source = OsString::from("a.cpp");
        let sources = std::slice::from_ref(&source);
        let command = words.filled(&[
            ("{out}", &["../out".into()]),
            ("{source}", sources),
            ("{sources}", sources),
            ("{others}", &[]),
            ("{defines}", &[]),
        ]);
        let recipe = HeaderRecipe::of(HEADERS[0], &tool, &command[1..], &source);
        let recipe = recipe.filter(|_| mode != SandboxMode::Off);
        let Some(recipe) = recipe else { return Ok(Some(Self::Unfit)) };
        let (none, never) = (Secrets::default(), AtomicBool::new(false));
        let kept = alone(mode, &none, &never).kept_header(&recipe)?;
        Ok(Some(if kept.is_some() { Self::Kept } else { Self::Unmade }))
    }
}

/// Returns the header with whose include a source begins, after comments and white space, and the line of that.
fn first_include(text: &[u8]) -> Option<(&'static str, usize)> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_start();
        if rest.starts_with(b"//") {
            rest = &rest[rest.iter().position(|&byte| byte == b'\n')?..];
        } else if let Some(comment) = rest.strip_prefix(b"/*") {
            let end = comment.windows(2).position(|pair| pair == b"*/")?;
            rest = &comment[end + 2..];
        } else {
            break;
        }
    }
    let before = &text[..text.len() - rest.len()];
    // A comment would continue in the next line; the trigraph `??/` does the same.
    if before.contains(&b'\\') || before.windows(2).any(|pair| pair == b"??") {
        return None;
    }
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let directive = rest.strip_prefix(b"#")?.trim_ascii_start().strip_prefix(b"include")?.trim_ascii_start();
    let named = directive.strip_prefix(b"<")?;
    let header = HEADERS
        .into_iter()
        .find(|header| named.strip_prefix(header.as_bytes()).is_some_and(|rest| rest.starts_with(b">")));
    Some((header?, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_begins_with_the_include_or_does_not() {
        let all = |line| Some(("bits/stdc++.h", line));
        for (text, found) in [
            ("#include <bits/stdc++.h>\n", all(1)),
            ("\u{feff}\n  #  include<bits/stdc++.h>", all(2)),
            ("// by me\n/* a\n * b\n */ #include <bits/stdc++.h> // all", all(4)),
            ("#include <iostream>\n#include <bits/stdc++.h>\n", Some(("iostream", 1))),
            ("#include <iostreams>\n", None),
            ("#pragma GCC optimize(\"O3\")\n#include <bits/stdc++.h>\n", None),
            ("#define _GLIBCXX_DEBUG\n#include <bits/stdc++.h>\n", None),
            ("#include <vector>\n#include <bits/stdc++.h>\n", None),
            ("// goes on \\\n#include <bits/stdc++.h>\n", None),
            ("#include \"bits/stdc++.h\"\n", None),
            ("/* open #include <bits/stdc++.h>", None),
            ("int x;", None),
            ("", None),
        ] {
            assert_eq!(first_include(text.as_bytes()), found, "{text:?}");
        }
    }

    #[test]
    fn flags_fit_that_change_no_files() {
        let fitting =
            ["-std=gnu++20", "-O2", "-Wformat", "-DONLINE_JUDGE", "-march=native", "-lm", "-Wl,-z,now"];
        assert!(fitting.iter().all(|flag| fits(flag)));
        let unfit =
            ["-I.", "-include", "x.h", "-g", "-fsanitize=address", "-save-temps", "-specs=x", "-Wp,-MD,x"];
        assert!(!unfit.iter().any(|flag| fits(flag)));
    }

    #[test]
    fn messages_name_the_program() {
        let header = PrecompiledHeader {
            folder: [PathBuf::new()],
            named: None,
            read: ReadFiles::default(),
            place: "sol.cpp:3".to_owned(),
        };
        let message = b"In file included from /usr/include/c++/12/algorithm:61,\n                 from toolkit-precompiled.h:1:\n";
        let named = header.named_as_today(message);
        assert!(named.ends_with(b"from sol.cpp:3:\n"));
        assert_eq!(header.named_as_today(b"\xff a.cpp:1"), b"\xff a.cpp:1");
        let of_clang = PrecompiledHeader { named: Some(PathBuf::new()), ..header };
        let message = b"In file included from <built-in>:426:\nIn file included from /usr/include/c++/12/algorithm:61:\n";
        let named = of_clang.named_as_today(message);
        assert!(named.starts_with(b"In file included from sol.cpp:3:\nIn file included from /usr/"));
    }
}
