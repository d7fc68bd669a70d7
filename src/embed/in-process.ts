/** The whole service in this process, without a port: requests go straight to its routes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "../app.js";
import { readConfig } from "../config/config.js";
import type { Contract } from "../contract/contract.js";
import { letHeapGrow } from "../heap-growth.js";
import { callInside } from "../http/inside-call.js";
import type { ApiCall } from "../mcp/api.js";
import { openOwn } from "../own/own-designs.js";
import { createRenderPool } from "../processes/pool.js";
import type { Renderer } from "../render/job.js";

/** The service, asked directly. */
export interface InProcessService {
	readonly contract: Contract;
	/** Whether it signs links. */
	readonly links: boolean;
	readonly call: ApiCall;
	/** Ends the render processes; what was drawn for URLs is deleted. */
	close(): Promise<void>;
}

/** A document here comes from who runs the program: its size is no attack. Bytes. */
const MAX_BODY_BYTES = 104_857_600;

/**
 * Starts the service for this process alone.
 * @param env environment variables as the service has them
 * @param onSlide told after each slide that is drawn
 * @param listen serve temporary images on a free port of the loopback interface, so that their URLs
 *   can be fetched
 * @throws ConfigError when a variable cannot be used
 */
export async function openInProcess(
	env: Readonly<Record<string, string | undefined>>,
	onSlide: () => void = () => {},
	listen = false,
): Promise<InProcessService> {
	letHeapGrow();
	const directory = await mkdtemp(join(tmpdir(), "post-image-render-"));
	const config = readConfig({
		LOG_LEVEL: "silent",
		MAX_BODY_BYTES: String(MAX_BODY_BYTES),
		...env,
		RENDER_DIR: directory,
		// Who calls is the operator: nobody else is to be kept from anything.
		API_KEYS: "",
		RATE_LIMIT_MAX: "0",
	});
	const own = await openOwn(config).catch(async (error: unknown) => {
		await rm(directory, { recursive: true, force: true });
		throw error;
	});
	const { fontPack, contract } = own;
	const pool = createRenderPool({
		size: config.renderProcesses,
		memoryMb: config.renderMemoryMb,
		fontPack,
	});
	const app = await buildApp(config, { renderer: counted(pool, onSlide), own });
	await app.ready();
	if (listen) await app.listen({ port: 0, host: "127.0.0.1" });
	const address = app.server.address();
	const host = typeof address === "object" && address ? `127.0.0.1:${address.port}` : "localhost";
	return {
		contract,
		links: config.linkKeys.length > 0,
		call: (method, url, body, signal) =>
			callInside(app, { method, url, headers: { host }, body, signal }),
		async close() {
			await app.close();
			await rm(directory, { recursive: true, force: true });
		},
	};
}

/** The renderer, which tells of each slide. */
function counted(renderer: Renderer, onSlide: () => void): Renderer {
	return new Proxy(renderer, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name, target);
			if (name !== "renderSlide") return typeof value === "function" ? value.bind(target) : value;
			const draw: Renderer["renderSlide"] = async (...job) => {
				const slide = await target.renderSlide(...job);
				onSlide();
				return slide;
			};
			return draw;
		},
	});
}
