/** A colour field: text input, colour picker and brand colours. */
import { ownBrand } from "../brand.js";
import { contract } from "../schema.js";
import { design } from "../state.js";
import { t } from "../texts/texts.js";

/** The user's own colours, and those of the current brand that start with "#". */
function brandColours(name: string): readonly string[] {
	const brand = contract.value?.brands[design.value.brand ?? "brand-a"];
	const palette = name === "highlightColor" ? brand?.highlightColors : brand?.textColors;
	const all = [...(ownBrand.value?.colors ?? []), ...(palette ?? [])];
	return [...new Set(all)].filter((colour) => colour.startsWith("#"));
}

export interface ColourProps {
	readonly id: string;
	/** Name of the field in the document. */
	readonly name: string;
	/** Display name. */
	readonly label: string;
	/** The effective value if the field is not set. */
	readonly initial?: unknown;
	readonly value: unknown;
	readonly write: (value: string | undefined) => void;
	/** Without swatches. */
	readonly plain?: boolean;
	readonly "aria-label"?: string;
	readonly "aria-describedby"?: string | undefined;
}

/** A colour for `<input type="color">`; undefined if the colour is not hexadecimal. */
function sixDigits(colour: string): string | undefined {
	const [, digits = ""] = /^#([0-9a-f]{3,8})$/i.exec(colour) ?? [];
	if (digits.length >= 6) return `#${digits.slice(0, 6)}`.toLowerCase();
	if (digits.length < 3) return undefined;
	return `#${[...digits.slice(0, 3)].map((digit) => digit + digit).join("")}`.toLowerCase();
}

export function Colour({
	id,
	name,
	label,
	initial,
	value,
	write,
	plain: isPlain = false,
	...rest
}: ColourProps) {
	const text = typeof value === "string" ? value : "";
	const plain = typeof initial === "string" ? initial : "";
	const hex = sixDigits(text) ?? sixDigits(plain) ?? "#000000";
	return (
		<div class="colour">
			<input
				type="color"
				aria-label={t("colour.pick", { name: label })}
				value={hex}
				onInput={({ currentTarget }) => write(currentTarget.value.toUpperCase())}
			/>
			<input
				{...rest}
				id={id}
				type="text"
				dir="ltr"
				placeholder={plain}
				value={text}
				spellcheck={false}
				onInput={({ currentTarget }) => write(currentTarget.value || undefined)}
			/>
			{!isPlain && (
				<span class="swatches">
					{brandColours(name).map((colour) => (
						<button
							key={colour}
							type="button"
							class="swatch"
							style={{ "--colour": colour }}
							aria-label={`${label} ${colour}`}
							title={colour}
							onClick={() => write(colour)}
						/>
					))}
				</span>
			)}
		</div>
	);
}
