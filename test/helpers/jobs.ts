import { setTimeout as sleep } from "node:timers/promises";
import { inflateRawSync } from "node:zlib";
import type { Job, JobFile } from "../../src/contract/jobs.js";

/** Who asks a service. */
interface Client {
	get(path: string, init?: RequestInit): Promise<Response>;
	post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Waits for the end of a job, for three minutes at most. */
export async function finished(
	app: Pick<Client, "get">,
	id: string,
	headers: Record<string, string> = {},
): Promise<Job> {
	let last = "";
	for (const end = performance.now() + 180_000; performance.now() < end; await sleep(50)) {
		const answer = await app.get(`/api/jobs/${id}`, { headers }).catch(() => undefined);
		last = (await answer?.text().catch(() => "")) ?? "";
		if (answer?.status !== 200) continue;
		const job = JSON.parse(last) as Job;
		if (job.state !== "queued" && job.state !== "running") return job;
	}
	throw new Error(`the job does not end: ${last}`);
}

/** Has a job done. */
export async function jobOf(app: Client, body: unknown): Promise<Job> {
	const answer = await app.post("/api/jobs", body);
	if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
	return finished(app, ((await answer.json()) as Job).id);
}

/** A line of a manifest. */
export interface Line {
	readonly row: number;
	readonly files?: JobFile[];
	readonly error?: { readonly code: string; readonly message: string };
}

export async function manifestOf(app: Pick<Client, "get">, id: string): Promise<Line[]> {
	const text = await (await app.get(`/api/jobs/${id}/manifest`)).text();
	return text
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Line);
}

const LOCAL_HEADER = 0x04034b50;

/** The files of a ZIP in their order, by its local headers. */
export async function readZip(answer: Response): Promise<Map<string, Buffer>> {
	const bytes = Buffer.from(await answer.arrayBuffer());
	const files = new Map<string, Buffer>();
	for (let at = 0; at + 30 < bytes.length && bytes.readUInt32LE(at) === LOCAL_HEADER; ) {
		const size = bytes.readUInt32LE(at + 18);
		const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
		const start = nameEnd + bytes.readUInt16LE(at + 28);
		const content = bytes.subarray(start, start + size);
		const stored = bytes.readUInt16LE(at + 8) === 0;
		files.set(
			bytes.subarray(at + 30, nameEnd).toString(),
			stored ? Buffer.from(content) : inflateRawSync(content),
		);
		at = start + size;
	}
	return files;
}
