//! The table of public programs is well formed, and its page counts what it holds.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use itertools::Itertools;
use nim_task::verdict::Verdict;
use regex::Regex;

use crate::inputs::golden;

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
const HEADER: &str = "name,program,recorded,ours,why";
const BEGIN: &str = "<!-- made by a test: public programs -->\n";
const END: &str = "<!-- end -->";

/// A tried program.
struct Row {
    name: String,
    program: String,
    /// Empty if no verdict of the judge is on record.
    recorded: String,
    /// Several verdicts have commas between them.
    ours: String,
    why: String,
}

/// Splits a line of the table.
fn row(line: &str) -> Row {
    static FIELD: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))"#).unwrap());
    let fields = FIELD.captures_iter(line).map(|field| match field.get(1) {
        Some(quoted) => quoted.as_str().replace("\"\"", "\""),
        None => field[2].to_owned(),
    });
    let (name, program, recorded, ours, why) =
        fields.collect_tuple().unwrap_or_else(|| panic!("not five fields: {line}"));
    Row { name, program, recorded, ours, why }
}

fn rows() -> Vec<Row> {
    let table = fs::read_to_string(Path::new(DOCS).join("real-programs.csv")).unwrap();
    let (header, lines) = table.split_once('\n').unwrap();
    assert_eq!(header, HEADER);
    lines.lines().map(row).collect()
}

#[test]
fn the_table_of_public_programs_is_well_formed() {
    let rows = rows();
    assert!(!rows.is_empty());
    let is_verdict = |word: &str| Verdict::ALL.iter().any(|verdict| verdict.short() == word);
    for Row { name, program, recorded, ours, why } in &rows {
        assert!(nim_problems::find(name).is_some_and(|entry| entry.name == name), "{name}: no such name");
        assert!(program.contains('/') && program.contains(": "), "{name}: {program}");
        assert!(recorded.is_empty() || is_verdict(recorded), "{program}: {recorded}");
        assert!(ours.split(',').all(is_verdict), "{program}: {ours}");
        let expected = if recorded.is_empty() { "AC" } else { recorded };
        assert_eq!(ours != expected, !why.is_empty(), "{program}: a reason stands where verdicts differ");
    }
    for (earlier, later) in rows.iter().tuple_windows() {
        assert!(
            (&earlier.name, &earlier.program) < (&later.name, &later.program),
            "twice or out of order: {} {}",
            later.name,
            later.program
        );
    }
}

/// `UPDATE_GOLDEN=1` writes the counts.
#[test]
fn the_page_of_public_programs_counts_its_table() {
    let rows = rows();
    let names = rows.iter().map(|row| &row.name).unique().count();
    let mut counts = BTreeMap::<_, BTreeMap<_, usize>>::new();
    for Row { recorded, ours, .. } in &rows {
        *counts.entry((recorded.is_empty(), recorded)).or_default().entry(ours).or_default() += 1;
    }
    let mut text = format!(
        "{} programs for {names} names:\n\n| verdict on record | programs | here |\n|---|---|---|\n",
        rows.len()
    );
    for ((_, recorded), ours) in counts {
        let recorded = if recorded.is_empty() { "none" } else { recorded };
        let here = ours.iter().sorted_by_key(|&(_, &count)| usize::MAX - count);
        let here = here.map(|(verdict, count)| format!("{count} {verdict}")).join("; ");
        text += &format!("| {recorded} | {} | {here} |\n", ours.values().sum::<usize>());
    }
    let page = Path::new(DOCS).join("real-programs.md");
    let old = fs::read_to_string(&page).unwrap();
    let (head, rest) = old.split_once(BEGIN).unwrap();
    let (_, tail) = rest.split_once(END).unwrap();
    golden::check(&page, format!("{head}{BEGIN}{text}{END}{tail}").as_bytes());
}
