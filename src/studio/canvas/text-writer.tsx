/** Editing text on the slide: an editable field over the text, with formatting buttons. */
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Element, elementAt, type Ref, transformOf } from "../design.js";
import { Icon, type IconName } from "../panel/icon.js";
import { boxOf, canvasSize, elements } from "../preview.js";
import { contract } from "../schema.js";
import { design, draft, shown, writing } from "../state.js";
import { type TextKey, t } from "../texts/texts.js";
import { syncVariables } from "../variables.js";
import { commit, type Fields, preview } from "./place.js";
import {
	clear,
	colour,
	fill,
	fromPlain,
	holds,
	isPlain,
	toggle,
	toggleList,
	toPlain,
	toRichText,
} from "./rich-text.js";
import { percent } from "./rounding.js";
import { fitted } from "./view.js";

/** Formats: tag, button label, and the key pressed with Ctrl or ⌘. */
const FORMATS = [
	["b", "B", "rich.bold"],
	["i", "I", "rich.italic"],
	["u", "U", "rich.underline"],
	["s", "S", "rich.strike"],
	["mark", "A", "rich.mark"],
] as const;

/** Space for the buttons above a text. Screen pixels. */
const ROOM = 64;

/** Formats at the cursor. */
const active = signal<ReadonlySet<string>>(new Set());

/** The fields for the edited text: plain text if it has no tags. */
function fieldsOf(element: Element, html: string): Fields {
	if (isPlain(html)) return { text: toPlain(html), richText: undefined };
	return { richText: html, ...(element.text !== undefined && { text: undefined }) };
}

/** Emoji are pictures: a transparent fill does not hide them. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

export function TextWriter({ target }: { readonly target: Ref }) {
	const field = useRef<HTMLDivElement>(null);
	const began = useRef(elementAt(design.peek(), target));
	const size = canvasSize.value;
	const element = elementAt(shown.value, target);
	const measure = elements.value.get(target);
	// An empty text is not rendered: keep its last position.
	const lastBox = useRef(boxOf(target));
	lastBox.current = boxOf(target) ?? lastBox.current;
	const box = lastBox.current;

	// At once: what is typed next belongs into the field.
	useLayoutEffect(() => {
		const root = field.current;
		const first = began.current;
		if (!root || !first) return;
		const rich = typeof first.richText === "string" && first.richText !== "";
		fill(root, rich ? String(first.richText) : fromPlain(String(first.text ?? "")));
		root.focus();
		getSelection()?.selectAllChildren(root);
		const state = () => {
			active.value = new Set(FORMATS.map(([tag]) => tag).filter((tag) => holds(root, tag)));
		};
		globalThis.document.addEventListener("selectionchange", state);
		hide();
		return () => {
			globalThis.document.removeEventListener("selectionchange", state);
			const html = toRichText(root);
			draft.value = null;
			const before = rich ? String(first.richText) : fromPlain(String(first.text ?? ""));
			if (html !== before && elementAt(design.peek(), target))
				commit([{ ref: target, fields: fieldsOf(first, html) }]);
			syncVariables();
		};
	}, []);

	/** Hides the text in the rendered image while it is edited in the field. */
	function hide(fields: Fields = {}): void {
		const letters = { ...began.current, ...fields };
		// Hide only the letters if possible, so that the box of the text stays visible.
		const plain =
			["bold", "undefined", "null"].includes(String(letters.style)) &&
			letters.shadow == null &&
			letters.textStroke == null &&
			letters.emoji == null &&
			!/<(?:span|mark)/.test(String(letters.richText ?? "")) &&
			!EMOJI.test(`${letters.text ?? ""}${letters.richText ?? ""}`);
		preview([
			{
				ref: target,
				fields: { ...fields, ...(plain ? { textFill: "transparent" } : { opacity: 0 }) },
			},
		]);
	}

	if (!element || !box) return null;
	const fontSize = measure?.fontSize ?? 24;
	const line = measure?.lines?.[0]?.height ?? fontSize * 1.2;
	const padding = Array.isArray(element.padding)
		? element.padding.map(Number)
		: Array<number>(4).fill(Number(element.padding ?? 0));
	// The browser's font must not break lines that the service does not break.
	const words = String(element.text ?? element.richText ?? "");
	const breaks = words.split(/\n|<br>|<\/li>/).length < (measure?.lines?.length ?? 1);
	const px = (value: number) => `calc(${value} * var(--unit))`;
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: keeps events of the field from the stage
		<div
			class={box.y * fitted.value < ROOM ? "writer low" : "writer"}
			style={{
				left: percent(box.x, size.width),
				top: percent(box.y, size.height),
				width: percent(box.width, size.width),
				minHeight: percent(box.height, size.height),
				transform: transformOf(box),
				"--unit": `calc(100cqw / ${size.width})`,
			}}
			onPointerDown={(event) => event.stopPropagation()}
			onDblClick={(event) => event.stopPropagation()}
		>
			<RichButtons field={field} onDone={() => (writing.value = null)} onChange={changed} />
			{/* biome-ignore lint/a11y/useSemanticElements: a text field cannot contain bold text */}
			<div
				ref={field}
				class="writing"
				contentEditable="plaintext-only"
				role="textbox"
				aria-multiline="true"
				aria-label={t("rich.label")}
				tabIndex={0}
				spellcheck={false}
				dir="auto"
				style={{
					fontSize: px(fontSize),
					lineHeight: px(line),
					fontWeight: String(weightOf(element)),
					fontFamily: `"${String(element.font ?? "Inter")}", system-ui, sans-serif`,
					color: String(element.textColor ?? "#FFFFFF"),
					textAlign: String(element.align ?? "start") as "start",
					textTransform: String(element.textTransform ?? "none") as "none",
					padding: padding.map(px).join(" "),
					whiteSpace: breaks || element.width != null ? "pre-wrap" : "pre",
				}}
				onInput={changed}
				onKeyDown={(event) => {
					event.stopPropagation();
					if (
						event.key === "Escape" ||
						(event.key === "Enter" && (event.ctrlKey || event.metaKey))
					) {
						event.preventDefault();
						writing.value = null;
					}
					const tag = FORMATS.find(([name]) => name === event.key.toLowerCase())?.[0];
					if (!(event.ctrlKey || event.metaKey) || tag === undefined || tag === "s") return;
					event.preventDefault();
					if (field.current) toggle(field.current, tag);
					changed();
				}}
				onBlur={({ relatedTarget }) => {
					const inside = (relatedTarget as globalThis.Element | null)?.closest?.(".writer");
					if (!inside) writing.value = null;
				}}
			/>
		</div>
	);

	function changed() {
		if (!field.current || !began.current) return;
		const html = toRichText(field.current);
		hide(fieldsOf(began.current, html));
	}
}

/** Font weights of the styles, same as in the service. */
const WEIGHTS: Readonly<Record<string, number>> = {
	bold: 800,
	shadow: 600,
	outline: 800,
	highlight: 600,
};

/** The font weight that the service uses. */
function weightOf({ weight, style }: Element): number {
	return typeof weight === "number" ? weight : (WEIGHTS[String(style ?? "bold")] ?? 800);
}

/** Minimum distance of the buttons from the edge of the view. Screen pixels. */
const EDGE = 6;

/** Shifts the buttons of a text near an edge into view. */
function keepInSight(bar: HTMLElement): void {
	bar.style.translate = "";
	const room = bar.closest(".stage-scroll")?.getBoundingClientRect();
	if (!room) return;
	const { left, right, top, bottom } = bar.getBoundingClientRect();
	// If there is not enough space, the near edge takes precedence.
	const by = (near: number, far: number, from: number, to: number): number =>
		Math.max(from + EDGE - near, Math.min(0, to - EDGE - far));
	bar.style.translate = `${by(left, right, room.left, room.right)}px ${by(top, bottom, room.top, room.bottom)}px`;
}

function RichButtons({
	field,
	onDone,
	onChange,
}: {
	readonly field: { readonly current: HTMLElement | null };
	readonly onDone: () => void;
	readonly onChange: () => void;
}) {
	const bar = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		if (bar.current) keepInSight(bar.current);
	});
	const colours = contract.value?.brands[design.value.brand ?? "brand-a"]?.textColors ?? [];
	const does = (action: (root: HTMLElement) => void) => ({
		// Keep the text selected.
		onMouseDown: (event: MouseEvent) => event.preventDefault(),
		onClick: () => {
			if (!field.current) return;
			action(field.current);
			onChange();
		},
	});
	const button = (title: TextKey, icon: IconName, action: (root: HTMLElement) => void) => (
		<button type="button" aria-label={t(title)} title={t(title)} {...does(action)}>
			<Icon name={icon} />
		</button>
	);
	return (
		<div ref={bar} class="rich" role="toolbar" aria-label={t("rich.buttons")}>
			{FORMATS.map(([tag, letter, title]) => (
				<button
					key={tag}
					type="button"
					class={`rich-${tag}`}
					aria-label={t(title)}
					title={t(title)}
					aria-pressed={active.value.has(tag)}
					{...does((root) => toggle(root, tag))}
				>
					<span>{letter}</span>
				</button>
			))}
			{button("rich.bullets", "bullets", (root) => toggleList(root, "ul"))}
			{button("rich.numbers", "numbers", (root) => toggleList(root, "ol"))}
			{colours
				.filter((one) => one.startsWith("#"))
				.slice(0, 5)
				.map((one) => (
					<button
						key={one}
						type="button"
						class="swatch"
						style={{ background: one }}
						aria-label={t("rich.colour", { colour: one })}
						title={one}
						{...does((root) => colour(root, one))}
					/>
				))}
			{button("rich.plain", "clear", clear)}
			<button type="button" class="primary" onClick={onDone}>
				{t("done")}
			</button>
		</div>
	);
}
