/** Templates on the command line: bundled ones and the operator's. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import t from "tap";
import { packageRoot } from "../../src/base/package-root.js";
import { COMMAND } from "../helpers/command.js";

const folder = mkdtempSync(join(tmpdir(), "post-image-cli-"));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], env: Record<string, string> = {}) => {
	const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
		env: { PATH: process.env.PATH, RENDER_PROCESSES: "1", ...env },
		encoding: "utf8",
	});
	return { status, out: stdout, err: stderr };
};

const bundled = readFileSync(new URL("data/templates/bold-quote.json", packageRoot), "utf8");
const own = join(folder, "our-quote.json");
writeFileSync(own, bundled.replace('"id": "bold-quote"', '"id": "our-quote"'));

t.test("templates list has the bundled ones and those of TEMPLATES_DIR", async (t) => {
	const { status, out } = run(["templates", "list"]);
	t.equal(status, 0);
	const lines = out.trimEnd().split("\n");
	const files = readdirSync(new URL("data/templates/", packageRoot));
	const count = files.filter((name) => name.endsWith(".json")).length;
	t.equal(lines.length, count);
	t.match(
		lines.find((line) => line.startsWith("bold-quote\t")),
		/\t.*quote/,
	);
	const more = run(["templates", "list"], { TEMPLATES_DIR: folder }).out;
	t.match(more, /^our-quote\t/m);
	t.equal(more.trimEnd().split("\n").length, count + 1);
});

t.test("templates list stops without a word when nobody reads on", async (t) => {
	const child = spawn(process.execPath, [COMMAND, "templates", "list"]);
	let err = "";
	child.stderr.on("data", (chunk: Buffer) => {
		err += chunk;
	});
	child.stdout.destroy();
	const code = await new Promise((resolve) => child.on("close", resolve));
	t.same([code, err], [0, ""]);
});

t.test("templates check says what is wrong with a file, and where", async (t) => {
	t.match(run(["templates", "check", own]), {
		status: 4,
		out: /our-quote\.json: \d+ of 108 trials with other data have warnings/,
	});
	mkdirSync(join(folder, "faults"));
	const bad = join(folder, "faults", "bad.json");
	writeFileSync(bad, bundled.replace('"type": "text"', '"type": "words"'));
	const checked = run(["templates", "check", bad]);
	t.not(checked.status, 0);
	t.match(checked.err, /bad\.json:\d+:\d+: /);
});

t.test("templates check prints what docs/templates.md shows", async (t) => {
	const page = readFileSync(new URL("docs/templates.md", packageRoot), "utf8");
	const [, template = ""] = /^```json\n(\{\n {2}"id": "opening-day".*?)^```/ms.exec(page) ?? [];
	const [, shown = ""] = /^```text\n(opening-day\.json:.*?)^```/ms.exec(page) ?? [];
	const file = join(folder, "faults", "opening-day.json");
	mkdirSync(join(folder, "faults"), { recursive: true });
	writeFileSync(file, template);
	t.match(run(["templates", "check", file]), { out: /no problems found|trials with other data/ });
	writeFileSync(file, template.replace('"text": "{{title}}"', '"text": "{{titel}}"'));
	const { status, err } = run(["templates", "check", file]);
	t.equal(status, 3);
	t.equal(err.replaceAll(`${join(folder, "faults")}/`, ""), shown);
});

t.test("templates show prints a template that check and render take as it is", async (t) => {
	const shown = run(["templates", "show", "bold-quote"]);
	t.equal(shown.status, 0, shown.err);
	t.same(JSON.parse(shown.out), JSON.parse(bundled));
	t.match(run(["templates", "show", "our-quote"], { TEMPLATES_DIR: folder }), {
		status: 0,
		out: /"our-quote"/,
	});
	const unknown = run(["templates", "show", "no-such-template"]);
	t.not(unknown.status, 0);
	t.match(unknown.err, /unknown template "no-such-template".*templates list/);
});

t.test("templates list filters by words, tag and platform", async (t) => {
	const ids = (...args: string[]) =>
		run(["templates", "list", ...args])
			.out.trimEnd()
			.split("\n")
			.map((line) => line.split("\t")[0]);
	t.same(ids("--query", "speech bubble"), ["chat-bubbles", "question"]);
	const squareCovers = ids("--tag", "podcast", "--platform", "photo-feed-square");
	t.same(squareCovers, ["podcast-cover"]);
	const wrong = run(["templates", "list", "--platform", "nowhere"]);
	t.not(wrong.status, 0);
	t.match(wrong.err, /--platform/);
});

t.test("words that templates does not know are explained", async (t) => {
	for (const [args, message] of [
		[["templates"], /use templates list, templates show ID or templates check FILE …/],
		[["templates", "show"], /templates show ID or/],
		[["templates", "check"], /templates show ID or/],
		[["templates", "show", "menu", "--query", "x"], /only apply to templates list/],
		[["templates", "check", join(folder, "missing.json")], /missing\.json/],
	] as const) {
		const { status, err } = run(args);
		t.not(status, 0, args.join(" "));
		t.match(err, message);
	}
});

t.test("values of --set are everything after the first =, on the platforms named", async (t) => {
	const out = join(folder, "several");
	const { status, err } = run([
		"render",
		"--template",
		"bold-quote",
		"--set",
		"quote=1 + 1 = 2",
		"--set",
		"author=",
		"--brand",
		"brand-b",
		"--platform",
		"link-preview,photo-feed-square",
		"--format",
		"svg",
		"-o",
		out,
	]);
	t.equal(status, 0, err);
	const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) =>
		name.endsWith(".svg"),
	);
	t.equal(files.length, 2, files.join());
	for (const name of files) t.match(readFileSync(join(out, name), "utf8"), /1 \+ 1 = 2/i);
	for (const [args, message] of [
		[["--set", "quote"], /--set takes NAME=VALUE/],
		[["--set", "quote=x", "--brand", "nobody"], /brand/],
		[["--set", `quote=${"x".repeat(2_000)}`], /at most/],
		[[], /quote.*required/s],
	] as const) {
		const wrong = run(["render", "--template", "bold-quote", ...args, "-o", join(folder, "w.png")]);
		t.not(wrong.status, 0);
		t.match(wrong.err, message);
	}
	const missing = run(["render", "--template", "bold-qoute", "-o", join(folder, "w.png")]);
	t.match(missing.err, /did you mean bold-quote/);
	const alone = run(["render", "doc.json", "--set", "a=b"]);
	t.match(alone.err, /--set needs --template/);
});

t.test("render draws a template with --set, and lists all that is wrong", async (t) => {
	const file = join(folder, "quote.png");
	const drawn = run(
		[
			"render",
			"--template",
			"bold-quote",
			"--set",
			"quote=Start before you are ready.",
			"-o",
			file,
		],
		{},
	);
	t.equal(drawn.status, 0, drawn.err);
	t.match(await sharp(file).metadata(), { format: "png", width: 1080 });
	const wrong = run(["render", "--template", "bold-quote", "--set", "nonsense=1", "-o", file]);
	t.not(wrong.status, 0);
	t.match(wrong.err, /nonsense/);
	t.match(wrong.err, /quote/);
});
