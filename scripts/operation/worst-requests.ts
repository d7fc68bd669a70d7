/**
 * An honest client next to clients that send the most expensive known requests, both refused ones
 * and ones just within the limits: the honest client still gets its responses.
 */
import { setMaxListeners } from "node:events";
import { request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { COSTLY_SVGS } from "../../test/helpers/costly-svgs.js";
import type { Claims, Options } from "./scenario.js";
import { type Service, startService } from "./service.js";

/** Interval between two renders of the honest client. Milliseconds. */
const INTERVAL_MS = 200;
const SECONDS = 15;
const HONEST = "127.0.0.2";
const ROUNDS = [1, 8, 64] as const;
/** Maximum factors for the honest client's median and 99th percentile. */
const MEDIAN_TIMES = 3;
const LAST_TIMES = 20;
const REFUSALS: ReadonlySet<number> = new Set([422, 429, 503]);

const dataUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
const whole = (src: string) => ({ src, x: 0, y: 0, width: 405, height: 720 });
const carousel = (slide: object) =>
	JSON.stringify({ mode: "carousel", slides: Array.from({ length: 20 }, () => slide) });
const translucent = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1080 1920">${'<rect width="1080" height="1920" fill-opacity=".01"/>'.repeat(170)}</svg>`;
const han = Array.from({ length: 10_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
const outlined = { text: han, style: "outline", fontSize: 8, x: 0, y: 0, width: 405 };

/** The most expensive document that is rendered, with a variable for rows of data. */
export const DEAREST = JSON.parse(
	carousel({ textBlocks: [outlined, { text: "{{n}}", x: 0, y: 400, fontSize: 40 }] }),
) as object;

/** The most expensive request bodies. */
const WORST: readonly string[] = [
	...Object.values(COSTLY_SVGS)
		.filter((svg) => svg.length < 50_000)
		.map((svg) => carousel({ imageOverlays: [whole(dataUrl(svg))] })),
	carousel({ imageOverlays: Array.from({ length: 5 }, () => whole(dataUrl(translucent))) }),
	carousel({ image: dataUrl(translucent) }),
	carousel({ textBlocks: Array.from({ length: 3 }, () => outlined) }),
	carousel({ textBlocks: [outlined] }),
];
const HONEST_BODY = JSON.stringify({
	slides: [{ textBlocks: [{ text: "A text that somebody wants to post today" }] }],
});

interface Answer {
	readonly status: number;
	readonly ms: number;
}

function post(
	service: Service,
	from: string,
	path: string,
	body: string,
	signal?: AbortSignal,
): Promise<Answer> {
	const start = performance.now();
	return new Promise((resolve) => {
		const end = (status: number) => resolve({ status, ms: performance.now() - start });
		const request = httpRequest(
			{
				host: "127.0.0.1",
				port: service.port,
				path,
				method: "POST",
				localAddress: from,
				agent: false,
				...(signal && { signal }),
				headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
			},
			(response) => {
				response.resume();
				response.on("end", () => end(response.statusCode ?? 0));
				response.on("error", () => end(0));
			},
		);
		request.on("error", () => end(0));
		request.end(body);
	});
}

/**
 * Renders of the honest client at a fixed interval, whether or not the previous one was answered.
 */
async function honest(service: Service, seconds: number): Promise<Answer[]> {
	const answers: Promise<Answer>[] = [];
	for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
		answers.push(post(service, HONEST, "/api/render.png", HONEST_BODY));
		await sleep(INTERVAL_MS);
	}
	return Promise.all(answers);
}

const quantile = (answers: readonly Answer[], share: number): number =>
	answers.map(({ ms }) => ms).sort((a, b) => a - b)[
		Math.min(answers.length - 1, Math.floor(answers.length * share))
	] ?? Number.NaN;

export async function worstRequests(claims: Claims, { seconds = SECONDS }: Options): Promise<void> {
	const service = await startService();
	await honest(service, 5);
	const idle = await honest(service, seconds);
	const [median, last] = [quantile(idle, 0.5), quantile(idle, 0.99)];
	claims.note(`idle: p50 ${median.toFixed(0)} ms, p99 ${last.toFixed(0)} ms`);
	// Each round uses addresses that the service has not seen.
	let round = 0;
	for (const count of ROUNDS) {
		for (const [addresses, where] of [
			[1, "one address"],
			[count, "as many addresses"],
		] as const) {
			if (count === 1 && where !== "one address") continue;
			const statuses = new Map<number, number>();
			const over = new AbortController();
			setMaxListeners(0, over.signal);
			round++;
			const hostile = Array.from({ length: count }, async (_, client) => {
				for (let i = client; !over.signal.aborted; i++) {
					const body = WORST[i % WORST.length]!;
					const from = `127.0.${round}.${1 + (client % addresses)}`;
					const { status } = await post(service, from, "/api/render", body, over.signal);
					if (over.signal.aborted) return;
					statuses.set(status, (statuses.get(status) ?? 0) + 1);
					await sleep(20);
				}
			});
			const answers = await honest(service, seconds);
			over.abort();
			const good = answers.filter(({ status }) => status === 200).length;
			const [p50, p99] = [quantile(answers, 0.5), quantile(answers, 0.99)];
			const name = `beside ${count} of the worst requests from ${where}`;
			const figures = `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; theirs: ${JSON.stringify(Object.fromEntries(statuses))}`;
			claims.check(
				`${name} each honest one is answered`,
				good === answers.length,
				`${good} of ${answers.length}; statuses ${[...new Set(answers.map(({ status }) => status))].join(", ")}`,
			);
			claims.check(
				`${name} the honest client waits little`,
				p50 <= MEDIAN_TIMES * median && p99 <= LAST_TIMES * last,
				figures,
			);
			const others = [...statuses.keys()].filter(
				(status) => status !== 200 && !REFUSALS.has(status),
			);
			claims.check(`${name} the others are drawn or refused`, others.length === 0, others.join());
			await Promise.all(hostile);
		}
	}
	claims.check("the service is the same process", service.alive());
	await service.dispose();
}
