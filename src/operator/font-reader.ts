import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { FontFacts } from "../engine/text/fonts/operator-fonts.js";
import { beyondBounds } from "../json/bounds.js";
import { RenderChild } from "../service/processes/child.js";

/** Time that one font may take, and that the process may take to start. Milliseconds. */
const FONT_MS = 20_000;
const START_MS = 20_000;
const HEAP_MB = 512;

const Weight = Type.Integer({ minimum: 1, maximum: 1_000 });

const OpticalSize = Type.Number({ minimum: 0, maximum: 32_768 });

/** The process handled hostile bytes: what it says is checked like a client's word. */
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

/** The facts about a font file; or fault: why it cannot be used, as a clause after its name. */
export type FontAnswer = FontFacts | { readonly fault: string };

/**
 * Reads font files in a process of its own, bounded as render processes are: what ends it,
 * or keeps it busy for too long, is the fault of a font and ends nothing else.
 */
export class FontReader {
	readonly #memoryMb: number;
	#child: Promise<RenderChild> | undefined;

	/** @param memoryMb memory that the process may map */
	constructor(memoryMb: number) {
		this.#memoryMb = memoryMb;
	}

	/** Never rejects for what the bytes are. @throws Error when no process starts */
	async read(bytes: Uint8Array): Promise<FontAnswer> {
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
		// It may be in any state.
		this.close();
		return {
			fault: late
				? `takes longer than ${FONT_MS / 1_000} s to read`
				: "cannot be read: it crashes the process that reads it",
		};
	}

	/** Ends the process. Another one starts when there is more to read. */
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
				drawModule: new URL("../engine/text/fonts/inspect-module.js", import.meta.url),
				prepareModule: new URL("../engine/images/prepare.js", import.meta.url),
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
