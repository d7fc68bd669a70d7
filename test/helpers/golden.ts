import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import pixelmatch from "pixelmatch";
import sharp from "sharp";
import type { Test } from "tap";
import { packageRoot } from "../../src/base/package-root.js";
import { EXAMPLES } from "../../src/contract/examples.js";
import type { RenderRequest } from "../../src/contract/render-request.js";

/** Where the cases and their pictures are. */
export const goldenFolder = new URL("test/golden/", packageRoot);

/** A request, the slide of it that is drawn, and the name of its picture. */
export interface GoldenCase {
	readonly name: string;
	/** 1-based. */
	readonly slide: number;
	readonly request: RenderRequest;
}

/** The cases in test/golden and the examples of the contract, some of which the README shows. */
export function goldenCases(): GoldenCase[] {
	const cases = readdirSync(goldenFolder)
		.filter((file) => file.endsWith(".json"))
		.map((file) => ({
			name: file.slice(0, -".json".length),
			...JSON.parse(readFileSync(new URL(file, goldenFolder), "utf8")),
		}));
	const examples = Object.entries(EXAMPLES).map(([name, request]) => ({
		name: `example-${name}`,
		slide: 1,
		request,
	}));
	return [...cases, ...examples];
}

export const goldenFile = (name: string): URL => new URL(`${name}.png`, goldenFolder);
export const readGolden = (name: string): Promise<Buffer> => readFile(goldenFile(name));

const failures = new URL("golden-failures/", packageRoot);
/**
 * Share of pixels that may differ visibly: decoders and rasterisers may take
 * other SIMD paths on another processor, which moves single edge pixels.
 */
const TOLERATED_SHARE = 0.0005;

const decode = async (png: Buffer) => {
	const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	return { data, width: info.width, height: info.height };
};

/**
 * Compares a picture with its golden one; with UPDATE_GOLDENS=1 it replaces that one, and the test fails.
 * @param name of the golden picture, below its folder and without ".png"
 * @param actual the PNG that was drawn
 */
export async function checkGolden(t: Test, name: string, actual: Buffer): Promise<void> {
	if (process.env.UPDATE_GOLDENS === "1") {
		writeFileSync(goldenFile(name), await sharp(actual).png({ compressionLevel: 9 }).toBuffer());
		t.fail("the golden picture was written again: look at it and run the test again");
		return;
	}
	const drawn = await decode(actual);
	const expected = await decode(await readGolden(name));
	t.same([drawn.width, drawn.height], [expected.width, expected.height], `${name}: same size`);
	const difference = Buffer.alloc(drawn.data.length);
	const count = pixelmatch(drawn.data, expected.data, difference, drawn.width, drawn.height, {
		threshold: 0.05,
		includeAA: true,
	});
	const share = count / (drawn.width * drawn.height);
	if (share > TOLERATED_SHARE) {
		const { width, height } = drawn;
		const file = (kind: string) => new URL(`${name.replace("/", "-")}.${kind}.png`, failures);
		mkdirSync(failures, { recursive: true });
		writeFileSync(file("actual"), actual);
		await sharp(difference, { raw: { width, height, channels: 4 } }).toFile(file("diff").pathname);
	}
	t.ok(share <= TOLERATED_SHARE, `${name}: ${count} pixels differ`);
}
