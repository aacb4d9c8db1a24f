"""Write the catalogue: ``python -m research.families.catalogue --out reports/catalogue``."""

from __future__ import annotations

import argparse
from pathlib import Path

from research.families.catalogue.codes import code_page, families_of_codes
from research.families.catalogue.index import index_page
from research.families.catalogue.vectors import vector_page
from research.system.files import require_writable, write_all


def main() -> None:
    """Look at every member of the four families and write their pages."""
    parser = argparse.ArgumentParser(prog="python -m research.families.catalogue")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the pages")
    out = parser.parse_args().out
    require_writable(out)
    pages = [*map(code_page, families_of_codes()), vector_page()]
    texts = {page.file: page.text for page in pages}
    write_all(out, {"README.md": index_page(pages), **texts})


if __name__ == "__main__":
    main()
