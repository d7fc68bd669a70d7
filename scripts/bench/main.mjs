import { writeFile } from "node:fs/promises";
import { startImageServer } from "./image-server.mjs";
import { readOptions, USAGE } from "./options.mjs";
import { loadPhotos } from "./photos.mjs";
import { machine } from "./report.mjs";
import { stopAll } from "./service.mjs";

/** @param {string[]} argv */
export async function main(argv) {
	const options = readOptions(argv);
	if (options.help) {
		console.log(USAGE);
		return;
	}
	const images = await startImageServer(await loadPhotos(options.photos));
	const stop = () => stopAll().then(() => process.exit(1));
	process.once("SIGINT", stop);
	process.once("SIGTERM", stop);
	const parts = [machine()];
	try {
		for (const mode of options.modes) {
			const { run } = await import(`./modes/${mode}.mjs`);
			parts.push(await run({ options, images }));
		}
	} finally {
		await stopAll();
		await images.close();
	}
	const report = `${parts.join("\n\n")}\n`;
	console.log(`\n${report}`);
	if (options.out !== undefined) await writeFile(options.out, report);
}
