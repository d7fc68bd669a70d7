#!/usr/bin/env bash
# Runs the command on its own terminal (util-linux' script) and prints its output for
# docs/command.md. Each state of the progress bar is a separate line here; on a terminal, each
# replaces the previous one.
set -euo pipefail
cd "$(dirname "$0")/.."
command=$PWD/dist/bundle/main.js
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
printf '#!/bin/sh\nexec node "%s" "$@"\n' "$command" >"$folder/bin/post-image-render"
chmod +x "$folder/bin/post-image-render"
export PATH=$folder/bin:$PATH LINK_KEYS=a-key-for-the-recording PUBLIC_BASE_URL=https://img.example
cd "$folder"

node "$command" schema --examples |
	node -e 'const all = JSON.parse(require("fs").readFileSync(0)); console.log(JSON.stringify(all.habitsCarousel, null, 2))' >carousel.json
cat >wrong.json <<'JSON'
{
  "platform": "photo-feed-square",
  "slides": [
    {
      "textBlocks": [
        { "text": "Hello", "fontSize": 900, "colour": "#FFC600" }
      ]
    }
  ]
}
JSON
sed 's/900/90/; s/, "colour": "#FFC600" }/, },/' wrong.json >comma.json
cat >small.json <<'JSON'
{ "slides": [{ "textBlocks": [{ "text": "Hello", "x": 40, "y": 60, "fontSize": 48 }] }] }
JSON
sed 's/"y": 60/"y": 700/' small.json >low.json

# Prints the output of a shell command on a terminal of 80 columns, and its exit code.
show() {
	printf '$ %s\n' "$1"
	local status=0
	script --quiet --return --command "stty cols 80; $1" /dev/null </dev/null >seen || status=$?
	tr -d '\r' <seen | sed 's/\x1b\[K/\n/g' | sed '/^$/d'
	[ "$status" -eq 0 ] || printf '(ends with %s)\n' "$status"
	printf '\n'
}
show 'post-image-render render carousel.json -o out/'
show 'ls out/'
show 'post-image-render render wrong.json'
show 'post-image-render render comma.json'
show 'post-image-render render low.json -o low.png --fail-on-warnings'
show 'post-image-render measure small.json | jq -cM ".slides[0].textBlocks[0].lines[]"'
show 'post-image-render link small.json'
show 'post-image-render schema | jq -cM ".properties.delivery"'
