import { generate } from "./generate/main.js";

/** Writes only the tables of README.md and docs/. */
process.exitCode = await generate(["pages"]);
