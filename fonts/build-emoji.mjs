// Packs the emoji pictures of @iconify-json/twemoji into emoji/: 10 MB of JSON
// are too much to parse in every render process for the few that a slide shows.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const here = new URL("./", import.meta.url);
const source = new URL("node_modules/@iconify-json/twemoji/", here);
const folder = new URL("emoji/", here);

/** Raw size of a block: one is unpacked at a time, so it bounds the cost of the first use. */
const blockSize = 48 * 1024;

// Pictures that the package hides because no keyboard offers them alone.
const components = {
	"1f3fb": "light-skin-tone",
	"1f3fc": "medium-light-skin-tone",
	"1f3fd": "medium-skin-tone",
	"1f3fe": "medium-dark-skin-tone",
	"1f3ff": "dark-skin-tone",
	"1f9b0": "red-haired",
	"1f9b1": "curly-haired",
	"1f9b2": "bald",
	"1f9b3": "white-haired",
};

// Their clip paths cut nothing off (the canvas itself, or a shape round the face).
const harmlessClips = new Set(["maracas", "shaking-face", "wireless"]);

/** Rewrites a picture so that it can stand in any SVG: no ids, no references, no layers. */
function plain(name, body) {
	if (/<clipPath/.test(body)) {
		if (!harmlessClips.has(name)) throw new Error(`${name} is clipped`);
		body = body.replace(/<clipPath.*?<\/clipPath>/gs, "").replace(/ clip-path="[^"]*"/g, "");
	}
	const named = new Map();
	for (const [element, id] of body.matchAll(/<(?:path|circle|ellipse)[^>]*? id="([^"]*)"[^>]*\/>/g)) {
		named.set(id, element.replace(/ id="[^"]*"/, ""));
	}
	body = body
		.replace(/<defs>.*?<\/defs>/gs, "")
		.replace(/<use([^>]*?) href="#([^"]*)"([^>]*)\/>/g, (_, before, id, after) => {
			const attributes = `${before}${after}`;
			return attributes === "" ? named.get(id) : `<g${attributes}>${named.get(id)}</g>`;
		})
		.replace(/ (?:id|xmlns)="[^"]*"/g, "")
		.replace(/<g>(<[^<>]*\/>)<\/g>/g, "$1")
		// On a shape without a stroke the two mean the same, and this one needs no layer.
		.replace(/(<(?:path|circle|ellipse)[^>]*?) opacity=/g, "$1 fill-opacity=")
		.replace(/<g[^>]*><\/g>/g, "");
	const foreign = body.match(/<(?!\/?(?:g|path|circle|ellipse)\b)|undefined|url\(| (?:id|href|opacity)=/);
	if (foreign) throw new Error(`${name} has something that is not plain: ${foreign[0]}`);
	return body;
}

export function buildEmoji() {
	const { icons } = JSON.parse(readFileSync(new URL("icons.json", source), "utf8"));
	const chars = JSON.parse(readFileSync(new URL("chars.json", source), "utf8"));
	const { version } = JSON.parse(readFileSync(new URL("package.json", source), "utf8"));
	const entries = Object.entries({ ...chars, ...components })
		.filter(([key]) => !/\p{Co}/u.test(String.fromCodePoint(Number.parseInt(key, 16))))
		.map(([key, name]) => {
			// keycaps are written 0031-20e3 there; keys have no leading zeros
			const id = key.replace(/(^|-)0+/g, "$1");
			return [id, plain(name, icons[name].body)];
		})
		// Variants of one picture lie side by side, so that they compress well.
		.sort(([a], [b]) => (a < b ? -1 : 1));

	const blocks = [];
	const lines = [];
	let offset = 0;
	for (let i = 0; i < entries.length; ) {
		const members = [];
		let raw = "";
		while (i < entries.length && (raw.length === 0 || raw.length < blockSize)) {
			const [key, art] = entries[i++];
			if (/[^\x20-\x7e]/.test(art)) throw new Error(`${key} is not plain ASCII`);
			members.push(`${key} ${art.length}`);
			raw += art;
		}
		const packed = brotliCompressSync(raw, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: 11,
				[constants.BROTLI_PARAM_LGWIN]: 18,
				[constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
			},
		});
		blocks.push(packed);
		lines.push(`${offset} ${packed.length} ${members.join(" ")}`);
		offset += packed.length;
	}
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder);
	writeFileSync(new URL("art.bin", folder), Buffer.concat(blocks));
	writeFileSync(new URL("index.txt", folder), `${lines.join("\n")}\n`);
	writeFileSync(
		new URL("LICENSE.txt", folder),
		`art.bin holds the emoji pictures of Twemoji (https://github.com/jdecked/twemoji), as
packed in the npm package @iconify-json/twemoji ${version}, with references
resolved and the pictures compressed.

Copyright Twitter, Inc, Justine De Caires and other contributors.

The graphics are licensed under CC-BY 4.0:
https://creativecommons.org/licenses/by/4.0/
`,
	);
	console.log(`emoji: ${entries.length} pictures in ${blocks.length} blocks, ${offset} bytes`);
}
