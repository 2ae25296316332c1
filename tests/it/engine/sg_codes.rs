//! `toolkit sg codes` and the file made from it: the periods of all octal codes of up to three digits.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::run::Test;
use crate::whole;

/// The rows for short computations.
static ROWS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let output = Test::new().line("sg codes --max 1500 --format jsonl").run();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
});

/// Returns the row of each code, and the heaps by which it is moved there.
fn by_code() -> HashMap<&'static str, (&'static Value, i64)> {
    let mut codes = HashMap::new();
    for row in ROWS.iter() {
        codes.insert(row["game"].as_str().unwrap(), (row, 0));
        for same in row["same"].as_array().unwrap() {
            codes.insert(same["game"].as_str().unwrap(), (row, same["moved"].as_i64().unwrap()));
        }
    }
    codes
}

#[test]
fn every_code_has_one_row() {
    let codes = by_code();
    let expected = (1..512).map(|code| format!("0.{code:03o}"));
    let shortest = |code: String| code.trim_end_matches('0').to_owned();
    assert!(expected.map(shortest).all(|code| codes.contains_key(code.as_str())));
    let listed: usize = ROWS.iter().map(|row| 1 + row["same"].as_array().unwrap().len()).sum();
    assert_eq!((listed, codes.len()), (511, 511));
}

/// Preperiod and period of codes, as T. Czajka publishes them for the values from the last 0 at the beginning on.
const PUBLISHED: &[(&str, u64, u64)] = &[
    ("0.1", 2, 1),
    ("0.4", 52, 34),
    ("0.02", 0, 4),
    ("0.11", 3, 1),
    ("0.12", 1, 4),
    ("0.15", 1, 10),
    ("0.17", 33, 34),
    ("0.22", 0, 3),
    ("0.26", 0, 4),
    ("0.31", 3, 2),
    ("0.34", 7, 8),
    ("0.35", 1, 6),
    ("0.44", 141, 24),
    ("0.51", 1, 1),
    ("0.52", 4, 4),
    ("0.53", 11, 9),
    ("0.54", 3, 7),
    ("0.71", 3, 2),
    ("0.75", 1, 2),
    ("0.77", 71, 12),
    ("0.017", 14, 60),
    ("0.044", 211, 36),
    ("0.045", 187, 32),
    ("0.051", 47, 48),
    ("0.055", 258, 148),
    ("0.116", 139, 96),
    ("0.124", 122, 62),
    ("0.134", 60, 62),
    ("0.152", 2, 48),
    ("0.173", 21, 40),
    ("0.316", 4, 12),
    ("0.373", 2, 28),
    ("0.375", 37, 18),
    ("0.524", 1, 52),
    ("0.536", 1, 5),
    ("0.772", 8, 4),
];

#[test]
fn periods_are_the_published_ones() {
    let codes = by_code();
    for &(code, preperiod, period) in PUBLISHED {
        let (row, moved) = codes[code];
        let output = Test::new().line(&format!("sg values {code} -n 20")).run();
        let values = String::from_utf8(output.stdout).unwrap();
        let zeros = values.split(',').take_while(|value| *value == "0").count() as u64;
        let found = (row["preperiod"].as_u64().unwrap() as i64 + moved, row["period"].as_u64().unwrap());
        // A preperiod that ends among the zeros is not seen in the published values.
        let published = preperiod + zeros - 1;
        assert!(
            found.0 == published as i64 || (preperiod == 0 && found.0 <= published as i64),
            "{code}: {row}"
        );
        assert_eq!(found.1, period, "{code}: {row}");
    }
}

#[test]
fn codes_of_a_row_have_the_same_values() {
    let codes = by_code();
    for (code, row, moved) in [
        ("0.07", "0.4", -1),
        ("0.137", "0.4", -2),
        ("0.27", "0.26", 0),
        ("0.3", "0.2", -1),
        ("0.471", "0.45", 0),
    ] {
        assert_eq!((codes[code].0["game"].as_str(), codes[code].1), (Some(row), moved), "{code}");
    }
    // Pairs of codes published as equal, which are not.
    for (code, other) in [("0.27", "0.06"), ("0.314", "0.31"), ("0.161", "0.36")] {
        assert_ne!(codes[code].0["game"], codes[other].0["game"]);
    }
    assert!(codes["0.6"].0["period"].is_null());
}

/// The cells of a row of the file: the source of a published period alone has commas.
fn file_row(line: &str) -> Vec<&str> {
    let mut cells = line.splitn(7, ',').collect::<Vec<_>>();
    let rest = cells.pop().unwrap();
    cells.extend(rest.rsplitn(3, ',').collect::<Vec<_>>().into_iter().rev());
    cells
}

#[test]
fn the_file_of_codes_is_the_table() {
    let file = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/octal-codes.csv")).unwrap();
    let (head, rows) = file.split_once('\n').unwrap();
    assert_eq!(head, "game,preperiod,period,largest,largest_heap,values,published,agrees,same");
    let file: HashMap<&str, Vec<&str>> = rows.lines().map(file_row).map(|cells| (cells[0], cells)).collect();
    let mut compared = 0;
    for row in ROWS.iter() {
        let game = row["game"].as_str().unwrap();
        let Some(cells) = file.get(game) else { panic!("{game} is missing") };
        let number = |key: &str| row[key].as_u64().map(|number| number.to_string());
        // A period that few values prove is the same by more values; a row without one may differ.
        let Some(preperiod) = number("preperiod") else { continue };
        let same = row["same"].as_array().unwrap().iter().map(|same| {
            let moved = same["moved"].as_i64().unwrap();
            let moved = if moved == 0 { String::new() } else { format!("{moved:+}") };
            format!("{}{moved}", same["game"].as_str().unwrap())
        });
        let expected = [
            game.to_owned(),
            preperiod,
            number("period").unwrap(),
            number("largest").unwrap(),
            number("largest_heap").unwrap(),
        ];
        assert_eq!(cells[..5], expected);
        assert_eq!(cells[8], same.collect::<Vec<_>>().join(" "));
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
    // The page counts the games without a period.
    let unsolved = file.values().filter(|cells| cells[1].is_empty()).count();
    let page = include_str!("../../../docs/octal-codes.md");
    assert!(page.contains(&format!("{unsolved} games have none up to heap 20 000")), "{unsolved}");
    assert!(file.values().all(|cells| cells[7] != "false"));
}

#[test]
fn few_digits_in_every_format() {
    let line = "sg codes --digits 1 --max 300";
    let table = "game,preperiod,period,largest,largest_heap,values,published,agrees,same\n\
                 0.1,2,1,1,1,16,,,\n0.2,1,2,1,2,16,,,0.3-1 0.5-1 0.7-1\n";
    let output = Test::new().line(line).run();
    assert!(output.stdout.starts_with(table.as_bytes()), "{}", String::from_utf8_lossy(&output.stdout));
    let output = Test::new().line(&format!("{line} --format markdown")).run();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().nth(3), Some("| 0.2 | 1 | 2 | 1 | 2 | | 0.3-1, 0.5-1, 0.7-1 |"));
    assert_eq!(
        text.lines().nth(5).map(|line| line.starts_with("| 0.6 | none up to heap 300 | |")),
        Some(true)
    );
}

#[test]
fn codes_that_begin_as_one_of_a_long_period_are_computed_as_far() {
    if whole::is_skipped("the published periods of `sg codes`") {
        return;
    }
    let output = Test::new().line("sg codes --digits 2 --max 500 --published --format jsonl").run();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let row = |game: &str| rows.iter().find(|row| row["game"] == game).unwrap();
    assert_eq!(row("0.45")["same"], json!([{"game": "0.47", "moved": 0}]));
    for (game, preperiod, period) in [("0.45", 498, 20), ("0.16", 105_351, 149_459), ("0.56", 326_640, 144)] {
        let found = ["preperiod", "period", "agrees"].map(|key| row(game)[key].clone());
        assert_eq!(found, [json!(preperiod), json!(period), json!(true)], "{game}");
    }
}
