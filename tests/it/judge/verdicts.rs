//! Programs as they are found: programs that their judge accepts are accepted under its name, and the reason for a rejection is said.

use crate::judge::sources::has;
use crate::place::{Place, one};
use crate::run::{Test, printed};
use crate::whole;

/// Runs a check, in a whole run without the options that shorten it; returns its output.
#[track_caller]
fn check(place: &Place, code: i32, words: &[&str], shorter: &[&str]) -> String {
    let shorter: &[&str] = if whole::is_whole() { &[] } else { shorter };
    place.run(code, &[&["check"][..], words, shorter].concat())
}

/// Euclid's game, in the words of two judges.
fn euclid(first: &str, second: &str) -> String {
    format!(
        "while True:
    a, b = sorted(map(int, input().split()))
    if b == 0:
        break
    first = True
    while a and b // a == 1 and b % a:
        a, b, first = b - a, a, not first
    print(\"{first} wins\" if first else \"{second} wins\")
"
    )
}

#[test]
fn a_judge_has_its_own_words_and_its_own_layout() {
    let place = Place::new(&[]);
    place.write("stan.py", &euclid("Stan", "Ollie"));
    place.write("letters.py", &euclid("A", "B"));
    let few = ["--filter", "sample|small"];
    check(&place, 0, &["poj2348", "stan.py"], &few);
    check(&place, 0, &["boj4342", "letters.py"], &few);
    check(&place, 1, &["boj4342", "stan.py"], &[&few[..], &["--fail-fast"]].concat());
    place.run(0, &["check", "boj4342", "--builtin"]);
    Test::new().args(["boj4342"]).stdin("25 7\n24 15\n0 0\n").stdout("A wins\nB wins\n").run();
    let statement = printed(&Test::new().args(["show", "boj4342"]).run());
    assert!(statement.contains("`A wins` if Stan") && statement.contains("\nA wins\n"), "{statement}");

    let sample = "2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n";
    Test::new().args(["validate", "kattis-snim"]).stdin(sample).run();
    Test::new().args(["validate", "kattis-snim"]).stdin(format!("{sample}0\n")).status(1).run();
    Test::new().args(["kattis-snim"]).stdin(sample).stdout("LWW\n").run();
    let first = "3 1 3 4\n3\n1 2\n2 3 5\n3 4 6 1\n";
    Test::new().args(["show", "kattis-snim", "--sample", "1-1"]).stdout(first).run();
    place.write(
        "one.py",
        "import sys
numbers = iter(map(int, sys.stdin.read().split()))
take = [next(numbers) for _ in range(next(numbers))]
values = [0]
for heap in range(1, 10001):
    found = {values[heap - t] for t in take if t <= heap}
    value = 0
    while value in found:
        value += 1
    values.append(value)
answers = ''
for _ in range(next(numbers)):
    value = 0
    for _ in range(next(numbers)):
        value ^= values[next(numbers)]
    answers += 'W' if value else 'L'
print(answers)
assert next(numbers, None) is None
",
    );
    check(&place, 0, &["kattis-snim", "one.py", "--time-limit", "20"], &few);
}

#[test]
fn the_move_on_both_heaps_comes_first_and_the_others_in_any_order() {
    let program = |order: &str| {
        format!(
            "lost = {{}}
a = k = 0
seen = set()
while a <= 2000:
    while a in seen:
        a += 1
    b = a + k
    lost[a], lost[b] = b, a
    seen.update((a, b))
    k += 1
pairs = {{b - a: (a, b) for a, b in lost.items() if a <= b}}
while True:
    a, b = map(int, input().split())
    if a == b == 0:
        break
    if lost[a] == b:
        print(0)
        continue
    print(1)
    moves = []
    both = pairs.get(b - a)
    if both and both[0] < a:
        moves.append(both)
    if lost[b] < a:
        moves.append((lost[b], b))
    if lost[a] < b:
        moves.append(tuple(sorted((a, lost[a]))))
    for move in {order}:
        print(*move)
"
        )
    };
    let place = Place::new(&[]);
    place.write("kinds.py", &program("moves"));
    place.write("ascending.py", &program("moves[:1] + sorted(set(moves[1:]) - set(moves[:1]))"));
    place.write("short.py", &program("moves[1:]"));
    place.write("last.py", &program("moves[1:] + moves[:1]"));
    for name in ["hdu2177", "wythoff-first-moves"] {
        let few = ["--filter", "sample|small", "--time-limit", "20"];
        place.run(0, &[&["check", name, "kinds.py", "ascending.py"][..], &few].concat());
        let text = place.run(1, &[&["check", name, "short.py"][..], &few].concat());
        assert!(text.contains("is missing"), "{text}");
        let text = place.run(1, &[&["check", name, "last.py"][..], &few].concat());
        assert!(text.contains("comes first, the other lines in any order"), "{text}");
    }
    Test::new().args(["validate", "hdu2177"]).stdin("0 3\n0 0\n").status(1).run();
}

#[test]
fn cases_that_no_judge_has_are_known_and_not_in_the_data_of_a_name() {
    // The second one divides, and has the first player win from empty heaps.
    for (is_lost, tests) in [
        ("int((b - a) * (1 + 5 ** 0.5) / 2) == a", ""),
        ("a < b and int((b - a) / ((5 ** 0.5 - 1) / 2)) == a", "fibonacci|min"),
    ] {
        let line = format!("print(0 if {is_lost} else 1)");
        let place = Place::new(&[]);
        place.write("one.py", &format!("a, b = sorted(map(int, input().split()))\n{line}\n"));
        place.write(
            "all.py",
            &format!(
                "import sys\nfor case in sys.stdin:\n    a, b = sorted(map(int, case.split()))\n    {line}\n"
            ),
        );
        let rows = [
            ("wythoff", &["poj1067", "hdu1527"][..], "all.py"),
            ("", &["p2252", "wythoff-one-case"], "one.py"),
        ];
        for (slug, names, file) in whole::turn(rows, 2) {
            for name in whole::part(names, 2) {
                place.run(0, &["check", name, file, "--filter", tests]);
            }
            if slug.is_empty() {
                continue;
            }
            let report = place.report(1, &[slug, file]);
            let failed = report["tests"].as_array().unwrap().iter().filter(|test| test["verdict"] == "WA");
            for test in failed {
                assert!(test["message"].as_str().unwrap().contains("; known: "), "{test}");
            }
        }
    }
}

#[test]
fn quotients_are_compared_with_the_golden_ratio_as_judges_let_them_be() {
    if !has("g++") {
        return;
    }
    let formulas = [
        "(double)a / b > phi",
        "(double)a > b * phi",
        "(double)a / b >= phi",
        "(double)a >= phi * b",
        "(double)b / a < 2 / (1 + sqrt(5.0))",
        "2.0 * a > b * (1 + sqrt(5.0))",
    ];
    let place = Place::new(&[]);
    let write = |name: &str, formula: &str, (while_there_is, winner, loser): (&str, &str, &str)| {
        let text = format!(
            "#include <cstdio>\n#include <cmath>\n#include <algorithm>\nint main() {{
    double phi = (1 + sqrt(5.0)) / 2;
    long long a, b;
    int cases = 1;
    {while_there_is} {{
        if (a < b) std::swap(a, b);
        puts(a % b == 0 || {formula} ? \"{winner}\" : \"{loser}\");
    }}
}}
"
        );
        place.write(name, &text);
    };
    let until_zeros = "while (scanf(\"%lld%lld\", &a, &b) == 2 && b)";
    let counted = "scanf(\"%d\", &cases); while (cases-- && scanf(\"%lld%lld\", &a, &b) == 2)";
    let rows = [
        (
            &["poj2348", "hdu1525", "uva10368", "zoj1913"][..],
            "euclid-game",
            (until_zeros, "Stan wins", "Ollie wins"),
        ),
        (&["boj4342"], "", (until_zeros, "A wins", "B wins")),
        (&["p1290", "euclid"], "", (counted, "Stan wins", "Ollie wins")),
    ];
    for (names, slug, words) in whole::turn(rows, 3) {
        for (number, formula) in whole::turn(formulas.iter().enumerate(), 3) {
            let file = format!("f{number}.cpp");
            write(&file, formula, words);
            for name in whole::part(names, 2) {
                place.run(0, &["check", name, &file]);
            }
            if !slug.is_empty() {
                let report = place.report(1, &[slug, &file]);
                let failed =
                    report["tests"].as_array().unwrap().iter().filter(|test| test["verdict"] == "WA");
                for test in failed {
                    assert!(test["message"].as_str().unwrap().contains("; known: "), "{test}");
                }
            }
        }
    }
}

#[test]
fn empty_heaps_are_in_the_data_of_john_alone() {
    let place = Place::new(&["empty.py:for _ in range(int(input())):
    input()
    heaps = list(map(int, input().split()))
    assert 0 not in heaps
    nim = 0
    for heap in heaps:
        nim ^= heap
    print('John' if (nim != 0) == (max(heaps) > 1) else 'Brother')
"]);
    place.run(0, &["check", "p4279", "empty.py"]);
    check(&place, 1, &["john", "empty.py"], &["--fail-fast"]);
}

#[test]
fn what_judges_define_is_defined() {
    if !has("g++") {
        return;
    }
    let text = "#include <cstdio>
int main() {
#ifdef ONLINE_JUDGE
    puts(\"online\");
#elif defined(DOMJUDGE)
    puts(\"domjudge\");
#elif defined(EVAL)
    puts(\"eval\");
#else
    puts(\"nothing\");
#endif
}
";
    for (ending, folder, files) in [
        ("cpp", "online", &["t/1.in:\n", "t/1.out:online\n"][..]),
        ("c", "online", &["t/1.in:\n", "t/1.out:online\n"]),
        (
            "cpp",
            "nothing",
            &["t/problem.yaml:name: a\n", "t/data/secret/1.in:\n", "t/data/secret/1.ans:nothing\n"],
        ),
        (
            "cpp",
            "domjudge",
            &[
                "t/domjudge-problem.ini:timelimit='1'\n",
                "t/data/secret/1.in:\n",
                "t/data/secret/1.ans:domjudge\n",
            ],
        ),
    ] {
        let place = Place::new(files);
        let name = format!("{folder}.{ending}");
        place.write(&name, &text.replace("cstdio", if ending == "c" { "stdio.h" } else { "cstdio" }));
        place.run(0, &["check", "t", &name]);
    }
}

#[test]
fn sources_of_old_dialects_are_compiled_as_such_and_that_is_said() {
    if !has("g++") {
        return;
    }
    let place = one(&[
        "type.cpp:#include <stdio.h>\nint main() { char s[9]; __int64 n = gets(s) != 0; n ? puts(s) : 0; }\n",
        "headers.cpp:#include <iostream>\nvoid main() { char s[9]; memset(s, 0, sizeof s); std::cin.getline(s, 9); printf(\"%s\\n\", s); return; }\n",
        "bool.c:#include <stdio.h>\nint main() { char s[9]; bool is = fgets(s, 9, stdin) != NULL; if (is) printf(\"%s\", s); return 0; }\n",
        "own.cpp:#include <stdio.h>\nint count(int max) { return max; }\nint main() { char s[9]; __int64 n = count(1); if (n) puts(gets(s)); }\n",
        "stream.cpp:#include <iostream.h>\n#include <iomanip.h>\nvoid main() { char s[9]; cin.getline(s, 9); cout << setw(1) << s << endl; }\n",
        "none.cpp:int main() { __int64 n = }\n",
        "void.c:#include <stdio.h>\nvoid main(void) { char s[9]; if (fgets(s, 9, stdin)) printf(\"%s\", s); }\n",
        "args.c:#include <stdio.h>\nvoid main(int argc, char *argv[]) { char s[9]; if (argc == 1 && fgets(s, 9, stdin)) printf(\"%s\", s); }\n",
        "args.cpp:#include <cstdio>\nvoid main(int argc, char **) { char s[9]; if (argc == 1 && fgets(s, 9, stdin)) printf(\"%s\", s); }\n",
    ]);
    for name in ["type.cpp", "headers.cpp", "bool.c", "own.cpp", "stream.cpp", "void.c", "args.c", "args.cpp"]
    {
        let text = place.run(0, &["check", "t", name]);
        let note = text.lines().nth(1).unwrap();
        assert!(
            note.contains(&format!("note: {name}: compiled as old C")) && note.contains("-std=gnu"),
            "{text}"
        );
    }
    let text = place.run(1, &["check", "t", "none.cpp"]);
    assert!(!text.contains("as old C") && text.contains("CE  none.cpp"), "{text}");
    // A package that names a dialect has it, and the user's own command is the only one.
    place.write("config/nim-toolkit/languages.toml", "[cpp]\ncompile = 'g++ -o {out}/main {sources}'\n");
    place.run(1, &["check", "t", "type.cpp"]);
}

#[test]
fn sanitizers_find_what_a_right_output_hides() {
    let place = one(&[
        "over.cpp:#include <cstdio>\nint main() {\n    volatile int most = 2147483647;\n    char line[9];\n    scanf(\"%8[^\\n]\", line);\n             most = most + line[0];\n    puts(line);\n}\n",
        "heap.cpp:#include <cstdio>\nint main() {\n    char *line = new char[4];\n    scanf(\"%3[^\\n]\", line);\n    volatile int place = 4;\n             line[place] = 0;\n    puts(line);\n}\n",
        "leak.cpp:#include <cstdio>\nint main() {\n    char *line = new char[9];\n    scanf(\"%8[^\\n]\", line);\n    puts(line);\n    line = nullptr;\n}\n",
        "py.py:print(input())\n",
    ]);
    if !has("g++") {
        return;
    }
    for (name, report) in [("over.cpp", "over.cpp:6:"), ("heap.cpp", "heap.cpp:6:")] {
        place.run(0, &["check", "t", name]);
        let text = place.run(1, &["check", "t", name, "--sanitize"]);
        assert!(text.contains(&format!("exit status 1: {report}")), "{text}");
        assert!(
            text.contains("time limit times 4, memory limit times 4, since it is C++ with sanitizers"),
            "{text}"
        );
    }
    // Leaks are no failure, and other languages run as they are.
    place.run(0, &["check", "t", "leak.cpp", "--sanitize"]);
    assert!(place.run(0, &["check", "t", "py.py", "--sanitize"]).contains("py.py: it runs as it is"));
}

#[test]
fn what_may_explain_a_rejection_is_said() {
    let place = one(&[
        "none.cpp:#include <cstdio>\nint f(int n) { if (n > 5) return n; }\nint main() { printf(\"%d\\n\", f(9)); }\n",
        "file.py:import sys\ntry:\n    sys.stdin = open('data.in')\n    print(input())\nexcept OSError:\n    pass\n",
        "sol.dpr:begin end.\n",
    ]);
    if has("g++") {
        let text = place.run(1, &["check", "t", "none.cpp"]);
        assert!(
            text.contains("the compiler warns: none.cpp:2:") && text.contains("[-Wreturn-type]"),
            "{text}"
        );
    }
    let text = place.run(1, &["check", "t", "file.py"]);
    assert!(text.contains("file.py opens \"data.in\" and prints nothing: "), "{text}");
    place.write("prompt.py", "n = input('n = ')\nprint(n)\n");
    let text = place.run(1, &["check", "t", "prompt.py"]);
    assert!(text.contains("prompt.py prints the prompt of input(\"n = \"): "), "{text}");
    for (number, (answer, output, said)) in [
        ("Yes\n", "YES", "near.py: all answers are right but for upper and lower case (YES for Yes)"),
        ("0.3333333 2\n", "0.33333330001 2", "note: near.py: in every failed test, what differs first are numbers that are almost equal: --compare float:1e-6"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = format!("near{number}");
        for test in ["1", "2"] {
            place.write(&format!("{folder}/{test}.in"), "1\n");
            place.write(&format!("{folder}/{test}.out"), answer);
        }
        place.write("near.py", &format!("print('{output}')\n"));
        let text = place.run(1, &["check", &folder, "near.py"]);
        assert!(text.contains(said), "{text}");
        // One that differs otherwise says that there is more.
        place.write(&format!("{folder}/3.in"), "1\n");
        place.write(&format!("{folder}/3.out"), "maybe\n");
        let text = place.run(1, &["check", &folder, "near.py"]);
        assert!(!text.contains(said), "{text}");
    }
    for (name, ending) in
        [("output.py", "while True: print(1)"), ("memory.py", "a = [0]\nwhile True: a += a")]
    {
        place.write(name, &format!("try:\n    open('data.in')\nexcept OSError:\n    pass\n{ending}\n"));
        let text = place.run(1, &["check", "t", name]);
        assert!(text.contains(&format!("{name} opens \"data.in\": programs read standard input")), "{text}");
    }
    let endless = "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)\n";
    place.write("deep.py", endless);
    let text = place.run(1, &["check", "t", "deep.py", "--memory-limit", "64M"]);
    assert!(text.contains("MLE") && text.contains("deep.py raises the limit of recursion"), "{text}");
    place.write("deep.c", "int f(int n) { volatile int a[64]; a[n % 64] = n; return f(n + 1) + a[0]; }\nint main(void) { return f(0); }\n");
    if has("gcc") {
        let text = place.run(1, &["check", "t", "deep.c", "--memory-limit", "256M"]);
        assert!(text.contains("more than 256 MiB of memory, most of it stack: a recursion"), "{text}");
    }
    // Text that the preprocessor may leave out explains nothing.
    place.write("slow.py", "#if 0\nopen('data.in')\n#endif\nwhile True: print(1)\n");
    assert!(!place.run(1, &["check", "t", "slow.py"]).contains("opens"));
    let text = place.run(2, &["check", "t", "sol.dpr"]);
    assert!(text.contains("sol.dpr: there is no language for sources in Delphi"), "{text}");
}

#[test]
fn a_line_that_is_printed_again_and_again_is_named() {
    let place = one(&["yes.py:print('John\\n' * 10 ** 6)\n", "count.py:print(*range(10 ** 6), sep='\\n')\n"]);
    let message = |name: &str| {
        let (verdict, message) = place.verdict(1, &["t", name, "--output-limit", "1M", "--time-limit", "20"]);
        assert_eq!(verdict, "OLE", "{message}");
        message
    };
    assert_eq!(message("yes.py"), "more than 1 MiB of output; the last lines are all \"John\"");
    assert_eq!(message("count.py"), "more than 1 MiB of output");
}

#[test]
fn white_space_is_noted_where_a_judge_tells_it_from_a_right_answer() {
    let place = Place::new(&["sol.py:import sys
for case in sys.stdin:
    price, bid = map(int, case.split())
    if bid >= price:
        print(*range(price, bid + 1), end=' \\n')
    else:
        print(price % (bid + 1) or 'none')
"]);
    let check = |code, words: &[&str]| check(&place, code, words, &["--filter", "sample"]);
    let text = check(0, &["hdu2149", "sol.py"]);
    assert!(text.contains("sol.py: presentation: white space alone differs from line "), "{text}");
    let text = check(0, &["auction", "sol.py"]);
    assert!(!text.contains("presentation"), "{text}");
    check(1, &["hdu2149", "sol.py", "--compare", "exact"]);
    // The end of the last line is nobody's concern.
    place.write("end.py", "import sys\nprint('\\n'.join(\n    ' '.join(map(str, range(p, b + 1))) if b >= p else str(p % (b + 1) or 'none')\n    for p, b in (map(int, case.split()) for case in sys.stdin)\n), end='')\n");
    let text = check(0, &["hdu2149", "end.py"]);
    assert!(!text.contains("presentation"), "{text}");
}

#[test]
fn bounds_that_the_data_does_not_reach_are_said_in_a_line() {
    let place = Place::new(&["none.py:pass\n"]);
    let text = place.run(1, &["check", "hdu3032", "none.py", "--filter", "sample"]);
    assert!(text.contains("not reached by the data, as it would be large: total_heaps 100000000"), "{text}");
    let text = place.run(1, &["check", "bash", "none.py", "--filter", "sample"]);
    assert!(!text.contains("not reached"), "{text}");
}
