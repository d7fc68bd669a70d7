/** The parts of an OpenAPI document that the reference shows. */

export interface Schema {
	readonly $ref?: string;
	readonly title?: string;
	readonly description?: string;
	readonly type?: string | readonly string[];
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly format?: string;
	readonly pattern?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly additionalProperties?: Schema | boolean;
	readonly required?: readonly string[];
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
}

export interface Example {
	readonly $ref?: string;
	readonly value?: unknown;
}

export interface Media {
	readonly schema?: Schema;
	readonly examples?: Readonly<Record<string, Example>>;
}

export interface Parameter {
	readonly name: string;
	readonly in: "path" | "query";
	readonly required: boolean;
	readonly description?: string;
	readonly schema: Schema;
}

export interface Response {
	readonly $ref?: string;
	readonly description?: string;
	readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description?: string;
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
	readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApi {
	readonly info: { readonly title: string; readonly version: string; readonly description: string };
	readonly tags: readonly { readonly name: string; readonly description: string }[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The part that a reference names, or the value itself if it is none. */
export function resolved<T extends { readonly $ref?: string }>(api: OpenApi, value: T): T {
	if (value.$ref === undefined) return value;
	const [kind = "", name = ""] = value.$ref.replace("#/components/", "").split("/");
	return api.components[kind]?.[name] as T;
}

/** Name of the component that a schema refers to. */
export const nameOf = ({ $ref, title }: Schema): string | undefined =>
	$ref?.split("/").at(-1) ?? title;
