/** Properties of the selection: one element, several or, if none, the slide and the document. */
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { JsonPath } from "../../base/json-pointer.js";
import { stepsOf } from "../../base/json-pointer.js";
import { canCrop, cropping } from "../canvas/crop.js";
import { fullName } from "../canvas/element-box.js";
import { group, ungroup } from "../canvas/grouping.js";
import { isOnSomeSizes, sameOnAllSizes } from "../canvas/one-size.js";
import {
	type Alignment,
	align,
	commit,
	distribute,
	duplicate,
	isCommon,
	isInFlow,
	onAllSlides,
	remove,
	reorder,
} from "../canvas/place.js";
import { elementAt, isLayer, pointerOf, type Ref, stackOf, typeOf } from "../design.js";
import { edit } from "../history.js";
import { several } from "../platforms.js";
import { elements } from "../preview.js";
import { contract, plain, resolved, type Schema, schemaAt } from "../schema.js";
import { selected, selection, shown, slide, slideCount, slideIndex, writing } from "../state.js";
import { capital, label, type TextKey, t } from "../texts/texts.js";
import { dialog } from "../toolbar-state.js";
import { repeatWithList } from "../variables.js";
import { Field } from "./field.js";
import { GROUPS, type GroupName, groupOf, NARROW, OPEN, RARE } from "./groups.js";
import { Icon, type IconName } from "./icon.js";
import { OwnVariables } from "./own-variables.js";
import { isPaint } from "./paint.js";
import { SymbolButton } from "./symbol-button.js";
import { Variables } from "./variables.js";

/** Fields shown elsewhere on the page. */
const ELSEWHERE = new Set([
	"type",
	"slides",
	"textBlocks",
	"imageOverlays",
	"layers",
	"children",
	"common",
	"variables",
	"template",
	"name",
	"ignoreWarnings",
	"platforms",
]);

/** Fields of a slide that affect its image. */
const OF_IMAGE = new Set(["imageOptions", "scrim"]);

/** Whether rarely used fields are shown. */
const showsAll = signal(false);

interface Shown {
	readonly name: string;
	readonly schema: Schema;
}

/** Fields that apply only to some shapes. */
const OF_SHAPES: Readonly<Record<string, readonly string[]>> = {
	sides: ["polygon"],
	points: ["star"],
	innerRadius: ["star"],
	from: ["arc"],
	sweep: ["arc"],
	thickness: ["arc"],
	path: ["path"],
	viewBox: ["path"],
	values: ["series"],
	domain: ["series"],
	draw: ["series"],
	at: ["series"],
	spacing: ["series"],
	smooth: ["series"],
};

/** Whether a field applies to a shape. */
const suits = (name: string, shape: unknown): boolean =>
	OF_SHAPES[name]?.includes(String(shape)) ?? true;

/** The fields of a value by group. */
function grouped(path: JsonPath, value: unknown, type: string): [GroupName, Shown[]][] {
	const values = (value ?? {}) as Record<string, unknown>;
	const fields = Object.entries(schemaAt(path, shown.value)?.properties ?? {})
		.filter(([name]) => !ELSEWHERE.has(name))
		.map(([name, schema]): Shown => ({ name, schema: resolved(schema) }))
		// Several platforms are selected in a dialog.
		.filter(({ name }) => name !== "platform" || values.platforms == null)
		.filter(({ name }) => showsAll.value || !RARE.has(name) || values[name] != null)
		// These apply only to a slide with an image.
		.filter(
			({ name }) => type !== "slide" || values.image || values[name] != null || !OF_IMAGE.has(name),
		)
		// Only custom platforms need a size.
		.filter(({ name }) => name !== "size" || type !== "document" || values[name] != null)
		// Fields of other shapes have no effect.
		.filter(({ name }) => type !== "shape" || values[name] != null || suits(name, values.shape))
		// Rich text takes precedence: the text field would have no effect.
		.filter(({ name }) => name !== "text" || values.text != null || values.richText == null);
	return (Object.keys(GROUPS) as GroupName[]).flatMap((group): [GroupName, Shown[]][] => {
		const order: readonly string[] = GROUPS[group];
		const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
		const own = fields
			.filter(({ name }) => groupOf(name, type) === group)
			.sort((a, b) => place(a.name) - place(b.name));
		return own.length === 0 ? [] : [[group, own]];
	});
}

/** Fields for the properties of a value, in collapsible groups. */
function Groups({
	path,
	value,
	type,
}: {
	readonly path: JsonPath;
	readonly value: unknown;
	readonly type: string;
}) {
	const values = (value ?? {}) as Record<string, unknown>;
	return (
		<>
			{grouped(path, value, type).map(([name, fields]) => (
				<Group key={name} name={name} isSet={fields.some((field) => values[field.name] != null)}>
					{fields.map((field) => (
						<One
							key={field.name}
							path={[...path, field.name]}
							{...field}
							value={values[field.name]}
							type={type}
							alone={fields.length === 1 && field.name === name}
						/>
					))}
				</Group>
			))}
			<button type="button" class="quiet" onClick={() => (showsAll.value = !showsAll.value)}>
				{t(showsAll.value ? "fields.fewer" : "fields.all")}
			</button>
		</>
	);
}

/** A collapsible group of fields; it stays open when its last value is removed. */
function Group({
	name,
	isSet,
	children,
}: {
	readonly name: GroupName;
	/** Whether one of its fields has a value. */
	readonly isSet: boolean;
	readonly children: ComponentChildren;
}) {
	const opened = useSignal(false);
	return (
		<details
			class="group"
			open={opened.value || isSet || OPEN.has(name)}
			onToggle={({ currentTarget }) => {
				opened.value = currentTarget.open;
			}}
		>
			<summary>{t(`group.${name}` as TextKey)}</summary>
			<div class="fields">{children}</div>
		</details>
	);
}

/** One field; an object is shown as a nested group. */
function One({
	path,
	name,
	schema,
	value,
	type,
	alone = false,
	prefix,
	title = label("field", name),
	write,
}: Shown & {
	readonly path: JsonPath;
	readonly value: unknown;
	readonly type: string;
	/** Whether the group already has the field's name. */
	readonly alone?: boolean;
	/** For a nested field: the outer field's name, for screen readers. */
	readonly prefix?: string;
	/** Display name of an object, if it is one of several. */
	readonly title?: string;
	/** Sets the value elsewhere than at the path. */
	readonly write?: (value: unknown) => void;
}) {
	const item = plain(schema).items;
	if (item && resolved(item).properties)
		return <Several {...{ path, name, schema, item, value, type }} />;
	const inner = isPaint(schema) ? undefined : plain(schema).properties;
	if (inner) {
		const values = (value ?? {}) as Record<string, unknown>;
		const put = (own: string, next: unknown) => {
			const isLast = next === undefined && Object.keys(values).every((one) => one === own);
			if (value == null) edit([[path, { ...neededBy(schema), [own]: next }]]);
			else edit([isLast ? [path, undefined] : [[...path, own], next]], pointerOf([...path, own]));
		};
		return (
			<fieldset class="inner">
				<legend>
					<span class={alone ? "hidden" : "name"}>{capital(title)}</span>
					{value != null && (
						<button
							type="button"
							class="mini"
							aria-label={t("field.remove", { name: title })}
							onClick={() => (write ? write(undefined) : edit([[path, undefined]]))}
						>
							✕
						</button>
					)}
				</legend>
				{name === "filter" && <Looks path={path} value={values} />}
				<div class="fields">
					{Object.entries(schemaAt(path, shown.value)?.properties ?? inner)
						.filter(([own]) => own !== "type")
						.map(([own, one]) => (
							<One
								key={own}
								name={own}
								path={[...path, own]}
								schema={resolved(one)}
								value={values[own]}
								type={type}
								prefix={title}
								write={(next) => put(own, next)}
							/>
						))}
				</div>
			</fieldset>
		);
	}
	return (
		<Field
			name={name}
			narrow={NARROW.has(name)}
			path={path}
			schema={schema}
			value={value}
			measured={measuredOf(path, name)}
			type={type}
			{...(prefix !== undefined && { prefix })}
			{...((write ?? (name === "fit" && type !== "image")) && {
				write: write ?? ((next: unknown) => edit([[path, next], ...boundsFor(path, next)])),
			})}
		/>
	);
}

/** What else is written so that contents can be fitted: the size that is shown, where none is given. */
function boundsFor(path: JsonPath, fit: unknown): [JsonPath, unknown][] {
	const own = path.slice(0, -1);
	const ref = pointerOf(own);
	const element = elementAt(shown.peek(), ref);
	const box = elements.peek().get(ref)?.box;
	if (!element || !box || (fit !== "shrink" && fit !== "fill")) return [];
	const given = [
		["width", "maxWidth", "x", "right"],
		["height", "maxHeight", "y", "bottom"],
	] as const;
	return given.flatMap(([size, most, ...ends]): [JsonPath, unknown][] => {
		const isFree = size === "width" && isInFlow(ref, element);
		const isGiven = element[size] != null || element[most] != null;
		const isBetween = ends.every((end) => element[end] != null);
		return isFree || isGiven || isBetween ? [] : [[[...own, size], Math.ceil(box[size])]];
	});
}

/** Values of the fields that an object must have, so that it is valid once one of them is set. */
function neededBy({ required = [], properties = {} }: Schema): Readonly<Record<string, unknown>> {
	// A line needs a colour unless it has a paint.
	const names = "paint" in properties && "color" in properties ? [...required, "color"] : required;
	return Object.fromEntries(
		names.map((name) => {
			const { type, anyOf = [], minimum = 0, default: initial } = resolved(properties[name]!);
			const isNumber = type === "number" || anyOf.some((option) => option.type === "number");
			return [name, initial ?? (isNumber ? minimum + 2 : "#FFFFFF")];
		}),
	);
}

/** A list of objects, each with its fields. */
function Several({
	path,
	name,
	schema,
	item,
	value,
	type,
}: Shown & { readonly path: JsonPath; readonly item: Schema; readonly value: unknown } & {
	readonly type: string;
}) {
	const entries: readonly unknown[] = Array.isArray(value) ? value : [];
	const text = capital(label("field", name));
	return (
		<>
			{entries.map((entry, index) => (
				<One
					key={index}
					name={name}
					path={[...path, index]}
					schema={resolved(item)}
					value={entry}
					type={type}
					title={`${text} ${index + 1}`}
					write={() => edit([[path, entries.length > 1 ? entries.toSpliced(index, 1) : undefined]])}
				/>
			))}
			{entries.length < (plain(schema).maxItems ?? Number.POSITIVE_INFINITY) && (
				<button
					type="button"
					class="quiet"
					onClick={() => edit([[path, [...entries, neededBy(resolved(item))]]])}
				>
					{t("list.add", { name: text })}
				</button>
			)}
		</>
	);
}

/** Ready-made filters. */
const LOOKS: readonly (readonly [TextKey, Readonly<Record<string, number>>])[] = [
	["look.gray", { grayscale: 1 }],
	["look.vivid", { saturate: 1.5, contrast: 1.1 }],
	["look.faded", { contrast: 0.8, brightness: 1.1, saturate: 0.75 }],
	["look.warm", { sepia: 0.35, saturate: 1.25 }],
	["look.dark", { brightness: 0.55 }],
	["look.soft", { blur: 6 }],
];

/** Buttons for ready-made filters. */
function Looks({
	path,
	value,
}: {
	readonly path: JsonPath;
	readonly value: Readonly<Record<string, unknown>>;
}) {
	const now = JSON.stringify(value);
	return (
		<span class="chips">
			{LOOKS.map(([name, look]) => {
				const isOn = now === JSON.stringify(look);
				return (
					<button
						key={name}
						type="button"
						aria-pressed={isOn}
						onClick={() => edit([[path, isOn ? undefined : look]])}
					>
						{t(name)}
					</button>
				);
			})}
		</span>
	);
}

/** The measured position or size while the field is empty. */
function measuredOf(path: JsonPath, name: string): string {
	const ref = selected.value?.ref;
	if (ref === undefined || path.length !== stepsOf(ref).length + 1) return "";
	const element = elements.value.get(ref);
	if (name === "fontSize")
		return element?.fontSize ? String(Math.round(element.fontSize * 10) / 10) : "";
	const box = element?.box as Readonly<Record<string, number>> | undefined;
	const value = ["x", "y", "width", "height"].includes(name) ? box?.[name] : undefined;
	return value === undefined ? "" : String(Math.round(value * 10) / 10);
}

export function Inspector() {
	const chosen = selection.value;
	if (chosen.length > 1)
		return (
			<section aria-label={t("selected.many")}>
				<header class="panel-head">
					<h2>{t("selected.count", { count: chosen.length })}</h2>
					<Actions refs={chosen} />
				</header>
				<Arrange refs={chosen} />
				<button type="button" onClick={() => group(chosen)}>
					{t("group")}
				</button>
				<Shared refs={chosen} />
			</section>
		);
	const one = selected.value;
	if (one) {
		const { ref, element } = one;
		const type = typeOf(ref, element);
		return (
			<section aria-label={t("selected.one")}>
				<header class="panel-head">
					<h2>{fullName(ref, element)}</h2>
					<Actions refs={chosen} />
				</header>
				{!isInFlow(ref, element) && <Arrange refs={chosen} />}
				<p class="actions">
					{type === "text" && (
						<button type="button" onClick={() => (writing.value = ref)}>
							<Icon name="pen" /> {t("text.write")}
						</button>
					)}
					{type === "image" && canCrop(element) && (
						<button type="button" onClick={() => (cropping.value = ref)}>
							<Icon name="crop" /> {t("crop")}
						</button>
					)}
					{type === "stack" && (
						<button type="button" onClick={() => ungroup(ref)}>
							{t("ungroup")}
						</button>
					)}
					{element.repeat == null && type !== "barcode" && type === "text" && isLayer(ref) && (
						<button type="button" title={t("repeat.hint")} onClick={() => repeatWithList(ref)}>
							{t("repeat")}
						</button>
					)}
					{(slideCount.value > 1 || isCommon(ref)) && !isInFlow(ref, element) && (
						<button type="button" onClick={() => onAllSlides(ref)}>
							{t(isCommon(ref) ? "common.leave" : "common.enter")}
						</button>
					)}
				</p>
				{isOnSomeSizes(element) && stackOf(ref) === undefined && (
					<p class="override">
						{t("size.only", {
							sizes: (element.only as string[]).map((one) => label("value", one)).join(", "),
						})}
						<button type="button" onClick={() => sameOnAllSizes(ref)}>
							{t("size.same")}
						</button>
					</p>
				)}
				{contract.value === null && <p class="hint">{t("fields.wait")}</p>}
				<Groups path={stepsOf(ref)} value={element} type={type} />
			</section>
		);
	}
	return (
		<>
			{shown.value.template !== undefined && <Variables />}
			{contract.value === null && <p class="hint">{t("fields.wait")}</p>}
			{slide.value && (
				<section aria-label={t("slide")}>
					<h2>{t("slide.n", { number: slideIndex.value + 1 })}</h2>
					<Groups path={["slides", slideIndex.value]} value={slide.value} type="slide" />
				</section>
			)}
			{shown.value.template === undefined && <OwnVariables />}
			<section aria-label={t("document")}>
				<h2>{t("document")}</h2>
				<p class="actions">
					<button type="button" onClick={() => (dialog.value = "platforms")}>
						{several.value.length > 0
							? t("platforms.count", { count: several.value.length })
							: t("platforms.choose")}
					</button>
				</p>
				<Groups path={[]} value={shown.value} type="document" />
			</section>
		</>
	);
}

function Actions({ refs }: { readonly refs: readonly Ref[] }) {
	const [only] = refs.length === 1 ? refs : [];
	const button = (icon: IconName, title: TextKey, act: () => void) => (
		<SymbolButton name={title} onClick={act}>
			<Icon name={icon} />
		</SymbolButton>
	);
	return (
		<span class="actions">
			{only !== undefined && button("up", "forward", () => reorder(only, 1))}
			{only !== undefined && button("down", "backward", () => reorder(only, -1))}
			{button("copy", "duplicate", () => duplicate(refs))}
			{button("bin", "delete", () => remove(refs))}
		</span>
	);
}

/** Fields that several elements are often given together. */
const SHARED = [
	"font",
	"fontSize",
	"weight",
	"textColor",
	"align",
	"lineHeight",
	"fill",
	"background",
	"borderRadius",
	"width",
	"opacity",
	"rotation",
] as const;

/** The fields that all selected elements have, set for all of them. */
function Shared({ refs }: { readonly refs: readonly Ref[] }) {
	const all = refs.map((ref) => ({
		ref,
		element: elementAt(shown.value, ref),
		fields: schemaAt(stepsOf(ref), shown.value)?.properties ?? {},
	}));
	const [first] = all;
	if (first === undefined) return null;
	return (
		<div class="fields">
			{SHARED.filter((name) => all.every(({ fields }) => name in fields)).map((name) => {
				const values = all.map(({ element }) => element?.[name]);
				const same = values.every((value) => JSON.stringify(value) === JSON.stringify(values[0]));
				return (
					<Field
						key={name}
						name={name}
						path={[...stepsOf(first.ref), name]}
						schema={resolved(first.fields[name]!)}
						value={same ? values[0] : undefined}
						measured={same ? "" : t("selected.mixed")}
						narrow={NARROW.has(name)}
						type={typeOf(first.ref, first.element)}
						write={(value) =>
							commit(
								refs.map((ref) => ({ ref, fields: { [name]: value } })),
								`${refs.join()} ${name}`,
							)
						}
					/>
				);
			})}
		</div>
	);
}

/** The buttons of each axis, in display order. */
const ALIGNMENTS: readonly (readonly ["x" | "y", readonly Alignment[]])[] = [
	["x", ["left", "center", "right"]],
	["y", ["top", "middle", "bottom"]],
];

/** Aligns and distributes. */
function Arrange({ refs }: { readonly refs: readonly Ref[] }) {
	return (
		<fieldset class="arrange" aria-label={t("arrange")}>
			{ALIGNMENTS.map(([axis, ways]) => (
				<span key={axis}>
					{ways.map((to) => (
						<SymbolButton key={to} name={`arrange.${to}`} onClick={() => align(refs, to)}>
							<Icon name={to} />
						</SymbolButton>
					))}
					{refs.length > 2 && (
						<SymbolButton
							name={`arrange.distribute.${axis}`}
							onClick={() => distribute(refs, axis)}
						>
							<Icon name={axis === "x" ? "across" : "along"} />
						</SymbolButton>
					)}
				</span>
			))}
		</fieldset>
	);
}
