"""Make the font of the page, `page/fonts/*.woff2`, from the npm package of Commissioner.

    .venv/bin/pip install fonttools brotli
    .venv/bin/python scripts/font.py

npm fetches the version that `locks/package-lock.json` names. Each file has the characters of one
script that the six languages need, in weights from 400 to 700, so that a browser loads only what it
shows. The licence of the font is written beside them.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from lock import install_npm_packages

FONTS = Path(__file__).resolve().parent.parent / "src" / "kibitz" / "web" / "page" / "fonts"
PACKAGE = Path("node_modules", "@fontsource-variable", "commissioner")
SOURCE = "files/commissioner-{script}-wght-normal.woff2"
WEIGHTS = (400, 700)
# The ranges of styles/fonts.css: Latin with punctuation, the letters of Estonian, Romanian and of
# transliterated names, and Greek.
PUNCTUATION = (0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2212)
SCRIPTS = {
    "latin": [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x152, 0x153, *range(0x2010, 0x2027)],
    "latin-ext": [*range(0x100, 0x180), *range(0x218, 0x21C)],
    "greek": [*range(0x37E, 0x3D0)],
}
SCRIPTS["latin"] += PUNCTUATION
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "liga", "calt"]


def main() -> int:
    """Write the files and print their sizes."""
    npm = shutil.which("npm")
    if npm is None:
        print("this needs npm: install Node.js")
        return 1
    FONTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        install_npm_packages(npm, Path(name))
        package = Path(name) / PACKAGE
        for script, characters in SCRIPTS.items():
            content = made((package / SOURCE.format(script=script)).read_bytes(), characters)
            (FONTS / f"commissioner-{script}.woff2").write_bytes(content)
            print(f"{len(content):7,}  {script}")
        shutil.copyfile(package / "LICENSE", FONTS / "LICENCE.txt")
    return 0


def made(source: bytes, characters: list[int]) -> bytes:
    """Return a font with some of its characters, in a range of weights."""
    font = instantiateVariableFont(TTFont(io.BytesIO(source)), {"wght": WEIGHTS})
    options = subset.Options()
    options.layout_features = FEATURES
    options.flavor = "woff2"
    worker = subset.Subsetter(options)
    worker.populate(unicodes=characters)
    worker.subset(font)
    target = io.BytesIO()
    font.flavor = "woff2"
    font.save(target)
    return target.getvalue()


if __name__ == "__main__":
    sys.exit(main())
