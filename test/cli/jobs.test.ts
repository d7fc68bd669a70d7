/** The command with --jobs, and the client of the package: a job of a service. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { RenderClient } from "../../src/client.js";
import type { Job, JobLine } from "../../src/contract/jobs.js";
import { FAKE_IMAGE, fakeRenderer, startApp } from "../helpers/app.js";
import { COMMAND } from "../helpers/command.js";

const KEY = "abcdefgh12345678";
const DOCUMENT = { slides: [{ textBlocks: [{ text: "{{city}}" }] }] };

const folder = mkdtempSync(join(tmpdir(), "post-image-job-"));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string) => {
	writeFileSync(join(folder, name), text);
	return join(folder, name);
};

const run = (args: readonly string[], env: Record<string, string> = {}) =>
	new Promise<{ code: number | null; err: string }>((resolve) => {
		const child = spawn(process.execPath, [COMMAND, ...args], {
			env: { PATH: process.env.PATH, ...env },
			stdio: ["ignore", "ignore", "pipe"],
		});
		let err = "";
		child.stderr.on("data", (chunk: Buffer) => {
			err += chunk;
		});
		child.on("close", (code) => resolve({ code, err }));
	});

t.test("the command has a service draw a file of rows", async (t) => {
	const app = await startApp(t, { API_KEYS: KEY }, { renderer: fakeRenderer() });
	const design = file("design.json", JSON.stringify(DOCUMENT));
	const good = file("rows.csv", "city\nLisbon\nPorto\nBraga\n");
	const bad = file("rows.ndjson", '{"city":"Lisbon"}\n{"town":"x"}\n');
	const out = join(folder, "out");
	const env = { API_KEY: KEY };
	const args = ["batch", design, "--jobs", app.url, "-o", out];
	const first = await run([...args, "--data", good], env);
	t.equal(first.code, 0, first.err);
	t.match(first.err, "3 rows: 3 drawn, 0 failed");
	t.same(
		readdirSync(out).sort(),
		[1, 2, 3].map((row) => `row-000${row}-slide-01.png`),
	);
	t.ok(readFileSync(join(out, "row-0002-slide-01.png")).equals(FAKE_IMAGE));
	const second = await run([...args, "--data", bad], env);
	t.equal(second.code, 1);
	t.match(second.err, /row 2: /);
	const refused = await run([...args, "--data", good]);
	t.equal(refused.code, 1);
	t.match(refused.err, /API key/);
	t.equal((await run(["batch", design, "--jobs", "nowhere", "--data", good])).code, 2);
	t.equal((await run([...args, "--data", join(folder, "none.csv")], env)).code, 2);
});

t.test("names in the manifest are allowed as files everywhere", async (t) => {
	const app = await startApp(t, { API_KEYS: KEY }, { renderer: fakeRenderer() });
	const client = new RenderClient({ baseUrl: app.url, apiKey: KEY });
	const values = ["dup", "dup", "DUP", "dup-row-2", "dup-row-6", "dup", "con", "Con"];
	const rows = values.map((city) => ({ city }));
	const taken = await client.startJob({ document: DOCUMENT, rows, fileName: "{{city}}" });
	for await (const _ of client.watchJob(taken.id, { pauseMs: 20 }));
	const named: string[] = [];
	for await (const line of client.jobManifest(taken.id))
		if ("files" in line) named.push(...line.files.map(({ name }) => name));
	t.equal(new Set(named.map((name) => name.toLowerCase())).size, values.length);
	t.notOk(named.some((name) => /^con\./i.test(name)));
});

t.test("the client of the package", async (t) => {
	const app = await startApp(t, { API_KEYS: KEY }, { renderer: fakeRenderer() });
	const client = new RenderClient({ baseUrl: app.url, apiKey: KEY });
	const rows = [{ city: "Lisbon" }, { city: "Porto" }, {}];
	const taken = await client.startJob({ document: DOCUMENT, rows, fileName: "{{city}}" });
	let job: Job = taken;
	for await (job of client.watchJob(taken.id, { pauseMs: 20 }));
	t.strictSame(job.rows, { total: 3, drawn: 2, failed: 1, left: 0 });
	const lines: JobLine[] = [];
	for await (const line of client.jobManifest(job.id)) lines.push(line);
	t.equal(lines.length, 3);
	const [first] = lines;
	if (first === undefined || !("files" in first)) throw new Error("no files");
	t.equal(first.files[0]!.name, "Lisbon.png");
	const picture = await client.jobPicture(first.files[0]!);
	t.ok(Buffer.from(picture.bytes).equals(FAKE_IMAGE));
	const again = await client.startJobOf({ document: DOCUMENT }, "city\nLisbon\n");
	t.equal(again.rows.total, 1);
	t.equal((await client.cancelJob(job.id)).id, job.id);
	await t.rejects(client.job(job.id), { status: 404, code: "not_found" });
});
