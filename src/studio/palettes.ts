/** Colours and purposes with which the gallery shows templates, so that each looks like a post. */

/** The main colour, that of the background, and that of texts. */
export type Palette = readonly [main: string, background: string, text: string];

export const PALETTES: readonly Palette[] = [
	["#3D5AFE", "#F4F1EA", "#16181D"],
	["#E4572E", "#FFF4E6", "#2B1B17"],
	["#0B6E4F", "#F3F7F0", "#10231C"],
	["#8E2C6C", "#FDF1F6", "#2A1020"],
	["#C6F432", "#11151C", "#F5F7FA"],
	["#0077B6", "#E8F6FB", "#0A2540"],
	["#FFB703", "#1B2A41", "#FFFFFF"],
	["#FF6B6B", "#1D1B2E", "#FFF7F2"],
	["#5F7A61", "#F6F4EC", "#22281F"],
	["#D9A441", "#3B0F1C", "#FFF3E0"],
	["#2EC4B6", "#0B2B33", "#F1FFFC"],
	["#D7263D", "#FFFFFF", "#14110F"],
];

/** Palettes of the bundled templates, as indexes. */
const CHOSEN: Readonly<Record<string, number>> = {
	"announcement-story": 1,
	"article-preview": 0,
	"bar-chart": 5,
	"before-after": 8,
	"bento-tiles": 0,
	birthday: 7,
	"bold-quote": 4,
	"brand-banner": 10,
	"brutal-poster": 11,
	certificate: 9,
	"channel-banner": 10,
	"chat-bubbles": 3,
	"code-card": 10,
	"comparison-table": 2,
	countdown: 6,
	coupon: 1,
	"cutout-zine": 6,
	"essay-page": 8,
	"event-date": 3,
	"fine-invitation": 9,
	"flash-sale-story": 11,
	fundraising: 2,
	giveaway: 7,
	"gradient-quote": 0,
	"hiring-list": 5,
	"holiday-greeting": 9,
	"kids-party": 7,
	"listing-photos": 2,
	"magazine-cover": 11,
	"match-result": 4,
	meme: 6,
	menu: 8,
	milestone: 10,
	"myth-fact": 3,
	"new-colleague": 1,
	"opening-hours": 2,
	"phone-note": 2,
	"photo-caption": 6,
	"photo-collage": 1,
	"pin-guide": 8,
	"podcast-cover": 7,
	"price-plans": 0,
	"product-grid": 1,
	"product-launch": 4,
	"property-sign": 11,
	question: 5,
	"quote-portrait": 1,
	"recipe-card": 2,
	"release-notes": 10,
	"report-cover": 5,
	"retro-stripes": 1,
	"sale-price": 11,
	"speaker-grid": 0,
	"spot-cover": 6,
	"steps-carousel": 7,
	"team-windows": 8,
	"testimonial-stars": 6,
	"this-or-that": 3,
	"three-figures": 2,
	timetable: 5,
	"tips-carousel": 10,
	"travel-offer": 5,
	"versus-cover": 11,
	"video-cover": 6,
	"webinar-speakers": 0,
	"week-plan": 8,
};

/** The palette that a template is shown in. */
export const paletteOf = (id: string): Palette => PALETTES[CHOSEN[id] ?? 0]!;

/** The values of a palette in documents. */
export const paletteVariables = ([main, background, text]: Palette): Record<string, string> => ({
	"brand.color": main,
	"brand.background": background,
	"brand.text": text,
});

/** What templates are for, with the tags that say so; the first that fits counts. */
const PURPOSES = {
	numbers: ["chart", "statistics", "report", "score", "results"],
	events: ["event", "invitation", "schedule", "webinar", "countdown", "week"],
	selling: [
		"sale",
		"shop",
		"product",
		"discount",
		"pricing",
		"menu",
		"property",
		"launch",
		"offer",
	],
	quotes: ["quote", "testimonial"],
	people: ["team", "hiring", "celebration", "award", "milestone"],
	talking: ["engagement", "poll", "community", "charity", "humour", "chat"],
	teaching: ["education", "how-to", "tips", "guide", "code", "essay", "carousel"],
	covers: ["cover", "banner", "thumbnail", "article", "photo", "news"],
} as const;

export type Purpose = keyof typeof PURPOSES | "other";

/** All purposes, in the order of the gallery. */
export const purposes: readonly Purpose[] = [
	"selling",
	"events",
	"quotes",
	"teaching",
	"people",
	"talking",
	"numbers",
	"covers",
	"other",
];

export function purposeOf({ tags }: { readonly tags: readonly string[] }): Purpose {
	for (const [purpose, words] of Object.entries(PURPOSES))
		if (tags.some((tag) => (words as readonly string[]).includes(tag))) return purpose as Purpose;
	return "other";
}
