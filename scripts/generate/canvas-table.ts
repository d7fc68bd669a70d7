import { PLATFORMS } from "../../src/contract/platforms.js";

/** The canvas sizes as a Markdown table. */
export function canvasTable(): string {
	return [
		"| `platform` | Pixels | Ratio | For example |",
		"| --- | --- | --- | --- |",
		...Object.entries(PLATFORMS).map(
			([id, { width, height, ratio, usedFor }]) =>
				`| \`${id}\` | ${width} × ${height} | ${ratio} | ${usedFor.join(", ")} |`,
		),
	].join("\n");
}
