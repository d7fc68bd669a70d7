/** The command with --data: one document, many rows. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { packageRoot } from "../../src/runtime/package-root.js";
import { startApp } from "../helpers/app.js";
import { folderOf, otf } from "../helpers/fonts.js";

const COMMAND = fileURLToPath(new URL("dist/src/cli/main.js", packageRoot));

const folder = mkdtempSync(join(tmpdir(), "post-image-data-"));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, text: string) => {
	writeFileSync(join(folder, name), text);
	return join(folder, name);
};

const run = (args: readonly string[], env: Record<string, string> = {}) =>
	new Promise<{ code: number | null; err: string; out: string }>((resolve) => {
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
		child.on("close", (code) => resolve({ code, err, out }));
	});

const DOCUMENT = {
	platform: "photo-feed-square",
	slides: [{ textBlocks: [{ text: "{{city}}, {{price}}" }] }],
};
const design = file("design.json", JSON.stringify(DOCUMENT));

t.test("a file for each slide of each row, the service's bytes", async (t) => {
	const data = file("rows.csv", "city;price\nLisbon;€ 49\nPorto\nBraga;€ 19\n");
	const out = join(folder, "out");
	const { code, err } = await run(["render", design, "--data", data, "-o", out]);
	t.equal(code, 3, err);
	t.match(err, `${data}: row 2: has 1 fields, and the head has 2`);
	t.same(readdirSync(out).sort(), ["row-0001-slide-01.png", "row-0003-slide-01.png"]);
	const { post } = await startApp(t, { RENDER_PROCESSES: "1" });
	const variables = { city: "Braga", price: "€ 19" };
	const answer = await post("/api/render.png", { ...DOCUMENT, variables });
	t.same(readFileSync(join(out, "row-0003-slide-01.png")), Buffer.from(await answer.arrayBuffer()));
});

t.test("what is wrong with the rows or the line is said", async (t) => {
	const good = file("good.csv", "city,price\nLisbon,1\n");
	const cases: [args: string[], code: number, message: RegExp][] = [
		[[file("bad.csv", 'city\n"x')], 3, /bad\.csv: is no CSV at line \d+: a quote is never closed/],
		[[join(folder, "none.csv")], 2, /none\.csv: cannot be read: there is no such file/],
		[[good, "-o", join(folder, "one.png")], 2, /--data draws many files/],
		[
			[good, "-o", join(folder, "o"), "-s", "4"],
			3,
			/row 1: has only 1 slides; there is no slide 4/,
		],
		[
			[file("other.csv", "town,price\nLisbon,1\n")],
			3,
			/row 1: .*variables that are not given: city/,
		],
	];
	for (const [args, expected, message] of cases) {
		const { code, err } = await run(["render", design, "-o", folder, "--data", ...args]);
		t.equal(code, expected, err);
		t.match(err, message);
	}
});

t.test("own fonts and brands are taken from the environment", async (t) => {
	const fonts = folderOf(t, { "box.otf": otf({ family: "Box" }), "readme.txt": "x" });
	const { code, out } = await run(["schema"], { FONTS_DIR: fonts });
	t.equal(code, 0);
	t.match(out, '"Box"');
	const wrong = await run(["schema"], { FONTS_DIR: join(fonts, "none") });
	t.equal(wrong.code, 1);
	t.match(wrong.err, /post-image-render: FONTS_DIR: \S+ cannot be read: there is no such/);
});
