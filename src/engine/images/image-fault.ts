/** Problems with the bytes of an image. */
export type ImageFaultReason = "not_an_image" | "too_many_pixels" | "too_complex";

/**
 * Thrown by the decoders, which do not know the field of the image; prepareImage turns it into the
 * error for the client.
 */
export class ImageFault extends Error {
	override readonly name = "ImageFault";
	readonly reason: ImageFaultReason;
	/** Further details for the client. */
	readonly details: Readonly<Record<string, unknown>>;

	/** @param message for the log; the client only gets the reason and the details */
	constructor(
		reason: ImageFaultReason,
		message: string,
		cause?: unknown,
		details: Record<string, unknown> = {},
	) {
		super(message, cause === undefined ? undefined : { cause });
		this.reason = reason;
		this.details = details;
	}
}
