/** All slides in a row: choose, add, duplicate, move, delete. */
import { effect, signal } from "@preact/signals";
import { post } from "./api.js";
import type { Design } from "./design.js";
import { edit } from "./editor/editor.js";
import { picture } from "./preview.js";
import { design, draft, goToSlide, slideIndex } from "./state.js";

/** Pictures by what they show, so that only slides that changed are drawn again. */
const thumbnails = signal<ReadonlyMap<string, string>>(new Map());

/** Quiet time before the slides that are not at work are drawn. Milliseconds. */
const PAUSE_MS = 500;
const MAX_KEPT = 60;

/** What the picture of a slide depends on. */
const keyOf = ({ slides, format: _format, ...rest }: Design, index: number): string =>
	JSON.stringify([rest, slides.length, rest.mode === "carousel" ? index : 0, slides[index]]);

/** Draws small pictures of slides that have none, one at a time. */
export function watchThumbnails(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let round = 0;
	effect(() => {
		const now = design.value;
		// The one at work is drawn anyway.
		picture.value;
		if (draft.value) return;
		clearTimeout(timer);
		const mine = ++round;
		timer = setTimeout(async () => {
			for (let index = 0; index < now.slides.length; index++) {
				const key = keyOf(now, index);
				if (thumbnails.peek().has(key)) continue;
				if (mine !== round) return;
				try {
					const answer = await post(`/api/render.png?slide=${index + 1}`, now);
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

export function Strip() {
	const now = design.value;
	const at = slideIndex.value;
	const count = now.slides.length;
	const put = (slides: unknown, index: number) => {
		edit([[["slides"], slides]]);
		goToSlide(index);
	};
	const move = (by: 1 | -1) => {
		const slides = [...now.slides];
		[slides[at], slides[at + by]] = [slides[at + by]!, slides[at]!];
		put(slides, at + by);
	};
	const insert = (slide: object) => put(now.slides.toSpliced(at + 1, 0, slide as never), at + 1);
	return (
		<nav class="strip" aria-label="Slides">
			<ol>
				{now.slides.map((_, index) => {
					const url = thumbnails.value.get(keyOf(now, index));
					return (
						<li key={index}>
							<button
								type="button"
								aria-current={index === at ? "true" : undefined}
								aria-label={`Slide ${index + 1}`}
								onClick={() => goToSlide(index)}
							>
								{url ? <img src={url} alt="" /> : <span>{index + 1}</span>}
							</button>
						</li>
					);
				})}
			</ol>
			<div class="actions">
				<button
					type="button"
					onClick={() => insert({ backgroundColor: "#14213D" })}
					disabled={count >= 20}
				>
					Add
				</button>
				<button
					type="button"
					onClick={() => insert(structuredClone(now.slides[at]!))}
					disabled={count >= 20}
				>
					Duplicate
				</button>
				<button
					type="button"
					aria-label="Move slide left"
					onClick={() => move(-1)}
					disabled={at === 0}
				>
					←
				</button>
				<button
					type="button"
					aria-label="Move slide right"
					onClick={() => move(1)}
					disabled={at >= count - 1}
				>
					→
				</button>
				<button
					type="button"
					onClick={() => put(now.slides.toSpliced(at, 1), Math.max(0, at - 1))}
					disabled={count <= 1}
				>
					Delete
				</button>
			</div>
		</nav>
	);
}
