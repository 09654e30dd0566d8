"""The blocks of the guide and of the package's page are run as they stand."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("RUMMILAB_ROOT", Path(__file__).parents[3]))


@pytest.mark.parametrize("page", ["docs/python.md", "README.md", "crates/python/README.md"])
def test_every_python_block_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks
    names = {"__name__": page}
    for block in blocks:
        line = text[: text.index(block)].count("\n")
        exec(compile("\n" * line + block, page, "exec"), names)
