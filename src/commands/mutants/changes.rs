//! Mutants: copies of a program with one small mistake each, as a programmer could make it. Tests that no mutant passes are good tests.
//!
//! No language is parsed: a lexer finds tokens, which the rules of the language's family change. A changed program may thus not compile;
//! such mutants are counted separately. Does no input or output. Begin with [`Family::for_language`] and [`mutants`].
//!
//! | module | holds |
//! |---|---|
//! | `conversions` | formats, whose conversions follow the types |
//! | [`family`] | families of languages, and their rules, as data |
//! | `lexer` | tokens, statements and generics |
//! | `operators` | the kinds of changes |

mod conversions;
pub mod family;
mod lexer;
mod operators;

use std::collections::HashSet;
use std::ops::Range;

pub use self::family::Family;

/// A changed copy of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The kind of the change, in words.
    pub operator: &'static str,
    /// The range of the replaced bytes.
    pub range: Range<usize>,
    /// The replacement.
    pub with: String,
    /// Further changes that belong to this one, in any order.
    pub also: Vec<Replacement>,
}

/// A text in place of some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The range of the replaced bytes.
    pub range: Range<usize>,
    /// The replacement.
    pub with: String,
}

impl Mutant {
    /// Returns the text with the changes applied.
    pub fn apply(&self, text: &str) -> String {
        let first = (&self.range, &self.with);
        let mut all: Vec<_> = self.also.iter().map(|also| (&also.range, &also.with)).chain([first]).collect();
        all.sort_by_key(|(range, _)| (range.start, range.end));
        let (mut changed, mut done) = (String::new(), 0);
        for (range, with) in all {
            changed += &text[done..range.start];
            changed += with;
            done = range.end;
        }
        changed + &text[done..]
    }

    /// Returns the number of the first changed line.
    pub fn line(&self, text: &str) -> usize {
        text[..self.range.start].matches('\n').count() + 1
    }

    /// Returns the changed lines, before and after.
    pub fn lines(&self, text: &str) -> (String, String) {
        let begin = text[..self.range.start].rfind('\n').map_or(0, |place| place + 1);
        let end = text[self.range.end..].find('\n').map_or(text.len(), |place| self.range.end + place);
        let after = [&text[begin..self.range.start], &self.with, &text[self.range.end..end]].concat();
        (text[begin..end].trim_end().to_owned(), after.trim_end().to_owned())
    }
}

/// Returns the mutants of a text, in its order, without equal texts.
pub fn mutants(text: &str, family: &'static Family) -> Vec<Mutant> {
    let code = lexer::Code::new(text, family);
    let mut all = operators::all(&code);
    all.sort_by_key(|mutant| (mutant.range.start, mutant.range.end));
    let mut texts = HashSet::from([text.to_owned()]);
    all.retain(|mutant| texts.insert(mutant.apply(text)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the changed lines of a text's mutants by one operator, or of all.
    fn changes(language: &str, operator: &str, text: &str) -> Vec<String> {
        let all = mutants(text, Family::for_language(language).unwrap());
        let named = all.iter().filter(|mutant| operator.is_empty() || mutant.operator == operator);
        named.map(|mutant| mutant.lines(text).1.trim().to_owned()).collect()
    }

    #[track_caller]
    fn check(language: &str, operator: &str, text: &str, expected: &[&str]) {
        assert_eq!(changes(language, operator, text), expected);
    }

    #[test]
    fn operators_are_swapped_between_operands_alone() {
        check("C++", "relational operator", "x = a < b;", &["x = a <= b;", "x = a >= b;"]);
        check("C++", "arithmetic operator", "x = -a - *p;", &["x = -a + *p;"]);
        check("C++", "logical operator", "x = a && !b;", &["x = a || !b;"]);
        check("Python", "logical operator", "x = a or b", &["x = a and b"]);
        check("Python", "arithmetic operator", "x = f(*a) // b", &["x = f(*a) * b", "x = f(*a) / b"]);
        check("C++", "relational operator", "x = a == 0;", &["x = a != 0;", "x = a >= 0;"]);
        check("C", "relational operator", "scanf(\"%d\", &n) == 1;", &["scanf(\"%d\", &n) != 1;"]);
        check("C++", "", "assert(a < b); ios::sync_with_stdio(false);", &[]);
        check("C++", "relational operator", "vector<pair<int, int>> v; set<int>s;", &[]);
        check("Java", "relational operator", "List<Integer> a = new ArrayList<>();", &[]);
        check("C++", "arithmetic operator", "cin >> a; cout << a;", &[]);
        check("C++", "arithmetic operator", "a = b >> 1;", &["a = b << 1;"]);
        check("C++", "arithmetic operator", "int &a = b, *c = d;", &[]);
    }

    #[test]
    fn texts_comments_and_included_files_stay() {
        let same = "#include <a-b>\n/* a < b */ // 1 + 2\n";
        check("C++", "", same, &[]);
        check("C++", "", "puts(\"a < 1\"); c = '<';", &["; c = '<';", "puts(\"a < 1\"); ;"]);
        check("C++", "", "auto r = R\"(a < \" 1)\";", &[]);
        check("Python", "", "if __name__ == '__main__':\n    main()", &["pass"]);
        check("Python", "", "# a < 1\nx = '''\n1 < 2 '\n'''", &["pass"]);
        check(
            "Rust",
            "relational operator",
            "fn f<'a>(x: &'a str) -> bool { x.len() < y }",
            &[
                "fn f<'a>(x: &'a str) -> bool { x.len() <= y }",
                "fn f<'a>(x: &'a str) -> bool { x.len() >= y }",
            ],
        );
    }

    #[test]
    fn constants_change_by_one_and_sizes_by_much() {
        check(
            "C++",
            "constant",
            "x = 7LL; y = 0; z = 0x1F;",
            &["x = 8LL; y = 0; z = 0x1F;", "x = 6LL; y = 0; z = 0x1F;", "x = 7LL; y = 1; z = 0x1F;"],
        );
        check("C++", "", "int a[50];", &[]);
        check("C++", "constant", "a[5] = b;", &["a[6] = b;", "a[4] = b;"]);
        check("C++", "array size", "int a[100005];", &["int a[10000];", "int a[50002];"]);
        check(
            "Java",
            "array size",
            "a = new int[100005];",
            &["a = new int[10000];", "a = new int[50002];", "a = new int[99999];"],
        );
        check(
            "C++",
            "array size",
            "#define N 2000 // most\nint a[N + 7];",
            &["#define N 200 // most", "#define N 1000 // most"],
        );
        check("C++", "constant", "double g = 1.6180339887;", &["double g = 1.61803;"]);
        check(
            "Rust",
            "array size",
            "let a = [0u8; 2_000];",
            &["let a = [0u8; 200];", "let a = [0u8; 1000];", "let a = [0u8; 1999];"],
        );
    }

    #[test]
    fn types_become_narrower_or_rounded() {
        check(
            "C++",
            "type",
            "unsigned long long a; long long b;",
            &[
                "unsigned int a; long long b;",
                "double a; long long b;",
                "unsigned long long a; int b;",
                "unsigned long long a; double b;",
            ],
        );
        check("Java", "type", "long a = 0;", &["int a = 0;", "double a = 0;"]);
        check("Rust", "type", "let a: u64 = 0;", &["let a: u32 = 0;", "let a: f64 = 0;"]);
    }

    /// Returns the texts of a C program with a 64-bit integer type narrowed to `int`.
    fn narrowed(text: &str) -> Vec<String> {
        let all = mutants(text, Family::for_language("C").unwrap());
        all.iter().filter(|mutant| mutant.with == "int").map(|mutant| mutant.apply(text)).collect()
    }

    #[test]
    fn conversions_follow_the_types_that_they_read_and_print() {
        for (text, changed) in [
            (
                "long long a, b[9]; int n; scanf(\"%d%5lld %lld%%\", &n, &a, &b[n]);",
                "int a, b[9]; int n; scanf(\"%d%5d %d%%\", &n, &a, &b[n]);",
            ),
            (
                "typedef long long ll; ll a; int f(ll x, int y) { printf(\"%d %lld\\n\", y, x * y); }",
                "typedef int ll; ll a; int f(ll x, int y) { printf(\"%d %lld\\n\", y, (long long)(x * y)); }",
            ),
            ("#define ll long long\nll a; scanf(\"%I64d\", &a);", "#define ll int\nll a; scanf(\"%d\", &a);"),
            (
                "long long f(int x); printf(\"%*d %lld\", w, y, f(y));",
                "int f(int x); printf(\"%*d %lld\", w, y, (long long)(f(y)));",
            ),
            ("printf(\"%lld\", (long long)a * b);", "printf(\"%lld\", (long long)((int)a * b));"),
            ("long long a; scanf(\"%*d%s%\" SCNd64, s, &a);", "int a; scanf(\"%*d%s%\" SCNd32, s, &a);"),
            ("vector<long long> v; scanf(\"%lld\", &v[0]);", "vector<int> v; scanf(\"%d\", &v[0]);"),
            (
                "long long a; int b; scanf(\"%d\", &b); printf(\"%d\", b);",
                "int a; int b; scanf(\"%d\", &b); printf(\"%d\", b);",
            ),
        ] {
            let language = if text.contains("vector") { "C++" } else { "C" };
            let all = mutants(text, Family::for_language(language).unwrap());
            let found = all.iter().find(|mutant| mutant.with == "int").unwrap();
            assert_eq!(found.apply(text), changed);
        }
        assert_eq!(narrowed("long long a, b; scanf(\"%lld\", &b);"), ["int a, b; scanf(\"%d\", &b);"]);
    }

    #[test]
    fn a_bound_that_no_value_reaches_becomes_nothing() {
        check("Python", "constant", "best = -10**18", &["best = 0"]);
        check(
            "Python",
            "constant",
            "x = 10 ** 2",
            &["x = 11 ** 2", "x = 9 ** 2", "x = 10 ** 3", "x = 10 ** 1"],
        );
        check("Python", "constant", "x = float('inf')", &["x = 0"]);
        check(
            "C++",
            "constant",
            "x = -1e18; y = a - INT_MAX;",
            &["x = 0; y = a - INT_MAX;", "x = -1e18; y = a - 0;"],
        );
        check("C++", "constant", "x = 0x3f3f3f3f;", &["x = 0;"]);
        check("Java", "constant", "x = Long.MIN_VALUE;", &["x = 0;"]);
        check("Rust", "constant", "let x = i64::MAX;", &["let x = 0;"]);
    }

    #[test]
    fn statements_without_a_declaration_are_removed() {
        let text = "int main() { int a = 0; for (int i = 0; i < n; i++) a = 0; sort(a, b); break; }";
        check(
            "C++",
            "removed statement",
            text,
            &[
                "int main() { int a = 0; for (int i = 0; i < n; i++) ; sort(a, b); break; }",
                "int main() { int a = 0; for (int i = 0; i < n; i++) a = 0; ; break; }",
                "int main() { int a = 0; for (int i = 0; i < n; i++) a = 0; sort(a, b); ; }",
            ],
        );
        check(
            "C++",
            "removed statement",
            "std::vector<int> v; Heap h; ios::sync_with_stdio(0); return 0;",
            &[],
        );
        check("C++", "removed statement", "int a[] = {1, 2}; v.clear();", &["int a[] = {1, 2}; ;"]);
        check(
            "Python",
            "removed statement",
            "for x in y:\n    a.sort()\n    if x: break\nimport b",
            &["pass", "if x: pass"],
        );
        check("Rust", "removed statement", "let a = 1; v.sort(); println!();", &["let a = 1; ; println!();"]);
    }

    #[test]
    fn conditions_lose_cases() {
        check("C++", "condition", "if (f(a)) b();", &["if (true) b();", "if (false) b();"]);
        check("C++", "condition", "x = f(a) ? 1 : 2;", &["x = true ? 1 : 2;", "x = false ? 1 : 2;"]);
        check("Python", "condition", "x = 1 if a else 2", &["x = 1 if True else 2", "x = 1 if False else 2"]);
        check("Python", "condition", "elif a[1:]:\n    b()", &["elif True:", "elif False:"]);
        check("Rust", "condition", "if a(b) { c }", &["if true { c }", "if false { c }"]);
        check("Rust", "condition", "if let Some(a) = b { c }", &[]);
        check(
            "C",
            "removed case",
            "if (a && f(b) && c) ;",
            &["if (f(b) && c) ;", "if (a && c) ;", "if (a && f(b)) ;"],
        );
        check("Python", "removed case", "x = a or not b", &["x = not b", "x = a"]);
        check("Rust", "loop bound", "for i in 0..n {}", &["for i in 0..=n {}"]);
        check(
            "Python",
            "loop bound",
            "for i in range(n): pass",
            &["for i in range(n + 1): pass", "for i in range(n - 1): pass"],
        );
    }

    #[test]
    fn every_rule_of_every_family_makes_its_changes() {
        for family in family::FAMILIES {
            let rules = [
                ("relational operator", family.relational),
                ("arithmetic operator", family::ARITHMETIC),
                ("arithmetic operator", family.arithmetic),
                ("logical operator", family.logical),
                ("loop bound", family.bounds),
                ("type", family.types),
            ];
            for (language, (operator, rules)) in
                family.languages.iter().flat_map(|own| rules.map(|rules| (own, rules)))
            {
                for (from, others) in rules {
                    let made = changes(language, operator, &format!("a {from} b"));
                    let expected = others.iter().map(|to| format!("a {to} b")).collect::<Vec<_>>();
                    assert_eq!(made, expected, "{language}: {from}");
                }
            }
            let [holds, fails] = family.truth;
            let (before, after) = if family.is_indented {
                ("if a: b()", ["if ", ": b()"])
            } else {
                ("if (a) b();", ["if (", ") b();"])
            };
            assert_eq!(
                changes(family.languages[0], "condition", before),
                [holds, fails].map(|truth| after.join(truth))
            );
        }
    }

    #[test]
    fn a_change_has_its_line() {
        let text = "a = 1\nif b < c:\n    d()\n";
        let all = mutants(text, Family::for_language("Python").unwrap());
        let bound = all.iter().find(|mutant| mutant.with == "<=").unwrap();
        assert_eq!((bound.line(text), bound.lines(text)), (2, ("if b < c:".into(), "if b <= c:".into())));
        assert!(bound.apply(text).contains("b <= c"));
    }

    #[test]
    fn any_text_has_mutants_or_none() {
        let broken = [
            "\"", "'''", "/*", "R\"x(", "((", "))", "if", "if (", "a &&", "&& a", "a ?", "é < 'é", "range(",
            "#define", "1.e", "[<",
        ];
        for (family, text) in family::FAMILIES.iter().flat_map(|family| broken.map(|text| (family, text))) {
            for mutant in mutants(text, family) {
                assert_ne!(mutant.apply(text), text);
            }
        }
    }
}
