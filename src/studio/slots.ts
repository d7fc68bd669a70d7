/** The places that a template leaves open: its variables, and the fields of its lists' items. */
import { computed, effect, signal } from "@preact/signals";
import { post } from "./api.js";
import { type Design, type Rectangle, valueAt } from "./design.js";
import { edit } from "./history.js";
import { canvasSize, measuredDesign, measuredSlide } from "./preview.js";
import { design, notice, pane, panelTab } from "./state.js";
import { templateAtWork } from "./template-at-work.js";
import { type Item, loadTemplates, type Value } from "./templates.js";
import { t, variableLabel } from "./texts/texts.js";
import { dialog } from "./toolbar-state.js";

/** A variable of the template, or a field of one item of a list. */
export interface Slot {
	/** Key of the slot, and the id of its field in the form. */
	readonly id: string;
	readonly name: string;
	/** Only in lists: index of the item, from 0, and its field. */
	readonly item?: { readonly index: number; readonly field: string };
	readonly label: string;
	readonly type: string;
}

/** Id of a variable's field in the form. */
export const slotId = (name: string, item?: Slot["item"]): string =>
	item === undefined ? `variable-${name}` : `variable-${name}-${item.index}-${item.field}`;

/** All slots of the current template, in the order of the form. */
export const slots = computed<readonly Slot[]>(() => {
	const { variables: values = {} } = design.value;
	return Object.entries(templateAtWork.value?.variables ?? {}).flatMap(
		([name, variable]): Slot[] => {
			const { type, fields = {} } = variable;
			const label = variableLabel(variable.label);
			if (type !== "list") return [{ id: slotId(name), name, label, type }];
			const items = Array.isArray(values[name]) ? values[name] : [];
			return items.flatMap((_, index) =>
				Object.entries(fields).map(([field, one]): Slot => {
					const item = { index, field };
					const title = `${label} ${index + 1}: ${variableLabel(one.label)}`;
					return { id: slotId(name, item), name, item, label: title, type: one.type };
				}),
			);
		},
	);
});

/** The value of a slot. */
export function slotValue({ name, item }: Slot): unknown {
	const value = design.value.variables?.[name];
	if (item === undefined) return value;
	return (value as readonly Item[] | undefined)?.[item.index]?.[item.field];
}

const changeOf = ({ name, item }: Slot, value: Value): [(string | number)[], unknown] => [
	["variables", name, ...(item ? [item.index, item.field] : [])],
	value,
];

/** The slot that was chosen on the slide or in the form: pictures and emoji go into it. */
const chosenId = signal("");
export const chosenSlot = computed(() => slots.value.find(({ id }) => id === chosenId.value));

/** Remembers the slot that the user works on. */
export function chooseSlot(id: string): void {
	chosenId.value = id;
}

/** Shows a slot's field and puts the cursor into it. */
export function goToSlot({ id }: Slot): void {
	chooseSlot(id);
	panelTab.value = "fields";
	if (matchMedia("(max-width: 800px)").matches) pane.value = "panel";
	requestAnimationFrame(() => {
		const field = globalThis.document.getElementById(id) as HTMLInputElement | null;
		field?.focus();
		field?.scrollIntoView({ block: "nearest" });
		if (field?.type === "text" || field?.localName === "textarea") field.select();
	});
}

/** Pictures that wait until the user has chosen their slot. */
export const waitingPictures = signal<readonly string[]>([]);

const pictureSlots = (): readonly Slot[] => slots.peek().filter(({ type }) => type === "image");

/** Whether the template has a place for a picture. */
export const takesPictures = computed(() => slots.value.some(({ type }) => type === "image"));

/** Whether the template has a place for words. */
export const takesWords = computed(() => slots.value.some(({ type }) => isWords(type)));

const isWords = (type: string): boolean => type === "text" || type === "richText";

/**
 * Puts pictures into the template: into the given slot, the chosen one or the only one; otherwise
 * asks which. Several pictures fill the slots in order.
 * @param others changes that belong to the same undo step
 */
export async function fillPictures(
	sources: readonly string[],
	slot?: Slot,
	others: readonly (readonly [(string | number)[], unknown])[] = [],
): Promise<void> {
	await loadTemplates().catch(() => undefined);
	const open = pictureSlots();
	if (open.length === 0) {
		notice.value = t("slot.noPicture");
		return;
	}
	const chosen = chosenSlot.peek()?.type === "image" ? chosenSlot.peek() : undefined;
	const target =
		slot ??
		(sources.length === 1 ? chosen : undefined) ??
		(open.length === 1 ? open[0] : undefined);
	if (target === undefined && sources.length === 1) {
		if (others.length > 0) edit(others);
		waitingPictures.value = sources;
		dialog.value = "slot";
		return;
	}
	const targets = target ? [target] : open;
	const filled = targets.slice(0, sources.length);
	edit([...others, ...filled.map((one, index) => changeOf(one, sources[index]!))]);
	const left = sources.length - filled.length;
	notice.value =
		left > 0
			? t("slot.tooMany", { count: filled.length, left })
			: t("slot.filled", { name: filled.map(({ label }) => label).join(", ") });
}

/** Adds an emoji at the end of the chosen text, or else of the first one. */
export function fillEmoji(emoji: string): void {
	const chosen = chosenSlot.peek();
	const slot =
		chosen && isWords(chosen.type) ? chosen : slots.peek().find(({ type }) => isWords(type));
	if (slot === undefined) return;
	const before = slotValue(slot);
	edit([changeOf(slot, `${typeof before === "string" ? `${before} ` : ""}${emoji}`)]);
	notice.value = t("slot.filled", { name: slot.label });
}

/** A slot and where the slide shows it. */
export interface SlotBox {
	readonly slot: Slot;
	readonly box: Rectangle & { readonly rotation: number };
	readonly path: string;
}

/** The template as a document of layers, filled in; null until it is known. */
const filled = signal<Design | null>(null);

/** Delay before a changed template is expanded. Milliseconds. */
const PAUSE_MS = 200;

/** Keeps the expanded template up to date, for the places of its slots. */
export function watchSlots(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	effect(() => {
		const now = measuredDesign.value;
		clearTimeout(timer);
		if (now?.template === undefined) {
			filled.value = null;
			return;
		}
		timer = setTimeout(async () => {
			try {
				const answer = await post("/studio/document", now);
				filled.value = (await answer.json()) as Design;
			} catch {
				// The places stay as they were.
			}
		}, PAUSE_MS);
	});
}

/** Fields of a layer that show a variable's value. */
const SHOWN_FIELDS = ["text", "richText", "src", "image", "data"] as const;

/** Where the current slide shows slots, lowest first. */
export const slotBoxes = computed<readonly SlotBox[]>(() => {
	const document = filled.value;
	const slide = measuredSlide.value;
	if (design.value.template === undefined || document === null || slide === undefined) return [];
	const open = slots.value.flatMap((slot) => {
		const value = slotValue(slot);
		return typeof value === "string" && value.trim() !== "" ? [{ slot, value }] : [];
	});
	const found: SlotBox[] = [];
	const look = (path: string, box: SlotBox["box"]) => {
		const element = valueAt(document, path) as Record<string, unknown> | undefined;
		for (const field of SHOWN_FIELDS) {
			const shown = element?.[field];
			if (typeof shown !== "string" || shown === "") continue;
			const slot =
				open.find(({ value }) => value === shown)?.slot ??
				open
					.filter(({ slot: { type }, value }) => isWords(type) && shown.includes(value))
					.sort((a, b) => b.value.length - a.value.length)[0]?.slot;
			if (slot) {
				found.push({ slot, box, path });
				return;
			}
		}
	};
	const root = `/slides/${slide.slide - 1}`;
	look(root, { x: 0, y: 0, ...canvasSize.value, rotation: 0 });
	for (const list of ["imageOverlays", "textBlocks"] as const)
		for (const [index, { box }] of slide[list].entries()) look(`${root}/${list}/${index}`, box);
	const visit = (layers: typeof slide.layers) => {
		for (const { path, box, children } of layers) {
			look(path, box);
			visit(children ?? []);
		}
	};
	visit(slide.layers);
	return found;
});

/** The picture slot at a point of the slide, topmost first. Preview pixels. */
export const pictureSlotAt = (at: { readonly x: number; readonly y: number }): Slot | undefined =>
	slotBoxes
		.peek()
		.findLast(
			({ slot, box }) =>
				slot.type === "image" &&
				at.x >= box.x &&
				at.y >= box.y &&
				at.x <= box.x + box.width &&
				at.y <= box.y + box.height,
		)?.slot;
