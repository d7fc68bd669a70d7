import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { send } from "../client.mjs";
import { documents } from "../documents.mjs";
import { ms, say, table } from "../report.mjs";
import { startOurs } from "../service.mjs";
import { quantile } from "../statistics.mjs";

const CAROUSELS = 8;

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	say("health");
	const { origin, stop } = await startOurs();
	const { carousel, texts } = documents(images);
	await send(origin, carousel.make());
	const probe = new Worker(new URL("../health-probe.mjs", import.meta.url), {
		workerData: { origin },
	});
	await once(probe, "online");
	for (let round = 0; round < (options.quick ? 1 : 3); round++) {
		await Promise.all(
			Array.from({ length: CAROUSELS }, (_, i) => send(origin, (i % 2 ? texts : carousel).make())),
		);
	}
	probe.postMessage("end");
	const [times] = await once(probe, "message");
	await stop();
	return table(
		[`/api/health while ${CAROUSELS} carousels are rendered`, "Median", "p99", "Most"],
		[[`${times.length} requests`, ...[0.5, 0.99, 1].map((share) => ms(quantile(times, share)))]],
	);
}
