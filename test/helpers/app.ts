import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Test } from "tap";
import { type AppParts, buildApp } from "../../src/app/app.js";
import { readConfig } from "../../src/app/config/config.js";
import { MEDIA_TYPES, PDF_TYPE } from "../../src/contract/formats.js";
import type { RenderedSlide } from "../../src/engine/job.js";
import { NO_WARNINGS } from "../../src/engine/report/warning-list.js";
import type { Renderer } from "../../src/service/processes/renderer.js";
import { sharedRenderer, sharesRenderer } from "./shared-renderer.js";

/** A running service. */
export interface RunningApp {
	readonly app: FastifyInstance;
	/** Its origin on the loopback interface, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	/** Folder of its temporary images. */
	readonly directory: string;
	post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
	get(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * Starts the production service on a free port, with a folder of its own, and
 * ends it with the test. Services of one test file share a render process, unless a test needs its
 * own: it then sets RENDER_PROCESSES.
 * @param env environment variables over the defaults
 * @param parts parts in place of the production ones
 */
export async function startApp(
	t: Test,
	env: Record<string, string> = {},
	parts: AppParts = {},
): Promise<RunningApp> {
	const directory = await mkdtemp(join(tmpdir(), "post-image-test-"));
	// Most tests draw one slide at a time: a second process would only take time to start.
	const defaults = { LOG_LEVEL: "silent", RENDER_DIR: directory, RENDER_PROCESSES: "1" };
	const config = readConfig({ ...defaults, ...env });
	const shares =
		parts.renderer === undefined && parts.operatorDesigns === undefined && sharesRenderer(env);
	const app = await buildApp(config, shares ? { ...parts, renderer: sharedRenderer() } : parts);
	await app.listen({ port: 0, host: "127.0.0.1" });
	t.teardown(async () => {
		await app.close();
		await rm(directory, { recursive: true, force: true });
	});
	const { port } = app.server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	return {
		app,
		url,
		port,
		directory,
		get: (path, init) => fetch(`${url}${path}`, init),
		post: (path, body, headers = {}) =>
			fetch(`${url}${path}`, {
				method: "POST",
				headers: { "content-type": "application/json", ...headers },
				body: typeof body === "string" ? body : JSON.stringify(body),
			}),
	};
}

/** Bytes that stand for a drawn slide where a test is about HTTP and not about drawing. */
export const FAKE_IMAGE = Buffer.from("\x89PNG\r\n\x1a\nbytes of an image", "latin1");

/**
 * A renderer that draws nothing, for tests to which the picture does not
 * matter: validation, errors, delivery, queues.
 */
export function fakeRenderer(overrides: Partial<Renderer> = {}): Renderer {
	return {
		drawSlide: async ({ format }): Promise<RenderedSlide> => ({
			mimeType: format === "pdf" ? PDF_TYPE : MEDIA_TYPES[format],
			width: 1080,
			height: 1350,
			bytes: FAKE_IMAGE,
			alt: "",
			...NO_WARNINGS,
		}),
		prepareImage: async ({ region }) => ({
			width: region.width,
			height: region.height,
			channels: 4,
			data: new Uint8Array(region.width * region.height * 4),
		}),
		measureSlide: async ({ slideIndex }) => ({
			measured: {
				slide: slideIndex + 1,
				textBlocks: [],
				imageOverlays: [],
				layers: [],
				alt: "",
				safeArea: { x: 0, y: 0, width: 405, height: 506.25 },
				stepper: null,
			},
			...NO_WARNINGS,
		}),
		groupSizes: async () => ({}),
		health: () => ({ ok: true, processes: 0, busy: 0, queued: 0, degraded: false }),
		close: async () => undefined,
		...overrides,
	};
}

/** Sends bytes as they are, and collects what comes back until the connection ends. */
export function sendRaw({ port }: Pick<RunningApp, "port">, bytes: string): Promise<string> {
	return new Promise((resolve, reject) => {
		let answer = "";
		const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
		socket.on("data", (data) => {
			answer += data;
		});
		socket.on("close", () => resolve(answer));
		socket.on("error", reject);
	});
}
