#!/usr/bin/env python3
"""Builds the site of the documentation with mdBook.

    site.py FOLDER --program TOOLKIT

The pages of `docs` and the README are copied, with the statements of all problems as TOOLKIT prints them; links to files that
are not part of the site become plain text. A link that leads nowhere is an error.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def statement(link):
    """Returns the slug of the problem whose statement a link leads to."""
    found = re.fullmatch(r"(?:\.\./)?problems/(\w+)/statement\.en\.md", link)
    return found and found[1].replace("_", "-")


def site_link(link, pages):
    """Returns where a link leads on the site, or None."""
    if "://" in link or link.startswith("#"):
        return link
    slug = statement(link)
    if slug:
        return f"statements/{slug}.md"
    path, _, heading = link.partition("#")
    path = path.removeprefix("../").removeprefix("docs/")
    path = "index.md" if path == "README.md" else path
    return path + ("#" + heading if heading else "") if path in pages else None


def rewritten(text, pages):
    def one(found):
        target = site_link(found[3], pages)
        return f"{found[1]}[{found[2]}]({target})" if target else found[2]

    return LINK.sub(one, text)


def stage(folder, program):
    """Lays out the sources of the book."""
    docs = ROOT / "docs"
    source = folder / "src"
    shutil.copytree(docs, source)
    (source / "book.toml").rename(folder / "book.toml")
    toml = (folder / "book.toml").read_text().replace('src = "."', 'src = "src"')
    (folder / "book.toml").write_text(toml)
    shutil.copy(ROOT / "README.md", source / "index.md")
    for name in ["CONTRIBUTING.md", "CHANGELOG.md"]:
        shutil.copy(ROOT / name, source / name)
    pages = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    for page in source.glob("*.md"):
        page.write_text(rewritten(page.read_text(), pages))

    run = lambda *args: subprocess.run([program, *args], check=True, stdout=subprocess.PIPE, text=True).stdout
    statements = ["\n# Statements\n"]
    (source / "statements").mkdir()
    for problem in json.loads(run("list", "--json")):
        slug = problem["slug"]
        (source / "statements" / f"{slug}.md").write_text(run("show", slug))
        statements.append(f"- [{problem['title']}](statements/{slug}.md)")
    more = ["", "- [Contributing](CONTRIBUTING.md)", "- [Changes](CHANGELOG.md)", *statements]
    with open(source / "SUMMARY.md", "a") as summary:
        summary.write("\n".join(more) + "\n")


def dead_links(site):
    """Returns the links within the site that lead to no file or no heading."""
    dead = []
    for page in sorted(site.rglob("*.html")):
        for link in re.findall(r'(?:href|src)="([^"#:]*)(?:#([^"]*))?"', page.read_text()):
            path, heading = link
            file = (page.parent / path).resolve() if path else page
            file = file / "index.html" if file.is_dir() else file
            if not file.exists():
                dead.append(f"{page.relative_to(site)}: {path}")
            elif heading and file.suffix == ".html" and f'id="{heading}"' not in file.read_text():
                dead.append(f"{page.relative_to(site)}: {path}#{heading}")
    return dead


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        book = pathlib.Path(folder) / "book"
        book.mkdir()
        stage(book, args.program)
        subprocess.run(["mdbook", "build", "--dest-dir", str(args.folder.resolve()), str(book)], check=True)
    dead = dead_links(args.folder)
    if dead:
        sys.exit("links that lead nowhere:\n" + "\n".join(dead))


if __name__ == "__main__":
    main()
