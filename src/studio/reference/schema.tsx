/** A schema as a list of its properties; those of objects open one by one. */
import { useState } from "preact/hooks";
import { nameOf, type OpenApi, resolved, type Schema } from "./document.js";

/** What a value may be, in a few words: "number, 8 to 240". */
export function kindOf(api: OpenApi, schema: Schema): string {
	const own = resolved(api, schema);
	const name = nameOf(schema);
	if (own.const !== undefined) return JSON.stringify(own.const);
	if (own.enum) return own.enum.map((value) => JSON.stringify(value)).join(" | ");
	const choice = own.anyOf ?? own.oneOf;
	if (choice) return name ?? [...new Set(choice.map((one) => kindOf(api, one)))].join(" | ");
	if (own.type === "array")
		return `list of ${own.items ? kindOf(api, own.items) : "anything"}${range(own.minItems, own.maxItems, "items")}`;
	if (own.properties) return name ?? "object";
	const type = [own.type ?? "any"].flat().join(" | ");
	const limits =
		range(own.minimum, own.maximum) + range(own.minLength, own.maxLength, "characters");
	return `${own.format ?? type}${limits}`;
}

function range(least?: number, most?: number, unit = ""): string {
	if (least === undefined && most === undefined) return "";
	const limits =
		least === undefined
			? `at most ${most}`
			: most === undefined
				? `at least ${least}`
				: `${least} to ${most}`;
	return `, ${limits}${unit && ` ${unit}`}`;
}

/** The schemas with properties that a schema consists of, or allows. */
function objectsIn(api: OpenApi, schema: Schema): Schema[] {
	const own = resolved(api, schema);
	if (own.properties) return [{ ...own, title: nameOf(schema) ?? "" }];
	const inner = [...(own.anyOf ?? []), ...(own.oneOf ?? []), ...(own.allOf ?? [])];
	if (own.items) inner.push(own.items);
	if (typeof own.additionalProperties === "object") inner.push(own.additionalProperties);
	return inner.flatMap((one) => objectsIn(api, one));
}

export function SchemaView({ api, schema }: { api: OpenApi; schema: Schema }) {
	const objects = objectsIn(api, schema);
	if (objects.length === 0) return <p class="kind">{kindOf(api, schema)}</p>;
	return (
		<>
			{objects.map((object) => (
				<div class="schema" key={object.title}>
					{objects.length > 1 && <h5>{object.title}</h5>}
					<dl>
						{Object.entries(object.properties ?? {}).map(([name, property]) => (
							<Property
								key={name}
								api={api}
								name={name}
								schema={property}
								required={object.required?.includes(name) ?? false}
							/>
						))}
					</dl>
				</div>
			))}
		</>
	);
}

interface PropertyProps {
	readonly api: OpenApi;
	readonly name: string;
	readonly schema: Schema;
	readonly required: boolean;
}

function Property({ api, name, schema, required }: PropertyProps) {
	const [open, setOpen] = useState(false);
	const hasMore = objectsIn(api, schema).length > 0;
	const { description } = schema.description ? schema : resolved(api, schema);
	return (
		<>
			<dt>
				<code>{name}</code>
				{required && <b> required</b>} <span class="kind">{kindOf(api, schema)}</span>
				{hasMore && (
					<button
						type="button"
						aria-expanded={open}
						aria-label={`Properties of ${name}`}
						onClick={() => setOpen(!open)}
					>
						{open ? "−" : "+"}
					</button>
				)}
			</dt>
			<dd>
				{description}
				{open && <SchemaView api={api} schema={schema} />}
			</dd>
		</>
	);
}
