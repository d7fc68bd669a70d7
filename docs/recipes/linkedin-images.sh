#!/usr/bin/env bash
# Publishes a post of several images on LinkedIn, each with its alternative text.
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

ask "$SERVICE/api/render" -H "Authorization: Bearer $API_KEY" \
  -H 'content-type: application/json' -d '{
    "platform": "professional-post", "mode": "carousel", "stepperStyle": "none",
    "format": "jpeg", "maxBytes": 8000000,
    "slides": [{ "textBlocks": [{ "text": "One" }] }, { "textBlocks": [{ "text": "Two" }] }] }' \
  > "$folder/rendered.json"

for index in $(jq -r '.images | keys[]' "$folder/rendered.json"); do
  jq -r ".images[$index].dataUrl | split(\",\")[1]" "$folder/rendered.json" |
    base64 -d > "$folder/slide.jpeg"
  upload=$(jq -n --arg owner "$AUTHOR" '{ initializeUploadRequest: { owner: $owner } }' |
    linkedin "$api/images?action=initializeUpload" -d @-)
  ask -H "Authorization: Bearer $TOKEN" --upload-file "$folder/slide.jpeg" \
    "$(jq -r .value.uploadUrl <<< "$upload")" > "$folder/answer"
  jq --arg id "$(jq -r .value.image <<< "$upload")" ".images[$index] | { id: \$id, altText: .alt }" \
    "$folder/rendered.json" >> "$folder/images"
done

jq -s --arg author "$AUTHOR" '{
  author: $author, commentary: "Two things", visibility: "PUBLIC", lifecycleState: "PUBLISHED",
  distribution: { feedDistribution: "MAIN_FEED" },
  content: { multiImage: { images: . } } }' "$folder/images" |
  linkedin "$api/posts" -d @- -D "$folder/headers" > "$folder/answer"
tr -d '\r' < "$folder/headers" | sed -n 's/^x-restli-id: //ip'
