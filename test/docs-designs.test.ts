/** docs/designs.md: each design is drawn with all of its data, without a warning. */
import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import t from "tap";
import { packageRoot } from "../src/base/package-root.js";
import { startApp } from "./helpers/app.js";

interface Design {
	readonly document: Record<string, unknown>;
	readonly data: Record<string, Record<string, unknown>>;
}

const folder = new URL("docs/designs/", packageRoot);
const DATA = ["short", "long", "1 item", "12 items", "German", "Arabic", "Japanese", "emoji"];
const page = readFileSync(new URL("docs/designs.md", packageRoot), "utf8");

t.test("each design survives its data", async (t) => {
	const { app } = await startApp(t);
	const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
	t.equal(files.length, 5);
	for (const file of files) {
		const { document, data } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Design;
		const picture = file.replace(".json", ".webp");
		t.ok(page.includes(`(designs/${picture})`), `${picture} is on the page`);
		t.strictSame(Object.keys(data), DATA);
		let ratio = 0;
		for (const [name, variables] of Object.entries(data)) {
			const payload = { ...document, variables, scale: 0.5 };
			const answer = await app.inject({ method: "POST", url: "/api/render.png", payload });
			t.equal(answer.statusCode, 200, `${file}, ${name}: ${answer.body.slice(0, 300)}`);
			t.equal(answer.headers["x-render-warnings"], "0", `${file}, ${name}`);
			const { width, height } = await sharp(answer.rawPayload).metadata();
			ratio = width / height;
		}
		const sheet = await sharp(new URL(picture, folder).pathname).metadata();
		t.ok(Math.abs(sheet.width / sheet.height - 2 * ratio) < 0.05, `${picture}: four by two`);
	}
});
