/** The command with --data: one document, many rows. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import t from "tap";
import { startApp } from "../helpers/app.js";
import { COMMAND } from "../helpers/command.js";
import { folderOf, otf } from "../helpers/fonts.js";

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
	t.match(err, `${data}: row 2: has only 1 of the 2 columns that the header names`);
	t.same(readdirSync(out).sort(), ["row-0001-slide-01.png", "row-0003-slide-01.png"]);
	const { post } = await startApp(t, { RENDER_PROCESSES: "1" });
	const variables = { city: "Braga", price: "€ 19" };
	const answer = await post("/api/render.png", { ...DOCUMENT, variables });
	t.same(readFileSync(join(out, "row-0003-slide-01.png")), Buffer.from(await answer.arrayBuffer()));
});

t.test("what is wrong with the rows or the line is said", async (t) => {
	const good = file("good.csv", "city,price\nLisbon,1\n");
	const cases: [args: string[], code: number, message: RegExp][] = [
		[
			[file("bad.csv", 'city\n"x')],
			3,
			/bad\.csv: is not valid CSV at line \d+: a quoted field is not closed/,
		],
		[[join(folder, "none.csv")], 2, /none\.csv: cannot be read: no such file/],
		[[good, "-o", join(folder, "one.png")], 2, /--data writes many files/],
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
	t.match(wrong.err, /post-image-render: FONTS_DIR: \S+ cannot be read: no such/);
});

t.test("several platforms become folders; one can be chosen", async (t) => {
	const several = file(
		"several.json",
		JSON.stringify({
			platforms: ["custom", "link-preview"],
			size: { width: 320, height: 200 },
			scale: 0.5,
			slides: [{ textBlocks: [{ text: "{{city}}", y: 260 }] }],
		}),
	);
	const rows = file("cities.csv", "city\nLisbon\nPorto\n");
	const out = join(folder, "several");
	const { code, err } = await run(["render", several, "--data", rows, "-o", out]);
	t.equal(code, 0, err);
	t.match(err, /row 1: warning: slides\[0\]\.textBlocks\[0\] \(link-preview\): /);
	for (const platform of ["custom", "link-preview"])
		t.same(readdirSync(join(out, platform)).sort(), [
			"row-0001-slide-01.png",
			"row-0002-slide-01.png",
		]);
	const plain = file(
		"plain.json",
		JSON.stringify({
			platforms: ["custom", "pin"],
			size: { width: 320, height: 200 },
			slides: [{}],
		}),
	);
	const drawn = join(folder, "drawn");
	t.equal((await run(["render", plain, "-o", drawn])).code, 0);
	for (const platform of ["custom", "pin"])
		t.same(readdirSync(join(drawn, platform)), ["slide-01.png"]);
	const { width, height } = await sharp(join(drawn, "custom", "slide-01.png")).metadata();
	t.same([width, height], [320, 200]);
	const one = join(folder, "one.png");
	t.match(await run(["render", plain, "-o", one]), { code: 2, err: /2 images.*--platform/ });
	t.equal((await run(["render", plain, "-o", one, "--platform", "pin"])).code, 0);
	t.equal((await sharp(one).metadata()).width, 1000);
	t.match(await run(["render", plain, "--platform", "wide-post"]), {
		code: 2,
		err: /has the platforms custom, pin/,
	});
	t.match(await run(["render", design, "--platform", "pin"]), { code: 2, err: /needs --template/ });
	t.match(await run(["render", plain, "--platform", "none"]), { code: 2, err: /must be one of/ });
	const measured = await run(["measure", plain, "--platform", "custom"]);
	t.match(JSON.parse(measured.out), { platform: "custom", previewWidth: 120 });
	const template = ["--template", "bold-quote", "--set", "quote=Start small"];
	const two = join(folder, "template");
	const platforms = "photo-feed-square,photo-feed-story";
	const quote = await run(["render", ...template, "--platform", platforms, "-o", two]);
	t.equal(quote.code, 0, quote.err);
	t.same(readdirSync(two).sort(), platforms.split(","));
});
