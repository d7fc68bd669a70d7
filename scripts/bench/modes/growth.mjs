import { flood, send } from "../client.mjs";
import { growing } from "../documents.mjs";
import { digits, ms, say, table } from "../report.mjs";
import { startOurs } from "../service.mjs";
import { median } from "../statistics.mjs";

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	say("growth");
	const { origin, stop } = await startOurs();
	await flood(origin, () => growing.slides(4), { inFlight: 1, forMs: 2_000 });
	const megapixels = [1, 4, 12, 24, 48];
	const sized = async (/** @type {number} */ size) => growing.image(await images.sized(size));
	/** @type {[string, number[], (size: number) => import("../client.mjs").Call | Promise<import("../client.mjs").Call>][]} */
	const series = [
		["slides", [1, 5, 10, 20], growing.slides],
		["text blocks", [1, 10, 20, 30], growing.blocks],
		["characters", [500, 2_000, 5_000, 10_000], growing.characters],
		["overlays", [1, 10, 20, 30], (count) => growing.overlays(count, images)],
		["megapixels of the photo", megapixels, sized],
		["slides that share a photo", [1, 5, 10, 20], (count) => growing.sharing(count, images)],
	];
	const rows = [];
	for (const [name, sizes, make] of series) {
		const cells = [];
		const medians = [];
		for (const size of sizes) {
			await send(origin, await make(size));
			const times = [];
			for (let i = 0; i < (options.quick ? 2 : 7); i++)
				times.push((await send(origin, await make(size))).time);
			medians.push(median(times));
			cells.push(`${size}: ${ms(median(times))}`);
		}
		rows.push([name, cells.join(", "), growth(sizes), growth(medians)]);
	}
	await stop();
	return table(["Growing", "Median time", "Size", "Time"], rows);
}

/** @param {number[]} values at least one */
const growth = (values) =>
	`${digits(/** @type {number} */ (values.at(-1)) / /** @type {number} */ (values[0]))} ×`;
