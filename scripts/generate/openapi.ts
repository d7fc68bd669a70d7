import { VERSION } from "../../src/base/version.js";
import { openApiDocument } from "../../src/http/openapi/openapi.js";

/** The committed OpenAPI document of the service. */
export async function openApi(): Promise<ReadonlyMap<string, string>> {
	const document = openApiDocument("http://localhost:3000", VERSION);
	return new Map([["openapi/openapi.json", `${JSON.stringify(document, null, "\t")}\n`]]);
}
