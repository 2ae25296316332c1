#!/usr/bin/env python3
"""Prints what is known of the libraries inside the program, as cargo and their sources tell it.

    libraries.py sbom TARGET       a CycloneDX 1.5 bill of materials, JSON
    libraries.py licences TARGET   their licences, and the texts of these, Markdown

The same sources give the same bytes; the time is that of SOURCE_DATE_EPOCH.
"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What the program holds beside its libraries.
BESIDE = """\
The program also holds the standard library of Rust (MIT OR Apache-2.0, its text is among those below) and, being static, musl's C
library:

> Copyright © 2005-2020 Rich Felker, et al.
>
> Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
> "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
> distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
> the following conditions:
>
> The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
>
> THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
> MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
> CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
> SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""

# Names of files with licences.
LICENCE_FILE = re.compile(r"(?i)^(licen[cs]e|copying|copyright|notice|unlicense)")


def libraries(target):
    """Returns the package itself, its libraries by name, and the libraries that each package uses directly."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={target}"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    uses, waiting = {}, [root]
    while waiting:
        package = waiting.pop()
        if package in uses:
            continue
        # What only builds or tests the program is not in it, nor is what makes code for the compiler.
        kinds = [(dep["pkg"], {kind["kind"] for kind in dep["dep_kinds"]}) for dep in nodes[package]["deps"]]
        used = [packages[used] for used, kinds in kinds if None in kinds]
        used = [used for used in used if not any("proc-macro" in part["kind"] for part in used["targets"])]
        uses[package] = sorted(used["id"] for used in used)
        waiting.extend(uses[package])
    by_name = lambda package: (package["name"], package["version"])
    return packages[root], sorted((packages[used] for used in uses if used != root), key=by_name), uses


def url(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package, kind, checksums):
    made = {
        "type": kind,
        "bom-ref": url(package),
        "name": package["name"],
        "version": package["version"],
        "purl": url(package),
    }
    if package["description"]:
        made["description"] = " ".join(package["description"].split())
    if package["license"]:
        made["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    checksum = checksums.get((package["name"], package["version"]))
    if checksum:
        made["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if package["repository"]:
        made["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return made


def sbom(target):
    root, used, uses = libraries(target)
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    checksums = {(row["name"], row["version"]): row.get("checksum") for row in lock["package"]}
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    packages = {package["id"]: package for package in [root, *used]}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": component(root, "application", checksums),
            "properties": [{"name": "cargo:target", "value": target}],
        },
        "components": [component(package, "library", checksums) for package in used],
        "dependencies": [
            {"ref": url(packages[user]), "dependsOn": [url(packages[package]) for package in uses[user]]}
            for user in sorted(uses, key=lambda user: url(packages[user]))
        ],
    }
    # A name for these contents, as long as they are the same.
    bill["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bill, sort_keys=True))}"
    print(json.dumps(bill, indent=1, sort_keys=True, ensure_ascii=False))


def licences(target):
    _, used, _ = libraries(target)
    texts = {}
    print(f"# Third-party software\n\nLibraries inside the program for {target}.\n\n{BESIDE}")
    print("| library | version | licence | texts |\n|---|---|---|---|")
    for package in used:
        folder = pathlib.Path(package["manifest_path"]).parent
        numbers = []
        for file in sorted(folder.iterdir()):
            if file.is_file() and LICENCE_FILE.match(file.name):
                text = "\n".join(line.rstrip() for line in file.read_text(errors="replace").splitlines()).strip()
                key = hashlib.sha256(" ".join(text.split()).encode()).digest()
                numbers.append(str(texts.setdefault(key, (len(texts) + 1, text))[0]))
        row = package["name"], package["version"], package["license"], ", ".join(dict.fromkeys(numbers))
        print("| " + " | ".join(row) + " |")
    for number, text in texts.values():
        print(f"\n## Text {number}\n\n```text\n{text}\n```")


if __name__ == "__main__":
    jobs = {"sbom": sbom, "licences": licences}
    if len(sys.argv) != 3 or sys.argv[1] not in jobs:
        sys.exit(__doc__)
    jobs[sys.argv[1]](sys.argv[2])
