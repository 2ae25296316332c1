//! Inputs that a script of rbx holds itself: `@input "…"`, `'…'`, `"""…"""` or `{…}`.

/// Returns the input at the beginning of a text and the text after it; `None` if rbx would not read it.
pub fn read(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start().strip_prefix("@input")?.trim_start();
    if let Some(block) = text.strip_prefix('{') {
        let (lines, after) = block.split_once('}')?;
        let lines: Vec<&str> = lines.lines().map(str::trim).collect();
        return Some((ended(&lines.join("\n")), after));
    }
    if let Some(raw) = text.strip_prefix("\"\"\"") {
        let (lines, after) = raw.split_once("\"\"\"")?;
        return Some((ended(lines), after));
    }
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let mut letters = text.char_indices().skip(1);
    let mut input = String::new();
    loop {
        match letters.next()? {
            (at, letter) if letter == quote => return Some((input, &text[at + 1..])),
            (_, '\\') => input.push(escaped(letters.next()?.1)?),
            // A string of Python ends in its line.
            (_, '\n') => return None,
            (_, letter) => input.push(letter),
        }
    }
}

/// Returns a text without white space around it, as a whole line.
fn ended(text: &str) -> String {
    match text.trim() {
        "" => String::new(),
        trimmed => format!("{trimmed}\n"),
    }
}

/// Returns the letter of an escape of Python, among those that inputs use.
fn escaped(letter: char) -> Option<char> {
    Some(match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '\\' | '"' | '\'' => letter,
        _ => return None,
    })
}
