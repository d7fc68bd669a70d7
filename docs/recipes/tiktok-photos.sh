#!/usr/bin/env bash
# Sends photos to the inbox of a TikTok account, where its owner completes the post.
# SERVICE and API_KEY: the render service. TOKEN: TikTok's access token, scope video.upload.
set -euo pipefail
api=https://open.tiktokapis.com/v2/post/publish

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
tiktok() {
  ask -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json; charset=UTF-8' "$@"
}

rendered=$(ask "$SERVICE/api/render" -H "Authorization: Bearer $API_KEY" \
  -H 'content-type: application/json' -d '{
    "platform": "short-video-story", "mode": "carousel", "format": "webp", "delivery": "url",
    "slides": [{ "textBlocks": [{ "text": "One" }] }, { "textBlocks": [{ "text": "Two" }] }] }')
publish_id=$(jq '{
    media_type: "PHOTO", post_mode: "MEDIA_UPLOAD", post_info: { title: "Two things" },
    source_info: { source: "PULL_FROM_URL", photo_cover_index: 0, photo_images: [.images[].url] }
  }' <<< "$rendered" | tiktok "$api/content/init/" -d @- | jq -r .data.publish_id)

# TikTok fetches the pictures; the render service keeps them for 15 minutes.
for _ in {1..60}; do
  answer=$(jq -n --arg id "$publish_id" '{ publish_id: $id }' | tiktok "$api/status/fetch/" -d @-)
  case $(jq -r .data.status <<< "$answer") in
    PROCESSING_*) sleep 3 ;;
    SEND_TO_USER_INBOX | PUBLISH_COMPLETE) echo "$publish_id"; exit ;;
    *) break ;;
  esac
done
echo "TikTok did not take the pictures: $answer" >&2
exit 1
