/** A document that follows the advice of a warning loses the warning. */
import t from "tap";
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
