import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../../src/base/package-root.js";
import { run } from "./command.js";

/**
 * Images are built and stored in memory: they are thousands of small files that are needed briefly.
 */
const STORAGE_SIZE = "8g";

/** buildah with its own storage, which leaves nothing on the machine. */
export interface Builder {
	/** A folder for intermediate files. */
	readonly folder: string;
	/** Runs buildah. @throws Error if it fails */
	buildah(...args: string[]): Promise<string>;
	/** buildah's global arguments, for a command that is started elsewhere. */
	readonly arguments: readonly string[];
	close(): Promise<void>;
}

/** @throws Error if this user may not mount, or if buildah is not installed */
export async function openBuilder(): Promise<Builder> {
	const folder = await mkdtemp(join(tmpdir(), "post-image-container-"));
	await run("mount", "-t", "tmpfs", "-o", `size=${STORAGE_SIZE}`, "tmpfs", folder);
	// buildah keeps its cache mounts in the folder for temporary files.
	process.env.TMPDIR = join(folder, "tmp");
	await mkdir(process.env.TMPDIR);
	const args = ["--root", join(folder, "images"), "--runroot", join(folder, "run")];
	return {
		folder,
		arguments: args,
		buildah: (...rest) => run("buildah", ...args, ...rest),
		async close() {
			delete process.env.TMPDIR;
			// Includes the containers' file systems, which are mounted below.
			await run("umount", "--recursive", folder);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Builds the unchanged Dockerfile on the given base images. @returns the image's name */
export async function buildImage(
	builder: Builder,
	bases: { readonly node: string; readonly runtime: string },
): Promise<string> {
	const image = "localhost/post-image-render-service";
	// The OCI format does not support health checks.
	await builder.buildah(
		...["build", "--isolation", "chroot", "--format", "docker", "--tag", image],
		...["--build-arg", `NODE_IMAGE=${bases.node}`, "--build-arg", `RUNTIME_IMAGE=${bases.runtime}`],
		fileURLToPath(packageRoot),
	);
	return image;
}
