/** One field of an element, as its schema says: what to choose from, in which bounds. */

import { useId } from "preact/hooks";
import type { JsonPath } from "../../json/pointer.js";
import { edit } from "../editor/editor.js";
import { contract, plain, type Schema, takesSizes } from "../schema.js";
import { design } from "../state.js";

interface FieldProps {
	readonly name: string;
	readonly path: JsonPath;
	readonly schema: Schema;
	readonly value: unknown;
}

/** Long texts get more than a line. */
const LONG = 1_000;

export function Field({ name, path, schema: whole, value }: FieldProps) {
	const id = useId();
	const schema = plain(whole);
	const label = name.replace(/([A-Z])/g, " $1").toLowerCase();
	const write = (next: unknown) => edit([[path, next]]);
	const hint = schema.description;
	const common = { id, title: hint, "aria-describedby": hint ? `${id}-hint` : undefined };
	return (
		<div class="field">
			<label for={id}>{label}</label>
			{control()}
			{hint && (
				<span id={`${id}-hint`} class="hint">
					{hint}
				</span>
			)}
		</div>
	);

	function control() {
		if (schema.enum)
			return (
				<select
					{...common}
					value={value === undefined ? "" : String(value)}
					onChange={({ currentTarget }) => {
						const text = currentTarget.value;
						const chosen = schema.enum?.find((option) => String(option) === text);
						write(text === "" ? undefined : chosen);
					}}
				>
					<option value="">{initial(schema)}</option>
					{schema.enum.map((option) => (
						<option key={option} value={String(option)}>
							{option}
						</option>
					))}
				</select>
			);
		if (/colou?r$/i.test(name) || name === "background")
			return <Colour {...common} value={value} write={write} name={name} schema={schema} />;
		if (takesSizes(whole))
			return (
				<input
					{...common}
					type="text"
					inputMode="decimal"
					placeholder={initial(schema)}
					value={typeof value === "number" || typeof value === "string" ? value : ""}
					onInput={({ currentTarget }) => {
						const text = currentTarget.value;
						const word = whole.anyOf?.some((option) => option.const === text);
						const next = word ? text : sizeOf(text);
						if (next !== null) write(next);
					}}
				/>
			);
		if (schema.type === "number" || schema.type === "integer")
			return (
				<input
					{...common}
					type="number"
					step={schema.maximum !== undefined && schema.maximum <= 3 ? 0.05 : 1}
					min={schema.minimum}
					max={schema.maximum}
					placeholder={initial(schema)}
					value={typeof value === "number" ? value : ""}
					onInput={({ currentTarget }) => {
						const next = currentTarget.valueAsNumber;
						if (currentTarget.value === "") write(undefined);
						else if (Number.isFinite(next) && currentTarget.validity.valid !== false) write(next);
					}}
				/>
			);
		if (schema.type === "boolean")
			return (
				<input
					{...common}
					type="checkbox"
					checked={value === true}
					onChange={({ currentTarget }) => write(currentTarget.checked)}
				/>
			);
		const text = typeof value === "string" ? value : "";
		const set = (next: string) => write(next === "" && !whole.required ? undefined : next);
		if ((schema.maxLength ?? 0) > LONG && name !== "emoji")
			return (
				<textarea
					{...common}
					rows={3}
					placeholder={initial(schema)}
					value={text}
					onInput={({ currentTarget }) => set(currentTarget.value)}
				/>
			);
		return (
			<input
				{...common}
				type="text"
				placeholder={initial(schema)}
				value={text.startsWith("data:") ? "a picture of your own" : text}
				readOnly={text.startsWith("data:")}
				onInput={({ currentTarget }) => set(currentTarget.value)}
			/>
		);
	}
}

/**
 * What is typed as a length.
 * @returns a number, a percentage, undefined for nothing; null while it is neither
 */
function sizeOf(text: string): number | string | undefined | null {
	if (text === "") return undefined;
	if (/^-?\d+(\.\d+)?%$/.test(text)) return text;
	return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null;
}

/** What holds while the field is not set. */
const initial = ({ default: value }: Schema): string =>
	value === undefined || Array.isArray(value) ? "" : `${value} (default)`;

interface ColourProps {
	readonly id: string;
	readonly name: string;
	readonly schema: Schema;
	readonly value: unknown;
	readonly write: (value: string | undefined) => void;
	readonly title?: string | undefined;
	readonly "aria-describedby"?: string | undefined;
}

/** A colour: typed, picked, or one of the brand's. */
function Colour({ id, name, schema, value, write, ...rest }: ColourProps) {
	const text = typeof value === "string" ? value : "";
	const brand = contract.value?.brands[design.value.brand ?? "brand-a"];
	const palette = name === "highlightColor" ? brand?.highlightColors : brand?.textColors;
	const hex = /^#[0-9a-f]{6}$/i.test(text) ? text : String(schema.default ?? "#000000");
	return (
		<div class="colour">
			<input
				{...rest}
				id={id}
				type="text"
				placeholder={initial(schema)}
				value={text}
				onInput={({ currentTarget }) => write(currentTarget.value || undefined)}
			/>
			<input
				type="color"
				aria-label={`Pick ${name}`}
				value={hex.slice(0, 7)}
				onInput={({ currentTarget }) => write(currentTarget.value.toUpperCase())}
			/>
			<span class="swatches">
				{palette
					?.filter((colour) => colour.startsWith("#"))
					.map((colour) => (
						<button
							key={colour}
							type="button"
							class="swatch"
							style={{ background: colour }}
							aria-label={`${name} ${colour}`}
							title={colour}
							onClick={() => write(colour)}
						/>
					))}
			</span>
		</div>
	);
}
