//! Letters of names as people sort and compare them: É with E, however it is encoded.
//!
//! The decomposition is that of Unicode, by `icu_normalizer`, which the cleaning of pages needs anyway. A collation of one language (Å
//! after Z in Swedish) is not tried: the names of a class are of several languages.

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Letters that Unicode does not decompose, with the letters that they are sorted as.
const PLAIN: &[(char, &str)] = &[
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('đ', "d"),
    ('ð', "d"),
    ('ł', "l"),
    ('ı', "i"),
    ('þ', "th"),
];

/// Returns the letters and digits of a name without marks, spaces and capitals.
pub fn letters(name: &str) -> String {
    plain(name).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Returns the sort key of names: the letters, and for equal letters the name itself.
pub fn order(name: &str) -> (String, &str) {
    (plain(name), name)
}

/// Returns a name in small letters without accents.
fn plain(name: &str) -> String {
    let lower = name.to_lowercase();
    let mut plain = String::new();
    for letter in DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(lower.chars()) {
        match PLAIN.iter().find(|(other, _)| *other == letter) {
            Some((_, letters)) => plain.push_str(letters),
            None if ('\u{300}'..='\u{36f}').contains(&letter) => {}
            None => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools as _;

    #[test]
    fn names_are_sorted_by_their_letters() {
        let names =
            ["Ann", "Åsa", "Émile", "Emma", "Eve", "Łukasz", "Lutz", "Øyvind", "Paul", "Zoë", "zora", "王"];
        assert_eq!(names.into_iter().rev().sorted_by(|a, b| order(a).cmp(&order(b))).collect_vec(), names);
        // Composed and decomposed, as the folders of macOS are named.
        assert_eq!(letters("Émile O'Neil"), letters("E\u{301}mile ONeil"));
        assert_eq!(letters("Strauß-Meyer 2"), "straussmeyer2");
    }
}
