import { type OutputUnit, Validator } from "@cfworker/json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import t from "tap";
import { BUILT_IN_CONTRACT } from "../../src/contract/contract.js";
import { EXAMPLES } from "../../src/contract/examples.js";
import { renderSchema } from "../../src/contract/render-schema.js";

const { requestBody } = renderSchema(BUILT_IN_CONTRACT, 1_000_000);
const ajv = new Ajv2020({ strict: false });

t.test(
	"the schema of a document is valid JSON Schema 2020-12; the examples validate",
	async (t) => {
		t.ok(ajv.validateSchema(requestBody), ajv.errorsText());
		const check = ajv.compile(requestBody);
		const other = new Validator(requestBody as object, "2020-12");
		for (const [name, example] of Object.entries(EXAMPLES)) {
			t.ok(check(example), `${name}: ${ajv.errorsText(check.errors)}`);
			const { valid, errors } = other.validate(example);
			t.ok(valid, `${name}: ${errors.map(({ error }: OutputUnit) => error).join()}`);
		}
	},
);

t.test("documents that the service refuses do not validate", async (t) => {
	const check = ajv.compile(requestBody);
	const layers: unknown[] = [
		{ type: "circle" },
		{ type: "text", text: "a", sides: 5 },
		{ type: "stack", children: [{ type: "shape" }] },
		{ type: "stack", padding: [1, 2, 3] },
		{ type: "text", width: "50" },
		{ type: "shape", shape: "star", fill: { type: "linear", stops: [{ color: "red" }] } },
	];
	for (const layer of layers)
		t.notOk(check({ slides: [{ layers: [layer] }] }), JSON.stringify(layer));
});

t.test("a schema that several fields use comes once", async (t) => {
	const text = JSON.stringify(requestBody);
	for (const title of ["Paint", "Shadow", "Border", "TextLayer", "Layer"])
		t.equal(text.split(`"title":"${title}"`).length - 1, 1, title);
	t.ok(text.length < 116_000, `${text.length}`);
});
