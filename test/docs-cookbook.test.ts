/**
 * The cookbook: each document is drawn with the warnings that it should have, each command runs, each
 * picture is there.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import t from "tap";
import { packageRoot } from "../src/base/package-root.js";
import type { RenderRequest } from "../src/index.js";
import { startApp } from "./helpers/app.js";

/** Gap between the slides of a carousel. Pixels. */
const GAP = 12;

const page = readFileSync(new URL("docs/cookbook.md", packageRoot), "utf8");
/** A level 3 heading for each question. */
const recipes = page
	.split(/^### /m)
	.slice(1)
	.map((part) => {
		const json = /^```json\n(.*?)^```/ms.exec(part)?.[1];
		return {
			question: part.slice(0, part.indexOf("\n")),
			picture: /!\[[^\]]+\]\((cookbook\/[\w-]+\.webp)\)/.exec(part)?.[1],
			document: json === undefined ? undefined : (JSON.parse(json) as RenderRequest),
			commands: [...part.matchAll(/^```sh\n(.*?)^```/gms)].map(([, command]) => command!),
			/** A PHP program that uses the document in design.json. */
			php: /^```php\n(.*?)^```/ms.exec(part)?.[1],
		};
	});
const folder = mkdtempSync(join(tmpdir(), "cookbook-"));
t.teardown(() => rmSync(folder, { recursive: true }));

/** The one document that shows a warning. */
const WARNED = "How do I find problems before I publish?";
const LINK_KEY = "a-key-of-the-cookbook";

t.test("every question has a document and a picture", async (t) => {
	t.ok(recipes.length >= 40, `${recipes.length} questions`);
	for (const { question, document, picture } of recipes) {
		t.match(question, /^How do I .*\?$/);
		t.ok(document !== undefined, `${question} has a document`);
		t.ok(picture !== undefined, `${question} has a picture`);
	}
	const all = <T>(values: readonly T[]) => t.equal(new Set(values).size, recipes.length);
	all(recipes.map(({ question }) => question));
	all(recipes.map(({ picture }) => picture));
});

t.test("documents are drawn as in their pictures", async (t) => {
	const { post } = await startApp(t);
	for (const { question, document, picture } of recipes)
		await t.test(question, async (t) => {
			const response = await post(`/api/render.${document!.format ?? "png"}`, document);
			t.equal(response.status, 200);
			t.equal(
				response.headers.get("x-render-warnings"),
				question === WARNED ? "1; low_contrast@/slides/0/textBlocks/0" : "0",
			);
			const drawn = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
			const shown = await sharp(readFileSync(new URL(`docs/${picture}`, packageRoot))).metadata();
			// The picture of a carousel has all slides, side by side.
			const slides = document!.mode === "carousel" ? document!.slides.length : 1;
			const width = (shown.width - GAP * (slides - 1)) / slides;
			const ratio = drawn.width / drawn.height / (width / shown.height);
			t.ok(Math.abs(ratio - 1) < 0.02, `${picture}: run node scripts/pictures.mjs`);
		});
});

t.test("commands run as written", async (t) => {
	const { url } = await startApp(t, { LINK_KEYS: LINK_KEY });
	const run = (command: string) =>
		promisify(execFile)(
			"bash",
			["-euo", "pipefail", "-c", command.replaceAll("http://localhost:3000", url)],
			{ cwd: folder },
		);
	const [first] = /^```sh\n(.*?)^```/ms.exec(page)!.slice(1);
	await run(first!);
	for (const { question, document, commands } of recipes) {
		writeFileSync(join(folder, "design.json"), JSON.stringify(document));
		for (const command of commands) {
			const { stdout } = await run(command);
			t.pass(`${command.split("\n")[0]}`);
			// What the page says that it prints.
			if (question.includes("under another text"))
				t.equal(Number(stdout), document!.slides[0]!.textBlocks![1]!.y);
			if (question.includes("stock photo") && stdout !== "")
				t.match(stdout.trim(), document!.slides[0]!.image!);
		}
	}
	const { width } = await sharp(join(folder, "hello.png")).metadata();
	t.equal(width, 1_080, "the picture of the link");
	const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
	t.match(report.warnings[0], { code: "low_contrast" });
});

const hasPhp = () => {
	try {
		execFileSync("php", ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
};
t.test("the PHP program signs a link", { skip: !hasPhp() && "php is not installed" }, async (t) => {
	const { url } = await startApp(t, { LINK_KEYS: LINK_KEY });
	const { document, php } = recipes.find((recipe) => recipe.php !== undefined)!;
	writeFileSync(join(folder, "design.json"), JSON.stringify(document));
	writeFileSync(join(folder, "sign.php"), php!.replaceAll("http://localhost:3000", url));
	const { stdout } = await promisify(execFile)("php", ["sign.php"], {
		cwd: folder,
		env: { ...process.env, LINK_KEY },
	});
	const [, src] = /src="([^"]+)"/.exec(stdout)!;
	const picture = await fetch(src!);
	t.equal(picture.headers.get("content-type"), "image/png");
});
