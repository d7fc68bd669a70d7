/** Draws random slides in all formats, and says what should not have happened. */
import type { Test } from "tap";
import { readConfig } from "../../src/app/config/config.js";
import { createRenderPool } from "../../src/service/processes/pool.js";
import { startApp } from "./app.js";

/** Requests with the same slides: each format is drawn by code of its own. */
const REQUESTS = [
	["/api/render", { format: "png" }],
	["/api/render", { format: "jpeg" }],
	["/api/render", { format: "webp" }],
	["/api/render", { format: "svg" }],
	["/api/render.pdf", {}],
	["/api/render.zip", {}],
	["/api/measure", {}],
] as const;
const SLIDES = 20;

/** Makes random documents: see random-trees.ts and random-svgs.ts. */
interface RandomDocuments {
	/** @param slides number of slides */
	document(slides: number): Record<string, unknown> & { slides: object[] };
}

interface ErrorAnswer {
	readonly error: {
		readonly code: string;
		readonly message: string;
		readonly details: {
			readonly path?: string;
			readonly reason?: string;
			readonly issues?: readonly { readonly path: string }[];
		};
	};
}

/**
 * Every slide is drawn, or refused with a 4xx that names a field of it. No process is replaced, and
 * no picture is called damaged.
 * @param count number of slides
 */
export async function checkTrees(t: Test, random: RandomDocuments, count: number): Promise<void> {
	const renderer = createRenderPool({
		size: 1,
		memoryMb: readConfig({}).renderMemoryMb,
		spare: false,
		// On a busy machine, a start and a render may take minutes.
		startTimeoutMs: 3_600_000,
		recycleJobs: Number.POSITIVE_INFINITY,
		recycleMb: Number.POSITIVE_INFINITY,
	});
	await renderer.whenReady();
	const { app } = await startApp(t, { RENDER_TIMEOUT_MS: "600000" }, { renderer });
	let pids = renderer.pids();
	const outcomes = new Map<string, number>();
	const failures: string[] = [];
	const add = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

	/** @returns the slides without those that were refused */
	async function check(at: number, document: { slides: object[] }): Promise<void> {
		const [url, own] = REQUESTS[at % REQUESTS.length]!;
		const name = `${url} ${"format" in own ? own.format : ""}`;
		let { slides } = document;
		while (slides.length > 0) {
			const payload = { ...document, ...own, slides };
			const answer = await app.inject({ method: "POST", url, payload });
			const fail = (problem: string, blamed: readonly object[] = slides) =>
				failures.push(
					`${problem}, ${name}: ${JSON.stringify({ ...payload, slides: blamed }).slice(0, 4_000)}`,
				);
			const replaced = renderer.pids().join() !== pids.join();
			pids = renderer.pids();
			if (answer.statusCode === 200) {
				if (replaced) fail("process replaced");
				for (const _ of slides) add(`200 ${name}`);
				return;
			}
			const { code, message, details } = (answer.json() as ErrorAnswer).error;
			const path = details.issues?.[0]?.path ?? details.path ?? "";
			const [, index, field] = /^\/slides\/(\d+)(?:.*\/)?([a-zA-Z]+)?/.exec(path) ?? [];
			const blamed = index === undefined ? slides : [slides[Number(index)]!];
			const isImage = code === "remote_image_failed" && details.reason !== "too_complex";
			add(`${answer.statusCode} ${code} ${field}`);
			if (
				answer.statusCode >= 500 ||
				replaced ||
				isImage ||
				index === undefined ||
				/cannot be/.test(message)
			)
				fail(
					`${answer.statusCode} ${code} ${path} ${message}${replaced ? ", process replaced" : ""}`,
					blamed,
				);
			if (index === undefined) return;
			slides = slides.filter((_, i) => i !== Number(index));
		}
	}

	for (let done = 0, at = 0; done < count; done += SLIDES, at++)
		await check(at, random.document(SLIDES));
	t.comment(Object.fromEntries([...outcomes].sort()));
	t.same(failures.slice(0, 5), [], `${failures.length} failures`);
	await renderer.close();
}
