/** The command where files change, and where there can be no files. */
import { type ChildProcess, spawn } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import t from "tap";
import { Progress } from "../../src/cli/progress.js";
import { COMMAND } from "../helpers/command.js";
import { until } from "../helpers/until.js";

interface Running {
	readonly child: ChildProcess;
	readonly err: () => string;
	readonly ended: Promise<{ code: number | null; out: string; err: string }>;
}

function start(args: readonly string[], env: Record<string, string> = {}): Running {
	const child = spawn(process.execPath, [COMMAND, ...args], {
		env: { PATH: process.env.PATH, RENDER_PROCESSES: "1", ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let err = "";
	let out = "";
	child.stderr.on("data", (chunk: Buffer) => {
		err += chunk;
	});
	child.stdout.on("data", (chunk: Buffer) => {
		out += chunk;
	});
	const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
		child.on("close", (code) => resolve({ code, out, err }));
	});
	return { child, err: () => err, ended };
}

const documentOf = (color: string) =>
	JSON.stringify({ platform: "photo-feed-square", slides: [{ backgroundColor: color }] });

t.test(
	"--watch draws again on each change, also after a mistake, until it is stopped",
	async (t) => {
		const folder = t.testdir({ "design.json": documentOf("#112233") });
		const file = join(folder, "design.json");
		const out = join(folder, "out.png");
		const { child, err, ended } = start(["render", file, "-o", out, "--watch"]);
		const times = (text: string) => err().split(text).length - 1;
		await until("the first picture", () => times("rendered; waiting") === 1, err);
		const first = readFileSync(out);
		writeFileSync(file, "{ no");
		await until("the mistake", () => err().includes("design.json:1:"), err);
		// As editors save: a new file takes the place of the old one.
		writeFileSync(`${file}~`, documentOf("#AABBCC"));
		renameSync(`${file}~`, file);
		await until("the second picture", () => times("rendered; waiting") >= 2, err);
		t.notSame(readFileSync(out), first);
		child.kill("SIGINT");
		t.equal((await ended).code, 0);
		for (const args of [
			["-", "-o", out],
			[file, "-o", "-"],
		]) {
			const { code, err } = await start(["render", ...args, "--watch"]).ended;
			t.equal(code, 2);
			t.match(err, /--watch/);
		}
	},
);

t.test("a name of a format that there is not is an error, and not a folder", async (t) => {
	const folder = t.testdir({ "design.json": documentOf("#112233") });
	const file = join(folder, "design.json");
	for (const name of ["x.gif", "deck.pptx", "a.b/x.tiff"]) {
		const out = join(folder, name);
		const { code, err } = await start(["render", file, "-o", out]).ended;
		t.equal(code, 2, err);
		t.match(err, `${out}: unknown format .${name.split(".").at(-1)}; use .png, .svg, .jpg`);
		t.notOk(existsSync(out));
	}
	mkdirSync(join(folder, "own.gif"));
	for (const name of ["own.gif", "new.gif/", "v1.2"]) {
		const { code, err } = await start(["render", file, "-o", join(folder, name)]).ended;
		t.equal(code, 0, err);
		t.same(readdirSync(join(folder, name)), ["slide-01.png"]);
	}
});

t.test(
	"where there can be no file, a message says so",
	{ skip: !existsSync("/proc/self") },
	async (t) => {
		const folder = t.testdir({ "design.json": documentOf("#112233"), plain: "" });
		const file = join(folder, "design.json");
		for (const out of ["/proc/post-image/x.png", "/proc/post-image", join(folder, "plain/x.png")]) {
			const { code, err } = await start(["render", file, "-o", out]).ended;
			t.equal(code, 1, err);
			t.match(err, /^post-image-render: .* cannot be written: (the folder|a part)/);
		}
		for (const RENDER_DIR of ["/proc", "/proc/post-image/x", "/sys/post-image"]) {
			const { code, err, out } = await start(["serve"], { RENDER_DIR, PORT: "0" }).ended;
			t.not(code, 0);
			t.match(`${err}${out}`, /RENDER_DIR must be a folder outside \/proc and \/sys/);
		}
	},
);

t.test("batch draws rows of CSV, JSON and NDJSON, and sums up", async (t) => {
	const folder = t.testdir({
		"design.json": JSON.stringify({
			platform: "photo-feed-square",
			slides: [{ textBlocks: [{ text: "{{city}}", x: 350 }] }],
		}),
		"rows.json": JSON.stringify([{ city: "Rome" }, { town: "Oslo" }]),
		"rows.ndjson": '{"city":"Rome"}\n\n{"city":"Constantinople"}\n',
		"rows.csv": "city\nRome\n",
		"none.json": "[]",
		"broken.ndjson": '{"city":"Rome"}\n{\n',
	});
	const path = (name: string) => join(folder, name);
	const run = (rows: string, ...more: string[]) =>
		start(["batch", path("design.json"), "-d", path(rows), "-o", path(`${rows}-out`), ...more])
			.ended;
	const json = await run("rows.json");
	t.equal(json.code, 3, json.err);
	t.match(json.err, /row 2: .*city/);
	t.match(json.err, /\n2 rows: 1 drawn, 1 failed; (no )?warnings/);
	t.same(readdirSync(path("rows.json-out")), ["row-0001-slide-01.png"]);
	const lines = await run("rows.ndjson", "--fail-on-warnings");
	t.equal(lines.code, 4, lines.err);
	t.match(lines.err, /2 rows: 2 drawn, 0 failed; warnings: \d+ \w+/);
	t.ok(statSync(join(path("rows.ndjson-out"), "row-0002-slide-01.png")).size > 0);
	const quiet = await run("rows.csv", "--quiet");
	t.same([quiet.code, quiet.err], [0, ""]);
	t.match(await run("none.json"), { code: 3, err: /none\.json: must be a list of 1 to 1000/ });
	t.match(await run("broken.ndjson"), { code: 3, err: /broken\.ndjson:2: is not valid JSON/ });
	t.match(await start(["batch", path("design.json")]).ended, {
		code: 2,
		err: /batch needs --data/,
	});
});

t.test("templates are found and shown", async (t) => {
	const listed = await start(["templates", "list", "--query", "quote"]).ended;
	t.equal(listed.code, 0, listed.err);
	const ids = listed.out
		.trim()
		.split("\n")
		.map((line) => line.split("\t")[0]!);
	t.ok(ids.includes("bold-quote"));
	t.notOk(ids.includes("sale-price"));
	const shown = await start(["templates", "show", "bold-quote"]).ended;
	t.match(JSON.parse(shown.out), { id: "bold-quote", variables: { quote: { type: "text" } } });
	t.match(await start(["templates", "show", "none"]).ended, {
		code: 2,
		err: /unknown template "none"/,
	});
});

t.test("the progress says how long the rest takes", async (t) => {
	let now = 0;
	let written = "";
	const terminal = { isTTY: true, write: (text: string) => (written = text) };
	const progress = new Progress(terminal, 100, "rows", () => now);
	const after = (steps: number, ms: number) => {
		for (let i = 0; i < steps; i++) progress.step();
		now = ms;
		progress.show();
		return written;
	};
	t.notMatch(after(2, 1_000), /left/);
	t.match(after(8, 10_000), /10\/100 rows, 1 min 30 s left$/);
	t.match(after(89, 99_000), /99\/100 rows, 1 s left$/);
	t.notMatch(after(1, 100_000), /left/);
	const slow = new Progress(terminal, 1_000, "rows", () => now);
	for (let i = 0; i < 10; i++) slow.step();
	now += 100_000;
	slow.show();
	t.match(written, /, 2 h 45 min left$/);
});
