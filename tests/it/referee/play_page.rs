//! The page to play: its engine, asked as the page's script asks it, and the page in a browser, where there is one.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use nim_engine::games::{CATALOGUE, Make};
use nim_engine::theory::reason::Reason;
use nim_explain::words::Language;
use nim_page::engine::Engine;
use serde_json::{Value, json};

use crate::judge::page::check_scripts;
use crate::place::one;
use crate::whole::part;

const GRAPH: &str = "a b\na c\nb d\nb e\nc e\nd f\ne f\n";

#[track_caller]
fn asked(engine: &mut Engine, question: &Value) -> Value {
    let answer: Value = serde_json::from_str(&engine.answer(&question.to_string())).unwrap();
    assert_eq!(answer.get("error"), None, "{question}");
    answer
}

/// Lays out the position of a game.
fn laid(engine: &mut Engine, game: &str, position: &str, misere: bool) -> Value {
    asked(
        engine,
        &json!({ "ask": "lay", "game": game, "graph": GRAPH, "position": position, "misere": misere }),
    )
}

fn refused(engine: &mut Engine, question: &Value) -> String {
    let answer: Value = serde_json::from_str(&engine.answer(&question.to_string())).unwrap();
    answer["error"]["en"].as_str().unwrap_or_else(|| panic!("{question} is answered: {answer}")).to_owned()
}

#[test]
fn every_game_is_won_from_a_won_position_by_hints() {
    let mut engine = Engine::default();
    for entry in CATALOGUE {
        for misere in [false, true] {
            let mut position = laid(&mut engine, entry.example, &entry.example_heaps.join(" "), misere);
            let Some(mut is_won) = position["wins"].as_bool() else {
                assert!(misere && position["refusal"].is_object(), "{}: {position}", entry.example);
                continue;
            };
            let mut moves = 0;
            while position["over"] == false {
                let context = format!("{} {misere}: {position}", entry.example);
                assert_eq!(position["wins"], is_won, "{context}");
                let hints = asked(&mut engine, &json!({ "ask": "hint" }));
                assert_eq!(hints["moves"].as_array().unwrap().is_empty(), !is_won, "{context}");
                position = if is_won {
                    let chosen = hints["moves"][0].clone();
                    asked(&mut engine, &json!({ "ask": "make", "move": chosen }))
                } else {
                    let level = ["perfect", "casual", "good"][moves % 3];
                    asked(&mut engine, &json!({ "ask": "reply", "level": level, "seed": moves }))
                };
                is_won = !is_won;
                moves += 1;
            }
            // The player who cannot move has lost, or won in misère play.
            assert_eq!(is_won, misere, "{}", entry.example);
            let first = asked(&mut engine, &json!({ "ask": "undo", "count": moves }));
            assert_eq!(first["over"], false);
        }
    }
}

#[test]
fn listed_moves_are_legal_and_random_positions_can_be_played() {
    let mut engine = Engine::default();
    for entry in CATALOGUE {
        for seed in 0..5 {
            let dealt = asked(
                &mut engine,
                &json!({ "ask": "random", "game": entry.example, "graph": GRAPH, "seed": seed }),
            );
            let position = laid(&mut engine, entry.example, dealt["position"].as_str().unwrap(), false);
            assert_eq!(position["over"], false, "{}: {position}", entry.example);
            let listed = asked(&mut engine, &json!({ "ask": "moves" }));
            let moves = listed["moves"].as_array().unwrap();
            assert!(!moves.is_empty() && listed["more"] == false, "{}", entry.example);
            for chosen in moves.iter().step_by(1 + moves.len() / 8) {
                let checked = asked(&mut engine, &json!({ "ask": "check", "move": chosen }));
                assert_eq!(checked["move"], *chosen, "{}", entry.example);
            }
        }
    }
}

#[test]
fn a_game_whose_rules_are_typed_is_played() {
    let mut engine = Engine::default();
    let rules =
        "game Chips\nposition a, b\nmove if a > 0 -> (a - 1, b)\nmove if b > 0 -> (a, b - 1) + (0, 0)";
    let lay = json!({ "ask": "lay", "game": "own.game", "graph": rules, "position": "2,1" });
    let position = asked(&mut engine, &lay);
    assert_eq!((&position["kind"], &position["wins"]), (&json!("tuple"), &json!(true)));
    assert_eq!(asked(&mut engine, &json!({ "ask": "moves" }))["moves"], json!(["1 1,1", "1 2,0 0,0"]));
    assert_eq!(asked(&mut engine, &json!({ "ask": "make", "move": "1 1,1" }))["wins"], false);
    let wrong = json!({ "ask": "lay", "game": "own.game", "graph": "game Chips\nheap n\nmove -> m", "position": "2" });
    assert!(refused(&mut engine, &wrong).starts_with("own.game:3:9: unknown name `m`\n  move -> m\n"));
}

#[test]
fn what_is_too_much_for_a_page_is_refused() {
    let mut engine = Engine::default();
    let lay = |game: &str, position: &str| json!({ "ask": "lay", "game": game, "position": position });
    for (question, why) in [
        (json!({ "ask": "moves" }), "no position has been laid out"),
        (json!({ "ask": "dance" }), "unknown question"),
        (json!([]), "unknown question"),
        (lay("nim", "1000001"), "largest number here"),
        (lay("nim", ""), "at least one heap"),
        (lay("nim", "x"), "expected a number"),
        (lay("nim+nim", "1 2"), "not a sum"),
        (lay("nymphs", "1"), "unknown game"),
        (lay("moore:3", "500 500 500 500"), "more than 100000 moves"),
        (json!({ "ask": "lay", "game": "graph:g", "graph": "a b\nb a", "position": "a" }), "cycle"),
        (lay("nim", &"1 ".repeat(1001)), "more than 1000 numbers"),
    ] {
        let refusal = refused(&mut engine, &question);
        assert!(refusal.contains(why), "{refusal}");
    }
    assert!(engine.answer("{").contains("error"));
    // Play goes on where it is not known who wins.
    let position = laid(&mut engine, "grundy", "900000", false);
    assert!(position["refusal"].is_object() && position["wins"].is_null(), "{position}");
    assert!(!refused(&mut engine, &json!({ "ask": "hint" })).is_empty());
    asked(&mut engine, &json!({ "ask": "reply", "level": "perfect", "seed": 1 }));
    assert!(refused(&mut engine, &json!({ "ask": "make", "move": "1 x" })).contains("expected a number"));
    assert!(refused(&mut engine, &json!({ "ask": "reply", "level": "none" })).contains("unknown level"));
}

#[test]
fn the_values_of_a_sum_are_told() {
    let mut engine = Engine::default();
    let nim = laid(&mut engine, "nim", "3 5 7", false);
    assert_eq!((&nim["sum"], &nim["places"][2]["value"]), (&json!("1"), &json!("7")));
    let stairs = laid(&mut engine, "staircase", "2 1 3", false);
    assert_eq!(stairs["places"][0]["values"], json!(["2", "0", "3"]));
    let coins = laid(&mut engine, "coins:mock-turtles", "3 5 6", false);
    assert_eq!(coins["places"][0]["values"].as_array().unwrap().len(), 3);
    let graph = laid(&mut engine, "graph:g", "a c", false);
    assert_eq!(graph["places"][1]["numbers"], json!(["c"]));
}

/// Returns the page after its script has run, which shows in a sign; `None` without its engine or a browser.
fn drawn(fragment: &str, sign: &str) -> Option<String> {
    drawn_in("en", "", fragment, sign)
}

/// Returns the same of a page that begins in a language, with a script after its own.
fn drawn_in(language: &str, script: &str, fragment: &str, sign: &str) -> Option<String> {
    let place = one(&[]);
    let output = place.toolkit(&["play", "--html", "page.html", "--lang", language]).output().unwrap();
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("page/build") && output.status.code() == Some(5), "{error}");
        eprintln!("skipped: this build has no page");
        return None;
    }
    let (file, profile) = (place.path("page.html"), place.path("profile"));
    // The browser's time is virtual and does not wait for the engine, which is compiled in real time: this makes it last.
    let clock = format!(
        "<script>const clock = setInterval(() => {{ if (document.body.innerText.includes(\"{sign}\")) clearInterval(clock);
        else for (let i = 0; i < 1e6; i++); }}, 1);\n{script}</script></body>"
    );
    let page = fs::read_to_string(&file).unwrap().replace("</body>", &clock);
    fs::write(&file, page).unwrap();
    for browser in ["chromium", "chromium-browser", "google-chrome"] {
        let mut command = Command::new(browser);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--dump-dom",
            "--virtual-time-budget=30000",
            "--enable-logging=stderr",
        ]);
        command.arg(format!("--user-data-dir={}", profile.display()));
        command.arg(format!("file://{}#{fragment}", file.display()));
        let Ok(output) = command.output() else { continue };
        if output.status.success() {
            let logged = String::from_utf8_lossy(&output.stderr);
            assert!(!logged.contains("CONSOLE"), "{logged}");
            return Some(String::from_utf8(output.stdout).unwrap());
        }
    }
    eprintln!("skipped: no chromium");
    None
}

#[test]
fn a_browser_runs_the_page() {
    // The computer begins, and takes the only winning move.
    let Some(page) = drawn("game=kayles&position=5+3&first=computer", "A winning move. Now") else { return };
    for part in [
        "The computer: row 1: 5 → ",
        "Your move.",
        "Row 2, 3 of 3",
        "A winning move. Now the nim-sum of the values is 0",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_browser_draws_the_moves_of_typed_rules() {
    let rules =
        "game+Steps%0Aposition+a,+b%0Amove+if+a+%3E+0+-%3E+(a+-+1,+b)%0Amove+if+b+%3E+1+-%3E+(a,+b+-+2)";
    let Some(page) = drawn(&format!("game=own.game&position=3,2&rules={rules}"), "Your move.") else {
        return;
    };
    for part in ["data-key=\"1 2,2\"", "data-key=\"1 3,0\""] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("data-key=\"1 3,1\""));
    let wrong = format!("game=own.game&position=3,2&rules={}", rules.replace("b+-+2", "c+-+2"));
    let Some(page) = drawn(&wrong, "unknown name") else { return };
    assert!(page.contains("own.game:4:"), "{page}");
}

#[test]
fn a_link_leads_to_the_position_on_the_board() {
    let fragment = "game=kayles&position=7+3&first=computer&misere=&level=casual";
    let Some(page) = drawn(fragment, "Your move.") else { return };
    let href = page.split("<a id=\"link\" href=\"#").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let values: Vec<_> = href.split("&amp;").collect();
    let position = values.iter().find_map(|value| value.strip_prefix("position=")).unwrap();
    assert!(values.contains(&"game=kayles") && values.contains(&"level=casual"), "{href}");
    assert!(position != "7+3" && !href.contains("first="), "{href}");
    // The effect of the last move stands above the board, and no pin stands apart from its neighbours.
    assert!(
        page.contains("<p id=\"why\" class=\"quiet\">")
            && !page.contains("<p id=\"why\" class=\"quiet\"></p>")
    );
    assert!(page.contains("class=\"match\"") && !page.contains("match five"));
}

/// Runs once the first game is played.
const WHEN_PLAYED: &str = "const waits = setInterval(() => {
    if (!played) return;
    clearInterval(waits);
    run();
}, 1);\n";

#[test]
fn the_button_switches_the_language_and_keeps_the_position() {
    let script = format!(
        "{WHEN_PLAYED} const run = () => {{
            play(\"1 4 2\");
            find(\"typed\").value = \"1-99\";
            const texts = [find(\"message\").textContent, find(\"rule\").textContent];
            find(\"language\").click();
            const words = [find(\"message\").textContent, find(\"log\").textContent, document.title, localStorage.getItem(STORED)];
            document.body.append(make(\"pre\", {{}}, [...texts, ...words, \"switched\"].join(\"|\")));
        }};"
    );
    let Some(page) = drawn_in("zh", &script, "game=kayles&position=8", "switched") else { return };
    let (told, _) = page.split_once("|switched").unwrap();
    let told = &told[told.rfind("<pre>").unwrap()..];
    let chinese = "电脑正在思考……|0.77：从一排中取走一根或相邻的两根木柱，这一排可能因此分成两排。";
    assert!(told.contains(chinese), "{told}");
    let english = "The computer thinks …|You – row 1: 8 → 4 and 2";
    assert!(told.contains(english) && told.ends_with("|Nim and its relatives|en"), "{told}");
}

#[test]
fn the_page_in_chinese_has_no_english_in_any_game() {
    // Two words of English in a row, in the text that the page shows or tells a screen reader; notations are no words.
    let script = format!(
        "{WHEN_PLAYED} const run = () => {{
            const found = new Set();
            find(\"all\").open = true;
            for (const {{ name }} of catalogue) {{
                select(name);
                begin();
                find(\"typed\").value = \"1-99\";
                find(\"take\").click();
                if (find(\"hints\").hidden) hint();
                const says = [document.body.innerText, find(\"help\").textContent];
                for (const one of document.querySelectorAll(\"[aria-label], [title]\")) says.push(one.ariaLabel ?? \"\", one.title);
                for (const [words] of says.join(\"\\n\").matchAll(/[A-Za-z]{{2,}} [a-z]{{2,}}[^\\n]*/g)) found.add(name + \": \" + words);
            }}
            document.body.append(make(\"pre\", {{}}, \"English: \" + [...found].join(\"; \") + \"|scanned\"));
        }};"
    );
    let Some(page) = drawn_in("zh", &script, "", "|scanned") else { return };
    assert!(
        page.contains("<pre>English: |scanned</pre>"),
        "{}",
        &page[page.rfind("<pre>English").unwrap()..]
    );
}

/// Returns whether a text has two words of English in a row.
fn has_english(text: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(2).any(|pair| is_word(pair[0]) && is_word(pair[1]))
}

/// Returns the message of the engine in English and Chinese.
fn in_languages(text: &Value) -> Option<(String, String)> {
    Some((text["en"].as_str()?.to_owned(), text["zh"].as_str()?.to_owned()))
}

fn refusal(engine: &mut Engine, question: &Value) -> Option<(String, String)> {
    let answer: Value = serde_json::from_str(&engine.answer(&question.to_string())).unwrap();
    Some(in_languages(&answer["error"]).unwrap_or_else(|| panic!("{question} is answered: {answer}")))
}

#[test]
fn what_the_engine_says_of_every_game_has_chinese() {
    let mut engine = Engine::default();
    let mut texts = BTreeSet::new();
    for entry in CATALOGUE {
        let mut all = |engine: &mut Engine, question: Value| {
            let answer: Value = serde_json::from_str(&engine.answer(&question.to_string())).unwrap();
            let says = ["reason", "refusal", "error"].into_iter();
            texts.extend(says.filter_map(|key| in_languages(&answer[key])));
            answer
        };
        for seed in 0..6 {
            let deal = json!({ "ask": "random", "game": entry.example, "graph": GRAPH, "seed": seed });
            let position = all(&mut engine, deal)["position"].clone();
            let lay = json!({ "ask": "lay", "game": entry.example, "graph": GRAPH, "position": position, "misere": seed % 2 > 0 });
            all(&mut engine, lay);
            all(&mut engine, json!({ "ask": "hint" }));
            for wrong in ["", "9", "1", "1-9999", "1-1 1", "1 2", "1=x", "1=999", "1=", "x=1"] {
                all(&mut engine, json!({ "ask": "typed", "move": wrong }));
            }
        }
        for position in
            ["", "x", "1000001", "0", "1,2,3,4", "1,1", "99999,99999", "900000", "500 500 500 500"]
        {
            // A position that is refused after long work is refused alike in misère play.
            for misere in part([false, true], if position.len() < 6 { 1 } else { 2 }) {
                let lay = json!({ "ask": "lay", "game": entry.example, "graph": GRAPH, "position": position, "misere": misere });
                if !all(&mut engine, lay)["places"].is_null() {
                    all(&mut engine, json!({ "ask": "hint" }));
                }
            }
        }
    }
    for game in [
        "",
        "nymphs",
        "nims",
        "nim:3",
        "bash",
        "bash:x",
        "bash:",
        "subtract:5..2",
        "coins:x",
        "0.9",
        "0.z",
        "3.1",
        "hex:g",
        "07",
        "44.1",
        "0.",
        "nim+nim",
    ] {
        let lay = json!({ "ask": "lay", "game": game, "position": "1" });
        texts.extend(refusal(&mut engine, &lay));
    }
    let cycle = json!({ "ask": "lay", "game": "graph:g", "graph": "a b\nb a", "position": "a" });
    texts.extend(refusal(&mut engine, &cycle));
    let line = json!({ "ask": "lay", "game": "graph:g", "graph": "a b c", "position": "a" });
    texts.extend(refusal(&mut engine, &line));
    assert!(texts.len() > 100 && texts.iter().any(|(english, _)| has_english(english)));
    let is_chinese = |text: &str| text.bytes().any(|byte| byte > 127) && !has_english(text);
    let missing: Vec<_> = texts.iter().filter(|(_, chinese)| !is_chinese(chinese)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    assert_eq!(Language::English.text(&Reason::NoMove), "there is no move");
}

#[test]
fn the_scripts_of_the_page_are_well_formed() {
    check_scripts("src/commands/play/page/script");
}

#[test]
fn the_rule_of_every_game_of_the_page_is_that_of_the_catalogue() {
    let games = asked(&mut Engine::default(), &json!({ "ask": "catalogue" }));
    let games = games["games"].as_array().unwrap();
    // The last one is that whose rules are typed.
    let (own, games) = games.split_last().unwrap();
    assert_eq!((own["rules"] == true, games.len()), (true, CATALOGUE.len()));
    for (game, entry) in games.iter().zip(CATALOGUE) {
        assert_eq!(
            (&game["rule"], &game["graph"]),
            (&json!(entry.rule), &json!(matches!(entry.make, Make::Graph)))
        );
    }
}
