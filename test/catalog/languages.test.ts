import t from "tap";
import { createIcons } from "../../src/catalog/icons/index.js";
import { findBackgrounds } from "../../src/catalog/photos/builtin-find.js";
import { normalizeWords } from "../../src/catalog/words/normalize.js";
import { wordTable } from "../../src/catalog/words/word-table.js";

const icons = createIcons({});

/** Sixty queries in eight languages and in emoji: one of these icons is the first result. */
const QUERIES: Readonly<Record<string, readonly (readonly [query: string, icons: string])[]>> = {
	English: [
		["dollar", "lucide:dollar-sign"],
		["cart", "lucide:shopping-cart"],
		["close", "lucide:x"],
		["team", "lucide:users"],
		["rocket ship", "lucide:rocket"],
		["location", "lucide:map-pin"],
		["one", "tabler:number-1"],
		["logo", "tabler:brand-instagram"],
	],
	German: [
		["Rakete", "lucide:rocket"],
		["Geld", "lucide:banknote"],
		["Einkaufswagen", "lucide:shopping-cart"],
		["Herz", "lucide:heart"],
		["Haus", "lucide:house"],
		["Idee", "lucide:lightbulb tabler:bulb"],
		["Glühbirne", "lucide:lightbulb"],
	],
	French: [
		["fusée", "lucide:rocket"],
		["argent", "lucide:banknote"],
		["cœur", "lucide:heart"],
		["coeur", "lucide:heart"],
		["maison", "lucide:house"],
		["idée", "lucide:lightbulb tabler:bulb"],
		["poisson", "lucide:fish tabler:fish"],
	],
	Spanish: [
		["cohete", "lucide:rocket"],
		["dinero", "lucide:banknote"],
		["corazón", "lucide:heart"],
		["corazon", "lucide:heart"],
		["casa", "lucide:house"],
		["bombilla", "lucide:lightbulb"],
		["regalo", "lucide:gift tabler:gift"],
	],
	Russian: [
		["ракета", "lucide:rocket"],
		["деньги", "lucide:banknote"],
		["сердце", "lucide:heart"],
		["дом", "lucide:house"],
		["подарок", "lucide:gift tabler:gift"],
		["рыба", "lucide:fish tabler:fish"],
		["огонь", "lucide:flame"],
	],
	Arabic: [
		["صاروخ", "lucide:rocket"],
		["قلب", "lucide:heart"],
		["منزل", "lucide:house"],
		["هدية", "lucide:gift tabler:gift"],
		["مال", "lucide:banknote"],
		["سمكة", "lucide:fish tabler:fish"],
	],
	Chinese: [
		["火箭", "lucide:rocket"],
		["购物车", "lucide:shopping-cart"],
		["心", "lucide:heart"],
		["家", "lucide:house"],
		["礼物", "lucide:gift tabler:gift"],
		["鱼", "lucide:fish tabler:fish"],
	],
	Japanese: [
		["ロケット", "lucide:rocket"],
		["お金", "lucide:banknote"],
		["ハート", "lucide:heart"],
		["家", "lucide:house"],
		["魚", "lucide:fish tabler:fish"],
		["火", "lucide:flame"],
	],
	Emoji: [
		["🚀", "lucide:rocket"],
		["🛒", "lucide:shopping-cart"],
		["❤️", "lucide:heart"],
		["🔥", "lucide:flame"],
		["🎉", "lucide:party-popper"],
		["👍🏽", "lucide:thumbs-up tabler:thumb-up"],
	],
};

t.test("sixty queries in eight languages and in emoji", async (t) => {
	const rows = Object.entries(QUERIES).flatMap(([language, list]) =>
		list.map(([query, expected]) => ({ language, query, expected })),
	);
	t.ok(rows.length >= 60);
	for (const { language, query, expected } of rows) {
		const { results } = await icons.search(query, 5);
		const found = results.map(({ id }) => id);
		t.ok(expected.split(" ").includes(found[0] ?? ""), `${language} ${query}: ${found.join(" ")}`);
	}
});

t.test("endings, words among others, emoji among words", async (t) => {
	for (const [query, expected] of [
		["Raketen", "lucide:rocket"],
		["🚀 launch", "lucide:rocket"],
		["红心", "lucide:heart"],
	] as const) {
		const { results } = await icons.search(query, 3);
		t.ok(
			results.some(({ id }) => id === expected),
			`${query}: ${results.map(({ id }) => id)}`,
		);
	}
	for (const query of ["", "\n", "a\tb", "\t1", "\u{1f680}".repeat(200), "漢".repeat(200)]) {
		t.ok((await icons.search(query, 3)).results.length <= 3, JSON.stringify(query).slice(0, 20));
	}
});

t.test("the table finds every word that it has, and no other", async (t) => {
	const table = await wordTable();
	for (const word of ["rakete", "🚀", "火箭", "قلب", "ракета", "로켓"]) {
		t.ok(table.lookUp(normalizeWords(word)).length > 0, word);
	}
	for (const word of ["", "raket\n", "zzzzz", "\u0000", "\u{10ffff}", "rakete\t1"]) {
		t.same(table.lookUp(word), [], JSON.stringify(word));
	}
});

t.test("pages of icons hold each icon once", async (t) => {
	const [all, first, second] = await Promise.all([
		icons.search("heart", 40),
		icons.search("heart", 20),
		icons.search("heart", 20, 2),
	]);
	t.same(
		[...first.results, ...second.results].map(({ id }) => id),
		all.results.map(({ id }) => id),
	);
	t.equal(first.total, all.total);
	t.same((await icons.search("heart", 20, 10_000)).results, []);
});

t.test("built-in photos: other languages and emoji, and help where there is nothing", async (t) => {
	for (const query of ["Sonnenuntergang", "montagne", "flores", "海", "花", "🌅", "Blumen"]) {
		const { found, note } = await findBackgrounds(query);
		t.ok(found.length > 0 && found.length < 40, `${query}: ${found.length}`);
		t.equal(note, undefined, query);
	}
	for (const query of ["dog", "Hund", "вулкан", "🦷"]) {
		const { found, note = "", subjects = [] } = await findBackgrounds(query);
		t.same(found, [], query);
		t.match(note, /PHOTO_PROVIDER=openverse.*UNSPLASH_ACCESS_KEY/);
		t.ok(subjects.length > 3);
		for (const subject of subjects) {
			t.ok((await findBackgrounds(subject)).found.length > 0, `${query}: ${subject}`);
			t.ok(note.includes(subject));
		}
	}
	t.equal((await findBackgrounds("Hund")).subjects?.[0], "forest");
	t.equal((await findBackgrounds("dog")).subjects?.[0], "forest");
});
