import { PLATFORMS } from "../../src/contract/platforms.js";

/** The canvas sizes as a Markdown table. */
export function canvasTable(): string {
	return [
		"| `platform` | Pixels | Ratio |",
		"| --- | --- | --- |",
		...Object.entries(PLATFORMS).map(
			([id, { width, height, ratio }]) => `| \`${id}\` | ${width} × ${height} | ${ratio} |`,
		),
	].join("\n");
}
