"""Gzip for files that static hosts do not compress."""

import gzip
import io
import zipfile
from collections.abc import Mapping

SUFFIX = ".packed"  # not .gz, which some servers unpack on the way
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # reproducible archives


def packed(content: bytes) -> bytes:
    """Compress bytes for `page/transport/packed.js`."""
    return gzip.compress(content, mtime=0)


def packed_zip(files: Mapping[str, bytes]) -> bytes:
    """Return files as a compressed zip; this is smaller than compressing each file."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as into:
        for name in sorted(files, key=lambda name: (name.rpartition(".")[2], name)):
            into.writestr(zipfile.ZipInfo(name, LONG_AGO), files[name])
    return packed(archive.getvalue())
