/** A paint: a colour, a gradient with its stops, or an image. */
import { t } from "../texts/texts.js";
import { Colour } from "./colour.js";

interface Stop {
	readonly color: string;
	readonly at?: number;
}

interface Gradient {
	readonly type: "linear" | "radial";
	readonly angle?: number;
	readonly stops: readonly Stop[];
}

export interface PaintProps {
	readonly id: string;
	readonly name: string;
	readonly value: unknown;
	readonly write: (value: unknown) => void;
	readonly "aria-describedby"?: string | undefined;
}

type Kind = "none" | "colour" | "linear" | "radial" | "image";

const kindOf = (value: unknown): Kind => {
	if (value == null) return "none";
	if (typeof value === "string") return "colour";
	const { type } = value as { type?: unknown };
	return type === "linear" || type === "radial" || type === "image" ? type : "none";
};

/** The colour to keep when the kind of paint changes. */
function firstColour(value: unknown): string {
	if (typeof value === "string") return value;
	return (value as Partial<Gradient> | null | undefined)?.stops?.[0]?.color ?? "#2E5BFF";
}

export function Paint({ id, name, value, write, ...rest }: PaintProps) {
	const kind = kindOf(value);
	const choose = (next: string) => {
		if (next === "none") write(undefined);
		else if (next === "colour") write(firstColour(value));
		else if (next === "image") write({ type: "image", src: "" });
		else {
			const stops = (value as Partial<Gradient> | null)?.stops ?? [
				{ color: firstColour(value) },
				{ color: "#101828" },
			];
			write({ type: next, ...(next === "linear" && { angle: 180 }), stops });
		}
	};
	return (
		<div class="paint">
			<select
				{...rest}
				id={id}
				value={kind}
				onChange={({ currentTarget }) => choose(currentTarget.value)}
			>
				<option value="none">{t("paint.none")}</option>
				<option value="colour">{t("paint.colour")}</option>
				<option value="linear">{t("paint.linear")}</option>
				<option value="radial">{t("paint.radial")}</option>
				<option value="image">{t("paint.image")}</option>
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
			{(kind === "linear" || kind === "radial") && (
				<Stops id={id} name={name} value={value as Gradient} write={write} />
			)}
			{kind === "image" && (
				<input
					type="text"
					aria-label={t("paint.source")}
					placeholder={t("paint.source")}
					value={String((value as { src?: string }).src ?? "")}
					onInput={({ currentTarget }) => write({ ...(value as object), src: currentTarget.value })}
				/>
			)}
		</div>
	);
}

/** Maximum number of stops. */
const MAX_STOPS = 8;

function Stops({
	id,
	name,
	value,
	write,
}: {
	readonly id: string;
	readonly name: string;
	readonly value: Gradient;
	readonly write: (value: unknown) => void;
}) {
	const stops = Array.isArray(value.stops) ? value.stops : [];
	const put = (index: number, stop: Stop) =>
		write({ ...value, stops: stops.map((one, at) => (at === index ? stop : one)) });
	return (
		<>
			{value.type === "linear" && (
				<label class="beside">
					<span>{t("paint.angle")}</span>
					<input
						type="number"
						step={15}
						value={value.angle ?? 180}
						onInput={({ currentTarget }) =>
							write({ ...value, angle: currentTarget.valueAsNumber || 0 })
						}
					/>
				</label>
			)}
			{stops.map((stop, index) => {
				const title = t("paint.stop", { number: index + 1 });
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
						{stops.length > 2 && (
							<button
								type="button"
								class="mini"
								aria-label={t("paint.removeStop", { number: index + 1 })}
								onClick={() => write({ ...value, stops: stops.filter((_, at) => at !== index) })}
							>
								✕
							</button>
						)}
					</div>
				);
			})}
			{stops.length < MAX_STOPS && (
				<button
					type="button"
					class="quiet"
					onClick={() => write({ ...value, stops: [...stops, { color: "#FFFFFF" }] })}
				>
					{t("paint.addStop")}
				</button>
			)}
		</>
	);
}
