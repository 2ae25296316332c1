//! `toolkit sg table`: published periods, proved again.

use crate::run::Test;
use crate::whole;
use serde_json::{Value, json};

fn rows(games: &[&str]) -> Vec<Value> {
    let output = Test::new().args(["sg", "table", "--json"]).args(games).run();
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(table["schema"], "toolkit-sg/1");
    table["rows"].as_array().unwrap().clone()
}

#[test]
fn short_periods_are_the_published_ones_with_their_columns() {
    // Preperiod, period, largest value and its heap, mask, rare heaps and the last one.
    let columns = ["preperiod", "period", "largest", "largest_heap", "mask", "rare", "last_rare", "agrees"];
    let expected = [
        ("0.45", json!([498, 20, 8, 37, 0xf, 11, 198, true])),
        ("0.156", json!([3479, 349, 23, 1032, 0x1b, 15, 357, true])),
        ("0.356", json!([7315, 142, 19, 86, 0x1b, 7, 43, true])),
        ("0.644", json!([3256, 442, 64, 333, 0x7e, 31, 511, true])),
    ];
    let rows = rows(&expected.clone().map(|(game, _)| game));
    assert_eq!(rows.len(), expected.len());
    for (row, (game, expected)) in rows.iter().zip(expected) {
        assert_eq!(row["game"], game);
        assert_eq!(Value::from(columns.map(|column| row[column].clone()).to_vec()), expected, "{game}");
    }
}

#[test]
fn a_row_is_a_line_of_a_terminal() {
    let line = "0.45         498        20    8        37      f     11       198 agrees";
    let output = Test::new().args(["sg", "table", "0.45"]).run();
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(table.lines().nth(1), Some(line));
    assert!(table.lines().all(|line| line.len() <= 80), "{table}");
}

#[test]
fn rows_are_a_table_and_lines_of_json() {
    let table = "game,preperiod,period,largest,largest_heap,mask,positional,rare,last_rare,values,source,\
                 published_preperiod,published_period,agrees\n\
                 0.45,498,20,8,37,15,false,11,198,1038,\"Winning Ways, 1982\",498,20,true\n";
    Test::new().line("sg table 0.45 --format csv").stdout(table).run();
    let output = Test::new().line("sg table 0.45 0.156 --format jsonl").run();
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, rows(&["0.45", "0.156"]));
}

#[test]
fn other_games_are_refused_by_name() {
    let refused = "0.46 is not in the table";
    Test::new().args(["sg", "table", "0.45", "0.46"]).status(2).error(refused).stdout("").run();
}

#[test]
fn all_periods_but_the_longest_are_the_published_ones() {
    if whole::is_skipped("the long periods of `sg table`") {
        return;
    }
    let rows = rows(&[]);
    assert_eq!(rows.len(), 10);
    for row in rows {
        assert_eq!(row["agrees"], true, "{row}");
    }
}

#[test]
fn without_a_proof_the_heap_that_would_suffice_is_named() {
    // The proof needs 2 * (3479 + 349) + 3 values; the last is that of heap 7658.
    let test = || Test::new().args(["sg", "period", "0.156", "--max"]);
    let says = "the published period, 349 with preperiod 3479 (Kenyon, 1967), takes `--max 7658`";
    test().args(["7657"]).status(5).error(says).run();
    test().args(["7658"]).run();
    // The proof of a kind that is not published names no heap.
    let output = Test::new()
        .args(["sg", "period", "0.6", "--max", "100"])
        .status(5)
        .error("no period is proved")
        .run();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("published"));
}
