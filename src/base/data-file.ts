import { readFileSync } from "node:fs";
import { packageRoot } from "./package-root.js";

/** A text file of data/, which comes with the package. */
export const readData = (path: string): string =>
	readFileSync(new URL(`data/${path}`, packageRoot), "utf8");
