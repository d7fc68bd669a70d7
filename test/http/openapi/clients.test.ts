/** Clients made by generators call the service. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import t, { type Test } from "tap";
import { packageRoot } from "../../../src/base/package-root.js";
import { EXAMPLES } from "../../../src/contract/examples.js";
import type { RenderRequest } from "../../../src/contract/render-request.js";
import { FAKE_IMAGE, fakeRenderer, startApp } from "../../helpers/app.js";
import { compileAndLoad } from "../../helpers/compile.js";

const root = fileURLToPath(packageRoot);
const FAKE_DATA_URL = `data:image/png;base64,${FAKE_IMAGE.toString("base64")}`;
const committed = join(root, "openapi/openapi.json");

/** A folder for generated code, inside the project so that imports resolve. */
async function generatedFolder(t: Test): Promise<string> {
	const folder = await mkdtemp(join(root, "dist/client-"));
	t.teardown(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

t.test("a client by openapi-typescript and openapi-fetch renders", async (t) => {
	const folder = await generatedFolder(t);
	await writeFile(join(folder, "paths.ts"), astToString(await openapiTS(pathToFileURL(committed))));
	await writeFile(
		join(folder, "index.ts"),
		`import createClient from "openapi-fetch";
		import type { components, paths } from "./paths";
		export async function render(baseUrl: string, body: components["schemas"]["RenderRequest"]) {
			const { data } = await createClient<paths>({ baseUrl }).POST("/api/render", { body });
			return data?.images[0]?.dataUrl;
		}`,
	);
	const { render } = compileAndLoad<{
		render(baseUrl: string, body: RenderRequest): Promise<string>;
	}>(t, folder);
	const { url } = await startApp(t, {}, { renderer: fakeRenderer() });
	t.equal(await render(url, EXAMPLES.squareQuote), FAKE_DATA_URL);
});

t.test("a client by @hey-api/openapi-ts renders", async (t) => {
	const folder = await generatedFolder(t);
	const { createClient: generate } = await import("@hey-api/openapi-ts");
	await generate({
		input: committed,
		output: join(folder, "generated"),
		logs: { level: "silent" },
		plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
	});
	await writeFile(
		join(folder, "index.ts"),
		`import { type RenderRequest, renderImages, renderPng } from "./generated";
		export async function render(baseUrl: string, body: RenderRequest) {
			const { data } = await renderImages({ baseUrl, body });
			return data?.images[0]?.dataUrl;
		}
		export async function png(baseUrl: string, body: RenderRequest) {
			const { data } = await renderPng({ baseUrl, body, query: { slide: 1 } });
			return data?.arrayBuffer();
		}`,
	);
	const { render, png } = compileAndLoad<{
		render(baseUrl: string, body: RenderRequest): Promise<string>;
		png(baseUrl: string, body: RenderRequest): Promise<ArrayBuffer>;
	}>(t, folder);
	const { url } = await startApp(t, {}, { renderer: fakeRenderer() });
	t.equal(await render(url, EXAMPLES.squareQuote), FAKE_DATA_URL);
	t.same(Buffer.from(await png(url, EXAMPLES.squareQuote)), FAKE_IMAGE);
});
