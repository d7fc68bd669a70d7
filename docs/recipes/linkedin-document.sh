#!/usr/bin/env bash
# Publishes a carousel on LinkedIn as one PDF.
# SERVICE and API_KEY: the render service. TOKEN: LinkedIn's access token.
# AUTHOR: urn:li:person:… or urn:li:organization:…. VERSION: of LinkedIn's API, as YYYYMM.
set -euo pipefail
api=https://api.linkedin.com/rest
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Prints the answer. An error's answer goes to standard error, and its status is not 0.
ask() {
  local answer
  if answer=$(curl -sS --fail-with-body "$@"); then
    printf '%s\n' "$answer"
  else
    printf '%s\n' "$answer" >&2
    return 1
  fi
}
linkedin() {
  ask -H "Authorization: Bearer $TOKEN" -H "LinkedIn-Version: $VERSION" \
    -H 'X-Restli-Protocol-Version: 2.0.0' -H 'content-type: application/json' "$@"
}

curl -sS --fail-with-body "$SERVICE/api/render.pdf" -H "Authorization: Bearer $API_KEY" \
  -H 'content-type: application/json' -o "$folder/post.pdf" -d '{
    "platform": "professional-portrait", "mode": "carousel", "quality": 85,
    "slides": [{ "textBlocks": [{ "text": "One" }] }, { "textBlocks": [{ "text": "Two" }] }] }' ||
  { cat "$folder/post.pdf" >&2; exit 1; }

upload=$(jq -n --arg owner "$AUTHOR" '{ initializeUploadRequest: { owner: $owner } }' |
  linkedin "$api/documents?action=initializeUpload" -d @-)
document=$(jq -r .value.document <<< "$upload")
ask -H "Authorization: Bearer $TOKEN" --upload-file "$folder/post.pdf" \
  "$(jq -r .value.uploadUrl <<< "$upload")" > "$folder/answer"

# LinkedIn makes pictures of the pages first.
status=PROCESSING
for _ in {1..60}; do
  status=$(linkedin "$api/documents/$(jq -rn --arg urn "$document" '$urn | @uri')" | jq -r .status)
  case $status in
    PROCESSING | WAITING_UPLOAD) sleep 3 ;;
    *) break ;;
  esac
done
[ "$status" = AVAILABLE ] || { echo "$document is $status." >&2; exit 1; }

jq -n --arg author "$AUTHOR" --arg id "$document" '{
  author: $author, commentary: "Two things", visibility: "PUBLIC", lifecycleState: "PUBLISHED",
  distribution: { feedDistribution: "MAIN_FEED" },
  content: { media: { title: "Two things", id: $id } } }' |
  linkedin "$api/posts" -d @- -D "$folder/headers" > "$folder/answer"
tr -d '\r' < "$folder/headers" | sed -n 's/^x-restli-id: //ip'
