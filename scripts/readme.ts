import { generate } from "./generate/main.js";

/** Writes the tables of README.md and docs/ alone. */
process.exitCode = await generate(["pages"]);
