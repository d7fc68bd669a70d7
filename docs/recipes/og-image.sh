#!/usr/bin/env bash
# Draws the og:image of a blog post, small enough for WhatsApp. SERVICE and API_KEY: the render service.
set -euo pipefail

curl -sS --fail-with-body "$SERVICE/api/render.jpeg" -H "Authorization: Bearer $API_KEY" \
  -H 'content-type: application/json' -o og.jpeg -d '{
    "platform": "link-preview", "maxBytes": 300000,
    "slides": [{
      "backgroundColor": "#0C513F",
      "textBlocks": [{ "text": "A year without meetings", "fontSize": 44, "x": 36, "y": 60, "width": 380 }]
    }] }' ||
  { cat og.jpeg >&2; rm -f og.jpeg; exit 1; }
# <meta property="og:image" content="https://blog.example/og.jpeg">
# <meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">
