/**
 * A process that sends requests at a fixed rate, whether or not they are answered: a client that
 * waits for responses would slow down with the service. Started by flood.ts with a FloodOrder as
 * its argument; prints a FloodResult.
 */
import { type Answer, isWholePng, openClient } from "./client.js";
import { heavyDocument, lightDocument } from "./documents.js";
import { type FloodOrder, type FloodResult, HEAVY_EVERY, HEAVY_SLIDES } from "./flood-mix.js";
import { quantile } from "./statistics.js";

const CONNECTIONS = 512;
const TICK_MS = 5;

const { url, rate, seconds } = JSON.parse(process.argv[2] ?? "") as FloodOrder;
const client = openClient(url, CONNECTIONS);
const bodies = Array.from({ length: 50 }, (_, i) =>
	JSON.stringify(i % HEAVY_EVERY === 0 ? heavyDocument(HEAVY_SLIDES) : lightDocument()),
);

const wrong: Record<string, number> = {};
const refusedMs: number[] = [];
const drawnMs: number[] = [];
const retryAfter: number[] = [];

function judge(answer: Answer, heavy: boolean): void {
	const { status, ms, headers, error } = answer;
	const seconds = Number(headers["retry-after"]);
	if (status === 200 && (heavy ? isWholeCarousel(answer) : isWholePng(answer.bytes))) {
		drawnMs.push(ms);
	} else if (status === 503 && seconds >= 1) {
		refusedMs.push(ms);
		retryAfter.push(seconds);
	} else {
		const what = error ?? `status ${status}`;
		wrong[what] = (wrong[what] ?? 0) + 1;
	}
}

function isWholeCarousel({ bytes }: Answer): boolean {
	const { images } = JSON.parse(bytes.toString()) as { images: { dataUrl: string }[] };
	const png = ({ dataUrl }: { dataUrl: string }) =>
		isWholePng(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"));
	return images.length === HEAVY_SLIDES && images.every(png);
}

const answers: Promise<void>[] = [];
const begin = performance.now();
let lateMs = 0;
for (let sent = 0; sent < rate * seconds; ) {
	const due = Math.min(rate * seconds, ((performance.now() - begin) / 1_000) * rate);
	if (due - sent > 1) lateMs = Math.max(lateMs, ((due - sent) / rate) * 1_000);
	for (; sent < due; sent++) {
		const heavy = sent % HEAVY_EVERY === 0;
		const path = heavy ? "/api/render" : "/api/render.png";
		const body = bodies[sent % bodies.length];
		answers.push(client.post(path, body).then((answer) => judge(answer, heavy)));
	}
	await new Promise((resolve) => setTimeout(resolve, TICK_MS));
}
await Promise.all(answers);
await client.close();

const spread = (values: readonly number[]) =>
	[quantile(values, 0.5), quantile(values, 0.99)] as const;
const result: FloodResult = {
	sent: answers.length,
	drawn: drawnMs.length,
	refused: refusedMs.length,
	wrong,
	refusedMs: spread(refusedMs),
	drawnMs: spread(drawnMs),
	retryAfter: [quantile(retryAfter, 0), quantile(retryAfter, 1)],
	lateMs,
};
process.stdout.write(JSON.stringify(result));
