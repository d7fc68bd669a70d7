/** docs/links.md: what it prints, signs, in each language that this machine has. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import t from "tap";
import ts from "typescript";
import { packageRoot } from "../src/base/package-root.js";
import { fakeRenderer, startApp } from "./helpers/app.js";
import { LINK_KEY } from "./helpers/links.js";

const page = await readFile(new URL("docs/links.md", packageRoot), "utf8");
const block = (language: string) =>
	new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(page)?.[1] ?? "";

/** With what every deflater and every encoder has to cope. */
const DOCUMENT = JSON.stringify({
	slides: [{ textBlocks: [{ text: "Grüße, 世界 👋🏽 – ?>~ÿ".repeat(20), x: 10.5 }] }],
});

/** A link with an open variable, and its value. */
const OPEN_DOCUMENT = JSON.stringify({ template: "bold-quote", open: ["quote"] });
const VALUE = "Grüße & 世界 + 1";

const LANGUAGES: Record<string, { file: string; command: string[]; probe: string[] }> = {
	ts: { file: "link.mjs", command: [process.execPath], probe: [process.execPath, "--version"] },
	python: { file: "link.py", command: ["python3"], probe: ["python3", "--version"] },
	php: { file: "link.php", command: ["php"], probe: ["php", "--version"] },
	ruby: { file: "link.rb", command: ["ruby"], probe: ["ruby", "--version"] },
	go: { file: "link.go", command: ["go", "run"], probe: ["go", "version"] },
};

const has = ([program, ...args]: readonly string[]) => {
	try {
		execFileSync(program!, args, { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
};

for (const [language, { file, command, probe }] of Object.entries(LANGUAGES)) {
	const skip = !has(probe) && `${probe[0]} is not installed`;
	t.test(`${language} signs a link`, { skip }, async (t) => {
		const folder = await mkdtemp(join(tmpdir(), "post-image-links-"));
		t.teardown(() => rm(folder, { recursive: true, force: true }));
		let source = block(language);
		t.ok(source.length > 100);
		if (language === "ts") {
			const { outputText } = ts.transpileModule(source, {
				compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
			});
			source = outputText;
		}
		await writeFile(join(folder, file), source);
		const [program, ...args] = command;
		const { stdout } = await promisify(execFile)(
			program!,
			[...args, join(folder, file), LINK_KEY, DOCUMENT, "{}"],
			{ env: { ...process.env, GOCACHE: join(folder, "go"), GO111MODULE: "off" } },
		);
		const open = await promisify(execFile)(
			program!,
			[...args, join(folder, file), LINK_KEY, OPEN_DOCUMENT, JSON.stringify({ quote: VALUE })],
			{ env: { ...process.env, GOCACHE: join(folder, "go"), GO111MODULE: "off" } },
		);
		let shown: unknown;
		const renderer = fakeRenderer();
		const app = await startApp(
			t,
			{ LINK_KEYS: LINK_KEY },
			{
				renderer: {
					...renderer,
					drawSlide: (job, ...rest) => {
						shown = job.slide;
						return renderer.drawSlide(job, ...rest);
					},
				},
			},
		);
		t.equal((await app.get(stdout.trim())).status, 200);
		t.same(shown, JSON.parse(DOCUMENT).slides[0], "the document arrives as it was");
		t.match(open.stdout, "?quote=");
		t.equal((await app.get(open.stdout.trim())).status, 200);
		t.match(JSON.stringify(shown), VALUE);
	});
}
