/**
 * Slides of layers; the peers get the same tree as flexbox. After warm-up, each service in turn
 * gets several requests; throughput is measured in the same way.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { flood, send, turnOf } from "../client.mjs";
import { layered } from "../documents.mjs";
import { digits, megabytes, ms, say, table } from "../report.mjs";
import { settle, startOurs, startPeer } from "../service.mjs";
import { median, middleHalf } from "../statistics.mjs";

/** @typedef {import("../documents.mjs").LayeredId} LayeredId */

/** Warm-up requests, and requests of a turn; the slow services get fewer. */
const WORK = {
	ours: { warm: 1_000, requests: 15 },
	takumi: { warm: 500, requests: 15 },
	satori: { warm: 4, requests: 1 },
	chromium: { warm: 20, requests: 3 },
};
/** Share of warm-up requests for the photo, because decoding compiles little code. */
const PHOTO_WARM = 0.3;
const TURNS = 12;
const IN_FLIGHT = 4;
/** Duration of a throughput measurement. Milliseconds. */
const FLOOD_MS = 4_000;
const FLOOD_TURNS = 3;

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	const names = /** @type {(keyof typeof WORK)[]} */ (Object.keys(WORK)).filter(
		(name) => options.targets?.includes(name) ?? true,
	);
	const rows = [];
	const all = layered(images);
	for (const id of /** @type {LayeredId[]} */ (Object.keys(all))) {
		if (!(options.only?.includes(id) ?? true)) continue;
		const { name, make } = all[id];
		say(name);
		const services = await Promise.all(
			names.map((service) => (service === "ours" ? startOurs() : startPeer(service))),
		);
		await settle();
		/** @type {Map<string, { times: number[], perSecond: number[], size: number }>} */
		const results = new Map();
		for (const service of services) {
			const { warm } = WORK[/** @type {keyof typeof WORK} */ (service.name)];
			const share = id === "card" ? 1 : PHOTO_WARM;
			const count = options.quick ? 2 : Math.ceil(warm * share);
			await flood(service.origin, make, { inFlight: 2, forMs: 600_000, count });
			const { body } = await send(service.origin, make());
			results.set(service.name, { times: [], perSecond: [], size: body.length });
			if (options.keep !== undefined) {
				await mkdir(options.keep, { recursive: true });
				await writeFile(join(options.keep, `${id}-${service.name}.png`), body);
			}
		}
		for (let turn = 0; turn < (options.quick ? 2 : TURNS); turn++) {
			for (const { name: who, origin } of turned(services, turn)) {
				const { requests } = WORK[/** @type {keyof typeof WORK} */ (who)];
				// One request of a slow service takes longer than any cache matters.
				const one = async () => (await send(origin, make())).time;
				const time = requests > 1 ? await turnOf(origin, make, requests) : await one();
				results.get(who)?.times.push(time);
			}
		}
		for (let turn = 0; turn < FLOOD_TURNS; turn++) {
			for (const { name: who, origin } of turned(services, turn)) {
				const forMs = options.quick ? 300 : FLOOD_MS;
				const { perSecond } = await flood(origin, make, { inFlight: IN_FLIGHT, forMs });
				results.get(who)?.perSecond.push(perSecond);
			}
		}
		await Promise.all(services.map((service) => service.stop()));
		rows.push(...rowsOf(name, results));
	}
	const head = [
		"Document",
		"Service",
		"Time",
		"ours / it",
		"half of the turns",
		"Throughput",
		"PNG",
	];
	return table(head, rows);
}

/** @param {string} name @param {Map<string, { times: number[], perSecond: number[], size: number }>} results */
function rowsOf(name, results) {
	const ours = results.get("ours");
	return [...results].map(([service, { times, perSecond, size }]) => {
		const ratios = (ours?.times ?? []).map((time, turn) => time / (times[turn] ?? 1));
		const rates = (ours?.perSecond ?? []).map((rate, turn) => rate / (perSecond[turn] ?? 1));
		const known = service !== "ours" && ratios.length > 0;
		return [
			name,
			service,
			ms(median(times)),
			known ? median(ratios).toFixed(2) : "",
			known ? middleHalf(ratios) : "",
			`${digits(median(perSecond))}/s${known ? `, ours ${median(rates).toFixed(2)} ×` : ""}`,
			megabytes(size),
		];
	});
}

/**
 * @template T @param {readonly T[]} list @param {number} turn @returns {T[]} reversed in every other turn
 */
const turned = (list, turn) => (turn % 2 === 0 ? [...list] : [...list].reverse());
