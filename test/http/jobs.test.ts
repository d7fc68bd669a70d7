/** Jobs over HTTP, with the queue of one process, through the production app. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import {
	mkdtemp,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	truncate,
	writeFile,
} from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import { buildApp } from "../../src/app/app.js";
import { readConfig } from "../../src/app/config/config.js";
import { ServiceError } from "../../src/base/errors.js";
import type { Job } from "../../src/contract/jobs.js";
import { folderOf } from "../../src/service/jobs/job.js";
import { signatureOf } from "../../src/service/jobs/webhook.js";
import { FAKE_IMAGE, fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";
import { finished, jobOf, manifestOf, readZip } from "../helpers/jobs.js";
import { captureLog } from "../helpers/log.js";
import { startS3 } from "../helpers/s3-server.js";
import { until } from "../helpers/until.js";

const DOCUMENT = { slides: [{ textBlocks: [{ text: "Hello {{city}}" }] }] };
const cities = (count: number) =>
	Array.from({ length: count }, (_, i) => ({ city: `City ${i + 1}` }));
const start = (t: Test, env: Record<string, string> = {}, renderer = fakeRenderer()) =>
	startApp(t, env, { renderer });

/** A renderer whose slides end when they are not wanted any more. */
const waitingRenderer = (onDraw: () => unknown) =>
	fakeRenderer({
		drawSlide: (_job, _images, { signal }) =>
			new Promise((_resolve, reject) => {
				onDraw();
				signal.addEventListener("abort", () => reject(signal.reason), { once: true });
			}),
	});

t.test("rows in JSON are drawn, and each is in the manifest once", async (t) => {
	const app = await start(t);
	const response = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(250) });
	t.equal(response.status, 202);
	const taken = (await response.json()) as Job;
	t.equal(response.headers.get("location"), taken.links.self);
	t.equal(taken.rows.total, 250);
	const job = await finished(app, taken.id);
	t.equal(job.state, "done");
	t.strictSame(job.rows, { total: 250, drawn: 250, failed: 0, left: 0 });
	t.equal(job.secondsLeft, 0);
	t.ok(job.endedAt && job.expiresAt && job.startedAt);
	t.equal(job.links.zips, undefined);
	const lines = await manifestOf(app, job.id);
	t.strictSame(
		lines.map(({ row }) => row),
		Array.from({ length: 250 }, (_, i) => i + 1),
	);
	const [file] = lines[6]!.files!;
	t.equal(file!.name, "row-0007-slide-01.png");
	t.equal(file!.bytes, FAKE_IMAGE.length);
	const picture = await fetch(file!.url!);
	t.equal(picture.status, 200);
	t.equal(picture.headers.get("content-type"), "image/png");
	t.ok(Buffer.from(await picture.arrayBuffer()).equals(FAKE_IMAGE));
	t.notOk(file!.url!.includes(job.id), "the URL of a picture does not tell the id of the job");
});

t.test("rows as CSV, as a form and as NDJSON", async (t) => {
	const app = await start(t);
	const csv = `city\n${cities(30)
		.map(({ city }) => city)
		.join("\n")}\n`;
	const ndjson = cities(30)
		.map((row) => JSON.stringify(row))
		.join("\n");
	const form = (rows: string | File) => {
		const body = new FormData();
		body.set("document", JSON.stringify(DOCUMENT));
		body.set("fileName", "{{city}}");
		body.set("rows", rows);
		return fetch(`${app.url}/api/jobs`, { method: "POST", body });
	};
	const answers = [
		await app.post("/api/jobs", { document: DOCUMENT, fileName: "{{city}}", rows: csv }),
		await form(csv),
		await form(new File([csv], "rows.csv")),
		await form(new File([ndjson], "rows.ndjson")),
		await app.post(
			"/api/jobs",
			`${JSON.stringify({ document: DOCUMENT, fileName: "{{city}}" })}\n${ndjson}\n`,
			{ "content-type": "application/x-ndjson" },
		),
	];
	for (const answer of answers) {
		t.equal(answer.status, 202);
		const job = await finished(app, ((await answer.json()) as Job).id);
		t.strictSame(job.rows, { total: 30, drawn: 30, failed: 0, left: 0 });
		const lines = await manifestOf(app, job.id);
		t.equal(lines[11]!.files![0]!.name, "City 12.png");
	}
});

t.test("what cannot be a job is a 400 that says what is wrong", async (t) => {
	const app = await start(t, { JOB_MAX_ROWS: "20" });
	const lines = (text: string) =>
		app.post("/api/jobs", text, { "content-type": "application/x-ndjson" });
	const form = (...parts: [string, string][]) => {
		const body = new FormData();
		for (const [name, value] of parts) body.append(name, value);
		return fetch(`${app.url}/api/jobs`, { method: "POST", body });
	};
	const document = JSON.stringify(DOCUMENT);
	const ask = (more: object) =>
		app.post("/api/jobs", { document: DOCUMENT, rows: cities(1), ...more });
	const cases: [Promise<Response>, string][] = [
		[ask({ rows: cities(21) }), "/rows"],
		[ask({ rows: [] }), "/rows"],
		[ask({ rows: "town\nLisbon" }), "/rows"],
		[ask({ fileName: "a/{{city}}/" }), "/fileName"],
		[ask({ fileName: "{{city" }), "/fileName"],
		[ask({ output: "tar" }), "/output"],
		[ask({ webhook: { url: "https://example.com/", secret: "short" } }), "/webhook/secret"],
		[ask({ webhook: { url: "http://example.com/", secret: SECRET } }), "/webhook/url"],
		[ask({ webhook: { url: "https://127.0.0.1/", secret: SECRET } }), "/webhook/url"],
		[ask({ webhook: { url: "https://metadata.internal/", secret: SECRET } }), "/webhook/url"],
		[ask({ webhook: { url: "https://a:b@example.com/", secret: SECRET } }), "/webhook/url"],
		[lines(""), ""],
		[lines("no JSON\n{}"), ""],
		[lines(`${JSON.stringify({ document: DOCUMENT })}\n`), "/rows"],
		[lines(`{"document":${document},"rows":[]}\n{}`), "/rows"],
		[lines(`{"document":${document}}\n${"{}\n".repeat(21)}`), "/rows"],
		[form(["document", document]), "/rows"],
		[form(["rows", "city\nLisbon"], ["document", document]), "/document"],
		[form(["document", document], ["rows", "city\nLisbon"], ["output", "zip"]), "/rows"],
		[form(["document", "{"], ["rows", "city\nLisbon"]), "/document"],
		[form(["document", document], ["rows", 'city\n"Lisbon']), "/rows"],
	];
	for (const [i, [asked, path]] of cases.entries()) {
		const answer = await asked;
		const { error } = (await answer.json()) as {
			error: { code: string; details: { issues?: { path: string }[] } };
		};
		t.equal(answer.status, 400, `case ${i}`);
		t.equal(error.code, "invalid_render_request");
		t.equal(error.details.issues?.[0]?.path, path, `case ${i}: ${JSON.stringify(error)}`);
	}
	// The end of the form comes before anybody reads its rows.
	const part = (name: string, value: string) =>
		`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`;
	const cut = `${part("document", document)}\r\n${part("rows", "city\nLis")}`;
	const broken = await app.post("/api/jobs", cut, {
		"content-type": "multipart/form-data; boundary=b",
	});
	t.equal(broken.status, 400, "a form that is cut off");
	const other = await app.post("/api/jobs", "x", { "content-type": "text/csv" });
	t.equal(other.status, 415);
	t.same(await readdir(join(app.directory, "jobs")).catch(() => []), [], "nothing is left");
});

t.test("rows that cannot be drawn fail alone", async (t) => {
	const app = await start(t);
	const rows = [
		'{"city":"Lisbon"}',
		"no JSON",
		"[1]",
		'{"city":{"a":1}}',
		'{"town":"x"}',
		`{"city":"${"x".repeat(70_000)}"}`,
		'{"city":null}',
		'{"city":"Porto"}',
	];
	const body = `${JSON.stringify({ document: DOCUMENT })}\n${rows.join("\n")}`;
	const answer = await app.post("/api/jobs", body, { "content-type": "application/x-ndjson" });
	const job = await finished(app, ((await answer.json()) as Job).id);
	t.equal(job.state, "done");
	// null is a missing value, which prints as nothing.
	t.strictSame(job.rows, { total: 8, drawn: 3, failed: 5, left: 0 });
	t.strictSame(
		job.errors.map(({ row }) => row),
		[2, 3, 4, 5, 6],
	);
	t.ok(job.errors.every(({ code }) => code === "invalid_render_request"));
	const lines = await manifestOf(app, job.id);
	t.equal(lines.length, 8);
	t.match(lines[1]!.error!.message, /not JSON/);
});

t.test("a thousand rows that all fail say so in a few words", async (t) => {
	const app = await start(t);
	const rows = Array.from({ length: 1_000 }, () => ({ nothing: "x".repeat(500) }));
	const job = await jobOf(app, { document: DOCUMENT, rows });
	t.equal(job.state, "done");
	t.equal(job.rows.failed, 1_000);
	t.equal(job.errors.length, 10);
	const manifest = await (await app.get(`/api/jobs/${job.id}/manifest`)).text();
	t.equal(manifest.trimEnd().split("\n").length, 1_000);
	t.ok(manifest.length < 1_000_000, `${manifest.length} characters`);
});

t.test("a job tells of rows that failed while others are still drawn", async (t) => {
	let asked = 0;
	const renderer = fakeRenderer();
	const app = await start(
		t,
		{},
		fakeRenderer({
			drawSlide: (...all) => {
				asked++;
				if (asked <= 100) throw new ServiceError("too_complex");
				if (asked <= 150) return renderer.drawSlide(...all);
				return new Promise((_resolve, reject) => {
					all[2].signal.addEventListener("abort", () => reject(all[2].signal.reason));
				});
			},
		}),
	);
	const answer = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(400) });
	const { id } = (await answer.json()) as Job;
	let job: Job | undefined;
	await until("failures are told", async () => {
		job = (await (await app.get(`/api/jobs/${id}`)).json()) as Job;
		return job.rows.failed > 0;
	});
	t.equal(job!.state, "running");
	t.match(job!.errors[0], { code: "too_complex" });
	await app.get(`/api/jobs/${id}`, { method: "DELETE" });
});

t.test("a ZIP has the pictures by their names, and what became of each row", async (t) => {
	const app = await start(t);
	const document = {
		...DOCUMENT,
		mode: "carousel",
		slides: [DOCUMENT.slides[0], DOCUMENT.slides[0]],
	};
	const rows = [{ city: "Lisbon" }, { city: "Lisbon" }, { city: "../../São Paulo/x" }, { no: "x" }];
	const job = await jobOf(app, { document, rows, output: "zip", fileName: "cities/{{city}}" });
	t.equal(job.links.zips?.length, 1);
	const files = await readZip(await fetch(job.links.zips![0]!));
	t.strictSame(
		[...files.keys()],
		[
			"cities/Lisbon-01.png",
			"cities/Lisbon-02.png",
			"cities/Lisbon-row-2-01.png",
			"cities/Lisbon-row-2-02.png",
			"cities/São Paulo-x-01.png",
			"cities/São Paulo-x-02.png",
			"manifest.ndjson",
		],
	);
	t.ok(files.get("cities/Lisbon-01.png")!.equals(FAKE_IMAGE));
	t.equal(files.get("manifest.ndjson")!.toString().trimEnd().split("\n").length, 4);
	const lines = await manifestOf(app, job.id);
	t.equal(lines[0]!.files![0]!.url, undefined, "no URLs where only ZIP was asked for");
	t.equal((await app.get(`/api/jobs/${job.id}/results.zip?part=2`)).status, 404);
	const plain = await jobOf(app, { document, rows });
	t.equal((await app.get(`/api/jobs/${plain.id}/results.zip`)).status, 404);
});

t.test("names of pictures are distinct and allowed on every file system", async (t) => {
	const app = await start(t);
	const values = [
		"Köln",
		"köln",
		"Ko\u0308LN",
		"Köln-row-2",
		"Köln-row-5",
		"con",
		"COM1.txt",
		"LPT²",
		"con\u00e7",
		"end. . ",
		"end",
		"STRASSE",
		"straße",
		"a<b>:c|d?*",
		"...",
		"",
		`${"x".repeat(300)}1`,
		`${"x".repeat(300)}2`,
		"漢".repeat(300),
	];
	const isAllowed = (name: string) =>
		name
			.split("/")
			.every(
				(part) =>
					!/[<>:"\\|?*\p{Cc}]|[. ]$|^[. ]/u.test(part) &&
					!/^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:[. ]|$)/i.test(part) &&
					Buffer.byteLength(part) <= 255,
			);
	const two = { ...DOCUMENT, mode: "carousel", slides: [DOCUMENT.slides[0], DOCUMENT.slides[0]] };
	for (const [document, fileName] of [
		[DOCUMENT, "{{city}}"],
		[two, "{{city}}"],
		[two, "{{slide}} {{city}}"],
		[two, "{{city}}/{{slide}}"],
		[two, "{{upper(slice(city, 0, 2))}}"],
		[two, "{{size(city) % 2}}{{slide % 2}}"],
		[two, "a {{city}}{{slide}}{{city}}"],
		[two, `${"y".repeat(130)}{{city}}`],
	] as const) {
		const rows = values.map((city) => ({ city }));
		const job = await jobOf(app, { document, rows, output: "zip", fileName });
		t.equal(job.rows.failed, 0);
		const named = (await manifestOf(app, job.id)).flatMap(({ files }) =>
			files!.map(({ name }) => name),
		);
		const files = await readZip(await fetch(job.links.zips![0]!));
		t.strictSame([...files.keys()], [...named, "manifest.ndjson"], fileName);
		t.strictSame(
			named.filter((name) => !isAllowed(name)),
			[],
		);
		const folded = named.map((name) => name.normalize("NFC").toUpperCase().toLowerCase());
		t.equal(
			new Set(folded).size,
			folded.length,
			`${fileName}: ${named.join(", ").slice(0, 2_000)}`,
		);
	}
	const rows = values.map((city) => ({ city }));
	const numbered = await jobOf(app, { document: DOCUMENT, rows, fileName: "{{city}} {{row}}" });
	const [, second] = await manifestOf(app, numbered.id);
	t.equal(second!.files![0]!.name, "köln 0002.png");
	const calculated = await jobOf(app, {
		document: DOCUMENT,
		rows,
		fileName: "{{city == null ? 'none' : upper(city) + '!'}}-{{1 / 0}}{{range(500).map(a, city)}}",
	});
	t.match((await manifestOf(app, calculated.id))[1]!.files![0]!.name, /^KÖLN--/);
	const lists = ["a-02", "a", "A", "b", "b-01", "a-02-row-3", "a-row-3-01", "photo-01", "photo-02"];
	const counted = lists.map((city, i) => ({ city, list: Array(1 + (i % 2)).fill("x") }));
	const long = ["1", "2"].map((end) => ({ city: `${"x".repeat(300)}${end}`, list: ["x", "y"] }));
	const document = {
		mode: "carousel",
		variables: { city: "", list: [] },
		slides: [{ ...DOCUMENT.slides[0], repeat: "list" }],
	};
	for (const fileName of ["{{city}}", "{{city}} {{row}}"]) {
		const job = await jobOf(app, { document, rows: [...counted, ...long], fileName });
		const named = (await manifestOf(app, job.id)).flatMap(({ files }) =>
			files!.map(({ name }) => name.toLowerCase()),
		);
		t.equal(new Set(named).size, named.length, named.join(", "));
		t.equal(named.length, 17, "rows have one slide or two");
		if (fileName === "{{city}}") t.ok(named.includes("photo-02.png"));
	}
});

t.test("rows that are refused while they are stored leave nothing in the bucket", async (t) => {
	const s3 = await startS3(t);
	const app = await start(t, { ...s3.env, JOB_MAX_ROWS: "250" });
	const kept = async () => (await s3.names("")).join("\n");
	await jobOf(app, { document: DOCUMENT, rows: cities(1) });
	t.match(await kept(), "/rows/000000.ndjson", "rows of a job that was taken are there");
	const rows = (await kept()).match(/rows\/\d+\.ndjson/g)!.length;
	const refused = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(400) });
	t.equal(refused.status, 400);
	t.equal((await kept()).match(/rows\/\d+\.ndjson/g)!.length, rows);
});

t.test("what a job needs in a bucket is written at the same time", async (t) => {
	const asked = new Set<string>();
	let both = () => {};
	const together = new Promise<void>((resolve) => {
		both = resolve;
	});
	// Answers nobody before the rows and the job itself are asked for: one after the other never ends.
	const server = createServer((request, response) => {
		request.resume().on("end", async () => {
			const name = /\/(rows|job\.json)/.exec(request.url ?? "")?.[1];
			if (request.method === "PUT" && name !== undefined) {
				asked.add(name);
				if (asked.size === 2) both();
				await together;
			}
			response.writeHead(request.method === "GET" ? 404 : 200).end();
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	const app = await start(t, {
		S3_URL: `http://127.0.0.1:${port}/bucket`,
		AWS_ACCESS_KEY_ID: "key",
		AWS_SECRET_ACCESS_KEY: "secret",
	});
	const answer = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(3) });
	t.equal(answer.status, 202);
	t.strictSame([...asked].sort(), ["job.json", "rows"]);
});

t.test("a picture in a bucket: as a whole, in part, and its head", async (t) => {
	const s3 = await startS3(t);
	const app = await start(t, s3.env);
	const { id } = await jobOf(app, { document: DOCUMENT, rows: cities(1) });
	const [line] = await manifestOf(app, id);
	const url = line!.files![0]!.url!;
	const whole = await fetch(url);
	t.equal(whole.headers.get("content-length"), String(FAKE_IMAGE.length));
	t.ok(Buffer.from(await whole.arrayBuffer()).equals(FAKE_IMAGE));
	const part = await fetch(url, { headers: { range: "bytes=2-5" } });
	t.equal(part.status, 206);
	t.ok(Buffer.from(await part.arrayBuffer()).equals(FAKE_IMAGE.subarray(2, 6)));
	const head = await fetch(url, { method: "HEAD" });
	t.equal(head.headers.get("content-length"), String(FAKE_IMAGE.length));
	const etag = whole.headers.get("etag")!;
	t.equal((await fetch(url, { headers: { "if-none-match": etag } })).status, 304);
	for (const method of ["GET", "HEAD"])
		t.equal(
			(await fetch(url.replace(/[^/]{22}\.png$/, `${"x".repeat(22)}.png`), { method })).status,
			404,
		);
});

t.test("the dearer a row, the fewer are in a chunk", async (t) => {
	const app = await start(t);
	const large = { platform: "custom", size: { width: 4_000, height: 4_000 } };
	const slides = Array.from({ length: 20 }, () => DOCUMENT.slides[0]);
	const sizes: number[] = [];
	for (const document of [
		DOCUMENT,
		{ ...DOCUMENT, ...large },
		{ ...large, mode: "carousel", slides },
	]) {
		const { id } = await jobOf(app, { document, rows: cities(1) });
		const spec = await readFile(join(app.directory, "jobs", folderOf(id), "job.json"), "utf8");
		sizes.push((JSON.parse(spec) as { chunkRows: number }).chunkRows);
	}
	t.strictSame(sizes, [48, 6, 2]);
});

t.test("events tell of progress, and end with the job", async (t) => {
	const slow = fakeRenderer();
	const { drawSlide } = slow;
	const app = await start(
		t,
		{},
		{
			...slow,
			drawSlide: async (...all) => {
				await sleep(20);
				return drawSlide(...all);
			},
		},
	);
	const answer = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(120) });
	const { links } = (await answer.json()) as Job;
	const events = await fetch(links.events);
	t.equal(events.headers.get("content-type"), "text/event-stream");
	const text = await events.text();
	const jobs = [...text.matchAll(/^event: job\ndata: (.*)\n$/gm)].map(
		([, json]) => JSON.parse(json!) as Job,
	);
	t.ok(jobs.length >= 2);
	t.equal(jobs.at(-1)!.state, "done");
	t.equal(jobs.at(-1)!.rows.drawn, 120);
	t.ok(jobs.some(({ state }) => state === "running" || state === "queued"));
});

t.test("events end when the job is deleted", async (t) => {
	const app = await start(
		t,
		{},
		{ ...fakeRenderer(), drawSlide: async (...all) => once(all[2].signal, "abort") as never },
	);
	const answer = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(1) });
	const { id, links } = (await answer.json()) as Job;
	const events = await fetch(links.events);
	// Cancelled and deleted between two looks at it.
	for (let i = 0; i < 2; i++) await app.get(`/api/jobs/${id}`, { method: "DELETE" });
	t.match(await events.text(), /^event: job\n/);
	t.equal((await app.get(`/api/jobs/${id}`)).status, 404);
});

t.test("DELETE cancels a job, and deletes the results of one that is over", async (t) => {
	const held = fakeRenderer();
	let release = () => {};
	const gate = new Promise<void>((resolve) => {
		release = resolve;
	});
	let begun = 0;
	const app = await start(
		t,
		{},
		{
			...held,
			drawSlide: async (job, images, options) => {
				if (++begun > 110) await gate;
				return held.drawSlide(job, images, options);
			},
		},
	);
	const answer = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(1_000) });
	const { id } = (await answer.json()) as Job;
	await until("some rows are drawn", () => begun > 110);
	const cancelled = (await (await app.get(`/api/jobs/${id}`, { method: "DELETE" })).json()) as Job;
	release();
	t.equal(cancelled.state, "cancelled");
	t.equal((await finished(app, id)).state, "cancelled");
	await until("nothing more is drawn", () => begun > 110);
	const before = begun;
	await sleep(1_500);
	t.ok(begun - before < 300, "the rest is not drawn");
	const deleted = await app.get(`/api/jobs/${id}`, { method: "DELETE" });
	t.equal(deleted.status, 200);
	t.equal((await app.get(`/api/jobs/${id}`)).status, 404);
	t.equal((await app.get(`/api/jobs/${id}/manifest`)).status, 404);
	t.notOk((await readdir(join(app.directory, "jobs"))).includes(folderOf(id)));
});

t.test("an idempotency key gives the same job, and refuses another request", async (t) => {
	const app = await start(t);
	const ask = (rows: object[], idempotencyKey = "spring") =>
		app.post("/api/jobs", { document: DOCUMENT, rows, idempotencyKey });
	const answers = await Promise.all([ask(cities(30)), ask(cities(30)), ask(cities(30))]);
	t.strictSame(answers.map(({ status }) => status).sort(), [200, 200, 202]);
	const ids = new Set(
		(await Promise.all(answers.map((answer) => answer.json()))).map((job) => (job as Job).id),
	);
	t.equal(ids.size, 1);
	const other = await ask(cities(31));
	t.equal(other.status, 409);
	t.equal(((await other.json()) as { error: { code: string } }).error.code, "idempotency_conflict");
	t.equal((await ask(cities(30), "summer")).status, 202);
});

t.test("a job lasts over a restart: what was drawn is not drawn again", async (t) => {
	const counting = (most: number) => {
		const plain = fakeRenderer();
		const counted = { drawn: 0 };
		const renderer = {
			...plain,
			drawSlide: async (...all: Parameters<typeof plain.drawSlide>) => {
				counted.drawn++;
				if (counted.drawn > most) await once(all[2].signal, "abort");
				all[2].signal.throwIfAborted();
				return plain.drawSlide(...all);
			},
		};
		return { counted, renderer };
	};
	const first = await start(t, {}, counting(150).renderer);
	const second = counting(100_000);
	const body = { document: DOCUMENT, rows: cities(500), idempotencyKey: "once" };
	const { id, links } = (await (await first.post("/api/jobs", body)).json()) as Job;
	const manifest = join(first.directory, "jobs", folderOf(id), "manifest");
	const parts = async () => {
		const files = await readdir(manifest).catch(() => []);
		// What is being written has another name until it is complete.
		return files.filter((file) => !file.endsWith(".part"));
	};
	while ((await parts()).length === 0) await sleep(20);
	const stored = (await parts()).length;
	// As a store leaves it that ended while it wrote: the beginning of a part.
	const [part = ""] = await parts();
	const damaged = join(manifest, part);
	await truncate(damaged, Math.floor((await stat(damaged)).size / 2));
	// As a crash leaves it: the folder of a process that is gone.
	const copied = await startApp(
		t,
		{ RENDER_DIR: first.directory, PUBLIC_BASE_URL: first.url },
		{ renderer: second.renderer },
	);
	const job = await finished(copied, id);
	t.equal(job.state, "done");
	t.equal(job.rows.drawn, 500);
	t.equal(job.links.self, links.self);
	const { drawn } = second.counted;
	t.ok(drawn <= 500 - (stored - 1) * 40, `${drawn} rows were drawn after ${stored} chunks`);
	const seconds = (Date.parse(job.endedAt!) - Date.parse(job.startedAt!)) / 1_000;
	t.ok(
		Math.abs(job.rowsPerSecond! - drawn / seconds) < 0.01,
		`${job.rowsPerSecond} rows/s: rows that were found do not count as drawn in ${seconds} s`,
	);
	const lines = await manifestOf(copied, id);
	t.strictSame(
		lines.map(({ row }) => row),
		Array.from({ length: 500 }, (_, i) => i + 1),
	);
	const again = await copied.post("/api/jobs", body);
	t.equal(again.status, 200, "the idempotency key lasts, too");
	t.equal(((await again.json()) as Job).id, id);
});

t.test("a store that fails for a while costs nothing but time", async (t) => {
	const log = captureLog();
	const app = await startApp(
		t,
		{ LOG_LEVEL: "info" },
		{ renderer: fakeRenderer(), logStream: log.logStream },
	);
	const answer = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(200) });
	const { id } = (await answer.json()) as Job;
	// A file where the folder of the manifest has to be; what is there already is moved aside.
	const manifest = join(app.directory, "jobs", folderOf(id), "manifest");
	await rename(manifest, `${manifest}.aside`).catch(() => undefined);
	await writeFile(manifest, "");
	const line = await log.find(({ what, job }) => what === "draw" && job === id);
	t.match(line, { level: 40, err: { code: "storage_unavailable" } });
	const state = (await (await app.get(`/api/jobs/${id}`)).json()) as Job;
	t.equal(state.state, "running");
	await rm(manifest);
	await rename(`${manifest}.aside`, manifest).catch(() => undefined);
	const job = await finished(app, id);
	t.strictSame([job.state, job.rows.drawn], ["done", 200]);
	t.equal((await manifestOf(app, id)).length, 200);
	await log.find(({ job: logged, state }) => logged === id && state === "done");
	t.notOk(log.text().includes("City 1"), "no line has a word of the rows");
});

t.test("rows wait for their turn when the service is busy, and are not failed", async (t) => {
	const renderer = fakeRenderer();
	let failures = 0;
	const app = await start(
		t,
		{},
		{
			...renderer,
			drawSlide: async (...all) => {
				if (failures++ < 5) throw new ServiceError("overloaded", { retryAfter: 1 });
				return renderer.drawSlide(...all);
			},
		},
	);
	const job = await jobOf(app, { document: DOCUMENT, rows: cities(30) });
	t.strictSame(job.rows, { total: 30, drawn: 30, failed: 0, left: 0 });
});

const SECRET = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`;

/** A server that keeps what it gets. */
async function receiver(t: Test, answer: (count: number) => number | undefined) {
	const got: { headers: Record<string, string>; body: string; url: string }[] = [];
	const server = createServer((request, response) => {
		const pieces: Buffer[] = [];
		request.on("data", (piece: Buffer) => pieces.push(piece));
		request.on("end", () => {
			const headers = request.headers as Record<string, string>;
			got.push({ headers, body: Buffer.concat(pieces).toString(), url: request.url ?? "" });
			const status = answer(got.length);
			if (status === undefined) return;
			if (status === 302) response.setHeader("location", `http://127.0.0.1:${port}/inward`);
			response.statusCode = status;
			response.end("x".repeat(100));
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	return { got, url: `http://127.0.0.1:${port}/hook` };
}

t.test("a webhook is told once, signed as Standard Webhooks say", async (t) => {
	const { got, url } = await receiver(t, (count) => (count === 1 ? 500 : 200));
	const app = await start(t, { ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1" });
	const job = await jobOf(app, {
		document: DOCUMENT,
		rows: cities(3),
		webhook: { url, secret: SECRET },
	});
	await until("the webhook is told, and again after a failure", () => got.length >= 2);
	for (const { headers, body } of got) {
		const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
		t.equal(headers["webhook-signature"], signatureOf(SECRET, signed));
		const message = JSON.parse(body) as { type: string; data: Job };
		t.equal(message.type, "job.done");
		t.equal(message.data.id, job.id);
		t.strictSame(message.data.rows, job.rows);
	}
	t.equal(got[0]!.headers["webhook-id"], got[1]!.headers["webhook-id"]);
	t.notOk(JSON.stringify(await (await app.get(`/api/jobs/${job.id}`)).json()).includes("whsec_"));
	await sleep(500);
	t.equal(got.length, 2);
});

t.test("a webhook that redirects is not followed", async (t) => {
	const { got, url } = await receiver(t, () => 302);
	const app = await start(t, { ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1" });
	const job = await jobOf(app, {
		document: DOCUMENT,
		rows: cities(3),
		webhook: { url, secret: SECRET },
	});
	t.equal(job.state, "done");
	await until("the webhook is told", () => got.length >= 1);
	await sleep(500);
	t.ok(got.every(({ url }) => url === "/hook"));
});

t.test("a webhook that never answers keeps neither jobs nor the end of the service", async (t) => {
	const { got, url } = await receiver(t, () => undefined);
	const app = await start(t, { ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1" });
	await jobOf(app, { document: DOCUMENT, rows: cities(3), webhook: { url, secret: SECRET } });
	await until("the webhook is told", () => got.length === 1);
	const next = await jobOf(app, { document: DOCUMENT, rows: cities(3) });
	t.equal(next.state, "done");
	await app.app.close();
});

t.test(
	"many jobs of one client: more than it may have are refused, and others come in between",
	async (t) => {
		const renderer = fakeRenderer();
		const app = await start(
			t,
			{ TRUST_PROXY: "1", JOB_MAX_OPEN: "20" },
			{
				...renderer,
				drawSlide: async (...all) => {
					await sleep(10);
					return renderer.drawSlide(...all);
				},
			},
		);
		const ask = (client: string, count: number) =>
			app.post(
				"/api/jobs",
				{ document: DOCUMENT, rows: cities(count) },
				{ "x-forwarded-for": client },
			);
		const many = await Promise.all(Array.from({ length: 40 }, () => ask("192.0.2.1", 60)));
		const statuses = many.map(({ status }) => status);
		t.ok(statuses.includes(429));
		t.ok(statuses.filter((status) => status === 202).length >= 20);
		const honest = (await (await ask("192.0.2.2", 5)).json()) as Job;
		const job = await finished(app, honest.id);
		t.equal(job.rows.drawn, 5);
		const states = await Promise.all(
			many
				.filter(({ status }) => status === 202)
				.map(async (answer) => {
					const { id } = (await answer.json()) as Job;
					return ((await (await app.get(`/api/jobs/${id}`)).json()) as Job).state;
				}),
		);
		t.ok(states.includes("queued"), "the honest one did not wait for all of them");
	},
);

t.test("a job whose pictures are too large fails", async (t) => {
	const renderer = fakeRenderer();
	const app = await start(
		t,
		{ JOB_MAX_MB: "1" },
		{
			...renderer,
			drawSlide: async (...all) => {
				const slide = await renderer.drawSlide(...all);
				return { ...slide, bytes: Buffer.concat([FAKE_IMAGE, Buffer.alloc(30_000)]) };
			},
		},
	);
	const job = await jobOf(app, { document: DOCUMENT, rows: cities(60) });
	t.equal(job.state, "failed");
	t.equal(job.error?.code, "answer_too_large");
});

/** A renderer whose pictures have so many bytes. */
const rendererOf = (bytes: number) => {
	const renderer = fakeRenderer();
	return {
		...renderer,
		drawSlide: async (...all: Parameters<typeof renderer.drawSlide>) => {
			const slide = await renderer.drawSlide(...all);
			return { ...slide, bytes: Buffer.concat([FAKE_IMAGE, Buffer.alloc(bytes)]) };
		},
	};
};

for (const store of ["folder", "bucket"]) {
	t.test(`a client has a share of the ${store}; others go on, and DELETE frees room`, async (t) => {
		const s3 = store === "bucket" ? await startS3(t) : undefined;
		const env = { JOB_CLIENT_MAX_MB: "1", TRUST_PROXY: "1", ...s3?.env };
		const app = await start(t, env, rendererOf(50_000));
		const from = (client: string) => ({ "x-forwarded-for": client });
		const ask = (client: string, count: number, more: object = {}) =>
			app.post("/api/jobs", { document: DOCUMENT, rows: cities(count), ...more }, from(client));
		const idOf = async (answer: Promise<Response>) => ((await (await answer).json()) as Job).id;
		const remove = (id: string) => app.get(`/api/jobs/${id}`, { method: "DELETE" });
		const metric = async (name: string) => {
			const text = await (await app.get("/metrics")).text();
			return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
		};

		const small = await finished(app, await idOf(ask("192.0.2.1", 4, { idempotencyKey: "one" })));
		t.equal(small.state, "done");
		const grown = await finished(app, await idOf(ask("192.0.2.1", 40)));
		t.equal(grown.state, "failed", "it grows over the share");
		t.equal(grown.error?.code, "quota_exceeded");
		t.match(grown.error?.message, /may keep 1 MB \(JOB_CLIENT_MAX_MB\)/);
		t.ok((await metric("post_image_job_kept_bytes")) <= 1_048_576);
		t.ok((await metric("post_image_job_kept_max_bytes")) > 1_048_576);

		const refused = await ask("192.0.2.1", 1);
		t.equal(refused.status, 409);
		const { error } = (await refused.json()) as { error: { code: string; details: object } };
		t.equal(error.code, "quota_exceeded");
		t.strictSame(error.details, { limit: "JOB_CLIENT_MAX_MB", maximum: 1 });
		const again = await ask("192.0.2.1", 4, { idempotencyKey: "one" });
		t.equal(again.status, 200, "a job that is there is told all the same");
		t.equal(((await again.json()) as Job).id, small.id);
		const other = await finished(app, await idOf(ask("192.0.2.2", 4)));
		t.equal(other.state, "done", "others go on");

		t.equal((await remove(grown.id)).status, 200);
		t.equal((await finished(app, await idOf(ask("192.0.2.1", 4)))).state, "done");
		t.equal((await remove(small.id)).status, 200);
		const anew = await ask("192.0.2.1", 4, { idempotencyKey: "one" });
		t.equal(anew.status, 202, "the key ends with its job");
		for (const id of [await idOf(Promise.resolve(anew)), other.id]) {
			await finished(app, id);
			await remove(id);
		}
	});
}

t.test("rows that are too many bytes for a share are refused while they arrive", async (t) => {
	const app = await start(t, { JOB_CLIENT_MAX_MB: "1" });
	const rows = `city\n${`${"x".repeat(9_999)}\n`.repeat(200)}`;
	const body = new FormData();
	body.set("document", JSON.stringify(DOCUMENT));
	body.set("rows", rows);
	const answer = await fetch(`${app.url}/api/jobs`, { method: "POST", body });
	t.equal(answer.status, 409);
	t.same(await readdir(join(app.directory, "jobs")).catch(() => []), [], "nothing is left");
	t.match(await (await app.get("/metrics")).text(), /^post_image_job_kept_bytes 0$/m);
	t.equal((await jobOf(app, { document: DOCUMENT, rows: cities(20) })).state, "done");
});

t.test("a store that is full refuses jobs, whoever asks", async (t) => {
	const s3 = await startS3(t);
	const app = await start(t, { ...s3.env, JOB_S3_MAX_MB: "1", TRUST_PROXY: "1" });
	const ask = (client: string) =>
		app.post("/api/jobs", { document: DOCUMENT, rows: cities(1) }, { "x-forwarded-for": client });
	const ids: string[] = [];
	for (let i = 0; i < 3; i++) {
		const { id } = (await (await ask(`192.0.2.${i}`)).json()) as Job;
		await finished(app, id);
		ids.push(id);
	}
	const refused = await ask("192.0.2.9");
	t.equal(refused.status, 503);
	t.match(await refused.text(), /The store of job results is full/);
	await app.get(`/api/jobs/${ids[0]}`, { method: "DELETE" });
	t.equal((await ask("192.0.2.9")).status, 202);
});

t.test("what is kept counts after a restart", async (t) => {
	for (const s3 of [undefined, await startS3(t)]) {
		const env = { JOB_CLIENT_MAX_MB: "1", ...s3?.env };
		const first = await start(t, env, rendererOf(50_000));
		const job = await jobOf(first, { document: DOCUMENT, rows: cities(12) });
		await first.app.close();
		const second = await start(t, { ...env, RENDER_DIR: first.directory }, rendererOf(50_000));
		const full = async () => {
			const answer = await second.post("/api/jobs", { document: DOCUMENT, rows: cities(12) });
			if (answer.status === 409) return true;
			return (await finished(second, ((await answer.json()) as Job).id)).state === "failed";
		};
		await until("the old job counts", full);
		t.equal((await second.get(`/api/jobs/${job.id}`)).status, 200);
	}
});

t.test("nothing is left in the bucket of a job that was deleted while it was drawn", async (t) => {
	const s3 = await startS3(t);
	const renderer = fakeRenderer();
	let drawn = 0;
	const app = await start(t, s3.env, {
		...renderer,
		drawSlide: async (...all) => {
			if (++drawn > 20) await once(all[2].signal, "abort");
			return renderer.drawSlide(...all);
		},
	});
	const answer = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(500) });
	const { id } = (await answer.json()) as Job;
	await until("some are drawn", () => drawn > 20);
	await app.get(`/api/jobs/${id}`, { method: "DELETE" });
	await until("it can be deleted", async () => {
		await app.get(`/api/jobs/${id}`, { method: "DELETE" });
		return (await app.get(`/api/jobs/${id}`)).status === 404;
	});
	const left = async () => (await s3.names("")).join("\n");
	t.notMatch(await left(), new RegExp(folderOf(id)));
});

t.test("a client has a bounded number of event streams", async (t) => {
	const app = await start(
		t,
		{ TRUST_PROXY: "1" },
		{ ...fakeRenderer(), drawSlide: async (...all) => once(all[2].signal, "abort") as never },
	);
	const answer = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(1) });
	const { id } = (await answer.json()) as Job;
	const stop = new AbortController();
	const watch = (client: string) =>
		app.get(`/api/jobs/${id}/events`, {
			signal: stop.signal,
			headers: { "x-forwarded-for": client },
		});
	const open = await Promise.all(Array.from({ length: 32 }, () => watch("192.0.2.1")));
	t.ok(open.every(({ status }) => status === 200));
	t.equal((await watch("192.0.2.1")).status, 429);
	t.equal((await watch("192.0.2.2")).status, 200, "others may");
	stop.abort();
	await until("they can be opened again", async () => {
		const again = new AbortController();
		const { status } = await app.get(`/api/jobs/${id}/events`, {
			signal: again.signal,
			headers: { "x-forwarded-for": "192.0.2.1" },
		});
		again.abort();
		return status === 200;
	});
});

t.test("health says whether jobs can be taken, and that the rest works without", async (t) => {
	const app = await start(t);
	const health = async () => {
		const answer = await app.get("/api/health");
		const { ok, checks } = (await answer.json()) as { ok: boolean; checks: { jobs: object } };
		return [answer.status, ok, checks.jobs];
	};
	t.strictSame(await health(), [200, true, { ok: true }]);
	const folder = join(app.directory, "jobs");
	await rename(folder, `${folder}.aside`);
	await writeFile(folder, "a file in the way");
	const unavailable = { ok: false, reason: "unavailable" };
	await until("the check fails", async () => JSON.stringify((await health())[2]).includes("false"));
	t.strictSame(await health(), [200, true, unavailable]);
	await rm(folder);
	await until(
		"it passes again",
		async () => !JSON.stringify((await health())[2]).includes("false"),
	);
	const none = await start(t, { JOB_MAX_ROWS: "0" });
	t.notMatch(await (await none.get("/api/health")).text(), /"jobs"/);
});

const noMount = (() => {
	const folder = mkdtempSync(join(tmpdir(), "post-image-mount-"));
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
		execFileSync("umount", [folder]);
		return false;
	} catch {
		return "a small file system cannot be mounted here";
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
})();

t.test(
	"a disk that is full: jobs wait for room, and nothing else fails",
	{ skip: noMount },
	async (t) => {
		const disk = await mkdtemp(join(tmpdir(), "post-image-disk-"));
		execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]);
		t.teardown(async () => {
			execFileSync("umount", ["-l", disk]);
			await rm(disk, { recursive: true, force: true });
		});
		const log = captureLog();
		const renderer = rendererOf(20_000);
		let serial = 0;
		const app = await startApp(
			t,
			{ JOB_DIR: disk, LOG_LEVEL: "info" },
			{
				// No two pictures are the same: those would share a file.
				renderer: {
					...renderer,
					drawSlide: async (...all) => {
						const slide = await renderer.drawSlide(...all);
						return {
							...slide,
							bytes: Buffer.concat([slide.bytes as Buffer, Buffer.from(`${++serial}`)]),
						};
					},
				},
				logStream: log.logStream,
			},
		);
		const first = await jobOf(app, { document: DOCUMENT, rows: cities(50) });
		t.equal(first.state, "done");
		const answer = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(60) });
		t.equal(answer.status, 202);
		const { id } = (await answer.json()) as Job;
		const line = await log.find(({ what, job }) => what === "draw" && job === id);
		t.match(line, { err: { code: "storage_unavailable", cause: { code: "ENOSPC" } } });
		t.equal((await app.post("/api/render.png", { slides: [{}] })).status, 200, "renders go on");
		t.equal(((await (await app.get(`/api/jobs/${id}`)).json()) as Job).state, "running");
		const full = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(1_000) });
		t.ok([202, 503].includes(full.status));
		if (full.status === 202) {
			const other = ((await full.json()) as Job).id;
			await app.get(`/api/jobs/${other}`, { method: "DELETE" });
			await app.get(`/api/jobs/${other}`, { method: "DELETE" });
		}
		t.equal((await app.get(`/api/jobs/${first.id}`, { method: "DELETE" })).status, 200);
		const job = await finished(app, id);
		t.strictSame([job.state, job.rows.drawn], ["done", 60], "it goes on as soon as there is room");
		const pictures = (await manifestOf(app, id)).flatMap(({ files }) => files ?? []);
		for (const { url, bytes } of pictures.slice(0, 20))
			t.equal((await (await fetch(url!)).arrayBuffer()).byteLength, bytes, "no file is cut off");
	},
);

t.test("caches keep a picture no longer than the service does", async (t) => {
	const app = await start(t, { JOB_TTL_SECONDS: "600" });
	const job = await jobOf(app, { document: DOCUMENT, rows: cities(1) });
	const [line] = await manifestOf(app, job.id);
	const end = join(app.directory, "jobs", folderOf(job.id), "end.json");
	const url = line!.files![0]!.url!;
	const maxAge = async () => {
		const { headers } = await fetch(url);
		const [, seconds] = /^public, max-age=(\d+), immutable$/.exec(headers.get("cache-control")!)!;
		return Number(seconds);
	};
	const fresh = await maxAge();
	t.ok(fresh > 500 && fresh <= 600, `${fresh} s`);
	const other = await start(t, { RENDER_DIR: app.directory, JOB_TTL_SECONDS: "600" });
	const stored = JSON.parse(await readFile(end, "utf8"));
	await writeFile(end, JSON.stringify({ ...stored, endedAt: Date.now() - 590_000 }));
	const { headers } = await other.get(new URL(url).pathname);
	t.match(headers.get("cache-control"), /^public, max-age=(?:10|\d), immutable$/);
});

t.test("a second process that cannot listen touches no job", async (t) => {
	let drawn = 0;
	const app = await start(
		t,
		{},
		waitingRenderer(() => undefined),
	);
	const made = await app.post("/api/jobs", { document: DOCUMENT, rows: cities(3) });
	t.equal(made.status, 202);
	const config = readConfig({
		LOG_LEVEL: "silent",
		RENDER_DIR: app.directory,
		RENDER_PROCESSES: "1",
	});
	const renderer = waitingRenderer(() => drawn++);
	const second = await buildApp(config, { renderer });
	await t.rejects(second.listen({ port: app.port, host: "127.0.0.1" }), { code: "EADDRINUSE" });
	await sleep(1_500);
	t.equal(drawn, 0);
	await second.close();
});

t.test("the answer says how its webhook was delivered", async (t) => {
	const { url, got } = await receiver(t, (attempt) => (attempt === 1 ? 500 : 204));
	const log = captureLog();
	const env = { ALLOW_PRIVATE_IMAGE_HOSTS: "true", LOG_LEVEL: "info" };
	const app = await startApp(t, env, { renderer: fakeRenderer(), ...log });
	const webhook = { url, secret: SECRET };
	const job = await jobOf(app, { document: DOCUMENT, rows: cities(1), webhook });
	const delivery = async () =>
		((await (await app.get(`/api/jobs/${job.id}`)).json()) as Job).webhook;
	await until("it failed once", async () => (await delivery())?.state === "retrying");
	t.match(await delivery(), { state: "retrying", attempts: 1, status: 500, reason: "5xx" });
	await until("it is delivered", async () => (await delivery())?.state === "delivered");
	t.match(await delivery(), { state: "delivered", attempts: 2, status: 204 });
	t.notOk("reason" in (await delivery())!);
	t.equal(got.length, 2);
	const [line, ...others] = log.lines.filter(({ msg }) => msg === "a webhook was not delivered");
	t.match(line, { job: job.id, outcome: "5xx", status: 500, attempt: 1, again: true });
	t.same(others, []);
	const metrics = await (await app.get("/metrics")).text();
	t.match(metrics, /^post_image_webhooks_total\{outcome="5xx"\} 1$/m);
	t.match(metrics, /^post_image_webhooks_total\{outcome="delivered"\} 1$/m);
	const none = await jobOf(app, { document: DOCUMENT, rows: cities(1) });
	t.equal(none.webhook, undefined);
});

t.test("without jobs, and with unknown ids, there is nothing", async (t) => {
	const none = await start(t, { JOB_MAX_ROWS: "0" });
	const ask = (app: RunningApp) => app.post("/api/jobs", { document: DOCUMENT, rows: cities(1) });
	t.equal((await ask(none)).status, 404);
	const alone = await start(t, { REDIS_URL: "redis://127.0.0.1:1" });
	const answer = await ask(alone);
	t.equal(answer.status, 404);
	t.match(await answer.text(), /without S3_URL or JOB_DIR/);
	const app = await start(t, { API_KEYS: "abcdefgh12345678" });
	t.equal((await ask(app)).status, 401);
	const headers = { "x-api-key": "abcdefgh12345678" };
	for (const path of ["", "/events", "/manifest", "/results.zip"]) {
		t.equal((await app.get(`/api/jobs/${"x".repeat(22)}${path}`, { headers })).status, 404);
		t.equal((await app.get(`/api/jobs/..%2f..${path}`, { headers })).status, 404);
		t.equal((await app.get(`/api/jobs/${"x".repeat(22)}${path}`)).status, 401);
	}
	t.equal((await app.get(`/api/jobs/files/${"x".repeat(22)}/${"x".repeat(22)}.png`)).status, 404);
	t.equal((await app.get("/api/jobs/files/..%2f..%2fetc/passwd")).status, 404);
});

t.test("metrics tell what waits and what was drawn", async (t) => {
	const app = await start(t);
	await jobOf(app, { document: DOCUMENT, rows: [...cities(20), { no: "x" }] });
	const text = await (await app.get("/metrics")).text();
	t.match(text, /^post_image_job_rows_total\{outcome="drawn"\} 20$/m);
	t.match(text, /^post_image_job_rows_total\{outcome="failed"\} 1$/m);
	t.match(text, /^post_image_job_chunks_waiting 0$/m);
	t.match(text, /^post_image_job_oldest_seconds 0$/m);
	t.match(text, /^post_image_job_rows_in_flight 0$/m);
});

t.test("a real picture", async (t) => {
	const app = await startApp(t);
	const job = await jobOf(app, { document: { ...DOCUMENT, format: "webp" }, rows: cities(3) });
	t.strictSame(job.rows, { total: 3, drawn: 3, failed: 0, left: 0 });
	const [line] = await manifestOf(app, job.id);
	const bytes = Buffer.from(await (await fetch(line!.files![0]!.url!)).arrayBuffer());
	t.equal(bytes.subarray(8, 12).toString(), "WEBP");
	const alone = await app.post("/api/render.webp", {
		...DOCUMENT,
		variables: { city: "City 1" },
	});
	t.ok(bytes.equals(Buffer.from(await alone.arrayBuffer())), "the bytes of a render");
});
