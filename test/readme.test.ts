/**
 * The README does what it says: its tables are those of the code, and its
 * examples run as written (only the port is that of the service under test).
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import sharp from "sharp";
import t from "tap";
import ts from "typescript";
import { withSection } from "../scripts/readme-section.js";
import { configTable } from "../src/config.js";
import { errorTable } from "../src/errors.js";
import { packageRoot } from "../src/package-root.js";
import { startApp } from "./helpers/app.js";

const run = promisify(execFile);
const readme = await readFile(new URL("README.md", packageRoot), "utf8");
const blocks = (language: string) =>
	[...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(
		(match) => match[1]!,
	);
const [commands, ...examples] = blocks("sh");

const folder = await mkdtemp(join(tmpdir(), "readme-"));
t.teardown(() => rm(folder, { recursive: true, force: true }));
const size = async (file: string) => {
	const { width, height, format } = await sharp(join(folder, file)).metadata();
	return { width, height, format };
};

t.test("begins with the command that runs and the command that tests", async (t) => {
	t.match(commands, /^npm ci && npm start {3}#.*\nnpm ci && npm test {4}#.*\n$/);
	t.ok(readme.indexOf("```") < 50, "nothing but the title stands before");
	t.match(await readFile(new URL(".ci/run", packageRoot), "utf8"), "npm ci && npm test");
});

t.test("the tables are those of the code", async (t) => {
	t.equal(withSection(readme, "errors", errorTable()), readme, "run npm run readme");
	t.equal(withSection(readme, "configuration", configTable()), readme, "run npm run readme");
});

t.test("local links lead somewhere", async (t) => {
	for (const [, target] of readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g))
		t.ok((await readFile(new URL(target!, packageRoot))).length > 0, `${target}`);
	const headings = [...readme.matchAll(/^## (.*)$/gm)].map((match) =>
		match[1]!.toLowerCase().replaceAll(" ", "-"),
	);
	for (const [, anchor] of readme.matchAll(/\]\(#([^)]+)\)/g))
		t.ok(headings.includes(anchor!), `${anchor}`);
});

t.test("the examples run as written", async (t) => {
	const { url } = await startApp(t);
	const here = (text: string) => text.replaceAll("http://localhost:3000", url);
	t.ok(examples.length >= 5, "curl examples are found");
	for (const [index, example] of examples.entries()) {
		await t.test(`sh ${index + 1}`, async (t) => {
			await run("bash", ["-euo", "pipefail", "-c", here(example)], { cwd: folder });
			t.pass("exits with 0");
		});
	}
	t.same(await size("post.png"), { width: 1080, height: 1080, format: "png" });
	t.same(await size("asset.png"), { width: 1080, height: 1350, format: "png" });
	const carousel = JSON.parse(await readFile(join(folder, "carousel.json"), "utf8"));
	t.equal(carousel.images.length, 2);
	t.match(carousel.images[1].dataUrl, /^data:image\/png;base64,iVBOR/);
	const urls = JSON.parse(await readFile(join(folder, "urls.json"), "utf8"));
	const hosted = await fetch(urls.images[0].url);
	t.equal(hosted.headers.get("content-type"), "image/svg+xml");
	t.match(await hosted.text(), /^<svg /);

	await t.test("typescript", async (t) => {
		const document = await (await fetch(`${url}/api/openapi.json`)).json();
		await writeFile(join(folder, "api.ts"), astToString(await openapiTS(document as never)));
		await writeFile(join(folder, "package.json"), '{"type":"module"}');
		await symlink(
			fileURLToPath(new URL("node_modules", packageRoot)),
			join(folder, "node_modules"),
		);
		const source = join(folder, "example.ts");
		await writeFile(source, here(blocks("ts")[0]!));
		const program = ts.createProgram([source], {
			strict: true,
			target: ts.ScriptTarget.ES2022,
			module: ts.ModuleKind.NodeNext,
			moduleResolution: ts.ModuleResolutionKind.NodeNext,
			skipLibCheck: true,
			typeRoots: [fileURLToPath(new URL("node_modules/@types", packageRoot))],
			types: ["node"],
		});
		const problems = ts.getPreEmitDiagnostics(program);
		t.same(
			problems.map((problem) => ts.flattenDiagnosticMessageText(problem.messageText, "\n")),
			[],
			"has no type errors",
		);
		program.emit();
		await run(process.execPath, ["example.js"], { cwd: folder });
		t.same(await size("slide-1.png"), { width: 1080, height: 1920, format: "png" });
		t.same(await size("one.png"), { width: 1080, height: 1350, format: "png" });
	});
});
