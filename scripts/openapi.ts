import { generate } from "./generate/main.js";

/** Writes openapi/openapi.json alone. */
process.exitCode = await generate(["openapi"]);
