#!/usr/bin/env python3
"""Makes the packages of systems from the archives of a release: a Debian package for each of Linux, and what Homebrew, Scoop and the AUR
need. Linters that are installed are run.

    packages.py FOLDER VERSION

FOLDER has the archives. What needs one that is not there is skipped with a message.
"""

import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "release/packages"
# Debian's names of machines.
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
# Where Debian has the files of an archive; manual pages are compressed.
PLACES = {
    "toolkit": "usr/bin/toolkit",
    "completions/toolkit.bash": "usr/share/bash-completion/completions/toolkit",
    "completions/_toolkit": "usr/share/zsh/vendor-completions/_toolkit",
    "completions/toolkit.fish": "usr/share/fish/vendor_completions.d/toolkit.fish",
    "play.html": "usr/share/doc/nim-toolkit/play.html",
    "LICENSE-MIT": "usr/share/doc/nim-toolkit/copyright",
    "THIRD-PARTY.md": "usr/share/doc/nim-toolkit/THIRD-PARTY.md",
}


def filled(text, values, folder):
    """Returns a template with names in double braces replaced; None if it needs an archive that is not there."""
    for name, value in values.items():
        text = text.replace("{{" + name + "}}", value)
    for file in set(re.findall(r"\{\{sha256:([^}]*)\}\}", text)):
        if not (folder / file).exists():
            print(f"== skipped: there is no {file}")
            return None
        digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()
        text = text.replace("{{sha256:" + file + "}}", digest)
    assert "{{" not in text, text
    return text


def lint(*command):
    """Runs a linter, if it is installed."""
    if shutil.which(command[0]):
        subprocess.run(command, check=True)
    else:
        print(f"== skipped: {' '.join(map(str, command[:2]))}: it is not installed")


def debian(archive, machine, values, folder):
    """Makes a Debian package of an archive."""
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        with tarfile.open(archive) as tar:
            tar.extractall(work / "archive", filter="data")
        (source,) = (work / "archive").iterdir()
        tree = work / "tree"
        for file, place in PLACES.items():
            if (source / file).exists():
                (tree / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source / file, tree / place)
        pages = tree / "usr/share/man/man1"
        pages.mkdir(parents=True)
        for page in (source / "man/man1").iterdir():
            (pages / f"{page.name}.gz").write_bytes(gzip.compress(page.read_bytes(), mtime=0))
        size = sum(file.stat().st_size for file in tree.rglob("*") if file.is_file())
        values = values | {"debian-architecture": MACHINES[machine], "installed-size": str(size // 1024)}
        (tree / "DEBIAN").mkdir()
        (tree / "DEBIAN/control").write_text(filled((TEMPLATES / "control").read_text(), values, folder))
        for path in tree.rglob("*"):
            path.chmod(0o755 if path.is_dir() or path.name == "toolkit" and path.parent.name == "bin" else 0o644)
        package = folder / f"nim-toolkit_{values['version']}_{MACHINES[machine]}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, package], check=True)
        lint("lintian", "--fail-on", "error", package)


def main():
    folder, version = pathlib.Path(sys.argv[1]), sys.argv[2]
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text())
    # Until the project has an address, a host that cannot exist stands for it.
    address = manifest["workspace"]["package"]["repository"] or "https://nim-toolkit.invalid"
    values = {"version": version, "address": address}
    for machine in MACHINES:
        archive = folder / f"nim-toolkit-{version}-{machine}-unknown-linux-musl.tar.gz"
        if archive.exists() and shutil.which("dpkg-deb"):
            debian(archive, machine, values, folder)
        else:
            print(f"== skipped: a Debian package for {machine}: there is no archive or no dpkg-deb")
    for name, command in [
        ("nim-toolkit.rb", ["ruby", "-c"]),
        ("nim-toolkit.json", None),
        ("PKGBUILD", ["bash", "-n"]),
    ]:
        text = filled((TEMPLATES / name).read_text(), values, folder)
        if text is not None:
            (folder / name).write_text(text)
            if command:
                lint(*command, folder / name)
            else:
                json.loads(text)


os.umask(0o022)
main()
