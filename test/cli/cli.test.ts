/** The command, as it is typed: files, exit codes, and words for people. */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import t, { type Test } from "tap";
import { startApp } from "../helpers/app.js";
import { COMMAND } from "../helpers/command.js";

interface Ended {
	readonly code: number | null;
	readonly out: Buffer;
	readonly err: string;
}

/** Runs the command to its end. */
function run(
	args: readonly string[],
	{ input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [COMMAND, ...args], {
			env: { PATH: process.env.PATH, RENDER_PROCESSES: "1", ...env },
		});
		const out: Buffer[] = [];
		let err = "";
		child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
		child.stderr.on("data", (chunk: Buffer) => {
			err += chunk;
		});
		child.on("error", reject);
		child.on("close", (code) => resolve({ code, out: Buffer.concat(out), err }));
		child.stdin.on("error", () => {});
		child.stdin.end(input);
	});
}

async function folder(t: Test): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "post-image-cli-"));
	t.teardown(() => rm(path, { recursive: true, force: true }));
	return path;
}

const DOCUMENT = {
	platform: "photo-feed-square",
	mode: "carousel",
	slides: [
		{ textBlocks: [{ text: "One" }] },
		{ textBlocks: [{ text: "Two", y: 390, fontSize: 60 }] },
	],
};

t.test("render writes the service's bytes, warns and counts", async (t) => {
	const path = await folder(t);
	const file = join(path, "design.json");
	await writeFile(file, JSON.stringify(DOCUMENT, null, 2));
	const out = join(path, "out");
	const { code, err } = await run(["render", file, "-o", out, "--fail-on-warnings"]);
	t.equal(code, 4, err);
	t.match(err, /warning: slides\[1\]\.textBlocks\[0\]: /);
	t.same((await readdir(out)).sort(), ["slide-01.png", "slide-02.png"]);
	const service = await startApp(t);
	const answer = await service.post("/api/render.png?slide=2", DOCUMENT);
	t.same(await readFile(join(out, "slide-02.png")), Buffer.from(await answer.arrayBuffer()));

	const stdin = await run(
		["render", "-", "-s", "1", "-o", "-", "-f", "jpg", "-q", "70", "--quiet"],
		{
			input: JSON.stringify(DOCUMENT),
		},
	);
	t.equal(stdin.code, 0, stdin.err);
	t.equal(stdin.err, "");
	t.equal(stdin.out.subarray(0, 3).toString("hex"), "ffd8ff");

	const named = await run(["render", file, "-f", "jpg", "-o", join(path, "one.jpg"), "-s", "1"]);
	t.equal(named.code, 0, named.err);

	const pdf = await run(["render", file, "-o", join(path, "deck.pdf")]);
	t.equal(pdf.code, 0, pdf.err);
	t.match(pdf.err, /warning: slides\[1\]\.textBlocks\[0\]: /);
	t.equal((await readFile(join(path, "deck.pdf"))).subarray(0, 5).toString(), "%PDF-");
});

t.test("what is wrong with a file is said with line and field", async (t) => {
	const path = await folder(t);
	const file = join(path, "design.json");
	const cases: [string, RegExp][] = [
		['{\n  "slides": [\n    {},\n  ]\n}', /design\.json:4:3: trailing comma before \]/],
		['{\n  "slides": NaN\n}', /design\.json:2:13: NaN is not a number in JSON/],
		["", /is empty/],
		[
			'{\n  "slides": [\n    { "textBlocks": [{ "text": "a",\n      "fontSize": 999 }] }\n  ]\n}',
			/design\.json:4:7: slides\[0\]\.textBlocks\[0\]\.fontSize must be at most 600/,
		],
		[
			'{\n  "platfrom": "x",\n  "slides": [{}]\n}',
			/design\.json:2:3: platfrom is not a known property/,
		],
		["[]", /design\.json:1:1: /],
		["null", /design\.json:1:1: slides is required/],
	];
	for (const [text, expected] of cases) {
		await writeFile(file, text);
		const { code, err } = await run(["render", file]);
		t.equal(code, 3, text);
		t.match(err, expected);
	}
	const missing = await run(["render", join(path, "none.json")]);
	t.equal(missing.code, 2);
	t.match(missing.err, /none\.json: cannot be read: no such file/);
	await writeFile(file, '{\n  "slides": [\n    { "image": "data:image/png;base64,AAAA" }\n  ]\n}');
	const image = await run(["render", file, "-o", path]);
	t.ok(image.code === 1 || image.code === 3, image.err);
	t.match(image.err, /design\.json:3:7: slides\[0\]\.image/);
});

t.test("wrong arguments end with a sentence that names them", async (t) => {
	const usage: [string[], RegExp][] = [
		[["draw"], /unknown command "draw"; the commands are render, batch, measure/],
		[["render"], /needs a file/],
		[["render", "a", "b"], /unexpected argument "b"/],
		[["render", "a", "--slide", "0"], /--slide must be a whole number from 1 to 20/],
		[["render", "a", "-f", "gif"], /--format must be one of png/],
		[
			["render", "a", "-f", "png", "-o", "x.pdf"],
			/the file name x\.pdf does not match --format png/,
		],
		[["measure", "a", "--quality", "3"], /measure has no option --quality/],
		[["render", "--nope"], /nope/],
		[["link", "a"], /needs the environment variable LINK_KEYS/],
	];
	for (const [args, expected] of usage) {
		const { code, err } = await run(args);
		t.equal(code, 2, args.join(" "));
		t.match(err, expected);
	}
	const help = await run(["--help"]);
	t.equal(help.code, 0);
	t.match(help.out.toString(), /post-image-render render FILE/);
	t.match((await run(["--version"])).out.toString(), /^\d+\.\d+\.\d+\n$/);
	t.match(JSON.parse((await run(["schema"])).out.toString()), { title: "RenderRequest" });
	t.match((await run(["schema", "--guide"])).out.toString(), /^# Post Image Render Service/);
	const measured = await run(["measure", "-"], { input: JSON.stringify(DOCUMENT) });
	t.equal(JSON.parse(measured.out.toString()).slides.length, 2);
});

t.test("link signs what the service then draws", async (t) => {
	const env = { LINK_KEYS: "a-key-of-links-0123456789" };
	const service = await startApp(t, env);
	const input = JSON.stringify(DOCUMENT);
	const { code, out, err } = await run(["link", "-"], {
		input,
		env: { ...env, PUBLIC_BASE_URL: service.url },
	});
	t.equal(code, 0, err);
	const urls = out.toString().trim().split("\n");
	t.equal(urls.length, 2);
	const answer = await fetch(urls[1]!);
	t.equal(answer.status, 200);
	const posted = await service.post("/api/render.png?slide=2", DOCUMENT);
	t.same(Buffer.from(await answer.arrayBuffer()), Buffer.from(await posted.arrayBuffer()));
});

t.test("mcp on standard input and output", async (t) => {
	const client = new Client({ name: "test", version: "1.0.0" });
	await client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [COMMAND, "mcp"],
			env: { PATH: process.env.PATH ?? "", RENDER_PROCESSES: "1" },
		}),
	);
	t.teardown(() => client.close());
	const rendered = await client.callTool({ name: "render", arguments: { document: DOCUMENT } });
	t.notOk(rendered.isError);
	t.equal((rendered.content as { type: string }[])[1]?.type, "image");
	// A warning is read, the document corrected, and drawn again.
	const reportOf = ({ content }: typeof rendered) => (content as { text: string }[])[0]!.text;
	t.match(reportOf(rendered), "- error text_overflows_slide /slides/1/textBlocks/0: ");
	const again = await client.callTool({
		name: "edit",
		arguments: {
			id: /^id: (\S+)/.exec(reportOf(rendered))?.[1],
			patch: [{ op: "add", path: "/slides/1/textBlocks/0/y", value: 40 }],
		},
	});
	t.match(reportOf(again), "No warnings.");
	const wrong = await client.callTool({ name: "render", arguments: { document: {} } });
	t.equal(wrong.isError, true);
});
