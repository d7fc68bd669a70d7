import { existsSync, readFileSync } from "node:fs";
import { requirePackage } from "../../src/base/on-demand.js";
import { packageRoot } from "../../src/base/package-root.js";
import { attackWithFonts } from "./font-attack.js";
import type { Scenario } from "./scenario.js";

const wawoff2 = requirePackage("wawoff2") as {
	compress(font: Uint8Array): Promise<Uint8Array>;
	decompress(font: Uint8Array): Promise<Uint8Array>;
};

const MUTATIONS = 10_000;
/** Scripts that use many features of HarfBuzz, with a weight axis. */
const PACKED = [
	"fonts/noto-sans-hebrew/noto-sans-hebrew-hebrew-wght-normal.woff2",
	"fonts/noto-sans-khmer/noto-sans-khmer-khmer-wght-normal.woff2",
];
/** CFF outlines: no bundled font has them, but HarfBuzz's own tests do. */
const CFF =
	"node_modules/satori/node_modules/harfbuzzjs/test/fonts/noto/NotoSansDevanagari-Regular.otf";

const read = (path: string) => readFileSync(new URL(path, packageRoot));

/** 10,000 mutations (or `--count`) each of TTF, OTF and WOFF2. */
export const hostileFonts: Scenario = async (claims, { count = MUTATIONS }) => {
	const packed = PACKED.map(read);
	const ttf: Buffer[] = [];
	// Sequentially, and copied, because the result is in the decoder's own memory.
	for (const font of packed) ttf.push(Buffer.from(await wawoff2.decompress(font)));
	const kinds: [kind: string, fonts: readonly Uint8Array[]][] = [
		["TTF", ttf],
		["WOFF2", packed],
	];
	if (existsSync(new URL(CFF, packageRoot))) {
		const otf = read(CFF);
		kinds.push(["OTF", [otf]]);
		kinds[1]![1] = [...packed, Buffer.from(await wawoff2.compress(otf))];
	} else claims.note(`OTF left out: there is no ${CFF}`);
	for (const [kind, fonts] of kinds) {
		const began = performance.now();
		const { refused, drawn, replaced, recovered } = await attackWithFonts(fonts, count, 1, (done) =>
			claims.note(`${kind}: ${done} of ${count}`),
		);
		const total = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
		const told = (counts: Map<string, number>) => JSON.stringify(Object.fromEntries(counts));
		claims.note(`${kind}, refused: ${told(refused)}`);
		claims.note(`${kind}, replaced processes: ${told(replaced)}`);
		claims.check(
			`${kind}: each of ${count} mutations is refused with a sentence, or drawn with`,
			total(refused) + total(drawn) === count,
			`${total(refused)} refused, ${told(drawn)}, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
		);
		claims.check(`${kind}: what draws draws on after each of them`, recovered);
	}
};
