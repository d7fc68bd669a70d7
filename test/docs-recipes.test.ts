/** docs/recipes and the recipes of docs/platforms.md run as they are written. */
import { execFile, execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import t, { type Test } from "tap";
import { parse } from "yaml";
import { packageRoot } from "../src/runtime/package-root.js";
import { type RunningApp, startApp } from "./helpers/app.js";
import { SELF_SIGNED } from "./helpers/self-signed.js";

t.setTimeout(300_000);
const run = promisify(execFile);
const recipe = (file: string) => fileURLToPath(new URL(`docs/recipes/${file}`, packageRoot));
const missing = (...programs: string[]): string | false => {
	for (const program of programs) {
		try {
			execFileSync(program, ["--version"], { stdio: "ignore" });
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

// One service for all: what they draw is little.
const service = await startApp(t, { RENDER_PROCESSES: "1" });

t.test("post.py saves a carousel", { skip: missing("python3") }, async (t) => {
	const out = join(await newFolder(t), "out");
	const { stdout } = await run("python3", [recipe("post.py"), service.url, out]);
	t.equal(stdout, "3 slides\n");
	t.same((await readdir(out)).sort(), ["slide-01.jpeg", "slide-02.jpeg", "slide-03.jpeg"]);
	t.equal(await pictureIn(join(out, "slide-03.jpeg")), "jpeg 1080 × 1350");
});

t.test("post.php saves a slide", { skip: missing("php") }, async (t) => {
	const file = join(await newFolder(t), "slide.png");
	const { stdout } = await run("php", [recipe("post.php"), service.url, file]);
	t.match(stdout, /^\d+ bytes\n$/);
	t.equal(await pictureIn(file), "png 1200 × 1200");
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
	const command = fileURLToPath(new URL("dist/src/cli/main.js", packageRoot));
	const shim = join(bin, "post-image-render");
	await writeFile(shim, `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
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

/** A parameter as n8n reads it: an expression begins with "=", and JavaScript stands in {{ }}. */
function evaluated(parameter: string, $json: unknown, $env: Record<string, string>): string {
	if (!parameter.startsWith("=")) return parameter;
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

	const document = JSON.parse(named("Document").parameters.jsonOutput!);
	const { method, url, jsonBody, specifyBody } = named("Render").parameters;
	t.equal(specifyBody, "json");
	t.equal(evaluated(url!, document, {}), "http://localhost:3000/api/render");
	const answer = await fetch(evaluated(url!, document, { POST_IMAGE_URL: service.url }), {
		method: method!,
		headers: { "content-type": "application/json" },
		body: evaluated(jsonBody!, document, {}),
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
	readonly type: string;
	readonly body: Buffer;
}

/** Stands for the publishing APIs of all platforms, and answers what they do. */
async function fakePlatforms(t: Test) {
	const asked: Asked[] = [];

	const server = createServer(SELF_SIGNED, async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { host = "", "content-type": type = "" } = request.headers;
		const { url: path = "", method = "" } = request;
		asked.push({ host, path, method, type, body: Buffer.concat(chunks) });
		response.setHeader("content-type", "application/json");
		if (method === "PUT") response.writeHead(201).end();
		else if (host === "api.linkedin.com") {
			const uploadUrl = "https://www.linkedin.com/dms-uploads/1";
			response.end(JSON.stringify({ value: { uploadUrl, document: "urn:li:document:1" } }));
		} else response.end(JSON.stringify({ id: String(asked.length) }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	t.teardown(() => server.close());
	return { asked, port: (server.address() as AddressInfo).port };
}

const page = await readFile(new URL("docs/platforms.md", packageRoot), "utf8");
/** The script below a recipe's name. */
const scriptOf = (name: string): string =>
	new RegExp(`^\\*\\*${name}\\.\\*\\*.*?^\`\`\`bash\\n(.*?)^\`\`\``, "ms").exec(page)?.[1] ?? "";

/** Runs a recipe; what it sends to platforms arrives at those that stand for them. */
async function runRecipe(t: Test, { url }: RunningApp, script: string) {
	const folder = await newFolder(t);
	const { asked, port } = await fakePlatforms(t);
	// Platforms are asked by https, the service at its port.
	const curlrc = `insecure\nnoproxy = "*"\nconnect-to = ":443:127.0.0.1:${port}"\n`;
	await writeFile(join(folder, ".curlrc"), curlrc);
	const { stdout } = await run("bash", ["-eo", "pipefail", "-c", script], {
		cwd: folder,
		env: {
			PATH: process.env.PATH,
			HOME: folder,
			SERVICE: url,
			TOKEN: "token",
			IG_ID: "17841400000000000",
			URN: "urn:li:person:1",
			VERSION: "202511",
		},
	});
	return { folder, asked, stdout };
}

const skip = missing("bash", "curl", "jq");

t.test("Instagram: containers of JPEGs, then the carousel", { skip }, async (t) => {
	const { asked } = await runRecipe(t, service, scriptOf("Instagram carousel"));
	t.same(
		asked.map(({ method, path }) => `${method} ${path}`),
		[
			"POST /v23.0/17841400000000000/media",
			"POST /v23.0/17841400000000000/media",
			"POST /v23.0/17841400000000000/media",
			"POST /v23.0/17841400000000000/media_publish",
		],
	);
	const [first, second, container, publish] = asked.map(
		({ body }) => new URLSearchParams(body.toString()),
	);
	for (const item of [first, second]) {
		t.equal(item!.get("is_carousel_item"), "true");
		const picture = await fetch(item!.get("image_url")!);
		t.equal(picture.headers.get("content-type"), "image/jpeg");
		t.ok((await picture.arrayBuffer()).byteLength < 8_000_000);
	}
	t.equal(container!.get("media_type"), "CAROUSEL");
	t.equal(container!.get("children"), "1,2");
	t.equal(publish!.get("creation_id"), "3");
});

t.test("LinkedIn: the PDF is uploaded", { skip }, async (t) => {
	const { asked, stdout } = await runRecipe(t, service, scriptOf("LinkedIn carousel"));
	const [initialize, upload] = asked;
	t.equal(initialize!.path, "/rest/documents?action=initializeUpload");
	t.same(JSON.parse(initialize!.body.toString()), {
		initializeUploadRequest: { owner: "urn:li:person:1" },
	});
	t.equal(`${upload!.method} ${upload!.host}${upload!.path}`, "PUT www.linkedin.com/dms-uploads/1");
	t.equal(upload!.body.subarray(0, 5).toString(), "%PDF-");
	t.equal(stdout, "urn:li:document:1\n");
});

t.test("TikTok: the URLs of WebP pictures", { skip }, async (t) => {
	const { asked } = await runRecipe(t, service, scriptOf("TikTok photo post"));
	t.equal(asked.length, 1);
	t.equal(asked[0]!.host, "open.tiktokapis.com");
	const { source_info: info } = JSON.parse(asked[0]!.body.toString());
	t.equal(info.source, "PULL_FROM_URL");
	t.equal(info.photo_images.length, 2);
	const picture = await fetch(info.photo_images[1]);
	t.equal(picture.headers.get("content-type"), "image/webp");
});

t.test("og:image: a JPEG that WhatsApp shows", { skip }, async (t) => {
	const { folder } = await runRecipe(t, service, scriptOf("A blog's og:image"));
	t.equal(await pictureIn(join(folder, "og.jpeg")), "jpeg 1200 × 630");
	t.ok((await readFile(join(folder, "og.jpeg"))).length <= 300_000);
});
