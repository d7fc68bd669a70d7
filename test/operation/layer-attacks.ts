/**
 * Documents within the size limits that are expensive for the HTTP process: layers, paints,
 * variables, links.
 */
import { randomBytes } from "node:crypto";
import { LINK_KEY, volley, type WorkAttack } from "./work-attacks.js";

const times = <T>(count: number, make: (i: number) => T): T[] =>
	Array.from({ length: count }, (_, i) => make(i));

const layered = (layers: (slide: number) => unknown[]) => ({
	mode: "carousel",
	slides: times(20, (slide) => ({ layers: layers(slide) })),
});
const shape = (fields: object) => ({
	type: "shape",
	shape: "rectangle",
	width: 9,
	height: 9,
	...fields,
});
const mixed = (i: number, k: number) => `rgb(from hsl(calc(${i} + ${k}) 40% 50%) r g b / 0.5)`;
const stacked = (levels: number): unknown =>
	levels === 0
		? { type: "text", text: "a", sides: 3 }
		: { type: "stack", children: [stacked(levels - 1)] };

const DOCUMENTS: Readonly<Record<string, () => unknown>> = {
	"3,000 layers with colours that are functions": () =>
		layered((s) =>
			times(150, (i) => shape({ fill: mixed(s, i), stroke: { color: mixed(i, s), width: 1 } })),
		),
	"12,000 stops of gradients, each another function": () =>
		layered((s) =>
			times(75, (i) =>
				shape({
					fill: { type: "linear", stops: times(8, (k) => ({ color: mixed(i * 20 + s, k) })) },
				}),
			),
		),
	"190 paths of 10,000 characters": () =>
		layered(() =>
			times(9, () =>
				shape({ shape: "path", viewBox: [0, 0, 9, 9], path: `M0 0${"L1 1".repeat(2_400)}` }),
			),
		),
	"400 barcodes of 1,000 characters": () =>
		layered((s) =>
			times(20, (i) => ({
				type: "barcode",
				kind: "qr",
				errorCorrection: "H",
				data: `${"A".repeat(980)}${i}.${s}`,
				width: 50,
				height: 50,
			})),
		),
	"500 stacks six deep with a wrong field": () => layered(() => times(25, () => stacked(5))),
	"90,000 layers of nothing": () => ({ slides: [{ layers: times(90_000, () => ({})) }] }),
	"3,000 layers of an unknown type": () =>
		layered(() => times(150, () => ({ type: "x".repeat(500) }))),
	"20,000 variables in one string": () => ({
		variables: { a: "x".repeat(100) },
		slides: [{ image: "{{a}}".repeat(19_999) }],
	}),
	"1.9 MB of braces": () => ({ variables: { a: "" }, slides: [{ image: "{".repeat(1_900_000) }] }),
	"10,000 strings with variables in layers": () => ({
		variables: { a: "x".repeat(100) },
		...layered(() =>
			times(150, () => ({ type: "text", text: "{{a}}", name: "{{a}}", showIf: "{{a}}" })),
		),
	}),
};

const TEXTS: Readonly<Record<string, () => string>> = {
	"JSON with a fault at its end": () =>
		`${JSON.stringify({ slides: times(60_000, () => ({ abcdefghijkl: "lorem" })) }).slice(0, -1)},}`,
	"JSON of escapes": () => `{"a":"${"\\u0000".repeat(310_000)}\\x"}`,
	"600 colours of 128 characters": () =>
		JSON.stringify({
			slides: times(20, (s) => ({
				textBlocks: times(30, (i) => ({ text: "a", highlightColor: mixed(s, i) })),
			})),
		}),
	"190 rich texts, 99 levels deep": () =>
		JSON.stringify({
			slides: times(10, () => ({
				textBlocks: times(19, () => ({
					richText: `${"<b>".repeat(99)}${"x".repeat(9_000)}${"</b>".repeat(99)}`,
				})),
			})),
		}),
	"a data URL of 1.9 MB": () =>
		JSON.stringify({ slides: [{ image: `data:image/svg+xml,${"%20".repeat(630_000)}` }] }),
};

const batch = (rows: unknown, text = "{{a}}") => ({
	document: { slides: [{ textBlocks: [{ text }] }] },
	rows,
});

/** Attacks without a known incident; half of them target the newest document features. */
export const LAYER_ATTACKS: readonly WorkAttack[] = [
	...Object.entries({ ...DOCUMENTS, ...TEXTS }).map(
		([name, make]): WorkAttack => ({
			name,
			run: (service, until) => {
				const body = make();
				return volley(service, until, { connections: 3 }, () => ({ path: "/api/measure", body }));
			},
		}),
	),
	{
		name: "links of 1.9 MB of noise",
		env: { LINK_KEYS: LINK_KEY },
		run: (service, until) => {
			const src = `data:image/png;base64,${randomBytes(1_400_000).toString("base64")}`;
			const body = { document: { slides: [{ image: src }] } };
			return volley(service, until, { connections: 3 }, () => ({ path: "/api/links", body }));
		},
	},
	{
		name: "CSV of 1,000 rows with 200 columns",
		run: (service, until) => {
			const names = times(200, (i) => `c${i}`);
			const rows = [names.join(","), ...times(1_000, () => names.map(() => "x").join(","))].join(
				"\n",
			);
			const body = batch(rows, names.map((name) => `{{${name}}}`).join(""));
			return volley(service, until, { connections: 3 }, () => ({
				path: "/api/batch?output=zip",
				body,
			}));
		},
	},
	{
		name: "1,000 rows with another number of fields",
		run: (service, until) => {
			const body = batch(`a,b\n${times(1_000, () => "1").join("\n")}`, "{{a}}{{b}}");
			return volley(service, until, { connections: 3 }, () => ({ path: "/api/batch", body }));
		},
	},
	{
		name: "rows of 90,000 variables",
		run: (service, until) => {
			const body = batch([Object.fromEntries(times(90_000, (i) => [`v${i}`, ""]))]);
			return volley(service, until, { connections: 3 }, () => ({ path: "/api/batch", body }));
		},
	},
	{
		name: "1,000 addresses in X-Forwarded-For",
		env: { TRUST_PROXY: "true" },
		run: (service, until) => {
			const headers = { "x-forwarded-for": times(1_000, () => "1.2.3.4:5").join(",") };
			return volley(service, until, { connections: 8 }, () => ({
				path: "/api/measure",
				body: {},
				headers,
			}));
		},
	},
];
