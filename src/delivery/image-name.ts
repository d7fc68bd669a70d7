import { randomBytes } from "node:crypto";

export type ImageType = "image/png" | "image/svg+xml";

const NAME = /^[A-Za-z0-9_-]{22}\.(png|svg)$/;

/** A new name, of 128 random bits and the extension of the type. */
export function newImageName(type: ImageType): string {
	return `${randomBytes(16).toString("base64url")}.${type === "image/png" ? "png" : "svg"}`;
}

/** The type of the image that has such a name; undefined: no image can have it. */
export function typeOfName(name: string): ImageType | undefined {
	const extension = NAME.exec(name)?.[1];
	if (extension === undefined) return undefined;
	return extension === "png" ? "image/png" : "image/svg+xml";
}
