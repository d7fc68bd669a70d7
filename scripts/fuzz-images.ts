/**
 * Mutates real image files and lets a child process prepare each of them. Counts every outcome:
 * drawn, rejected with a reason, an unexpected error, a crashed child, a child killed at its
 * deadline.
 *
 *   node dist/scripts/fuzz-images.js [--seed 1] [--count 20000] [--seconds 600] [--keep folder] file…
 *
 * --count is per format. With --keep, inputs that crash or hang a child are written there.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { ServiceError } from "../src/base/errors.js";
import { type ImageNeed, prepareImage } from "../src/engine/images/prepare.js";
import { sniffImage } from "../src/engine/images/sniff.js";

/** Timeout for one image, which usually takes a few milliseconds. Milliseconds. */
const DEADLINE = 10_000;
const NEED: ImageNeed = {
	path: "/slides/0/image",
	boxWidth: 320,
	boxHeight: 400,
	region: { left: 0, top: 0, width: 320, height: 400 },
	cropX: 50,
	cropY: 50,
	radius: 20,
	color: null,
	opacity: 0.9,
};

async function outcomeOf(bytes: Uint8Array): Promise<string> {
	try {
		const bitmap = await prepareImage(bytes, NEED);
		return bitmap.data.length === 320 * 400 * bitmap.channels ? "drawn" : "wrong size";
	} catch (error) {
		if (error instanceof ServiceError) return `refused: ${error.details.reason}`;
		return `unexpected: ${error instanceof Error ? error.message.slice(0, 120) : error}`;
	}
}

/** xorshift32: the same seed produces the same numbers. */
function randomFrom(seed: number): (below: number) => number {
	let state = seed >>> 0 || 1;
	return (below) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % below;
	};
}

/** Flips, overwrites, removes, duplicates or swaps bytes; bytes at the beginning more often. */
function mutate(original: Uint8Array, random: (below: number) => number): Uint8Array {
	let bytes = new Uint8Array(original);
	const place = (): number => random(random(2) === 0 ? Math.min(512, bytes.length) : bytes.length);
	for (let steps = 1 + random(6); steps > 0 && bytes.length > 16; steps--) {
		const at = place();
		const length = 1 + random(random(2) === 0 ? 8 : 200);
		const kind = random(6);
		if (kind === 0) bytes[at] = bytes[at]! ^ (1 << random(8));
		else if (kind === 1) bytes[at] = [0, 255, 127, 128, 57, 60][random(6)]!;
		else if (kind === 2) bytes = concat(bytes.subarray(0, at), bytes.subarray(at + length));
		else if (kind === 3) {
			const from = place();
			bytes = concat(
				bytes.subarray(0, at),
				bytes.subarray(from, from + length),
				bytes.subarray(at),
			);
		} else if (kind === 4) bytes.copyWithin(at, place(), place());
		else if (random(8) === 0) bytes = bytes.slice(0, at);
		else bytes[at] = random(256);
	}
	return bytes;
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
	return new Uint8Array(Buffer.concat(parts));
}

class Worker {
	#child: ChildProcess | undefined;

	/** The outcome for one input; the next call replaces a crashed or hung child. */
	prepare(bytes: Uint8Array): Promise<string> {
		this.#child ??= fork(fileURLToPath(import.meta.url), ["--child"], {
			serialization: "advanced",
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		const child = this.#child;
		return new Promise((resolve) => {
			const done = (outcome: string): void => {
				clearTimeout(timer);
				child.removeAllListeners();
				resolve(outcome);
			};
			const timer = setTimeout(() => {
				this.stop();
				done("killed at the deadline");
			}, DEADLINE);
			child.once("message", (outcome) => done(String(outcome)));
			child.once("exit", (code, signal) => {
				this.#child = undefined;
				done(`died: ${signal ?? code}`);
			});
			child.send(bytes);
		});
	}

	stop(): void {
		this.#child?.kill("SIGKILL");
		this.#child = undefined;
	}
}

/** The given files, small enough for thousands of attempts, in every raster format. */
async function corpus(files: readonly string[]): Promise<Map<string, Uint8Array[]>> {
	const formats = new Map<string, Uint8Array[]>();
	for (const file of files) {
		const bytes = await readFile(file);
		const format = sniffImage(bytes);
		if (format === "svg") {
			formats.set("svg", [...(formats.get("svg") ?? []), bytes]);
			continue;
		}
		const small = sharp(bytes).resize(160, 120);
		for (const raster of ["png", "jpeg", "webp", "avif", "gif"] as const) {
			const plain = await small.clone().toFormat(raster).toBuffer();
			const other = await small
				.clone()
				.ensureAlpha(0.5)
				.withExif({ IFD0: { Copyright: "x" } })
				.toFormat(raster, raster === "jpeg" || raster === "png" ? { progressive: true } : {})
				.toBuffer();
			formats.set(raster, [...(formats.get(raster) ?? []), plain, other]);
		}
	}
	return formats;
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			seed: { type: "string", default: "1" },
			count: { type: "string", default: "20000" },
			seconds: { type: "string", default: "600" },
			keep: { type: "string" },
		},
	});
	if (values.keep !== undefined) await mkdir(values.keep, { recursive: true });
	const formats = [...(await corpus(positionals))];
	const share = (Number(values.seconds) * 1000) / formats.length;
	for (const [format, originals] of formats) {
		const random = randomFrom(Number(values.seed));
		const counts = new Map<string, number>();
		const worker = new Worker();
		const end = performance.now() + share;
		let tried = 0;
		for (; tried < Number(values.count) && performance.now() < end; tried++) {
			const bytes = mutate(originals[random(originals.length)]!, random);
			const outcome = await worker.prepare(bytes);
			counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
			const bad = !outcome.startsWith("drawn") && !outcome.startsWith("refused");
			if (bad && values.keep !== undefined)
				await writeFile(join(values.keep, `${format}-${tried}`), bytes);
		}
		worker.stop();
		const list = [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${count} ${name}`);
		console.log(`${format}: ${tried} mutations of ${originals.length} files: ${list.join(", ")}`);
	}
}

if (process.argv[2] === "--child") {
	process.on("message", (bytes: Uint8Array) => {
		outcomeOf(bytes).then((outcome) => process.send?.(outcome));
	});
} else await main();
