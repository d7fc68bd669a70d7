/** The slide's elements as a list, topmost first: select, rename, hide, lock and reorder. */
import { signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { stepsOf } from "../../base/json-pointer.js";
import { group, ungroup } from "../canvas/grouping.js";
import { canHide, hide, isHidden, moveTo, outermost, remove, reorder } from "../canvas/place.js";
import { type Element, entriesOf, listsOf, nameOf, placeIn, type Ref, typeOf } from "../design.js";
import { edit } from "../history.js";
import { elements } from "../preview.js";
import { locked, select, selection, shown, slideIndex } from "../state.js";
import { label, type TextKey, t } from "../texts/texts.js";
import { Icon } from "./icon.js";

/** The dragged element, and its drop position. */
const dragged = signal<Ref | null>(null);
const over = signal<{ readonly list: Ref; readonly index: number } | null>(null);

/** Titles of the document's lists. */
const titleOf = (list: Ref): TextKey | undefined => {
	if (list === "/common/front") return "layers.front";
	if (list === "/common/behind") return "layers.behind";
	if (list === "/common/across") return "layers.across";
	if (list.endsWith("/textBlocks")) return "layers.texts";
	return list.endsWith("/imageOverlays") ? "layers.images" : undefined;
};

export function Layers() {
	const chosen = selection.value;
	const lists = listsOf(slideIndex.value).toReversed();
	const filled = lists.filter((list) => entriesOf(shown.value, list).length > 0);
	const [only] = chosen.length === 1 ? chosen : [];
	const stack = only !== undefined && shownType(only) === "stack";
	return (
		<section aria-label={t("tool.layers")} class="layers">
			<header class="panel-head">
				<h2>{t("tool.layers")}</h2>
				<span class="actions">
					<button
						type="button"
						disabled={chosen.length === 0}
						title={t("group.hint")}
						onClick={() => group(chosen)}
					>
						{t("group")}
					</button>
					<button
						type="button"
						disabled={!stack}
						onClick={() => {
							if (only !== undefined) ungroup(only);
						}}
					>
						{t("ungroup")}
					</button>
				</span>
			</header>
			{filled.length === 0 && (
				<p class="hint">
					{t(shown.value.template === undefined ? "layers.none" : "layers.template")}
				</p>
			)}
			{filled.map((list) => {
				const title = titleOf(list);
				return (
					<div key={list}>
						{title && <h3>{t(title)}</h3>}
						<List list={list} depth={0} />
					</div>
				);
			})}
			<Background />
		</section>
	);
}

const shownType = (ref: Ref) => {
	const { list, index } = placeIn(ref);
	const element = entriesOf(shown.value, list)[index]?.element;
	return element && typeOf(ref, element);
};

function List({ list, depth }: { readonly list: Ref; readonly depth: number }) {
	const entries = entriesOf(shown.value, list).toReversed();
	return (
		<ul>
			{entries.map(({ ref, element }) => (
				<Row key={ref} target={ref} element={element} depth={depth} />
			))}
		</ul>
	);
}

function Row({
	target,
	element,
	depth,
}: {
	readonly target: Ref;
	readonly element: Element;
	readonly depth: number;
}) {
	const renaming = useSignal(false);
	const field = useRef<HTMLInputElement>(null);
	const row = useRef<HTMLDivElement>(null);
	const isSelected = selection.value.includes(target);
	useEffect(() => {
		if (renaming.value) field.current?.select();
	}, [renaming.value]);
	useEffect(() => {
		if (isSelected) row.current?.scrollIntoView({ block: "nearest" });
	}, [isSelected]);
	const type = typeOf(target, element);
	const { list, index } = placeIn(target);
	const drop = over.value;
	const isLocked = locked.value.has(target);
	// Hidden by a condition, or not shown on this platform.
	const isAway = useComputed(() => elements.value.size > 0 && !elements.value.has(target)).value;
	const name = nameOf(element) || label("value", type);
	const rename = (next: string) => {
		renaming.value = false;
		if (next !== (element.name ?? ""))
			edit([[[...stepsOf(target), "name"], next === "" ? undefined : next]]);
	};
	return (
		<li>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: its button supports arrow keys */}
			<div
				ref={row}
				class={`row${isSelected ? " selected" : ""}${isHidden(element) || isAway ? " off" : ""}${drop?.list === list && drop.index === index + 1 ? " drop-above" : ""}${drop?.list === list && drop.index === index ? " drop-below" : ""}${drop?.list === `${target}/children` ? " drop-into" : ""}`}
				style={{ "--depth": String(depth) }}
				draggable={!renaming.value}
				onDragStart={(event) => {
					dragged.value = target;
					event.dataTransfer?.setData("text/plain", name);
				}}
				onDragEnd={() => {
					dragged.value = null;
					over.value = null;
				}}
				onDragOver={(event) => {
					if (dragged.value === null) return;
					event.preventDefault();
					const rect = event.currentTarget.getBoundingClientRect();
					const share = (event.clientY - rect.top) / rect.height;
					const into = type === "stack" && share > 0.3 && share < 0.7;
					over.value = into
						? { list: `${target}/children`, index: element.children?.length ?? 0 }
						: { list, index: share < 0.5 ? index + 1 : index };
				}}
				onDrop={(event) => {
					event.preventDefault();
					event.stopPropagation();
					const place = over.value;
					const moved = dragged.value;
					dragged.value = null;
					over.value = null;
					if (place && moved !== null) moveTo(moved, place.list, place.index);
				}}
			>
				{renaming.value ? (
					<input
						ref={field}
						aria-label={t("layers.name")}
						defaultValue={element.name ?? name}
						maxLength={100}
						onBlur={({ currentTarget }) => rename(currentTarget.value.trim())}
						onKeyDown={(event) => {
							if (event.key === "Enter") event.currentTarget.blur();
							if (event.key === "Escape") renaming.value = false;
						}}
					/>
				) : (
					<button
						type="button"
						class="layer-name"
						aria-pressed={isSelected}
						title={t("layers.rowHint")}
						onClick={(event) => {
							if (!(event.shiftKey || event.ctrlKey || event.metaKey)) select(target);
							else if (isSelected) select(...selection.value.filter((one) => one !== target));
							else select(...selection.value, target);
						}}
						onDblClick={() => {
							renaming.value = true;
						}}
						onKeyDown={(event) => {
							if (event.key === "F2") renaming.value = true;
							else if (event.altKey && event.key === "ArrowUp") reorder(target, 1);
							else if (event.altKey && event.key === "ArrowDown") reorder(target, -1);
							else if (event.key === "Delete") remove(outermost(selection.value));
							else return;
							event.preventDefault();
						}}
					>
						<Icon name={type} />
						<span dir="auto">{name}</span>
					</button>
				)}
				{canHide(element) && (
					<button
						type="button"
						class="mini"
						aria-label={t("layers.hide", { name })}
						title={t(isHidden(element) ? "layers.showAgain" : "layers.hideThis")}
						aria-pressed={isHidden(element)}
						onClick={() => hide(target, !isHidden(element))}
					>
						<Icon name={isHidden(element) ? "hidden" : "eye"} />
					</button>
				)}
				<button
					type="button"
					class="mini"
					aria-label={t("layers.lock", { name })}
					title={t("layers.lockThis")}
					aria-pressed={isLocked}
					onClick={() => {
						const next = new Set(locked.value);
						if (!next.delete(target)) next.add(target);
						locked.value = next;
					}}
				>
					<Icon name={isLocked ? "locked" : "unlocked"} />
				</button>
			</div>
			{type === "stack" && <List list={`${target}/children`} depth={depth + 1} />}
		</li>
	);
}

/** The background, below all layers: selected when no element is. */
function Background() {
	return (
		<div class={selection.value.length === 0 ? "row selected" : "row"}>
			<button type="button" class="layer-name" onClick={() => select()}>
				<Icon name="background" />
				<span>{t("layers.background")}</span>
			</button>
		</div>
	);
}
