//! Patterns of paths, as `submissions.yaml` has them: `*` within a name, `{a, b}` for either.

use std::io;
use std::path::Path;

use regex::Regex;

use nim_ground::error::{ValueError, named};
use nim_ground::files::sorted;
use nim_ground::folder::FolderRoot;
use nim_ground::presence::absent_is_none;

/// A pattern of paths.
#[derive(Clone, Debug)]
pub struct Glob(Regex);

impl Glob {
    /// Reads a pattern.
    ///
    /// # Errors
    /// When it has `**`, brackets, or braces that do not match, in words.
    pub fn new(pattern: &str) -> Result<Self, ValueError> {
        let unsupported = if pattern.contains("**") {
            Some("**")
        } else if pattern.contains(['[', ']']) {
            Some("[…]")
        } else {
            None
        };
        if let Some(unsupported) = unsupported {
            return Err(format!("{pattern:?}: {unsupported} is not supported").into());
        }
        let (mut regex, mut depth) = ("^(?:".to_owned(), 0_usize);
        for c in pattern.chars() {
            match c {
                '*' => regex.push_str("[^/]*"),
                '{' => {
                    depth += 1;
                    regex.push_str("(?:");
                }
                '}' => {
                    depth =
                        depth.checked_sub(1).ok_or_else(|| format!("{pattern:?} has no {{ for its }}"))?;
                    regex.push(')');
                }
                ',' if depth > 0 => regex.push('|'),
                c if depth > 0 && c.is_whitespace() => {}
                c => regex.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
            }
        }
        if depth > 0 {
            return Err(format!("{pattern:?} has no }} for its {{").into());
        }
        // A folder stands for everything in it.
        regex.push_str(")(?:/.*)?$");
        Regex::new(&regex).map(Self).map_err(|error| error.to_string().into())
    }

    /// Returns whether the pattern is that of a path, or of a folder that it lies in.
    pub fn matches(&self, path: &str) -> bool {
        self.0.is_match(path)
    }
}

/// Returns the files of a pattern in one folder, sorted; none where that is not there.
///
/// # Errors
/// When the pattern is malformed, or the folder cannot be read, in words.
pub fn files(folder: &Path, pattern: &str) -> Result<Vec<String>, ValueError> {
    let glob = Glob::new(pattern)?;
    let (inner, _) = pattern.rsplit_once('/').unwrap_or(("", pattern));
    let failed = |error: io::Error| error.to_string();
    let root = absent_is_none(FolderRoot::open(folder), folder).map_err(failed)?;
    let Some(root) = root else { return Ok(Vec::new()) };
    let inner = if inner.is_empty() { Some(folder.to_path_buf()) } else { root.folder(inner) };
    let entries =
        inner.map(|inner| sorted(&inner).map_err(named(inner.display()))).transpose().map_err(failed)?;
    let entries = entries.unwrap_or_default();
    let names = entries.iter().filter_map(|path| {
        let name = path.strip_prefix(folder).ok()?.to_str()?;
        (glob.matches(name) && root.file(name).is_some()).then(|| name.to_owned())
    });
    Ok(names.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_names_and_what_is_below_them() {
        let matches = |pattern: &str, path: &str| Glob::new(pattern).unwrap().matches(path);
        assert!(matches("accepted", "accepted/a.py") && matches("accepted/*", "accepted/a.py"));
        assert!(matches("*/a.{py,cpp}", "accepted/a.cpp") && !matches("*/a.{py,cpp}", "accepted/a.c"));
        assert!(matches("secret/*-{easy,{very,most}-easy}", "secret/1-very-easy"));
        assert!(matches("secret/{ 1, 2 }.in", "secret/2.in"));
        assert!(!matches("a*c", "a/c") && !matches("acc", "accepted/a.py") && !matches("a.c", "abc"));
        for wrong in ["**/a", "[ab]", "{a", "a}"] {
            assert!(Glob::new(wrong).is_err(), "{wrong}");
        }
    }
}
