import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, isWholePng, openClient } from "./client.js";
import { lightDocument } from "./documents.js";
import { quantile } from "./statistics.js";

/** Time between the end of one request and the next, unless another is asked for. Milliseconds. */
const PAUSE_MS = 50;

/** How an honest client fares. */
export interface HonestResult {
	readonly sent: number;
	/** Answers that are not a whole picture, by status. */
	readonly refused: Readonly<Record<string, number>>;
	/** Milliseconds. */
	readonly p50: number;
	readonly p99: number;
}

/**
 * Renders a small document again and again, from an address of its own, until it is stopped.
 * @param url of the service
 * @param address of the loopback network, which is the client's
 * @param pauseMs between the end of one request and the next
 * @returns stops, and says how it went
 */
export function honestClient(
	url: string,
	address = "127.0.0.2",
	pauseMs = PAUSE_MS,
): () => Promise<HonestResult> {
	const client = openClient(url, 1, address);
	const times: number[] = [];
	const refused: Record<string, number> = {};
	let running = true;
	const judge = ({ status, ms, bytes, error }: Answer) => {
		times.push(ms);
		if (status === 200 && isWholePng(bytes)) return;
		const what = error ?? String(status);
		refused[what] = (refused[what] ?? 0) + 1;
	};
	const loop = (async () => {
		while (running) {
			judge(await client.post("/api/render.png", lightDocument()));
			await sleep(pauseMs);
		}
	})();
	return async () => {
		running = false;
		await loop;
		await client.close();
		return {
			sent: times.length,
			refused,
			p50: quantile(times, 0.5),
			p99: quantile(times, 0.99),
		};
	};
}

/** Runs a client alone for a time. */
export async function honestAlone(url: string, seconds: number): Promise<HonestResult> {
	const stop = honestClient(url);
	await sleep(seconds * 1_000);
	return stop();
}
