//! A command line in one text, split into words as a shell would without expanding anything.

/// Splits at white space, minding quotes and backslashes.
///
/// # Errors
/// When a quote is not closed.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("a quote {open} is not closed in: {text}"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_count() {
        assert_eq!(split(r#" a 'b c'  "d \"e" f\ g '' "#).unwrap(), ["a", "b c", "d \"e", "f g", ""]);
        assert_eq!(split("").unwrap(), Vec::<String>::new());
        assert!(split("a 'b").is_err());
    }
}
