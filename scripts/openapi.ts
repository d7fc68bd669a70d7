import { generate } from "./generate/main.js";

/** Writes only openapi/openapi.json. */
process.exitCode = await generate(["openapi"]);
