import { createHash, webcrypto } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { onDemand } from "../../base/on-demand.js";
import { packageRoot } from "../../base/package-root.js";
import { installedPackages } from "./installed-packages.js";

/** The folders of the compiled code that can change the bytes of a picture. */
export const DRAWING_ROOMS = [
	"app/operator",
	"backgrounds",
	"base",
	"catalog",
	"contract",
	"documents",
	"engine",
	"service",
] as const;

/** Locations of what affects a picture; all folders are file: URLs with a trailing slash. */
export interface DrawingInputs {
	/** Contains package.json, data/ and fonts/. */
	readonly root: URL;
	/** Contains the folders of the compiled code. */
	readonly code: URL;
	/** Processor, operating system, and the versions of Node's components. */
	readonly machine: readonly string[];
}

/**
 * Reading one file after the other would wait a thousand times, and all at once would need 37 MB
 * for the fonts.
 */
const READ_AT_ONCE = 16;

/** Node's ICU breaks lines in Thai, Lao, Khmer and Burmese; its V8 computes sines and powers. */
const { icu = "", v8 = "" } = process.versions;
const HERE: DrawingInputs = {
	root: packageRoot,
	code: new URL("../../", import.meta.url),
	machine: [process.arch, process.platform, icu, v8],
};

/** Several services can run in one program. Its files do not change while it runs. */
const ownFiles = onDemand(() => digestOfFiles(HERE));

/**
 * Everything that determines the bytes of a picture besides its document, as one short text: the
 * drawing code, its tables and fonts by content, the installed packages, and the machine. The
 * version of the API is not enough, because it does not change with the drawing code.
 * @param operator digest of the operator's fonts and brands; "" without any
 * @param inputs what to hash instead of this program's own files
 * @returns 43 characters of base64url
 * @throws if a file cannot be read
 */
export async function rendererVersion(operator = "", inputs?: DrawingInputs): Promise<string> {
	const files = await (inputs ? digestOfFiles(inputs) : ownFiles());
	return createHash("sha256")
		.update(JSON.stringify([operator, files]))
		.digest("base64url");
}

async function digestOfFiles({ root, code, machine }: DrawingInputs): Promise<string> {
	const packages = await installedPackages(root);
	const hash = createHash("sha256").update(JSON.stringify([machine, packages]));
	const folders = [
		...DRAWING_ROOMS.map((room) => new URL(`${room}/`, code)),
		new URL("data/", root),
		new URL("fonts/", root),
	];
	for (const folder of folders) {
		const files = await filesOf(folder);
		for (let next = 0; next < files.length; next += READ_AT_ONCE) {
			const batch = files.slice(next, next + READ_AT_ONCE);
			const digests = await Promise.all(batch.map((file) => digestOf(new URL(file, folder))));
			for (const [at, digest] of digests.entries())
				hash.update(JSON.stringify([batch[at], digest]));
		}
	}
	return hash.digest("base64url");
}

/** Hashes a file in Node's thread pool: 37 MB would block this thread for a tenth of a second. */
async function digestOf(file: URL): Promise<string> {
	const digest = await webcrypto.subtle.digest("SHA-256", await readFile(file));
	return Buffer.from(digest).toString("base64url");
}

/**
 * Files that are not read at run time: declarations, source maps, licences, and the sources of the
 * fonts.
 */
const UNREAD =
	/\.(?:d\.ts|map|md|mjs)$|^LICEN[CS]E|^(?:package(?:-lock)?|character-sets)\.json$|^fancy-text\.txt$/;

/** Paths of the files in a folder and below it, sorted, as URLs relative to it. */
async function filesOf(folder: URL): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && !UNREAD.test(entry.name))
		.map(({ parentPath, path, name }) =>
			pathToFileURL(`${parentPath ?? path}/${name}`).href.slice(folder.href.length),
		)
		.sort();
}
