/** With invalid fonts or brands of the operator, the service does not start, and names the problem. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { readConfig } from "../../../src/app/config/config.js";
import { openOperatorDesigns } from "../../../src/app/operator/operator-designs.js";
import { BUILT_IN_FONTS } from "../../../src/contract/fonts.js";
import { startApp } from "../../helpers/app.js";
import { folderOf, otf, ttf, woff2 } from "../../helpers/fonts.js";

const BUHID = "noto-sans-buhid/noto-sans-buhid-buhid-400-normal.woff2";
const GOOD = otf({ family: "Box" });
const GOOD_BRAND = { name: "Acme", palette: ["#112233"], activeColor: "#445566" };

/** The sentence that a start ends with. */
async function sentence(t: Test, env: Record<string, string>): Promise<string> {
	try {
		await startApp(t, env);
	} catch (error) {
		return (error as Error).message;
	}
	return "it starts";
}

t.test("with a font that cannot be used the service does not start, and names it", async (t) => {
	const with_ = (files: Record<string, Uint8Array | string>) => folderOf(t, files);
	const truncated = (await woff2(await ttf(BUHID, { family: "OperatorDesigns" }))).subarray(0, 900);
	const noCmap = Buffer.from(GOOD);
	noCmap.write("xxxx", noCmap.indexOf("cmap"), "latin1");
	const cases: [name: string, folder: string, expected: RegExp][] = [
		["no folder", "/there/is/none", /^FONTS_DIR: \/there\/is\/none cannot be read: no such/],
		["a relative one", "fonts", /^FONTS_DIR must be an absolute path$/],
		[
			"a file",
			join(with_({ "a.otf": GOOD }), "a.otf"),
			/a\.otf cannot be read: it is not a folder$/,
		],
		[
			"a text",
			with_({ "a.ttf": "hello" }),
			/^FONTS_DIR: \/\S+\/a\.ttf is not a TTF, OTF or WOFF2 font$/,
		],
		["nothing in it", with_({ "a.ttf": "" }), /\/a\.ttf is not a TTF, OTF or WOFF2 font/],
		[
			"a picture",
			with_({ "a.otf": GOOD, "b.png": "x" }),
			/\/b\.png does not have a font file extension/,
		],
		[
			"WOFF 1",
			with_({ "a.ttf": "wOFF and more" }),
			/a\.ttf is a WOFF 1 font; use TTF, OTF or WOFF2/,
		],
		["a collection", with_({ "a.ttf": "ttcf and more" }), /a\.ttf is a font collection/],
		["half a WOFF2", with_({ "a.woff2": truncated }), /a\.woff2 is a broken WOFF2 font$/],
		[
			"half an OTF",
			with_({ "a.otf": GOOD.subarray(0, 600) }),
			/a\.otf is a broken font|a\.otf has no/,
		],
		["no cmap", with_({ "a.otf": noCmap }), /a\.otf is a broken font: it has no table "cmap"$/],
		["no name", with_({ "a.otf": otf({ family: "" }) }), /a\.otf has no family name$/],
		[
			"a long name",
			with_({ "a.otf": otf({ family: "x".repeat(65) }) }),
			/more than 64 characters$/,
		],
		["a wild name", with_({ "a.otf": otf({ family: "a\u0007b" }) }), /cannot be shown$/],
		[
			"a forbidden one",
			with_({ "a.otf": otf({ family: "B", fsType: 2 }) }),
			/a\.otf forbids embedding \(OS\/2 fsType 0x0002\)/,
		],
		[
			"bitmaps only",
			with_({ "a.otf": otf({ family: "B", fsType: 0x200 }) }),
			/forbids embedding \(OS\/2 fsType 0x0200\)/,
		],
	];
	for (const [name, folder, expected] of cases)
		t.match(await sentence(t, { FONTS_DIR: folder }), expected, name);
	const allowed = Object.fromEntries(
		[0, 4, 8, 0x100, 6].map((fsType) => [
			`${fsType}.otf`,
			otf({ family: `Box ${fsType}`, fsType }),
		]),
	);
	t.equal(await sentence(t, { FONTS_DIR: with_(allowed) }), "it starts");
});

t.test("folders in the folder count, hidden ones do not", async (t) => {
	const folder = folderOf(t, { "a.otf": GOOD });
	mkdirSync(join(folder, "static"));
	mkdirSync(join(folder, "..data"));
	writeFileSync(join(folder, "static", "c.otf"), otf({ family: "Other" }));
	writeFileSync(join(folder, "..data", "d.otf"), "no font");
	symlinkSync(join(folder, "static"), join(folder, "static", "round"));
	const config = readConfig({ FONTS_DIR: folder, RENDER_DIR: folderOf(t, {}) });
	const own = await openOperatorDesigns(config);
	t.same(
		own.contract.fonts.map(({ family }) => family),
		[...BUILT_IN_FONTS.map(({ family }) => family), "Box", "Other"],
	);
	own.close();
});

t.test(
	"with a brands file that cannot be used the service does not start, and says why",
	async (t) => {
		const file = (content: unknown) =>
			join(
				folderOf(t, { "b.json": typeof content === "string" ? content : JSON.stringify(content) }),
				"b.json",
			);
		const cases: [name: string, path: string, expected: RegExp][] = [
			[
				"no file",
				"/there/is/none.json",
				/^BRANDS_FILE: \/there\/is\/none\.json cannot be read: no such file/,
			],
			["a folder", folderOf(t, {}), /cannot be read: it is a folder, not a file$/],
			["no JSON", file("{ acme"), /^BRANDS_FILE: \/\S+\/b\.json is not valid JSON: /],
			[
				"not UTF-8",
				file(Buffer.from([0x22, 0xff, 0x22]).toString("latin1")),
				/must be an object of brands/,
			],
			["a list", file([]), /b\.json must be an object of brands by id/],
			["an id", file({ "a b": GOOD_BRAND }), /has a brand "a b", but ids are 1 to 64 letters/],
			[
				"an id of the service",
				file({ custom: GOOD_BRAND }),
				/has a brand "custom", which is built in/,
			],
			["a brand", file({ acme: 1 }), /has a brand "acme" that is not an object with name, palette/],
			[
				"a name",
				file({ acme: { ...GOOD_BRAND, name: "" } }),
				/invalid "name" in the brand "acme": it must be a string/,
			],
			[
				"a colour",
				file({ acme: { ...GOOD_BRAND, palette: ["red"] } }),
				/invalid "palette" in the brand "acme"/,
			],
			[
				"no active colour",
				file({ acme: { name: "A", palette: ["#112233"] } }),
				/invalid "activeColor" in the brand "acme"/,
			],
			[
				"a field",
				file({ acme: { ...GOOD_BRAND, colour: 1 } }),
				/has a field "colour" in the brand "acme"; allowed are: name,/,
			],
			[
				"a font",
				file({ acme: { ...GOOD_BRAND, font: "Comic" } }),
				/uses the font "Comic" in the brand "acme"; available are: Inter, /,
			],
			["__proto__", file('{"__proto__":{}}'), /has a brand "__proto__", but ids are/],
		];
		for (const [name, path, expected] of cases)
			t.match(await sentence(t, { BRANDS_FILE: path }), expected, name);
	},
);
