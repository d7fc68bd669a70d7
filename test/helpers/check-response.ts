import sharp from "sharp";
import { IMAGE_FAILURE_REASONS } from "../../src/base/errors.js";
import { LIMITS } from "../../src/contract/limits.js";
import {
	type CanvasId,
	type CanvasSize,
	canvasSize,
	outputSize,
} from "../../src/contract/platforms.js";
import type { DocumentCase } from "./document-arbitraries.js";
import type { Service } from "./service.js";

interface Answer {
	readonly images: readonly {
		readonly mimeType: string;
		readonly platform?: CanvasId;
		readonly width: number;
		readonly height: number;
		readonly url?: string;
		readonly dataUrl?: string;
		readonly svg?: string;
	}[];
}
interface ErrorAnswer {
	readonly error: {
		readonly code: string;
		readonly details: {
			readonly reason?: string;
			readonly path?: string;
			readonly issues?: readonly { readonly maximum?: number }[];
		};
	};
}
interface Request {
	readonly platform?: CanvasId;
	readonly platforms?: readonly CanvasId[];
	readonly size?: CanvasSize | null;
	readonly scale?: number | null;
	readonly mode?: string;
	readonly format?: string;
	readonly maxBytes?: number;
	readonly delivery?: string;
	readonly slides: readonly unknown[];
}

/** An answer that breaks the contract. */
export class WrongAnswer extends Error {}

function ensure(condition: boolean, message: string): asserts condition {
	if (!condition) throw new WrongAnswer(message);
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The last chunk of every PNG. */
const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");

/** What says how large the images of a document are. */
type Sized = Pick<Request, "platform" | "size" | "scale">;

const sizeOf = ({ platform, size, scale }: Sized) =>
	outputSize(
		canvasSize({ platform: platform ?? "short-video-carousel", size: size ?? undefined }),
		scale ?? 1,
	);

/** @throws WrongAnswer unless it is a whole PNG of the size that the document says */
export function checkPng(bytes: Buffer, document: Sized = {}): void {
	ensure(bytes.subarray(0, 8).equals(PNG_SIGNATURE), "no PNG");
	ensure(bytes.subarray(-12).equals(PNG_END), "a PNG without its end");
	const { width, height } = sizeOf(document);
	ensure(bytes.readUInt32BE(16) === width && bytes.readUInt32BE(20) === height, "another size");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 does not allow
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
const ACTIVE =
	/<!|<\?|<(?:\w+:)?(?:script|foreignObject|iframe|animate|set|a|style)\b|<[^>]*\son\w+\s*=|javascript:/i;

/**
 * Parses with libxml2, which forgives nothing, and looks for what could run or
 * reach outside.
 * @throws WrongAnswer
 */
export async function checkSvg(markup: string): Promise<void> {
	ensure(!NOT_XML.test(markup), "a character that XML does not have");
	const parsed = sharp(Buffer.from(markup), { unlimited: true }).metadata();
	const { format } = await parsed.catch((error: unknown) => {
		throw new WrongAnswer(`no XML: ${error instanceof Error ? error.message : String(error)}`);
	});
	ensure(format === "svg", "no SVG");
	ensure(!ACTIVE.test(markup), `something active: ${ACTIVE.exec(markup)?.[0].slice(0, 200)}`);
	for (const [, target = ""] of markup.matchAll(/href\s*=\s*["']([^"']{0,40})/g)) {
		ensure(/^(?:#|data:image\/png;base64,)/.test(target), `a reference to ${target}`);
	}
	for (const [, target = ""] of markup.matchAll(/url\(([^)]{0,40})/g)) {
		ensure(target.startsWith("#"), `a reference to ${target}`);
	}
}

/** @throws WrongAnswer unless it decodes to a picture of the size that the document says */
async function checkLossy(bytes: Buffer, document: Request): Promise<void> {
	const { format, maxBytes } = document;
	const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
	const { width, height } = sizeOf(document);
	ensure(info.width === width && info.height === height, "another size");
	// A WebP keeps a transparent background.
	ensure(info.channels === 3 || (info.channels === 4 && format === "webp"), "other channels");
	ensure((await sharp(bytes).metadata()).format === format, `no ${format}`);
	ensure(bytes.length <= (maxBytes ?? Number.POSITIVE_INFINITY), "larger than maxBytes");
}

async function checkImages(answer: Answer, request: Request, service: Service): Promise<void> {
	const { format = "png", delivery = "dataUrl", mode = "single" } = request;
	const slides = mode === "single" ? 1 : request.slides.length;
	const platforms = request.platforms?.flatMap((one) => Array.from({ length: slides }, () => one));
	ensure(answer.images.length === (platforms?.length ?? slides), "a count");
	for (const [i, image] of answer.images.entries()) {
		ensure(image.platform === platforms?.[i], "another platform");
		const drawn = { ...request, ...(platforms && { platform: platforms[i]! }) };
		ensure((image.url !== undefined) === (delivery !== "dataUrl"), "url");
		ensure((image.dataUrl !== undefined) === (delivery !== "url"), "dataUrl");
		ensure((image.svg !== undefined) === (format === "svg"), "svg");
		const inline = image.dataUrl?.slice(image.dataUrl.indexOf(",") + 1);
		let bytes = inline === undefined ? undefined : Buffer.from(inline, "base64");
		if (image.url !== undefined) {
			const hosted = await service.get(new URL(image.url).pathname);
			ensure(hosted.status === 200, "the hosted image is not there");
			const fetched = Buffer.from(await hosted.arrayBuffer());
			ensure(bytes === undefined || bytes.equals(fetched), "the hosted image is another");
			bytes = fetched;
		}
		ensure(bytes !== undefined, "no image");
		if (format === "png") checkPng(bytes, drawn);
		else if (format !== "svg") await checkLossy(bytes, drawn);
		else {
			ensure(bytes.toString() === image.svg, "the svg member is another");
			await checkSvg(image.svg);
		}
	}
}

/**
 * Posts a document and checks what comes back against the contract.
 * @returns the outcome in a word or two, as "200 svg", "422 not_an_image", "400"
 * @throws WrongAnswer
 */
export async function checkCase(service: Service, asked: DocumentCase): Promise<string> {
	const body = JSON.stringify(asked.document);
	const response = await service.post(asked.path, body);
	const { status } = response;
	if (Buffer.byteLength(body) > LIMITS.defaultMaxBodyBytes) {
		await response.body?.cancel();
		ensure(status === 413, `${status} for a body that is too large`);
		return "413";
	}
	if (status === 200) {
		ensure(asked.valid, "200 for a document with a fault");
		// null stands for a member that is absent.
		const given = Object.entries(asked.document as Request).filter(([, value]) => value !== null);
		const request = Object.fromEntries(given) as unknown as Request;
		if (asked.path === "/api/render.png") {
			const [platform = request.platform] = request.platforms ?? [];
			const drawn = { ...request, ...(platform && { platform }) };
			checkPng(Buffer.from(await response.arrayBuffer()), drawn);
			return "200 render.png";
		}
		await checkImages((await response.json()) as Answer, request, service);
		return `200 ${request.format ?? "png"}`;
	}
	const { error } = (await response.json()) as ErrorAnswer;
	const said = `${status} ${error.code} ${JSON.stringify(error.details)}`.slice(0, 600);
	if (!asked.valid) {
		ensure(status === 400 && error.code === "invalid_render_request", said);
		return "400";
	}
	if (error.code === "image_too_large") {
		ensure(status === 422 && (asked.document as Request).maxBytes !== undefined, said);
		return "422 image_too_large";
	}
	if (error.code === "too_complex") {
		ensure(status === 422 && /^\/(?:slides\/\d+|common)/.test(error.details.path ?? ""), said);
		return "422 too_complex";
	}
	if (error.code === "invalid_render_request") {
		// Only the layout knows how far a box reaches.
		const [issue] = error.details.issues ?? [];
		ensure(status === 400 && issue?.maximum === LIMITS.maxBoxDistance, said);
		return "400 far box";
	}
	ensure(status === 422 && error.code === "remote_image_failed", said);
	const { reason = "", path = "" } = error.details;
	ensure((IMAGE_FAILURE_REASONS as readonly string[]).includes(reason), said);
	ensure(/^\/(?:slides\/\d+|common)\/(?:image|.*\/(?:src|fallback))$/.test(path), said);
	return `422 ${reason}`;
}
