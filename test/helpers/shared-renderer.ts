/**
 * One render process for all services of a test file: starting one for each takes more than a second
 * of processor time, which was half of the time of all tests.
 */
import { readConfig } from "../../src/app/config/config.js";
import { createRenderPool, type RenderPool } from "../../src/service/processes/pool.js";
import type { Renderer } from "../../src/service/processes/renderer.js";

/** Settings of a service that concern its render processes: with one of them, it has its own. */
const OWN = /^(?:RENDER_PROCESSES|RENDER_MEMORY_MB|FONTS_DIR|BRANDS_FILE)$/;
/** How long the process waits for another service of the file. Milliseconds. */
const LINGER_MS = 500;

let pool: RenderPool | undefined;
let users = 0;
let ending: NodeJS.Timeout | undefined;

/** Whether a service with these settings may share a render process with others. */
export const sharesRenderer = (env: Record<string, string>): boolean =>
	!Object.keys(env).some((name) => OWN.test(name));

/** The renderer of one service; closing it ends only its own use. */
export function sharedRenderer(): Renderer {
	clearTimeout(ending);
	users++;
	pool ??= createRenderPool({ size: 1, memoryMb: readConfig({}).renderMemoryMb, spare: false });
	const shared = pool;
	let closed = false;
	return {
		drawSlide: (...all) => shared.drawSlide(...all),
		prepareImage: (...all) => shared.prepareImage(...all),
		measureSlide: (...all) => shared.measureSlide(...all),
		groupSizes: (...all) => shared.groupSizes(...all),
		health: () => (closed ? { ...shared.health(), ok: false, reason: "closing" } : shared.health()),
		whenReady: () => shared.whenReady(),
		async close() {
			if (closed) return;
			closed = true;
			if (--users > 0) return;
			ending = setTimeout(() => {
				pool = undefined;
				void shared.close();
			}, LINGER_MS);
		},
	};
}
