"""Thin client of the Post Image Render Service. Python 3.9 or later, standard library only.

    from post_image_render import RenderClient

    client = RenderClient("http://localhost:3000", api_key="...")
    png = client.render_file({"slides": [{"textBlocks": [{"text": "Hello"}]}]}, "png")
    open("slide.png", "wb").write(png.data)
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any, BinaryIO, Iterator, Mapping, Optional, Tuple, Union

Json = Mapping[str, Any]
#: CSV; or the name of a file and what is in it: rows.ndjson has a JSON object on each line.
Rows = Union[str, bytes, Tuple[str, bytes]]


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

    # operations: made by npm run generate

    def health(self) -> dict:
        """GET /api/health: Whether the service works."""
        return self._json("/api/health")

    def live(self) -> dict:
        """GET /api/health/live: Whether the process is alive."""
        return self._json("/api/health/live")

    def ready(self) -> dict:
        """GET /api/health/ready: Whether to send requests."""
        return self._json("/api/health/ready")

    def render_schema(self) -> dict:
        """GET /api/render-schema: The render contract."""
        return self._json("/api/render-schema")

    def open_api(self) -> dict:
        """GET /api/openapi.json: This document."""
        return self._json("/api/openapi.json")

    def render(self, document: Json) -> dict:
        """POST /api/render: Render a document into images."""
        return self._json("/api/render", document)

    def render_file(self, document: Json, format: str, slide: Optional[int] = None, platform: Optional[str] = None) -> RenderedFile:
        """POST /api/render.png, .jpeg, .webp, .svg, .pdf, .zip: Render a file, of one slide or, as PDF and ZIP, of all slides."""
        return self._file(f"/api/render.{format}{_query(slide=slide, platform=platform)}", document)

    def measure(self, document: Json) -> dict:
        """POST /api/measure: Lay out a document without rendering it."""
        return self._json("/api/measure", document)

    def batch(self, document: Json, rows: Any) -> Iterator[dict]:
        """POST /api/batch: Render one document with many rows of data."""
        with self._send("/api/batch", {"document": document, "rows": rows}) as answer:
            for line in answer:
                yield json.loads(line)

    def batch_csv(self, document: Json, rows: bytes) -> Iterator[dict]:
        """POST /api/batch.csv: Render one document with the rows of a CSV file."""
        with self._send("/api/batch.csv", *_form({"document": document, "rows": rows})) as answer:
            for line in answer:
                yield json.loads(line)

    def batch_zip(self, document: Json, rows: Any) -> bytes:
        """POST /api/batch.zip: Render many rows of data into a ZIP."""
        return self._file("/api/batch.zip", {"document": document, "rows": rows}).data

    def start_job(self, document: Json, rows: Any, **options: Any) -> dict:
        """POST /api/jobs: Render many rows of data in the background. Options: output, fileName, webhook, idempotencyKey."""
        return self._json("/api/jobs", {"document": document, "rows": rows, **options})

    def start_job_of(self, document: Json, rows: Rows, **options: Any) -> dict:
        """POST /api/jobs: The same for rows in a file, CSV or NDJSON, however long it is. Options: output, fileName, webhook, idempotencyKey."""
        return self._json("/api/jobs", *_form({"document": document, **options, "rows": rows}))

    def job(self, id: str) -> dict:
        """GET /api/jobs/{id}: State and progress of a job."""
        return self._json(f"/api/jobs/{_quote(id)}")

    def cancel_job(self, id: str) -> dict:
        """DELETE /api/jobs/{id}: Cancel a job, or delete its results."""
        return self._json(f"/api/jobs/{_quote(id)}", method="DELETE")

    def job_events(self, id: str) -> Iterator[dict]:
        """GET /api/jobs/{id}/events: Progress of a job as server-sent events."""
        with self._send(f"/api/jobs/{_quote(id)}/events") as answer:
            for line in answer:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

    def job_manifest(self, id: str) -> Iterator[dict]:
        """GET /api/jobs/{id}/manifest: Result of each row of a job."""
        with self._send(f"/api/jobs/{_quote(id)}/manifest") as answer:
            for line in answer:
                yield json.loads(line)

    def job_zip(self, id: str, **search: Any) -> BinaryIO:
        """GET /api/jobs/{id}/results.zip: The pictures of a job as a ZIP. Search: part."""
        return self._send(f"/api/jobs/{_quote(id)}/results.zip{_query(**search)}")

    def job_file(self, folder: str, file: str) -> RenderedFile:
        """GET /api/jobs/files/{folder}/{file}: A picture of a job."""
        return self._file(f"/api/jobs/files/{_quote(folder)}/{_quote(file)}")

    def templates(self, **search: Any) -> dict:
        """GET /api/templates: Find templates. Search: query, platform, tag, page, per_page."""
        return self._json(f"/api/templates{_query(**search)}")

    def template(self, id: str) -> dict:
        """GET /api/templates/{id}: A template."""
        return self._json(f"/api/templates/{_quote(id)}")

    def check_template(self, body: Json) -> dict:
        """POST /api/templates/check: Check a template."""
        return self._json("/api/templates/check", body)

    def template_file(self, id: str, format: str, platform: Optional[str] = None, slide: Optional[int] = None, brand: Optional[str] = None) -> RenderedFile:
        """GET /api/templates/{id}.png, .webp, .svg: A template with its own examples."""
        return self._file(f"/api/templates/{_quote(id)}.{format}{_query(platform=platform, slide=slide, brand=brand)}")

    def temporary_image(self, file: str) -> RenderedFile:
        """GET /api/renders/{file}: A temporary image."""
        return self._file(f"/api/renders/{_quote(file)}")

    def links(self, document: Json, **options: Any) -> dict:
        """POST /api/links: Create signed links for a document. Options: slide, expiresIn, inline, format, open."""
        return self._json("/api/links", {"document": document, **options})

    def linked_image(self, signature: str, payload: str, file: str) -> RenderedFile:
        """GET /i/{signature}/{payload}/{file}: A slide by its link."""
        return self._file(f"/i/{_quote(signature)}/{_quote(payload)}/{_quote(file)}")

    def expiring_linked_image(self, signature: str, expiry: str, payload: str, file: str) -> RenderedFile:
        """GET /i/{signature}/{expiry}/{payload}/{file}: A slide by a link that expires."""
        return self._file(f"/i/{_quote(signature)}/{_quote(expiry)}/{_quote(payload)}/{_quote(file)}")

    def get_open_template_image(self, file: str) -> RenderedFile:
        """GET /t/{file}: A template with values from the query."""
        return self._file(f"/t/{_quote(file)}")

    def search_photos(self, **search: Any) -> dict:
        """GET /api/assets/photos/search: Search photos. Search: query, target, orientation, page, per_page, limit."""
        return self._json(f"/api/assets/photos/search{_query(**search)}")

    def track_photo_download(self, download_location: Any) -> dict:
        """POST /api/assets/photos/track-download: Report that a photo was used."""
        return self._json("/api/assets/photos/track-download", {"downloadLocation": download_location})

    def search_icons(self, **search: Any) -> dict:
        """GET /api/assets/icons/search: Search icons. Search: query, page, per_page, limit."""
        return self._json(f"/api/assets/icons/search{_query(**search)}")

    def icon(self, set: str, file: str, **search: Any) -> RenderedFile:
        """GET /api/assets/icons/{set}/{file}: An icon. Search: color."""
        return self._file(f"/api/assets/icons/{_quote(set)}/{_quote(file)}{_query(**search)}")

    def builtin_photo(self, file: str) -> RenderedFile:
        """GET /api/assets/photos/builtin/{file}: A background that the service draws itself."""
        return self._file(f"/api/assets/photos/builtin/{_quote(file)}")

    # end of the operations

    def watch_job(self, id: str, pause: float = 1) -> Iterator[dict]:
        """GET /api/jobs/{id}, again and again: the last time when the job is over.

        A service that does not answer for a while is asked again.

        :param pause: seconds between two requests
        """
        failures = 0
        while True:
            try:
                job = self.job(id)
            except (OSError, RenderServiceError) as failure:
                failures += 1
                passing = not isinstance(failure, RenderServiceError) or failure.status >= 500
                if not passing or failures > _MOST_FAILURES:
                    raise
            else:
                failures = 0
                yield job
                if job["state"] not in ("queued", "running"):
                    return
            time.sleep(pause)

    def job_picture(self, file: Json) -> RenderedFile:
        """A picture that the manifest of a job names, through the address that this client uses."""
        folder, name = urllib.parse.urlsplit(file["url"]).path.split("/")[-2:]
        return self.job_file(folder, name)

    def _json(self, path: str, body: Union[Json, bytes, None] = None, *more: Any, **how: Any) -> dict:
        with self._send(path, body, *more, **how) as answer:
            return json.load(answer)

    def _file(self, path: str, body: Union[Json, bytes, None] = None, **how: Any) -> RenderedFile:
        with self._send(path, body, **how) as answer:
            return RenderedFile(
                answer.read(),
                answer.headers.get("content-type", ""),
                answer.headers.get("x-render-warnings", "0"),
            )

    def _send(
        self,
        path: str,
        body: Union[Json, bytes, None] = None,
        kind: str = "application/json",
        method: Optional[str] = None,
    ):
        headers = {}
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if data is not None:
            headers["content-type"] = kind
        request = urllib.request.Request(
            self._base_url + path, data=data, headers=headers, method=method
        )
        # A redirect to an object store takes no key along.
        for name, value in self._headers.items():
            request.add_unredirected_header(name, value)
        try:
            return urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as failure:
            with failure:
                raise RenderServiceError(failure.code, failure.headers, failure.read()) from None


#: Failures in a row after which a job is watched no longer.
_MOST_FAILURES = 60


def _quote(value: str) -> str:
    return urllib.parse.quote(value, safe="")


def _form(fields: Mapping[str, Any]) -> Tuple[bytes, str]:
    """A body of multipart/form-data and its media type. Objects are sent as JSON."""
    boundary = uuid.uuid4().hex
    pieces = []
    for name, value in fields.items():
        if value is None:
            continue
        file = ""
        if isinstance(value, tuple):
            file, value = f'; filename="{_quote(value[0])}"', value[1]
        if isinstance(value, str):
            value = value.encode()
        elif not isinstance(value, bytes):
            value = json.dumps(value).encode()
        head = f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"{file}\r\n\r\n'
        pieces += [head.encode(), value, b"\r\n"]
    pieces.append(f"--{boundary}--\r\n".encode())
    return b"".join(pieces), f"multipart/form-data; boundary={boundary}"


def _query(**values: Any) -> str:
    given = {name: value for name, value in values.items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""
