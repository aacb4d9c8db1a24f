"""What every finding keeps; asked wherever a study is checked, for a check takes long."""

from __future__ import annotations

from research.checks.evidence import Level
from research.reporting.parts import claims
from research.verdicts.findings import Findings
from research.verdicts.verdict_rules import require_none_mixed_up


def assert_no_level_is_mixed_up(findings: Findings) -> None:
    """Tested, exhausted and proved fit what was done, and the report's table says the same."""
    assert findings.verdicts
    require_none_mixed_up(findings.verdicts)
    report = claims(findings)
    for verdict in findings.verdicts:
        begins = (f"| {verdict.name} |", f"| [{verdict.name}](")
        (row,) = [row for row in report.splitlines() if row.startswith(begins)]
        written = [str(level) for level in Level if f"| {level} |" in row.replace("**", "")]
        assert written == [str(verdict.level)], verdict.name
