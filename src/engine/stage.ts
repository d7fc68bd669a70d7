/** What a render process is doing, and which error the client gets if it crashes or hangs. */
import { imageError, ServiceError } from "../base/errors.js";

/** The current stage, as the process last reported it. */
export interface Stage {
	readonly name: string;
	readonly path: string | undefined;
	/** performance.now() of the reader when it was reported. */
	readonly since: number;
	/** When it was reported, by the clock of the writer: different for each stage. */
	readonly began: number;
	/** It is processing a vector picture, whose estimated price may be wrong. */
	readonly vector: boolean;
}

/**
 * The stage in which a picture is decoded, cropped or traced. A failure in it is the fault of the
 * picture.
 */
export const IMAGE_STAGE = "image";

/** The error after a crash: the picture's fault if one was being processed. */
export function deathError(stage: Stage | undefined): ServiceError {
	return stage?.name === IMAGE_STAGE && stage.path !== undefined
		? imageError("too_complex", stage.path)
		: new ServiceError("internal_error", { message: "The slide ended its render process." });
}

/**
 * Whether a stage is processing a picture that had a quarter of the time limit; a picture that
 * started late is not to blame for a timeout.
 */
export function blamesImage(stage: Stage | undefined, timeoutMs: number): boolean {
	return (
		stage?.name === IMAGE_STAGE &&
		stage.path !== undefined &&
		performance.now() - stage.since >= timeoutMs / 4
	);
}
