#!/usr/bin/env bash
# Publishes a carousel on Instagram (Instagram API with Instagram login).
# SERVICE and API_KEY: the render service. IG_ID and TOKEN: the account, and its access token.
set -euo pipefail
graph=https://graph.instagram.com/v23.0

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
instagram() { ask -H "Authorization: Bearer $TOKEN" "$@"; }

# Waits until Instagram has fetched and checked a container's pictures.
finished() {
  local status=
  for _ in {1..60}; do
    status=$(instagram "$graph/$1?fields=status_code" | jq -r .status_code)
    case $status in
      FINISHED) return 0 ;;
      IN_PROGRESS) sleep 3 ;;
      *) break ;;
    esac
  done
  echo "Container $1 is $status." >&2
  return 1
}

rendered=$(ask "$SERVICE/api/render" -H "Authorization: Bearer $API_KEY" \
  -H 'content-type: application/json' -d '{
    "platform": "photo-feed-post", "mode": "carousel", "stepperStyle": "dots",
    "format": "jpeg", "maxBytes": 8000000, "delivery": "url",
    "slides": [{ "textBlocks": [{ "text": "One" }] }, { "textBlocks": [{ "text": "Two" }] }] }')

children=
while read -r image; do
  child=$(instagram "$graph/$IG_ID/media" -d is_carousel_item=true \
    --data-urlencode "image_url=$(jq -r .url <<< "$image")" \
    --data-urlencode "alt_text=$(jq -r .alt <<< "$image")" | jq -r .id)
  finished "$child"
  children+=${children:+,}$child
done < <(jq -c '.images[]' <<< "$rendered")

carousel=$(instagram "$graph/$IG_ID/media" -d media_type=CAROUSEL -d "children=$children" \
  --data-urlencode "caption=${CAPTION:-}" | jq -r .id)
finished "$carousel"
instagram "$graph/$IG_ID/media_publish" -d "creation_id=$carousel" | jq -r .id
