#!/usr/bin/env python3
"""Turns the links of the pages in an archive's folder that lead to no file of it into plain text.

    links.py FOLDER
"""

import pathlib
import re
import sys

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def rewritten(page):
    def one(found):
        link = found[3].partition("#")[0]
        leads = "://" in link or not link or (page.parent / link).exists()
        return found[0] if leads else found[2]

    return LINK.sub(one, page.read_text())


for page in sorted(pathlib.Path(sys.argv[1]).rglob("*.md")):
    page.write_text(rewritten(page))
