/**
 * Each file of docs/recipes runs unchanged, against a service with API keys and local stand-ins of the
 * platforms' APIs. Those were written from the documentation that docs/recipes.md links to.
 */
import { execFile, execFileSync } from "node:child_process";
import {
	chmod,
	copyFile,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	writeFile,
} from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import sharp from "sharp";
import t, { type Test } from "tap";
import { parse } from "yaml";
import { packageRoot } from "../src/base/package-root.js";
import { startApp } from "./helpers/app.js";
import { COMMAND } from "./helpers/command.js";
import { readZip } from "./helpers/jobs.js";
import { SELF_SIGNED } from "./helpers/self-signed.js";

const run = promisify(execFile);
const recipe = (file: string) => fileURLToPath(new URL(`docs/recipes/${file}`, packageRoot));
const missing = (...probes: string[]): string | false => {
	for (const probe of probes) {
		const [program = "", argument = "--version"] = probe.split(" ");
		try {
			execFileSync(program, [argument], { stdio: "ignore" });
		} catch {
			return `${program} is not installed`;
		}
	}
	return false;
};

async function newFolder(t: Test): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "post-image-recipes-"));
	t.teardown(() => rm(path, { recursive: true, force: true }));
	return path;
}
const pictureIn = async (file: string) => {
	const { format, width, height } = await sharp(file).metadata();
	return `${format} ${width} × ${height}`;
};

const API_KEY = "key-of-recipes-01";
// One service for all: what they draw is little.
const service = await startApp(t, { RENDER_PROCESSES: "1", API_KEYS: API_KEY });

t.test("every recipe is on the page, and has a test", async (t) => {
	const page = await readFile(new URL("docs/recipes.md", packageRoot), "utf8");
	const test = await readFile(new URL("test/docs-recipes.test.ts", packageRoot), "utf8");
	const files = await readdir(recipe(""));
	t.ok(files.length >= 12);
	for (const file of files) {
		t.match(page, `[${file}](recipes/${file})`);
		t.match(test, `"${file}`);
		if (!file.endsWith(".sh")) continue;
		const script = await readFile(recipe(file), "utf8");
		t.match(script, "\nset -euo pipefail\n", file);
		t.notMatch(script, /curl (?!-sS --fail-with-body )/, file);
	}
});

/** What a program that ended with an error wrote to standard error. */
const failure = async (program: Promise<unknown>): Promise<string> =>
	program.then(
		() => "",
		(error: { stderr: string }) => error.stderr,
	);

t.test("post.py saves a carousel", { skip: missing("python3") }, async (t) => {
	const out = join(await newFolder(t), "out");
	const call = (env: Record<string, string>) =>
		run("python3", [recipe("post.py"), service.url, out], { env: { ...process.env, ...env } });
	t.equal((await call({ API_KEY })).stdout, "3 slides\n");
	t.same((await readdir(out)).sort(), ["slide-01.jpeg", "slide-02.jpeg", "slide-03.jpeg"]);
	t.equal(await pictureIn(join(out, "slide-03.jpeg")), "jpeg 1080 × 1350");
	t.match(await failure(call({ API_KEY: "wrong" })), '"unauthorized"');
});

const SLIDE_PROGRAMS = {
	"post.php": { command: ["php"], probe: "php --version" },
	"post.go": { command: ["go", "run"], probe: "go version" },
};
for (const [file, { command, probe }] of Object.entries(SLIDE_PROGRAMS))
	t.test(`${file} saves a slide`, { skip: missing(probe) }, async (t) => {
		const folder = await newFolder(t);
		const slide = join(folder, "slide.png");
		const [program = "", ...args] = [...command, recipe(file), service.url, slide];
		const call = (key: string) =>
			run(program, args, {
				env: {
					...process.env,
					API_KEY: key,
					GOCACHE: join(folder, "go"),
					GO111MODULE: "off",
					GOTOOLCHAIN: "local",
				},
			});
		t.match((await call(API_KEY)).stdout, /^\d+ bytes\n$/);
		t.equal(await pictureIn(slide), "png 1200 × 1200");
		t.match(await failure(call("wrong")), '"unauthorized"');
	});

/**
 * Bundles a module of a web framework as the framework would, and loads it.
 * @param file recipe to be copied to `path` below a new folder
 * @param others the modules of the site and of the framework that it imports: text by path
 * @param alias paths of `others` by the names of packages
 */
async function siteModule(
	t: Test,
	file: string,
	path: string,
	others: Record<string, string>,
	alias: Record<string, string> = {},
) {
	const folder = await newFolder(t);
	for (const [name, text] of Object.entries(others)) {
		await mkdir(join(folder, name, ".."), { recursive: true });
		await writeFile(join(folder, name), text);
	}
	const module = join(folder, path);
	await mkdir(join(module, ".."), { recursive: true });
	await copyFile(recipe(file), module);
	const outfile = join(folder, "bundle.mjs");
	await build({
		// Its name has brackets, which are a pattern to esbuild.
		stdin: {
			contents: await readFile(module, "utf8"),
			loader: "ts",
			resolveDir: join(module, ".."),
		},
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		alias: Object.fromEntries(Object.entries(alias).map(([from, to]) => [from, join(folder, to)])),
	});
	return import(pathToFileURL(outfile).href);
}

function withEnvironment(t: Test, values: Record<string, string>): void {
	const before = { ...process.env };
	Object.assign(process.env, values);
	t.teardown(() => {
		for (const name of Object.keys(values)) delete process.env[name];
		Object.assign(process.env, before);
	});
}

t.test("next-route.ts answers with the og:image of a post", async (t) => {
	const { GET } = await siteModule(t, "next-route.ts", "app/og/[slug]/route.ts", {
		"lib/posts.ts": `export const getPost = async (slug: string) =>
			slug === "first" ? { title: "A year without meetings", author: "Ada" } : undefined;`,
	});
	const ask = (slug: string): Promise<Response> =>
		GET(new Request(`https://blog.example/og/${slug}`), { params: Promise.resolve({ slug }) });
	withEnvironment(t, { POST_IMAGE_URL: service.url, POST_IMAGE_KEY: API_KEY });
	const answer = await ask("first");
	t.equal(answer.status, 200);
	t.equal(answer.headers.get("content-type"), "image/jpeg");
	t.match(answer.headers.get("cache-control"), /public, .*s-maxage=\d+/);
	const bytes = Buffer.from(await answer.arrayBuffer());
	const { format, width, height } = await sharp(bytes).metadata();
	t.same([format, width, height], ["jpeg", 1200, 630]);
	t.ok(bytes.length <= 300_000);
	t.equal((await ask("unknown")).status, 404);
	// What failed is in the log of the site, and not in its answer.
	const log = t.capture(console, "error");
	process.env.POST_IMAGE_KEY = "wrong";
	const refused = await ask("first");
	t.equal(refused.status, 502);
	t.equal(await refused.text(), "The image could not be drawn");
	t.match(
		log().map(({ args }) => args),
		[["og:image:", 401, /"unauthorized"/]],
	);
});

t.test("astro-endpoint.ts draws the og:image of each post of a collection", async (t) => {
	const { GET, getStaticPaths, prerender } = await siteModule(
		t,
		"astro-endpoint.ts",
		"src/pages/og/[slug].jpeg.ts",
		{
			"astro/content.ts": `export const getCollection = async (name: string) =>
				name === "posts" ? [{ id: "first", data: { title: "A year without meetings" } }] : [];`,
			"astro/env.ts": "export const getSecret = (name: string) => process.env[name];",
		},
		{ "astro:content": "astro/content.ts", "astro:env/server": "astro/env.ts" },
	);
	withEnvironment(t, { POST_IMAGE_URL: service.url, POST_IMAGE_KEY: API_KEY });
	t.equal(prerender, true);
	const paths = await getStaticPaths();
	t.same(paths, [{ params: { slug: "first" }, props: { title: "A year without meetings" } }]);
	const answer: Response = await GET(paths[0]);
	t.equal(answer.headers.get("content-type"), "image/jpeg");
	const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
	t.same([width, height], [1200, 630]);
	process.env.POST_IMAGE_KEY = "wrong";
	await t.rejects(GET(paths[0]), { message: /401.*"unauthorized"/ });
});

interface Workflow {
	readonly jobs: {
		readonly draw: { readonly steps: { readonly uses?: string; readonly run?: string }[] };
	};
}

t.test("og-images.yml draws a picture for each post", { skip: missing("bash") }, async (t) => {
	const folder = await newFolder(t);
	const { jobs } = parse(await readFile(recipe("og-images.yml"), "utf8")) as Workflow;
	const scripts = jobs.draw.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
	// scripts/check-package.sh installs the package and finds the command.
	t.equal(scripts[0], 'npm install --global "$RENDERER"');
	const bin = join(folder, "bin");
	await mkdir(bin);
	const shim = join(bin, "post-image-render");
	await writeFile(shim, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
	await chmod(shim, 0o755);
	await mkdir(join(folder, "posts"));
	const posts = { "first-post": "A year without meetings", zweiter: "Grüße an “alle” & 世界 👋" };
	for (const [name, title] of Object.entries(posts))
		await writeFile(
			join(folder, "posts", `${name}.json`),
			JSON.stringify({ title, author: "Ada" }),
		);
	const PATH = [bin, process.env.PATH].join(delimiter);
	// As a runner of GitHub starts a step.
	for (const script of scripts.slice(1))
		await run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
			cwd: folder,
			env: { ...process.env, PATH, RENDER_PROCESSES: "1" },
		});
	for (const name of Object.keys(posts)) {
		const file = join(folder, "public/og", `${name}.jpeg`);
		t.equal(await pictureIn(file), "jpeg 1200 × 630");
		t.ok((await readFile(file)).length <= 300_000);
	}
});

interface N8nNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly number[];
	readonly parameters: Readonly<Record<string, string>>;
}
interface N8nWorkflow {
	readonly nodes: readonly N8nNode[];
	readonly connections: Readonly<Record<string, { main: { node: string; type: string }[][] }>>;
}

/**
 * A parameter as n8n reads it: an expression begins with "=", and JavaScript is in {{ }}.
 * `$env` throws, as it does since n8n 2.0.
 */
function evaluated(parameter: string, $json: unknown): string {
	if (!parameter.startsWith("=")) return parameter;
	const $env = new Proxy(
		{},
		{
			get() {
				throw new Error("access to env vars denied");
			},
		},
	);
	return parameter
		.slice(1)
		.replace(/\{\{(.*?)\}\}/gs, (_, code) =>
			String(new Function("$json", "$env", `return (${code});`)($json, $env)),
		);
}

t.test("n8n.json is a workflow whose request is answered", async (t) => {
	const text = await readFile(recipe("n8n.json"), "utf8");
	const { nodes, connections } = JSON.parse(text) as N8nWorkflow;
	const named = (name: string) => nodes.find((node) => node.name === name)!;
	t.equal(new Set(nodes.map(({ name }) => name)).size, nodes.length);
	for (const { name, type, typeVersion, position } of nodes) {
		t.match(type, /^n8n-nodes-base\.\w+$/, name);
		t.ok(typeVersion >= 1 && position.length === 2, name);
	}
	// From the trigger each node leads to the next.
	const way = ["Start"];
	for (let at = "Start"; connections[at] !== undefined; at = way.at(-1)!)
		way.push(connections[at]!.main[0]![0]!.node);
	t.same(way, ["Start", "Document", "Render"]);

	const json = JSON.parse(named("Document").parameters.jsonOutput!);
	const parameters = named("Render").parameters;
	const { method, url, jsonBody, specifyBody, authentication, genericAuthType } = parameters;
	t.equal(specifyBody, "json");
	t.equal(evaluated(url!, json), "http://localhost:3000/api/render");
	t.same([authentication, genericAuthType], ["genericCredentialType", "httpHeaderAuth"]);
	t.notMatch(text, "$env");
	// The address that the page says to replace, and the credential that it says to create.
	json.service = service.url;
	const answer = await fetch(evaluated(url!, json), {
		method: method!,
		headers: { "content-type": "application/json", "x-api-key": API_KEY },
		body: evaluated(jsonBody!, json),
	});
	t.equal(answer.status, 200);
	const { images } = (await answer.json()) as { images: { url: string; mimeType: string }[] };
	t.equal(images[0]!.mimeType, "image/jpeg");
	t.equal((await fetch(images[0]!.url)).status, 200);
});

/** What a platform was asked. */
interface Asked {
	readonly host: string;
	readonly path: string;
	readonly method: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}
interface Answer {
	readonly status?: number;
	readonly headers?: Record<string, string>;
	readonly body?: unknown;
}
/** Answers like a platform; undefined for what it does not have. */
type Platform = (asked: Asked) => Answer | undefined;

const TOKEN = "token-of-a-platform";
const form = ({ body }: Asked) => new URLSearchParams(body.toString());
const unauthorized: Answer = { status: 401, body: { message: "The token is not valid" } };

/**
 * Instagram's content publishing: POST /{user}/media makes a container, whose pictures Instagram
 * fetches afterwards; GET /{container}?fields=status_code says how far it is; only a container that is
 * FINISHED can be published.
 * @param last the status that containers end with
 */
function instagram(last = "FINISHED"): Platform {
	const asks = new Map<string, number>();
	return (asked) => {
		const { pathname, searchParams } = new URL(asked.path, "https://graph.instagram.com");
		const [, version = "", id = "", edge] = pathname.split("/");
		if (asked.host !== "graph.instagram.com" || !/^v\d+\.\d$/.test(version)) return undefined;
		if (asked.headers.authorization !== `Bearer ${TOKEN}`) return unauthorized;
		if (asked.method === "POST" && edge === "media") {
			const container = `1${asks.size + 1}`;
			asks.set(container, 0);
			return { body: { id: container } };
		}
		const times = asks.get(edge === undefined ? id : form(asked).get("creation_id")!);
		if (times === undefined) return undefined;
		if (edge === undefined && searchParams.get("fields") === "status_code") {
			asks.set(id, times + 1);
			// The second picture takes a while.
			const waits = id === "12" && times === 0;
			return { body: { status_code: waits ? "IN_PROGRESS" : last, id } };
		}
		if (edge !== "media_publish") return undefined;
		if (times === 0 || last !== "FINISHED")
			return { status: 400, body: { error: { code: 9007, message: "Media ID is not available" } } };
		return { body: { id: "17999" } };
	};
}

/**
 * LinkedIn's Images, Documents and Posts APIs: initializeUpload gives a URL that takes the file by PUT.
 * A document is processed before it is AVAILABLE; a post names what was uploaded.
 */
function linkedin(): Platform {
	const uploads = new Map<string, { urn: string; bytes?: Buffer; asked: number }>();
	return (asked) => {
		const { pathname, searchParams } = new URL(asked.path, "https://api.linkedin.com");
		if (asked.headers.authorization !== `Bearer ${TOKEN}`) return unauthorized;
		if (asked.host === "www.linkedin.com" && asked.method === "PUT") {
			const upload = uploads.get(pathname);
			if (upload === undefined) return undefined;
			upload.bytes = asked.body;
			return { status: 201 };
		}
		if (asked.host !== "api.linkedin.com") return undefined;
		if (asked.headers["linkedin-version"] !== "202511")
			return { status: 426, body: { message: "A requested version is not active" } };
		if (asked.headers["x-restli-protocol-version"] !== "2.0.0") return { status: 400 };
		const [, , kind = "", id] = pathname.split("/");
		if (searchParams.get("action") === "initializeUpload") {
			const { initializeUploadRequest } = JSON.parse(asked.body.toString());
			if (initializeUploadRequest.owner !== "urn:li:person:1") return { status: 403 };
			const name = kind.slice(0, -1);
			const urn = `urn:li:${name}:${uploads.size + 1}`;
			const path = `/dms-uploads/${uploads.size + 1}`;
			uploads.set(path, { urn, asked: 0 });
			return { body: { value: { uploadUrl: `https://www.linkedin.com${path}`, [name]: urn } } };
		}
		const uploaded = [...uploads.values()].filter(({ bytes }) => bytes !== undefined);
		if (kind === "documents" && id !== undefined) {
			const upload = uploaded.find(({ urn }) => urn === decodeURIComponent(id));
			if (upload === undefined) return undefined;
			return {
				body: { id: upload.urn, status: upload.asked++ === 0 ? "PROCESSING" : "AVAILABLE" },
			};
		}
		if (kind !== "posts" || asked.method !== "POST") return undefined;
		const { content } = JSON.parse(asked.body.toString());
		const named: { id: string }[] = content.multiImage?.images ?? [content.media];
		if (!named.every(({ id }) => uploaded.some(({ urn }) => urn === id))) return { status: 400 };
		return { status: 201, headers: { "x-restli-id": "urn:li:share:7" } };
	};
}

/** TikTok's photo post by URLs, and the status of a post. */
function tiktok(last = "SEND_TO_USER_INBOX"): Platform {
	let times = 0;
	const error = { code: "ok", message: "", log_id: "1" };
	return ({ host, path, headers, body }) => {
		if (host !== "open.tiktokapis.com") return undefined;
		if (headers.authorization !== `Bearer ${TOKEN}`) return unauthorized;
		const asked = JSON.parse(body.toString());
		if (path === "/v2/post/publish/content/init/")
			return { body: { data: { publish_id: "p_pub_url~v2.1" }, error } };
		if (path !== "/v2/post/publish/status/fetch/" || asked.publish_id !== "p_pub_url~v2.1")
			return undefined;
		return { body: { data: { status: times++ === 0 ? "PROCESSING_DOWNLOAD" : last }, error } };
	};
}

/** Serves a platform by https. */
async function serve(t: Test, platform: Platform) {
	const asked: Asked[] = [];
	const server = createServer(SELF_SIGNED, async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { url: path = "", method = "", headers } = request;
		const one = { host: headers.host ?? "", path, method, headers, body: Buffer.concat(chunks) };
		asked.push(one);
		const answer = platform(one) ?? { status: 404, body: { message: `No ${method} ${path}` } };
		response.writeHead(answer.status ?? 200, {
			"content-type": "application/json",
			...answer.headers,
		});
		response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	t.teardown(() => server.close());
	return { asked, port: (server.address() as AddressInfo).port };
}

/** Runs a shell recipe; what it sends to platforms arrives at the one that stands for them. */
async function runRecipe(
	t: Test,
	file: string,
	platform: Platform = () => undefined,
	env: Record<string, string> = {},
) {
	const folder = await newFolder(t);
	const { asked, port } = await serve(t, platform);
	// Platforms are asked by https, the service at its port.
	const curlrc = `insecure\nnoproxy = "*"\nconnect-to = ":443:127.0.0.1:${port}"\n`;
	await writeFile(join(folder, ".curlrc"), curlrc);
	const program = await run("bash", [recipe(file)], {
		cwd: folder,
		env: {
			PATH: process.env.PATH,
			HOME: folder,
			SERVICE: service.url,
			API_KEY,
			TOKEN,
			IG_ID: "17841400000000000",
			AUTHOR: "urn:li:person:1",
			VERSION: "202511",
			...env,
		},
	}).then(
		({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
		({ code, stdout, stderr }) => ({ code, stdout, stderr }),
	);
	const calls = asked.map(({ method, path }) => `${method} ${path}`);
	return { folder, asked, calls, ...program };
}

const skip = missing("bash", "curl", "jq");

t.test(
	"instagram-carousel.sh waits for each container before it publishes",
	{ skip },
	async (t) => {
		const { asked, calls, stdout, stderr, code } = await runRecipe(
			t,
			"instagram-carousel.sh",
			instagram(),
			{ CAPTION: "Grüße & Küsse" },
		);
		t.equal(code, 0, stderr);
		t.equal(stdout, "17999\n");
		const media = "POST /v23.0/17841400000000000/media";
		const status = (id: number) => `GET /v23.0/${id}?fields=status_code`;
		t.same(calls, [
			...[media, status(11)],
			...[media, status(12), status(12)],
			...[media, status(13)],
			`${media}_publish`,
		]);
		const [first, second, carousel] = asked.filter(({ path }) => path.endsWith("/media")).map(form);
		t.equal(first!.get("alt_text"), "One");
		for (const item of [first, second]) {
			t.equal(item!.get("is_carousel_item"), "true");
			// The platform has no key.
			const picture = await fetch(item!.get("image_url")!);
			t.equal(picture.headers.get("content-type"), "image/jpeg");
			t.ok((await picture.arrayBuffer()).byteLength < 8_000_000);
		}
		t.equal(carousel!.get("media_type"), "CAROUSEL");
		t.equal(carousel!.get("children"), "11,12");
		t.equal(carousel!.get("caption"), "Grüße & Küsse");
		t.equal(form(asked.at(-1)!).get("creation_id"), "13");

		const failed = await runRecipe(t, "instagram-carousel.sh", instagram("ERROR"));
		t.equal(failed.code, 1);
		t.match(failed.stderr, "Container 11 is ERROR.");
		t.notOk(failed.calls.some((call) => call.endsWith("_publish")));
	},
);

t.test(
	"linkedin-document.sh uploads a PDF and posts it when it is available",
	{ skip },
	async (t) => {
		const { asked, calls, stdout, stderr, code } = await runRecipe(
			t,
			"linkedin-document.sh",
			linkedin(),
		);
		t.equal(code, 0, stderr);
		const status = "GET /rest/documents/urn%3Ali%3Adocument%3A1";
		t.same(calls, [
			"POST /rest/documents?action=initializeUpload",
			"PUT /dms-uploads/1",
			...[status, status],
			"POST /rest/posts",
		]);
		t.equal(asked[1]!.body.subarray(0, 5).toString(), "%PDF-");
		t.match(JSON.parse(asked.at(-1)!.body.toString()), {
			author: "urn:li:person:1",
			lifecycleState: "PUBLISHED",
			content: { media: { id: "urn:li:document:1" } },
		});
		t.equal(stdout, "urn:li:share:7\n");
	},
);

t.test("linkedin-images.sh uploads each image and posts them together", { skip }, async (t) => {
	const { asked, calls, stdout, stderr, code } = await runRecipe(
		t,
		"linkedin-images.sh",
		linkedin(),
	);
	t.equal(code, 0, stderr);
	const initialize = "POST /rest/images?action=initializeUpload";
	t.same(calls, [
		...[initialize, "PUT /dms-uploads/1"],
		...[initialize, "PUT /dms-uploads/2"],
		"POST /rest/posts",
	]);
	for (const { body } of asked.filter(({ method }) => method === "PUT"))
		t.match(await sharp(body).metadata(), { format: "jpeg", width: 1200 });
	t.same(JSON.parse(asked.at(-1)!.body.toString()).content.multiImage.images, [
		{ id: "urn:li:image:1", altText: "One" },
		{ id: "urn:li:image:2", altText: "Two" },
	]);
	t.equal(stdout, "urn:li:share:7\n");
});

t.test("tiktok-photos.sh waits until TikTok has the pictures", { skip }, async (t) => {
	const { asked, stdout, stderr, code } = await runRecipe(t, "tiktok-photos.sh", tiktok());
	t.equal(code, 0, stderr);
	t.equal(stdout, "p_pub_url~v2.1\n");
	t.equal(asked.length, 3);
	const { source_info: info, post_mode } = JSON.parse(asked[0]!.body.toString());
	t.same([info.source, post_mode], ["PULL_FROM_URL", "MEDIA_UPLOAD"]);
	t.equal(info.photo_images.length, 2);
	const picture = await fetch(info.photo_images[1]);
	t.equal(picture.headers.get("content-type"), "image/webp");
	const failed = await runRecipe(t, "tiktok-photos.sh", tiktok("FAILED"));
	t.equal(failed.code, 1);
	t.match(failed.stderr, "FAILED");
});

t.test("og-image.sh draws a JPEG that WhatsApp shows", { skip }, async (t) => {
	const { folder, stderr, code } = await runRecipe(t, "og-image.sh");
	t.equal(code, 0, stderr);
	t.equal(await pictureIn(join(folder, "og.jpeg")), "jpeg 1200 × 630");
	t.ok((await readFile(join(folder, "og.jpeg"))).length <= 300_000);
});

t.test("many-posts.sh draws a post for each row", { skip }, async (t) => {
	const sample = await runRecipe(t, "many-posts.sh");
	t.equal(sample.code, 0, sample.stderr);
	t.equal(sample.stdout, "3 posts, 0 failed\n");
	const files = await readZip(new Response(await readFile(join(sample.folder, "posts-1.zip"))));
	t.same(
		[...files.keys()],
		["Lisbon.jpeg", "Porto- old town.jpeg", "Faro.jpeg", "manifest.ndjson"],
	);
	t.match(await sharp(files.get("Lisbon.jpeg")).metadata(), { format: "jpeg", width: 1080 });
	// Rows of one's own, one of which has a value too many.
	const rows = join(await newFolder(t), "rows.csv");
	await writeFile(rows, "city,price\nÉvora,€ 19\nBeja,€ 9,x\n");
	const own = await runRecipe(t, "many-posts.sh", undefined, { ROWS: rows });
	t.equal(own.code, 1);
	t.equal(own.stdout, "1 posts, 1 failed\n");
	t.match(own.stderr, /^row 2: /m);
});

t.test("a shell recipe shows what it was refused for", { skip }, async (t) => {
	for (const file of (await readdir(recipe(""))).filter((file) => file.endsWith(".sh"))) {
		const { code, stderr, stdout } = await runRecipe(t, file, undefined, { API_KEY: "wrong" });
		t.not(code, 0, file);
		t.match(stderr, '"unauthorized"', file);
		t.equal(stdout, "", file);
	}
	const platform = { "instagram-carousel.sh": instagram(), "linkedin-images.sh": linkedin() };
	for (const [file, one] of Object.entries(platform)) {
		const { code, stderr } = await runRecipe(t, file, one, { TOKEN: "old" });
		t.not(code, 0, file);
		t.match(stderr, "The token is not valid", file);
	}
});
