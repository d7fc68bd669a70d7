import { flood, send } from "../client.mjs";
import { documents, growing } from "../documents.mjs";
import { treeMemory, watchMemory } from "../process-tree.mjs";
import { digits, megabytes, say, table } from "../report.mjs";
import { startOurs } from "../service.mjs";

const FIRST = 200;
const ALL = 2_000;
/** The last samples are averaged, because a single one may coincide with a request. */
const SETTLE_MS = 1_500;

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	say("memory");
	const service = await startOurs({ RENDER_PROCESSES: "2" });
	const { text, photo, svg, small } = documents(images);
	// Only one in ten has a photo, so that the run takes only minutes.
	const mixed = [text, small, svg, small, text, small, photo, text, svg, small];
	let turn = 0;
	const next = () => /** @type {typeof text} */ (mixed[turn++ % mixed.length]).make();
	const load = (/** @type {number} */ count) =>
		flood(service.origin, next, { inFlight: 4, count, forMs: 240_000 });
	const total = options.quick ? FIRST * 2 : ALL;
	await load(FIRST);
	const early = await settled(service.pid);
	await load(total - FIRST);
	const late = await settled(service.pid);
	await service.stop();

	const fresh = await startOurs({ RENDER_PROCESSES: "2" });
	const stop = watchMemory(fresh.pid, 50);
	for (let i = 0; i < (options.quick ? 1 : 3); i++)
		await send(fresh.origin, growing.largePhotos(20, images));
	const peak = await stop();
	await fresh.stop();
	return [
		table(
			["Mixed renders", `After ${FIRST}`, `After ${total}`, "Ratio"],
			[["memory of the process tree", megabytes(early), megabytes(late), digits(late / early)]],
		),
		table(
			["Carousel of 20 large photos, 2 render processes", "Peak"],
			[["memory of the process tree", megabytes(peak)]],
		),
	].join("\n\n");
}

/** @param {number} pid */
async function settled(pid) {
	await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
	const samples = [];
	for (let i = 0; i < 5; i++) samples.push(await treeMemory(pid));
	return samples.reduce((sum, value) => sum + value, 0) / samples.length;
}
