import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { beyondBounds } from "../../base/json-bounds.js";
import type { FontFacts } from "../../engine/text/fonts/operator-fonts.js";
import { RenderChild } from "../../service/processes/child.js";

/** Time limits for one font, and for the start of the process. Milliseconds. */
const FONT_MS = 20_000;
const START_MS = 20_000;
const HEAP_MB = 512;

const Weight = Type.Integer({ minimum: 1, maximum: 1_000 });

const OpticalSize = Type.Number({ minimum: 0, maximum: 32_768 });

/** The process handled hostile bytes, so its replies are validated like input from a client. */
const FactsSchema = Type.Object(
	{
		family: Type.String({ minLength: 1, maxLength: 64 }),
		weight: Type.Tuple([Weight, Weight]),
		variable: Type.Boolean(),
		italic: Type.Boolean(),
		slant: Type.Union([
			Type.Null(),
			Type.Object({
				tag: Type.Union([Type.Literal("ital"), Type.Literal("slnt")]),
				value: Type.Number({ minimum: -90, maximum: 1 }),
			}),
		]),
		opticalSize: Type.Union([Type.Null(), Type.Tuple([OpticalSize, OpticalSize])]),
		coverage: Type.String({
			minLength: 1,
			maxLength: 1_000_000,
			pattern: "^[0-9a-z]{1,5}(?:\\.[0-9a-z]{1,5})?(?: [0-9a-z]{1,5}(?:\\.[0-9a-z]{1,5})?)*$",
		}),
	},
	{ additionalProperties: false },
);
const AnswerSchema = Type.Union([
	FactsSchema,
	Type.Object({ fault: Type.String({ maxLength: 500 }) }, { additionalProperties: false }),
]);
type Answer = Static<typeof AnswerSchema>;

/** The facts about a font file, or the reason why it cannot be used, as a clause after its name. */
export type FontResponse = FontFacts | { readonly fault: string };

/**
 * Reads font files in a separate process with the limits of a render process. If a font crashes it
 * or takes too long, nothing else is affected.
 */
export class FontReader {
	readonly #memoryMb: number;
	#child: Promise<RenderChild> | undefined;

	/** @param memoryMb memory limit of the process. MB */
	constructor(memoryMb: number) {
		this.#memoryMb = memoryMb;
	}

	/** Never rejects because of the bytes. @throws Error if no process can be started */
	async read(bytes: Uint8Array): Promise<FontResponse> {
		this.#child ??= startChild(this.#memoryMb);
		const child = await this.#child;
		let late = false;
		const timer = setTimeout(() => {
			late = true;
			child.kill();
		}, FONT_MS);
		const outcome = await child.run({ type: "font" }, [bytes]);
		clearTimeout(timer);
		if (outcome.type === "answer" && outcome.answer.type === "font") {
			const answer = parsed(outcome.blob);
			if (answer !== undefined) return answer;
		}
		// The process may be in any state.
		this.close();
		return {
			fault: late
				? `takes longer than ${FONT_MS / 1_000} s to read`
				: "cannot be read: it crashes the process that reads it",
		};
	}

	/** Ends the process. A new one is started for the next font. */
	close(): void {
		void this.#child?.then(
			(child) => child.kill(),
			() => undefined,
		);
		this.#child = undefined;
	}
}

function startChild(memoryMb: number): Promise<RenderChild> {
	return new Promise((resolve, reject) => {
		new RenderChild(
			{
				drawModule: new URL("../../engine/text/fonts/inspect-module.js", import.meta.url),
				prepareModule: new URL("../../engine/images/prepare.js", import.meta.url),
				memoryMb,
				heapMb: HEAP_MB,
				startTimeoutMs: START_MS,
			},
			{
				onReady: resolve,
				onExit: ({ lastWords }) =>
					reject(new Error(`the process that reads fonts does not start: ${lastWords}`)),
			},
		);
	});
}

/** undefined if it is not a valid answer. */
function parsed(json: Buffer): Answer | undefined {
	try {
		if (beyondBounds(json) !== undefined) return undefined;
		const value: unknown = JSON.parse(json.toString());
		return Value.Check(AnswerSchema, value) ? value : undefined;
	} catch {
		return undefined;
	}
}
