/**
 * The first requests after a start, compared with the same processes after warm-up: the cost for a
 * service that often scales out. Uses text slides, because they depend most on JavaScript code.
 */
import { flood, send } from "../client.mjs";
import { documents } from "../documents.mjs";
import { digits, megabytes, ms, say, table } from "../report.mjs";
import { startOurs, startPeer } from "../service.mjs";
import { median } from "../statistics.mjs";

/** @typedef {import("../service.mjs").Service} Service */

const PEER = "takumi";
/** Number of fresh processes; the median is reported. */
const STARTS = 5;
/** Requests after the health check succeeds: half one at a time, half with 4 in flight. */
const FIRST = 40;
const IN_FLIGHT = 4;
/** Requests after the first ones, and then until V8 compiles no more code. */
const WARM = 400;
const SETTLED = 2_000;
/** After each of these: single requests, and duration of the throughput measurement. */
const THEN = { requests: 60, forMs: 2_000 };

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	const { make } = documents(images).text;
	/** @type {Record<"ours" | "theirs", Figures[]>} */
	const figures = { ours: [], theirs: [] };
	for (let i = 0; i < (options.quick ? 1 : STARTS); i++) {
		say(`start ${i + 1}`);
		// Each runs alone on the machine; they take turns in starting first.
		for (const who of i % 2 === 0 ? WHO : [...WHO].reverse()) {
			const service = await (who === "ours" ? startOurs() : startPeer(PEER));
			figures[who].push(await figuresOf(service, make));
			await service.stop();
		}
	}
	const value = (/** @type {"ours" | "theirs"} */ who, /** @type {keyof Figures} */ name) =>
		median(figures[who].map((one) => one[name]));
	return table(
		["Text slide", "Ours", PEER, "Ours / theirs"],
		ROWS.map(({ label, name, unit }) => {
			const [ours, theirs] = [value("ours", name), value("theirs", name)];
			return [label, unit(ours), unit(theirs), digits(ours / theirs)];
		}),
	);
}

const WHO = /** @type {const} */ (["ours", "theirs"]);
const perSecond = (/** @type {number} */ value) => `${digits(value)}/s`;
/** @type {{ label: string, name: keyof Figures, unit: (value: number) => string }[]} */
const ROWS = [
	{ label: `first ${FIRST / 2} requests, one at a time`, name: "firstMs", unit: ms },
	{
		label: `next ${FIRST / 2}, ${IN_FLIGHT} in flight`,
		name: "firstPerSecond",
		unit: perSecond,
	},
	{ label: `after ${WARM} more, one at a time`, name: "warmMs", unit: ms },
	{ label: `after ${WARM} more, ${IN_FLIGHT} in flight`, name: "warmPerSecond", unit: perSecond },
	{ label: `settled after ${SETTLED} more, one at a time`, name: "settledMs", unit: ms },
	{
		label: `settled after ${SETTLED} more, ${IN_FLIGHT} in flight`,
		name: "settledPerSecond",
		unit: perSecond,
	},
	{ label: "PNG", name: "bytes", unit: megabytes },
];

/**
 * @typedef {object} Figures
 * @property {number} firstMs
 * @property {number} firstPerSecond
 * @property {number} warmMs
 * @property {number} warmPerSecond
 * @property {number} settledMs
 * @property {number} settledPerSecond
 * @property {number} bytes
 */

/**
 * @param {Service} service just started
 * @param {() => import("../client.mjs").Call} make
 * @returns {Promise<Figures>}
 */
async function figuresOf({ origin }, make) {
	const alone = async (/** @type {number} */ count) => {
		const times = [];
		for (let i = 0; i < count; i++) times.push((await send(origin, make())).time);
		return median(times);
	};
	const firstMs = await alone(FIRST / 2);
	const load = { inFlight: IN_FLIGHT, forMs: 60_000 };
	const first = await flood(origin, make, { ...load, count: FIRST / 2 });
	const after = async (/** @type {number} */ count) => {
		await flood(origin, make, { ...load, count });
		const time = await alone(THEN.requests);
		const { perSecond } = await flood(origin, make, { ...load, forMs: THEN.forMs });
		return { time, perSecond };
	};
	const warm = await after(WARM);
	const settled = await after(SETTLED);
	const { body } = await send(origin, make());
	return {
		firstMs,
		firstPerSecond: first.perSecond,
		warmMs: warm.time,
		warmPerSecond: warm.perSecond,
		settledMs: settled.time,
		settledPerSecond: settled.perSecond,
		bytes: body.length,
	};
}
