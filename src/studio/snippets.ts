/** Code examples that render the document. */
import type { Design } from "./design.js";
import { severalOf } from "./platforms.js";
import { slideEndpoint } from "./preview.js";

export interface Snippet {
	readonly name: string;
	readonly code: string;
}

const quoteShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Indents all lines but the first. */
const indent = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

/**
 * Code examples in several languages.
 * @param origin of the service, as this page reached it
 * @param withKey whether the service requires an API key
 */
export function snippets(design: Design, origin: string, withKey: boolean): Snippet[] {
	const json = JSON.stringify(design, null, 2);
	// Render all images of carousels, multiple platforms, and templates, whose slide count only the
	// service knows.
	const all =
		design.slides === undefined ||
		severalOf(design).length > 0 ||
		(design.mode === "carousel" && design.slides.length > 1);
	const path = all ? "/api/render.zip" : slideEndpoint(design.format);
	const file = all ? "slides.zip" : `slide-1.${path.split(".")[1]}`;
	const url = `${origin}${path}`;
	const curlKey = withKey ? ` \\\n  -H "x-api-key: $API_KEY"` : "";
	const jsKey = withKey ? `, "x-api-key": process.env.API_KEY` : "";
	const pyKey = withKey ? `, "x-api-key": os.environ["API_KEY"]` : "";
	return [
		{
			name: "curl",
			code: `curl -sS --fail-with-body ${quoteShell(url)} \\\n  -H 'content-type: application/json'${curlKey} \\\n  -o ${file} \\\n  -d ${quoteShell(json)}\n`,
		},
		{
			name: "TypeScript",
			code: `import { writeFile } from "node:fs/promises";

const document = ${json};

const answer = await fetch("${url}", {
  method: "POST",
  headers: { "content-type": "application/json"${jsKey} },
  body: JSON.stringify(document),
});
if (!answer.ok) throw new Error((await answer.json()).error.message);
await writeFile("${file}", Buffer.from(await answer.arrayBuffer()));
`,
		},
		{
			name: "Generated client",
			code: `// npx openapi-typescript ${origin}/api/openapi.json -o api.d.ts
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const client = createClient<paths>({ baseUrl: "${origin}"${withKey ? `, headers: { "x-api-key": process.env.API_KEY }` : ""} });
const { data, error } = await client.POST("/api/render", {
  body: ${indent(json, "  ")},
});
if (error) throw new Error(error.error.message);
for (const image of data.images) console.log(image.slide, image.mimeType, image.width, image.height);
`,
		},
		{
			name: "Python",
			code: `import json${withKey ? ", os" : ""}
import urllib.request

document = json.loads(r"""
${json.replaceAll('"""', "\\u0022\\u0022\\u0022")}
""")

request = urllib.request.Request(
    "${url}",
    data=json.dumps(document).encode(),
    headers={"content-type": "application/json"${pyKey}},
)
with urllib.request.urlopen(request) as answer, open("${file}", "wb") as file:
    file.write(answer.read())
`,
		},
	];
}
