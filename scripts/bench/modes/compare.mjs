/** The comparison: in each round, every service gets every document, one after the other. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { flood, send } from "../client.mjs";
import { documents } from "../documents.mjs";
import { watchMemory } from "../process-tree.mjs";
import { digits, megabytes, ms, say, table } from "../report.mjs";
import { settle, startOurs, startPeer } from "../service.mjs";
import { median, quantile } from "../statistics.mjs";

/** @typedef {import("../documents.mjs").DocumentId} DocumentId */
/** @typedef {import("../service.mjs").Service} Service */

/** Rounds of single requests; the slow documents get fewer. @type {Record<DocumentId, number>} */
const ROUNDS = { text: 60, photo: 14, large: 8, carousel: 7, texts: 6, svg: 30, small: 0 };
/** Duration of a throughput measurement for one service, in two turns. Milliseconds. */
const FLOOD_MS = 4_000;
const IN_FLIGHT = 4;
const WARM_UP_MS = 2_000;
const SMALL = { inFlight: 16, count: 1_000, forMs: 20_000 };

/**
 * @typedef {object} Result
 * @property {number[]} times latencies at one in flight, ms
 * @property {number | undefined} perSecond
 * @property {number} memory peak of the process tree, bytes
 * @property {number} size of the response, bytes
 */

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	const names = ["ours", "takumi", "satori", "chromium"];
	const chosen = names.filter((name) => options.targets?.includes(name) ?? true);
	/** @type {Service[]} */
	const services = [];
	for (const name of chosen)
		services.push(await (name === "ours" ? startOurs() : startPeer(/** @type {any} */ (name))));
	if (!options.quick) await settle();
	const all = documents(images);
	const ids = /** @type {DocumentId[]} */ (Object.keys(all)).filter(
		(id) => options.only?.includes(id) ?? true,
	);
	const sections = [];
	for (const id of ids) {
		say(all[id].name);
		const able = services.filter(({ name }) => id !== "svg" || ["ours", "satori"].includes(name));
		const results = await measure(id, all[id].make, able, options);
		sections.push({ id, name: all[id].name, results });
	}
	await Promise.all(services.map((service) => service.stop()));
	return [ratioTable(sections, chosen.slice(1)), figureTable(sections)].join("\n\n");
}

/**
 * @param {DocumentId} id
 * @param {() => import("../client.mjs").Call} make
 * @param {Service[]} services
 * @param {import("../options.mjs").Options} options
 */
async function measure(id, make, services, { quick, keep }) {
	/** @type {Map<string, Result>} */
	const results = new Map();
	for (const { name, origin } of services) {
		// Warm up, because code is loaded and compiled on first use.
		await flood(origin, make, { inFlight: 2, forMs: quick ? 100 : WARM_UP_MS });
		const { body } = await send(origin, make());
		results.set(name, { times: [], perSecond: undefined, memory: 0, size: body.length });
		if (keep !== undefined) await keepPicture(keep, `${id}-${name}`, body);
	}
	const rounds = quick ? Math.min(2, ROUNDS[id]) : ROUNDS[id];
	for (let round = 0; round < rounds; round++) {
		for (const { name, origin } of services) {
			results.get(name)?.times.push((await send(origin, make())).time);
		}
	}
	const turns = id === "small" || quick ? 1 : 2;
	for (let turn = 0; turn < turns; turn++) {
		for (const { name, origin, pid } of services) {
			const result = /** @type {Result} */ (results.get(name));
			const stop = watchMemory(pid);
			const load = id === "small" ? SMALL : { inFlight: IN_FLIGHT, forMs: FLOOD_MS / 2 };
			const { perSecond, times } = await flood(
				origin,
				make,
				quick ? { ...load, forMs: 1_000 } : load,
			);
			result.perSecond = (result.perSecond ?? 0) + perSecond / turns;
			if (id === "small") result.times = times;
			result.memory = Math.max(result.memory, await stop());
		}
	}
	return results;
}

/** @param {{ name: string, results: Map<string, Result> }[]} sections */
function figureTable(sections) {
	const rows = sections.flatMap(({ name, results }) =>
		[...results].map(([service, { times, perSecond, memory, size }]) => [
			name,
			service,
			ms(median(times)),
			ms(quantile(times, 0.95)),
			`${digits(perSecond ?? 0)}/s`,
			megabytes(memory),
			megabytes(size),
		]),
	);
	return table(
		["Document", "Service", "Median", "p95", "Throughput", "Peak memory", "Answer"],
		rows,
	);
}

/** Latency and throughput of ours against each peer. @param {{ name: string, results: Map<string, Result> }[]} sections @param {string[]} peers */
function ratioTable(sections, peers) {
	const rows = sections.map(({ name, results }) => {
		const ours = results.get("ours");
		const cells = peers.flatMap((peer) => {
			const theirs = results.get(peer);
			if (!ours || !theirs) return ["", ""];
			const latency = median(ours.times) / median(theirs.times);
			const throughput = (ours.perSecond ?? 0) / (theirs.perSecond ?? 1);
			return [digits(latency), `${digits(throughput)} ×`];
		});
		return [name, ...cells];
	});
	const head = peers.flatMap((peer) => [`latency / ${peer}`, `throughput / ${peer}`]);
	return table(["Ours against", ...head], rows);
}

/** @param {string} folder @param {string} name @param {Buffer} body */
async function keepPicture(folder, name, body) {
	await mkdir(folder, { recursive: true });
	if (body[0] === 0x89) {
		await writeFile(join(folder, `${name}.png`), body);
		return;
	}
	const [image] = JSON.parse(body.toString()).images;
	if (image.svg) await writeFile(join(folder, `${name}.svg`), image.svg);
	else
		await writeFile(
			join(folder, `${name}.png`),
			Buffer.from(image.dataUrl.split(",")[1], "base64"),
		);
}
