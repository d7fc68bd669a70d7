/** A paint: a colour, a gradient with its stops, a picture, a pattern, grain, or several of these. */
import type { ComponentChildren } from "preact";
import type { JsonPath } from "../../base/json-pointer.js";
import { chooseFromLibrary, setPicture } from "../library.js";
import { type PlainSchema, plain, resolved, type Schema } from "../schema.js";
import { type TextKey, t } from "../texts/texts.js";
import { Colour } from "./colour.js";
import { PictureField } from "./picture-field.js";

interface Stop {
	readonly color: string;
	readonly at?: number;
}

/** A paint that is not a colour. */
interface Painted {
	readonly type: string;
	readonly src?: string;
	readonly stops?: readonly Stop[];
	readonly paints?: readonly unknown[];
	readonly [field: string]: unknown;
}

export interface PaintProps {
	readonly id: string;
	readonly name: string;
	readonly path: JsonPath;
	readonly schema: Schema;
	readonly value: unknown;
	readonly write: (value: unknown) => void;
	/** A control for a field of the paint. */
	readonly field: (
		name: string,
		schema: PlainSchema,
		value: unknown,
		write: (value: unknown) => void,
	) => ComponentChildren;
	readonly "aria-label"?: string | undefined;
	readonly "aria-describedby"?: string | undefined;
}

/** The objects that a paint may be, by their types. */
const kindsOf = (schema: Schema): ReadonlyMap<string, Schema> =>
	new Map(
		(resolved(schema).anyOf ?? []).map(resolved).flatMap((option) => {
			const kind = option.properties?.type?.const;
			return typeof kind === "string" ? [[kind, option] as const] : [];
		}),
	);

/** Whether a field takes paints. */
export const isPaint = (schema: Schema): boolean => kindsOf(schema).has("linear");

/** Shown until a picture is chosen. */
const PICTURE = "/api/assets/photos/builtin/studio-blush-squarish.svg";
const COLOURS = ["#2E5BFF", "#101828"] as const;
/** A mask is seen by its transparency. */
const MASK = ["#000000", "#00000000"] as const;

/** The colour to keep when the kind of paint changes. */
function firstColour(value: unknown): string | undefined {
	if (typeof value === "string") return value;
	const { stops, color, paints } = (value ?? {}) as Partial<Painted>;
	return (
		stops?.[0]?.color ?? (color as string | undefined) ?? (paints && firstColour(paints.at(-1)))
	);
}

/** The paint of a kind that is most like another paint. */
function paintOf(kind: string, before: unknown, name: string): unknown {
	const [first, last] = name === "mask" ? MASK : COLOURS;
	const old = (typeof before === "object" ? before : null) as Painted | null;
	const colour = firstColour(before) ?? first;
	switch (kind) {
		case "colour":
			return colour;
		case "image":
		case "pattern":
			return { type: kind, src: old?.src || PICTURE };
		case "grain":
			return { type: kind, amount: 0.3, ...(before != null && { color: colour }) };
		case "layers":
			return { type: kind, paints: [{ type: "grain", amount: 0.3 }, before ?? colour] };
		default:
			return { type: kind, stops: old?.stops ?? [{ color: colour }, { color: last }] };
	}
}

/** Fields of paints that have controls of their own. */
const OWN = new Set(["type", "stops", "src", "paints"]);

export function Paint(props: PaintProps) {
	const { id, name, path, schema, value, write, field, ...rest } = props;
	const kinds = kindsOf(schema);
	const paint = (typeof value === "object" ? value : null) as Painted | null;
	const kind = paint?.type ?? (value == null ? "none" : "colour");
	const own = kinds.get(kind)?.properties ?? {};
	const set = (part: string, next: unknown) => {
		const { [part]: _, ...others } = paint ?? { type: kind };
		write(next === undefined ? others : { ...others, [part]: next });
	};
	return (
		<div class="paint">
			<select
				{...rest}
				id={id}
				value={kind}
				onChange={({ currentTarget: { value: next } }) =>
					write(next === "none" ? undefined : paintOf(next, value, name))
				}
			>
				{["none", "colour", ...kinds.keys()].map((one) => (
					<option key={one} value={one}>
						{t(`paint.${one}` as TextKey)}
					</option>
				))}
			</select>
			{kind === "colour" && (
				<Colour
					id={`${id}-colour`}
					aria-label={t("paint.colour")}
					label={t("paint.colour")}
					name={name}
					value={value}
					write={write}
				/>
			)}
			{"src" in own && (
				<PictureField
					id={`${id}-src`}
					aria-label={t("paint.source")}
					value={paint?.src ?? ""}
					write={(next) => set("src", next ?? "")}
					put={(src, others) => setPicture([...path, "src"], src, others)}
					openLibrary={() => chooseFromLibrary([...path, "src"], t("paint.source"))}
					needed
				/>
			)}
			{"stops" in own && (
				<Stops
					id={id}
					name={name}
					stops={paint?.stops ?? []}
					most={plain(own.stops!).maxItems ?? 2}
					write={(stops) => set("stops", stops)}
				/>
			)}
			{"paints" in own && (
				<Layers
					{...props}
					item={own.paints!.items!}
					most={plain(own.paints!).maxItems ?? 2}
					paints={paint?.paints ?? []}
				/>
			)}
			<div class="fields">
				{Object.entries(own)
					.filter(([part]) => !OWN.has(part))
					.map(([part, one]) =>
						field(part, plain(resolved(one)), paint?.[part], (next) => set(part, next)),
					)}
			</div>
		</div>
	);
}

/** The paints of several layers, the uppermost first. */
function Layers({
	item,
	most,
	paints,
	...props
}: PaintProps & {
	readonly item: Schema;
	readonly most: number;
	readonly paints: readonly unknown[];
}) {
	const { id, path, value, write } = props;
	const put = (next: readonly unknown[]) => write({ ...(value as object), paints: next });
	return (
		<>
			{paints.map((paint, index) => {
				const title = t("paint.layer", { number: index + 1 });
				return (
					<fieldset key={index} class="inner">
						<legend>{title}</legend>
						<Paint
							{...props}
							id={`${id}-${index}`}
							aria-label={title}
							path={[...path, "paints", index]}
							schema={item}
							value={paint}
							write={(next) => {
								if (next !== undefined) put(paints.with(index, next));
								// Fewer than two are no layers.
								else if (paints.length > 2) put(paints.toSpliced(index, 1));
								else write(paints[1 - index]);
							}}
						/>
					</fieldset>
				);
			})}
			{paints.length < most && (
				<button
					type="button"
					class="quiet"
					onClick={() => put([paintOf("linear", undefined, "mask"), ...paints])}
				>
					{t("paint.addLayer")}
				</button>
			)}
		</>
	);
}

function Stops({
	id,
	name,
	stops,
	most,
	write,
}: {
	readonly id: string;
	readonly name: string;
	readonly stops: readonly Stop[];
	readonly most: number;
	readonly write: (stops: readonly Stop[]) => void;
}) {
	const put = (index: number, stop: Stop) => write(stops.with(index, stop));
	return (
		<>
			{stops.map((stop, index) => {
				const title = t("paint.stop", { number: index + 1 });
				const even = Math.round((100 * index) / Math.max(1, stops.length - 1));
				return (
					<div key={index} class="stop">
						<Colour
							id={`${id}-stop-${index}`}
							aria-label={title}
							label={title}
							name={name}
							value={stop.color}
							write={(color) => put(index, { ...stop, color: color ?? "#000000" })}
						/>
						<input
							type="number"
							aria-label={t("paint.at", { number: index + 1 })}
							title={t("paint.at", { number: index + 1 })}
							min={stops[index - 1]?.at ?? 0}
							max={stops[index + 1]?.at ?? 100}
							placeholder={String(even)}
							value={stop.at ?? ""}
							onInput={({ currentTarget }) => {
								const { at: _, ...rest } = stop;
								const at = currentTarget.valueAsNumber;
								if (currentTarget.value === "") put(index, rest);
								else if (currentTarget.validity.valid) put(index, { ...rest, at });
							}}
						/>
						{stops.length > 2 && (
							<button
								type="button"
								class="mini"
								aria-label={t("paint.removeStop", { number: index + 1 })}
								onClick={() => write(stops.toSpliced(index, 1))}
							>
								✕
							</button>
						)}
					</div>
				);
			})}
			{stops.length < most && (
				<button type="button" class="quiet" onClick={() => write([...stops, { color: "#FFFFFF" }])}>
					{t("paint.addStop")}
				</button>
			)}
		</>
	);
}
