import { documents } from "../documents.mjs";
import { ms, say, table } from "../report.mjs";
import { startOurs } from "../service.mjs";
import { quantile } from "../statistics.mjs";

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	say("start");
	/** @type {number[][]} */
	const times = [[], []];
	for (let i = 0; i < (options.quick ? 2 : 7); i++)
		for (const [at, first] of [documents(images).text.make(), undefined].entries()) {
			const start = performance.now();
			const { stop } = await startOurs({}, first);
			times[at]?.push(performance.now() - start);
			await stop();
		}
	const row = (/** @type {string} */ name, /** @type {number[]} */ values = []) => [
		name,
		ms(quantile(values, 0.5)),
		ms(quantile(values, 1)),
	];
	return table(
		["From the start of the process to", "Median", "Most"],
		[row("the first text slide", times[0]), row("GET /api/health", times[1])],
	);
}
