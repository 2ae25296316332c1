//! No circle between the files of a crate; between crates, cargo allows none.
//!
//! Imports are read as text: `use` trees, and paths that begin with `crate::`, `super::` or `self::`. A name that a
//! module's root re-exports belongs to the file that defines it, so that `pub use` in a root is no arrow. Comments,
//! strings, the code after `#[cfg(test)]`, and imports from the root of a file's own module do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module's path, which begins with its crate: `src/lib.rs` of the engine is `engine`.
type Module = Vec<String>;

/// One source file: the names that it re-exports, each with its full path, and the full paths that it imports.
struct Source {
    file: PathBuf,
    exports: BTreeMap<String, Module>,
    imports: Vec<Module>,
}

/// The imports between files, with the paths that make them.
type Arrows = BTreeMap<(Module, Module), BTreeSet<String>>;

#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources = workspace_sources();
    assert!(sources.len() > 300, "{} files", sources.len());
    let arrows = arrows(&sources);
    let circles: Vec<_> = arrows
        .iter()
        .filter(|((from, to), _)| reaches(&arrows, to, from))
        .map(|((from, to), names)| {
            format!("{} -> {}: {names:?}", sources[from].file.display(), sources[to].file.display())
        })
        .collect();
    assert!(circles.is_empty(), "files that import each other in circles:\n{}", circles.join("\n"));
}

#[test]
fn imports_are_found_in_trees_and_in_paths() {
    let source = read(
        &["a".into(), "b".into()],
        Path::new("a/b.rs"),
        "use crate::c::{D, e::{self, F as G}};\npub use super::h::I;\n// crate::no::No\nfn f() { crate::j::k(\"crate::no\") }\n#[cfg(test)]\nmod tests { use crate::no::No; }",
    );
    let imports: Vec<_> = source.imports.iter().map(|path| path.join("::")).collect();
    assert_eq!(imports, ["a::c::D", "a::c::e", "a::c::e::F", "a::h::I", "a::j::k"]);
    assert_eq!(source.exports.keys().collect::<Vec<_>>(), ["I"]);
}

/// Whether a file of the problems is compiled for tests alone.
fn is_for_tests(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| name == "oracle" || name == "trials" || name == "seams")
}

/// Returns every source file of every crate.
fn workspace_sources() -> BTreeMap<Module, Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates =
        vec![("toolkit".to_owned(), root.join("src")), ("problems".to_owned(), root.join("problems"))];
    for entry in fs::read_dir(root.join("crates")).unwrap().map(Result::unwrap) {
        crates.push((entry.file_name().into_string().unwrap(), entry.path().join("src")));
    }
    let mut sources = BTreeMap::new();
    for (name, folder) in crates {
        let mut folders = vec![folder.clone()];
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(&next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.is_symlink() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") && !is_for_tests(&path)
                {
                    let inside = path.strip_prefix(&folder).unwrap().with_extension("");
                    let mut module = vec![name.clone()];
                    module.extend(inside.iter().map(|part| part.to_str().unwrap().to_string()));
                    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
                        module.pop();
                    }
                    let text = fs::read_to_string(&path).unwrap();
                    let shown = path.strip_prefix(root).unwrap();
                    sources.insert(module.clone(), read(&module, shown, &text));
                }
            }
        }
    }
    sources
}

/// Returns the imports and re-exports of one file's text.
fn read(module: &[String], file: &Path, text: &str) -> Source {
    let code = code_of(text);
    let mut source = Source { file: file.into(), exports: BTreeMap::new(), imports: Vec::new() };
    let mut rest = String::new();
    for (number, piece) in code.split("use ").enumerate() {
        let before = rest.trim_end();
        let public = before.ends_with("pub") || before.ends_with(')') && before.contains("pub(");
        let starts = rest.is_empty() || rest.ends_with(['\n', ' ', '{', ';', '}']);
        let Some((tree, after)) = piece.split_once(';').filter(|_| number > 0 && starts) else {
            rest.push_str(piece);
            continue;
        };
        for (path, name) in expand("", tree) {
            let Some(full) = absolute(module, &path) else { continue };
            if public {
                source.exports.insert(name, full.clone());
            }
            source.imports.push(full);
        }
        rest.push_str(after);
    }
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in rest.match_indices(start) {
            if rest[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':')
            {
                continue;
            }
            let path: String =
                rest[at..].chars().take_while(|&c| c.is_alphanumeric() || c == '_' || c == ':').collect();
            source.imports.extend(absolute(module, path.trim_end_matches(':')));
        }
    }
    source
}

/// The text without comments, the contents of strings, and everything from the tests on.
pub fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut code = String::new();
    for line in text.lines() {
        let mut quoted = false;
        let mut before = ' ';
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            if !quoted && c == '/' && chars.peek() == Some(&'/') {
                break;
            }
            if c == '"' && before != '\\' && before != '\'' {
                quoted = !quoted;
            } else if !quoted {
                code.push(c);
            }
            before = c;
        }
        code.push('\n');
    }
    code
}

/// Returns the paths of a `use` tree, each with the name that it gets: `a::{b, c as d}` is `a::b` called `b`, `a::c` called `d`.
fn expand(prefix: &str, tree: &str) -> Vec<(String, String)> {
    let tree = tree.trim();
    if let Some((head, inner)) = tree.split_once('{') {
        let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
        let mut parts = vec![String::new()];
        let mut depth = 0;
        for c in inner.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(String::new());
                    continue;
                }
                _ => {}
            }
            parts.last_mut().unwrap().push(c);
        }
        return parts
            .iter()
            .filter(|part| !part.trim().is_empty())
            .flat_map(|part| expand(&format!("{prefix}{head}"), part))
            .collect();
    }
    let (path, name) = tree.split_once(" as ").unwrap_or((tree, tree.rsplit("::").next().unwrap()));
    let path = format!("{prefix}{path}");
    let path = path.trim_end_matches("::self");
    let name = if name == "self" { path.rsplit("::").next().unwrap() } else { name };
    vec![(path.to_string(), name.to_string())]
}

/// Returns the path with its crate; `None` if it leads out of the crate.
fn absolute(module: &[String], path: &str) -> Option<Module> {
    let mut words = path.split("::").peekable();
    let mut full = match words.peek()? {
        &"crate" => {
            words.next();
            module[..1].to_vec()
        }
        &"super" | &"self" => module.to_vec(),
        _ => return None,
    };
    for word in words {
        match word {
            "self" => {}
            "super" => {
                full.pop();
            }
            word => full.push(word.to_string()),
        }
    }
    Some(full)
}

/// Returns the imports between files, each name traced through re-exports to the file that defines it.
fn arrows(sources: &BTreeMap<Module, Source>) -> Arrows {
    let mut arrows = Arrows::new();
    for (from, source) in sources {
        for import in &source.imports {
            let re_exported = source.exports.values().any(|path| path == import);
            let Some((to, name)) = definition(sources, import) else { continue };
            let own_root = from.starts_with(&to);
            if !(own_root || re_exported && to.starts_with(from)) {
                arrows.entry((from.clone(), to)).or_default().insert(name);
            }
        }
    }
    arrows
}

/// Returns whether a chain of imports leads from one file to another.
fn reaches(arrows: &Arrows, from: &Module, to: &Module) -> bool {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(file) = next.pop() {
        if seen.insert(file) {
            next.extend(arrows.keys().filter(|(start, _)| start == file).map(|(_, end)| end));
        }
    }
    seen.contains(to)
}

/// Returns the file that a path leads to, and the name in it.
fn definition(sources: &BTreeMap<Module, Source>, path: &[String]) -> Option<(Module, String)> {
    let length = (1..=path.len()).rev().find(|&length| sources.contains_key(&path[..length]))?;
    let (file, rest) = path.split_at(length);
    let name = rest.first().cloned().unwrap_or_else(|| "self".into());
    match sources[file].exports.get(&name) {
        Some(next) if next != path => definition(sources, next),
        _ => Some((file.to_vec(), name)),
    }
}
