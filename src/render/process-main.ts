/**
 * Entry of a render process: loads the modules named by its arguments (URLs of a
 * DrawModule and a PrepareModule), then does one job at a time as they come in
 * on its socket, until the socket closes.
 */
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorHead, stackFrames } from "../error-report.js";
import { ServiceError } from "../errors.js";
import { letHeapGrow } from "../heap-growth.js";
import type { Bitmap } from "../images/bitmap.js";
import { type Frame, FrameReader, writeFrame } from "./channel.js";
import type { DrawModule, PrepareModule, Progress, SlideImages } from "./job.js";
import {
	CHANNEL_FD,
	type DrawRequest,
	type JobRequest,
	type PrepareRequest,
	REQUEST_LIMITS,
	type Reply,
	STAGE_FD,
} from "./protocol.js";
import { StageWriter } from "./stage-record.js";
import { StepClock } from "./steps.js";

/** An ordinary exit would wait for libuv's threads, one of which may hang in a picture. */
function leave(): never {
	process.kill(process.pid, "SIGKILL");
	throw new Error("unreachable");
}

letHeapGrow();

const [drawUrl, prepareUrl] = process.argv.slice(2) as [string, string];
const socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
socket.on("close", leave).on("end", leave).on("error", leave);

function reply(message: Reply, blobs: readonly Uint8Array[] = []): void {
	writeFrame(socket, message, blobs);
}

const record = new StageWriter(STAGE_FD);
const progress: Progress = (stage, path) => record.write(stage, path);

/**
 * Frees the pictures of the last slide at once. V8 sees small handles where
 * resvg holds megabytes, and would let hundreds of them pile up: each slide
 * would be drawn on fresh pages, and the process would have to be replaced
 * every few dozen slides. A collection of the young generation takes 1 ms, after
 * the answer has left.
 */
function collectGarbage(): void {
	globalThis.gc?.({ type: "minor" } as never);
}

/** Puts the blobs of a request back under their names. */
function slideImages(request: DrawRequest, blobs: readonly Buffer[]): SlideImages {
	const sources = new Map<string, Uint8Array>();
	request.sources.forEach((src, i) => {
		sources.set(src, blobs[i] as Buffer);
	});
	const bitmaps = new Map<string, Bitmap>();
	request.bitmaps.forEach(({ key, ...size }, i) => {
		bitmaps.set(key, { ...size, data: blobs[request.sources.length + i] as Buffer });
	});
	return { sources, bitmaps };
}

async function draw(request: DrawRequest, blobs: readonly Buffer[]): Promise<void> {
	const { drawSlide } = await drawModule;
	const clock = new StepClock();
	const { job, spareCore = false } = request;
	const images = slideImages(request, blobs);
	const { bytes, ...rendered } = await drawSlide(job, images, progress, { clock, spareCore });
	const { mimeType, width, height } = rendered;
	const rss = process.memoryUsage.rss();
	reply({ type: "rendered", mimeType, width, height, rss, steps: clock.seconds }, [bytes]);
	setImmediate(collectGarbage);
}

async function prepare({ need }: PrepareRequest, blobs: readonly Buffer[]): Promise<void> {
	progress("image", need.path);
	const { prepareImage } = (await import(prepareUrl)) as PrepareModule;
	const clock = new StepClock();
	const { width, height, channels, data } = await prepareImage(blobs[0] as Buffer, need);
	clock.lap("decode");
	const rss = process.memoryUsage.rss();
	reply({ type: "prepared", width, height, channels, rss, steps: clock.seconds }, [data]);
}

let wanted = false;
let warming: void | Promise<void>;

async function work({ header, blobs }: Frame): Promise<void> {
	record.beginJob();
	wanted = true;
	await warming;
	const request = header as JobRequest;
	try {
		await (request.type === "draw" ? draw(request, blobs) : prepare(request, blobs));
	} catch (error) {
		if (error instanceof ServiceError) {
			const { code, message, details, retryAfter } = error;
			const rss = process.memoryUsage.rss();
			const wait = retryAfter === undefined ? {} : { retryAfter };
			reply({ type: "failed", code, message, details, rss, ...wait });
		} else {
			const thrown = error instanceof Error ? error : new Error(typeof error);
			reply({ type: "threw", message: `${errorHead(thrown)}\n${stackFrames(thrown)}` });
		}
	}
}

const reader = new FrameReader(REQUEST_LIMITS, (frame) => void work(frame));
socket.on("data", (chunk: Buffer) => reader.push(chunk));

const drawModule = import(drawUrl) as Promise<DrawModule>;
const { warmUp } = await drawModule;
// Ready before it is warm: a job that comes now would have to load the same things.
reply({ type: "ready" });
warming = warmUp?.(async () => {
	collectGarbage();
	// Time for a job to come in.
	await nextTurn();
	return !wanted;
});
await warming;
reply({ type: "warm" });
