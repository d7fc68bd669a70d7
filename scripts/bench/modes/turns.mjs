/**
 * Latency compared with the fastest peer after warm-up: several requests for one service, then for
 * the other, because caches favour the service that ran last. Then requests that alternate, so that
 * each service is idle during the requests of the other.
 */
import { flood, send, turnOf } from "../client.mjs";
import { documents } from "../documents.mjs";
import { digits, ms, say, table } from "../report.mjs";
import { settle, startOurs, startPeer } from "../service.mjs";
import { median, middleHalf } from "../statistics.mjs";

/** @typedef {import("../documents.mjs").DocumentId} DocumentId */
/** @typedef {import("../service.mjs").Service} Service */

/**
 * Requests until V8 compiles almost no more code, and number of turns.
 * @type {{ id: DocumentId, peer: "takumi" | "satori", warm: number, turns: number }[]}
 */
const COMPARED = [
	{ id: "text", peer: "takumi", warm: 2_000, turns: 20 },
	{ id: "photo", peer: "takumi", warm: 400, turns: 10 },
	{ id: "carousel", peer: "takumi", warm: 100, turns: 8 },
	{ id: "svg", peer: "satori", warm: 2_500, turns: 40 },
];
/** Counted requests of a turn, one at a time. */
const REQUESTS = 15;
const IN_FLIGHT = 3;

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	const rows = [];
	for (const { id, peer, warm, turns } of COMPARED) {
		if (!(options.only?.includes(id) ?? true)) continue;
		const { name, make } = documents(images)[id];
		say(name);
		const services = [await startOurs(), await startPeer(peer)];
		await settle();
		const count = options.quick ? 10 : warm;
		for (const { origin } of services)
			await flood(origin, make, { inFlight: IN_FLIGHT, forMs: 600_000, count });
		/** @type {number[][]} */
		const medians = [[], []];
		for (let turn = 0; turn < (options.quick ? 2 : turns); turn++) {
			for (const who of turn % 2 === 0 ? [0, 1] : [1, 0])
				medians[who]?.push(
					await turnOf(/** @type {Service} */ (services[who]).origin, make, REQUESTS),
				);
		}
		const alternating = await alternate(services, make, options.quick ? 4 : turns * REQUESTS);
		const [ours = [], theirs = []] = medians;
		const ratios = ours.map((time, turn) => time / /** @type {number} */ (theirs[turn]));
		rows.push([
			name,
			ms(median(ours)),
			`${peer} ${ms(median(theirs))}`,
			median(ratios).toFixed(3),
			middleHalf(ratios, 3),
			digits(ratios.length),
			alternating.toFixed(2),
		]);
		await Promise.all(services.map((service) => service.stop()));
	}
	return table(
		[
			...["Settled", "Ours", "Peer", "Ours / theirs", "half of the turns", "turns"],
			"alternating, ours / theirs",
		],
		rows,
	);
}

/**
 * @param {Service[]} services two
 * @param {() => import("../client.mjs").Call} make
 * @param {number} count requests for each
 * @returns the ratio of the medians
 */
async function alternate(services, make, count) {
	/** @type {number[][]} */
	const times = services.map(() => []);
	for (let i = 0; i < count; i++)
		for (const [who, { origin }] of services.entries())
			times[who]?.push((await send(origin, make())).time);
	const [ours = [], theirs = []] = times;
	return median(ours) / median(theirs);
}
