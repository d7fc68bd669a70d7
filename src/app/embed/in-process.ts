/** The service in this process, without a port and without HTTP. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { letHeapGrow } from "../../base/heap-growth.js";
import { createRenderPool } from "../../service/processes/pool.js";
import type { Renderer } from "../../service/processes/renderer.js";
import type { Service } from "../../service/service.js";
import { type Config, readConfig } from "../config/config.js";
import { createService, NO_LOG } from "../create-service.js";
import { openOperatorDesigns } from "../operator/operator-designs.js";

/** The service of one program. */
export interface InProcess {
	readonly service: Service;
	readonly config: Config;
	/** Ends the render processes, and deletes temporary images. */
	close(): Promise<void>;
}

/** The only client, for turns and shares. */
export const THIS_PROGRAM = "127.0.0.1";

/** A host name for this service; URLs with it are resolved in the process. */
export const NO_HOST = "localhost";

/** Documents come from the author of the program, so their size is not an attack. Bytes. */
const MAX_BODY_BYTES = 104_857_600;

/**
 * Starts the service for this process only.
 * @param env environment variables of the service
 * @param onSlide called after each slide
 * @throws ConfigError if a variable is invalid
 */
export async function openInProcess(
	env: Readonly<Record<string, string | undefined>>,
	onSlide: () => void = () => {},
): Promise<InProcess> {
	letHeapGrow();
	const directory = await mkdtemp(join(tmpdir(), "post-image-render-"));
	const removeDirectory = () => rm(directory, { recursive: true, force: true });
	const config = readConfig({
		LOG_LEVEL: "silent",
		MAX_BODY_BYTES: String(MAX_BODY_BYTES),
		...env,
		RENDER_DIR: directory,
		// The caller is the operator, so there are no other clients to protect.
		API_KEYS: undefined,
		RATE_LIMIT_MAX: "0",
		JOB_MAX_ROWS: "0",
		ROLE: undefined,
	});
	const operatorDesigns = await openOperatorDesigns(config).catch(async (error: unknown) => {
		await removeDirectory();
		throw error;
	});
	const { fontPack } = operatorDesigns;
	const { renderProcesses: size, renderMemoryMb: memoryMb } = config;
	const renderer = counted(createRenderPool({ size, memoryMb, fontPack }), onSlide);
	const service = await createService(config, NO_LOG, { renderer, operatorDesigns });
	return {
		service,
		config,
		async close() {
			await service.close();
			await removeDirectory();
		},
	};
}

/** The renderer with a callback for each slide. */
function counted(renderer: Renderer, onSlide: () => void): Renderer {
	return new Proxy(renderer, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name, target);
			if (name !== "drawSlide") return typeof value === "function" ? value.bind(target) : value;
			const draw: Renderer["drawSlide"] = async (...job) => {
				const slide = await target.drawSlide(...job);
				onSlide();
				return slide;
			};
			return draw;
		},
	});
}
