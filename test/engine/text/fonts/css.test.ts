import t from "tap";
import { BUILT_IN_FONTS } from "../../../../src/contract/fonts.js";
import { fontFaceRules } from "../../../../src/engine/text/fonts/css.js";
import { cssFontFamilies } from "../../../../src/engine/text/fonts/fallback-order.js";

t.test(
	"there is a rule for every family of the list, and none that can be emboldened",
	async (t) => {
		const rules = fontFaceRules((file) => `/fonts/${file}`).split("\n");
		const families = new Set(rules.map((rule) => /font-family:"([^"]*)"/.exec(rule)![1]));
		const byName = BUILT_IN_FONTS.map(({ family }) => family);
		t.same(families, new Set([...cssFontFamilies("sc"), ...byName]));
		t.ok(
			rules.some((rule) =>
				rule.startsWith(
					'@font-face{font-family:"Inter";font-style:italic;font-weight:900;src:url("/fonts/inter/Inter-BlackItalic.woff2") format("woff2");unicode-range:U+',
				),
			),
		);
		for (const rule of rules.filter((rule) => rule.includes("Symbols 2"))) {
			t.match(rule, "font-weight:1 1000;");
		}
	},
);
