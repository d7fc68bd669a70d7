/** Fonts that an operator may add, from npm, and documents that use them. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../../src/app/config/config.js";
import {
	type OperatorDesigns,
	openOperatorDesigns,
} from "../../../src/app/operator/operator-designs.js";
import { packageRoot } from "../../../src/base/package-root.js";
import type { TextBlock } from "../../../src/contract/render-request.js";
import { openFontPack } from "../../../src/engine/text/fonts/font-pack.js";
import type { OperatorFontFile } from "../../../src/engine/text/fonts/operator-fonts.js";
import type { FidelityDocument } from "./document.js";

/** Prevents garbage collection, which would close the files of their font packs. */
const kept: OperatorDesigns[] = [];

/**
 * A serif with axes, a script font with one weight, and a sliced CJK font, which is used by the
 * family name in its files.
 */
const PACKAGES = [
	{ name: "@fontsource-variable/source-serif-4", files: /-wght-(?:normal|italic)\.woff2$/ },
	{ name: "@fontsource/pacifico", files: /\.woff2$/ },
	{ name: "@fontsource/noto-serif-jp", files: /jp-(?:\d+|latin)-(?:400|700)-normal\.woff2$/ },
];

/** Fonts in a folder, loaded as in the service. */
export interface OperatorFonts {
	readonly folder: string;
	readonly pack: number;
	readonly files: readonly OperatorFontFile[];
}

/** Installs the packages if necessary, and loads their fonts. */
export async function operatorFonts(): Promise<OperatorFonts> {
	const home = new URL("test/fidelity/fonts/", packageRoot);
	if (!existsSync(new URL("node_modules/.package-lock.json", home))) {
		const { status } = spawnSync("npm", ["ci", "--ignore-scripts"], {
			cwd: fileURLToPath(home),
			stdio: ["ignore", "ignore", "inherit"],
		});
		if (status !== 0) throw new Error("the fonts could not be installed");
	}
	const folder = mkdtempSync(join(tmpdir(), "fidelity-fonts-"));
	for (const { name, files } of PACKAGES) {
		const from = fileURLToPath(new URL(`node_modules/${name}/files/`, home));
		for (const file of readdirSync(from))
			if (files.test(file)) copyFileSync(join(from, file), join(folder, file));
	}
	const renderDir = mkdtempSync(join(tmpdir(), "fidelity-pack-"));
	const designs = await openOperatorDesigns(
		readConfig({ FONTS_DIR: folder, RENDER_DIR: renderDir }),
	);
	kept.push(designs);
	const { fontPack } = designs;
	return { folder, pack: fontPack!, files: openFontPack(fontPack!).files };
}

const SERIF = "Source Serif 4";
const SCRIPT = "Pacifico";
const CJK = "Noto Serif JP ExtraLight";

const LATIN = "Slow mornings, good coffee: AVATAR Tyler, Wolf & Yes? fi fl ffi 0123456789";
const JAPANESE = "吾輩は猫である。名前はまだ無い。「どこで生れたか」とんと見当がつかぬ。";

const document = (name: string, ...textBlocks: TextBlock[]): FidelityDocument => ({
	name: `own font: ${name}`,
	platform: "photo-feed-square",
	slide: { backgroundColor: "#1d3557", textBlocks },
});
const block = (font: string, more: TextBlock): TextBlock => ({
	x: 20,
	y: 20,
	fontSize: 28,
	font,
	...more,
});

/**
 * Each family in sizes, weights, styles, italics and decorations, including variants that it lacks.
 */
export const OPERATOR_DOCUMENTS: readonly FidelityDocument[] = [
	...[18, 28, 52].flatMap((fontSize) => [
		document(`serif ${fontSize}`, block(SERIF, { text: LATIN, fontSize })),
		document(`script ${fontSize}`, block(SCRIPT, { text: LATIN, fontSize })),
		document(`CJK ${fontSize}`, block(CJK, { text: `${JAPANESE} Latin words`, fontSize })),
	]),
	document(
		"serif weights",
		...([400, 500, 600, 700, 800, 900] as const).map((weight, i) =>
			block(SERIF, { text: `Weight ${weight}: coffee`, weight, y: 20 + i * 45 }),
		),
	),
	document(
		"CJK weights",
		...([400, 500, 600, 900] as const).map((weight, i) =>
			block(CJK, { text: `太さ ${weight} です。`, weight, y: 20 + i * 45 }),
		),
	),
	...[SERIF, SCRIPT, CJK].flatMap((font) => [
		document(
			`${font}, rich`,
			block(font, {
				richText: `<b>Bold</b> <i>italic</i> <u>underlined gypsy</u> <s>struck</s> <mark>marked</mark> 日本語の<u>下線</u>`,
				highlightColor: "#c1121f",
			}),
		),
		document(
			`${font}, with what it lacks`,
			block(font, { text: "Größe, привет, Ελλάδα, שלום, ไทย, 漢字 🚀 →" }),
		),
		document(`${font}, outline`, block(font, { text: "Save this post 保存", style: "outline" })),
		document(
			`${font}, highlight`,
			block(font, { text: "Save this post 保存", style: "highlight" }),
		),
		document(`${font}, shadow`, block(font, { text: "Save this post 保存", style: "shadow" })),
	]),
];
