/** What of a shadow lies under an opaque box is not drawn, which nobody can see. */
import t from "tap";
import type { Layer } from "../../../src/contract/document/layers.js";
import { composite } from "../../../src/engine/draw/composite.js";
import { planSteps } from "../../../src/engine/draw/plan.js";
import { SlidePrice } from "../../../src/engine/draw/slide-price.js";
import type { SlideJob } from "../../../src/engine/job.js";
import { paintItems } from "../../../src/engine/layers/paint-item.js";
import { placeLayers } from "../../../src/engine/layers/place-layers.js";
import type { PaintNode } from "../../../src/engine/paint/node.js";
import { scaledNodes } from "../../../src/engine/paint/scaled.js";
import { openCanvas } from "../../../src/engine/pixels/canvas.js";
import { canvasArea, kernels } from "../../../src/engine/pixels/kernels.js";
import { openFontLibrary } from "../../../src/engine/text/fonts/library.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

const SIDE = 1080;
const fonts = await openFontLibrary();
const next = randomNumbers(3);
const between = (from: number, to: number) => from + next() * (to - from);

function nodesOf(layers: Layer[]): PaintNode[] {
	const job: SlideJob = {
		...{ slide: { layers }, slideIndex: 0, slideCount: 1, platform: "photo-feed-square" },
		...{ stepperColor: "#D4AF37", mode: "single", stepperStyle: "none", format: "png" },
	};
	const placed = placeLayers(job, false, fonts, new SlidePrice());
	const nothing = () => undefined;
	const parts = { fonts, pictures: new Map(), scale: 1, spend: nothing, hold: nothing };
	return paintItems(placed.layers, parts, { x: 0, y: 0, width: SIDE, height: SIDE });
}

async function pixels(nodes: readonly PaintNode[], scale: number): Promise<Buffer> {
	const side = Math.ceil(SIDE * scale);
	const steps = planSteps(scaledNodes(nodes, { x: scale, y: scale }));
	await composite(openCanvas(side, side), { backgroundColor: "#F2D0A9" }, null, steps);
	kernels.needAllRows();
	return Buffer.from(canvasArea().slice(0, 4 * side * side));
}

/** The same nodes, their shadows whole. */
const whole = (nodes: readonly PaintNode[]): PaintNode[] =>
	nodes.map((node) => {
		if (node.kind === "group") return { ...node, children: whole(node.children) };
		if (node.kind !== "shade") return node;
		const { hidden, ...rest } = node;
		return rest;
	});
const hides = (nodes: readonly PaintNode[]): boolean =>
	nodes.some((node) => (node.kind === "shade" ? node.hidden !== undefined : false));

t.test(
	"a card over its shadow has the pixels that it has with all of the shadow drawn",
	async (t) => {
		for (const scale of [1, 0.37, 0.25])
			for (let round = 0; round < 8; round++) {
				const card: Layer = {
					...{ type: "stack", background: "#FFFFFF", children: [] },
					...{ x: between(-60, 250), y: between(-60, 250) },
					...{ width: between(20, 300), height: between(20, 300), borderRadius: between(0, 40) },
					shadow: {
						...{ x: between(-20, 20), y: between(-20, 20), blur: between(0, 60) },
						...{ color: "#000000", opacity: between(0.2, 0.9) },
					},
					...(round % 4 === 3 && { rotation: 20 }),
					...(round % 4 === 2 && { opacity: 0.6 }),
				};
				const nodes = nodesOf([card]);
				if (round % 4 < 2) t.ok(hides(nodes), "part of the shadow is hidden");
				const [drawn, wanted] = [await pixels(nodes, scale), await pixels(whole(nodes), scale)];
				t.ok(drawn.equals(wanted), `round ${round} at ${scale}`);
			}
	},
);

t.test("a translucent card shows its shadow's edge, and hides nothing", (t) => {
	const shadow = { x: 0, y: 4, blur: 12, color: "#000000", opacity: 0.5 };
	const card = { type: "stack", x: 40, y: 40, width: 200, height: 200, shadow, children: [] };
	t.notOk(hides(nodesOf([{ ...card, background: "#FFFFFF80" } as Layer])));
	t.end();
});
