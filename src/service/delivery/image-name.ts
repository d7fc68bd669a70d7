import { randomBytes } from "node:crypto";
import type { OutputFormat } from "../../contract/enums.js";
import { type ImageType, MEDIA_TYPES } from "../../contract/formats.js";

/** Type of a document that is stored for later edits; see kept-documents.ts. */
export const DOCUMENT_TYPE = "application/json";
/** What stores contain: images, and documents. */
export type StoredType = ImageType | typeof DOCUMENT_TYPE;

const TYPES = { ...MEDIA_TYPES, json: DOCUMENT_TYPE } as const;
const EXTENSIONS = Object.keys(TYPES) as (OutputFormat | "json")[];
const NAME = new RegExp(`^[A-Za-z0-9_-]{22}\\.(${EXTENSIONS.join("|")})$`);

/** A new name of 128 random bits, with the file extension of the type. */
export const newImageName = (type: StoredType): string =>
	nameOf(randomBytes(16).toString("base64url"), type);

/** @param key 128 bits in base64url */
export function nameOf(key: string, type: StoredType): string {
	return `${key}.${EXTENSIONS.find((extension) => TYPES[extension] === type)}`;
}

/** The type that a name in a store stands for; undefined if the name is not valid. */
export function typeOfName(name: string): StoredType | undefined {
	const extension = NAME.exec(name)?.[1];
	return extension === undefined ? undefined : TYPES[extension as OutputFormat | "json"];
}
