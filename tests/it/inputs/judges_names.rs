//! A judge's name has that judge's bounds, in every command that gets it.

use crate::run::{Test, printed};
use crate::whole;
use std::fs;
use std::process::{Command, Stdio};

/// Programs for HDU 1907 as textbooks have them, which are right within its bounds: from 1 to 47 heaps of 1 to 4747.
const RIGHT: [(&str, &str); 4] = [
    ("sum.cpp", "if (total == n) john = n % 2 == 0; else john = sum != 0;"),
    ("flag.cpp", "bool rich = most > 1; john = (sum != 0 && rich) || (sum == 0 && !rich);"),
    ("ones.cpp", "john = ones == n ? !(n & 1) : sum;"),
    ("product.cpp", "john = (sum > 0) == (most > 1);"),
];

/// Programs that are wrong there.
const WRONG: [(&str, &str); 3] = [
    ("normal.cpp", "john = sum != 0;"),
    ("parity.cpp", "if (total == n) john = n % 2; else john = sum != 0;"),
    ("one.cpp", "john = sum > 1 || (most == 1 && n % 2 == 0);"),
];

/// Returns the whole program around the code that decides.
fn program(decision: &str) -> String {
    format!(
        "#include <cstdio>
int main() {{
    int t, n;
    scanf(\"%d\", &t);
    while (t--) {{
        int heaps[47], sum = 0, total = 0, most = 0, ones = 0;
        scanf(\"%d\", &n);
        for (int i = 0; i < n; i++) {{
            scanf(\"%d\", &heaps[i]);
            sum ^= heaps[i];
            total += heaps[i];
            ones += heaps[i] == 1;
            if (heaps[i] > most) most = heaps[i];
        }}
        bool john;
        {decision}
        puts(john ? \"John\" : \"Brother\");
    }}
}}
"
    )
}

#[test]
fn textbook_programs_for_hdu_1907_are_accepted_within_its_bounds_and_wrong_ones_are_not() {
    let compiler = Command::new("g++").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !compiler.is_ok_and(|status| status.success()) {
        eprintln!("skipped: g++ is not installed");
        return;
    }
    let place = tempfile::tempdir().unwrap();
    for (name, decision) in RIGHT.iter().chain(&WRONG) {
        fs::write(place.path().join(name), program(decision)).unwrap();
    }
    let names = RIGHT.map(|(name, _)| name);
    let output = Test::new().args(["check", "HDU1907"]).args(names).folder(place.path()).run();
    let text = printed(&output);
    assert!(text.contains("hdu1907: ") && text.contains(" generated tests"), "{text}");
    for (name, _) in WRONG {
        let test = Test::new().args(["check", "hdu-1907", name]);
        let test = if whole::is_whole() { test } else { test.args(["--fail-fast"]) };
        let output = test.folder(place.path()).status(1).run();
        let text = printed(&output);
        assert!(text.contains("wrong answer"), "{name}: {text}");
    }
}

/// For names with a form of their own, the beginning of programs, and the text that makes them right or wrong.
const OF_FORMS: [(&[&str], &str, &str, &str); 26] = [
    (
        &["boj11868", "boj11869"],
        ONE_CASE,
        "print('koosaga' if nim else 'cubelover')",
        "print('koosaga' if sum(heaps) % 2 else 'cubelover')",
    ),
    (
        &["boj11694"],
        ONE_CASE,
        "print('koosaga' if (nim > 0) == (max(heaps) > 1) else 'cubelover')",
        "print('koosaga' if nim else 'cubelover')",
    ),
    (
        &["boj16895"],
        ONE_CASE,
        "print(sum(heap ^ nim < heap for heap in heaps))",
        "print('koosaga' if nim else 'cubelover')",
    ),
    (
        &["lightoj1253"],
        COUNTED,
        "    print(f'Case {number}:', 'Alice' if (nim > 0) == (max(heaps) > 1) else 'Bob')",
        "    print('Alice' if (nim > 0) == (max(heaps) > 1) else 'Bob')",
    ),
    (
        &["cses1730", "nim-game"],
        COUNTED,
        "    print('first' if nim else 'second')",
        "    print('first' if max(heaps) > 1 else 'second')",
    ),
    (
        &["poj2234", "matches-game"],
        TO_END,
        "    print('Yes' if nim ^ numbers[0] else 'No')",
        "    print('Yes' if nim else 'No')",
    ),
    (
        &["hdu1849", "rabbit-and-grass"],
        UNTIL_ZERO,
        "    if not heaps: break\n    print('Rabbit Win!' if nim else 'Grass Win!')",
        "    print('Rabbit Win!' if nim else 'Grass Win!')\n    if not heaps: break",
    ),
    (
        &["uva10165"],
        UNTIL_ZERO,
        "    if not heaps: break\n    print('Yes' if nim else 'No')",
        "    if not heaps: break\n    print('No' if nim else 'Yes')",
    ),
    (&["boj9655", "boj9659"], NUMBER, "print('SK' if n % 2 else 'CY')", "print('SK' if n % 4 else 'CY')"),
    (&["boj9656"], NUMBER, "print('CY' if n % 2 else 'SK')", "print('SK' if n % 2 else 'CY')"),
    (
        &["boj9657", "boj9660"],
        NUMBER,
        "print('CY' if n % 7 in (0, 2) else 'SK')",
        "print('CY' if n % 7 == 0 else 'SK')",
    ),
    (
        &["boj9658"],
        NUMBER,
        "print('CY' if n % 7 in (1, 3) else 'SK')",
        "print('CY' if n % 7 in (0, 2) else 'SK')",
    ),
    (
        &["boj9661"],
        NUMBER,
        "print('CY' if n % 5 in (0, 2) else 'SK')",
        "print('CY' if n % 7 in (0, 2) else 'SK')",
    ),
    (
        &["spoj-ngm"],
        NUMBER,
        "print(f'1\\n{n % 10}' if n % 10 else 2)",
        "print(f'1\\n{str(n)[0]}' if n % 10 else 2)",
    ),
    (
        &["uva847", "hdu1517", "poj2505"],
        NUMBERS,
        "    while n > 18: n = -(-n // 18)\n    print('Stan wins.' if n <= 9 else 'Ollie wins.')",
        "    while n > 18: n = n / 9\n    print('Stan wins.' if n <= 9 else 'Ollie wins.')",
    ),
    (
        &["uva12293"],
        NUMBERS,
        "    if n: print('Alice' if n & n + 1 else 'Bob')",
        "    if n: print('Alice' if n & n - 1 else 'Bob')",
    ),
    (
        &["hackerrank-misere-nim-1"],
        COUNTED,
        "    print('First' if (nim > 0) == (max(heaps) > 1) else 'Second')",
        "    print('First' if nim else 'Second')",
    ),
    (
        &["hackerrank-nimble-game-1"],
        COUNTED,
        "    nim = 0\n    for square, coins in enumerate(heaps): nim ^= square * (coins % 2)\n    print('First' if nim else 'Second')",
        "    print('First' if nim else 'Second')",
    ),
    (
        &["hackerrank-game-of-stones-1"],
        "for _ in range(int(input())):\n    n = int(input())\n",
        "    print('First' if n % 7 > 1 else 'Second')",
        "    print('First' if n % 7 else 'Second')",
    ),
    (
        &["lightoj1186"],
        "for number in range(1, int(input()) + 1):\n    input()\n    white, black = (list(map(int, input().split())) for _ in range(2))\n    gaps, nim = [upper - lower - 1 for lower, upper in zip(white, black)], 0\n    for gap in gaps: nim ^= gap\n",
        "    print(f'Case {number}:', 'white wins' if nim else 'black wins')",
        "    print(f'Case {number}:', 'white wins' if sum(gaps) % 2 else 'black wins')",
    ),
    (
        &["lightoj1192"],
        COUNTED,
        "    nim = 0\n    for left, right in zip(heaps[::2], heaps[1::2]): nim ^= right - left - 1\n    print(f'Case {number}:', 'Alice' if nim else 'Bob')",
        "    nim = 0\n    for left, right in zip(heaps, heaps[1:]): nim ^= right - left - 1\n    print(f'Case {number}:', 'Alice' if nim else 'Bob')",
    ),
    (
        &["lightoj1247"],
        MATRIX,
        "    for row in matrix: nim ^= sum(row)\n    print(f'Case {number}:', 'Alice' if nim else 'Bob')",
        "    for row in zip(*matrix): nim ^= sum(row)\n    print(f'Case {number}:', 'Alice' if nim else 'Bob')",
    ),
    (
        &["lightoj1296"],
        COUNTED,
        "    nim = 0\n    for heap in heaps: nim ^= (heap + 1 & ~heap) and heap // (2 * (heap + 1 & ~heap))\n    print(f'Case {number}:', 'Alice' if nim else 'Bob')",
        "    nim = 0\n    for heap in heaps: nim ^= heap // 2\n    print(f'Case {number}:', 'Alice' if nim else 'Bob')",
    ),
    (
        &["lightoj1393"],
        MATRIX,
        "    for row, cells in enumerate(reversed(matrix)):\n        for coins in cells[::-1][1 - row % 2::2]: nim ^= coins\n    print(f'Case {number}:', 'win' if nim else 'lose')",
        "    for row, cells in enumerate(matrix):\n        for coins in cells[1 - row % 2::2]: nim ^= coins\n    print(f'Case {number}:', 'win' if nim else 'lose')",
    ),
    (
        &["cf15c"],
        "def below(end): return (0, end - 1, 1, end)[end % 4]\nnim = 0\nfor _ in range(int(input())):\n    x, m = map(int, input().split())\n",
        "    nim ^= below(x + m) ^ below(x)\nprint('tolik' if nim else 'bolik')",
        "    nim ^= below(x + m - 1) ^ below(x)\nprint('tolik' if nim else 'bolik')",
    ),
    (
        &["uva11311"],
        "for _ in range(int(input())):\n    m, n, r, c = map(int, input().split())\n",
        "    print('Gretel' if r ^ c ^ m - r - 1 ^ n - c - 1 else 'Hansel')",
        "    print('Gretel' if r ^ c ^ m - r ^ n - c else 'Hansel')",
    ),
];

const ONE_CASE: &str =
    "input()\nheaps, nim = list(map(int, input().split())), 0\nfor heap in heaps: nim ^= heap\n";
const COUNTED: &str = "for number in range(1, int(input()) + 1):
    input()
    heaps, nim = list(map(int, input().split())), 0
    for heap in heaps: nim ^= heap
";
const MATRIX: &str = "for number in range(1, int(input()) + 1):
    rows, nim = int(input().split()[0]), 0
    matrix = [list(map(int, input().split())) for _ in range(rows)]
";
const TO_END: &str = "import sys
for line in sys.stdin:
    numbers, nim = list(map(int, line.split())), 0
    for number in numbers: nim ^= number
";
const UNTIL_ZERO: &str = "while True:
    heaps, nim = list(map(int, input().split())) if input() != '0' else [], 0
    for heap in heaps: nim ^= heap
";
const NUMBER: &str = "n = int(input())\n";
const NUMBERS: &str = "import sys\nfor n in map(int, sys.stdin.read().split()):\n";

#[test]
fn programs_for_the_form_of_a_name_are_accepted_and_wrong_ones_are_not() {
    let place = crate::place::Place::new(&[]);
    for (number, (names, beginning, right, wrong)) in whole::turn(OF_FORMS.iter().enumerate(), 13) {
        place.write(&format!("right{number}.py"), &format!("{beginning}{right}\n"));
        place.write(&format!("wrong{number}.py"), &format!("{beginning}{wrong}\n"));
        for name in *names {
            place.run(0, &["check", name, &format!("right{number}.py")]);
            place.run(1, &["check", name, &format!("wrong{number}.py"), "--fail-fast"]);
        }
    }
}

#[test]
fn what_is_made_and_validated_under_a_name_keeps_to_its_bounds() {
    let valid = "1\n2\n1 4747\n";
    Test::new().args(["validate", "hdu1907"]).stdin(valid).run();
    Test::new().args(["validate", "hdu1907"]).stdin("1\n2\n0 1\n").status(1).run();
    Test::new().args(["validate", "john"]).stdin("1\n2\n0 1\n").run();
    // The numbers of the set ascend, and none is above the stones.
    Test::new().args(["validate", "edpck"]).stdin("2 5\n2 3\n").run();
    for input in ["2 5\n3 2\n", "2 5\n2 2\n", "2 1\n1 2\n"] {
        Test::new().args(["validate", "edpck"]).stdin(input).status(1).run();
    }
    for family in ["random", "descending", "max", "min", "bounds"] {
        let made = Test::new().args(["gen", "edpck", "--family", family]).run();
        Test::new().args(["validate", "edpck"]).stdin(made.stdout).run();
    }
    for family in ["max", "min", "bounds"] {
        let made = Test::new().args(["gen", "poj3480", "--family", family]).run();
        Test::new().args(["validate", "poj3480"]).stdin(made.stdout).run();
    }
    let output = Test::new().args(["gen", "hdu1907", "--family", "zeros"]).status(2).run();
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not for hdu1907"), "{output:?}");
    // The solver reads the same input as the problem's.
    Test::new().args(["hdu1907"]).stdin("1\n2\n0 5000\n").stdout("John\n").run();
}

#[test]
fn a_statement_under_a_name_has_its_bounds_and_their_source() {
    for (args, parts) in [
        (["show", "hdu1907", "--lang=en"], ["≤ 474", "from 1 to 4747", "Source: HDU 1907, statement."]),
        (["show", "hdu1907", "--lang=zh"], ["≤ 474", "1 到 4747", "来源：HDU 1907, statement。"]),
        (["show", "hdu1850", "--lang=en"], ["2 ≤ `M`", "`heaps` 2..=100", "Source: HDU 1850, statement."]),
    ] {
        let output = Test::new().args(args).run();
        let text = printed(&output);
        for part in parts {
            assert!(text.contains(part), "{args:?}: {part} is not in {text}");
        }
    }
    for (lang, parts) in [("en", "`A wins` if Stan"), ("zh", "获胜输出 `A wins`")] {
        let own = printed(&Test::new().args(["show", "boj4342", "--lang", lang]).run());
        assert!(
            own.contains(parts) && own.contains("```text\nA wins\n") && !own.contains("Stan wins"),
            "{own}"
        );
    }
    let own = printed(&Test::new().args(["show", "lightoj1253"]).run());
    for part in ["# John and His Brother\n", "`Alice` if Alice wins", "`Case k: `", "Case 1: Alice\n"] {
        assert!(own.contains(part), "{part} is not in {own}");
    }
    let plain = printed(&Test::new().args(["show", "john"]).run());
    assert!(plain.contains("≤ 500") && !plain.contains("Source:"), "{plain}");
}

#[test]
fn a_package_under_a_name_has_the_tests_within_its_bounds() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("package.zip");
    let file = file.to_str().unwrap();
    let checkout = env!("CARGO_MANIFEST_DIR");
    Test::new().args(["export", "hdu1907", "--format", "icpc", "-o", file]).folder(checkout).run();
    Test::new().args(["validate", "hdu1907", file]).run();
    let folder = format!("{}/", place.path().display());
    Test::new().args(["export", "hdu1907", "--format", "icpc", "-o", &folder]).folder(checkout).run();
    let metadata = fs::read_to_string(place.path().join("hdu1907/problem.yaml")).unwrap();
    let own = nim_problems::find("john").unwrap().texts.manifest;
    let of_john = own.lines().find(|line| line.starts_with("uuid: ")).unwrap();
    assert!(metadata.contains("name: HDU 1907") && !metadata.contains("P4279"), "{metadata}");
    assert!(!metadata.contains(of_john), "{metadata}");
    Test::new().args(["samples", "hdu1907", "--all", "-o", "all"]).folder(place.path()).run();
    Test::new().args(["validate", "hdu1907", "all"]).folder(place.path()).run();
}

#[test]
fn a_package_under_a_name_has_the_programs_that_are_right_for_it() {
    let place = crate::place::Place::new(&[]);
    for (name, program) in [
        ("hdu1907", Some("int.cpp")),
        ("boj9659", None),
        ("boj4342", Some("quotients.cpp")),
        ("boj9656", None),
        ("lightoj1253", None),
        ("p1290", None),
    ] {
        place.run(0, &["export", name, "--format", "icpc", "-o", "out/"]);
        let accepted = place.path(&format!("out/{name}/submissions/accepted"));
        assert_eq!(accepted.is_dir(), program.is_some(), "{name}");
        assert!(program.is_none_or(|program| accepted.join(program).is_file()), "{name}");
    }
}

#[test]
fn tests_beyond_the_bounds_of_a_name_are_noted() {
    let place = crate::place::Place::new(&[
        "t/1.in:1\n2\n1 2\n",
        "t/1.ans:John\n",
        "t/2.in:1\n2\n0 1\n",
        "t/2.ans:Brother\n",
    ]);
    let noted = |name: &str| {
        let output = place.test(&["check", "t", "--problem", name, "--builtin"]).run();
        printed(&output)
            .contains("1 of 2 tests are not within the bounds of hdu1907; the first is 2, line 3: heap: ")
    };
    assert!(noted("hdu1907") && !noted("john"));
}

#[test]
fn at_most_five_names_are_proposed() {
    let output = Test::new().args(["poj2312"]).status(2).run();
    let error = String::from_utf8(output.stderr).unwrap();
    let names = error.lines().find(|line| line.contains("tip: ")).unwrap();
    assert!(names.contains("poj2311") && (2..=5).contains(&names.split(", ").count()), "{error}");
}
