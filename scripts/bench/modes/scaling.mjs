import { availableParallelism } from "node:os";
import { flood } from "../client.mjs";
import { documents } from "../documents.mjs";
import { digits, say, table } from "../report.mjs";
import { startOurs } from "../service.mjs";

const IN_FLIGHT = 8;

/**
 * Throughput of our service with one render process and with one per core.
 * @param {import("../image-server.mjs").ImageServer} images @param {boolean} quick
 */
export async function scaling(images, quick) {
	say("scaling");
	const cores = Math.max(2, availableParallelism());
	const one = await startOurs({ RENDER_PROCESSES: "1" });
	const many = await startOurs({ RENDER_PROCESSES: String(cores) });
	const all = documents(images);
	const rows = [];
	for (const id of /** @type {const} */ (["text", "photo", "carousel"])) {
		const { name, make } = all[id];
		const sums = [0, 0];
		for (let turn = 0; turn < 2; turn++) {
			for (const [i, { origin }] of [one, many].entries()) {
				await flood(origin, make, { inFlight: IN_FLIGHT, forMs: 300 });
				const load = { inFlight: IN_FLIGHT, forMs: quick ? 700 : 3_000 };
				sums[i] += (await flood(origin, make, load)).perSecond / 2;
			}
		}
		const [single = 0, parallel = 0] = sums;
		rows.push([name, `${digits(single)}/s`, `${digits(parallel)}/s`, digits(parallel / single)]);
	}
	await Promise.all([one.stop(), many.stop()]);
	return table(
		[`Ours, ${IN_FLIGHT} in flight`, "1 render process", `${cores} render processes`, "Ratio"],
		rows,
	);
}
