//! Statements of packages: as they are written, as pages of HTML and as PDF.

use std::fs;

use nim_testing::whole::is_skipped;

use crate::judge::sources::has;
use crate::place::Place;
use crate::run::printed;

/// Returns a package with a statement in Markdown, a picture and a sample.
fn in_markdown() -> Place {
    let place = Place::new(&[
        "p/problem.yaml:problem_format_version: 2025-09\nname: Sum & Co\nuuid: u\nconstants: {most: 9}\n",
        "p/statement/problem.en.md:# Sum & Co\n\nAdd $a_1 \\le {{most}}$.\n\n![](a.png)\n\n<script>x</script>\n",
        "p/statement/a.png:abc",
        "p/data/sample/1.in:1 < 2\n",
        "p/data/sample/1.ans:3\n",
        "p/data/sample/2.in:\n",
        "p/data/sample/2.ans:\n",
        "p/data/sample/2.interaction:>5\n<lower\n",
    ]);
    place.write("no-tools/empty", "");
    place
}

/// Runs the program with a variable that names a file of the place.
#[track_caller]
fn with_variable(place: &Place, (variable, file): (&str, &str), code: i32, args: &[&str]) -> String {
    let output = place.toolkit(args).env(variable, place.path(file)).output().unwrap();
    let text = printed(&output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    text
}

/// Runs the program where PATH has no tools.
#[track_caller]
fn without_tools(place: &Place, code: i32, args: &[&str]) -> String {
    with_variable(place, ("PATH", "no-tools"), code, args)
}

#[test]
fn markdown_becomes_a_page_without_other_programs() {
    let place = in_markdown();
    without_tools(&place, 0, &["show", "p", "-o", "p.html"]);
    let page = fs::read_to_string(place.path("p.html")).unwrap();
    for part in [
        "<title>Sum &amp; Co</title>",
        "<h1>Sum &amp; Co</h1>",
        "<msub><mi>a</mi><mn>1</mn></msub>",
        "<mn>9</mn>",
        "src=\"data:image/png;base64,YWJj\"",
        "&lt;script&gt;",
        "<h3>Sample Input 1</h3>\n<pre>1 &lt; 2\n</pre>",
        "<h3>Sample Output 1</h3>\n<pre>3\n</pre>\n<h3>Sample Interaction 2</h3>\n<pre>&gt;5\n&lt;lower\n</pre>\n</html>",
    ] {
        assert!(page.contains(part), "{part:?} is not in {page}");
    }
    let text = place.run(0, &["show", "p"]);
    assert!(text.contains("Add $a_1 \\le 9$."), "{text}");
    assert_eq!(place.run(0, &["show", "p", "--sample", "1", "--answer"]), "3\n");
    assert!(place.run(2, &["show", "p", "--sample", "3"]).contains("p has no sample \"3\"; there are 1, 2"));
    let text = place.run(0, &["show", "p", "--lang", "sv"]);
    assert!(text.contains("note: there is no statement in \"sv\": this one is in \"en\""), "{text}");
    assert!(place.run(5, &["show", "p", "-o", "p.html"]).contains("--force"));
    assert!(place.run(2, &["show", "p", "-o", "p.doc"]).contains("neither .html nor .pdf"));
}

#[test]
fn a_statement_without_a_heading_has_the_title_of_the_package() {
    let place = in_markdown();
    place.write("p/statement/problem.en.md", "Add.\n");
    place.run(0, &["show", "p", "-o", "p.html"]);
    let page = fs::read_to_string(place.path("p.html")).unwrap();
    assert!(page.contains("<h1>Sum &amp; Co</h1>\n<p>Add.</p>"), "{page}");
    place.run(0, &["export", "p", "--format", "icpc-legacy", "-o", "out/"]);
    let tex = fs::read_to_string(place.path("out/p/problem_statement/problem.en.tex")).unwrap();
    assert!(tex.starts_with("\\problemname{Sum \\& Co}\n\nAdd."), "{tex}");
}

#[test]
fn a_missing_tool_is_named_with_a_way_to_get_it() {
    let place = in_markdown();
    fs::remove_file(place.path("p/statement/problem.en.md")).unwrap();
    place.write("p/statement/problem.en.tex", "\\problemname{Sum}\n\nAdd.\n");
    let text = without_tools(&place, 2, &["show", "p", "-o", "p.html"]);
    assert!(
        text.contains("pandoc, which is not on PATH") && text.contains("apt-get install pandoc"),
        "{text}"
    );
    let text = without_tools(&place, 2, &["show", "p", "-o", "p.pdf"]);
    assert!(text.contains("LuaLaTeX, which is not on PATH") && text.contains("TOOLKIT_LUALATEX"), "{text}");
    let text = without_tools(&place, 2, &["export", "p", "--format", "icpc", "--pdf"]);
    assert!(text.contains("LuaLaTeX") && !place.path("p.zip").exists(), "{text}");
    assert!(place.run(2, &["export", "p", "--format", "hydro", "--pdf"]).contains("for the ICPC formats"));
}

/// In place of `LuaLaTeX`: prints its input, and may miss a character.
const PRINTER: &str = "#!/bin/sh
cat statement.tex sample-1.txt > statement.pdf
echo 'Missing character: There is no ☃ (U+2603) in font [x]!' > statement.log
";

#[test]
fn a_pdf_has_the_statement_and_its_samples() {
    let place = in_markdown();
    place.write("printer", PRINTER);
    let run = |code: i32, args: &[&str]| with_variable(&place, ("TOOLKIT_LUALATEX", "printer"), code, args);
    let text = run(0, &["export", "p", "--format", "icpc-legacy", "--pdf", "-o", "out/"]);
    assert!(text.contains("the PDF lacks 1 character that no font has, such as ☃ (U+2603)"), "{text}");
    let pdf = fs::read_to_string(place.path("out/p/problem.pdf")).unwrap();
    for part in ["\\problemname{Sum \\& Co}", "$a_1 \\le 9$", "\\verbatiminput{sample-1.txt}", "1 < 2\n"] {
        assert!(pdf.contains(part), "{part:?} is not in {pdf}");
    }
    place.write(
        "printer",
        "#!/bin/sh\nprintf '! Undefined control sequence.\\nl.3 \\\\foo\\n' > statement.log\nexit 1\n",
    );
    let text = run(5, &["show", "p", "-o", "p.pdf"]);
    assert!(
        text.contains("LuaLaTeX does not accept the statement in \"en\": ! Undefined control sequence."),
        "{text}"
    );
}

#[test]
fn pandoc_makes_a_page_of_tex() {
    if !has("pandoc") {
        return;
    }
    let place = in_markdown();
    fs::remove_file(place.path("p/statement/problem.en.md")).unwrap();
    place.write(
        "p/statement/problem.en.tex",
        "\\problemname{Sum}\n\nAdd $a\\le{{most}}$.\n\n\\illustration{0.3}{a.png}{A}\n\\begin{Input}One.\\end{Input}\n",
    );
    place.run(0, &["show", "p", "-o", "p.html"]);
    let page = fs::read_to_string(place.path("p.html")).unwrap();
    for part in [
        ">Sum</h1>",
        "<mn>9</mn>",
        "src=\"data:image/png;base64,YWJj\"",
        ">Input</h1>",
        "<pre>1 &lt; 2\n</pre>",
    ] {
        assert!(page.contains(part), "{part:?} is not in {page}");
    }
}

#[test]
fn lualatex_makes_a_pdf() {
    if !has("lualatex") || is_skipped("LuaLaTeX itself") {
        return;
    }
    let place = in_markdown();
    fs::remove_file(place.path("p/statement/a.png")).unwrap();
    place.write(
        "p/statement/problem.en.md",
        "# Sum ≤ 2\n\nAdd `a` to **b**, $\\frac12$.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    );
    assert_eq!(place.run(0, &["show", "p", "-o", "p.pdf"]), "");
    assert!(fs::read(place.path("p.pdf")).unwrap().starts_with(b"%PDF-"));
    place.write("p/statement/problem.en.md", "# Sum\n\n$\\foo$\n");
    let text = place.run(5, &["show", "p", "-o", "q.pdf"]);
    assert!(text.contains("Undefined control sequence"), "{text}");
}
