import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../src/base/package-root.js";
import { VERSION } from "../../src/base/version.js";
import { ENDPOINTS } from "../../src/http/openapi/endpoints.js";
import { openApiDocument } from "../../src/http/openapi/openapi.js";

/** The clients; the part between their markers is generated from the OpenAPI document. */
const TYPESCRIPT = "src/client.ts";
const PYTHON = "clients/python/post_image_render.py";

/** Methods whose name differs from the operationId. */
const NAMES: Readonly<Record<string, string>> = {
	renderImages: "render",
	renderBatch: "batch",
	renderBatchCsv: "batchCsv",
	renderBatchZip: "batchZip",
	createLinks: "links",
	searchTemplates: "templates",
	getTemplate: "template",
	getHealth: "health",
	getLive: "live",
	getReady: "ready",
	getRenderSchema: "renderSchema",
	getOpenApi: "openApi",
	getTemporaryImage: "temporaryImage",
	getLinkedImage: "linkedImage",
	getExpiringLinkedImage: "expiringLinkedImage",
	getIcon: "icon",
	getBuiltinPhoto: "builtinPhoto",
	createJob: "startJob",
	getJob: "job",
	getJobEvents: "jobEvents",
	getJobManifest: "jobManifest",
	getJobZip: "jobZip",
	getJobFile: "jobFile",
};
/**
 * Methods for operations that accept a form in addition to the JSON body in the OpenAPI document.
 */
const FORMS: Readonly<Record<string, { readonly name: string; readonly summary: string }>> = {
	createJob: {
		name: "startJobOf",
		summary: "The same for rows in a file, CSV or NDJSON, however long it is",
	},
};
/** TypeScript types of the lines or events in a response. */
const PIECES: Readonly<Record<string, string>> = {
	batch: "BatchLine",
	batchCsv: "BatchLine",
	jobManifest: "JobLine",
	jobEvents: "Job",
};
/**
 * Operations that differ only in the file format are combined into one method, by path without it.
 */
const FILES: Readonly<Record<string, { readonly name: string; readonly summary: string }>> = {
	"/api/render": {
		name: "renderFile",
		summary: "Render a file, of one slide or, as PDF and ZIP, of all slides",
	},
	"/api/templates/{id}": { name: "templateFile", summary: "A template with its own examples" },
};
/** TypeScript types of query parameters, by method. */
const QUERIES: Readonly<Record<string, string>> = {
	renderFile: "SlideQuery",
	templateFile: "TemplateImageQuery",
	templates: "TemplateSearchQuery",
	searchPhotos: "PhotoSearchQuery",
	searchIcons: "IconSearchQuery",
	icon: "IconQuery",
	jobZip: "JobZipQuery",
};
/** Operations without a method: agents use their own MCP clients. */
const WITHOUT_METHOD: ReadonlySet<string> = new Set(["callMcp"]);

interface Schema {
	readonly $ref?: string;
	readonly properties?: Readonly<Record<string, unknown>>;
	readonly required?: readonly string[];
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Operation {
	readonly operationId: string;
	readonly summary: string;
	readonly parameters?: readonly { readonly in: string; readonly name: string }[];
	readonly requestBody?: { readonly content: Content };
	readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
interface Document {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A method of both clients. */
interface Method {
	readonly name: string;
	readonly verb: string;
	/** With parameters in braces. */
	readonly path: string;
	/** File formats that are appended to the path. */
	readonly formats: readonly string[];
	readonly summary: string;
	readonly params: readonly string[];
	/** Names of the query parameters. */
	readonly query: readonly string[];
	readonly body: Body | undefined;
	readonly result: "json" | "lines" | "events" | "bytes" | "stream" | "file";
	/** Schema name of a JSON response. */
	readonly type: string;
}
interface Body {
	readonly kind: "document" | "json" | "form" | "head";
	/** Schema name. */
	readonly type: string;
	readonly required: readonly string[];
	readonly optional: readonly string[];
}

const nameOf = (schema: Schema | undefined): string => schema?.$ref?.split("/").at(-1) ?? "";

function bodyOf({ requestBody }: Operation, { components }: Document): Body | undefined {
	const [media, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
	if (media === undefined) return undefined;
	const type = nameOf(content?.schema);
	if (type === "RenderBody")
		return { kind: "document", type, required: ["document"], optional: [] };
	const { properties = {}, required = [] } = components.schemas[type] ?? content?.schema ?? {};
	return {
		kind: media.startsWith("multipart/") ? "form" : "json",
		type,
		required,
		optional: Object.keys(properties).filter((name) => !required.includes(name)),
	};
}

/** The form that an operation accepts in addition to JSON; its last part is the rows. */
function formOf(operationId: string): Body {
	const { form } = Object.values(ENDPOINTS).find((one) => one.operationId === operationId) as {
		readonly form?: Schema;
	};
	const { properties = {}, required = [] } = form ?? {};
	const optional = Object.keys(properties).filter((name) => !required.includes(name));
	return { kind: "head", type: "", required, optional };
}

function resultOf(media: string, operationId: string): Method["result"] {
	if (media.includes("ndjson")) return "lines";
	if (media === "text/event-stream") return "events";
	if (operationId === "getJobZip") return "stream";
	if (media === "application/json") return "json";
	return operationId === "renderBatchZip" ? "bytes" : "file";
}

/** The methods, in the order of the OpenAPI document. */
function methodsOf(document: Document): Method[] {
	const methods: Method[] = [];
	for (const [path, operations] of Object.entries(document.paths)) {
		for (const [verb, operation] of Object.entries(operations)) {
			const { operationId, summary, parameters = [], responses } = operation;
			if (WITHOUT_METHOD.has(operationId)) continue;
			const [, stem = "", format = ""] = /^(.*)\.(\w+)$/.exec(path) ?? [];
			const file = FILES[stem];
			const same = file === undefined ? -1 : methods.findIndex(({ name }) => name === file.name);
			const names = (place: string) =>
				parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
			if (same >= 0) {
				const { formats, query, ...rest } = methods[same]!;
				methods[same] = {
					...rest,
					formats: [...formats, format],
					query: [...new Set([...query, ...names("query")])],
				};
				continue;
			}
			const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
			const [media = "", content] = Object.entries(success?.content ?? {})[0] ?? [];
			const result = resultOf(media, operationId);
			methods.push({
				name: file?.name ?? NAMES[operationId] ?? operationId,
				verb: verb.toUpperCase(),
				path: file === undefined ? path : stem,
				formats: file === undefined ? [] : [format],
				summary: file?.summary ?? summary,
				params: names("path"),
				// For a batch, query parameters would change the return type.
				query: result === "lines" ? [] : names("query"),
				body: bodyOf(operation, document),
				result,
				type: nameOf(content?.schema),
			});
			const form = FORMS[operationId];
			if (form !== undefined)
				methods.push({ ...methods.at(-1)!, ...form, body: formOf(operationId) });
		}
	}
	return methods;
}

/** @param known types that the module imports; other types become plain objects */
function typescriptMethod(method: Method, known: ReadonlySet<string>): string {
	const { name, verb, path, formats, summary, params, query, body, result, type } = method;
	const typeOf = (name: string) => (known.has(name) ? name : "Record<string, unknown>");
	const args = params.map((param) => `${param}: string`);
	let sent = verb === "GET" ? "{}" : `{ method: "${verb}" }`;
	if (body?.kind === "document") {
		args.push("document: RenderBody");
		sent = "jsonBody(document)";
	} else if (body?.kind === "form") {
		args.push(
			...body.required.map((field) =>
				field === "document" ? 'document: BatchRequest["document"]' : `${field}: string | Blob`,
			),
		);
		sent = `formBody({ ${body.required.join(", ")} })`;
	} else if (body?.kind === "head") {
		args.push("head: JobHead", "rows: string | Blob");
		sent = "formBody({ ...head, rows })";
	} else if (body !== undefined && body.required.length + body.optional.length === 1) {
		args.push(`${body.required[0]}: string`);
		sent = `jsonBody({ ${body.required[0]} })`;
	} else if (body !== undefined) {
		const requested =
			body.type === "LinkRequest"
				? 'Omit<LinkRequest, "document"> & { readonly document: RenderBody }'
				: typeOf(body.type);
		args.push(`request: ${requested}`);
		sent = "jsonBody(request)";
	}
	const queryType = QUERIES[name] ?? "Readonly<Record<string, string | number | undefined>>";
	const text = path.replace(/\{(\w+)\}/g, (_, param) => `\${encodeURIComponent(${param})}`);
	let url = `\`${text}\``;
	let last = "options?: RequestOptions";
	if (formats.length > 0) {
		args.push(
			`format: ${name === "renderFile" ? "FileFormat" : formats.map((f) => `"${f}"`).join(" | ")}`,
		);
		last = `{ signal, ...query }: RequestOptions & ${queryType} = {}`;
		url = `\`${text}.\${format}\${queryOf(query)}\``;
	} else if (query.length > 0) {
		args.push(`search: ${queryType} = {}`);
		url = `\`${text}\${queryOf(search)}\``;
	}
	const options = formats.length > 0 ? "signal === undefined ? {} : { signal }" : "options";
	const call = `${url}, ${sent}, ${options}`;
	const ways = {
		json: [`${name}(ARGS): Promise<${typeOf(type)}>`, `return this.#json(${call});`],
		lines: [
			`async *${name}(ARGS): AsyncGenerator<${PIECES[name]}>`,
			`yield* linesOf<${PIECES[name]}>(await this.#send(${call}));`,
		],
		events: [
			`async *${name}(ARGS): AsyncGenerator<${PIECES[name]}>`,
			`yield* eventsOf<${PIECES[name]}>(await this.#send(${call}));`,
		],
		stream: [
			`async ${name}(ARGS): Promise<ReadableStream<Uint8Array>>`,
			`return streamOf(await this.#send(${call}));`,
		],
		file: [`${name}(ARGS): Promise<RenderedFile>`, `return this.#file(${call});`],
		bytes: [
			`async ${name}(ARGS): Promise<Uint8Array>`,
			`return (await this.#file(${call})).bytes;`,
		],
	};
	const [head, work] = ways[result] as [string, string];
	const full = formats.length > 0 ? `${path}.${formats.join(", .")}` : path;
	return `/** ${verb} ${full}: ${summary.replace(/\.$/, "")}. */\n${head.replace("ARGS", [...args, last].join(", "))} {\n${work}\n}\n`;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function pythonMethod(method: Method): string {
	const { name, verb, path, formats, summary, params, query, body, result } = method;
	const args = [...params.map((param) => `${param}: str`)];
	let sent = verb === "GET" ? "" : `, method="${verb}"`;
	if (body !== undefined) {
		args.push(
			...body.required.map((field) =>
				field === "document"
					? "document: Json"
					: `${snake(field)}: ${body.kind === "form" ? "bytes" : body.kind === "head" ? "Rows" : "Any"}`,
			),
		);
		const given = body.required.map((field) => `"${field}": ${snake(field)}`).join(", ");
		const more = body.optional.length > 0 && body.kind !== "form" ? ", **options" : "";
		if (body.kind === "document") sent = ", document";
		else if (body.kind === "head")
			// The rows must come last.
			sent = `, *_form({"document": document, **options, "rows": rows})`;
		else if (body.kind === "form") sent = `, *_form({${given.replace("document}", "document}")}})`;
		else if (given === "" && more === "") {
			// Any JSON, such as a template.
			args.push("body: Json");
			sent = ", body";
		} else sent = `, {${given}${more}}`;
	}
	const takesOptions = body?.kind === "json" || body?.kind === "head";
	const options = takesOptions ? body.optional : [];
	const text = path.replace(/\{(\w+)\}/g, "{_quote($1)}");
	let url = text === path ? `"${text}"` : `f"${text}"`;
	if (formats.length > 0) {
		args.push(
			"format: str",
			...query.map(
				(name) => `${name}: ${name === "slide" ? "Optional[int]" : "Optional[str]"} = None`,
			),
		);
		url = `f"${text}.{format}{_query(${query.map((name) => `${name}=${name}`).join(", ")})}"`;
	} else if (query.length > 0) {
		args.push("**search: Any");
		url = `f"${text}{_query(**search)}"`;
	} else if (options.length > 0) args.push("**options: Any");
	const full = formats.length > 0 ? `${path}.${formats.join(", .")}` : path;
	const takes =
		query.length > 0 && formats.length === 0
			? ` Search: ${query.join(", ")}.`
			: options.length > 0
				? ` Options: ${options.join(", ")}.`
				: "";
	const doc = `${verb} ${full}: ${summary.replace(/\.$/, "")}.${takes}`;
	const ways = {
		json: ["dict", [`return self._json(${url}${sent})`]],
		lines: [
			"Iterator[dict]",
			[
				`with self._send(${url}${sent}) as answer:`,
				"    for line in answer:",
				"        yield json.loads(line)",
			],
		],
		file: ["RenderedFile", [`return self._file(${url}${sent})`]],
		events: [
			"Iterator[dict]",
			[
				`with self._send(${url}${sent}) as answer:`,
				"    for line in answer:",
				'        if line.startswith(b"data: "):',
				"            yield json.loads(line[6:])",
			],
		],
		stream: ["BinaryIO", [`return self._send(${url}${sent})`]],
		bytes: ["bytes", [`return self._file(${url}${sent}).data`]],
	} as const;
	const [type, work] = ways[result];
	const lines = [
		`def ${snake(name)}(${["self", ...args].join(", ")}) -> ${type}:`,
		`    """${doc}"""`,
		...work.map((line) => `    ${line}`),
	];
	return lines.map((line) => `    ${line}\n`).join("");
}

/** Replaces the part between the two marker lines. */
function withOperations(text: string, mark: string, indent: string, operations: string): string {
	const start = `${indent}${mark} operations: made by npm run generate\n`;
	const end = `${indent}${mark} end of the operations\n`;
	const [from, to] = [text.indexOf(start), text.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`no operations between "${start}" and "${end}"`);
	return `${text.slice(0, from + start.length)}\n${operations}\n${text.slice(to)}`;
}

/** Both clients, with a method for each operation of the OpenAPI document. */
export async function clients(): Promise<ReadonlyMap<string, string>> {
	const document = openApiDocument("http://localhost:3000", VERSION) as unknown as Document;
	const methods = methodsOf(document);
	const read = (path: string) => readFile(new URL(path, packageRoot), "utf8");
	const typescript = await read(TYPESCRIPT);
	const known = new Set(
		[...typescript.matchAll(/import type \{([^}]+)\}/g)].flatMap(([, names]) =>
			names!.split(",").flatMap((name) => name.trim() || []),
		),
	);
	const formatted = execFileSync(
		fileURLToPath(new URL("node_modules/.bin/biome", packageRoot)),
		["format", `--stdin-file-path=${TYPESCRIPT}`],
		{
			input: withOperations(
				typescript,
				"//",
				"\t",
				methods.map((method) => typescriptMethod(method, known)).join("\n"),
			),
			encoding: "utf8",
			cwd: fileURLToPath(packageRoot),
		},
	);
	return new Map([
		[TYPESCRIPT, formatted],
		[PYTHON, withOperations(await read(PYTHON), "#", "    ", methods.map(pythonMethod).join("\n"))],
	]);
}
