import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Test } from "tap";
import ts from "typescript";

/**
 * Compiles generated TypeScript strictly, expects no findings, and loads it.
 * @param folder holds index.ts; the output is put into its folder js/
 * @param options of the compiler, besides the usual ones
 */
export function compileAndLoad<T>(t: Test, folder: string, options: ts.CompilerOptions = {}): T {
	const program = ts.createProgram([join(folder, "index.ts")], {
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.CommonJS,
		moduleResolution: ts.ModuleResolutionKind.Node10,
		lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
		types: [],
		strict: true,
		skipLibCheck: true,
		esModuleInterop: true,
		rootDir: folder,
		outDir: join(folder, "js"),
		...options,
	});
	const findings = ts
		.getPreEmitDiagnostics(program)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
	t.same(findings, [], "the generated client compiles");
	program.emit();
	writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}');
	return createRequire(import.meta.url)(join(folder, "js/index.js")) as T;
}
