//! Patterns of paths, as in `submissions.yaml`: `*` within a name, `{a, b}` for either.

use std::path::Path;

use regex::Regex;

use crate::Error;
use nim_ground::error::{ValueError, named};
use nim_ground::files::sorted;
use nim_ground::folder::FolderRoot;
use nim_ground::presence::absent_is_none;

/// A pattern that paths match as a whole.
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
        // A folder stands for all files in it.
        regex.push_str(")(?:/.*)?$");
        Regex::new(&regex).map(Self).map_err(|error| error.to_string().into())
    }

    /// Returns whether the pattern matches a path, or a folder around it.
    pub fn matches(&self, path: &str) -> bool {
        self.0.is_match(path)
    }
}

/// Returns the files in one folder that match a pattern, sorted; none if the folder is missing.
///
/// # Errors
/// When the pattern is malformed, or the folder or a file of it cannot be looked at.
pub fn files(folder: &Path, pattern: &str) -> Result<Vec<String>, Error> {
    let glob = Glob::new(pattern)?;
    let (inner, _) = pattern.rsplit_once('/').unwrap_or(("", pattern));
    let Some(root) = absent_is_none(FolderRoot::open(folder), folder)? else { return Ok(Vec::new()) };
    let inner = if inner.is_empty() { Some(folder.to_path_buf()) } else { root.folder(inner)? };
    let Some(inner) = inner else { return Ok(Vec::new()) };
    let mut names = Vec::new();
    for path in sorted(&inner).map_err(named(inner.display()))? {
        let Some(name) = path.strip_prefix(folder).ok().and_then(Path::to_str) else { continue };
        if glob.matches(name) && root.file(name)?.is_some() {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// Like [`files`], but an invalid pattern matches no files.
///
/// # Errors
/// When the folder or a file of it cannot be looked at.
pub fn files_of(folder: &Path, pattern: &str) -> Result<Vec<String>, Error> {
    match files(folder, pattern) {
        Err(error @ Error::Unreadable(_)) => Err(error),
        found => Ok(found.unwrap_or_default()),
    }
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
