import { parseArgs } from "node:util";

export const USAGE = `npm run bench -- [options]

  --photos DIR   JPEG files to render instead of generated ones
  --quick        few repetitions, to try the benchmark itself
  --only LIST    documents of the comparison between commas: text, photo, large,
                 carousel, texts, svg, small, scaling
  --targets LIST services of the comparison between commas: ours, takumi, satori, chromium
  --out FILE     writes the Markdown there too
  --keep DIR     keeps one picture of each document and service, to look at

Instead of the comparison:
  --cold         text slides beside takumi: the first forty requests of fresh processes, and settled
  --turns        settled, by turns of fifteen requests, beside takumi; SVG beside satori
  --batch        rows of a batch beside single requests
  --layers       slides of layers, laid out as flexbox, by turns beside the others
  --templates    a template with a brand and a photo beside the same picture in absolute
                 coordinates
  --health       latency of /api/health while 8 carousels are rendered
  --growth       time against the size of the work
  --memory       memory after 200 and after 2,000 renders; peak of a carousel of large photos
  --start        time from the start of the process to the first picture, and to health
  --sizes        sizes of the PNGs against sharp at level 6`;

const MODES = /** @type {const} */ ([
	"cold",
	"turns",
	"layers",
	"batch",
	"templates",
	"health",
	"growth",
	"memory",
	"start",
	"sizes",
]);

/** @param {string[]} argv @throws {TypeError} for an unknown option */
export function readOptions(argv) {
	const { values } = parseArgs({
		args: argv,
		options: {
			photos: { type: "string" },
			quick: { type: "boolean", default: false },
			only: { type: "string" },
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
		only: list(values.only),
		targets: list(values.targets),
		modes: modes.length > 0 ? modes : /** @type {const} */ (["compare"]),
	};
}
/** @typedef {ReturnType<typeof readOptions>} Options */
