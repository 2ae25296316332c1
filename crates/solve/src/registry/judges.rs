//! The judges whose names problems have here, and the ways in which people write these names.

/// A judge.
#[derive(Debug)]
pub struct Judge {
    /// Its name.
    pub title: &'static str,
    /// Its name on the command line.
    pub word: &'static str,
    /// The beginnings of its names here.
    prefixes: &'static [&'static str],
    /// Other beginnings, each with the one that it stands for.
    written: &'static [(&'static str, &'static str)],
    /// The beginnings of the addresses of its problems' pages, without the scheme; the name follows.
    pages: &'static [&'static str],
}

/// The judges, by their titles.
pub const JUDGES: &[Judge] = &[
    Judge {
        title: "AcWing",
        word: "acwing",
        prefixes: &["acwing"],
        written: &[],
        // Its addresses have numbers of their own.
        pages: &[],
    },
    Judge {
        title: "AOJ",
        word: "aoj",
        prefixes: &["aoj"],
        written: &[("aizu", "aoj")],
        pages: &["judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=", "onlinejudge.u-aizu.ac.jp/problems/"],
    },
    Judge {
        title: "AtCoder",
        word: "atcoder",
        prefixes: &["at", "abc", "agc", "arc", "edpc"],
        written: &[("atcoder", "")],
        pages: &["atcoder.jp/contests/"],
    },
    Judge {
        title: "Baekjoon",
        word: "boj",
        prefixes: &["boj"],
        written: &[("baekjoon", "boj")],
        pages: &["acmicpc.net/problem/"],
    },
    Judge {
        title: "Codeforces",
        word: "codeforces",
        prefixes: &["cf"],
        written: &[("codeforces", "cf")],
        pages: &["codeforces.com/contest/", "codeforces.com/problemset/problem/"],
    },
    Judge {
        title: "CSES",
        word: "cses",
        prefixes: &["cses"],
        written: &[],
        pages: &["cses.fi/problemset/task/"],
    },
    Judge {
        title: "HackerRank",
        word: "hackerrank",
        prefixes: &["hackerrank"],
        written: &[],
        pages: &["hackerrank.com/challenges/"],
    },
    Judge {
        title: "HDU",
        word: "hdu",
        prefixes: &["hdu"],
        written: &[("hdoj", "hdu")],
        pages: &["hdu.edu.cn/showproblem.php?pid="],
    },
    Judge {
        title: "Kattis",
        word: "kattis",
        prefixes: &["kattis"],
        written: &[],
        pages: &["kattis.com/problems/"],
    },
    Judge {
        title: "LightOJ",
        word: "lightoj",
        prefixes: &["lightoj"],
        written: &[("loj", "lightoj")],
        pages: &["lightoj.com/problem/"],
    },
    Judge {
        title: "Luogu",
        word: "luogu",
        prefixes: &["p"],
        written: &[("luogup", "p"), ("luogu", "p")],
        pages: &["luogu.com.cn/problem/P", "luogu.com/problem/P"],
    },
    Judge {
        title: "POJ",
        word: "poj",
        prefixes: &["poj"],
        written: &[("pku", "poj")],
        pages: &["poj.org/problem?id="],
    },
    Judge { title: "SPOJ", word: "spoj", prefixes: &["spoj"], written: &[], pages: &["spoj.com/problems/"] },
    Judge {
        title: "Timus",
        word: "timus",
        prefixes: &["timus"],
        written: &[("ural", "timus")],
        pages: &["timus.ru/problem.aspx?space=1&num="],
    },
    Judge {
        title: "UVa",
        word: "uva",
        prefixes: &["uva"],
        written: &[],
        pages: &["onlinejudge.org/external/"],
    },
    Judge { title: "ZOJ", word: "zoj", prefixes: &["zoj"], written: &[], pages: &[] },
];

/// The page of a judge that has the problems of others under their names.
const OF_ALL: &str = "vjudge.net/problem/";

impl Judge {
    /// Returns the judge of a name: what follows the judge is a number, a letter, or behind a `-`.
    pub fn of(name: &str) -> Option<&'static Self> {
        let forms = [name.to_ascii_lowercase(), short_name(name)];
        JUDGES.iter().find(|judge| forms.iter().any(|name| judge.has(name)))
    }

    /// Returns whether a name begins as its names here.
    pub fn has(&self, name: &str) -> bool {
        self.prefixes.iter().filter_map(|prefix| name.strip_prefix(prefix)).any(|rest| {
            rest.len() == 1 || rest.starts_with(|next: char| next.is_ascii_digit() || next == '-')
        })
    }
}

/// Returns a name in small letters without `-`, `_` and blanks. Its judge is as short as in the names here; an address gives the name
/// of its problem.
pub fn short_name(name: &str) -> String {
    let plain = plain(&named_by(name));
    let mut others = JUDGES.iter().flat_map(|judge| judge.written);
    let short = others.find_map(|(other, own)| Some(format!("{own}{}", plain.strip_prefix(other)?)));
    short.unwrap_or(plain)
}

/// Returns whether a word is the number of a name here, with the letter of a contest's problem, but without the judge.
pub fn is_number_of(word: &str, name: &str) -> bool {
    let (word, name) = (plain(word), plain(name));
    let is_number = word.len() > 2 && word.starts_with(|first: char| first.is_ascii_digit());
    is_number && name.strip_suffix(&word).is_some_and(|judge| !judge.contains(|c: char| c.is_ascii_digit()))
}

/// Returns the name that an address has, with its judge; any other word as it is.
fn named_by(word: &str) -> String {
    if !word.contains('/') {
        return word.to_owned();
    }
    let pages = JUDGES.iter().flat_map(|judge| judge.pages.iter().map(|page| (judge.prefixes[0], *page)));
    let name = pages.chain([("", OF_ALL)]).find_map(|(prefix, page)| {
        let (before, rest) = word.split_once(page)?;
        let is_host = before.is_empty() || before.ends_with(['/', '.']);
        is_host.then(|| number_of(rest)).flatten().map(|number| format!("{prefix}{number}"))
    });
    name.unwrap_or_else(|| word.to_owned())
}

/// Returns the number in the rest of an address: its last part, after that of the contest where it is a letter.
fn number_of(rest: &str) -> Option<String> {
    let path = rest.split(['?', '#', '&']).next()?;
    // Some addresses go on behind the name: `…/nimble-game-1/problem`.
    let mut parts = path.split('/').filter(|part| !matches!(*part, "" | "problem")).rev();
    let last = parts.next()?;
    let last = last.strip_suffix(".pdf").unwrap_or(last);
    let is_letter = last.len() <= 2 && last.starts_with(|first: char| first.is_ascii_alphabetic());
    let contest = parts.find(|part| is_letter && part.bytes().all(|byte| byte.is_ascii_digit()));
    Some(format!("{}{last}", contest.unwrap_or_default()))
}

/// Returns a name in small letters without `-`, `_` and blanks.
pub fn plain(name: &str) -> String {
    name.chars().filter(|letter| !matches!(letter, '-' | '_' | ' ')).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_as_people_write_them() {
        for (word, name) in [
            ("HDU 1850", "hdu1850"),
            ("hdoj-1850", "hdu1850"),
            ("luogu-P2197", "p2197"),
            ("baekjoon-9655", "boj9655"),
            ("LOJ 1229", "lightoj1229"),
            ("Codeforces 768E", "cf768e"),
            ("https://acm.hdu.edu.cn/showproblem.php?pid=1850", "hdu1850"),
            ("http://poj.org/problem?id=1704", "poj1704"),
            ("https://www.luogu.com.cn/problem/P2197#submit", "p2197"),
            ("https://www.acmicpc.net/problem/9655", "boj9655"),
            ("https://codeforces.com/contest/768/problem/E", "cf768e"),
            ("codeforces.com/problemset/problem/768/E?locale=en", "cf768e"),
            ("https://atcoder.jp/contests/abc297/tasks/abc297_g", "atabc297g"),
            ("https://cses.fi/problemset/task/1730/", "cses1730"),
            ("https://open.kattis.com/problems/snim", "kattissnim"),
            ("https://onlinejudge.org/external/103/10368.pdf", "uva10368"),
            ("https://vjudge.net/problem/HDU-1850", "hdu1850"),
            ("https://www.spoj.com/problems/NGM/", "spojngm"),
            ("https://www.hackerrank.com/challenges/nimble-game-1/problem", "hackerranknimblegame1"),
            // These have numbers of their own.
            ("https://www.acwing.com/problem/content/221/", "https://www.acwing.com/problem/content/221/"),
            ("https://notpoj.org/problem?id=1704", "https://notpoj.org/problem?id=1704"),
        ] {
            assert_eq!(short_name(word), name, "{word}");
        }
    }

    #[test]
    fn a_name_has_one_judge() {
        for (name, judge) in [
            ("hdu1850", Some("HDU")),
            ("P2197", Some("Luogu")),
            ("at-dp-k", Some("AtCoder")),
            ("edpck", Some("AtCoder")),
            ("kattis-snim", Some("Kattis")),
            ("luogu 1248", Some("Luogu")),
            ("codeforces 769e", Some("Codeforces")),
            ("https://www.acmicpc.net/problem/1", Some("Baekjoon")),
            ("powers-of-two", None),
            ("auction", None),
        ] {
            assert_eq!(Judge::of(name).map(|judge| judge.title), judge, "{name}");
        }
    }

    #[test]
    fn a_number_alone_is_that_of_a_judge() {
        assert!(is_number_of("1850", "hdu1850") && is_number_of("768E", "cf768e"));
        for word in ["850", "50", "e", "hdu1850", ""] {
            assert!(!is_number_of(word, "hdu1850") && !is_number_of(word, "cf768e"), "{word}");
        }
    }
}
