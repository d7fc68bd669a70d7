/** The tools that draw and measure designs. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { invalid } from "../base/invalid.js";
import { beyondBounds } from "../base/json-bounds.js";
import { MEDIA_TYPES } from "../contract/formats.js";
import type { MeasureResponse } from "../contract/measure-response.js";
import { outputSize } from "../contract/platforms.js";
import type { Warnings } from "../contract/warning.js";
import { platformMember, slidesNumbered, slidesOfMode } from "../documents/pick-slides.js";
import type { ResolvedDocument, ResolvedSlide } from "../documents/resolved-document.js";
import { slideOutput } from "../documents/slide-output.js";
import { decodePayload } from "../service/links/payload.js";
import { readSignedLink } from "../service/links/signed-link.js";
import { refuseBusy } from "../service/render/render-document.js";
import type { Service } from "../service/service.js";
import { contactSheet, type SheetSlide } from "./contact-sheet.js";
import {
	type DesignArguments,
	designOf,
	isObject,
	jsonOf,
	type Members,
	membersOf,
	slideNumber,
} from "./design-argument.js";
import { patchDocument } from "./json-patch.js";
import { measureForTool, renderForTool } from "./render-for-tool.js";
import { MEASURE_TEXT_BYTES, RENDER_TEXT_BYTES, reportText } from "./report-text.js";
import type { ToolCall, ToolRunner } from "./tool-runner.js";

/**
 * Draws a design.
 * @param args as they were sent
 * @returns a report, a contact sheet, and a link to each picture
 * @throws ServiceError
 */
export const renderTool = (tools: ToolRunner, args: unknown, signal: AbortSignal) =>
	draw(tools, async () => designOf(args), signal);

/**
 * Changes an earlier design, and draws it again.
 * @param args as they were sent
 * @throws ServiceError
 */
export const editTool = (tools: ToolRunner, args: unknown, signal: AbortSignal) =>
	draw(tools, (client) => editedDesign(tools, args, client), signal);

/**
 * Reports the positions of everything in a design, without drawing it.
 * @param args as they were sent
 * @throws ServiceError
 */
export function measureTool(
	{ run, service }: ToolRunner,
	args: unknown,
	signal: AbortSignal,
): Promise<CallToolResult> {
	return run("measure", signal, async (call) => {
		service.admission.check(call.caller.client);
		const { id } = membersOf(args);
		const { written, slide } =
			id == null
				? designOf(args)
				: await keptDesign(service, id, membersOf(args).slide, call.caller.client);
		const document = await service.turns.run(call.caller.client, () =>
			service.resolve(structuredClone(written), "measure"),
		);
		const wanted = slide === undefined ? document.slides : slidesNumbered(document, slide);
		const measured = await measureForTool(service, document, call);
		const slides = wanted.map((one) => ({
			slide: one,
			measured: measuredOf(measured, document, one),
		}));
		const warnings = ofSlides(measured, document, wanted);
		const options = { lines: true, maxBytes: MEASURE_TEXT_BYTES };
		const text = await reportText([headOf(document)], document, slides, warnings, options);
		return { content: [{ type: "text", text }] };
	});
}

/**
 * Maximum size of a picture from which a contact sheet is made, in pixels. Larger slides are drawn
 * again at a smaller scale.
 */
const MAX_SHEET_SOURCE = 4_000_000;
/** Output pixels per export pixel of a picture that is only drawn for a contact sheet. */
const SHEET_SCALE = 0.6;
/** Maximum length of a signed link, so that models copy it without mistakes. Characters. */
const MAX_LINK = 400;
/** Maximum length of the JSON of a document whose links can be this short. Characters. */
const MAX_LINKED = 8_000;

async function draw(
	tools: ToolRunner,
	read: (client: string) => Promise<DesignArguments>,
	signal: AbortSignal,
): Promise<CallToolResult> {
	const { run, service } = tools;
	const { text, links, sheet, left } = await run("renderImages", signal, (call) =>
		drawDesign(tools, read, call),
	);
	const picture = sheet ?? (await run("renderPng", signal, (call) => sheetOf(service, left, call)));
	return {
		content: [
			{ type: "text", text },
			{ type: "image", mimeType: "image/jpeg", data: picture.data },
			...links,
		],
	};
}

/** Draws the requested slides, stores them, and describes them. */
async function drawDesign(
	tools: ToolRunner,
	read: (client: string) => Promise<DesignArguments>,
	call: ToolCall,
) {
	const { service, origin } = tools;
	const { client } = call.caller;
	refuseBusy(service, client);
	const { written, slide } = await read(client);
	const document = await service.turns.run(client, () =>
		service.resolve(structuredClone({ ...written, delivery: "url" })),
	);
	const wanted = slide === undefined ? slidesOfMode(document) : slidesNumbered(document, slide);
	const measured = await measureForTool(service, document, call);
	const { format } = document;
	const type = MEDIA_TYPES[format];
	const output = slideOutput(document, format);
	const words = { format, delivery: "url" };
	const { slides, warnings, onStep } = await renderForTool(
		service,
		document,
		wanted,
		output,
		call,
		words,
	);
	try {
		const drawn = slides.all;
		const signed = signedLinks(tools, written, slide);
		const handover = { type, delivery: "url", origin, onStep, client } as const;
		const stored = signed === undefined ? await service.responseImages(drawn, handover) : [];
		const urls = signed ?? stored.map(({ meta }) => meta.url ?? "");
		const kept = await service.editableResults.keep(written, client);
		const sheet = isSheetSource(document, wanted)
			? await contactSheet(drawn, client, call.caller.signal)
			: undefined;
		const reported = wanted.map((one, i) => ({
			slide: one,
			measured: measuredOf(measured, document, one),
			url: urls[i],
		}));
		const until = signed === undefined ? "It and the URLs are" : "It is";
		const head = [
			`id: ${kept.id} (for edit). ${until} kept for ${Math.round(kept.seconds / 60)} minutes.`,
			headOf(document),
			sheetLine(wanted, sheet),
		];
		const shown = slide === undefined ? warnings : ofSlides(warnings, document, wanted);
		const text = await reportText(head, document, reported, shown, {
			lines: false,
			maxBytes: RENDER_TEXT_BYTES,
		});
		const links = urls.map((uri, i) => ({
			type: "resource_link" as const,
			uri,
			name: `${nameOf(document, wanted[i]!)}.${format}`,
			mimeType: type,
		}));
		return { text, links, sheet, left: { document, wanted } };
	} finally {
		slides.release();
	}
}

/** Whether the pictures of a result are bitmaps, and not too large. */
const isSheetSource = ({ format }: ResolvedDocument, slides: readonly ResolvedSlide[]): boolean =>
	format !== "svg" &&
	slides.every(({ canvas }) => {
		const { width, height } = outputSize(canvas, canvas.scale);
		return width * height <= MAX_SHEET_SOURCE;
	});

/** Draws small slides for a contact sheet. */
async function sheetOf(
	service: Service,
	{ document, wanted }: { document: ResolvedDocument; wanted: readonly ResolvedSlide[] },
	call: ToolCall,
) {
	const { client, signal } = call.caller;
	refuseBusy(service, client);
	const small = wanted.map((slide) => ({
		...slide,
		canvas: { ...slide.canvas, scale: SHEET_SCALE },
	}));
	const words = { format: "png" };
	const { slides } = await renderForTool(service, document, small, { format: "png" }, call, words);
	try {
		return await contactSheet(slides.all as readonly SheetSlide[], client, signal);
	} finally {
		slides.release();
	}
}

/** Applies an edit to an earlier design. */
async function editedDesign(
	{ service, maxBodyBytes }: ToolRunner,
	args: unknown,
	client: string,
): Promise<DesignArguments> {
	const { id, patch, slide, ...unknown } = membersOf(args);
	const [name] = Object.keys(unknown);
	if (name !== undefined)
		throw wrong(`/${name.slice(0, 64)}`, "is not an argument of edit: it takes id, patch, slide");
	const kept = await keptDesign(service, id, slide, client);
	const operations = jsonOf(patch ?? [], "/patch");
	const written = touchesTemplate(kept.written, operations)
		? ((await service.turns.run(client, () => service.resolve(structuredClone(kept.written))))
				.source as Members)
		: kept.written;
	patchDocument(written, operations, maxBodyBytes);
	const text = Buffer.from(JSON.stringify(written));
	const beyond = beyondBounds(text);
	if (text.length > maxBodyBytes || beyond !== undefined)
		throw wrong(
			"/patch",
			`the document ${beyond ?? `has more than ${maxBodyBytes} bytes`} with it`,
		);
	return { ...kept, written };
}

/** Whether a patch changes the output of a template, which turns it into a document. */
function touchesTemplate({ template }: Members, patch: unknown): boolean {
	const operations = Array.isArray(patch) ? patch : [patch];
	return (
		template != null &&
		operations.some(
			(operation) =>
				isObject(operation) &&
				[operation.path, operation.from].some((path) => /^\/(slides|common)(\/|$)/.test(`${path}`)),
		)
	);
}

/**
 * The design of an earlier result.
 * @param id of the result, or a signed link to one of its pictures, which only has that slide
 * @param slide as it was sent
 * @param client that asks
 * @throws ServiceError not_found, or an error about the link
 */
async function keptDesign(
	service: Service,
	id: unknown,
	slide: unknown,
	client: string,
): Promise<DesignArguments> {
	if (typeof id !== "string" || id === "")
		throw wrong("/id", "is required: the id that render or edit answered with");
	const at = id.indexOf("/i/");
	if (at < 0) {
		if (id.includes("/"))
			throw wrong("/id", "must be the id that render or edit answered with, or a signed link");
		const written = (await service.editableResults.read(id, client)) as Members;
		return { written, slide: slideNumber(slide) };
	}
	const keys = service.links?.keys;
	if (keys === undefined) throw wrong("/id", "is a link, and this service signs none");
	const target = readSignedLink(id.slice(at), keys);
	const written = decodePayload(target.payload, service.maxLength);
	if (!isObject(written)) throw wrong("/id", "is a link without a document");
	delete written.open;
	return { written, slide: slideNumber(slide) ?? target.slide };
}

/**
 * Signed links to the slides of a result, if links are enabled and short.
 * @param slide the only requested slide, counted from 1; undefined: the slides of the mode
 * @returns undefined unless all slides have links
 */
function signedLinks(
	{ service, origin, host }: ToolRunner,
	written: Members,
	slide: number | undefined,
): readonly string[] | undefined {
	if (service.links?.keys === undefined || JSON.stringify(written).length > MAX_LINKED)
		return undefined;
	try {
		const request = { document: structuredClone(written), ...(slide !== undefined && { slide }) };
		const { urls } = service.signLinks(request, origin, host);
		return urls.every(({ length }) => length <= MAX_LINK) ? urls : undefined;
	} catch {
		// Too long, or not possible in a link; the pictures are then temporary.
		return undefined;
	}
}

/** The measurement of a slide. Measurements are in the order of the document. */
const measuredOf = (
	{ slides: measured }: MeasureResponse,
	{ slides }: ResolvedDocument,
	slide: ResolvedSlide,
) => measured[slides.indexOf(slide)]!;

/** The warnings about some slides, and about everything that all slides share. */
function ofSlides(
	{ warnings, warningCount }: Warnings,
	{ slides }: ResolvedDocument,
	wanted: readonly ResolvedSlide[],
): Warnings {
	if (wanted.length === slides.length) return { warnings, warningCount };
	const left = warnings.filter(({ path, code }) => {
		const index = /^\/slides\/(\d+)/.exec(path)?.[1];
		if (code === "slides_not_drawn") return false;
		return index === undefined || wanted.some((slide) => slide.index === Number(index));
	});
	return { warnings: left, warningCount: left.length };
}

/**
 * The name of a picture: slide-2, or slide-2-link-preview if the document has several platforms.
 */
function nameOf(document: ResolvedDocument, slide: ResolvedSlide): string {
	const { platform } = platformMember(document, slide);
	return `slide-${slide.position + 1}${platform === undefined ? "" : `-${platform}`}`;
}

function headOf({ canvases, format, mode, slides }: ResolvedDocument): string {
	const sizes = canvases.map((canvas) => {
		const { width, height } = outputSize(canvas, canvas.scale);
		return `${canvas.platform}, ${width} x ${height}`;
	});
	const each = slides.length / canvases.length;
	const count = each === 1 ? "1 slide" : `${each} slides, mode ${mode}`;
	return `${sizes.join("; ")} ${format}, ${count}. Boxes are x,y width x height in preview pixels; an indented path continues the one above it; " / " in a text is where its line breaks.`;
}

function sheetLine(
	wanted: readonly ResolvedSlide[],
	sheet: { readonly columns: number; readonly rows: number } | undefined,
): string {
	if (wanted.length === 1) return "The picture is the slide, made smaller.";
	const grid = sheet === undefined ? "" : ` ${sheet.columns} in a row,`;
	return `The picture shows ${wanted.length} pictures,${grid} row by row. For one alone: edit with its slide and an empty patch.`;
}

const wrong = (path: string, message: string) => invalid("invalid_request", [{ path, message }]);
