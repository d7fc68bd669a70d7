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
import { Fonts } from "./fonts.js";
import { isPaint, Paint } from "./paint.js";
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
	"amount",
	"opacity",
	"zoom",
	"cropX",
	"cropY",
]);

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
		if (isPaint(whole))
			return (
				<Paint
					{...common}
					name={name}
					path={path}
					schema={whole}
					value={value}
					write={write}
					field={(part, own, now, put) => (
						<Field
							key={part}
							name={part}
							path={[...path, part]}
							schema={own}
							value={now}
							write={put}
							type="paint"
							prefix={prefix === undefined ? text : `${prefix}: ${text}`}
						/>
					)}
				/>
			);
		if (name === "brand" && path.length === 1)
			return choice(Object.keys(contract.value?.brands ?? {}));
		if (schema.enum && name === "font")
			return (
				<span class="beside-field">
					{choice(schema.enum)}
					<Fonts id={id} families={schema.enum.map(String)} value={value} write={write} />
				</span>
			);
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
		if (/colou?r$/i.test(name) && Array.isArray(value))
			return value.map((colour: unknown, side) => (
				<Colour
					key={side}
					id={side === 0 ? id : `${id}-${side}`}
					aria-label={`${prefix ?? ""} ${text} ${side + 1}`.trim()}
					label={`${text} ${side + 1}`}
					value={colour}
					write={(next) => write(value.with(side, next ?? "#FFFFFF"))}
					name={name}
				/>
			));
		if (/colou?r$/i.test(name) || name === "background" || name === "fill")
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
				const numbers = numbersOf(next);
				if (numbers !== null) write(numbers);
			});
		if (name === "fontFeatures")
			return typed(featuresText(value), (next) => {
				const features = featuresOf(next);
				if (features !== null) write(features);
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

interface TrackRange {
	readonly min: number | string;
	readonly max: number | string;
}
type Track = number | string | TrackRange;

/** Tracks of a grid, as "1fr 2fr auto minmax(0, 1fr)", or a number of equal ones. */
const tracksText = (value: unknown): string =>
	(Array.isArray(value) ? value : [value ?? ""])
		.map((track: Track) =>
			typeof track === "object" ? `minmax(${track.min}, ${track.max})` : String(track),
		)
		.join(" ");

const TRACK = /^(?:\d+(?:\.\d+)?(?:fr|%)?|auto|min-content|max-content)$/;

/** Parses tracks; undefined if empty, null if invalid. */
function tracksOf(text: string): number | string | Track[] | undefined | null {
	if (text === "") return undefined;
	const one = (word: string) => (/^\d+(?:\.\d+)?$/.test(word) ? Number(word) : word);
	if (text === "subgrid" || /^\d+$/.test(text)) return one(text);
	const tracks = [...text.matchAll(/minmax\(\s*([^\s,()]+)\s*,\s*([^\s,()]+)\s*\)|[^\s,]+/g)];
	const isRight = tracks.every(([whole, min, max]) =>
		min === undefined ? TRACK.test(whole) : TRACK.test(min) && TRACK.test(max!),
	);
	if (!isRight) return null;
	return tracks.map(([whole, min, max]) =>
		min === undefined ? one(whole) : { min: one(min), max: one(max!) },
	);
}

/** Parses "3, 5, , 8", where nothing is a gap, or "3 5 8"; undefined if empty, null if invalid. */
function numbersOf(text: string): (number | null)[] | undefined | null {
	if (text === "") return undefined;
	// What follows the last comma is still to come.
	const parts = text.replace(/[,;]\s*$/, "").split(/\s*[,;]\s*|\s+/);
	const numbers = parts.map((part) => (part === "" ? null : Number(part)));
	return numbers.some(Number.isNaN) ? null : numbers;
}

/** OpenType features as "smcp onum ss01=2". */
const featuresText = (value: unknown): string =>
	Object.entries((value ?? {}) as Readonly<Record<string, number>>)
		.map(([tag, number]) => (number === 1 ? tag : `${tag}=${number}`))
		.join(" ");

/** Parses features; undefined if empty, null if invalid. */
function featuresOf(text: string): Readonly<Record<string, number>> | undefined | null {
	if (text === "") return undefined;
	const features = text.split(/[\s,]+/).map((one) => /^([A-Za-z0-9]{4})(?:=(\d{1,5}))?$/.exec(one));
	if (features.includes(null)) return null;
	return Object.fromEntries(features.map((one) => [one![1], Number(one![2] ?? 1)]));
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
