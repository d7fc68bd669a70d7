/** Templates on the command line: bundled ones and the operator's. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import t from "tap";
import { packageRoot } from "../../src/runtime/package-root.js";

const COMMAND = fileURLToPath(new URL("dist/src/cli/main.js", packageRoot));
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
	t.equal(lines.length, 30);
	t.match(
		lines.find((line) => line.startsWith("bold-quote\t")),
		/\t.*quote/,
	);
	const more = run(["templates", "list"], { TEMPLATES_DIR: folder }).out;
	t.match(more, /^our-quote\t/m);
	t.equal(more.trimEnd().split("\n").length, 31);
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
	t.match(run(["templates", "check", own]), { status: 0, out: /no problems found/ });
	const bad = join(folder, "bad.json");
	writeFileSync(bad, bundled.replace('"type": "text"', '"type": "words"'));
	const checked = run(["templates", "check", bad]);
	t.not(checked.status, 0);
	t.match(checked.err, /bad\.json:\d+:\d+: /);
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
