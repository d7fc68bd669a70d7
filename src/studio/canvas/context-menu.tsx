/** The menu of a right click on an element. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { elementAt, type Ref, typeOf } from "../design.js";
import { chooseFromLibrary, sourceOf } from "../library.js";
import { design, locked, select, selection, slideCount, writing } from "../state.js";
import { label, t } from "../texts/texts.js";
import { canCrop, cropping } from "./crop.js";
import { group, ungroup } from "./grouping.js";
import { duplicate, hide, isCommon, onAllSlides, remove, reorder } from "./place.js";

/** Where the menu is open. Screen pixels. */
const open = signal<{ readonly x: number; readonly y: number } | null>(null);

/** Opens the menu for the element under the pointer, or for the selection. */
export function openContextMenu(event: MouseEvent, under: Ref | undefined): void {
	if (
		under !== undefined &&
		!selection.peek().some((ref) => ref === under || under.startsWith(`${ref}/`))
	)
		select(under);
	if (selection.peek().length === 0) return;
	event.preventDefault();
	open.value = { x: event.clientX, y: event.clientY };
}

export function ContextMenu() {
	const menu = useRef<HTMLDivElement>(null);
	const at = open.value;
	useEffect(() => {
		if (!menu.current) return;
		menu.current.showPopover();
		const { width, height } = menu.current.getBoundingClientRect();
		menu.current.style.left = `${Math.max(4, Math.min(at!.x, innerWidth - width - 4))}px`;
		menu.current.style.top = `${Math.max(4, Math.min(at!.y, innerHeight - height - 4))}px`;
		menu.current.querySelector("button")?.focus();
	}, [at]);
	if (at === null) return null;
	const refs = selection.value;
	const [only] = refs.length === 1 ? refs : [];
	const element = only === undefined ? undefined : elementAt(design.value, only);
	const type = only === undefined ? "" : typeOf(only, element);
	const item = (text: string, act: () => void) => (
		<button
			type="button"
			onClick={() => {
				open.value = null;
				act();
			}}
		>
			{text}
		</button>
	);
	return (
		<div
			ref={menu}
			class="menu context-menu"
			popover="auto"
			onToggle={({ newState }) => {
				if (newState === "closed") open.value = null;
			}}
		>
			{only !== undefined && type === "text" && item(t("text.write"), () => (writing.value = only))}
			{only !== undefined && element && type === "image" && (
				<>
					{canCrop(element) && item(t("crop"), () => (cropping.value = only))}
					{item(t("picture.library"), () =>
						chooseFromLibrary(sourceOf(only), label("field", "src")),
					)}
				</>
			)}
			{item(t("duplicate"), () => duplicate(refs))}
			{item(t("delete"), () => remove(refs))}
			{only !== undefined && (
				<>
					<hr />
					{item(t("forward"), () => reorder(only, 1))}
					{item(t("backward"), () => reorder(only, -1))}
				</>
			)}
			<hr />
			{refs.length > 1 && item(t("group"), () => group(refs))}
			{only !== undefined && type === "stack" && item(t("ungroup"), () => ungroup(only))}
			{only !== undefined &&
				(slideCount.value > 1 || isCommon(only)) &&
				item(t(isCommon(only) ? "common.leave" : "common.enter"), () => onAllSlides(only))}
			{only !== undefined && item(t("layers.hideThis"), () => hide(only, true))}
			{item(t("layers.lockOne"), () => {
				locked.value = new Set([...locked.value, ...refs]);
				select();
			})}
		</div>
	);
}
