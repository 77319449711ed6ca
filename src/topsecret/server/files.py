"""The browser client: files that were built beforehand, small enough to be kept in memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

FOLDER = Path(__file__).parent / "client"
NOT_BUILT = """topsecret: the browser client was not built.

In a checkout of the repository:

    cd web
    npm ci
    npm run build

and load this page again.
"""
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".webmanifest": "application/manifest+json",
}
ZIPPED = {".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt", ".map"}


@dataclass(frozen=True)
class Stored:
    body: bytes
    zipped: bytes | None
    kind: str
    tag: str
    stamp: tuple[int, int]


class Client:
    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.kept: dict[Path, Stored] = {}

    def answer(self, request: web.Request) -> web.Response:
        """The file of a path; the page itself for every path without a dot."""
        parts = [part for part in request.path.split("/") if part]
        page = not parts or "." not in parts[-1]
        stored = self._load(["index.html"] if page else parts)
        if stored is None:
            if page:
                return web.Response(text=NOT_BUILT, status=503, headers={"Cache-Control": "no-store"})
            raise web.HTTPNotFound
        hashed = is_kept_for_good(request.path)
        headers = {
            "Cache-Control": "no-store" if page else "public, max-age=31536000, immutable" if hashed else "no-cache",
            "ETag": stored.tag,
            "Vary": "Accept-Encoding",
        }
        if not page and request.headers.get("If-None-Match") == stored.tag:
            return web.Response(status=304, headers=headers)
        body = stored.body
        if stored.zipped is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            body = stored.zipped
            headers["Content-Encoding"] = "gzip"
        charset = "utf-8" if stored.kind.startswith("text/") or stored.kind.endswith(("json", "xml")) else None
        return web.Response(body=body, content_type=stored.kind, charset=charset, headers=headers)

    def _load(self, parts: list[str]) -> Stored | None:
        if any(part.startswith(".") or "\\" in part or "\0" in part or ":" in part for part in parts):
            return None
        path = self.folder.joinpath(*parts)
        try:
            about = path.stat()
            if not path.is_file() or not path.resolve().is_relative_to(self.folder.resolve()):
                return None
            stamp = (about.st_mtime_ns, about.st_size)
            stored = self.kept.get(path)
            if stored is None or stored.stamp != stamp:
                stored = self.kept[path] = read(path, stamp)
        except (OSError, ValueError):
            return None
        return stored


def is_kept_for_good(path: str) -> bool:
    """Files that are named by what is in them: browsers ask for each once."""
    return path.startswith("/assets/")


def read(path: Path, stamp: tuple[int, int]) -> Stored:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    zipped = gzip.compress(body, 9, mtime=0) if path.suffix in ZIPPED else None
    if zipped is not None and len(zipped) >= len(body):
        zipped = None
    return Stored(body, zipped, kind, f'"{hashlib.sha256(body).hexdigest()[:32]}"', stamp)
