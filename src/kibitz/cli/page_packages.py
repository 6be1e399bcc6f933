"""Check for the packages that the web page needs, shared by several commands."""

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.language.errors import KibitzError


@contextmanager
def packages_of_page() -> Iterator[None]:
    """Context for imports; a missing package of the page raises an error of one sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise KibitzError(
            "the page needs the package {package}, which is not installed: "
            "pip install 'kibitz[web]'",
            package=error.name,
        ) from None
