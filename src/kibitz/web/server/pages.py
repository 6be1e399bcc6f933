"""Pages and their assets, served from the files of the package."""

from hashlib import blake2b
from html import escape

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from kibitz.web.page_files import page_files, with_address

KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
}
# The start page, and the picture in the browser's tab.
PLACES = {"": "pages/start.html", "favicon.ico": "icons/icon.svg"}
READ = ["GET", "HEAD"]

pages = APIRouter(include_in_schema=False)


class File:
    """One file of the page, with its ETag."""

    def __init__(self, content: bytes, kind: str) -> None:
        self.content = content
        self.kind = kind
        # Weak: the same file may be sent compressed.
        self.tag = f'W/"{blake2b(content, digest_size=9).hexdigest()}"'


# Read once: only files of the package can be requested, whatever the path.
FILES = {
    path: File(content, KINDS[ending])
    for path, content in page_files()
    if (ending := path.rpartition(".")[2]) in KINDS
}


def sent(file: File, request: Request) -> Response:
    """Return a file; only its ETag if the browser has it."""
    headers = {"etag": file.tag}
    known = request.headers.get("if-none-match", "").split(",")
    if file.tag in map(str.strip, known):
        return Response(status_code=304, headers=headers)
    return Response(file.content, headers=headers, media_type=file.kind)


async def play(request: Request) -> Response:
    """Return the game page; which match it shows stands behind the # of its address."""
    file, site = addressed(FILES["pages/play.html"], request), request.app.state.site
    if site:
        meta = f'<head>\n<meta name="kibitz-site" content="{escape(site)}">'
        file = File(file.content.replace(b"<head>", meta.encode(), 1), file.kind)
    return sent(file, request)


async def fixed(request: Request) -> Response:
    """Return the file that has an address of its own."""
    return sent(addressed(FILES[PLACES[request.url.path[1:]]], request), request)


def addressed(file: File, request: Request) -> File:
    """Return a page with the address of the server in it; another file unchanged."""
    if not file.kind.startswith("text/html"):
        return file
    return File(with_address(file.content.decode(), str(request.base_url)).encode(), file.kind)


async def part(path: str, request: Request) -> Response:
    """Return a style, a module or a picture of the pages."""
    if path not in FILES:
        raise HTTPException(404)
    return sent(FILES[path], request)


for place in PLACES:
    pages.add_api_route(f"/{place}", fixed, methods=READ)
pages.add_api_route("/play", play, methods=READ)
pages.add_api_route("/page/{path:path}", part, methods=READ)
