//! The lines at which settings stand in the text of a file. Values are read without their places, which only messages need.

use serde_json::Value;

/// Returns the number of the line with a setting, whose key is preceded by those of the mappings around it. Among several lines with the
/// key it is the first with the value, too.
pub fn find(text: &str, key: &str, value: &Value) -> Option<usize> {
    let lines: Vec<&str> = text.lines().map(without_comment).collect();
    let (mut around, mut from) = (key.split('.'), 0);
    let last = around.next_back()?;
    for outer in around {
        let found = lines[from..].iter().position(|line| after_key(line, outer).is_some());
        from += found.unwrap_or(0);
    }
    let shown = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(_) | Value::Object(_) => String::new(),
        other => other.to_string(),
    };
    let mut rests = lines[from..].iter().map(|line| after_key(line, last));
    let with_value = rests.clone().position(|rest| rest.is_some_and(|rest| rest.contains(&shown)));
    Some(from + with_value.or_else(|| rests.position(|rest| rest.is_some()))? + 1)
}

/// Returns the number of the line with an item of the list that is a key's value, otherwise that of the key.
pub fn find_item(text: &str, key: &str, item: &str) -> Option<usize> {
    let is_item = |word: &str| word.trim_matches(|c: char| "\"' ".contains(c)) == item;
    let (mut first, mut is_in_list) = (None, false);
    for (number, line) in (1..).zip(text.lines().map(without_comment)) {
        if let Some(rest) = after_key(line, key) {
            let list = rest.split([']', '}']).next().unwrap_or_default();
            if list.split([',', '[', ' ']).any(is_item) {
                return Some(number);
            }
            (first, is_in_list) = (first.or(Some(number)), list.trim().is_empty());
        } else if let Some(own) = line.trim_start().strip_prefix('-').filter(|_| is_in_list) {
            if is_item(own) {
                return Some(number);
            }
        } else {
            is_in_list = false;
        }
    }
    first
}

/// Returns whether the value of a key has an anchor of YAML.
pub fn has_anchor(text: &str, key: &str) -> bool {
    text.lines()
        .filter_map(|line| line.strip_prefix(key)?.strip_prefix(':'))
        .any(|rest| rest.trim().starts_with('&'))
}

fn without_comment(line: &str) -> &str {
    let starts = line.match_indices('#').map(|(at, _)| at);
    let mut starts = starts.filter(|&at| line[..at].is_empty() || line[..at].ends_with([' ', '\t']));
    starts.next().map_or(line, |at| &line[..at])
}

/// Returns the text after a key in a line: after `key:` and `key=` anywhere, or after `key ` at the beginning.
fn after_key<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.match_indices(key).find_map(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + key.len()..]);
        let is_word = before.trim_end_matches(['"', '\'']).is_empty()
            || before.ends_with([' ', '\t', '{', ',', '"', '\'']);
        let after = after.trim_start_matches(['"', '\'']);
        let rest = after.trim_start().strip_prefix([':', '=']);
        let rest = rest.or_else(|| before.is_empty().then(|| after.strip_prefix([' ', '\t'])).flatten());
        rest.filter(|_| is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_found_by_their_keys_and_values() {
        let text = "time: 1\n# type: no\ncases:\n- {input: a, judge: one.c}\n- input: b\n  judge: two.c\n\"type\": special\n";
        let line = |key: &str, value: &str| find(text, key, &Value::from(value));
        assert_eq!(line("cases.judge", "one.c"), Some(4));
        assert_eq!(line("cases.judge", "two.c"), Some(6));
        assert_eq!(line("type", "special"), Some(7));
        assert_eq!(line("type", "a value that is written otherwise"), Some(7));
        assert_eq!(line("put", "b"), None);
        assert_eq!(find("n_tests 3\nwith_implementer on\n", "with_implementer", &Value::from("on")), Some(2));
        assert_eq!(find("name = a\nspecial_run='x'\n", "special_run", &Value::from("x")), Some(2));
        let groups = "- id: 1\n- {id: 9, if: [2, 3]} # 4\n- id: 3\n  if:\n  - 1\n  - \"4\"\n";
        let item = |item: &str| find_item(groups, "if", item);
        assert_eq!(["3", "4", "1", "9"].map(item), [Some(2), Some(6), Some(5), Some(2)]);
        assert_eq!(find_item("a_1 2\na_2 12\n", "a_2", "12"), Some(2));
        assert!(has_anchor("default: &all\n  a: 1\n", "default") && !has_anchor(text, "type"));
    }
}
