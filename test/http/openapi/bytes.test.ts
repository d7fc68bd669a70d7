/** Generated clients get the bytes of operations that return files: openapi-typescript, hey-api and orval. */
import { execFileSync } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import t, { type Test } from "tap";
import { packageRoot } from "../../../src/base/package-root.js";
import { startApp } from "../../helpers/app.js";
import { compileAndLoad } from "../../helpers/compile.js";

const root = fileURLToPath(packageRoot);
const committed = join(root, "openapi/openapi.json");

const BODY = `{ slides: [{ textBlocks: [{ text: "Bytes" }] }] }`;
const BATCH = `{ document: { slides: [{ textBlocks: [{ text: "{{a}}" }] }] }, rows: [{ a: "1" }] }`;
/** Operations that return a file: their path, their body, and how the file begins. */
const POSTED = {
	renderPng: ["/api/render.png", BODY, "89504e47"],
	renderJpeg: ["/api/render.jpeg", BODY, "ffd8ff"],
	renderWebp: ["/api/render.webp", BODY, "52494646"],
	renderPdf: ["/api/render.pdf", BODY, "25504446"],
	renderZip: ["/api/render.zip", BODY, "504b0304"],
	renderBatchZip: ["/api/batch.zip", BATCH, "504b0304"],
} as const;
const GOT = {
	getTemplatePng: ["/api/templates/{id}.png", "89504e47"],
	getTemplateWebp: ["/api/templates/{id}.webp", "52494646"],
} as const;
const ID = "bold-quote";
const posted = Object.entries(POSTED);
const got = Object.entries(GOT);

type Files = Record<string, ArrayBuffer | Blob>;
interface Client {
	readonly files: (baseUrl: string) => Promise<Files>;
}

/** A folder for generated code, inside the project so that imports resolve. */
async function generatedFolder(t: Test): Promise<string> {
	const folder = await mkdtemp(join(root, "dist/client-"));
	t.teardown(() => rm(folder, { recursive: true, force: true }));
	await copyFile(committed, join(folder, "openapi.json"));
	return folder;
}

async function check(t: Test, folder: string): Promise<void> {
	const { files } = compileAndLoad<Client>(t, folder, { skipLibCheck: false });
	const { url } = await startApp(t);
	const made = await files(url);
	const starts = { ...POSTED, ...GOT } as Readonly<Record<string, readonly string[]>>;
	for (const [name, facts] of Object.entries(starts)) {
		const file = made[name];
		const bytes = file instanceof Blob ? await file.arrayBuffer() : (file ?? new ArrayBuffer(0));
		const start = Buffer.from(bytes).subarray(0, 4).toString("hex");
		t.ok(start.startsWith(facts.at(-1)!), `${name}: ${start}`);
	}
}

t.test("a client by openapi-typescript and openapi-fetch", async (t) => {
	const folder = await generatedFolder(t);
	await writeFile(join(folder, "paths.ts"), astToString(await openapiTS(pathToFileURL(committed))));
	const calls = [
		...posted.map(
			([name, [path, body]]) =>
				`${name}: (await client.POST("${path}", { body: ${body}, parseAs: "arrayBuffer" })).data!,`,
		),
		...got.map(
			([name, [path]]) =>
				`${name}: (await client.GET("${path}", { params: { path: { id: "${ID}" } }, parseAs: "arrayBuffer" })).data!,`,
		),
	];
	await writeFile(
		join(folder, "index.ts"),
		`import createClient from "openapi-fetch";
		import type { paths } from "./paths";
		export async function files(baseUrl: string): Promise<Record<string, ArrayBuffer>> {
			const client = createClient<paths>({ baseUrl });
			return { ${calls.join("\n")} };
		}`,
	);
	await check(t, folder);
});

t.test("a client by @hey-api/openapi-ts", async (t) => {
	const folder = await generatedFolder(t);
	const { createClient: generate } = await import("@hey-api/openapi-ts");
	await generate({
		input: committed,
		output: join(folder, "generated"),
		logs: { level: "silent" },
		plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
	});
	const calls = [
		...posted.map(
			([name, [, body]]) => `${name}: (await ${name}({ baseUrl, body: ${body} })).data!,`,
		),
		...got.map(([name]) => `${name}: (await ${name}({ baseUrl, path: { id: "${ID}" } })).data!,`),
	];
	await writeFile(
		join(folder, "index.ts"),
		`import { ${[...posted, ...got].map(([name]) => name).join(", ")} } from "./generated";
		export async function files(baseUrl: string): Promise<Record<string, Blob | File>> {
			return { ${calls.join("\n")} };
		}`,
	);
	await check(t, folder);
});

t.test("a client by orval, with the files of docs/clients.md", async (t) => {
	const folder = await generatedFolder(t);
	const page = await readFile(new URL("docs/clients.md", packageRoot), "utf8");
	const [, orval = ""] = page.split("### orval\n");
	const [, config = ""] = /^```js\n(.*?)^```/ms.exec(orval) ?? [];
	const [, send = ""] = /^```ts\n(.*?)^```/ms.exec(orval) ?? [];
	const [, command = ""] = /`npx (orval@[\d.]+)`/.exec(orval) ?? [];
	t.ok(config && send && command, "the page has the configuration, the function and the command");
	await writeFile(join(folder, "orval.config.cjs"), config);
	await writeFile(
		join(folder, "send.ts"),
		`let origin = "";\nexport const use = (url: string) => { origin = url; };\n${send.replace('"http://localhost:3000"', "origin")}`,
	);
	execFileSync("npx", ["--yes", command], { cwd: folder, stdio: "ignore" });
	const calls = [
		...posted.map(([name, [, body]]) => `${name}: blobOf(await ${name}(${body})),`),
		...got.map(([name]) => `${name}: blobOf(await ${name}("${ID}")),`),
	];
	await writeFile(
		join(folder, "index.ts"),
		`import { ${[...posted, ...got].map(([name]) => name).join(", ")} } from "./api";
		import { use } from "./send";
		function blobOf(answer: { status: number; data: unknown }): Blob {
			if (answer.status !== 200 || !(answer.data instanceof Blob)) throw new Error(String(answer.status));
			return answer.data;
		}
		export async function files(baseUrl: string): Promise<Record<string, Blob>> {
			use(baseUrl);
			return { ${calls.join("\n")} };
		}`,
	);
	await check(t, folder);
});
