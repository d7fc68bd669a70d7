/** The types of the package compile in a program that checks its libraries too. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import ts from "typescript";
import { packageRoot } from "../../src/base/package-root.js";

const PROGRAM = `import { createRenderer, type RenderedFile, ServiceError } from "../src/index.js";
import { RenderClient } from "../src/client.js";
export const client = new RenderClient({ baseUrl: "http://localhost:3000" });
export async function draw(): Promise<RenderedFile | ServiceError> {
	const renderer = await createRenderer({ processes: 1 });
	return renderer.renderFile({ slides: [{}] }, "pdf");
}`;

t.test("with skipLibCheck: false", async (t) => {
	const folder = await mkdtemp(join(fileURLToPath(packageRoot), "dist/types-"));
	t.teardown(() => rm(folder, { recursive: true, force: true }));
	const file = join(folder, "program.ts");
	await writeFile(file, PROGRAM);
	for (const [module, moduleResolution] of [
		[ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
		[ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
	] as const) {
		const program = ts.createProgram([file], {
			target: ts.ScriptTarget.ES2022,
			module,
			moduleResolution,
			types: ["node"],
			strict: true,
			skipLibCheck: false,
			noEmit: true,
		});
		const findings = ts
			.getPreEmitDiagnostics(program)
			.map(
				({ file, messageText }) =>
					`${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
			);
		t.same(findings, []);
	}
});
