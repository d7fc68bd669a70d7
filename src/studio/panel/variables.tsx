/** The variables of a template as a form. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError } from "../api.js";
import { usePalette } from "../brand.js";
import { PALETTES, paletteVariables } from "../palettes.js";
import { chooseSlot, fillPictures, type Slot, slotId, slots } from "../slots.js";
import { design, notice, openTool } from "../state.js";
import {
	detach,
	type Item,
	keepLoadingTemplates,
	type Scalar,
	setVariable,
	templates,
	type Value,
	type Variable,
} from "../templates.js";
import { optionName, t, templateName, variableLabel } from "../texts/texts.js";
import { dialog } from "../toolbar-state.js";
import { Colour } from "./colour.js";
import { Icon } from "./icon.js";
import { PictureField } from "./picture-field.js";

export function Variables() {
	const failed = useSignal("");
	useEffect(
		() =>
			keepLoadingTemplates((error) => {
				failed.value =
					error === null ? "" : error instanceof ApiError ? error.message : t("unreachable");
			}),
		[],
	);
	const { template: id, variables = {} } = design.value;
	const template = templates.value.find((one) => one.id === id);
	return (
		<section aria-label={t("variables")} class="variables">
			<h2>{template ? templateName(template.id, template.name) : id}</h2>
			{template && (
				<p class="hint" dir="auto">
					{template.description}
				</p>
			)}
			<p class="actions">
				<button
					type="button"
					title={t("detach.hint")}
					onClick={() =>
						detach().catch((error: Error) => {
							notice.value = error instanceof ApiError ? error.message : t("unreachable");
						})
					}
				>
					<Icon name="pen" /> {t("detach")}
				</button>
				<button type="button" onClick={() => (dialog.value = "rows")}>
					{t("rows")}
				</button>
			</p>
			{failed.value && <p class="hint">{failed.value}</p>}
			<Palettes />
			<div class="fields">
				{Object.entries(template?.variables ?? {}).map(([name, variable]) => (
					<One
						key={name}
						name={name}
						variable={variable}
						value={variables[name] as Value | undefined}
						write={(value) => setVariable(name, value)}
					/>
				))}
			</div>
		</section>
	);
}

/** Colours to choose from, for the whole template. */
function Palettes() {
	const { variables = {} } = design.value;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a legend would take a line of its own
		<div class="palettes" role="group" aria-label={t("palettes")}>
			{PALETTES.map((palette, index) => {
				const values = Object.entries(paletteVariables(palette));
				return (
					<button
						key={index}
						type="button"
						aria-label={t("palette.n", { number: index + 1 })}
						aria-pressed={values.every(([name, value]) => variables[name] === value)}
						onClick={() => usePalette(palette)}
					>
						{palette.map((color) => (
							<i key={color} style={{ background: color }} />
						))}
					</button>
				);
			})}
		</div>
	);
}

interface OneProps {
	readonly name: string;
	/** Only in lists. */
	readonly item?: Slot["item"];
	readonly variable: Variable;
	readonly value: Value | undefined;
	readonly write: (value: Value | undefined) => void;
}

export function One({ name, item, variable, value, write }: OneProps) {
	const id = slotId(name, item);
	if (variable.type === "list")
		return (
			<Items
				name={name}
				variable={variable}
				value={Array.isArray(value) ? value : []}
				write={write}
			/>
		);
	const { maxLength, options = [], type, default: initial } = variable;
	const label = variableLabel(variable.label);
	const needed = variable.required ?? initial === undefined;
	const text = value === undefined || Array.isArray(value) ? "" : String(value);
	const set = (next: string) => write(next === "" ? undefined : next);
	const placeholder = typeof initial === "string" ? initial : "";
	return (
		<div class={`field${type === "boolean" ? " check" : ""}`} onFocusIn={() => chooseSlot(id)}>
			<label for={id}>
				{label}
				{!needed && <span class="optional"> {t("optional")}</span>}
			</label>
			{control()}
			{maxLength !== undefined && text.length > maxLength * 0.7 && (
				<small class={text.length > maxLength ? "over" : ""}>
					{text.length} / {maxLength}
				</small>
			)}
		</div>
	);

	function control() {
		if (type === "choice")
			return (
				<select id={id} value={text} onChange={({ currentTarget }) => set(currentTarget.value)}>
					{!needed && (
						<option value="">
							{placeholder ? optionName(options, placeholder) : t("field.none")}
						</option>
					)}
					{options.map((option) => (
						<option key={option} value={option}>
							{optionName(options, option)}
						</option>
					))}
				</select>
			);
		if (type === "boolean")
			return (
				<input
					id={id}
					type="checkbox"
					checked={text === "true" || (value === undefined && initial === true)}
					onChange={({ currentTarget }) => write(currentTarget.checked)}
				/>
			);
		if (type === "number")
			return (
				<input
					id={id}
					type="number"
					step="any"
					value={text}
					placeholder={placeholder}
					onInput={({ currentTarget }) => {
						const next = currentTarget.valueAsNumber;
						write(Number.isFinite(next) ? next : undefined);
					}}
				/>
			);
		if (type === "color")
			return (
				<Colour
					id={id}
					name="variable"
					label={label}
					value={text}
					initial={initial}
					write={(next) => write(next)}
				/>
			);
		if (type === "image")
			return (
				<PictureField
					id={id}
					value={text}
					write={(next) => set(next ?? "")}
					put={(src, others) =>
						void fillPictures(
							[src],
							slots.peek().find((slot) => slot.id === id),
							others,
						)
					}
					openLibrary={() => {
						chooseSlot(id);
						openTool("photos");
					}}
				/>
			);
		const long = (maxLength ?? 200) > 60 || type === "richText";
		const common = {
			id,
			dir: "auto" as const,
			value: text,
			placeholder,
			maxLength,
			required: needed,
		};
		return long ? (
			<textarea {...common} rows={3} onInput={({ currentTarget }) => set(currentTarget.value)} />
		) : (
			<input {...common} type="text" onInput={({ currentTarget }) => set(currentTarget.value)} />
		);
	}
}

/** Maximum number of items. */
const MAX_ITEMS = 50;

function Items({
	name: list,
	variable,
	value,
	write,
}: {
	readonly name: string;
	readonly variable: Variable;
	readonly value: readonly Item[];
	readonly write: (value: Value) => void;
}) {
	const fields = Object.entries(variable.fields ?? {});
	const put = (index: number, name: string, next: Value | undefined) =>
		write(
			value.map((item, at): Item => {
				if (at !== index) return item;
				const { [name]: _, ...rest } = item;
				return next === undefined ? rest : { ...rest, [name]: next as Scalar };
			}),
		);
	return (
		<fieldset class="inner list">
			<legend>
				<span class="name">{variableLabel(variable.label)}</span>
			</legend>
			{value.map((item, index) => (
				<div key={index} class="item">
					<header>
						<strong>{index + 1}</strong>
						<button
							type="button"
							class="mini"
							aria-label={t("item.up", { number: index + 1 })}
							disabled={index === 0}
							onClick={() => write(value.toSpliced(index, 1).toSpliced(index - 1, 0, item))}
						>
							<Icon name="up" />
						</button>
						<button
							type="button"
							class="mini"
							aria-label={t("item.remove", { number: index + 1 })}
							onClick={() => write(value.toSpliced(index, 1))}
						>
							<Icon name="bin" />
						</button>
					</header>
					{fields.map(([name, field]) => (
						<One
							key={name}
							name={list}
							item={{ index, field: name }}
							variable={field}
							value={item[name]}
							write={(next) => put(index, name, next)}
						/>
					))}
				</div>
			))}
			{value.length < (variable.maxItems ?? MAX_ITEMS) && (
				<button
					type="button"
					class="quiet"
					onClick={() =>
						write([
							...value,
							Object.fromEntries(
								fields.flatMap(([name, { sample }]) =>
									sample === undefined || Array.isArray(sample) ? [] : [[name, sample as Scalar]],
								),
							),
						])
					}
				>
					{t("item.add")}
				</button>
			)}
		</fieldset>
	);
}
