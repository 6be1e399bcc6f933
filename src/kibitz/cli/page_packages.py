"""Checks that the commands of the web page share: its packages, and addresses of sites."""

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.language.errors import KibitzError, quoted
from kibitz.system.extras import install


@contextmanager
def packages_of_page() -> Iterator[None]:
    """Context for imports; a missing package of the page raises an error of one sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise KibitzError(
            "the page needs the package {package}, which is not installed: {install}",
            package=error.name,
            install=install("web"),
        ) from None


def check_address(address: str) -> None:
    """Raise an error if the address of a site is given and is not a web address."""
    if address and not address.startswith(("http://", "https://")):
        raise KibitzError(
            "the address of a site begins with http:// or https://, not {address}",
            address=quoted(address),
        )
