/** All slides in a row: select, add, duplicate, move, delete. */
import { effect, signal, useSignal } from "@preact/signals";
import type { JsonPath } from "../base/json-pointer.js";
import { post } from "./api.js";
import type { Design, Slide } from "./design.js";
import { forSlide } from "./embedded.js";
import { edit } from "./history.js";
import { Icon } from "./panel/icon.js";
import { SymbolButton } from "./panel/symbol-button.js";
import { onPlatform, platformAtWork, several } from "./platforms.js";
import { picture } from "./preview.js";
import { design, draft, goToSlide, slideCount, slideIndex } from "./state.js";
import { t } from "./texts/texts.js";

/** Thumbnails by content key, so that only changed slides are rendered again. */
const thumbnails = signal<ReadonlyMap<string, string>>(new Map());

/** Delay before the other slides are rendered. Milliseconds. */
const PAUSE_MS = 500;
const MAX_KEPT = 80;

/** A quarter of the export size, limited in bytes for slow connections. */
const SMALL = { format: "webp", scale: 0.25, quality: 70, maxBytes: 15_000, delivery: undefined };

/** Key of everything that the image of a slide depends on. */
const keyOf = ({ slides, format: _format, ...rest }: Design, index: number): string =>
	JSON.stringify(
		slides === undefined
			? [rest, index]
			: [rest, slides.length, rest.mode === "carousel" ? index : 0, slides[index]],
	);

/** The last thumbnail at each position, shown until the new one is rendered. */
const last = new Map<string, string>();

/** The latest thumbnail of a slide, if any. @param platform one of the document's */
export function thumbnailOf(index: number, platform = platformAtWork.value): string | undefined {
	const place = `${index} ${platform}`;
	const url = thumbnails.value.get(keyOf(onPlatform(design.value, platform), index));
	if (url !== undefined) last.set(place, url);
	const before = last.get(place);
	return url ?? ([...thumbnails.value.values()].includes(before ?? "") ? before : undefined);
}

/** Renders missing thumbnails, one at a time. */
export function watchThumbnails(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let round = 0;
	effect(() => {
		const now = design.value;
		// Subscribes: runs again when the current slide has been rendered.
		picture.value;
		slideCount.value;
		const at = slideIndex.value;
		const platform = platformAtWork.value;
		if (draft.value) return;
		clearTimeout(timer);
		const mine = ++round;
		timer = setTimeout(async () => {
			// All slides on the current platform, then the current slide on the other platforms.
			const all: [Design, number][] = [
				...Array.from({ length: slideCount.peek() }, (_, index): [Design, number] => [
					onPlatform(now, platform),
					index,
				]),
				...several.peek().map((other): [Design, number] => [onPlatform(now, other), at]),
			];
			for (const [one, index] of all) {
				const key = keyOf(one, index);
				if (thumbnails.peek().has(key)) continue;
				if (mine !== round) return;
				try {
					const answer = await post(`/api/render.webp?slide=${index + 1}`, {
						...forSlide(one, index),
						...SMALL,
					});
					remember(key, URL.createObjectURL(await answer.blob()));
				} catch {
					return;
				}
			}
		}, PAUSE_MS);
	});
}

function remember(key: string, url: string): void {
	const next = new Map(thumbnails.peek()).set(key, url);
	for (const [old, gone] of next) {
		if (next.size <= MAX_KEPT) break;
		next.delete(old);
		URL.revokeObjectURL(gone);
	}
	thumbnails.value = next;
}

/** Maximum number of slides. */
const MAX_SLIDES = 20;

export function Strip() {
	const now = design.value;
	const at = slideIndex.value;
	const count = slideCount.value;
	const dragged = useSignal<number | null>(null);
	const { slides } = now;
	const put = (next: readonly object[], index: number) => {
		// Several slides are a carousel; a single one has no place to count.
		const becomes = next.length > 1 ? "carousel" : "single";
		const changed = count > 1 !== next.length > 1;
		const mode: [JsonPath, unknown] = [["mode"], becomes];
		edit([[["slides"], next], ...(changed ? [mode] : [])]);
		goToSlide(index);
	};
	const move = (from: number, to: number) => {
		if (!slides || to < 0 || to >= count || from === to) return;
		put(slides.toSpliced(from, 1).toSpliced(to, 0, slides[from]!), to);
	};
	const insert = (slide: Slide) => slides && put(slides.toSpliced(at + 1, 0, slide), at + 1);
	return (
		<nav class="strip" aria-label={t("slides")}>
			<ol>
				{Array.from({ length: count }, (_, index) => {
					const url = thumbnailOf(index);
					return (
						<li key={index}>
							<button
								type="button"
								aria-current={index === at ? "true" : undefined}
								aria-label={t("slide.n", { number: index + 1 })}
								draggable={slides !== undefined && count > 1}
								onDragStart={() => {
									dragged.value = index;
								}}
								onDragOver={(event) => event.preventDefault()}
								onDrop={(event) => {
									if (dragged.value === null) return;
									event.stopPropagation();
									event.preventDefault();
									move(dragged.value, index);
									dragged.value = null;
								}}
								onClick={() => goToSlide(index)}
								onKeyDown={(event) => {
									if (!slides) return;
									const isCopy =
										event.key.toLowerCase() === "d" && (event.ctrlKey || event.metaKey);
									if (isCopy && count < MAX_SLIDES) insert(structuredClone(slides[index]!));
									else if (event.key === "Delete" && count > 1)
										put(slides.toSpliced(index, 1), Math.max(0, index - 1));
									else return;
									event.preventDefault();
									event.stopPropagation();
								}}
							>
								{url ? <img src={url} alt="" draggable={false} /> : <span>{index + 1}</span>}
							</button>
						</li>
					);
				})}
			</ol>
			{slides && (
				<div class="actions">
					<button
						type="button"
						class="add-slide"
						title={t("slide.add")}
						onClick={() => insert({ backgroundColor: slides[at]?.backgroundColor ?? "#14213D" })}
						disabled={count >= MAX_SLIDES}
					>
						<Icon name="add" /> <span>{t("slide.add")}</span>
					</button>
					<SymbolButton
						name="slide.duplicate"
						onClick={() => insert(structuredClone(slides[at]!))}
						disabled={count >= MAX_SLIDES}
					>
						<Icon name="copy" />
					</SymbolButton>
					<SymbolButton
						name="slide.left"
						mirrors
						onClick={() => move(at, at - 1)}
						disabled={at === 0}
					>
						←
					</SymbolButton>
					<SymbolButton
						name="slide.right"
						mirrors
						onClick={() => move(at, at + 1)}
						disabled={at >= count - 1}
					>
						→
					</SymbolButton>
					<SymbolButton
						name="slide.delete"
						onClick={() => put(slides.toSpliced(at, 1), Math.max(0, at - 1))}
						disabled={count <= 1}
					>
						<Icon name="bin" />
					</SymbolButton>
				</div>
			)}
		</nav>
	);
}
