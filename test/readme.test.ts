/**
 * The README and the pages of docs/ do what they say: their tables are those of the code, their
 * links lead somewhere, and the examples run as written (only the port is that of the service under test).
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import sharp from "sharp";
import t from "tap";
import ts from "typescript";
import { packageRoot } from "../src/base/package-root.js";
import { startApp } from "./helpers/app.js";

const run = promisify(execFile);
const pages = new Map<string, string>();
for (const file of await readdir(new URL("docs/", packageRoot)))
	if (file.endsWith(".md")) pages.set(`docs/${file}`, "");
for (const file of ["README.md", ...pages.keys()])
	pages.set(file, await readFile(new URL(file, packageRoot), "utf8"));
const page = (file: string) => pages.get(file)!;
const readme = page("README.md");
const blocks = (language: string, text = readme) =>
	[...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(
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
	const generate = fileURLToPath(new URL("dist/scripts/generate/main.js", packageRoot));
	const { stdout } = await run(process.execPath, [generate, "--check", "pages"]);
	t.equal(stdout, "", "run npm run generate");
});

t.test("pages name as many templates as there are", async (t) => {
	const files = await readdir(new URL("data/templates/", packageRoot));
	const count = files.filter((file) => file.endsWith(".json")).length;
	let named = 0;
	for (const [file, text] of pages)
		for (const [, number] of text.matchAll(
			/(?<![\d,])(\d+)\]? (?:bundled )?(?:templates|finished designs|designs)\b/g,
		)) {
			named += 1;
			t.equal(Number(number), count, file);
		}
	t.ok(named >= 4, `${named} places`);
});

/** Programs that download a package, and the packages that exist and belong to known projects. */
const DOWNLOADED = ["openapi-typescript", "orval", "@opentelemetry/"];
t.test("no page downloads a package that anyone could register", async (t) => {
	let found = 0;
	for (const [file, text] of pages)
		for (const [, words = ""] of text.matchAll(
			/(?:\bnpx|\bnpm (?:install|i|exec)|\bpip install|\bcomposer require|\buvx|\bpnpm dlx) ([^\n`|]+)/g,
		))
			for (const word of words.split(/\s+/)) {
				if (!/^@?[a-z][\w./-]*@?[\d.]*$/.test(word) || /^(?:add|build)$/.test(word)) continue;
				if (/^(?:https?:|api\.)/.test(word)) continue;
				found += 1;
				t.ok(
					DOWNLOADED.some((name) => word.startsWith(name)),
					`${file}: ${word}`,
				);
			}
	t.ok(found >= 3, `${found} packages`);
});

/** What a heading is called in a link: lower case, punctuation gone, spaces as hyphens. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, "")
		.replaceAll(" ", "-");
const anchors = (text: string) =>
	[...text.matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1]!));

t.test("local links lead somewhere", async (t) => {
	for (const [file, text] of pages) {
		for (const [, target] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
			const [path, anchor] = target!.split("#") as [string, string?];
			const url = new URL(path, new URL(file, packageRoot));
			const found = path === "" ? text : await readFile(url, "utf8");
			t.ok(found.length > 0, `${file}: ${target}`);
			if (anchor !== undefined) t.ok(anchors(found).includes(anchor), `${file}: ${target}`);
		}
	}
	const index = page("docs/README.md");
	for (const file of pages.keys()) {
		if (file === "README.md" || file === "docs/README.md") continue;
		t.ok(index.includes(`(${file.replace("docs/", "")}`), `docs/README.md links ${file}`);
	}
});

t.test("files that the design names are there", async (t) => {
	const named = [...page("docs/design.md").matchAll(/`([a-z]+\/[a-z/-]+\.ts)`/g)];
	t.ok(named.length > 40);
	for (const [, path] of named) {
		const folder = path!.startsWith("test/") ? packageRoot : new URL("src/", packageRoot);
		t.ok((await readFile(new URL(path!, folder))).length > 0, path!);
	}
});

t.test("the examples run as written", async (t) => {
	const { url } = await startApp(t, { LINK_KEYS: "a-key-of-the-readme" });
	const here = (text: string) => text.replaceAll("http://localhost:3000", url);
	t.ok(examples.length >= 5, "curl examples are found");
	for (const [index, example] of examples.entries()) {
		await t.test(`sh ${index + 1}`, async (t) => {
			await run("bash", ["-euo", "pipefail", "-c", here(example)], { cwd: folder });
			t.pass("exits with 0");
		});
	}
	t.same(await size("post.png"), { width: 1080, height: 1080, format: "png" });
	t.same(await size("sale.png"), { width: 1080, height: 1080, format: "png" });
	t.same(await size("asset.png"), { width: 1080, height: 1350, format: "png" });
	const { stdout } = await run("unzip", ["-Z1", join(folder, "carousel.zip")]);
	t.equal(stdout, "slide-01.png\nslide-02.png\n");
	const links = JSON.parse(await readFile(join(folder, "links.json"), "utf8"));
	t.equal((await fetch(links.urls[0])).headers.get("content-type"), "image/png");
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
		await writeFile(source, here(blocks("ts", page("docs/clients.md"))[0]!));
		const program = ts.createProgram([source], {
			strict: true,
			target: ts.ScriptTarget.ES2022,
			module: ts.ModuleKind.NodeNext,
			moduleResolution: ts.ModuleResolutionKind.NodeNext,
			skipLibCheck: false,
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
