import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, isWholePng, openClient } from "./client.js";
import { lightDocument } from "./documents.js";
import { quantile } from "./statistics.js";

/** Default time between the end of one request and the next. Milliseconds. */
const PAUSE_MS = 50;

/** Results of an honest client. */
export interface HonestResult {
	readonly sent: number;
	/** Responses that are not a complete image, by status. */
	readonly refused: Readonly<Record<string, number>>;
	/** Milliseconds. */
	readonly p50: number;
	readonly p99: number;
}

/**
 * Renders a small document repeatedly, from its own address, until it is stopped.
 * @param url of the service
 * @param address the client's address in the loopback network
 * @param pauseMs between the end of one request and the next
 * @returns stops the client and returns its results
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

/** Runs the client alone for some time. */
export async function honestAlone(url: string, seconds: number): Promise<HonestResult> {
	const stop = honestClient(url);
	await sleep(seconds * 1_000);
	return stop();
}
