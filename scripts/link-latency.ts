/**
 * Latency of a link whose image is already stored: consecutive requests on one connection, for a
 * 304 (If-None-Match) and for the stored image, compared with rendering it.
 *
 *     node dist/scripts/link-latency.js [requests: 2000]
 */
import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { EXAMPLES } from "../src/contract/examples.js";
import { linkOf } from "../test/helpers/links.js";
import { startService } from "./operation/service.js";

const count = Number(process.argv[2] ?? 2_000);
const key = randomBytes(32).toString("hex");
const service = await startService({ LINK_KEYS: key });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Answer {
	readonly status: number | undefined;
	readonly etag: string | undefined;
	readonly size: number;
	/** From the first byte sent to the last byte received. */
	readonly ms: number;
}
const get = (path: string, headers: Record<string, string> = {}) =>
	new Promise<Answer>((resolve, reject) => {
		const began = performance.now();
		const asked = request({ agent, port: service.port, path, headers }, (answer) => {
			let size = 0;
			answer.on("data", (piece: Buffer) => {
				size += piece.length;
			});
			answer.on("end", () => {
				const { statusCode: status, headers } = answer;
				resolve({ status, etag: headers.etag, size, ms: performance.now() - began });
			});
		});
		asked.on("error", reject);
		asked.end();
	});

async function measure(name: string, path: string, headers: Record<string, string>) {
	const times: number[] = [];
	let last: Answer | undefined;
	// Warm-up requests do not count.
	for (let i = -200; i < count; i++) {
		last = await get(path, headers);
		if (i >= 0) times.push(last.ms);
	}
	times.sort((a, b) => a - b);
	const at = (share: number) => `${times[Math.floor(times.length * share)]!.toFixed(2)} ms`;
	console.log(
		`| ${name}, ${last?.status}, ${Math.round((last?.size ?? 0) / 1_000)} kB | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} |`,
	);
}

try {
	// The first render of a service loads and compiles code.
	for (const format of ["jpeg", "png"])
		await get(linkOf({ slides: [{}] }, { file: `1.${format}`, key }));
	console.log("| answer | median | p95 | p99 |\n| --- | ---: | ---: | ---: |");
	for (const format of ["jpeg", "png"]) {
		const path = linkOf(EXAMPLES.hiringPost, { file: `1.${format}`, key });
		const drawn = await get(path);
		console.log(`| drawn, ${format}, ${drawn.status} | ${drawn.ms.toFixed(0)} ms | | |`);
		await measure(`not modified, ${format}`, path, { "if-none-match": drawn.etag ?? "" });
		await measure(`stored, ${format}`, path, {});
	}
} finally {
	agent.destroy();
	await service.dispose();
}
