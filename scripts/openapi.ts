import { mkdirSync, writeFileSync } from "node:fs";
import { VERSION } from "../src/app.js";
import { openApiDocument } from "../src/http/openapi.js";
import { packageRoot } from "../src/package-root.js";

/** Writes openapi/openapi.json, the description of the service as it is committed. */
const folder = new URL("openapi/", packageRoot);
mkdirSync(folder, { recursive: true });
const document = openApiDocument("http://localhost:3000", VERSION);
writeFileSync(new URL("openapi.json", folder), `${JSON.stringify(document, null, "\t")}\n`);
