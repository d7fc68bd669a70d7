import tap, { type Test } from "tap";
import { sampleOf } from "./samples.js";
import { type Service, startService } from "./service.js";

/** Memory that the process that serves HTTP may hold. MB resident. */
const MEMORY_MB = 400;

/** A document with a picture that is known: text, an inline image, the stepper. */
export const HONEST = {
	platform: "photo-feed-square",
	slides: [
		{
			backgroundColor: "#204060",
			textBlocks: [{ text: "Honest work", style: "shadow", x: 40, y: 100 }],
			imageOverlays: [
				{
					src: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><circle cx='2' cy='2' r='2' fill='red'/></svg>",
					x: 20,
					y: 220,
					width: 90,
					height: 90,
				},
			],
		},
	],
};

/** A service under attack, and the proof that it came to no harm. */
export interface Victim extends Service {
	/** Posts a document with one slide. */
	draw(slide: unknown, request?: Record<string, unknown>): Promise<Response>;
	/** Health, an honest render, the process, its memory, its folder: all as before. */
	expectUnharmed(t: Test, name: string): Promise<void>;
}

/** The victims of this process, by their settings. */
const victims = new Map<string, Promise<Victim>>();

/**
 * A service with these settings. The tests of a process share it, because a start takes seconds of
 * processor time: what one attack leaves behind is seen by the next.
 */
export async function startVictim(env: Record<string, string> = {}): Promise<Victim> {
	const key = JSON.stringify(env);
	const running = victims.get(key);
	if (!running || !(await running).alive()) victims.set(key, newVictim(env));
	const victim = await victims.get(key)!;
	// Temporary images of the tests before, which have their time to live.
	const known = new Set(await victim.files());
	return {
		...victim,
		files: async () => (await victim.files()).filter((name) => !known.has(name)),
	};
}

/** Starts a service that ends with the process, and takes the honest picture. */
async function newVictim(env: Record<string, string>): Promise<Victim> {
	const service = await startService(env);
	tap.teardown(() => service.dispose());
	const honest = async () => {
		const response = await service.post("/api/render.png", HONEST);
		return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
	};
	const before = await honest();
	if (before.status !== 200) throw new Error(`no honest picture: ${before.bytes}`);
	return {
		...service,
		draw: (slide, request = {}) => service.post("/api/render", { ...request, slides: [slide] }),
		async expectUnharmed(this: Victim, t: Test, name: string) {
			const health = await service.get("/api/health");
			t.equal(health.status, 200, `${name}: health is good afterwards`);
			await health.body?.cancel();
			const after = await honest();
			t.ok(after.bytes.equals(before.bytes), `${name}: the next picture is right`);
			t.ok(service.alive(), `${name}: the same process serves`);
			const mb = service.peakMb();
			t.ok(mb < MEMORY_MB, `${name}: ${Math.round(mb)} MB at most so far`);
			t.same(await this.files(), [], `${name}: no file is left`);
		},
	};
}

/** What an error of the service says. */
export interface Failure {
	readonly status: number;
	readonly code: string | undefined;
	readonly reason: unknown;
	readonly path: unknown;
	readonly message: string | undefined;
	readonly text: string;
}

interface ErrorAnswer {
	readonly error?: {
		readonly code?: string;
		readonly message?: string;
		readonly details?: { readonly reason?: unknown; readonly path?: unknown };
	};
}

/** Waits for an answer and reads it as an error; code is undefined when it is none. */
export async function failureOf(answer: Promise<Response>): Promise<Failure> {
	const response = await answer;
	const text = await response.text();
	const isJson = response.headers.get("content-type")?.startsWith("application/json");
	const { error } = (isJson ? JSON.parse(text) : {}) as ErrorAnswer;
	return {
		status: response.status,
		code: error?.code,
		reason: error?.details?.reason,
		path: error?.details?.path,
		message: error?.message,
		text,
	};
}

/**
 * One line that says what an answer was: "200", "400 invalid_render_request",
 * "422 not_an_image".
 */
export function summary({ status, code, reason }: Failure): string {
	if (code === undefined) return String(status);
	return `${status} ${reason === undefined ? code : reason}`;
}

/** One document that attacks, and what it has to get. */
export interface Row {
	readonly name: string;
	/** What is posted: an unchanged body, or any value as JSON. */
	readonly body: unknown;
	/** Summaries of which the answer has to be one. */
	readonly expected: string | readonly string[];
}

/** A document with one slide. */
export const slideBody = (slide: unknown, request: Record<string, unknown> = {}): unknown => ({
	...request,
	slides: [slide],
});

/** A document with one image that fills a slide. */
export const imageBody = (src: string): unknown =>
	slideBody({ image: src }, { platform: "photo-feed-square" });

/** `npm test` posts one in so many documents. */
const SHARE = 3;

/**
 * Posts documents side by side, checks each answer, then that the service came to no harm. In
 * `npm test`, only a sample of them.
 */
export async function tryRows(
	t: Test,
	victim: Victim,
	rows: readonly Row[],
	parallel = 6,
): Promise<void> {
	const waiting = sampleOf(rows, SHARE).values();
	const work = async () => {
		for (const row of waiting) {
			const failure = await failureOf(victim.post("/api/render", row.body)).catch((cause) => {
				const last = victim.log.slice(-5).join("\n").slice(-2_000);
				throw new Error(`${row.name}: no answer; the service's last words: ${last}`, { cause });
			});
			const got = summary(failure);
			t.ok([row.expected].flat().includes(got), `${row.name}: ${got}`, {
				expected: row.expected,
				answer: failure.text.slice(0, 500),
			});
		}
	};
	await Promise.all(Array.from({ length: parallel }, work));
	await victim.expectUnharmed(t, "after all of them");
}
