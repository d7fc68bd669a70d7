import { existsSync } from "node:fs";

/**
 * The folder that contains package.json, fonts/ and openapi/, as a file: URL with a trailing slash.
 * The same from src/ and from the compiled dist/src/.
 */
export const packageRoot: URL = (() => {
	for (let dir = new URL("../", import.meta.url); ; dir = new URL("../../", dir)) {
		if (existsSync(new URL("package.json", dir))) return dir;
		if (dir.pathname === "/") throw new Error("package.json not found above the service's code");
	}
})();
