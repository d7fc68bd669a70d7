import { type FontFile, readFontManifest, unicodeRanges } from "./manifest.js";

/**
 * The @font-face rules of all families. With these rules and {@link cssFontFamilies} as its
 * font-family list, a browser uses the same file for each character as the service.
 *
 * @param urlOf the URL of a file, given its path below fonts/
 */
export function fontFaceRules(urlOf: (file: string) => string): string {
	const rules: string[] = [];
	for (const { family, slices } of readFontManifest().families) {
		const weights = slices[0]!.files.filter((file) => !file.italic);
		for (const { coverage, files } of slices) {
			const range = unicodeRanges(coverage);
			for (const file of files) rules.push(rule(family, file, weights.length === 1, urlOf, range));
		}
	}
	return rules.join("\n");
}

/**
 * A family with one static weight declares all weights, so that the browser does not synthesise
 * bold.
 */
function rule(
	family: string,
	file: FontFile,
	only: boolean,
	urlOf: (file: string) => string,
	range: string,
): string {
	const [least, greatest] = only && !file.variable ? [1, 1000] : file.weight;
	return [
		"@font-face{",
		`font-family:${JSON.stringify(family)};`,
		`font-style:${file.italic ? "italic" : "normal"};`,
		`font-weight:${least === greatest ? least : `${least} ${greatest}`};`,
		`src:url(${JSON.stringify(urlOf(file.file))}) format("woff2");`,
		`unicode-range:${range}`,
		"}",
	].join("");
}
