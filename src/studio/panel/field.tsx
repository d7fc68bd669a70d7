/** One field, with a control and limits from its schema. */

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { type JsonPath, stepsOf } from "../../base/json-pointer.js";
import { pointerOf } from "../design.js";
import { edit } from "../history.js";
import { chooseFromLibrary, setPicture } from "../library.js";
import { platformName } from "../platforms.js";
import { contract, type PlainSchema, plain, type Schema, takesSizes } from "../schema.js";
import { shown } from "../state.js";
import { capital, label, t } from "../texts/texts.js";
import { syncVariables } from "../variables.js";
import { Colour } from "./colour.js";
import { Paint } from "./paint.js";
import { PictureField } from "./picture-field.js";

export interface FieldProps {
	readonly name: string;
	readonly path: JsonPath;
	readonly schema: Schema;
	readonly value: unknown;
	/** The measured value that is used while the field is empty. */
	readonly measured?: string;
	/** Whether it fits beside another field. */
	readonly narrow?: boolean;
	/** Type of the element or object; some field names have several meanings. */
	readonly type?: string;
	/** For a nested field: the outer field's name, for screen readers. */
	readonly prefix?: string;
	/** Sets the value elsewhere than at the path. */
	readonly write?: (value: unknown) => void;
}

/** Texts that may be longer get a multi-line field. */
const LONG = 1_000;

/** Numbers that are easier to set by eye. */
const SLIDERS = new Set([
	"blur",
	"brightness",
	"contrast",
	"saturate",
	"grayscale",
	"sepia",
	"hueRotate",
	"invert",
	"opacity",
	"zoom",
	"cropX",
	"cropY",
]);

const PAINTS = new Set(["background", "fill", "textFill"]);

/** Whether a value is a list of numbers, one per side or corner. */
const takesSides = ({ type, anyOf = [], prefixItems, items }: Schema): boolean =>
	anyOf.some((option) => option.type === "array") ||
	(type === "array" && prefixItems !== undefined && items === (false as unknown));

export function Field({
	name,
	path,
	schema: whole,
	value,
	measured,
	narrow,
	type,
	prefix,
	write: put,
}: FieldProps) {
	const id = useId();
	const schema = plain(whole);
	const text = capital(label("field", name));
	const group = pointerOf(path);
	const write = put ?? ((next: unknown) => edit([[path, next]], group));
	const hint = schema.description;
	const common = {
		id,
		...(prefix !== undefined && { "aria-label": `${prefix}: ${text}` }),
		"aria-describedby": hint ? `${id}-hint` : undefined,
	};
	const empty = measured || initial(schema);
	const refused = useSignal("");
	return (
		<div
			class={`field${narrow ? " narrow" : ""}${schema.type === "boolean" ? " check" : ""}`}
			data-help={hint}
		>
			<label for={id}>{text}</label>
			{control()}
			{refused.value !== "" && (
				<small class="over" role="alert">
					{refused.value}
				</small>
			)}
			{hint && (
				<span id={`${id}-hint`} class="hidden">
					{hint}
				</span>
			)}
		</div>
	);

	function control() {
		if (PAINTS.has(name) && type !== "barcode" && (whole.anyOf || whole.$ref || schema.properties))
			return <Paint {...common} name={name} value={value} write={write} />;
		if (name === "brand" && path.length === 1)
			return choice(Object.keys(contract.value?.brands ?? {}));
		if (schema.enum) return choice(schema.enum);
		if (name === "src" || (name === "image" && type === "slide"))
			return (
				<PictureField
					id={id}
					value={typeof value === "string" ? value : ""}
					write={(next) => write(next ?? (isNeeded(path) ? "" : undefined))}
					put={(src, others) => setPicture(path, src, others)}
					openLibrary={() => chooseFromLibrary(path, text)}
					needed={isNeeded(path)}
					aria-describedby={common["aria-describedby"]}
				/>
			);
		if (/colou?r$/i.test(name) || PAINTS.has(name))
			return (
				<Colour
					{...common}
					label={text}
					value={value}
					write={write}
					name={name}
					initial={schema.default}
				/>
			);
		const several = choicesOf(schema);
		if (several)
			return <Choices id={id} text={text} options={several} value={value} write={write} />;
		if (name === "duotone") return <Duotone id={id} text={text} value={value} write={write} />;
		if (schema.type === "boolean")
			return (
				<input
					{...common}
					type="checkbox"
					checked={value === true}
					onChange={({ currentTarget }) => write(currentTarget.checked ? true : undefined)}
				/>
			);
		if (type === "grid" && (name === "columns" || name === "rows"))
			return typed(tracksText(value), (next) => {
				const tracks = tracksOf(next);
				if (tracks !== null) write(tracks);
			});
		if (name === "values")
			return typed(Array.isArray(value) ? value.map((one) => one ?? "").join(", ") : "", (next) => {
				const numbers = next
					.split(/[\s,;]+/)
					.filter(Boolean)
					.map(Number);
				if (numbers.every(Number.isFinite)) write(numbers);
			});
		if (takesSides(whole))
			return typed(sidesText(value), (next) => {
				const sides = sidesOf(next, whole);
				if (sides !== null) write(sides);
			});
		if (takesSizes(whole))
			return typed(
				typeof value === "number" || typeof value === "string" ? String(value) : "",
				(next) => {
					const word = whole.anyOf?.some((option) => option.const === next);
					const size = word ? next : sizeOf(next);
					if (size !== null) write(size);
				},
			);
		if (schema.type === "number" || schema.type === "integer") {
			const { minimum, maximum } = schema;
			const step = maximum !== undefined && maximum <= 3 ? 0.05 : 1;
			const now = typeof value === "number" ? value : undefined;
			const field = (
				<input
					{...common}
					type="number"
					step={step}
					min={minimum}
					max={maximum}
					placeholder={empty}
					aria-invalid={refused.value !== ""}
					value={refused.value === "" ? (now ?? "") : undefined}
					onInput={({ currentTarget }) => {
						const next = currentTarget.valueAsNumber;
						const { rangeOverflow, rangeUnderflow } = currentTarget.validity;
						refused.value = rangeOverflow || rangeUnderflow ? rangeOf(schema) : "";
						if (currentTarget.value === "") write(undefined);
						else if (Number.isFinite(next) && refused.value === "") write(next);
					}}
				/>
			);
			if (!SLIDERS.has(name)) return field;
			return (
				<span class="slider">
					{/* The field beside it has the name and the keys. */}
					<input
						type="range"
						aria-hidden="true"
						tabIndex={-1}
						min={minimum}
						max={maximum}
						step={step}
						value={now ?? Number(empty || minimum)}
						onInput={({ currentTarget }) => write(currentTarget.valueAsNumber)}
					/>
					{field}
				</span>
			);
		}
		if (schema.type === "array" || (typeof value === "object" && value !== null))
			return (
				<input
					{...common}
					type="text"
					readOnly
					value={JSON.stringify(value) ?? ""}
					placeholder={t("field.json")}
				/>
			);
		const own = typeof value === "string" ? value : "";
		const set = (next: string) => write(next === "" && !isNeeded(path) ? undefined : next);
		if ((schema.maxLength ?? 0) > LONG && !["emoji", "showIf", "hideIf"].includes(name))
			return (
				<textarea
					{...common}
					dir="auto"
					rows={3}
					placeholder={empty}
					value={own}
					onInput={({ currentTarget }) => set(currentTarget.value)}
					onBlur={syncVariables}
				/>
			);
		return (
			<input
				{...common}
				type="text"
				dir="auto"
				placeholder={empty}
				value={own.startsWith("data:") ? t("field.ownPicture") : own}
				readOnly={own.startsWith("data:")}
				onInput={({ currentTarget }) => set(currentTarget.value)}
				onBlur={syncVariables}
			/>
		);
	}

	function choice(options: readonly (string | number)[]) {
		return (
			<select
				{...common}
				value={value == null ? "" : String(value)}
				onChange={({ currentTarget }) => {
					const chosen = options.find((option) => String(option) === currentTarget.value);
					write(chosen);
				}}
			>
				<option value="">{empty === "" ? t("field.none") : capital(label("value", empty))}</option>
				{options.map((option) => (
					<option key={option} value={String(option)}>
						{name === "platform"
							? platformName(String(option))
							: capital(label("value", String(option)))}
					</option>
				))}
			</select>
		);
	}

	/** A text field whose input is parsed. */
	function typed(own: string, read: (text: string) => void) {
		return (
			<input
				{...common}
				type="text"
				inputMode="decimal"
				placeholder={empty}
				value={own}
				onInput={({ currentTarget }) => read(currentTarget.value.trim())}
			/>
		);
	}
}

/** What a number may be. */
const rangeOf = ({ minimum, maximum }: PlainSchema): string =>
	minimum === undefined
		? t("range.most", { most: maximum ?? "" })
		: maximum === undefined
			? t("range.least", { least: minimum })
			: t("range", { least: minimum, most: maximum });

/** The choices of a list; undefined for any other list. */
function choicesOf({ type, items }: PlainSchema): readonly (string | number)[] | undefined {
	const options = type === "array" && items ? plain(items).enum : undefined;
	return options;
}

/** Multiple choice; no selection means all. */
function Choices({
	id,
	text,
	options,
	value,
	write,
}: {
	readonly id: string;
	readonly text: string;
	readonly options: readonly (string | number)[];
	readonly value: unknown;
	readonly write: (value: unknown) => void;
}) {
	const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
	return (
		<fieldset class="chips" id={id} aria-label={text}>
			{options.map((option) => (
				<button
					key={option}
					type="button"
					aria-pressed={chosen.includes(option)}
					onClick={() => {
						const next = options.filter((one) => chosen.includes(one) !== (one === option));
						write(next.length === 0 ? undefined : next);
					}}
				>
					{label("value", String(option))}
				</button>
			))}
		</fieldset>
	);
}

/** Default colours for dark and light pixels. */
const DUOTONE = ["#14213D", "#FFFFFF"] as const;

function Duotone({
	id,
	text,
	value,
	write,
}: {
	readonly id: string;
	readonly text: string;
	readonly value: unknown;
	readonly write: (value: unknown) => void;
}) {
	const colours = Array.isArray(value) ? value.map(String) : undefined;
	return (
		<fieldset class="paint duotone" aria-label={text}>
			{(["duotone.dark", "duotone.light"] as const).map((key, index) => (
				<Colour
					key={key}
					id={index === 0 ? id : `${id}-light`}
					name="duotone"
					aria-label={t(key)}
					label={t(key)}
					initial={DUOTONE[index]}
					value={colours?.[index]}
					write={(colour) =>
						write(
							colour === undefined
								? undefined
								: DUOTONE.map((other, at) => (at === index ? colour : (colours?.[at] ?? other))),
						)
					}
				/>
			))}
		</fieldset>
	);
}

/** Whether a layer needs the field; without its text, for example, it would disappear. */
function isNeeded(path: JsonPath): boolean {
	const name = path.at(-1);
	const element = stepsOf(pointerOf(path.slice(0, -1))).reduce<unknown>(
		(value, step) => (value as Record<string | number, unknown> | undefined)?.[step],
		shown.peek(),
	) as Record<string, unknown> | undefined;
	if (name === "src" || name === "data") return true;
	return name === "text" && element?.richText === undefined && element?.emoji === undefined;
}

/**
 * Parses a length.
 * @returns a number or a percentage; undefined if empty, null if invalid
 */
function sizeOf(text: string): number | string | undefined | null {
	if (text === "") return undefined;
	if (/^-?\d+(\.\d+)?%$/.test(text)) return text;
	return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null;
}

/** Tracks of a grid, as "1fr 2fr auto 120", or a number of equal ones. */
const tracksText = (value: unknown): string =>
	Array.isArray(value)
		? value.filter((one) => typeof one !== "object").join(" ")
		: value == null
			? ""
			: String(value);

/** Parses tracks; undefined if empty, null if invalid. */
function tracksOf(text: string): number | string | (number | string)[] | undefined | null {
	if (text === "") return undefined;
	const tracks = text.split(/[\s,]+/).map((one) => (/^\d+(\.\d+)?$/.test(one) ? Number(one) : one));
	const [only] = tracks;
	if (tracks.length === 1 && (typeof only === "number" || only === "subgrid")) return only;
	const fits = (one: number | string) =>
		typeof one === "number" || /^(?:\d+(?:\.\d+)?(?:fr|%)|auto|min-content|max-content)$/.test(one);
	return tracks.every(fits) ? tracks : null;
}

const sidesText = (value: unknown): string =>
	Array.isArray(value) ? value.join(" ") : typeof value === "number" ? String(value) : "";

/** Parses "12" or "12 8 12 8"; undefined if empty, null if invalid. */
function sidesOf(
	text: string,
	{ anyOf, prefixItems }: Schema,
): number | number[] | undefined | null {
	if (text === "") return undefined;
	const numbers = text.split(/[\s,]+/).map(Number);
	if (numbers.some((number) => !Number.isFinite(number))) return null;
	const [first] = numbers;
	if (numbers.length === 1 && anyOf && first !== undefined) return first;
	const length = prefixItems?.length ?? 4;
	return numbers.length === length ? numbers : null;
}

/** The effective value if the field is not set. */
const initial = ({ default: value }: Schema): string =>
	value == null || typeof value === "object" ? "" : String(value);
