import { Agent, request } from "node:http";
import { median } from "./statistics.mjs";

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * @typedef {object} Call
 * @property {string} path
 * @property {object} [body] sent as JSON by POST; without it, GET
 */

/**
 * Sends one HTTP request and reads the whole response.
 * @param {string} origin
 * @param {Call} call
 * @returns {Promise<{ time: number, body: Buffer }>} time in ms from sending to the last byte
 * @throws {Error} for any status but 200
 */
export function send(origin, { path, body }) {
	const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
	return new Promise((resolve, reject) => {
		const start = performance.now();
		const outgoing = request(
			`${origin}${path}`,
			{
				agent,
				method: payload ? "POST" : "GET",
				headers: payload
					? { "content-type": "application/json", "content-length": payload.length }
					: {},
			},
			(answer) => {
				/** @type {Buffer[]} */
				const chunks = [];
				answer.on("data", (chunk) => chunks.push(chunk));
				answer.on("error", reject);
				answer.on("end", () => {
					const time = performance.now() - start;
					const whole = Buffer.concat(chunks);
					if (answer.statusCode === 200) resolve({ time, body: whole });
					else reject(new Error(`${path}: ${answer.statusCode} ${whole.subarray(0, 500)}`));
				});
			},
		);
		outgoing.on("error", reject);
		outgoing.end(payload);
	});
}

/**
 * Keeps a number of requests in flight until the time or the count is reached.
 * @param {string} origin
 * @param {() => Call} next makes a new document for each request
 * @param {{ inFlight: number, forMs: number, count?: number }} load
 * @returns {Promise<{ perSecond: number, times: number[] }>}
 */
export async function flood(origin, next, { inFlight, forMs, count = Number.POSITIVE_INFINITY }) {
	const start = performance.now();
	/** @type {number[]} */
	const times = [];
	let sent = 0;
	const lane = async () => {
		while (sent < count && performance.now() - start < forMs) {
			sent++;
			times.push((await send(origin, next())).time);
		}
	};
	await Promise.all(Array.from({ length: inFlight }, lane));
	return { perSecond: (times.length * 1000) / (performance.now() - start), times };
}

/** First requests of a turn, which are not counted: the caches favour the service of the last turn. */
const UNCOUNTED = 3;

/**
 * Requests of one turn, one after the other.
 * @param {string} origin
 * @param {() => Call} next makes a new document for each request
 * @param {number} count counted requests
 * @returns {Promise<number>} the median, ms
 */
export async function turnOf(origin, next, count) {
	const times = [];
	for (let i = 0; i < UNCOUNTED + count; i++) times.push((await send(origin, next())).time);
	return median(times.slice(UNCOUNTED));
}
