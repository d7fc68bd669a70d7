/** Types that client generators make of layers: pleasant to write, strict, and exhaustive. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import t from "tap";
import ts from "typescript";
import { packageRoot } from "../../../src/base/package-root.js";

const root = fileURLToPath(packageRoot);
const committed = join(root, "openapi/openapi.json");

/** Writes the types of the document into a folder; answers what a program imports. */
type Generator = (folder: string) => Promise<string>;

const generators: Readonly<Record<string, Generator>> = {
	"openapi-typescript": async (folder) => {
		const types = astToString(await openapiTS(pathToFileURL(committed)));
		await writeFile(join(folder, "types.ts"), types);
		return `import type { components } from "./types";
			type Layer = components["schemas"]["Layer"];
			type StackLayer = components["schemas"]["StackLayer"];
			type RenderRequest = components["schemas"]["RenderRequest"];`;
	},
	"@hey-api/openapi-ts": async (folder) => {
		const { createClient } = await import("@hey-api/openapi-ts");
		await createClient({
			input: committed,
			output: join(folder, "generated"),
			logs: { level: "silent" },
			plugins: ["@hey-api/typescript"],
		});
		const types = await readFile(join(folder, "generated/types.gen.ts"), "utf8");
		await writeFile(join(folder, "types.ts"), types);
		return `import type { Layer, RenderRequest, StackLayer } from "./types";`;
	},
	orval: async (folder) => {
		// 350 packages, which nothing else needs.
		// Its client of fetch: the types that the usual one imports are those of axios.
		const options = ["--input", committed, "--output", "types.ts", "--client", "fetch"];
		execFileSync("npx", ["--yes", "orval@7.13.2", ...options], { cwd: folder, stdio: "ignore" });
		return `import type { Layer, RenderRequest, StackLayer } from "./types";`;
	},
};

const CARD = `export const card: StackLayer = {
	type: "stack", direction: "row", gap: 12, padding: [8, 16, 8, 16], width: "50%",
	background: { type: "linear", stops: [{ color: "#FFFFFF" }, { color: "#000000" }] },
	children: [
		{ type: "text", text: "Order now", fontSize: 20 },
		{ type: "shape", shape: "star", points: 5, fill: "#FFC600" },
	],
};
export const body: RenderRequest = { common: { front: [card] }, slides: [{ layers: [card] }] };`;

/** What compiles, and what does not, each with a part of the compiler's words. */
const PROGRAMS: readonly (readonly [name: string, source: string, finding?: RegExp])[] = [
	["a stack with two children", CARD],
	[
		"a switch on type that is exhaustive",
		`export function nameOf(layer: Layer): string {
			switch (layer.type) {
				case "text": return layer.text ?? "";
				case "image": return layer.src;
				case "shape": return layer.shape;
				case "grid":
				case "stack": return (layer.children ?? []).map(nameOf).join();
				case "barcode": return layer.data;
			}
		}`,
	],
	[
		"a switch that forgets a type",
		`export function nameOf(layer: Layer): string {
			switch (layer.type) {
				case "text": case "image": case "shape": case "stack": return "";
			}
		}`,
		/lacks ending return/,
	],
	[
		"a field that the type does not have",
		`export const wrong: Layer = { type: "text", text: "a", sides: 5 };`,
		/'sides' does not exist|known properties/,
	],
	[
		"an unknown type in a stack",
		`export const wrong: StackLayer = { type: "stack", children: [{ type: "circle" }] };`,
		/circle/,
	],
	[
		"a padding of three numbers",
		`export const wrong: StackLayer = { type: "stack", padding: [1, 2, 3] };`,
		/not assignable/,
	],
];

/** Findings of the strict compiler. */
function findings(folder: string, source: string): string[] {
	const program = ts.createProgram([join(folder, source)], {
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.CommonJS,
		moduleResolution: ts.ModuleResolutionKind.Node10,
		lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
		types: [],
		strict: true,
		skipLibCheck: false,
		noEmit: true,
	});
	return ts
		.getPreEmitDiagnostics(program)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

for (const [generator, generate] of Object.entries(generators)) {
	t.test(generator, async (t) => {
		const folder = await mkdtemp(join(root, "dist/layers-"));
		t.teardown(() => rm(folder, { recursive: true, force: true }));
		const imports = await generate(folder);
		const types = await readFile(join(folder, "types.ts"), "utf8");
		t.comment(`${generator}: ${Buffer.byteLength(types)} bytes`);
		t.notMatch(types, /\b(Paint|Layer|Shadow|Border|GradientStop)_?\d+\b/, "no type comes twice");
		for (const [i, [name, source, finding]] of PROGRAMS.entries()) {
			await writeFile(join(folder, `program${i}.ts`), `${imports}\n${source}\n`);
			const found = findings(folder, `program${i}.ts`);
			if (finding === undefined) t.same(found, [], name);
			else t.match(found.join("\n"), finding, name);
		}
	});
}

t.test("redocly finds no errors", async (t) => {
	const folder = await mkdtemp(join(root, "dist/redocly-"));
	t.teardown(() => rm(folder, { recursive: true, force: true }));
	const lint = (file: string) =>
		spawnSync("npx", ["--yes", "@redocly/cli@2.77.0", "lint", "--extends=recommended", file], {
			cwd: folder,
			encoding: "utf8",
		});
	const { status, stderr } = lint(committed);
	t.equal(status, 0, stderr);
	const broken = { ...JSON.parse(await readFile(committed, "utf8")), info: {} };
	await writeFile(join(folder, "broken.json"), JSON.stringify(broken));
	t.equal(lint("broken.json").status, 1, "an error would be found");
});
