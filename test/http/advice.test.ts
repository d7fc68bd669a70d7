/** A document that follows the advice of a warning loses the warning. */
import sharp from "sharp";
import t from "tap";
import { WARNING_CODES } from "../../src/contract/warning.js";
import { DEFECTS, type Defect, WHITE } from "../engine/report/checks/cases.js";
import { startApp } from "../helpers/app.js";

type Fields = Record<string, unknown>;
interface Warning {
	readonly code: string;
	readonly path: string;
	readonly message: string;
	readonly [fact: string]: unknown;
}

const words = (text: string, more: Fields = {}) => ({
	...{ type: "text", text, fontSize: 20, textColor: "#000000", ...more },
});
const LINE = "A row of a list whose text needs two lines at this size, no more";
const row = (text: string) => ({
	...{ type: "stack", direction: "row", gap: 8 },
	children: [words("1", { width: 20 }), words(text, { grow: 1, basis: 0 })],
});
const list = (more: Fields, count = 4) => ({
	...{ type: "stack", x: 20, y: 20, align: "stretch" },
	...more,
	children: Array.from({ length: count }, () => row(LINE)),
});

/** Sets the field that an advice names, as "set its height to at least 192". */
function follow(document: { slides: Fields[] }, { path, message, ...facts }: Warning): object {
	const changed = structuredClone(document);
	const at = (pointer: string): Fields =>
		pointer
			.split("/")
			.slice(1)
			.reduce((value, step) => value[step] as Fields, changed as unknown as Fields);
	const layer = at(path);
	const [, field, size] = /set (?:its )?(\w+) to at least ([\d.]+)/.exec(message) ?? [];
	const [, gap, stack, pixels] = /set (\w*[gG]ap) of (\S+) to ([\d.]+)/.exec(message) ?? [];
	const [, lineHeight] = /lineHeight of ([\d.]+)/.exec(message) ?? [];
	const [, fontSize] = /fontSize of ([\d.]+)/.exec(message) ?? [];
	const [, moved, down] = /move (\S+) down by ([\d.]+)/.exec(message) ?? [];
	const [, y] = /set y to (-?[\d.]+)/.exec(message) ?? [];
	if (field !== undefined)
		for (const [, name, value] of message.matchAll(/its (\w+) to at least ([\d.]+)/g))
			at(facts.with as string)[name!] = Number(value);
	else if (size === undefined && stack !== undefined) at(stack)[gap!] = Number(pixels);
	else if (lineHeight !== undefined) layer.lineHeight = Number(lineHeight);
	else if (fontSize !== undefined) layer.fontSize = Number(fontSize);
	else if (moved !== undefined) at(moved).y = (at(moved).y as number) + Number(down);
	else if (y !== undefined) layer.y = Number(y);
	return changed;
}

t.test("a document that follows the advice loses the warning", async (t) => {
	const { app } = await startApp(t);
	const measured = async (payload: object) => {
		const answer = await app.inject({ method: "POST", url: "/api/measure", payload });
		t.equal(answer.statusCode, 200, answer.body.slice(0, 300));
		return answer.json().warnings as Warning[];
	};
	const cases: readonly (readonly [code: string, slide: Fields, platform?: string])[] = [
		["content_overflows_stack", { layers: [list({ width: 365, height: 150 })] }],
		["content_overflows_stack", { layers: [list({ width: 365, maxHeight: 150 })] }],
		[
			"content_overflows_stack",
			{ layers: [{ type: "stack", height: 150, children: [list({ shrink: 1 })] }] },
		],
		[
			"content_overflows_stack",
			{
				layers: [
					{
						...{ type: "stack", direction: "row", x: 20, y: 20, width: 90 },
						children: [words("Unbreakable"), words("words")],
					},
				],
			},
		],
		[
			"texts_overlap",
			{
				layers: [
					{
						...{ type: "stack", x: 20, y: 20 },
						children: [
							words("41,238", { fontSize: 110, lineHeight: 0.8, weight: 900 }),
							words("minutes listened", { fontSize: 22 }),
						],
					},
				],
			},
		],
		[
			"texts_overlap",
			{ layers: [words("One text", { x: 20, y: 20 }), words("Another", { x: 20, y: 30 })] },
		],
		["text_small", { layers: [words("Fine print", { fontSize: 8, x: 20, y: 20 })] }],
		[
			"lines_collide",
			{
				layers: [words("ပျို့ကြွားမြို့ကြီး\nပျို့ကြွားမြို့ကြီး", { lineHeight: 1, x: 20, y: 20, fontSize: 40 })],
			},
		],
		[
			"lines_collide",
			{
				layers: [
					words("كل مواعيدك في\nنظرة واحدة 📅", {
						...{ fontSize: 44, lineHeight: 1.06, align: "center", x: 20, y: 60, width: 365 },
					}),
				],
			},
		],
		[
			"lines_collide",
			{ layers: [words("gypsy jjj\n📅📅📅📅", { fontSize: 40, lineHeight: 0.85, x: 20, y: 20 })] },
		],
		["off_slide", { textBlocks: [{ text: "Below", y: 700, textColor: "#000000" }] }],
	];
	for (const [code, slide, platform = "photo-feed-square"] of cases) {
		const document = { platform, slides: [{ backgroundColor: "#FFFFFF", ...slide }] };
		const before = (await measured(document)).find((warning) => warning.code === code);
		t.ok(before, `${code} is reported`);
		if (before === undefined) continue;
		const changed = follow(document, before);
		t.notSame(changed, document, before.message);
		const after = (await measured(changed)).filter((warning) => warning.code === code);
		t.strictSame(after, [], before.message);
	}
});

const SMALL = `data:image/png;base64,${(
	await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c22" } })
		.composite([
			{
				input: { create: { width: 4, height: 8, channels: 3, background: "#2c2" } },
				left: 0,
				top: 0,
			},
		])
		.png()
		.toBuffer()
).toString("base64")}`;

interface Fix {
	readonly document: Fields;
	/** The layer or text block of the warning. */
	readonly layer: Fields;
	readonly warning: Warning;
	readonly at: (pointer: string) => Fields;
	/** Moves the layer of a pointer, or the stack whose flow it is in. */
	readonly move: (pointer: string, by: { x?: number; y?: number }) => void;
}
type Remedy = (fix: Fix, match: RegExpExecArray) => void;

const SIGNS = { up: ["y", -1], left: ["x", -1], down: ["y", 1], right: ["x", 1] } as const;
const OPPOSITE = { right: "left", left: "right", top: "down", bottom: "up" } as const;
const shift = (side: string, by: string) => {
	const [axis, sign] = SIGNS[side as keyof typeof SIGNS];
	return { [axis]: sign * (Number(by) + 1) };
};
const bright = (color: string) => {
	const parts = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
	return parts.reduce((sum, part) => sum + part, 0) > 380;
};

/** What a reader does who follows a part of a message; each part has to help by itself. */
const REMEDIES: readonly (readonly [RegExp, Remedy])[] = [
	[
		/set its (\w+) to at least/,
		({ document, warning }) => Object.assign(document, follow(document as never, warning)),
	],
	[
		/set fit: "shrink" on the stack/,
		({ at, warning }) => Object.assign(at(warning.with as string), { fit: "shrink" }),
	],
	[/make the box larger/, ({ layer }) => Object.assign(layer, { width: 360, height: 360 })],
	[/smaller minScale/, ({ layer }) => Object.assign(layer, { minScale: 0.2 })],
	[
		/put less into that stack or make it larger/,
		({ at, warning }) =>
			Object.assign(at(warning.path.replace(/\/children.*/, "")), { width: 360, height: 60 }),
	],
	[
		/(?:Set|Give it a larger) (width and height|width|height)/,
		({ layer }, [, fields]) => {
			for (const field of fields!.split(" and ")) layer[field] = 50;
		},
	],
	[/ or padding/, ({ layer }) => Object.assign(layer, { padding: 20 })],
	[/Set text or richText/, ({ layer }) => Object.assign(layer, { text: "Words" })],
	[/src is empty/, ({ layer }) => Object.assign(layer, { src: WHITE })],
	[/remove (?:the layer|it)/, ({ document, warning }) => remove(document, warning.path)],
	[/Add "variables"/, ({ document }) => Object.assign(document, { variables: { price: 5 } })],
	[/set textWrap to "balance"/, ({ layer }) => Object.assign(layer, { textWrap: "balance" })],
	[
		/write a [\w- ]+ \(U\+(\w+)\)/,
		({ layer, warning: { end, start } }, [, code]) => {
			const char = String.fromCodePoint(Number.parseInt(code!, 16));
			const joined =
				code === "2011"
					? `${(end as string).slice(0, -1)}${char}${start}`
					: `${end}${char}${start}`;
			for (const field of ["text", "richText"])
				if (typeof layer[field] === "string")
					layer[field] = (layer[field] as string).replace(new RegExp(`${end}\\s?${start}`), joined);
		},
	],
	[
		/use a fontSize of ([\d.]+) or less/,
		({ layer }, [, size]) => Object.assign(layer, { fontSize: Number(size) }),
	],
	[
		/use a fontSize of ([\d.]+) or more(?!, also)/,
		({ layer }, [, size]) => Object.assign(layer, { fontSize: Number(size) }),
	],
	[
		/fontSize of ([\d.]+) or more, also as minFontSize/,
		({ layer }, [, size]) =>
			Object.assign(layer, {
				fontSize: Number(size),
				minFontSize: Number(size),
				width: 365,
				height: 200,
			}),
	],
	[
		/lineHeight of ([\d.]+)/,
		({ layer }, [, height]) => Object.assign(layer, { lineHeight: Number(height) }),
	],
	[
		/make (?:it|the text) at least ([\d.]+) wide(?: and ([\d.]+) high)?/,
		({ layer }, [, width, height]) =>
			Object.assign(layer, { width: Number(width) }, height && { height: Number(height) }),
	],
	[
		/give the text a background/,
		({ layer, at }) => {
			const back = bright((layer.textColor as string | undefined) ?? "#FFFFFF");
			const background = back ? "#000000" : "#FFFFFF";
			if (layer.type !== undefined) Object.assign(layer, { background, padding: 8 });
			// A text block becomes a layer.
			else {
				const slide = at("/slides/0");
				const layers = (slide.textBlocks as Fields[]).map((one) =>
					one === layer
						? { type: "text", ...one, background, padding: 8 }
						: { type: "text", ...one },
				);
				slide.textBlocks = [];
				slide.layers = [...((slide.layers as Fields[] | undefined) ?? []), ...layers];
			}
		},
	],
	[/raise the opacity/, ({ layer }) => Object.assign(layer, { opacity: 1 })],
	[
		/move (\/\S+) (?:to the )?(down|right) by ([\d.]+)/,
		({ move }, [, path, side, by]) => move(path!, shift(side!, by!)),
	],
	[
		/move the text (?:to the )?(up|down|left|right) by ([\d.]+)/,
		({ move, warning }, [, side, by]) => move(warning.path, shift(side!, by!)),
	],
	[
		/move it ([\d.]+) (?:to the )?(up|down|left|right)/,
		({ move, warning }, [, by, side]) => move(warning.path, shift(side!, by!)),
	],
	[
		/extends past the slide by ([\d.]+) (?:on|at) the (right|left|top|bottom)(?!.* and )[^.]*move it/,
		({ move, warning }, [, by, side]) =>
			move(warning.path, shift(OPPOSITE[side as keyof typeof OPPOSITE], by!)),
	],
	[
		/use within: "safeArea"/,
		({ layer }) => Object.assign(layer, { within: "safeArea", x: 0, y: 0 }),
	],
	[
		/put the text later in its list/,
		({ document, warning }) => {
			const list = listOf(document, warning.path);
			list.items.push(...list.items.splice(list.index, 1));
		},
	],
	[
		/put both in a stack/,
		({ document, at, warning: { path, with: other } }) => {
			const children = [at(other as string), at(path)].map((one) => ({
				...one,
				type: one.type ?? "text",
			}));
			const slide = (document.slides as Fields[])[0]!;
			slide.textBlocks = [];
			slide.layers = [
				{
					type: "stack",
					x: 20,
					y: 20,
					width: 365,
					children: children.map(({ x, y, right, bottom, rotation, ...rest }: Fields) => rest),
				},
			];
		},
	],
	[
		/same fitGroup/,
		({ layer, at, warning }) => {
			layer.fitGroup = "a";
			at(warning.with as string).fitGroup = "a";
		},
	],
	[
		/swap color and background/,
		({ layer }) => Object.assign(layer, { color: layer.background, background: layer.color }),
	],
	[/leave the field out/, ({ layer }) => delete layer.quietZone],
	[
		/must be at least 4:1/,
		({ layer }) => Object.assign(layer, { color: "#000000", background: "#FFFFFF" }),
	],
	[
		/change textColor/,
		({ layer, warning }) =>
			Object.assign(layer, {
				textColor: bright((warning.ground as string | undefined) ?? "#FFFFFF")
					? "#000000"
					: "#FFFFFF",
			}),
	],
	[
		/Give it another colour/,
		({ layer }) => {
			if (layer.shape === "line") layer.stroke = { color: "#00AA55", width: 2 };
			else if (layer.shape !== undefined) layer.fill = "#00AA55";
			else if (layer.background !== undefined) layer.background = "#00AA55";
			else if (layer.type === "text") layer.textColor = "#00AA55";
			else layer.color = "#00AA55";
		},
	],
	[
		/Tags belong in richText/,
		({ layer }) => {
			layer.richText = layer.text;
			delete layer.text;
		},
	],
	[/no effect/, ({ document, warning }) => remove(document, warning.path)],
	[/Use PNG, WebP or SVG/, ({ document }) => Object.assign(document, { format: "png" })],
	[/Use a larger width/, ({ layer }) => Object.assign(layer, { width: 380, fontSize: 30 })],
	[
		/The text needs a (width|height) of ([\d.]+)/,
		({ layer }, [, field, size]) => Object.assign(layer, { [field!]: Number(size) }),
	],
	[/make its box smaller/, ({ layer }) => Object.assign(layer, { width: 4, height: 4 })],
	[/set y to (-?[\d.]+)/, ({ layer }, [, y]) => Object.assign(layer, { y: Number(y) })],
	[/Set mode to carousel/, ({ document }) => Object.assign(document, { mode: "carousel" })],
];

/** The list that a pointer points into, and the index in it. */
function listOf(document: Fields, pointer: string): { items: Fields[]; index: number } {
	const steps = pointer.split("/").slice(1);
	const index = Number(steps.pop());
	const items = steps.reduce<unknown>((value, step) => (value as Fields)[step], document);
	return { items: items as Fields[], index };
}

function remove(document: Fields, pointer: string): void {
	const steps = pointer.split("/").slice(1);
	const last = steps.pop()!;
	const owner = steps.reduce<unknown>((value, step) => (value as Fields)[step], document);
	if (Array.isArray(owner)) owner.splice(Number(last), 1);
	else delete (owner as Fields)[last];
}

function fixOf(document: Fields, warning: Warning): Fix {
	const at = (pointer: string): Fields =>
		pointer
			.split("/")
			.slice(1)
			.reduce<unknown>((value, step) => (value as Fields)[step], document) as Fields;
	const layerPath = warning.path.replace(
		/\/(?!\d+(\/|$))(?!layers|slides|textBlocks|imageOverlays|children)\w+$/,
		"",
	);
	const move: Fix["move"] = (pointer, by) => {
		const top = at(pointer.replace(/\/children.*/, ""));
		for (const [axis, far] of [
			["x", "right"],
			["y", "bottom"],
		] as const) {
			const less = by[axis] ?? 0;
			if (top[far] !== undefined && top[axis] === undefined) top[far] = (top[far] as number) - less;
			else if (less !== 0) top[axis] = ((top[axis] as number | undefined) ?? 0) + less;
		}
	};
	return { document, layer: at(layerPath), warning, at, move };
}

/** Codes whose message only says what happened: what helps is to write something else. */
const WITHOUT_ADVICE: ReadonlySet<string> = new Set([
	...["text_overflows_slide", "text_truncated", "missing_characters", "value_not_shown"],
	...["tag_dropped", "color_ignored", "style_ignored", "svg_not_supported", "image_replaced"],
]);

/** Defects of codes that the checks do not have. */
const FURTHER: readonly Defect[] = [
	{
		name: "a word that is too long",
		code: "word_broken",
		slide: {
			textBlocks: [{ text: "Donaudampfschifffahrt", fontSize: 40, width: 200, x: 20, y: 20 }],
		},
	},
	{
		name: "a text that is too high",
		code: "text_overflows_box",
		slide: {
			textBlocks: [
				{ text: "Some words in lines", fontSize: 40, width: 200, height: 60, x: 20, y: 20 },
			],
		},
	},
	{
		name: "two slides",
		code: "slides_not_drawn",
		document: { mode: "single", slides: [{}, {}] },
		slide: {},
	},
	{
		name: "a small picture",
		code: "image_enlarged",
		drawn: true,
		slide: { layers: [{ type: "image", src: SMALL, x: 20, y: 20, width: 300, height: 300 }] },
	},
	{
		name: "a text below the slide",
		code: "off_slide",
		slide: { textBlocks: [{ text: "Below", y: 700 }] },
	},
];

t.test("each part of the advice helps, for every code", async (t) => {
	const { app } = await startApp(t);
	const followed = new Map<string, number>();
	for (const { name, code, document: more, slide, drawn } of [...DEFECTS, ...FURTHER]) {
		const warningsOf = async (payload: object) => {
			const url = drawn ? "/api/render" : "/api/measure";
			const answer = await app.inject({ method: "POST", url, payload });
			t.equal(answer.statusCode, 200, `${name}: ${answer.body.slice(0, 300)}`);
			return (answer.json().warnings ?? []) as Warning[];
		};
		const document = {
			platform: "photo-feed-post",
			...more,
			slides: more?.slides ?? [slide],
		} as Fields;
		const before = (await warningsOf(document)).find((warning) => warning.code === code);
		t.ok(before, `${name}: ${code} is reported`);
		if (before === undefined) continue;
		for (const [pattern, remedy] of REMEDIES) {
			const match = pattern.exec(before.message);
			if (match === null) continue;
			const changed = structuredClone(document);
			let left: Warning[] = [before];
			// A text that moves may have other lines: then the advice is followed again.
			for (let times = 0; times < 4 && left.length > 0; times++) {
				const again = pattern.exec(left[0]!.message);
				if (again === null) break;
				remedy(fixOf(changed, left[0]!), again);
				left = (await warningsOf(changed)).filter(
					(one) => one.code === code && one.path === before.path,
				);
			}
			t.strictSame(left, [], `${name}: ${match[0]} in ${before.message}`);
			followed.set(code, (followed.get(code) ?? 0) + 1);
		}
	}
	const missing = WARNING_CODES.filter((code) => !followed.has(code) && !WITHOUT_ADVICE.has(code));
	t.strictSame(missing, [], "codes whose advice is not followed");
});

t.test("fit is named only where it is allowed and helps", async (t) => {
	const { app } = await startApp(t);
	const messageOf = async (layer: Fields) => {
		const payload = { slides: [{ backgroundColor: "#FFFFFF", layers: [layer] }] };
		const answer = await app.inject({ method: "POST", url: "/api/measure", payload });
		t.equal(answer.statusCode, 200, answer.body.slice(0, 300));
		const { warnings } = answer.json();
		const found = warnings.find(({ code }: Warning) => code === "content_overflows_stack");
		return (found?.message ?? "") as string;
	};
	const bounded = list({ width: 365, height: 150 });
	t.match(await messageOf(bounded), /set fit: "shrink" on the stack/);
	t.equal(await messageOf({ ...bounded, fit: "shrink" }), "", "it cures");
	t.notMatch(await messageOf(list({ width: 365, height: 50 })), /fit/, "too much for the scale");
	t.notMatch(await messageOf({ ...bounded, width: undefined }), /fit/, "no limited width");
});
