/** Search for photos and icons, to click or to drag onto the slide. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError, get } from "../api.js";
import { add } from "../canvas/place.js";
import { edit } from "../history.js";
import { forgetTarget, imageAt, libraryTarget, setPicture, sourceOf } from "../library.js";
import { canvasSize } from "../preview.js";
import { chosenSlot, fillPictures, pictureSlotAt, takesPictures } from "../slots.js";
import { design, notice, select, slideIndex, uncoverPanel } from "../state.js";
import { t } from "../texts/texts.js";
import { placedPhoto } from "../usage.js";

interface Photo {
	readonly id: string;
	readonly description: string;
	readonly thumbUrl: string;
	readonly renderUrl: string;
	readonly width: number | null;
	readonly height: number | null;
	readonly attribution: { readonly text: string; readonly downloadLocation: string };
}

interface Icon {
	readonly id: string;
	readonly name: string;
	readonly renderUrl: string;
}

/** Media type of assets dragged to the slide. */
export const DRAGGED = "application/x-post-image-asset";

/** A dragged icon or photo. */
export interface Asset {
	readonly kind: "photo" | "icon";
	readonly src: string;
	readonly ratio: number;
	readonly downloadLocation?: string;
}

/** Delay before searching. Milliseconds. */
const PAUSE_MS = 250;

/** Makes URLs of the service relative, so that they work on any host. */
const portable = (url: string): string => {
	const { origin, pathname, search } = new URL(url, location.href);
	return origin === location.origin ? `${pathname}${search}` : url;
};

/**
 * Adds an asset to the slide: a photo as its background, an icon as an image. A template is filled.
 * @param at centre, in preview pixels; a dragged photo is added as an image as well
 */
export function place(asset: Asset, at?: { readonly x: number; readonly y: number }): void {
	const { width, height } = canvasSize.value;
	if (asset.downloadLocation) placedPhoto(asset.src, asset.downloadLocation);
	const target = libraryTarget.peek();
	if (target && at === undefined) {
		uncoverPanel();
		setPicture(target.path, asset.src);
		notice.value = t("picture.replaced");
		return;
	}
	const under = at && design.value.template === undefined ? imageAt(at) : undefined;
	if (under && asset.kind === "photo") {
		setPicture(sourceOf(under.ref), asset.src);
		select(under.ref);
		notice.value = t("picture.replaced");
		return;
	}
	if (design.value.template !== undefined) {
		uncoverPanel();
		void fillPictures([asset.src], at && pictureSlotAt(at));
		return;
	}
	if (asset.kind === "photo" && at === undefined) {
		edit([[["slides", slideIndex.value, "image"], asset.src]]);
		notice.value = t("photo.placed");
		return;
	}
	const w = asset.kind === "icon" ? 96 : width / 2;
	const h = Math.round(w / asset.ratio);
	const { x, y } = at ?? { x: width / 2, y: height / 2 };
	add({
		type: "image",
		src: asset.src,
		x: Math.round(x - w / 2),
		y: Math.round(y - h / 2),
		width: Math.round(w),
		height: h,
		...(asset.kind === "icon" && { color: "#FFFFFF" }),
	});
	notice.value = t("image.placed");
}

interface PhotoAnswer {
	readonly results: readonly Photo[];
	/** Suggested search words if nothing was found. */
	readonly subjects?: readonly string[];
}

export function Assets({ kind }: { readonly kind: "photo" | "icon" }) {
	const query = useSignal("");
	const photos = useSignal<readonly Photo[]>([]);
	const icons = useSignal<readonly Icon[]>([]);
	const said = useSignal("");
	const subjects = useSignal<readonly string[]>([]);
	useEffect(() => {
		const text = query.value;
		const timer = setTimeout(async () => {
			try {
				const words = encodeURIComponent(text);
				if (kind === "photo") {
					const { width, height } = canvasSize.value;
					const shape = width > height ? "landscape" : width < height ? "portrait" : "squarish";
					const found = await get<PhotoAnswer>(
						`/api/assets/photos/search?per_page=24&orientation=${shape}${text && `&query=${words}`}`,
					);
					photos.value = found.results;
					// The service's own note is for operators and not useful here.
					subjects.value = found.subjects ?? [];
					said.value = found.subjects
						? t("photos.instead")
						: found.results.length === 0
							? t("nothingFound")
							: "";
				} else {
					const found = await get<{ results: Icon[] }>(
						`/api/assets/icons/search?limit=60${text && `&query=${words}`}`,
					);
					icons.value = found.results;
					said.value = found.results.length === 0 ? t("nothingFound") : "";
				}
			} catch (error) {
				said.value = error instanceof ApiError ? error.message : t("unreachable");
			}
		}, PAUSE_MS);
		return () => clearTimeout(timer);
	}, [query.value, kind]);

	const drag = (asset: Asset) => (event: DragEvent) =>
		event.dataTransfer?.setData(DRAGGED, JSON.stringify(asset));
	const isTemplate = design.value.template !== undefined;
	return (
		<section aria-label={t(kind === "photo" ? "tool.photos" : "tool.icons")}>
			{libraryTarget.value && (
				<p class="panel-head hint">
					{t("slot.into", { name: libraryTarget.value.label })}
					<button type="button" class="mini" aria-label={t("close")} onClick={forgetTarget}>
						✕
					</button>
				</p>
			)}
			{isTemplate && (
				<p class="hint">
					{!takesPictures.value
						? t("slot.noPicture")
						: chosenSlot.value?.type === "image"
							? t("slot.into", { name: chosenSlot.value.label })
							: t("slot.pictures")}
				</p>
			)}
			<div class="field">
				<label for={`find-${kind}`}>{t(kind === "photo" ? "photos.find" : "icons.find")}</label>
				<input
					id={`find-${kind}`}
					type="search"
					placeholder={t(kind === "photo" ? "photos.example" : "icons.example")}
					value={query.value}
					onInput={({ currentTarget }) => {
						query.value = currentTarget.value;
					}}
				/>
			</div>
			<p role="status" class="hint">
				{said.value}
			</p>
			{subjects.value.length > 0 && (
				<p class="subjects">
					{subjects.value.slice(0, 6).map((word) => (
						<button
							key={word}
							type="button"
							onClick={() => {
								query.value = word;
							}}
						>
							{word}
						</button>
					))}
				</p>
			)}
			<ul class={kind === "photo" ? "found photos" : "found icons"}>
				{kind === "photo"
					? photos.value.map((photo) => {
							const asset: Asset = {
								kind: "photo",
								src: portable(photo.renderUrl),
								ratio: photo.width && photo.height ? photo.width / photo.height : 1,
								downloadLocation: photo.attribution.downloadLocation,
							};
							return (
								<li key={photo.id}>
									<button type="button" title={photo.attribution.text} onClick={() => place(asset)}>
										<img
											src={photo.thumbUrl}
											alt={photo.description || t("photo")}
											loading="lazy"
											onDragStart={drag(asset)}
										/>
									</button>
									<small>{photo.attribution.text}</small>
								</li>
							);
						})
					: icons.value.map((icon) => {
							const asset: Asset = { kind: "icon", src: portable(icon.renderUrl), ratio: 1 };
							return (
								<li key={icon.id}>
									<button type="button" title={icon.id} onClick={() => place(asset)}>
										<img
											src={icon.renderUrl}
											alt={icon.name}
											loading="lazy"
											onDragStart={drag(asset)}
										/>
									</button>
								</li>
							);
						})}
			</ul>
		</section>
	);
}
