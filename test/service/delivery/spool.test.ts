import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t, { type Test } from "tap";
import { LIMITS } from "../../../src/contract/limits.js";

import { Spool, type SpooledSlides } from "../../../src/service/delivery/spool.js";
import type { NamedSlide } from "../../../src/service/delivery/spooled-slide.js";
import { budget } from "../../helpers/in-flight.js";
import { until } from "../../helpers/until.js";

const MB = 1_048_576;

async function openSpool(t: Test, slideMb: number, diskMb: number) {
	const directory = await mkdtemp(join(tmpdir(), "post-image-spool-"));
	t.teardown(() => rm(directory, { recursive: true, force: true }));
	const inFlight = budget({ slides: slideMb });
	return {
		directory,
		inFlight,
		spool: new Spool({ directory, inFlight, maxDiskBytes: diskMb * MB }),
	};
}

const slideOf = (index: number, size: number): NamedSlide => ({
	slide: index + 1,
	mimeType: "image/png",
	width: 1080,
	height: 1350,
	bytes: Buffer.alloc(size, index + 1),
	warnings: [],
	warningCount: 0,
	alt: "",
});

async function contents(slides: SpooledSlides): Promise<number[]> {
	const first: number[] = [];
	for await (const slide of slides) {
		let size = 0;
		for await (const piece of slide.pieces()) {
			t.ok(piece.length > 0 && piece.every((byte) => byte === piece[0]));
			if (size === 0) first.push(piece[0]! - 1);
			size += piece.length;
		}
		t.equal(size, slide.size);
	}
	return first;
}

t.test("slides come back in their order, from memory and from disk", async (t) => {
	const { directory, inFlight, spool } = await openSpool(t, 8, 64);
	const slides = spool.open("a");
	const sizes = [3, 3, 3, 0.1, 2.5];
	await Promise.all([4, 1, 0, 3, 2].map((i) => slides.keep(i, slideOf(i, sizes[i]! * MB))));
	t.ok(inFlight.slides.total <= 7 * MB, "the share of one client");
	t.ok(spool.diskBytes > 3 * MB);
	t.equal(
		inFlight.slides.total + spool.diskBytes,
		sizes.reduce((sum, mb) => sum + Math.floor(mb * MB), 0),
	);
	t.same(await readdir(directory), [], "the file has no name");
	t.equal(slides.length, 5);
	t.equal((await slides.all[2]!.bytes()).length, 3 * MB);
	t.same(await contents(slides), [0, 1, 2, 3, 4]);
	t.equal(inFlight.slides.total, 0, "what was passed on is let go");
	slides.release();
	slides.release();
	await until("nothing is on disk", () => spool.diskBytes === 0);
	t.equal(inFlight.slides.total, 0, "once");
});

t.test("a client that reads nothing has its share, others theirs", async (t) => {
	const { inFlight, spool } = await openSpool(t, 8, 80);
	const held: SpooledSlides[] = [];
	let refused = 0;
	for (let answer = 0; answer < 10; answer++) {
		const slides = spool.open("slow");
		held.push(slides);
		for (let i = 0; i < 5; i++)
			await slides.keep(i, slideOf(i, 4 * MB)).catch((error) => {
				t.match(error, { code: "overloaded", retryAfter: 5 });
				refused++;
			});
	}
	t.ok(refused > 0);
	t.ok(spool.diskBytes <= 70 * MB, "seven eighths of the disk");
	const other = spool.open("other");
	await other.keep(0, slideOf(0, 4 * MB));
	t.same(await contents(other), [0]);
	for (const slides of [...held, other]) slides.release();
	await until("nothing is on disk", () => spool.diskBytes === 0);
	t.equal(inFlight.slides.total, 0);
	t.ok(spool.hasRoom("slow"));
});

t.test("an answer has a bound", async (t) => {
	const { spool } = await openSpool(t, 64, 1024);
	const slides = spool.open("a");
	t.teardown(() => slides.release());
	const size = LIMITS.maxSlideBytes;
	const count = LIMITS.maxAnswerBytes / size;
	for (let i = 0; i < count; i++) await slides.keep(i, slideOf(i, size));
	await t.rejects(slides.keep(count, slideOf(0, 1)), { code: "answer_too_large", status: 422 });
});

t.test("what is drawn after the client has gone is not kept", async (t) => {
	const { inFlight, spool } = await openSpool(t, 8, 64);
	const slides = spool.open("a");
	const keeping = slides.keep(0, slideOf(0, 20 * MB));
	slides.release();
	await keeping;
	await slides.keep(1, slideOf(1, MB));
	t.equal(inFlight.slides.total, 0);
	await until("nothing is on disk", () => spool.diskBytes === 0);
	for (const slide of slides.all) await t.rejects(slide.bytes());
});

t.test("a folder that cannot be written to fails only what needs it", async (t) => {
	const { directory, inFlight } = await openSpool(t, 8, 64);
	const file = join(directory, "file");
	await writeFile(file, "");
	const spool = new Spool({ directory: join(file, "below"), inFlight, maxDiskBytes: 64 * MB });
	const slides = spool.open("a");
	await slides.keep(0, slideOf(0, MB));
	await t.rejects(slides.keep(1, slideOf(1, 10 * MB)), {
		code: "storage_unavailable",
		retryAfter: 5,
	});
	slides.release();
	await until("nothing is on disk", () => spool.diskBytes === 0);
});
