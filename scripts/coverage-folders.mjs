import { fileURLToPath } from "node:url";

const inCoverage = (path) => fileURLToPath(new URL(`../coverage/${path}`, import.meta.url));

/** Folder to which processes and browsers write their counts with test.mjs --coverage. */
export const COUNTS = inCoverage("counts");
/** The Studio's scripts for the browser in a coverage run, with source maps. */
export const STUDIO = inCoverage("studio");
