import t from "tap";
import { CONCEPTS, POPULAR_ICONS } from "../../src/catalog/icons/concepts.js";
import { EMBEDDED_SETS, loadIconifySet } from "../../src/catalog/icons/embedded-sets.js";
import { readIconTerms } from "../../src/catalog/icons/icon-terms.js";
import { createIcons } from "../../src/catalog/icons/index.js";
import { isOneTypingErrorApart } from "../../src/catalog/icons/typing-error.js";
import { words } from "../../src/catalog/icons/words.js";
import { processorTime } from "../helpers/processor-time.js";

const ICON_TERMS = await readIconTerms();
const icons = createIcons({});

async function ids(query: string, limit = 10): Promise<string[]> {
	return (await icons.search(query, limit)).results.map(({ id }) => id);
}

/** One of these is the first result, or within the first three if it stands after "~". */
const EXPECTED: Readonly<Record<string, string>> = {
	money: "lucide:banknote lucide:coins",
	idea: "lucide:lightbulb tabler:bulb",
	food: "lucide:utensils",
	travel: "lucide:plane",
	swipe: "~tabler:hand-move",
	growth: "~lucide:trending-up",
	"check mark": "lucide:check",
	checkmark: "lucide:check",
	"trash can": "lucide:trash",
	trashcan: "lucide:trash",
	"rubbish bin": "lucide:trash",
	instagram: "tabler:brand-instagram",
	"instagram logo": "tabler:brand-instagram",
	"e-mail": "lucide:mail",
	email: "lucide:mail",
	"E-Mails": "lucide:mail",
	rocket: "lucide:rocket",
	rockets: "lucide:rocket",
	roket: "lucide:rocket",
	rokcet: "lucide:rocket",
	rrocket: "lucide:rocket",
	instagarm: "tabler:brand-instagram",
	calender: "lucide:calendar",
	"shoping cart": "lucide:shopping-cart",
	fire: "lucide:flame",
	colour: "lucide:palette",
	color: "lucide:palette",
	aeroplane: "lucide:plane",
	lorry: "lucide:truck",
	favourites: "lucide:star",
	"thank you": "lucide:hand-heart",
	"link in bio": "lucide:link",
	"happy birthday": "lucide:cake",
	"black friday": "lucide:badge-percent",
	"camera off": "lucide:camera-off",
	x: "lucide:x",
	"paper plane": "~lucide:send",
	people: "lucide:users",
	cookies: "lucide:cookie",
	café: "lucide:coffee",
};

t.test("finds what a person means", async (t) => {
	for (const [query, expected] of Object.entries(EXPECTED)) {
		const wanted = expected.replace("~", "").split(" ");
		const found = await ids(query, expected.startsWith("~") ? 3 : 1);
		t.ok(
			found.some((id) => wanted.includes(id)),
			`${query}: ${found.join(" ")}`,
		);
	}
});

t.test("the exact name, then a tag, then a fragment", async (t) => {
	const fire = await ids("fire", 80);
	const place = (id: string) => fire.indexOf(id);
	t.ok(place("lucide:flame") < place("lucide:fire-extinguisher"));
	t.ok(place("tabler:flame") < place("lucide:fire-extinguisher"));
	t.equal((await ids("anchor"))[0], "lucide:anchor");
});

t.test("near duplicates do not crowd out other motifs", async (t) => {
	const rocket = await ids("rocket", 80);
	t.same(rocket.slice(0, 2), ["lucide:rocket", "tabler:rocket"]);
	t.equal(rocket.at(-1), "tabler:rocket-off");
	const heart = await ids("heart", 80);
	t.ok(heart.indexOf("tabler:heart") < heart.indexOf("tabler:heart-filled"));
	t.equal((await ids("heart filled"))[0], "tabler:heart-filled");
	const money = await ids("money", 8);
	const motifs = money.map((id) => id.replace(/^.*:/, "").replace(/-filled$/, ""));
	t.equal(new Set(motifs).size, 8);
});

t.test("punctuation has no meaning of its own", async (t) => {
	for (const query of [".*", "(((", "[-]", "^$", "\\", "???", " \t "]) {
		const { total } = await icons.search(query, 10);
		t.equal(total, query.trim() === "" ? POPULAR_ICONS.length : 0, JSON.stringify(query));
	}
	t.same(await ids("rocket.*"), await ids("rocket"));
	t.same(await ids("(heart|star)"), await ids("heart star"));
	t.same(await ids("qwertyuiop"), []);
	t.same(await ids("constructor __proto__"), await ids("constructor proto"));
});

t.test("the longest queries stay quick", async (t) => {
	const queries = ["a ".repeat(100), "zqxwvk ".repeat(28), "x".repeat(200), "é".repeat(200)];
	queries.push(Array.from({ length: 28 }, (_, i) => `zq${i}xwvk`).join(" "));
	const spent = processorTime();
	for (const query of queries) await icons.search(query, 80);
	t.ok(spent() < 15_000);
});

t.test("a result describes the icon", async (t) => {
	const { total, results } = await icons.search("rocket", 1);
	t.ok(total > 2);
	t.equal(results.length, 1);
	const { tags, ...rest } = results[0]!;
	t.same(rest, {
		id: "lucide:rocket",
		name: "rocket",
		set: "lucide",
		renderUrl: "/api/assets/icons/lucide/rocket.svg",
		width: 24,
		height: 24,
		license: "ISC",
	});
	t.ok(tags.includes("launch"));
	t.equal((await icons.search("instagram", 1)).results[0]?.license, "MIT");
});

t.test("without a query, what social posts use", async (t) => {
	for (const query of [undefined, "", "  "]) {
		const { total, results } = await icons.search(query, 80);
		t.equal(results.length, 80);
		t.equal(total, POPULAR_ICONS.length);
		t.equal(results[0]?.id, "lucide:heart");
	}
	t.equal((await icons.search(undefined, 5)).results.length, 5);
});

t.test("every icon that is found can be drawn, and every visible one can be found", async (t) => {
	for (const set of Object.keys(EMBEDDED_SETS)) {
		const { icons: drawn, aliases = {} } = await loadIconifySet(set);
		const visible = Object.keys(drawn).filter((name) => !drawn[name]?.hidden);
		const indexed = (ICON_TERMS[set] ?? "").split("\n").map((line) => line.split("\t")[0]);
		t.same(indexed, visible.sort(), `${set}: run npm run generate`);
		// What the drawing code relies on: no alias that turns an icon, no grid that is not square.
		t.ok(Object.values(aliases).every((alias) => Object.keys(alias).join() === "parent"));
		t.ok(Object.values(drawn).every(({ width, height }) => width === height));
	}
});

t.test("concepts and the curated list name icons that exist, once each", async (t) => {
	const known = new Set(
		Object.entries(ICON_TERMS).flatMap(([set, lines]) =>
			lines.split("\n").map((line) => `${set}:${line.split("\t")[0]}`),
		),
	);
	for (const list of [POPULAR_ICONS, ...CONCEPTS.map(({ icons }) => icons)]) {
		t.same(
			list.filter((id) => !known.has(id)),
			[],
		);
		t.equal(new Set(list).size, list.length, list.join(" "));
	}
});

t.test("words of a query lose plural, accent, possessive and British spelling", async (t) => {
	t.same(words("Watches, boxes & cookies"), ["watch", "box", "cooky"]);
	t.same(words("Café-Théâtre"), ["cafe", "theater"]);
	t.same(words("women's jewellery"), words("womens jewelry"));
	t.same(words("bus glass gas"), ["bus", "glass", "gas"]);
});

t.test("one letter left out, doubled, swapped or wrong is one typing error", async (t) => {
	for (const typo of ["hear", "hheart", "haert", "hexrt", "heart"]) {
		t.ok(isOneTypingErrorApart(typo, "heart"), typo);
		t.ok(isOneTypingErrorApart("heart", typo), typo);
	}
	for (const other of ["he", "haetr", "hextr", "traeh", "", "heartier"]) {
		t.notOk(isOneTypingErrorApart(other, "heart"), other);
	}
});
