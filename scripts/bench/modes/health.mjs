import { send } from "../client.mjs";
import { documents } from "../documents.mjs";
import { ms, say, table } from "../report.mjs";
import { startOurs } from "../service.mjs";
import { quantile } from "../statistics.mjs";

const CAROUSELS = 8;
/** Time between two questions; they do not wait for each other. Milliseconds. */
const EVERY_MS = 10;

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	say("health");
	const { origin, stop } = await startOurs();
	const { carousel, texts } = documents(images);
	await send(origin, carousel.make());
	/** @type {Promise<number>[]} */
	const asked = [];
	let busy = true;
	const asking = (async () => {
		while (busy) {
			asked.push(send(origin, { path: "/api/health" }).then(({ time }) => time));
			await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
		}
	})();
	for (let round = 0; round < (options.quick ? 1 : 3); round++) {
		await Promise.all(
			Array.from({ length: CAROUSELS }, (_, i) => send(origin, (i % 2 ? texts : carousel).make())),
		);
	}
	busy = false;
	await asking;
	const times = await Promise.all(asked);
	await stop();
	return table(
		[`/api/health while ${CAROUSELS} carousels are rendered`, "Median", "p99", "Most"],
		[[`${times.length} requests`, ...[0.5, 0.99, 1].map((share) => ms(quantile(times, share)))]],
	);
}
