import type { Busboy as BusboyType } from "@fastify/busboy";
import { type ErrorCode, ServiceError } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import { onDemand, requirePackage } from "../../base/on-demand.js";

/** Largest number of parts of a form. */
export const MAX_PARTS = 8;

const busboy = onDemand(
	() => requirePackage("@fastify/busboy") as { readonly Busboy: typeof BusboyType },
);

/** A parser of multipart/form-data. */
export type FormParser = InstanceType<typeof BusboyType>;

/** @returns undefined if the media type is not multipart/form-data with a boundary */
export function formParser(contentType: string): FormParser | undefined {
	const { Busboy } = busboy();
	try {
		return new Busboy({
			headers: { "content-type": contentType },
			limits: { parts: MAX_PARTS, headerPairs: 32 },
			isPartAFile: () => true,
		});
	} catch {
		return undefined;
	}
}

/**
 * The parts of a multipart/form-data body by name, fields and files alike.
 * @param body the whole body, whose limit also limits the parts
 * @param code error code of a 400
 * @throws ServiceError with that code if the body is not a form, has too many parts, or has a part
 * twice
 */
export async function formParts(
	body: Buffer,
	contentType: string,
	code: ErrorCode,
): Promise<Map<string, Buffer>> {
	const parts = new Map<string, Buffer>();
	const refuse = (message: string, path = "") => invalid(code, [{ path, message }]);
	await new Promise<void>((resolve, reject) => {
		const broken = () => reject(refuse("is not valid multipart/form-data"));
		const parser = formParser(contentType);
		if (parser === undefined) {
			broken();
			return;
		}
		parser.on("file", (name, stream) => {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("error", broken);
			stream.on("end", () => {
				if (parts.has(name)) reject(refuse("has a part twice", `/${name.slice(0, 64)}`));
				parts.set(name, Buffer.concat(chunks));
			});
		});
		parser.on("partsLimit", () => reject(refuse(`must have at most ${MAX_PARTS} parts`)));
		parser.on("error", broken);
		parser.on("finish", resolve);
		parser.end(body);
	}).catch((error: unknown) => {
		throw error instanceof ServiceError ? error : refuse("is not valid multipart/form-data");
	});
	return parts;
}
