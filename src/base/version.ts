import { readFileSync } from "node:fs";
import { packageRoot } from "./package-root.js";

/** Version of the service, from package.json. */
export const VERSION: string = (
	JSON.parse(readFileSync(new URL("package.json", packageRoot), "utf8")) as { version: string }
).version;
