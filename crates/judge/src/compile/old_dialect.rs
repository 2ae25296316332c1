//! Sources of an old dialect of C or C++, which today's compilers refuse.

use std::borrow::Cow;
use std::ffi::OsString;

use regex::bytes::Regex;

use super::staged::Staged;

/// The name of the header that is included before a source.
const HEADER: &str = "toolkit-old-dialect.h";
/// Extensions of older compilers: a type of Microsoft's, and a function that later standards removed.
const WORDS: &str = "#define __int64 long long
#ifdef __cplusplus
extern \"C\"
#endif
char *gets(char *);
";
/// Headers that others included, or that sources could do without.
const HEADERS: &str = "#ifdef __cplusplus
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#else
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif
";

/// Headers of C++ from before its standard, for sources that have no file of this name beside them. Their names are in no namespace.
const CLASSIC: [(&str, &str); 3] = [
    ("fstream.h", "#include <fstream>\nusing namespace std;\n"),
    ("iomanip.h", "#include <iomanip>\nusing namespace std;\n"),
    ("iostream.h", "#include <iostream>\nusing namespace std;\n"),
];

/// A main function that returns nothing: its exit status is arbitrary. Its parameters, if any, are `args`.
const VOID_MAIN: &str = r"(?-u)\bvoid\s+main\s*\((?:\s*(?:void\s*)?\)|(?<args>[^()]+)\))";
/// The function that calls the renamed main function, at the end of the source.
const CALL: &[u8] = b"\nint main() { toolkit_old_main(); return 0; }\n";
const CALL_WITH_ARGS: &[u8] =
    b"\nint main(int count, char **values) { toolkit_old_main(count, values); return 0; }\n";

/// Returns the sources of a program as old dialects, each with the name of its header: first without further headers, whose names could be
/// the program's own, then with them.
pub(super) fn attempts(staged: &Staged) -> Vec<(Staged, OsString)> {
    let Ok(main) = Regex::new(VOID_MAIN) else { return Vec::new() };
    [WORDS.to_owned(), format!("{HEADERS}{WORDS}")]
        .into_iter()
        .map(|header| {
            let compiled = staged.files.iter().take(staged.compiled);
            let changed = compiled.map(|(name, text)| (name.clone(), with_main(text, &main)));
            let beside = staged.files.iter().skip(staged.compiled).cloned();
            let mut files: Vec<_> = changed.chain(beside).collect();
            files.push((HEADER.into(), header.into_bytes()));
            for (name, text) in CLASSIC {
                if files.iter().all(|(own, _)| own != name) {
                    files.push((name.into(), text.into()));
                }
            }
            (Staged { files, compiled: staged.compiled, not_shown: staged.not_shown.clone() }, HEADER.into())
        })
        .collect()
}

/// Returns a source in which the `void main` that `main` finds has another name and is called.
fn with_main(text: &[u8], main: &Regex) -> Vec<u8> {
    match main.replace_all(text, &b"void toolkit_old_main($args)"[..]) {
        Cow::Borrowed(text) => text.to_vec(),
        Cow::Owned(changed) => {
            let takes_args = main.captures(text).is_some_and(|found| found.name("args").is_some());
            [&*changed, if takes_args { CALL_WITH_ARGS } else { CALL }].concat()
        }
    }
}
