import { send } from "../client.mjs";
import { documents } from "../documents.mjs";
import { ms, say, table } from "../report.mjs";
import { startOurs } from "../service.mjs";
import { quantile } from "../statistics.mjs";

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	say("start");
	const times = [];
	for (let i = 0; i < (options.quick ? 2 : 7); i++) {
		const start = performance.now();
		const { origin, stop } = await startOurs();
		await send(origin, documents(images).text.make());
		times.push(performance.now() - start);
		await stop();
	}
	return table(
		["Start to the first answered render", "Median", "Most"],
		[["text slide", ms(quantile(times, 0.5)), ms(quantile(times, 1))]],
	);
}
