"""Checks that commands share: packages of an extra, and addresses of sites."""

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.language.errors import KibitzError, phrase, quoted
from kibitz.system.extras import install

PAGE = phrase("the page needs the package {package}, which is not installed: {install}")


@contextmanager
def packages_of(extra: str, sentence: str = PAGE) -> Iterator[None]:
    """Context for imports; a missing package of an extra raises an error of one sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise KibitzError(sentence, package=error.name, install=install(extra)) from None


def check_address(address: str) -> None:
    """Raise an error if the address of a site is given and is not a web address."""
    if address and not address.startswith(("http://", "https://")):
        raise KibitzError(
            "the address of a site begins with http:// or https://, not {address}",
            address=quoted(address),
        )
