import sharp from "sharp";
import { send } from "../client.mjs";
import { documents } from "../documents.mjs";
import { digits, megabytes, say, table } from "../report.mjs";
import { startOurs } from "../service.mjs";

/** @param {{ images: import("../image-server.mjs").ImageServer }} given */
export async function run({ images }) {
	say("sizes");
	const { origin, stop } = await startOurs();
	const { text, small, photo, large } = documents(images);
	const rows = [];
	for (const { name, make } of [text, small, photo, large]) {
		const { body } = await send(origin, make());
		const { length } = await sharp(body).removeAlpha().png({ compressionLevel: 6 }).toBuffer();
		rows.push([
			name === small.name ? "small text slide" : name,
			megabytes(body.length),
			megabytes(length),
			digits(body.length / length),
		]);
	}
	await stop();
	return table(["Size of the PNG", "Ours", "sharp, level 6", "Ratio"], rows);
}
