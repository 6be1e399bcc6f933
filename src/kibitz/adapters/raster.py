"""Pictures as pixels, rendered by resvg."""

import io
import warnings
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kibitz.language.errors import KibitzError

# resvg takes the first that is installed: names of fonts, not only of kinds of fonts.
FONTS = "svg{font-family:Arial,Helvetica,'DejaVu Sans','Liberation Sans','Noto Sans',sans-serif}"
LETTER = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><text y='18'>8</text></svg>"
)


def pixels(svg: str) -> NDArray[np.uint8]:
    """Return a picture as an array of height x width x 3 bytes: red, green, blue."""
    if not draws_letters():
        warnings.warn("no font is installed, so pictures have no letters or numbers", stacklevel=2)
    return rendered(svg)


@lru_cache(1)
def draws_letters() -> bool:
    """Return whether a font is installed."""
    return bool((rendered(LETTER) < 255).any())


def rendered(svg: str) -> NDArray[np.uint8]:
    """Render a picture on white."""
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise KibitzError(
            "this needs the package {package}: pip install {package}",
            package="pillow" if error.name == "PIL" else "resvg-py",
        ) from None
    png = svg_to_bytes(svg_string=svg, background="#fff", style_sheet=FONTS)
    return np.array(Image.open(io.BytesIO(png)).convert("RGB"))
