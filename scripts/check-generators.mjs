/**
 * Generates clients of openapi/openapi.json with seven generators, compiles them in strict mode,
 * and runs each against a server: a render, and a batch whose response must be text. Generators
 * that the project does not otherwise need are downloaded from npm at these versions.
 *
 *     node scripts/check-generators.mjs
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../", import.meta.url));
const document = join(root, "openapi/openapi.json");
const folder = mkdtempSync(join(tmpdir(), "post-image-generators-"));
const bin = (name) => join(folder, "node_modules/.bin", name);
const own = (name) => join(root, "node_modules/.bin", name);
const run = (file, ...args) => execFileSync(file, args, { cwd: folder, stdio: "pipe" });

const KUBB = "4.39.3";
const PACKAGES = [
	"oazapfts@7.5.0",
	"@oazapfts/runtime@1.2.0",
	"orval@7.13.2",
	"openapi-typescript-codegen@0.29.0",
	"swagger-typescript-api@13.13.0",
	...["core", "cli", "plugin-oas", "plugin-ts", "plugin-client"].map(
		(name) => `@kubb/${name}@${KUBB}`,
	),
];

const BODY = `{ slides: [{ textBlocks: [{ text: "Generated" }] }] }`;
const BATCH = `{ document: { slides: [{ textBlocks: [{ text: "{{a}}" }] }] }, rows: [{ a: "1" }] }`;

const CSV_BATCH = `{ document: { slides: [{ textBlocks: [{ text: "{{a}}" }] }] }, rows: "a\\n1\\n" }`;

/** How to generate each client, and a program that uses it: `image` and `lines` are checked. */
const GENERATORS = {
	"openapi-typescript": {
		make: () => run(own("openapi-typescript"), document, "-o", "openapi-typescript/api.ts"),
		program: `import createClient from "openapi-fetch";
			import type { paths } from "./api";
			export async function use(baseUrl: string) {
				const client = createClient<paths>({ baseUrl });
				const { data } = await client.POST("/api/render", { body: ${BODY} });
				const batch = await client.POST("/api/batch", { body: ${BATCH}, parseAs: "text" });
				return { image: data?.images[0]?.mimeType, lines: batch.data };
			}`,
	},
	"@hey-api/openapi-ts": {
		make: () =>
			run(
				own("openapi-ts"),
				"-i",
				document,
				"-o",
				"@hey-api/openapi-ts/api",
				"-p",
				"@hey-api/typescript",
				"@hey-api/sdk",
				"@hey-api/client-fetch",
			),
		program: `import { renderBatch, renderImages } from "./api";
			export async function use(baseUrl: string) {
				const { data } = await renderImages({ baseUrl, body: ${BODY} });
				const batch = await renderBatch({ baseUrl, body: ${BATCH}, parseAs: "text" });
				return { image: data?.images[0]?.mimeType, lines: batch.data };
			}`,
	},
	orval: {
		make: () =>
			run(
				bin("orval"),
				"--input",
				document,
				"--output",
				join(folder, "orval/api.ts"),
				"--client",
				"fetch",
			),
		program: `import { renderBatch, renderImages } from "./api";
			export async function use(baseUrl: string) {
				const send = globalThis.fetch;
				globalThis.fetch = (url, init) => send(baseUrl + new URL(String(url), baseUrl).pathname, init);
				const answer = await renderImages(${BODY});
				const batch = await renderBatch(${BATCH});
				globalThis.fetch = send;
				const lines = batch.status === 200 ? await batch.stream.text() : "";
				return { image: answer.status === 200 ? answer.data.images[0]?.mimeType : "", lines };
			}`,
	},
	oazapfts: {
		make: () => run(bin("oazapfts"), document, "oazapfts/api.ts"),
		// Its runtime parses every media type with "json" in its name as JSON, including NDJSON.
		program: `const asText: typeof fetch = async (url, init) => {
				const answer = await fetch(url, init);
				return new Response(await answer.text(), { status: answer.status });
			};
			import { defaults, renderBatch, renderImages } from "./api";
			export async function use(baseUrl: string) {
				defaults.baseUrl = baseUrl;
				const answer = await renderImages(${BODY});
				const batch = await renderBatch(${BATCH}, {}, { fetch: asText });
				return { image: answer.status === 200 ? answer.data.images[0]?.mimeType : "", lines: batch.status === 200 ? batch.data : "" };
			}`,
	},
	"openapi-typescript-codegen": {
		make: () =>
			run(
				bin("openapi"),
				"--input",
				document,
				"--output",
				"openapi-typescript-codegen/api",
				"--client",
				"fetch",
			),
		// For rows, it generates only the type of the last alternative, CSV.
		program: `import { OpenAPI, RenderService } from "./api";
			export async function use(baseUrl: string) {
				OpenAPI.BASE = baseUrl;
				const { images } = await RenderService.renderImages(${BODY});
				const lines = await RenderService.renderBatch(${CSV_BATCH});
				return { image: images[0]?.mimeType, lines };
			}`,
	},
	"swagger-typescript-api": {
		make: () =>
			run(
				bin("swagger-typescript-api"),
				"generate",
				"--path",
				document,
				"--output",
				"swagger-typescript-api",
				"--name",
				"api.ts",
			),
		program: `import { Api } from "./api";
			export async function use(baseUrl: string) {
				const { api } = new Api({ baseUrl });
				const { data } = await api.renderImages(${BODY});
				const batch = await api.renderBatch(${BATCH}, {}, { format: "text" });
				return { image: data.images[0]?.mimeType, lines: batch.data };
			}`,
	},
	kubb: {
		make() {
			writeFileSync(
				join(folder, "kubb.config.mjs"),
				`import { defineConfig } from "@kubb/core";
				import { pluginClient } from "@kubb/plugin-client";
				import { pluginOas } from "@kubb/plugin-oas";
				import { pluginTs } from "@kubb/plugin-ts";
				export default defineConfig({
					root: ".",
					input: { path: ${JSON.stringify(document)} },
					output: { path: "./kubb/api", extension: { ".ts": "" } },
					plugins: [pluginOas({ validate: false }), pluginTs(), pluginClient({ client: "fetch" })],
				});`,
			);
			run(bin("kubb"), "generate", "--config", "kubb.config.mjs");
		},
		// Its fetch client sends no content type for JSON, and parses every response as JSON.
		program: `import { type Client } from "@kubb/plugin-client/clients/fetch";
			import { renderBatch, renderImages } from "./api";
			export async function use(baseURL: string) {
				const asText = (async ({ url, method, data }: { url?: string; method?: string; data?: unknown }) => {
					const headers = { "content-type": "application/json" };
					const answer = await fetch(baseURL + url, { method, headers, body: JSON.stringify(data) });
					return { data: await answer.text(), status: answer.status, statusText: "" };
				}) as unknown as Client;
				const data = await renderImages(${BODY}, { baseURL, headers: { "content-type": "application/json" } });
				const lines = await renderBatch(${BATCH}, {}, { client: asText });
				return { image: data.images[0]?.mimeType, lines };
			}`,
	},
};

/** Compiles a client and its program in strict mode, as CommonJS that is loaded here. */
function load(name) {
	const index = join(folder, name, "index.ts");
	writeFileSync(index, GENERATORS[name].program);
	const program = ts.createProgram([index], {
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.CommonJS,
		moduleResolution: ts.ModuleResolutionKind.Node10,
		lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
		types: [],
		strict: true,
		skipLibCheck: true,
		esModuleInterop: true,
		rootDir: join(folder, name),
		outDir: join(folder, name, "js"),
	});
	const findings = ts
		.getPreEmitDiagnostics(program)
		.map(
			({ file, messageText }) =>
				`${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
		);
	if (findings.length > 0) throw new Error(findings.slice(0, 5).join("\n"));
	program.emit();
	writeFileSync(join(folder, name, "js/package.json"), '{"type":"commonjs"}');
	return createRequire(import.meta.url)(join(folder, name, "js/index.js"));
}

/** A server on a free port; resolves to its origin. */
async function serve() {
	const server = spawn(process.execPath, [join(root, "dist/src/server.js")], {
		env: {
			...process.env,
			PORT: "0",
			LOG_LEVEL: "info",
			RENDER_PROCESSES: "1",
			RENDER_DIR: join(folder, "images"),
		},
		stdio: ["ignore", "pipe", "inherit"],
	});
	let log = "";
	for await (const chunk of server.stdout) {
		log += chunk;
		const port = /listening at [^"]*:(\d+)/.exec(log)?.[1];
		if (port === undefined) continue;
		return { origin: `http://127.0.0.1:${port}`, stop: () => server.kill() };
	}
	throw new Error("the server did not start");
}

let failed = 0;
let service;
try {
	writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
	run("npm", "install", "--silent", "--no-fund", "--no-audit", "--prefer-offline", ...PACKAGES);
	symlinkSync(join(root, "node_modules/openapi-fetch"), join(folder, "node_modules/openapi-fetch"));
	service = await serve();
	for (const name of Object.keys(GENERATORS)) {
		try {
			mkdirSync(join(folder, name), { recursive: true });
			GENERATORS[name].make();
			const { image, lines } = await load(name).use(service.origin);
			if (image !== "image/png") throw new Error(`the image is ${image}`);
			if (typeof lines !== "string") throw new Error(`the lines are ${typeof lines}`);
			if (JSON.parse(lines.trim()).row !== 1) throw new Error(lines.slice(0, 100));
			console.log(`${name}: compiles strictly, draws, and reads a batch as text`);
		} catch (error) {
			failed++;
			const output = `${error.stderr ?? ""}`.slice(0, 1_000);
			console.error(`${name}: ${error.message}\n${output}`);
		}
	}
} finally {
	service?.stop();
	rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
