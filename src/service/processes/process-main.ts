/**
 * Entry point of a render process. It loads the modules given as arguments (URLs of a DrawModule
 * and a PrepareModule, and "fonts" if there is a font pack), and then does one job at a time from
 * its socket, until the socket closes.
 */
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorHead, stackFrames } from "../../base/error-report.js";
import { ServiceError } from "../../base/errors.js";
import { letHeapGrow } from "../../base/heap-growth.js";
import { LIMITS } from "../../contract/limits.js";
import type { PreparedImage } from "../../engine/images/need.js";
import { sniffImage } from "../../engine/images/sniff.js";
import type { DrawModule, PrepareModule, Progress, SlideImages } from "../../engine/job.js";
import { StepClock } from "../../engine/steps.js";
import { type Frame, FrameReader, writeFrame } from "./channel.js";
import {
	CHANNEL_FD,
	type DrawRequest,
	FONTS_FD,
	type GroupSizesRequest,
	type JobRequest,
	type MeasureRequest,
	type PrepareRequest,
	REQUEST_LIMITS,
	STAGE_FD,
} from "./protocol.js";
import type { Reply } from "./reply-schema.js";
import { StageWriter } from "./stage-writer.js";

/**
 * Exits at once: a normal exit would wait for libuv's threads, one of which may hang in a picture.
 */
function leave(): never {
	process.kill(process.pid, "SIGKILL");
	throw new Error("unreachable");
}

letHeapGrow();

const [drawUrl, prepareUrl, fonts] = process.argv.slice(2) as [string, string, string?];
const socket = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
socket.on("close", leave).on("end", leave).on("error", leave);

function reply(message: Reply, blobs: readonly Uint8Array[] = []): void {
	writeFrame(socket, message, blobs);
}

/**
 * Where there is no /proc, from which the parent could read it: here that takes a third of a
 * millisecond.
 */
const ownMemory = () => (process.platform === "linux" ? {} : { rss: process.memoryUsage.rss() });

const record = new StageWriter(STAGE_FD);
const progress: Progress = (stage, path, vector) => record.write(stage, path, vector);

/**
 * Frees the pictures of the last slide at once. V8 sees small handles although resvg holds
 * megabytes, and would keep hundreds of them: each slide would be drawn on new pages, and the
 * process would have to be replaced every few dozen slides. A collection of the young generation
 * takes 1 ms, after the response was sent.
 */
function collectGarbage(): void {
	globalThis.gc?.({ type: "minor" } as never);
}

/** Assigns the blobs of a request to their names. */
function slideImages(request: DrawRequest, blobs: readonly Buffer[]): SlideImages {
	const sources = new Map<string, Uint8Array>();
	request.sources.forEach((src, i) => {
		sources.set(src, blobs[i] as Buffer);
	});
	const bitmaps = new Map<string, PreparedImage>();
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
	if (bytes.length > LIMITS.maxSlideBytes) {
		const details = { path: `/slides/${job.slideIndex}`, maxSlideBytes: LIMITS.maxSlideBytes };
		throw new ServiceError("answer_too_large", { details });
	}
	const { mimeType, width, height, alt, warnings, warningCount } = rendered;
	const told = { warnings: [...warnings], warningCount };
	const steps = clock.seconds;
	reply({ type: "rendered", mimeType, width, height, alt, ...told, ...ownMemory(), steps }, [
		bytes,
	]);
	setImmediate(collectGarbage);
}

async function prepare({ need }: PrepareRequest, blobs: readonly Buffer[]): Promise<void> {
	progress("image", need.path, sniffImage(blobs[0] as Buffer) === "svg");
	const { prepareImage } = (await import(prepareUrl)) as PrepareModule;
	const { fonts } = await drawModule;
	const library = await fonts?.();
	const clock = new StepClock();
	const { data, ...prepared } = await prepareImage(blobs[0] as Buffer, need, { fonts: library });
	clock.lap("decode");
	reply({ type: "prepared", ...prepared, ...ownMemory(), steps: clock.seconds }, [data]);
}

async function measure({ job }: MeasureRequest): Promise<void> {
	progress("scene");
	const { measureSlide } = await drawModule;
	if (!measureSlide) throw new Error("the drawing module does not measure");
	const clock = new StepClock();
	const { measured, warnings, warningCount } = await measureSlide(job);
	clock.lap("layout");
	const told = { warnings: [...warnings], warningCount };
	const json = Buffer.from(JSON.stringify(measured));
	reply({ type: "measured", ...told, ...ownMemory(), steps: clock.seconds }, [json]);
}

async function groupSizes({ job }: GroupSizesRequest): Promise<void> {
	progress("scene");
	const { groupSizes } = await drawModule;
	if (!groupSizes) throw new Error("the drawing module does not fit groups");
	const clock = new StepClock();
	const sizes = Object.entries(await groupSizes(job)).map(([group, size]) => ({ group, size }));
	clock.lap("layout");
	reply({ type: "groupSizes", sizes, ...ownMemory(), steps: clock.seconds });
}

async function readFont(bytes: Buffer): Promise<void> {
	progress("font");
	const { inspectFont } = await drawModule;
	if (!inspectFont) throw new Error("this process does not read fonts");
	const json = Buffer.from(JSON.stringify(await inspectFont(bytes)));
	reply({ type: "font", ...ownMemory(), steps: {} }, [json]);
}

/** The details of an error that the other side accepts. */
type Details = Extract<Reply, { type: "failed" }>["details"];

let wanted = false;
let warming: void | Promise<void>;

async function work({ header, blobs }: Frame): Promise<void> {
	record.beginJob();
	await warming;
	const request = header as JobRequest;
	try {
		if (request.type === "draw") await draw(request, blobs);
		else if (request.type === "prepare") await prepare(request, blobs);
		else if (request.type === "measure") await measure(request);
		else if (request.type === "groupSizes") await groupSizes(request);
		else await readFont(blobs[0] as Buffer);
	} catch (error) {
		if (error instanceof ServiceError) {
			const { code, message, details, retryAfter } = error;
			const own = { details: { ...(details as Details) }, ...ownMemory() };
			reply({
				type: "failed",
				code,
				message,
				...own,
				...(retryAfter !== undefined && { retryAfter }),
			});
		} else {
			const thrown = error instanceof Error ? error : new Error(typeof error);
			reply({ type: "threw", message: `${errorHead(thrown)}\n${stackFrames(thrown)}` });
		}
	}
}

const reader = new FrameReader(REQUEST_LIMITS, (frame) => {
	wanted = true;
	void work(frame);
});
socket.on("data", (chunk: Buffer) => reader.push(chunk));

const drawModule = import(drawUrl) as Promise<DrawModule>;
const { warmUp, useFonts } = await drawModule;
if (fonts === "fonts") useFonts?.(FONTS_FD);
// Ready before it is warm: a job that arrives now would have to load the same things anyway.
reply({ type: "ready" });
warming = warmUp?.(async () => {
	collectGarbage();
	// Lets a job arrive in between.
	await nextTurn();
	return !wanted;
});
await warming;
reply({ type: "warm" });
