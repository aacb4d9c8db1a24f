"""The notebooks under docs, run as a reader would run them.

They are kept with their outputs, so that the site and whoever opens one sees what it gives without
running it; a test runs them anew and compares. Kept are neither times nor versions nor paths of a
machine. Pictures are kept and not compared.

Run ``documents.py`` on a notebook to write its outputs anew.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))
SECONDS = 300
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
PICTURE = re.compile(r"data:image/[^\"]*|<svg.*?</svg>", re.DOTALL)


def run(path: Path, folder: Path) -> Any:
    """Return a notebook with the outputs that its cells give, run in a folder of its own.

    An error in a cell that is not marked ``raises-exception`` is raised.
    """
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute(
        env={
            **os.environ,
            "PATH": str(Path(sys.executable).parent),
            "PYTHONPATH": str(ROOT),
            "GRUNDWORK_HOME": str(folder / "home"),
            "IPYTHONDIR": str(folder / "ipython"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
    )
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL})
    return notebook


def outputs(notebook: Any) -> list[list[dict[str, Any]]]:
    """Return what each code cell gives, with pictures left out."""
    return [
        [_compared(output) for output in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def _compared(output: Any) -> dict[str, Any]:
    found = {key: value for key, value in output.items() if key not in ("data", "metadata")}
    data = {kind: value for kind, value in output.get("data", {}).items() if "image" not in kind}
    return found | {kind: PICTURE.sub("picture", str(value)) for kind, value in data.items()}


def rewrite(path: Path, folder: Path) -> bool:
    """Write the outputs of a notebook anew; whether a compared one has changed."""
    import nbformat

    before = nbformat.read(path, as_version=4)
    after = run(path, folder)
    nbformat.write(after, path)
    return outputs(before) != outputs(after)
