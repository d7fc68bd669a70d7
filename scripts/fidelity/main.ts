/**
 * Compares the rendering of text with Chromium's: line breaks, character positions, images. Exits
 * with 1 if a document exceeds the limits.
 *
 *     npm run fidelity [-- part of a document's name]
 *
 * Writes fidelity-report/index.html and, for visual review, fidelity-report/sheets/. CHROMIUM_PATH
 * sets the browser; without it, chromium, chromium-browser and google-chrome are searched in PATH.
 */
import { packageRoot } from "../../src/base/package-root.js";
import { findChromium } from "./chromium.js";
import { DOCUMENTS } from "./documents.js";
import { OPERATOR_DOCUMENTS, operatorFonts } from "./operator-fonts.js";
import { runFidelity } from "./run.js";

const executable = findChromium();
if (executable === undefined) {
	console.log("fidelity: SKIPPED, there is no Chromium in PATH and CHROMIUM_PATH is not set");
} else {
	const part = process.argv[2] ?? "";
	const documents = [...DOCUMENTS, ...OPERATOR_DOCUMENTS].filter(({ name }) => name.includes(part));
	const report = new URL("fidelity-report/", packageRoot);
	const passed = await runFidelity(executable, documents, await operatorFonts(), report);
	process.exitCode = passed ? 0 : 1;
}
