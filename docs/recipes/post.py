#!/usr/bin/env python3
"""Draws a carousel and saves its slides: API_KEY=… python3 post.py http://localhost:3000 out"""
import base64
import json
import os
import pathlib
import sys
import urllib.error
import urllib.request

service, folder = sys.argv[1].rstrip("/"), pathlib.Path(sys.argv[2])
tips = ["Write it down", "Start small", "Do it daily"]
document = {
    "platform": "photo-feed-post",
    "mode": "carousel",
    "format": "jpeg",
    "slides": [
        {
            "backgroundColor": "#14213D",
            "textBlocks": [
                {"text": tip, "x": 40, "y": 180, "width": 325, "fontSize": 48, "align": "center"},
            ],
        }
        for tip in tips
    ],
}
request = urllib.request.Request(
    f"{service}/api/render",
    data=json.dumps(document).encode(),
    headers={
        "content-type": "application/json",
        "authorization": f"Bearer {os.environ.get('API_KEY', '')}",
    },
)
try:
    with urllib.request.urlopen(request, timeout=60) as answer:
        rendered = json.load(answer)
except urllib.error.HTTPError as failure:
    sys.exit(f"{failure}: {failure.read().decode(errors='replace')}")

folder.mkdir(parents=True, exist_ok=True)
for image in rendered["images"]:
    data = base64.b64decode(image["dataUrl"].split(",", 1)[1])
    (folder / f"slide-{image['slide']:02}.jpeg").write_bytes(data)
for warning in rendered["warnings"]:
    print(f"{warning['path']}: {warning['message']}", file=sys.stderr)
print(f"{rendered['slideCount']} slides")
