#!/usr/bin/env bash
# Draws a post for each row of a CSV file as a job, and saves them as ZIP archives.
# SERVICE and API_KEY: the render service.
# ROWS: the file, whose first row names the variables. Without it, three cities.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Prints the answer. An error's answer goes to standard error, and its status is not 0.
ask() {
  local answer
  if answer=$(curl -sS --fail-with-body -H "Authorization: Bearer $API_KEY" "$@"); then
    printf '%s\n' "$answer"
  else
    printf '%s\n' "$answer" >&2
    return 1
  fi
}

rows=${ROWS:-$folder/rows.csv}
[ -n "${ROWS:-}" ] ||
  printf 'city,price\nLisbon,€ 49\n"Porto, old town",€ 39\nFaro,€ 29\n' > "$rows"
cat > "$folder/design.json" <<'JSON'
{
  "platform": "photo-feed-square", "format": "jpeg",
  "slides": [{
    "backgroundColor": "#14213D",
    "textBlocks": [
      { "text": "{{city}}", "x": 40, "y": 120, "width": 325, "height": 100, "fontSize": 56, "fit": "shrink" },
      { "text": "from {{price}}", "x": 40, "y": 240, "width": 325, "fontSize": 32 }
    ]
  }]
}
JSON

# The same rows again give the same job: who runs this twice does not draw twice.
key=$(cat "$folder/design.json" "$rows" | cksum | tr ' ' -)
job=$(ask "$SERVICE/api/jobs" -F "document=<$folder/design.json" -F output=zip \
  -F 'fileName={{city}}' -F "idempotencyKey=$key" -F "rows=@$rows;type=text/csv")
id=$(jq -r .id <<< "$job")

while state=$(jq -r .state <<< "$job"); [ "$state" = queued ] || [ "$state" = running ]; do
  jq -r '"\(.rows.drawn + .rows.failed) of \(.rows.total) rows, \(.secondsLeft // "?") s left"' <<< "$job" >&2
  sleep 1
  job=$(ask "$SERVICE/api/jobs/$id")
done

# Why rows failed; the others are in the archives.
ask "$SERVICE/api/jobs/$id/manifest" > "$folder/manifest.ndjson"
jq -r 'select(.error) | "row \(.row): \(.error.message)"' "$folder/manifest.ndjson" >&2
for part in $(seq "$(jq '.links.zips | length' <<< "$job")"); do
  ask "$SERVICE/api/jobs/$id/results.zip?part=$part" -o "posts-$part.zip" > "$folder/answer"
done
jq -r '"\(.rows.drawn) posts, \(.rows.failed) failed"' <<< "$job"
[ "$state" = done ] && [ "$(jq .rows.failed <<< "$job")" = 0 ]
