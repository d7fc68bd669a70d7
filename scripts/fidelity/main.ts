/**
 * Compares the drawing of texts with Chromium's: line breaks, places of the
 * characters, pictures. Exits with 1 when a document is out of bounds.
 *
 *     npm run fidelity [-- part of a document's name]
 *
 * Writes fidelity-report/index.html and, to be looked at, fidelity-report/sheets/. CHROMIUM_PATH names the browser; without
 * it chromium, chromium-browser and google-chrome are looked for in PATH.
 */
import { packageRoot } from "../../src/runtime/package-root.js";
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
