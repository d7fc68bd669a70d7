import { PassThrough } from "node:stream";
import t from "tap";
import {
	type Frame,
	FrameError,
	FrameReader,
	writeFrame,
} from "../../../src/service/processes/channel.js";

const LIMITS = { maxHeaderBytes: 1_000, maxBlobs: 4, maxBlobBytes: 64 * 1024 * 1024 };

/** The bytes of a frame. */
function encode(header: unknown, blobs: readonly Uint8Array[] = []): Buffer {
	const stream = new PassThrough({ highWaterMark: 128 * 1024 * 1024 });
	writeFrame(stream, header, blobs);
	const chunks: Buffer[] = [];
	for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) chunks.push(chunk);
	return Buffer.concat(chunks);
}

function decode(bytes: Buffer, chunkLength: number): Frame[] {
	const frames: Frame[] = [];
	const reader = new FrameReader(LIMITS, (frame) => frames.push(frame));
	for (let at = 0; at < bytes.length; at += chunkLength)
		reader.push(bytes.subarray(at, at + chunkLength));
	return frames;
}

t.test("frames survive any split into chunks", async (t) => {
	const bytes = Buffer.concat([
		encode({ a: "ü" }, [Buffer.from("one"), Buffer.alloc(0), Buffer.from("three")]),
		encode(null),
		encode([1], [Buffer.alloc(0)]),
	]);
	for (const length of [1, 2, 3, 7, 16, bytes.length]) {
		const frames = decode(bytes, length);
		t.same(
			frames.map(({ header }) => header),
			[{ a: "ü" }, null, [1]],
			`chunks of ${length}`,
		);
		t.same(
			frames.map(({ blobs }) => blobs.map(String)),
			[["one", "", "three"], [], [""]],
		);
	}
});

t.test("a blob of 30 MB in chunks of 64 KB arrives whole and in linear time", async (t) => {
	const blob = Buffer.alloc(30 * 1024 * 1024, "abcdefg");
	const [frame] = decode(encode({}, [blob]), 65_536);
	t.ok(frame?.blobs[0]?.equals(blob));
});

t.test("what is over a limit is refused as soon as it is announced", async (t) => {
	const long = encode({ text: "x".repeat(1_000) });
	t.throws(() => decode(long.subarray(0, 8), 8), FrameError, "header");
	t.throws(() => decode(encode({}, Array(5).fill(Buffer.from("x"))), 8), FrameError, "blob count");
	const large = Buffer.alloc(16);
	large.writeUInt32LE(2, 0);
	large.writeUInt32LE(2, 4);
	large.writeUInt32LE(0x7fffffff, 8);
	large.writeUInt32LE(0x7fffffff, 12);
	t.throws(() => decode(large, 16), FrameError, "blob bytes");
});

t.test("a header that is not JSON is refused", async (t) => {
	const bytes = encode("abc");
	bytes[8] = 0x7b;
	t.throws(() => decode(bytes, 100), FrameError);
});
