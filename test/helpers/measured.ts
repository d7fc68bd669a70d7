/** Measures the layers of one slide through the API. */
import type { FastifyInstance } from "fastify";
import type { MeasuredLayer, MeasureResponse } from "../../src/contract/measure-response.js";

export interface Measured {
	readonly status: number;
	/** Every layer by its name, and by its path without `/slides/0/`. */
	readonly layers: ReadonlyMap<string, MeasuredLayer>;
	readonly warnings: MeasureResponse["warnings"];
	readonly body: string;
}

/**
 * @param layers of a slide of photo-feed-square, 405 by 405 preview pixels
 * @param slide its other fields
 */
export async function measureLayers(
	app: Pick<FastifyInstance, "inject">,
	layers: readonly unknown[],
	slide: Record<string, unknown> = {},
	request: Record<string, unknown> = {},
): Promise<Measured> {
	const answer = await app.inject({
		method: "POST",
		url: "/api/measure",
		payload: { platform: "photo-feed-square", slides: [{ ...slide, layers }], ...request },
	});
	const found = new Map<string, MeasuredLayer>();
	const visit = (layer: MeasuredLayer) => {
		found.set(layer.path.replace("/slides/0/", ""), layer);
		if (layer.name !== undefined) found.set(layer.name, layer);
		for (const child of layer.children ?? []) visit(child);
	};
	const { slides = [], warnings = [] } = answer.json<Partial<MeasureResponse>>();
	for (const layer of slides[0]?.layers ?? []) visit(layer);
	return { status: answer.statusCode, layers: found, warnings, body: answer.body };
}

/** The texts of the lines of a layer. */
export const linesOf = ({ layers }: Measured, name: string): string[] =>
	(layers.get(name)?.lines ?? []).map(({ text }) => text);
