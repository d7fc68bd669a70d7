/** Writes the tables of README.md that the code knows: errors and configuration. */
import { readFileSync, writeFileSync } from "node:fs";
import { configTable } from "../src/config.js";
import { errorTable } from "../src/errors.js";
import { packageRoot } from "../src/package-root.js";
import { withSection } from "./readme-section.js";

const file = new URL("README.md", packageRoot);
const readme = withSection(
	withSection(readFileSync(file, "utf8"), "errors", errorTable()),
	"configuration",
	configTable(),
);
writeFileSync(file, readme);
