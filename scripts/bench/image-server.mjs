import { createServer } from "node:http";
import { crc32 } from "node:zlib";
import sharp from "sharp";

/**
 * Serves each image under any number of URLs, each time with different bytes, so that no cache can
 * contain it: the number in the URL is written into a comment of the file.
 * @typedef {object} ImageServer
 * @property {(kind?: "usual" | "large") => string} photo a new URL of a JPEG
 * @property {() => string} pngLogo a new URL of a PNG with transparency
 * @property {() => string} webp a new URL of a WebP
 * @property {() => string} svgLogo a new URL of an SVG
 * @property {(megapixels: number) => Promise<string>} sized a new URL of a JPEG of that size
 * @property {() => Promise<void>} close
 */

const SVG_LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#D4AF37"/><path d="M6 13l4 4 8-9" fill="none" stroke="#10233f" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** @param {import("./photos.mjs").Photos} photos @returns {Promise<ImageServer>} */
export async function startImageServer(photos) {
	/** @type {Map<string, { type: string, stamped: (n: number) => Buffer }>} */
	const files = new Map();
	const jpeg = (/** @type {string} */ name, /** @type {Buffer} */ bytes) =>
		files.set(name, { type: "image/jpeg", stamped: (n) => stampJpeg(bytes, n) });
	for (const kind of /** @type {const} */ (["usual", "large"]))
		for (const [i, bytes] of photos[kind].entries()) jpeg(`${kind}-${i}.jpg`, bytes);
	const webp = await sharp(photos.usual[0]).webp({ quality: 80 }).toBuffer();
	files.set("photo.webp", { type: "image/webp", stamped: (n) => stampWebp(webp, n) });
	const png = await pngLogo();
	files.set("logo.png", { type: "image/png", stamped: (n) => stampPng(png, n) });
	files.set("logo.svg", {
		type: "image/svg+xml",
		stamped: (n) => Buffer.from(`${SVG_LOGO}<!-- ${n} -->`),
	});

	const server = createServer((request, response) => {
		const [, number = "", name = ""] = (request.url ?? "").split("/");
		const file = files.get(name);
		if (!file) {
			response.writeHead(404).end();
			return;
		}
		const body = file.stamped(Number(number));
		response.writeHead(200, { "content-type": file.type, "content-length": body.length });
		response.end(body);
	});
	server.keepAliveTimeout = 60_000;
	await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
	let counter = 0;
	const url = (/** @type {string} */ name) => `http://127.0.0.1:${port}/${++counter}/${name}`;
	return {
		photo: (kind = "usual") => url(`${kind}-${(counter + 1) % photos[kind].length}.jpg`),
		pngLogo: () => url("logo.png"),
		webp: () => url("photo.webp"),
		svgLogo: () => url("logo.svg"),
		async sized(megapixels) {
			const name = `sized-${megapixels}.jpg`;
			if (!files.has(name)) {
				const height = Math.round(Math.sqrt((megapixels * 1e6) / 1.5));
				const source = /** @type {Buffer} */ (photos.large[0]);
				const size = { width: Math.round(height * 1.5), height };
				jpeg(name, await sharp(source).resize(size).jpeg({ quality: 75 }).toBuffer());
			}
			return url(name);
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Adds a COM segment after SOI. @param {Buffer} bytes @param {number} n */
function stampJpeg(bytes, n) {
	const comment = Buffer.alloc(12);
	comment.writeUInt16BE(0xfffe, 0);
	comment.writeUInt16BE(10, 2);
	comment.writeDoubleBE(n, 4);
	return Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]);
}

/** Adds a tEXt chunk after IHDR. @param {Buffer} bytes @param {number} n */
function stampPng(bytes, n) {
	const afterHeader = 8 + 25;
	const content = Buffer.from(`tEXtComment\0${n}`, "latin1");
	const chunk = Buffer.alloc(content.length + 8);
	chunk.writeUInt32BE(content.length - 4, 0);
	content.copy(chunk, 4);
	chunk.writeUInt32BE(crc32(content), chunk.length - 4);
	return Buffer.concat([bytes.subarray(0, afterHeader), chunk, bytes.subarray(afterHeader)]);
}

/** Adds an unknown chunk, which readers skip. @param {Buffer} bytes @param {number} n */
function stampWebp(bytes, n) {
	const chunk = Buffer.alloc(16);
	chunk.write("NOTE", 0, "latin1");
	chunk.writeUInt32LE(8, 4);
	chunk.writeDoubleLE(n, 8);
	const file = Buffer.concat([bytes, chunk]);
	file.writeUInt32LE(file.length - 8, 4);
	return file;
}

const pngLogo = () =>
	sharp(
		Buffer.from(
			`<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#ff5f6d"/><stop offset="1" stop-color="#ffc371"/></linearGradient></defs><circle cx="256" cy="256" r="250" fill="url(#g)"/><path d="M150 330l106-180 106 180z" fill="#fff" fill-opacity=".9"/></svg>`,
		),
	)
		.png()
		.toBuffer();
