/** The cookbook: each document is drawn without a warning, each command runs, each picture is there. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import t from "tap";
import { recipesOf } from "../scripts/cookbook.js";
import { packageRoot } from "../src/runtime/package-root.js";
import { startApp } from "./helpers/app.js";

const page = readFileSync(new URL("docs/cookbook.md", packageRoot), "utf8");
const recipes = recipesOf(page);
const folder = mkdtempSync(join(tmpdir(), "cookbook-"));
t.teardown(() => rmSync(folder, { recursive: true }));

t.test("every question has an answer that can be copied", async (t) => {
	t.ok(recipes.length >= 35, `${recipes.length} questions`);
	for (const { question, document, commands, picture } of recipes) {
		t.match(question, /^How do I .*\?$/);
		t.ok(document !== undefined || commands.length > 0, question);
		t.equal(picture === undefined, document === undefined, `${question} has a picture`);
	}
	t.equal(new Set(recipes.map(({ question }) => question)).size, recipes.length);
});

t.test("documents are drawn without a warning, in the shape of their pictures", async (t) => {
	const { post } = await startApp(t);
	for (const { question, document, picture } of recipes) {
		if (document === undefined) continue;
		await t.test(question, async (t) => {
			const response = await post("/api/render.png", document);
			t.equal(response.status, 200);
			t.equal(response.headers.get("x-render-warnings"), "0");
			const drawn = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
			const shown = await sharp(readFileSync(new URL(`docs/${picture}`, packageRoot))).metadata();
			const ratio = drawn.width / drawn.height / (shown.width / shown.height);
			t.ok(Math.abs(ratio - 1) < 0.02, `${picture}: run node dist/scripts/doc-pictures.js`);
		});
	}
});

t.test("commands run as written", async (t) => {
	const { url } = await startApp(t, { LINK_KEYS: "a-key-of-the-cookbook" });
	const [first] = /^```sh\n(.*?)^```/ms.exec(page)!.slice(1);
	for (const command of [first!, ...recipes.flatMap(({ commands }) => commands)]) {
		const here = command.replaceAll("http://localhost:3000", url);
		await promisify(execFile)("bash", ["-euo", "pipefail", "-c", here], { cwd: folder });
		t.pass(`${command.split("\n")[0]}`);
	}
	const { width } = await sharp(join(folder, "hello.png")).metadata();
	t.equal(width, 1_080, "the picture of the link");
	const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
	t.match(report.warnings[0], { code: "low_contrast" });
});
