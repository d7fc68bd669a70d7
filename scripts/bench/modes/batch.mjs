/**
 * Rows of a batch compared with single requests for the same documents, in alternating turns. A
 * batch does work that rows share only once. Each turn uses new images.
 */
import { flood, send } from "../client.mjs";
import { growing } from "../documents.mjs";
import { ms, say, table } from "../report.mjs";
import { settle, startOurs } from "../service.mjs";
import { median, middleHalf } from "../statistics.mjs";

const ROWS = 40;
const TURNS = 10;
/** Single requests in flight: as many as there are render processes. */
const IN_FLIGHT = 2;

/** @param {{ options: import("../options.mjs").Options, images: import("../image-server.mjs").ImageServer }} given */
export async function run({ options, images }) {
	const { origin, stop } = await startOurs();
	await settle();
	const photo = () => growing.image(images.photo()).body.slides[0];
	const text = () => growing.slides(1).body.slides[0];
	const cases = [
		{ name: "photo slide, PNG", format: "png", slide: photo },
		{ name: "photo slide, JPEG", format: "jpeg", slide: photo },
		{ name: "text slide, PNG", format: "png", slide: text },
	];
	const rows = [];
	for (const { name, format, slide } of cases) {
		say(name);
		/** @type {number[][]} */
		const times = [[], []];
		for (let turn = -1; turn < (options.quick ? 1 : TURNS); turn++) {
			for (const batch of turn % 2 === 0 ? [true, false] : [false, true]) {
				const time = await timeOf(origin, { format, slides: [withRow(slide())] }, batch);
				if (turn >= 0) times[batch ? 0 : 1]?.push(time);
			}
		}
		const [together = [], alone = []] = times;
		const ratios = together.map((time, i) => time / (alone[i] ?? 1));
		rows.push([
			name,
			ms(median(together)),
			ms(median(alone)),
			median(ratios).toFixed(2),
			middleHalf(ratios),
		]);
	}
	await stop();
	return table([`${ROWS} rows`, "a row", "a request", "ratio", "half of the turns"], rows);
}

/** The slide with a text that differs in each row. @param {any} slide */
const withRow = (slide) => ({
	...slide,
	textBlocks: [...slide.textBlocks, { text: "{{row}}", fontSize: 20, x: 30, y: 460 }],
});

/** @param {string} origin @param {object} document @param {boolean} batch @returns {Promise<number>} ms for a row */
async function timeOf(origin, document, batch) {
	const rows = Array.from({ length: ROWS }, (_, i) => ({ row: `Row ${i}` }));
	if (batch) {
		const { time } = await send(origin, { path: "/api/batch", body: { document, rows } });
		return time / ROWS;
	}
	const left = rows.values();
	const next = () => ({
		path: "/api/render",
		body: { ...document, variables: left.next().value },
	});
	const start = performance.now();
	await flood(origin, next, { inFlight: IN_FLIGHT, forMs: 600_000, count: ROWS });
	return (performance.now() - start) / ROWS;
}
