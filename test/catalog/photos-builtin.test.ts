import { Resvg } from "@resvg/resvg-js";
import t from "tap";
import { searchBackgrounds } from "../../src/catalog/photos/builtin-search.js";
import {
	BACKGROUNDS,
	BUILTIN_SIZES,
	builtinImage,
	createPhotos,
	type PhotoQuery,
	resolveBuiltin,
} from "../../src/catalog/photos/index.js";
import { DEFAULT_PHOTO_QUERY } from "../../src/contract/assets.js";
import { processorTime } from "../helpers/processor-time.js";

const photos = createPhotos({
	unsplashApiUrl: new URL("http://127.0.0.1:1"),
	openverseApiUrl: new URL("http://127.0.0.1:1"),
});
const query = (more: Partial<PhotoQuery> = {}): PhotoQuery => ({
	query: DEFAULT_PHOTO_QUERY,
	target: "background",
	page: 1,
	perPage: 12,
	...more,
});
const context = (baseUrl = "http://service.test") => ({
	baseUrl,
	signal: new AbortController().signal,
});
const first = (text: string, count = 3) =>
	searchBackgrounds(text)
		.slice(0, count)
		.map((b) => b.id);

t.test("the configuration chooses the provider", async (t) => {
	const urls = {
		unsplashApiUrl: new URL("https://api.unsplash.com"),
		openverseApiUrl: new URL("https://api.openverse.org"),
	};
	const id = (more: object) => createPhotos({ ...urls, ...more }).id;
	t.equal(id({}), "builtin");
	t.equal(id({ unsplashAccessKey: "k" }), "unsplash");
	t.equal(id({ unsplashAccessKey: " " }), "builtin");
	t.equal(id({ provider: "openverse" }), "openverse");
	t.equal(id({ provider: "builtin", unsplashAccessKey: "k" }), "builtin");
	t.throws(() => id({ provider: "unsplash" }), /UNSPLASH_ACCESS_KEY/);
	t.throws(() => id({ provider: "pexels" }), /unsplash, openverse, builtin/);
});

t.test("the default query shows twelve different kinds, then all of them", async (t) => {
	t.ok(BACKGROUNDS.length >= 48);
	t.equal(new Set(BACKGROUNDS.map(({ id }) => id)).size, BACKGROUNDS.length);
	const kinds = new Map(BACKGROUNDS.map(({ id, kind }) => [id, kind]));
	const page = await photos.search(query(), context());
	t.match(page, { provider: "builtin", total: BACKGROUNDS.length });
	t.equal(new Set(page.results.map(({ id }) => kinds.get(id))).size, 12);
	const seen: string[] = [];
	for (let n = 1; n <= page.totalPages; n++)
		seen.push(...(await photos.search(query({ page: n }), context())).results.map(({ id }) => id));
	t.strictSame(seen.sort(), BACKGROUNDS.map(({ id }) => id).sort());
	const past = await photos.search(query({ page: page.totalPages + 1 }), context());
	t.match(past, { total: BACKGROUNDS.length, results: [] });
	for (const nothing of [" ", "!?", "[.*+^]"])
		t.equal((await photos.search(query({ query: nothing }), context())).total, BACKGROUNDS.length);
});

t.test("people find what they mean", async (t) => {
	const wanted: readonly [string, string][] = [
		["mountains", "mountains-blue"],
		["moutain", "mountains-blue"],
		["Sunset", "sunset-coral"],
		["ocean waves", "waves-ocean"],
		["sea", "seascape-sunrise"],
		["beach", "beach-turquoise"],
		["luxury marble", "marble-black"],
		["starry night", "night-milky-way"],
		["northern lights", "aurora-green"],
		["tecnology", "hexagons-tech"],
		["colourful shapes", "memphis-pop"],
		["watercolour", "watercolor-pastel"],
		["grey", "gradient-charcoal"],
		["valentine's day", "hearts-rose"],
		["xmas", "snow-night"],
		["birthday party", "confetti-party"],
		["blue gradient background", "gradient-sky"],
		["paper texture", "paper-kraft"],
		["80s", "synthwave-neon"],
		["flower", "floral-spring"],
		["jungle", "leaves-tropical"],
		["city skyline", "city-night"],
		["woods", "forest-mist"],
		["golden", "confetti-gold"],
		["yoga", "waves-sage"],
		["podium", "studio-blush"],
	];
	for (const [text, id] of wanted) t.ok(first(text, 6).includes(id), `${text}: ${first(text, 6)}`);
	t.match(first("dark blue mesh", 1), ["mesh-midnight"], "all words before some");
});

t.test("people, dishes and products are found by plain words", async (t) => {
	for (const [text, first] of [
		["woman portrait", /^woman-/],
		["portrait of a man", /^man-/],
		["burger", /^hamburger$/],
		["sneaker", /^running-shoe$/],
		["coffee", /^hot-beverage$/],
		["salad", /^green-salad$/],
		["headphones", /^headphone$/],
	] as const)
		t.match((await photos.search(query({ query: text }), context())).results[0]?.id, first, text);
});

t.test("what the collection does not have is not found", async (t) => {
	for (const text of ["cat", "zebra", "zzzz", "' OR 1=1 --", "(cat|dog)+$"]) {
		const page = await photos.search(query({ query: text }), context());
		t.match(page, { total: 0, totalPages: 0, results: [] }, text);
	}
	const spent = processorTime();
	searchBackgrounds("blue ".repeat(40) + "x".repeat(10_000));
	for (let i = 0; i < 100; i++) searchBackgrounds("dark bleu tecnology wallpaper");
	t.ok(spent() < 5_000, "some milliseconds a query");
});

t.test("orientation and target choose the form", async (t) => {
	for (const orientation of ["landscape", "portrait", "squarish"] as const) {
		const page = await photos.search(query({ orientation }), context("https://cards.test/base/"));
		const { width, height } = BUILTIN_SIZES[orientation];
		t.match(page.results[0], { width, height });
		t.equal(page.total, BACKGROUNDS.length);
		const url = page.results[0]?.renderUrl ?? "";
		t.equal(
			url,
			`https://cards.test/base/api/assets/photos/builtin/${page.results[0]?.id}-${orientation}.svg`,
		);
	}
	t.match((await photos.search(query(), context())).results[0], { width: 1080, height: 1920 });
	const overlay = await photos.search(query({ target: "overlay" }), context());
	t.match(overlay.results[0], { width: 1200, height: 1200 });
});

t.test("search, resolve, track: no network", async (t) => {
	const page = await photos.search(query({ query: "aurora" }), context());
	const photo = page.results[0];
	t.match(photo, { attribution: { license: "CC0 1.0", source: "Built-in backgrounds" } });
	const bytes = await resolveBuiltin(new URL(photo?.renderUrl ?? "").pathname);
	const image = await builtinImage("aurora-green", "portrait");
	t.equal(image?.contentType, "image/svg+xml");
	t.same(bytes, image?.body);
	const location = photo?.attribution.downloadLocation ?? "";
	t.strictSame(await photos.track(location, context("http://service.test/")), { tracked: false });
	for (const wrong of [
		"",
		"aurora-green-portrait.svg",
		location.replace("service.test", "evil.example"),
		location.replace("//", "//user@"),
		location.replace("aurora-green", "no-such"),
		location.replace("portrait", "round"),
		location.replace("builtin/", "builtin/../builtin/"),
		`${location}?x`,
		`${location}${"x".repeat(10_000)}`,
		"https://api.unsplash.com/photos/abc/download",
	])
		await t.rejects(
			photos.track(wrong, context()),
			{ code: "invalid_download_url" },
			wrong.slice(0, 60),
		);
});

t.test("other paths than those of built-in photos are not resolved", async (t) => {
	for (const path of [
		"aurora-green.svg",
		"aurora-green-portrait.png",
		"aurora-green-portrait.svg/",
		"aurora-green-round.svg",
		"constructor-portrait.svg",
		"__proto__-portrait.svg",
		"..%2faurora-green-portrait.svg",
		"Aurora-green-portrait.svg",
		"",
	])
		t.equal(await resolveBuiltin(`/api/assets/photos/builtin/${path}`), undefined, path);
	t.equal(await resolveBuiltin("/aurora-green-portrait.svg"), undefined);
	t.equal(await builtinImage("aurora-green", "toString"), undefined);
	t.equal(await builtinImage("toString", "portrait"), undefined);
});

t.test("every background is a small, plain drawing in its own colours", async (t) => {
	const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
	for (const { id, kind, color } of BACKGROUNDS) {
		for (const [orientation, { width, height }] of Object.entries(BUILTIN_SIZES)) {
			const image = await builtinImage(id, orientation);
			const svg = Buffer.from(image?.body ?? []).toString();
			const name = `${id} ${orientation}`;
			t.ok(svg.length > 3_000 && svg.length < 150_000, `${name}: ${svg.length} bytes`);
			const elements = new Set([...svg.matchAll(/<([a-zA-Z]+)/g)].map(([, element]) => element));
			const plain = [
				"svg",
				"defs",
				"linearGradient",
				"radialGradient",
				"stop",
				"rect",
				"circle",
				"path",
			];
			t.notMatch(svg, /NaN|undefined|Infinity/, name);
			// People and things are drawings of others.
			if (!["person", "dish", "product"].includes(kind)) {
				t.strictSame(
					[...elements].filter((element) => !plain.includes(element ?? "")),
					[],
					name,
				);
				t.notMatch(svg, /<[^>]* opacity=/, name);
			}
			if (orientation !== "portrait") continue;
			const drawn = new Resvg(svg, {
				fitTo: { mode: "width", value: 96 },
				font: { loadSystemFonts: false },
			}).render();
			t.equal(Math.round((drawn.width / drawn.height) * 100), Math.round((width / height) * 100));
			const { pixels } = drawn;
			const sum = [0, 0, 0, 0];
			for (let i = 0; i < pixels.length; i++) sum[i % 4] = (sum[i % 4] ?? 0) + (pixels[i] ?? 0);
			const [r, g, b, a] = sum.map((value) => value / (pixels.length / 4)) as [
				number,
				number,
				number,
				number,
			];
			t.ok(a > 254.9, `${name} is opaque`);
			const off = Math.max(
				Math.abs(r - channel(color, 1)),
				Math.abs(g - channel(color, 3)),
				Math.abs(b - channel(color, 5)),
			);
			t.ok(off < 12, `${name} is ${color}, off by ${off}`);
		}
	}
});

t.test("a drawing is the same each time, and different from the others", async (t) => {
	const first = Buffer.from((await builtinImage("marble-white", "squarish"))?.body ?? []);
	// More than are cached, so that the next one is drawn again.
	const all = new Set<string>();
	for (const { id } of BACKGROUNDS)
		all.add(Buffer.from((await builtinImage(id, "landscape"))?.body ?? []).toString());
	t.equal(all.size, BACKGROUNDS.length);
	const again = Buffer.from((await builtinImage("marble-white", "squarish"))?.body ?? []);
	t.ok(first.equals(again));
});
