#!/usr/bin/env python3
"""Executes a notebook, and compares what its cells print and show with what stands in it.

    notebook.py FILE [--write]

--write  writes the outputs into the file instead
"""

import sys

import nbclient
import nbformat


def outputs(notebook):
    """Returns what each cell of code has put out."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [(cell.source, [dict(output) for output in cell.outputs]) for cell in cells]


def main(file, write):
    notebook = nbformat.read(file, as_version=4)
    before = outputs(notebook)
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3", coalesce_streams=True, record_timing=False).execute()
    for cell in notebook.cells:
        cell.metadata.clear()
    # The language alone: versions are those of whoever wrote it last.
    notebook.metadata = {"language_info": {"name": "python"}}
    if write:
        nbformat.write(notebook, file)
        return
    for (source, expected), (_, found) in zip(before, outputs(notebook), strict=True):
        if expected != found:
            sys.exit(f"{file}: a cell has other outputs:\n{source}\nexpected {expected}"[:2000] + f"\nfound {found}"[:2000])


if __name__ == "__main__":
    main(sys.argv[1], "--write" in sys.argv[2:])
