/**
 * One picture of each bundled template, small, on different canvases and with different examples
 * and brands: `templates/ID.png` beside this file's source. `scripts/template-sheets.ts` draws them all.
 */
import { mkdirSync, readdirSync } from "node:fs";
import t from "tap";
import { bundledTemplates } from "../../src/documents/templates/template-library.js";
import { startApp } from "../helpers/app.js";
import { checkGolden, goldenFolder } from "../helpers/golden.js";

/** Platform, example, brand, and slide where it is not the first. */
const CASES: Readonly<Record<string, readonly [string, string, string, number?]>> = {
	"announcement-story": ["photo-feed-story", "typical", "brand-b"],
	"article-preview": ["link-preview", "typical", "brand-a"],
	"bar-chart": ["photo-feed-post", "typical", "brand-b"],
	"before-after": ["photo-feed-square", "rtl", "brand-b"],
	"bento-tiles": ["photo-feed-post", "typical", "brand-b"],
	birthday: ["photo-feed-square", "typical", "brand-a"],
	"bold-quote": ["photo-feed-post", "typical", "brand-a"],
	"brand-banner": ["profile-banner", "typical", "brand-b"],
	"brutal-poster": ["photo-feed-post", "typical", "brand-a"],
	certificate: ["photo-feed-square", "typical", "brand-b"],
	"channel-banner": ["profile-banner", "rtl", "brand-b"],
	"chat-bubbles": ["photo-feed-post", "typical", "brand-b"],
	"code-card": ["link-preview", "typical", "brand-a"],
	"comparison-table": ["photo-feed-square", "long", "brand-b"],
	countdown: ["link-preview", "typical", "brand-b"],
	coupon: ["link-preview", "typical", "brand-b"],
	"cutout-zine": ["photo-feed-post", "typical", "brand-a"],
	"essay-page": ["photo-feed-post", "typical", "brand-b", 2],
	"event-date": ["professional-post", "typical", "brand-a"],
	"fine-invitation": ["photo-feed-story", "typical", "brand-a"],
	"flash-sale-story": ["photo-feed-story", "short", "brand-a"],
	fundraising: ["photo-feed-square", "typical", "brand-b"],
	giveaway: ["photo-feed-post", "typical", "brand-b"],
	"gradient-quote": ["photo-feed-post", "typical", "brand-b"],
	"hiring-list": ["photo-feed-post", "typical", "brand-b"],
	"holiday-greeting": ["photo-feed-square", "typical", "brand-a"],
	"kids-party": ["photo-feed-square", "typical", "brand-b"],
	"listing-photos": ["link-preview", "typical", "brand-b"],
	"magazine-cover": ["pin", "typical", "brand-a"],
	"match-result": ["wide-post", "typical", "brand-b"],
	meme: ["photo-feed-square", "typical", "brand-a"],
	menu: ["photo-feed-story", "typical", "brand-b"],
	milestone: ["link-preview", "typical", "brand-b"],
	"myth-fact": ["photo-feed-post", "rtl", "brand-a"],
	"new-colleague": ["professional-portrait", "typical", "brand-b"],
	"opening-hours": ["link-preview", "typical", "brand-a"],
	"phone-note": ["photo-feed-square", "typical", "brand-b"],
	"photo-caption": ["photo-feed-post", "typical", "brand-b"],
	"photo-collage": ["profile-banner", "typical", "brand-b"],
	"pin-guide": ["pin", "typical", "brand-b"],
	"podcast-cover": ["photo-feed-square", "minimal", "brand-b"],
	"price-plans": ["photo-feed-post", "typical", "brand-b"],
	"product-grid": ["photo-feed-square", "typical", "brand-a"],
	"product-launch": ["photo-feed-story", "typical", "brand-a"],
	"property-sign": ["photo-feed-post", "typical", "brand-b"],
	question: ["photo-feed-square", "short", "brand-b"],
	"quote-portrait": ["photo-feed-post", "long", "brand-a"],
	"recipe-card": ["photo-feed-square", "typical", "brand-b", 2],
	"release-notes": ["link-preview", "typical", "brand-b"],
	"report-cover": ["photo-feed-post", "typical", "brand-b"],
	"retro-stripes": ["photo-feed-post", "typical", "brand-b"],
	"sale-price": ["photo-feed-story", "rtl", "brand-b"],
	"speaker-grid": ["photo-feed-post", "typical", "brand-b"],
	"spot-cover": ["video-thumbnail", "typical", "brand-a"],
	"steps-carousel": ["photo-feed-square", "typical", "brand-a", 2],
	"team-windows": ["link-preview", "typical", "brand-b"],
	"testimonial-stars": ["link-preview", "long", "brand-b"],
	"this-or-that": ["wide-post", "typical", "brand-b"],
	"three-figures": ["photo-feed-post", "rtl", "brand-a"],
	timetable: ["photo-feed-story", "long", "brand-b"],
	"tips-carousel": ["photo-feed-square", "typical", "brand-b"],
	"travel-offer": ["photo-feed-square", "typical", "brand-b"],
	"versus-cover": ["video-thumbnail", "rtl", "brand-b"],
	"video-cover": ["video-thumbnail", "typical", "brand-b"],
	"webinar-speakers": ["link-preview", "rtl", "brand-a"],
	"week-plan": ["photo-feed-story", "typical", "brand-a"],
};
/** Output pixels for each pixel of the export: 405 wide, the size of a phone's preview. */
const SCALE = 0.375;

t.test("each bundled template looks as it did", async (t) => {
	const templates = bundledTemplates().map(({ template }) => template);
	t.same(Object.keys(CASES).sort(), templates.map(({ id }) => id).sort(), "each has a case");
	const folder = new URL("templates/", goldenFolder);
	mkdirSync(folder, { recursive: true });
	const { app } = await startApp(t);
	for (const { id, examples } of templates) {
		const [platform, row, brand, slide = 1] = CASES[id]!;
		const { variables } = examples.find(({ name }) => name === row)!;
		const answer = await app.inject({
			method: "POST",
			url: `/api/render.png?slide=${slide}`,
			payload: { template: id, variables, platform, brand, scale: SCALE },
		});
		t.equal(answer.statusCode, 200, answer.statusCode === 200 ? id : answer.body);
		await checkGolden(t, `templates/${id}`, answer.rawPayload);
	}
	t.equal(readdirSync(folder).length, templates.length, "no picture is left over");
});
