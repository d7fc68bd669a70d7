import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packageRoot } from "../../src/base/package-root.js";
import { packageFile } from "./packages.js";

/**
 * The compiled kernels of src/engine/pixels/assembly. They are committed, so that building the
 * service does not need the compiler, which is 100 MB.
 */
export async function kernels(): Promise<ReadonlyMap<string, Buffer>> {
	const folder = await mkdtemp(join(tmpdir(), "kernels-"));
	try {
		const outFile = join(folder, "kernels.wasm");
		const compiler = fileURLToPath(packageFile("assemblyscript/bin/asc.js"));
		const config = "src/engine/pixels/assembly/asconfig.json";
		await promisify(execFile)(
			process.execPath,
			[compiler, "--config", config, "--outFile", outFile],
			{ cwd: fileURLToPath(packageRoot) },
		);
		return new Map([["data/kernels.wasm", await readFile(outFile)]]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
