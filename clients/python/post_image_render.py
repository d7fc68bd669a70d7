"""Thin client of the Post Image Render Service. Python 3.9 or later, standard library only.

    from post_image_render import RenderClient

    client = RenderClient("http://localhost:3000", api_key="...")
    png = client.render_file({"slides": [{"textBlocks": [{"text": "Hello"}]}]}, "png")
    open("slide.png", "wb").write(png.data)
"""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, Optional

Json = Mapping[str, Any]


class RenderServiceError(Exception):
    """An answer of the service that is an error."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes):
        try:
            error = json.loads(body)["error"]
        except (ValueError, KeyError, TypeError):
            error = {}
        self.status = status
        #: Stable name of the error, for programs; "unknown" when something else answered.
        self.code: str = error.get("code", "unknown")
        self.message: str = error.get("message", f"The service answered {status}.")
        self.details: dict = error.get("details", {})
        #: Id of the request in the service's log.
        self.request_id: Optional[str] = headers.get("x-request-id")
        retry_after = headers.get("retry-after") or ""
        #: Seconds to wait before the next try, when that may help.
        self.retry_after: Optional[int] = int(retry_after) if retry_after.isdigit() else None
        super().__init__(f"{self.code}: {self.message}")


@dataclass(frozen=True)
class RenderedFile:
    """A file as the service answers it."""

    data: bytes
    mime_type: str
    #: X-Render-Warnings: how many warnings there are, and the code and path of the first.
    warnings: str


class RenderClient:
    """The HTTP API, a method for each operation. All raise RenderServiceError.

    :param base_url: where the service is, such as "https://images.example.com"
    :param api_key: an API key, where the service asks for one
    :param timeout: seconds without a byte after which a request is given up
    """

    def __init__(self, base_url: str, api_key: Optional[str] = None, timeout: float = 300):
        self._base_url = base_url.rstrip("/")
        self._headers = {} if api_key is None else {"authorization": f"Bearer {api_key}"}
        self._timeout = timeout

    def render(self, document: Json) -> dict:
        """POST /api/render: the images in the answer, or temporary URLs of them."""
        return self._json("/api/render", document)

    def render_file(self, document: Json, format: str, slide: Optional[int] = None) -> RenderedFile:
        """POST /api/render.png, .jpeg, .webp, .svg (one slide), .pdf and .zip (all slides)."""
        path = f"/api/render.{format}{_query(slide=slide)}"
        with self._post(path, document) as answer:
            return RenderedFile(
                answer.read(),
                answer.headers.get("content-type", ""),
                answer.headers.get("x-render-warnings", "0"),
            )

    def measure(self, document: Json) -> dict:
        """POST /api/measure: where things lie; nothing is drawn."""
        return self._json("/api/measure", document)

    def batch(self, document: Json, rows: Any) -> Iterator[dict]:
        """POST /api/batch: a line for each row, as soon as it is drawn. rows: a list, or CSV."""
        with self._post("/api/batch", {"document": document, "rows": rows}) as answer:
            for line in answer:
                yield json.loads(line)

    def batch_csv(self, document: Json, rows: bytes) -> Iterator[dict]:
        """POST /api/batch.csv: the same for the bytes of a CSV file in UTF-8."""
        boundary = uuid.uuid4().hex
        parts = {"document": json.dumps(document).encode(), "rows": rows}
        body = b"".join(
            f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n'.encode()
            + part
            + b"\r\n"
            for name, part in parts.items()
        )
        body += f"--{boundary}--\r\n".encode()
        kind = f"multipart/form-data; boundary={boundary}"
        with self._send("/api/batch.csv", body, kind) as answer:
            for line in answer:
                yield json.loads(line)

    def batch_zip(self, document: Json, rows: Any) -> bytes:
        """POST /api/batch.zip: the images of all rows as files."""
        with self._post("/api/batch.zip", {"document": document, "rows": rows}) as answer:
            return answer.read()

    def links(self, document: Json, **options: Any) -> dict:
        """POST /api/links: signed links to slides. Options: slide, expiresIn, format, inline."""
        return self._json("/api/links", {"document": document, **options})

    def templates(self, **search: Any) -> dict:
        """GET /api/templates. Search: query, platform, tag, page, per_page."""
        return self._json(f"/api/templates{_query(**search)}")

    def template(self, id: str) -> dict:
        """GET /api/templates/{id}."""
        return self._json(f"/api/templates/{urllib.parse.quote(id, safe='')}")

    def search_photos(self, **search: Any) -> dict:
        """GET /api/assets/photos/search. Search: query, target, orientation, page, per_page."""
        return self._json(f"/api/assets/photos/search{_query(**search)}")

    def track_photo_download(self, download_location: str) -> dict:
        """POST /api/assets/photos/track-download: reports that a photo was used."""
        body = {"downloadLocation": download_location}
        return self._json("/api/assets/photos/track-download", body)

    def search_icons(self, **search: Any) -> dict:
        """GET /api/assets/icons/search. Search: query, page, per_page."""
        return self._json(f"/api/assets/icons/search{_query(**search)}")

    def health(self) -> dict:
        """GET /api/health. A service whose checks fail answers 503, which is an error here."""
        return self._json("/api/health")

    def render_schema(self) -> dict:
        """GET /api/render-schema: limits, platforms, enumerations and the schema of a document."""
        return self._json("/api/render-schema")

    def _json(self, path: str, body: Optional[Json] = None) -> dict:
        answer = self._send(path) if body is None else self._post(path, body)
        with answer:
            return json.load(answer)

    def _post(self, path: str, body: Json):
        return self._send(path, json.dumps(body).encode(), "application/json")

    def _send(self, path: str, body: Optional[bytes] = None, kind: Optional[str] = None):
        headers = dict(self._headers)
        if kind is not None:
            headers["content-type"] = kind
        request = urllib.request.Request(self._base_url + path, data=body, headers=headers)
        try:
            return urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as failure:
            with failure:
                raise RenderServiceError(failure.code, failure.headers, failure.read()) from None


def _query(**values: Any) -> str:
    given = {name: value for name, value in values.items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""
