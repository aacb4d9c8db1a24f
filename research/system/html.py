"""A page of HTML in one file, which needs no network."""

from __future__ import annotations

from html import escape


def html_page(title: str, style: str, body: str) -> str:
    """Return a page with a title, its style and its body."""
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>
{style.strip()}
</style>
</head>
<body>
{body.strip()}
</body>
</html>
"""
