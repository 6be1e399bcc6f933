"""Charts of tables and comparisons, as SVG."""

from collections.abc import Sequence
from html import escape


def bars(title: str, counts: Sequence[tuple[str, int]]) -> str:
    """Draw a bar chart of the count of each kind."""
    most = max((count for _, count in counts), default=1) or 1
    height = 20 * len(counts) + 40
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='520' height='{height}' role='img' "
        "font-family='sans-serif' font-size='13'>",
        "<rect width='100%' height='100%' fill='white'/>",
        f"<text x='10' y='22' font-weight='bold'>{escape(title)}</text>",
    ]
    for line, (label, count) in enumerate(counts):
        y = 20 * line + 36
        parts.append(f"<text x='100' y='{y + 13}' text-anchor='end'>{escape(label)}</text>")
        parts.append(
            f"<rect x='110' y='{y + 2}' width='{300 * count / most:.1f}' height='14' fill='#468'/>"
        )
        parts.append(f"<text x='{115 + 300 * count / most:.1f}' y='{y + 13}'>{count:,}</text>")
    return "\n".join([*parts, "</svg>"])
