"""Where a frame's file lies in its package: the candidates, longest first."""

import pytest

from catalog.models import Frame
from catalog.paste import package_paths

PATHS = {
    "/venv/lib/python3.12/site-packages/sglang/srt/x.py": ["sglang/srt/x.py"],
    "/usr/local/lib/python3.10/dist-packages/torch/_utils.py": ["torch/_utils.py"],
    "/usr/lib/python3.11/json/decoder.py": ["json/decoder.py"],
    r"C:\Users\USER~1\Envs\shop\lib\site-packages\django\db\base.py": ["django/db/base.py"],
    r"~\anaconda3\lib\site-packages\pandas\core\frame.py": ["pandas/core/frame.py"],
    "/opt/conda/envs/a/lib/python3.9/site-packages/p/q.py": ["p/q.py"],
    "/app/lib.zip/pkg/mod.py": ["pkg/mod.py"],
    "/srv/eggs/foo-1.2-py3.8.egg/foo/bar.py": ["foo/bar.py"],
    "/sgl-workspace/sglang/python/sglang/srt/x.py": [
        "sgl-workspace/sglang/python/sglang/srt/x.py",
        "sglang/python/sglang/srt/x.py",
        "python/sglang/srt/x.py",
        "sglang/srt/x.py",
        "srt/x.py",
    ],
    ".../srt/x.py": ["srt/x.py"],
    "x.py": ["x.py"],
    "uvloop/loop.pyx": ["uvloop/loop.pyx"],
    "<string>": [],
    "<frozen importlib._bootstrap>": [],
    "": [],
}


@pytest.mark.parametrize("filename", PATHS)
def test_candidates(filename: str) -> None:
    """An installed file has one path, a checkout has every tail that could be one."""
    assert package_paths(Frame(filename)) == PATHS[filename]
