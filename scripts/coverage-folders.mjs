import { fileURLToPath } from "node:url";

const inCoverage = (path) => fileURLToPath(new URL(`../coverage/${path}`, import.meta.url));

/** Where processes and browsers write what they counted: test.mjs --coverage adds to it. */
export const COUNTS = inCoverage("counts");
/** The Studio's scripts as a coverage run gives them to the browser, with source maps. */
export const STUDIO = inCoverage("studio");
