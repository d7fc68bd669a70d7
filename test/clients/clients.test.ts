/** The two official clients, against a running service: every operation of the API has a method. */
import { execFile, execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import t, { type Test } from "tap";
import { packageRoot } from "../../src/base/package-root.js";
import { RenderClient, RenderServiceError } from "../../src/client.js";
import type { BatchLine } from "../../src/contract/batch.js";
import type { Job, JobLine } from "../../src/contract/jobs.js";
import { ENDPOINTS } from "../../src/http/openapi/endpoints.js";
import { startApp } from "../helpers/app.js";

const KEY = "key-of-a-client-01";
const service = await startApp(t, { API_KEYS: KEY, LINK_KEYS: "a-key-of-links-0123456789" });
const python = fileURLToPath(new URL("clients/python/", packageRoot));

t.test("both clients are what the generator makes of all operations", async (t) => {
	execFileSync(process.execPath, [
		fileURLToPath(new URL("dist/scripts/generate/main.js", packageRoot)),
		...["--check", "clients"],
	]);
	for (const file of ["src/client.ts", "clients/python/post_image_render.py"]) {
		const text = await readFile(new URL(file, packageRoot), "utf8");
		for (const { operationId, method, path } of Object.values(ENDPOINTS)) {
			// MCP has clients of its own.
			if (operationId === "callMcp") continue;
			const [stem = ""] = path.replace(/:(\w+)/g, "{$1}").split(/\.(?:png|jpeg|webp|svg|pdf|zip)$/);
			t.match(text, `${method} ${stem}`, operationId);
		}
	}
	const program = await readFile(
		new URL("clients/python/post_image_render.py", packageRoot),
		"utf8",
	);
	t.notMatch(program, /self\._json\("[^"]*", \{\}\)/, "no method sends an empty body");
});

t.test("the TypeScript client says how it is made", async (t) => {
	const make = RenderClient as unknown as new (options?: unknown) => unknown;
	for (const wrong of [undefined, {}, "http://localhost:3000", { baseUrl: "localhost:3000" }])
		t.throws(() => new make(wrong), /new RenderClient\(\{ baseUrl: "http:/, JSON.stringify(wrong));
});

const DOCUMENT = { slides: [{ textBlocks: [{ text: "{{city}}", fontSize: 40 }] }] };
const ROWS = [{ city: "Lisbon" }, { town: "Porto" }];

/** Every method for jobs. */
async function jobsByTypeScript(t: Test, client: RenderClient): Promise<void> {
	const started = await client.startJob({ document: DOCUMENT, rows: ROWS, output: "both" });
	const events: Job[] = [];
	for await (const event of client.jobEvents(started.id)) events.push(event);
	t.equal(events.at(-1)?.state, "done");
	const job = await client.job(started.id);
	t.match(job.rows, { total: 2, drawn: 1, failed: 1 });
	const lines: JobLine[] = [];
	for await (const line of client.jobManifest(job.id)) lines.push(line);
	const [first] = lines;
	if (first === undefined || "error" in first) throw new Error("the first row is not drawn");
	t.equal((await client.jobPicture(first.files[0]!)).mimeType, "image/png");
	const [folder = "", file = ""] = new URL(first.files[0]!.url!).pathname.split("/").slice(-2);
	const { bytes } = await client.jobFile(folder, file);
	t.equal(bytes.length, first.files[0]!.bytes);
	const zip = Buffer.from(
		await new Response(await client.jobZip(job.id, { part: 1 })).arrayBuffer(),
	);
	t.equal(zip.subarray(0, 2).toString(), "PK");
	await t.rejects(client.jobZip(job.id, { part: 2 }), { status: 404, code: "not_found" });
	t.equal((await client.cancelJob(job.id)).id, job.id);
	await t.rejects(client.job(job.id), { status: 404, code: "not_found" });
	const ndjson = new File(['{"city":"Faro"}\n'], "rows.ndjson");
	for (const rows of ["city\nÉvora\n", ndjson]) {
		const { id } = await client.startJobOf({ document: DOCUMENT, output: "zip" }, rows);
		let last: Job | undefined;
		for await (last of client.watchJob(id, { pauseMs: 20 }));
		t.match(last, { state: "done", rows: { drawn: 1 }, links: { zips: [String] } });
	}
}

t.test("TypeScript", async (t) => {
	const client = new RenderClient({ baseUrl: `${service.url}/`, apiKey: KEY });
	const document = { slides: [{ textBlocks: [{ text: "Hello" }] }, {}] };
	t.equal((await client.render(document)).images[0]?.mimeType, "image/png");
	const png = await client.renderFile(document, "png", { slide: 2 });
	t.equal(Buffer.from(png.bytes.subarray(1, 4)).toString(), "PNG");
	t.equal(png.mimeType, "image/png");
	t.equal(png.warnings, "0");
	const pdf = await client.renderFile(document, "pdf");
	t.equal(Buffer.from(pdf.bytes.subarray(0, 5)).toString(), "%PDF-");
	t.equal((await client.measure(document)).slides.length, 2);
	const rows: BatchLine[] = [];
	for await (const line of client.batch({ document: DOCUMENT, rows: ROWS })) rows.push(line);
	t.match(rows, [
		{ row: 1, images: [{ slide: 1 }] },
		{ row: 2, error: {} },
	]);
	for await (const line of client.batchCsv(DOCUMENT, "city\nFaro\n")) t.match(line, { row: 1 });
	const zip = await client.batchZip({ document: DOCUMENT, rows: ROWS });
	t.equal(Buffer.from(zip.subarray(0, 2)).toString(), "PK");
	const { urls } = await client.links({ document, slide: 2 });
	t.equal(urls.length, 1);
	const [, , signature = "", payload = "", file = ""] = new URL(urls[0]!).pathname.split("/");
	t.equal((await client.linkedImage(signature, payload, file)).mimeType, "image/png");
	const late = await client.links({ document, slide: 2, expiresIn: 3_600 });
	const parts = new URL(late.urls[0]!).pathname.split("/").slice(2);
	const [by = "", until = "", of = "", name = ""] = parts;
	t.equal((await client.expiringLinkedImage(by, until, of, name)).mimeType, "image/png");
	const kept = await client.render({ ...document, delivery: "url" });
	const temporary = new URL(kept.images[0]!.url!).pathname.split("/").at(-1)!;
	t.equal((await client.temporaryImage(temporary)).mimeType, "image/png");
	const sample = await client.templateFile("bold-quote", "webp", { slide: 1 });
	t.equal(sample.mimeType, "image/webp");
	const icons = await client.searchIcons({ query: "rocket", limit: 1 });
	const [set = "", icon = ""] = new URL(icons.results[0]!.renderUrl, service.url).pathname
		.split("/")
		.slice(-2);
	t.match((await client.icon(set, icon, { color: "#ff0000" })).mimeType, "image/svg+xml");
	t.match(await client.openApi(), { openapi: /^3/ });
	const platforms = { ...document, platforms: ["photo-feed-square", "photo-feed-story"] as const };
	const story = await client.renderFile(
		{ ...platforms, platforms: [...platforms.platforms] },
		"png",
		{
			platform: "photo-feed-story",
		},
	);
	t.equal(Buffer.from(story.bytes).readUInt32BE(20), 1920);
	t.match((await client.templates({ query: "quote" })).results[0], { id: /quote/ });
	t.match((await client.template("bold-quote")).template, { id: "bold-quote" });
	const photos = await client.searchPhotos({ query: "sunset", per_page: 1 });
	const { downloadLocation } = photos.results[0]!.attribution;
	t.match(await client.trackPhotoDownload(downloadLocation), { ok: true });
	t.equal((await client.searchIcons({ query: "rocket", limit: 2 })).results.length, 2);
	await jobsByTypeScript(t, client);
	t.equal((await client.health()).ok, true);
	t.match(await client.renderSchema(), { limits: { maxCarouselSlides: 20 } });

	const refused = await client.measure({ slides: [] }).catch((error: unknown) => error);
	t.ok(refused instanceof RenderServiceError);
	t.match(refused, { status: 400, code: "invalid_render_request", requestId: /./ });
	const stranger = new RenderClient({ baseUrl: service.url });
	await t.rejects(stranger.render(document), { status: 401, code: "unauthorized" });
	const abort = AbortSignal.abort();
	await t.rejects(client.render(document, { signal: abort }), { name: "AbortError" });
});

t.test("a service that sends lines in pieces, and no service at all", async (t) => {
	const text =
		'{"row":1,"images":[],"warnings":[],"warningCount":0}\n{"row":2,"error":{"message":"Grüße"}}';
	const pieces = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
	const client = new RenderClient({
		baseUrl: "http://service",
		fetch: async (url) =>
			String(url).endsWith("/api/batch")
				? new Response(
						new ReadableStream({
							start(stream) {
								for (const piece of pieces) stream.enqueue(piece);
								stream.close();
							},
						}),
					)
				: new Response("<html>", { status: 502, headers: { "retry-after": "3" } }),
	});
	const lines: BatchLine[] = [];
	for await (const line of client.batch({ document: {}, rows: [] })) lines.push(line);
	t.match(lines, [{ row: 1 }, { row: 2, error: { message: "Grüße" } }]);
	await t.rejects(client.health(), { status: 502, code: "unknown", retryAfter: 3 });
});

const noPython = (() => {
	try {
		execFileSync("python3", ["--version"], { stdio: "ignore" });
		return false;
	} catch {
		return "python3 is not installed";
	}
})();

t.test("Python", { skip: noPython }, async (t) => {
	const program = `
import json, sys
from post_image_render import RenderClient, RenderServiceError
url, key = sys.argv[1:]
client = RenderClient(url, key)
document = {"slides": [{"textBlocks": [{"text": "Grüße"}]}, {}]}
batch = json.loads('''${JSON.stringify(DOCUMENT)}''')
rows = json.loads('''${JSON.stringify(ROWS)}''')
png = client.render_file(document, "png", slide=2)
photos = client.search_photos(query="sunset", per_page=1)
location = photos["results"][0]["attribution"]["downloadLocation"]
try:
    client.measure({"slides": []})
except RenderServiceError as failure:
    refused = [failure.status, failure.code, failure.details["issues"][0]["path"], bool(failure.request_id)]
try:
    RenderClient(url).render(document)
except RenderServiceError as failure:
    stranger = [failure.status, failure.code]
started = client.start_job(batch, rows, output="both", fileName="{{city}}")
events = list(client.job_events(started["id"]))
lines = list(client.job_manifest(started["id"]))
with client.job_zip(started["id"], part=1) as archive:
    zipped = archive.read(2).decode()
picture = lines[0]["files"][0]
folder, file = picture["url"].split("/")[-2:]
jobs = {
    "last": events[-1]["state"],
    "counts": client.job(started["id"])["rows"],
    "rows": [sorted(line)[0] for line in lines],
    "zip": zipped,
    "name": picture["name"],
    "picture": client.job_picture(picture).mime_type,
    "file": len(client.job_file(folder, file).data) == picture["bytes"],
    "deleted": client.cancel_job(started["id"])["id"] == started["id"],
}
try:
    client.job(started["id"])
except RenderServiceError as failure:
    jobs["gone"] = failure.status
for name, sent in {"csv": "city\\nÉvora\\n", "lines": ("rows.ndjson", b'{"city":"Faro"}')}.items():
    taken = client.start_job_of(batch, sent, output="zip", idempotencyKey=name)
    *_, last = client.watch_job(taken["id"], pause=0.02)
    jobs[name] = [last["state"], last["rows"]["drawn"], len(last["links"]["zips"])]
print(json.dumps({
    "jobs": jobs,
    "render": client.render(document)["images"][0]["mimeType"],
    "png": [png.data[1:4].decode(), png.mime_type, png.warnings],
    "pdf": client.render_file(document, "pdf").data[:5].decode(),
    "measure": len(client.measure(document)["slides"]),
    "batch": [sorted(line) for line in client.batch(batch, rows)],
    "csv": [line["row"] for line in client.batch_csv(batch, "city\\nÉvora\\n".encode())],
    "zip": client.batch_zip(batch, rows)[:2].decode(),
    "links": len(client.links(document, slide=2)["urls"]),
    "templates": client.templates(query="bold-quote")["total"],
    "template": client.template("bold-quote")["template"]["id"],
    "sample": client.template_file("bold-quote", "webp", slide=1).mime_type,
    "openapi": client.open_api()["openapi"][0],
    "tracked": client.track_photo_download(location)["ok"],
    "icons": len(client.search_icons(query="rocket", limit=2)["results"]),
    "health": client.health()["ok"],
    "schema": client.render_schema()["limits"]["maxCarouselSlides"],
    "refused": refused,
    "stranger": stranger,
}))
`;
	const { stdout } = await promisify(execFile)("python3", ["-c", program, service.url, KEY], {
		env: { ...process.env, PYTHONPATH: python, PYTHONDONTWRITEBYTECODE: "1" },
	});
	t.same(JSON.parse(stdout), {
		jobs: {
			last: "done",
			counts: { total: 2, drawn: 1, failed: 1, left: 0 },
			rows: ["files", "error"],
			zip: "PK",
			name: "Lisbon.png",
			picture: "image/png",
			file: true,
			deleted: true,
			gone: 404,
			csv: ["done", 1, 1],
			lines: ["done", 1, 1],
		},
		render: "image/png",
		png: ["PNG", "image/png", "0"],
		pdf: "%PDF-",
		measure: 2,
		batch: [
			["images", "row", "warningCount", "warnings"],
			["error", "row"],
		],
		csv: [1],
		zip: "PK",
		links: 1,
		templates: 1,
		template: "bold-quote",
		sample: "image/webp",
		openapi: "3",
		tracked: true,
		icons: 2,
		health: true,
		schema: 20,
		refused: [400, "invalid_render_request", "/slides", true],
		stranger: [401, "unauthorized"],
	});
});
