/** The icon library itself, in this thread: what ThreadedIconLibrary answers from its own. */
import t from "tap";
import { POPULAR_ICONS } from "../../src/catalog/icons/concepts.js";
import { IconLibrary } from "../../src/catalog/icons/icon-library.js";
import { ThreadedIconLibrary } from "../../src/catalog/icons/threaded-icon-library.js";

const library = new IconLibrary();

/** Queries of all kinds: English, misspelt, phrases, other languages, emoji, nothing to find. */
const QUERIES = [
	"",
	"rocket",
	"rokcet",
	"shopping cart",
	"thank you",
	"instagram logo",
	"Kaffee",
	"café",
	"corazón",
	"chat",
	"ロケット",
	"🔥",
	"🔥 fire",
	"qqqqzzzz",
	"x".repeat(200),
	"<script>",
];

t.test("it answers what its thread answers, page by page", async (t) => {
	const threaded = new ThreadedIconLibrary();
	for (const query of QUERIES) {
		const all = await library.search(query, 60);
		t.strictSame(await threaded.search(query, 60), all, query);
		const pages = await Promise.all([0, 20, 40].map((at) => library.search(query, 20, at)));
		t.strictSame(
			pages.flatMap(({ icons }) => icons),
			all.icons,
			`${query}: pages make the whole`,
		);
		t.ok(
			pages.every(({ total }) => total === all.total),
			"each page has the total",
		);
		t.equal(new Set(all.icons.map(({ id }) => id)).size, all.icons.length, "no icon twice");
	}
});

t.test("no query gives the popular icons, in their order", async (t) => {
	const { total, icons } = await library.search(" ", 1_000);
	t.equal(total, POPULAR_ICONS.length);
	t.strictSame(
		icons.map(({ id }) => id),
		[...POPULAR_ICONS],
	);
});

t.test("words of other languages and emoji find what the English word finds", async (t) => {
	const first = async (query: string) =>
		(await library.search(query, 12)).icons.map(({ id }) => id);
	const hearts = await first("heart");
	for (const query of ["Herz", "corazón", "❤️"])
		t.ok(
			(await first(query)).some((id) => hearts.includes(id)),
			query,
		);
	const english = new IconLibrary({ translate: false });
	t.equal((await english.search("corazón", 5)).total, 0, "unless it does not translate");
	t.ok(await english.knows("heart"));
	t.notOk(await english.knows("corazón"));
});

t.test("every found icon has a drawing; an unknown one has suggestions", async (t) => {
	await library.warm();
	for (const { id } of (await library.search("arrow", 30)).icons) {
		const [set = "", name = ""] = id.split(":");
		t.match(await library.icon(set, name), { body: /<(path|circle|rect|g|line|poly)/ }, id);
	}
	t.equal(await library.icon("lucide", "rokket"), undefined);
	t.equal(await library.icon("no-set", "rocket"), undefined);
	const nearest = await library.nearest("lucide", "rokket");
	t.ok(nearest.includes("lucide:rocket"), `${nearest}`);
	t.ok(nearest.length <= 3);
});
