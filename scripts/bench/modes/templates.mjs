/**
 * A bundled template with a brand and a photo, compared with the same picture in absolute
 * coordinates, in turns: what finding places, colours and sizes costs.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { flood, send, turnOf } from "../client.mjs";
import { sale } from "../documents.mjs";
import { ms, table } from "../report.mjs";
import { settle, startOurs } from "../service.mjs";
import { median, middleHalf } from "../statistics.mjs";

const WARM = 600;
const TURNS = 16;
const REQUESTS = 15;

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	const { origin, stop } = await startOurs();
	await settle();
	const { template, absolute } = sale(images);
	const kinds = [template, absolute];
	for (const make of kinds) {
		const count = options.quick ? 2 : WARM;
		await flood(origin, make, { inFlight: 2, forMs: 600_000, count });
		if (options.keep === undefined) continue;
		await mkdir(options.keep, { recursive: true });
		await writeFile(join(options.keep, `sale-${make.name}.png`), (await send(origin, make())).body);
	}
	/** @type {number[][]} */
	const times = [[], []];
	for (let turn = 0; turn < (options.quick ? 2 : TURNS); turn++) {
		for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) {
			const make = at === 0 ? template : absolute;
			times[at]?.push(await turnOf(origin, make, REQUESTS));
		}
	}
	await stop();
	const [byTemplate = [], byHand = []] = times;
	const ratios = byTemplate.map((time, i) => time / (byHand[i] ?? 1));
	return table(
		["sale-price with a photo", "template", "absolute coordinates", "ratio", "half of the turns"],
		[
			[
				"photo-feed-square, PNG",
				ms(median(byTemplate)),
				ms(median(byHand)),
				median(ratios).toFixed(2),
				middleHalf(ratios),
			],
		],
	);
}
