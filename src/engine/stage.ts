/** What a drawing is at, and what follows for the client when it dies or hangs there. */
import { imageError, ServiceError } from "../errors/errors.js";

/** What was being done, as a process last said. */
export interface Stage {
	readonly name: string;
	readonly path: string | undefined;
	/** performance.now() of the reader when it was said. */
	readonly since: number;
	/** When it was said, by the clock of who said it: another for each stage. */
	readonly began: number;
	/** At a vector picture, whose price was reckoned and may be wrong. */
	readonly vector: boolean;
}

/** The stage in which a picture is decoded, cut or traced: it is to blame for what happens then. */
export const IMAGE_STAGE = "image";

/** A process died at its job: the picture's fault when it was at one. */
export function deathError(stage: Stage | undefined): ServiceError {
	return stage?.name === IMAGE_STAGE && stage.path !== undefined
		? imageError("too_complex", stage.path)
		: new ServiceError("internal_error");
}

/**
 * A job took too long: the picture's fault when the last step was at one and had
 * a quarter of the time to itself; a late one only happened to be at hand.
 */
export function timeoutError(stage: Stage | undefined, timeoutMs: number): ServiceError {
	return blamesImage(stage, timeoutMs) ? deathError(stage) : new ServiceError("render_timeout");
}

/** Whether a stage is at a picture that had a quarter of the time to itself. */
export function blamesImage(stage: Stage | undefined, timeoutMs: number): boolean {
	return (
		stage?.name === IMAGE_STAGE &&
		stage.path !== undefined &&
		performance.now() - stage.since >= timeoutMs / 4
	);
}
