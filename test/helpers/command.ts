import { fileURLToPath } from "node:url";
import { packageRoot } from "../../src/base/package-root.js";

/**
 * The file of the command `post-image-render`. Coverage counts the compiled files of src/, and not
 * their bundle.
 */
export const COMMAND: string = fileURLToPath(
	new URL(
		process.env.NODE_V8_COVERAGE ? "dist/src/cli/main.js" : "dist/bundle/main.js",
		packageRoot,
	),
);
