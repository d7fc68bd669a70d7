import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { packageRoot } from "../../package-root.js";

/** Folders of the running code that have a say in the bytes of a picture. */
const DRAWING = [
	"assets",
	"contract",
	"draw",
	"images",
	"pixels",
	"render",
	"scene",
	"svg",
	"text",
] as const;

/**
 * What makes the bytes of a picture besides its document, as one short text: the
 * code that draws, its libraries (package.json has their exact versions), the
 * fonts, the processor. The version of the API would not do: it does not change
 * with the drawing.
 * @param own what names the operator's fonts and brands by their content; "" for none
 */
export async function rendererVersion(own = ""): Promise<string> {
	const hash = createHash("sha256").update(process.arch).update(own);
	hash.update(await readFile(new URL("package.json", packageRoot)));
	const code = new URL("../../", import.meta.url);
	for (const folder of DRAWING) {
		for (const file of await filesOf(new URL(`${folder}/`, code))) {
			if (/\.(?:js|wasm|json)$/.test(file.pathname)) hash.update(await readFile(file));
		}
	}
	const fonts = new URL("fonts/", packageRoot);
	for (const file of await filesOf(fonts)) {
		const { size } = await stat(file);
		hash.update(`${file.href.slice(fonts.href.length)} ${size}\n`);
	}
	return hash.digest("base64url");
}

/** The files of a folder and of those in it, in an order of their own names. */
async function filesOf(folder: URL): Promise<URL[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, path, name }) => `${parentPath ?? path}/${name}`)
		.sort()
		.map((path) => new URL(`file://${encodeURI(path)}`));
}
