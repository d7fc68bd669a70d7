/** The contract, as the service tells it: the page knows no field by itself. */

import { signal } from "@preact/signals";
import type { JsonPath } from "../json/pointer.js";
import { get } from "./api.js";
import type { Design } from "./design.js";

/** The part of JSON Schema that the contract uses. */
export interface Schema {
	/** A list: one of them, or null. */
	readonly type?: string | readonly string[];
	readonly title?: string;
	readonly description?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly enum?: readonly (string | number | null)[];
	readonly default?: unknown;
	readonly examples?: readonly unknown[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly pattern?: string;
}

export interface Platform {
	readonly name: string;
	readonly width: number;
	readonly height: number;
	readonly ratio: string;
}

export interface Contract {
	readonly requestBody: Schema;
	readonly platforms: Readonly<Record<string, Platform>>;
	readonly brands: Readonly<
		Record<string, { readonly textColors: string[]; readonly highlightColors: string[] }>
	>;
	readonly coordinateSystem: { readonly previewScale: number };
	readonly examples: Readonly<Record<string, Design>>;
}

export const contract = signal<Contract | null>(null);

export async function loadContract(): Promise<Contract> {
	contract.value = await get<Contract>("/api/render-schema");
	return contract.value;
}

/** A schema whose value is there: without its "or null". */
export interface PlainSchema extends Omit<Schema, "type" | "enum"> {
	readonly type?: string;
	readonly enum?: readonly (string | number)[];
}

/** A schema without "or null": a field that is null counts as absent. */
export function plain({ type, enum: options, ...rest }: Schema): PlainSchema {
	const some = typeof type === "string" ? type : type?.find((one) => one !== "null");
	return {
		...rest,
		...(some !== undefined && { type: some }),
		...(options && { enum: options.filter((option) => option !== null) }),
	};
}

/** The schema of the value at a place of a document, if the contract knows such a place. */
export function schemaAt(path: JsonPath): PlainSchema | undefined {
	let schema = contract.value?.requestBody;
	for (const step of path) {
		if (schema === undefined) return undefined;
		schema = typeof step === "number" ? schema.items : schema.properties?.[step];
	}
	return schema && plain(schema);
}

/** Size of a slide in preview pixels. */
export function previewSize(platform: string | undefined): { width: number; height: number } {
	const known = contract.value;
	const size = known?.platforms[platform ?? "short-video-carousel"];
	const scale = known?.coordinateSystem.previewScale ?? 0.375;
	return { width: (size?.width ?? 1080) * scale, height: (size?.height ?? 1350) * scale };
}
