import { readFileSync } from "node:fs";
import { packageRoot } from "../../../base/package-root.js";

/** Written by scripts/unpack-fonts.mjs. */
const unpackedFolder = new URL("dist/fonts/", packageRoot);

/**
 * Reads the decompressed copy of a font file, if the build made one. The first slide of a process
 * uses five files, and decompressing them takes a fifth of its time.
 * @param file path below fonts/
 */
export function readUnpacked(file: string): Uint8Array | undefined {
	try {
		return readFileSync(new URL(file.replace(/woff2$/, "ttf"), unpackedFolder));
	} catch {
		return undefined;
	}
}
