import { randomBytes } from "node:crypto";
import type { OutputFormat } from "../../contract/enums.js";
import { type ImageType, MEDIA_TYPES } from "../../contract/formats.js";

const FORMATS = Object.keys(MEDIA_TYPES) as OutputFormat[];
const NAME = new RegExp(`^[A-Za-z0-9_-]{22}\\.(${FORMATS.join("|")})$`);

/** A new name, of 128 random bits and the format of the type as its extension. */
export const newImageName = (type: ImageType): string =>
	nameOf(randomBytes(16).toString("base64url"), type);

/** @param key 128 bits in base64url */
export function nameOf(key: string, type: ImageType): string {
	return `${key}.${FORMATS.find((format) => MEDIA_TYPES[format] === type)}`;
}

/** The type of the image that has such a name; undefined: no image can have it. */
export function typeOfName(name: string): ImageType | undefined {
	const extension = NAME.exec(name)?.[1];
	return extension === undefined ? undefined : MEDIA_TYPES[extension as OutputFormat];
}
