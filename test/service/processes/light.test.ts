import t from "tap";
import type { Layer } from "../../../src/contract/document/layers.js";
import { isLightSlide } from "../../../src/service/processes/light.js";

const text: Layer = { type: "text", text: "Hello" };
const box: Layer = { type: "shape", shape: "rectangle", width: 9, height: 9 };
const picture = { type: "image", src: "lucide:heart" } as const;

t.test("a slide of some text and plain layers is light", (t) => {
	t.ok(isLightSlide({ textBlocks: [{ text: "Hello" }] }));
	t.ok(isLightSlide({ layers: [{ type: "stack", background: "red", children: [text, box] }] }));
	t.ok(isLightSlide({}, { front: [text] }));
	t.end();
});

t.test("what may take long is not light, wherever it stands", (t) => {
	const heavy: Record<string, Layer> = {
		"a picture": picture,
		"a barcode": { type: "barcode", kind: "qr", data: "x" },
		"a shadow": { ...box, shadow: { blur: 100 } },
		"a blend mode": { ...box, blendMode: "hue" },
		"a picture as a fill": { ...box, fill: picture },
		"letters of a picture": { ...text, textFill: picture },
		"a ground of a picture": { type: "stack", background: picture },
		"a clip": { type: "stack", clip: true, children: [box] },
		"a path": { ...box, shape: "path", path: "M0 0H9", viewBox: [0, 0, 9, 9] },
		"much text": { type: "text", text: "word ".repeat(400) },
	};
	for (const [name, layer] of Object.entries(heavy)) {
		t.notOk(isLightSlide({ layers: [layer] }), name);
		t.notOk(isLightSlide({ layers: [{ type: "stack", children: [layer] }] }), `${name} in a stack`);
		t.notOk(isLightSlide({}, { behind: [layer] }), `${name} on every slide`);
	}
	t.notOk(isLightSlide({ background: picture }), "a picture behind all");
	t.notOk(isLightSlide({ layers: Array.from({ length: 31 }, () => box) }), "many layers");
	t.notOk(isLightSlide({ image: "lucide:heart" }), "a slide's image");
	t.end();
});
