/**
 * Documents with one feature each, by turns beside takumi. Colours, sizes and places are random,
 * from a seed that is printed: `--seed N` repeats them.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { flood, send } from "../client.mjs";
import { features, generator } from "../features.mjs";
import { treeCpu } from "../process-tree.mjs";
import { ms, say, table } from "../report.mjs";
import { settle, startOurs, startPeer } from "../service.mjs";
import { median, middleHalf } from "../statistics.mjs";

/** Requests before those that count. The first documents also warm up the services. */
const WARM = 20;
const WARM_ALL = 400;
const TURNS = 6;
const REQUESTS = 8;
const GROWTH = [10, 40, 150];
const GROWING = ["boxes", "shadows", "texts"];

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
	const all = features(generator(seed), images);
	const chosen = all.filter(
		({ name }) => options.only?.some((part) => name.includes(part)) ?? true,
	);
	const ours = await startOurs();
	const takumi = await startPeer("takumi");
	const services = [ours, takumi];
	await settle();
	const spread = () => /** @type {(typeof all)[number]} */ (all[warmed++ % all.length]).make();
	let warmed = 0;
	for (const { origin } of services)
		await flood(origin, spread, {
			inFlight: 2,
			forMs: 600_000,
			count: options.quick ? 100 : WARM_ALL,
		});
	/** @type {{ name: string, ours: number, theirs: number, ratios: number[], cpu: number[] }[]} */
	const results = [];
	for (const { name, make } of chosen) {
		say(name);
		/** @type {number[][]} */
		const times = [[], []];
		const cpu = [0, 0];
		for (const { origin, name: who } of services) {
			await flood(origin, make, { inFlight: 1, forMs: 600_000, count: options.quick ? 4 : WARM });
			if (options.keep === undefined) continue;
			await mkdir(options.keep, { recursive: true });
			const { body } = await send(origin, make());
			await writeFile(join(options.keep, `${name}-${who}`), body);
		}
		/** @type {number[]} */
		const ratios = [];
		const [turns, requests] = options.quick ? [3, 5] : [TURNS, REQUESTS];
		for (let turn = 0; turn < turns; turn++) {
			const calls = Array.from({ length: requests }, make);
			/** @type {number[]} */
			const medians = [];
			for (const who of turn % 2 === 0 ? [0, 1] : [1, 0]) {
				const { origin, pid } = /** @type {(typeof services)[number]} */ (services[who]);
				const before = await treeCpu(pid);
				// The first is not counted: caches favour the service that ran last.
				await send(origin, make());
				const taken = [];
				for (const call of calls) taken.push((await send(origin, call)).time);
				cpu[who] += ((await treeCpu(pid)) - before) / (requests + 1) / turns;
				medians[who] = median(taken);
				times[who]?.push(...taken);
			}
			ratios.push(/** @type {number} */ (medians[0]) / /** @type {number} */ (medians[1]));
		}
		const [own = [], peer = []] = times;
		results.push({ name, ours: median(own), theirs: median(peer), ratios, cpu });
	}
	await Promise.all(services.map((service) => service.stop()));
	results.sort((a, b) => median(b.ratios) - median(a.ratios));
	const rows = results.map((row) => [
		row.name,
		ms(row.ours),
		ms(row.theirs),
		median(row.ratios).toFixed(2),
		middleHalf(row.ratios),
		...row.cpu.map((seconds) => ms(seconds * 1000)),
	]);
	const logs = results.reduce((sum, { ratios }) => sum + Math.log(median(ratios)), 0);
	const mean = Math.exp(logs / Math.max(1, results.length)).toFixed(2);
	const head = ["Feature", "Ours", "takumi", "ours / takumi", "half of the turns"];
	return [
		`Seed ${seed}, ${results.length} documents, geometric mean of ours / takumi ${mean}`,
		table([...head, "CPU ours", "CPU takumi"], rows),
		growth(new Map(results.map((row) => [row.name, row]))),
	].join("\n\n");
}

/** How the time grows with the number of things. @param {Map<string, { ours: number, theirs: number }>} results */
function growth(results) {
	const rows = GROWING.flatMap((kind) =>
		/** @type {const} */ (["ours", "theirs"]).map((whose) => [
			kind,
			whose === "ours" ? "ours" : "takumi",
			...GROWTH.map((count) => {
				const row = results.get(`${count} ${kind}`);
				return row === undefined ? "" : ms(row[whose]);
			}),
		]),
	);
	return table(["Growth", "Service", ...GROWTH.map(String)], rows);
}
