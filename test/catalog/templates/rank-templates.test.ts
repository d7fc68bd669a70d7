/** Templates are found by what people call their subject, in five languages. */
import t from "tap";
import { rankTemplates } from "../../../src/catalog/templates/rank-templates.js";
import type { Template } from "../../../src/contract/templates.js";
import { bundledTemplates } from "../../../src/documents/templates/template-library.js";

const bundled = bundledTemplates().map(({ template }) => template);
const idsOf = (query: string, templates: readonly Template[] = bundled) =>
	rankTemplates(templates, query).found.map(({ id }) => id);

const FOUND: Readonly<Record<string, readonly string[]>> = {
	"sale-price": ["Angebot", "soldes d'été", "rebajas", "春のセール", "discount", "black friday"],
	"webinar-speakers": ["speaker card", "Vortrag", "conférence", "ponente", "ウェビナー"],
	"hiring-list": ["we are hiring", "Stellenangebote", "offre d'emploi", "empleo", "求人"],
	"opening-hours": ["Öffnungszeiten", "horaires", "horario de apertura", "営業時間"],
	"recipe-card": ["Rezepte", "recettes", "recetas", "レシピ"],
	"testimonial-stars": ["customer reviews", "Bewertungen", "avis client", "reseña", "口コミ"],
	"listing-photos": ["Immobilie", "apartment for rent", "à louer", "inmobiliaria", "不動産"],
	"article-preview": ["og card", "blog post", "Blogartikel", "記事"],
};

t.test("in English, German, French, Spanish and Japanese", async (t) => {
	for (const [id, queries] of Object.entries(FOUND))
		for (const query of queries) t.ok(idsOf(query).slice(0, 4).includes(id), `${query}: ${id}`);
});

t.test(
	"a template that is named after a subject comes before those that only touch it",
	async (t) => {
		const first: Readonly<Record<string, readonly string[]>> = {
			"article-preview": ["og card", "OGP画像"],
			"recipe-card": ["Rezept", "recette", "receta", "レシピ"],
			"testimonial-stars": ["Bewertung", "avis client", "reseña", "口コミ"],
			"tips-carousel": ["Tipps", "conseils", "consejos", "コツ"],
			"match-result": ["Spielergebnis", "resultado del partido", "試合結果"],
			"fine-invitation": ["Hochzeit", "mariage", "boda", "結婚式"],
		};
		for (const [id, queries] of Object.entries(first))
			for (const query of queries) t.equal(idsOf(query)[0], id, query);
		t.ok(rankTemplates(bundled, "timeline").near.length > 0);
	},
);

t.test("an id comes first, and no words means all", async (t) => {
	t.equal(idsOf("bold-quote")[0], "bold-quote");
	t.equal(idsOf("Bold quote")[0], "bold-quote");
	t.equal(idsOf("").length, bundled.length);
	t.equal(idsOf("the of a").length, bundled.length, "words that say nothing");
});

t.test("a subject without a template names what comes near", async (t) => {
	const quotes = bundled.filter(({ id }) => id.includes("quote"));
	const { found, near } = rankTemplates(quotes, "profile banner");
	t.strictSame(found, []);
	t.ok(near.length > 0);
	t.strictSame(rankTemplates(bundled, "xyzzy"), { found: [], near: [] });
});

t.test("long and odd queries", async (t) => {
	for (const query of [
		"\u0000",
		"a".repeat(100_000),
		"売 ".repeat(10_000),
		"__proto__",
		"constructor",
	])
		t.ok(Array.isArray(rankTemplates(bundled, query).found));
});
