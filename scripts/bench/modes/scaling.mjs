import { availableParallelism } from "node:os";
import { flood } from "../client.mjs";
import { documents } from "../documents.mjs";
import { treeCpu } from "../process-tree.mjs";
import { digits, say, table } from "../report.mjs";
import { settle, startOurs, startOursOnOneCore } from "../service.mjs";

const IN_FLIGHT = 8;

/**
 * Throughput of our service limited to one core, with one render process that may use all cores,
 * and with one render process per core. Also the number of busy cores, including those that the
 * client and its image server use.
 * @param {import("../image-server.mjs").ImageServer} images
 * @param {boolean} quick
 */
export async function scaling(images, quick) {
	say("scaling");
	const cores = Math.max(2, availableParallelism());
	const services = [
		await startOursOnOneCore(),
		await startOurs({ RENDER_PROCESSES: "1" }),
		await startOurs({ RENDER_PROCESSES: String(cores) }),
	];
	if (!quick) await settle();
	const all = documents(images);
	const rows = [];
	for (const id of /** @type {const} */ (["text", "photo", "carousel"])) {
		const { name, make } = all[id];
		const rates = services.map(() => 0);
		const busy = services.map(() => 0);
		for (let turn = 0; turn < 2; turn++) {
			for (const [i, { origin, pid }] of services.entries()) {
				await flood(origin, make, { inFlight: IN_FLIGHT, forMs: 300 });
				const load = { inFlight: IN_FLIGHT, forMs: quick ? 700 : 3_000 };
				const before = { cpu: await cpuSeconds(pid), at: performance.now() };
				rates[i] += (await flood(origin, make, load)).perSecond / 2;
				const seconds = (performance.now() - before.at) / 1_000;
				busy[i] += ((await cpuSeconds(pid)) - before.cpu) / seconds / 2;
			}
		}
		const [core = 0, single = 0, parallel = 0] = rates;
		const cells = rates.flatMap((rate, i) => [`${digits(rate)}/s`, digits(busy[i] ?? 0)]);
		rows.push([name, ...cells, digits(parallel / core), digits(parallel / single)]);
	}
	await Promise.all(services.map((service) => service.stop()));
	const head = [
		"one core",
		"cores busy",
		"1 render process",
		"cores busy",
		`${cores} render processes`,
		"cores busy",
		"to one core",
		"to 1 process",
	];
	return table([`Ours, ${IN_FLIGHT} in flight`, ...head], rows);
}

/** Processor time of a service and this process. @param {number} pid */
async function cpuSeconds(pid) {
	const { user, system } = process.cpuUsage();
	return (await treeCpu(pid)) + (user + system) / 1e6;
}
