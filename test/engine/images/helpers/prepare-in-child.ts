import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ServiceError } from "../../../../src/base/errors.js";
import {
	type Bitmap,
	type ImageNeed,
	prepareImage,
} from "../../../../src/engine/images/prepare.js";

/** What became of an image: drawn, refused with a reason, or the child's end. */
export type Outcome =
	| { readonly kind: "drawn"; readonly bitmap: Bitmap }
	| { readonly kind: "refused"; readonly reason: string; readonly path: string }
	| { readonly kind: "unexpected" | "died" | "killed"; readonly message: string };

const CHILD = "--prepare-in-child";

/** A need that fills a box and asks for nothing else. */
export function boxNeed(width: number, height: number, more: Partial<ImageNeed> = {}): ImageNeed {
	return {
		path: "/slides/0/image",
		boxWidth: width,
		boxHeight: height,
		region: { left: 0, top: 0, width, height },
		cropX: 50,
		cropY: 50,
		radius: 0,
		color: null,
		opacity: 1,
		...more,
	};
}

/** Runs prepareImage where a crash or a hang ends nothing but the child. */
export class PreparingChild {
	#child: ChildProcess | undefined;

	/** @param deadline milliseconds after which the child is killed */
	run(bytes: Uint8Array, need: ImageNeed, deadline = 20_000): Promise<Outcome> {
		this.#child ??= fork(fileURLToPath(import.meta.url), [CHILD], { serialization: "advanced" });
		const child = this.#child;
		return new Promise((resolve) => {
			const timer = setTimeout(() => child.kill("SIGKILL"), deadline);
			const started = performance.now();
			const done = (outcome: Outcome): void => {
				clearTimeout(timer);
				child.removeAllListeners();
				resolve(outcome);
			};
			child.once("message", (outcome) => done(outcome as Outcome));
			child.once("exit", (code, signal) => {
				this.#child = undefined;
				const kind = performance.now() - started >= deadline ? "killed" : "died";
				done({ kind, message: String(signal ?? code) });
			});
			child.send({ bytes, need });
		});
	}

	close(): void {
		this.#child?.kill("SIGKILL");
		this.#child = undefined;
	}
}

async function outcomeOf(bytes: Uint8Array, need: ImageNeed): Promise<Outcome> {
	try {
		return { kind: "drawn", bitmap: await prepareImage(bytes, need) };
	} catch (error) {
		if (!(error instanceof ServiceError)) return { kind: "unexpected", message: String(error) };
		const { reason, path } = error.details;
		return { kind: "refused", reason: String(reason), path: String(path) };
	}
}

if (process.argv[2] === CHILD) {
	process.on("message", ({ bytes, need }: { bytes: Uint8Array; need: ImageNeed }) => {
		outcomeOf(bytes, need).then((outcome) => process.send?.(outcome));
	});
}
