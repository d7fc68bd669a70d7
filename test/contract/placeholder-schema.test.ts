import { Validator } from "@cfworker/json-schema";
import t from "tap";
import { BUILT_IN_CONTRACT } from "../../src/contract/contract.js";
import { EXAMPLES } from "../../src/contract/examples.js";
import { renderSchema } from "../../src/contract/render-schema.js";

t.test("the schema of a document with placeholders takes them for every scalar", async (t) => {
	const { templateDocument } = renderSchema(BUILT_IN_CONTRACT, 1_000_000);
	const validator = new Validator(templateDocument, "2020-12");
	const isValid = (document: object) => validator.validate(document).valid;
	for (const [name, document] of Object.entries(EXAMPLES)) t.ok(isValid(document), name);
	const text = (more: object) => ({ slides: [{ layers: [{ type: "text", ...more }] }] });
	t.ok(isValid({ variables: { a: [{ b: [1, null] }] }, scale: "{{a[0].b[0]}}", slides: [{}] }));
	t.ok(
		isValid(
			text({ fontSize: "{{size(a) > 3 ? 10 : 20}}", textTransform: "{{b}}", repeat: "{{a}}" }),
		),
	);
	t.ok(
		isValid({
			slides: [{ layers: [{ type: "shape", shape: "series", values: "{{a.map(i, i.b)}}" }] }],
		}),
	);
	t.notOk(isValid(text({ fontSize: "large" })), "a text is not a placeholder");
	t.notOk(isValid(text({ fontsize: "{{a}}" })), "nor is a name unknown because of it");
});
