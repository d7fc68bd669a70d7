import { parseArgs } from "node:util";

export const USAGE = `npm run bench -- [options]

  --photos DIR   JPEG files to render instead of generated ones
  --quick        few repetitions, to try the benchmark itself
  --only LIST    documents of the comparison between commas: text, photo, large,
                 carousel, texts, svg, small
  --targets LIST services of the comparison between commas: ours, takumi, satori, chromium
  --out FILE     writes the Markdown there too
  --keep DIR     keeps one picture of each document and service, to look at

Instead of the comparison:
  --turns        settled, by turns of fifteen requests, beside takumi; SVG beside satori
  --features     documents with one feature each, of random colours and sizes, by turns beside
                 takumi; --only selects by name, --seed N repeats a run
  --start        time from the start of the process to the first picture, and to health`;

const MODES = /** @type {const} */ (["turns", "features", "start"]);

/** @param {string[]} argv @throws {TypeError} for an unknown option */
export function readOptions(argv) {
	const { values } = parseArgs({
		args: argv,
		options: {
			photos: { type: "string" },
			quick: { type: "boolean", default: false },
			only: { type: "string" },
			seed: { type: "string" },
			targets: { type: "string" },
			out: { type: "string" },
			keep: { type: "string" },
			help: { type: "boolean", default: false },
			...Object.fromEntries(
				MODES.map((mode) => [mode, { type: /** @type {const} */ ("boolean") }]),
			),
		},
	});
	const list = (/** @type {string | undefined} */ text) => text?.split(",").map((s) => s.trim());
	const modes = MODES.filter((mode) => values[mode]);
	return {
		...values,
		seed: values.seed === undefined ? undefined : Number(values.seed),
		only: list(values.only),
		targets: list(values.targets),
		modes: modes.length > 0 ? modes : /** @type {const} */ (["compare"]),
	};
}
/** @typedef {ReturnType<typeof readOptions>} Options */
