import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { ERROR_CATALOG } from "../../../src/base/errors.js";
import { packageRoot } from "../../../src/base/package-root.js";
import { VERSION } from "../../../src/base/version.js";
import { ENDPOINTS } from "../../../src/http/openapi/endpoints.js";
import { openApiDocument } from "../../../src/http/openapi/openapi.js";
import { fakeRenderer, startApp } from "../../helpers/app.js";

const root = fileURLToPath(packageRoot);
const committed = join(root, "openapi/openapi.json");

interface Operation {
	operationId: string;
	tags: string[];
	responses: Record<string, Answer>;
}
interface Answer {
	$ref?: string;
	content?: Record<string, { examples?: object }>;
}
interface Document {
	openapi: string;
	info: { title: string; version: string };
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, unknown>; responses: Record<string, Answer> };
}
const document = openApiDocument("http://localhost:3000", VERSION) as unknown as Document;

t.test("the committed document is what the code makes", async (t) => {
	t.same(JSON.parse(await readFile(committed, "utf8")), JSON.parse(JSON.stringify(document)));
});

t.test("title, version, and the operations", async (t) => {
	t.equal(document.openapi, "3.1.0");
	t.match(document.info, { title: "Post Image Render Service", version: "0.1.0" });
	const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
	t.same(
		operations.map(({ operationId }) => operationId),
		Object.keys(ENDPOINTS),
	);
	for (const name of ["RenderRequest", "Slide", "TextBlock", "ImageOverlay", "ErrorBody"]) {
		t.ok(document.components.schemas[name], name);
	}
});

t.test("every code of the catalogue is documented, with its status", async (t) => {
	const documented = new Map<string, string>();
	for (const path of Object.values(document.paths)) {
		for (const { responses } of Object.values(path)) {
			for (const [status, { $ref }] of Object.entries(responses)) {
				if (status < "400") continue;
				const { content } = document.components.responses[$ref!.split("/").at(-1)!]!;
				const examples = content?.["application/json"]?.examples ?? {};
				for (const code of Object.keys(examples)) documented.set(code, status);
			}
		}
	}
	const catalogue = Object.entries(ERROR_CATALOG).map(([code, { status }]) => [
		code,
		String(status),
	]);
	t.same([...documented].sort(), catalogue.sort());
});

t.test("every route is in the document, and the other way round", async (t) => {
	const { app } = await startApp(t, {}, { renderer: fakeRenderer() });
	for (const { method, path } of Object.values(ENDPOINTS)) {
		t.ok(app.hasRoute({ method, url: path }), `${method} ${path}`);
	}
});

t.test("the running service names itself in servers", async (t) => {
	const { get, url } = await startApp(t, {}, { renderer: fakeRenderer() });
	const served = (await (await get("/api/openapi.json")).json()) as { servers: { url: string }[] };
	t.equal(served.servers[0]?.url, url);
});
