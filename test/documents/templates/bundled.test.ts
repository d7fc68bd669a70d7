/** Every bundled template on each of its canvases, with each of its examples and both brands. */
import { readdirSync } from "node:fs";
import t from "tap";
import { canvasShape } from "../../../src/base/canvas-shape.js";
import { packageRoot } from "../../../src/base/package-root.js";
import { PLATFORMS } from "../../../src/contract/platforms.js";
import type { Warning } from "../../../src/contract/warning.js";
import { samplesOf } from "../../../src/documents/templates/named-template.js";
import { bundledTemplates } from "../../../src/documents/templates/template-library.js";
import { createRenderer, type RenderRequest } from "../../../src/index.js";

/** Brands with a dark ground and with a light one. */
const BRANDS = ["brand-a", "brand-b"];
const EXAMPLES = ["typical", "short", "long", "rtl"];

const templates = bundledTemplates().map(({ template }) => template);
const worth = ({ severity }: Warning) => severity !== "info";

t.test("what each template has", async (t) => {
	const files = readdirSync(new URL("data/templates/", packageRoot))
		.filter((file) => file.endsWith(".json"))
		.map((file) => file.replace(/\.json$/, ""));
	t.same(templates.map(({ id }) => id).sort(), files.sort());
	t.ok(templates.length >= 30, `${templates.length} templates`);
	for (const { id, platforms, examples } of templates) {
		const shapes = platforms.map((platform) => {
			const { width, height } = PLATFORMS[platform as keyof typeof PLATFORMS];
			return canvasShape(width, height);
		});
		t.ok(new Set(shapes).size >= 3, `${id}: ${shapes.join(", ")}`);
		const names = examples.map(({ name }) => name);
		for (const name of EXAMPLES) t.ok(names.includes(name), `${id} has ${name}`);
	}
});

t.test("no example of a template has a warning on any canvas", async (t) => {
	const renderer = await createRenderer({});
	t.teardown(() => renderer.close());
	for (const template of templates) {
		const rows = [{ name: "samples", variables: samplesOf(template) }, ...template.examples];
		for (const platform of template.platforms) {
			const found: string[] = [];
			for (const [row, { name, variables }] of rows.entries())
				for (const [i, brand] of BRANDS.entries()) {
					// What is measured is all but contrast over pictures, which one canvas of each has drawn.
					const drawn = platform === template.platforms[0] && name !== "samples";
					if (!drawn && i !== row % BRANDS.length) continue;
					const document = { template: template.id, variables, platform, brand };
					const { warnings } = drawn
						? await renderer.render(document as unknown as RenderRequest)
						: await renderer.measure(document as unknown as RenderRequest);
					for (const { code, path, message } of warnings.filter(worth))
						found.push(`${brand} ${name}: ${code} ${path} ${message}`);
				}
			t.same(found, [], `${template.id} on ${platform}`);
		}
	}
});
