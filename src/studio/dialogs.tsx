/** The dialogs of the page: gallery, code, API key, help and others. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { get, hasKey, keyNeeded, post, useKey } from "./api.js";
import { type Design, isDesign } from "./design.js";
import { forgetDesign, keepDesign, keptDesigns, readDesigns } from "./designs.js";
import { openLink } from "./drop.js";
import { copy, saveDocument, signedLink, valuesLink } from "./export.js";
import { load, loadText } from "./history.js";
import { BrandForm } from "./panel/brand.js";
import { Icon } from "./panel/icon.js";
import { ChoosePlatforms, PlatformText, Ratio } from "./panel/platforms.js";
import { forget } from "./preview.js";
import { contract } from "./schema.js";
import { shareLink } from "./share.js";
import { fillPictures, slots, waitingPictures } from "./slots.js";
import { snippets } from "./snippets.js";
import { design, goToSlide, notice, openTool, pane, source } from "./state.js";
import { type TextKey, t } from "./texts/texts.js";
import { dialog } from "./toolbar-state.js";

/** A modal dialog; the browser keeps the focus inside and restores it on closing. */
function Dialog({
	title,
	close,
	children,
}: {
	readonly title: string;
	readonly close: () => void;
	readonly children: ComponentChildren;
}) {
	// The title is the text of a menu item that may end with an ellipsis.
	const name = title.replace(/\s*…$/, "");
	const element = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		element.current?.showModal();
		// Focus the input rather than the close button.
		element.current?.querySelector<HTMLElement>("input[type=password], input[type=url]")?.focus();
	}, []);
	return (
		<dialog ref={element} aria-label={name} onClose={close}>
			<header class="panel-head">
				<h2>{name}</h2>
				<button type="button" aria-label={t("close")} onClick={() => element.current?.close()}>
					✕
				</button>
			</header>
			{children}
		</dialog>
	);
}

const close = () => {
	dialog.value = null;
};

/** "launchStory" as readable words. */
const words = (name: string) =>
	name.replace(/([A-Z])/g, " $1").replace(/^./, (letter) => letter.toUpperCase());

function Gallery() {
	const designs = useSignal<readonly (readonly [string, Design])[]>([]);
	useEffect(() => {
		void (async () => {
			const own = await get<Record<string, Design>>("/studio/designs.json").catch(() => ({}));
			designs.value = [...Object.entries(contract.value?.examples ?? {}), ...Object.entries(own)];
		})();
	}, []);
	return (
		<Dialog title={t("gallery")} close={close}>
			<OwnDesigns />
			<h3>{t("designs.examples")}</h3>
			<ul class="gallery">
				{designs.value.map(([name, one]) => (
					<li key={name}>
						<button
							type="button"
							onClick={() => {
								forget();
								load(one);
								goToSlide(0);
								close();
							}}
						>
							<Thumbnail design={one} />
							{words(name)}
						</button>
					</li>
				))}
			</ul>
		</Dialog>
	);
}

/** Saved designs, and a field to save the current one. */
function OwnDesigns() {
	const name = useSignal("");
	const complain = () => {
		notice.value = t("designs.full");
	};
	useEffect(() => {
		readDesigns().catch(complain);
	}, []);
	return (
		<>
			<h3>{t("designs.own")}</h3>
			<form
				class="keep"
				onSubmit={(event) => {
					event.preventDefault();
					const own = name.value.trim();
					if (own === "") return;
					keepDesign(own, source.value).then(() => {
						notice.value = t("designs.kept", { name: own });
						name.value = "";
					}, complain);
				}}
			>
				<input
					type="text"
					aria-label={t("designs.name")}
					placeholder={t("designs.name")}
					maxLength={80}
					value={name.value}
					onInput={({ currentTarget }) => {
						name.value = currentTarget.value;
					}}
				/>
				<button type="submit" class="primary">
					{t("designs.keep")}
				</button>
			</form>
			<ul class="gallery">
				{keptDesigns.value.map((kept) => {
					const one = readDesign(kept.text);
					return (
						<li key={`${kept.name} ${kept.at}`}>
							<button
								type="button"
								onClick={() => {
									forget();
									loadText(kept.text);
									close();
								}}
							>
								{one && <Thumbnail design={one} />}
								{kept.name}
							</button>
							<button
								type="button"
								class="mini quiet"
								aria-label={t("designs.forget", { name: kept.name })}
								onClick={() => void forgetDesign(kept.name).catch(complain)}
							>
								<Icon name="bin" />
							</button>
						</li>
					);
				})}
			</ul>
		</>
	);
}

/** Parses a document; undefined if the text is not one. */
function readDesign(text: string): Design | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isDesign(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Scale of the thumbnails: enough for high-density screens. */
const SMALL = { format: "webp", scale: 0.4, quality: 75 };

/** The first slide of a design, rendered when it scrolls into view. */
function Thumbnail({ design: one }: { readonly design: Design }) {
	const url = useSignal("");
	const place = useRef<HTMLSpanElement>(null);
	useEffect(() => {
		let drawn = "";
		const watch = new IntersectionObserver(async ([entry]) => {
			if (!entry?.isIntersecting) return;
			watch.disconnect();
			try {
				const answer = await post("/api/render.webp?slide=1", {
					...one,
					...SMALL,
				});
				drawn = URL.createObjectURL(await answer.blob());
				url.value = drawn;
			} catch {
				// Shows the name without an image.
			}
		});
		if (place.current) watch.observe(place.current);
		return () => {
			watch.disconnect();
			URL.revokeObjectURL(drawn);
		};
	}, []);
	return (
		<span ref={place} class="thumbnail">
			{url.value && <img src={url.value} alt="" />}
		</span>
	);
}

/** A design with own pictures is too long for many programs that send links. */
function LongLink() {
	return (
		<Dialog title={t("share")} close={close}>
			<p>{t("share.long")}</p>
			<p class="actions">
				<button
					type="button"
					class="primary"
					onClick={() => {
						saveDocument();
						close();
					}}
				>
					{t("file.save")}
				</button>
				<button
					type="button"
					onClick={async () => {
						close();
						await copy(await shareLink(design.peek()), t("share.what"));
					}}
				>
					{t("share.anyway")}
				</button>
			</p>
		</Dialog>
	);
}

/** The links of a template: to the design, and to the picture with values in the query. */
function Share() {
	const links = useSignal<readonly { readonly name: string; readonly link: string }[]>([]);
	useEffect(() => {
		void Promise.all([shareLink(design.peek()), valuesLink()]).then(([own, values]) => {
			links.value = [
				{ name: t("share.what"), link: own },
				...(values === undefined ? [] : [{ name: t("code.values"), link: values }]),
			];
		});
	}, []);
	return (
		<Dialog title={t("share")} close={close}>
			{links.value.map(({ name, link }, index) => (
				<form
					key={name}
					onSubmit={(event) => {
						event.preventDefault();
						void copy(link, name);
					}}
				>
					<div class="field">
						<label for={`shared-link-${index}`}>{name}</label>
						<input id={`shared-link-${index}`} type="url" dir="ltr" readOnly value={link} />
					</div>
					<p class="actions">
						<button type="submit" class="primary">
							{t("copy")}
						</button>
					</p>
				</form>
			))}
		</Dialog>
	);
}

/** Width and height of a new custom canvas. Export pixels. */
const CUSTOM = { width: 1080, height: 1080 };

/** An empty design: asks for its size. */
function NewDesign() {
	const start = (platform: string) => {
		forget();
		load({
			platform,
			...(platform === "custom" && { size: CUSTOM }),
			slides: [{ backgroundColor: "#FFFFFF" }],
		});
		pane.value = "design";
		close();
	};
	return (
		<Dialog title={t("new.title")} close={close}>
			<p class="hint">{t("new.hint")}</p>
			<ul class="choices">
				{Object.entries(contract.value?.platforms ?? {}).map(([id, { width, height }]) => (
					<li key={id}>
						<button type="button" class="choice" onClick={() => start(id)}>
							<Ratio width={width} height={height} />
							<PlatformText id={id} />
						</button>
					</li>
				))}
				<li>
					<button type="button" class="choice" onClick={() => start("custom")}>
						<Ratio {...CUSTOM} />
						<span>
							{t("platform.custom")}
							<small>{t("new.custom")}</small>
						</span>
					</button>
				</li>
			</ul>
			<p class="actions">
				<button
					type="button"
					onClick={() => {
						openTool("templates");
						close();
					}}
				>
					{t("new.template")}
				</button>
				<button type="button" onClick={() => (dialog.value = "gallery")}>
					{t("designs.examples")}
				</button>
			</p>
		</Dialog>
	);
}

function Code() {
	const all = snippets(design.value, location.origin, hasKey());
	const chosen = useSignal(0);
	const links = useSignal<readonly { readonly name: string; readonly code: string }[]>([]);
	useEffect(() => {
		void Promise.all([signedLink(), valuesLink()]).then(([fixed, open]) => {
			links.value = [
				...(fixed ? [{ name: t("code.link"), code: fixed }] : []),
				...(open ? [{ name: t("code.values"), code: open }] : []),
			];
		});
	}, []);
	const entries = [...all, ...links.value];
	const current = entries[chosen.value] ?? entries[0]!;
	return (
		<Dialog title={t("code")} close={close}>
			<div class="tabs" role="tablist" aria-label={t("code.language")}>
				{entries.map(({ name }, index) => (
					<button
						key={name}
						type="button"
						role="tab"
						aria-selected={index === chosen.value}
						onClick={() => {
							chosen.value = index;
						}}
					>
						{name}
					</button>
				))}
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so it must be focusable */}
			<pre tabIndex={0} role="tabpanel" aria-label={current.name}>
				{current.code}
			</pre>
			<button type="button" class="primary" onClick={() => copy(current.code, current.name)}>
				{t("copy")}
			</button>
		</Dialog>
	);
}

/** Keyboard shortcuts and their descriptions. */
const KEYS: readonly (readonly [TextKey, TextKey])[] = [
	["keys.tab", "keys.tab.does"],
	["keys.arrows", "keys.arrows.does"],
	["keys.enter", "keys.enter.does"],
	["keys.brackets", "keys.brackets.does"],
	["keys.delete", "keys.delete.does"],
	["keys.copy", "keys.copy.does"],
	["keys.group", "keys.group.does"],
	["keys.order", "keys.order.does"],
	["keys.undo", "keys.undo.does"],
	["keys.zoom", "keys.zoom.does"],
	["keys.pan", "keys.pan.does"],
	["keys.shift", "keys.shift.does"],
	["keys.alt", "keys.alt.does"],
	["keys.free", "keys.free.does"],
	["keys.measure", "keys.measure.does"],
	["keys.space", "keys.space.does"],
	["keys.indent", "keys.indent.does"],
];

function Help() {
	return (
		<Dialog title={t("keys")} close={close}>
			<dl class="keys">
				{KEYS.map(([key, does]) => (
					<>
						<dt>{t(key)}</dt>
						<dd>{t(does)}</dd>
					</>
				))}
			</dl>
		</Dialog>
	);
}

/** A field for a link to a design. */
function OpenLink() {
	const link = useSignal("");
	const refused = useSignal(false);
	return (
		<Dialog title={t("link.open")} close={close}>
			<form
				onSubmit={async (event) => {
					event.preventDefault();
					refused.value = false;
					if (await openLink(link.value)) close();
					else refused.value = true;
				}}
			>
				<div class="field">
					<label for="design-link">{t("link.label")}</label>
					<input
						id="design-link"
						type="url"
						dir="ltr"
						required
						autocomplete="off"
						value={link.value}
						onInput={({ currentTarget }) => {
							link.value = currentTarget.value;
						}}
					/>
				</div>
				{refused.value && (
					<p class="refused" role="alert">
						{t("link.none")}
					</p>
				)}
				<p class="hint">{t("link.hint")}</p>
				<button type="submit" class="primary">
					{t("link.go")}
				</button>
			</form>
		</Dialog>
	);
}

/** The table for batch rendering; its CSV parser is loaded with it. */
function ManyRows() {
	const table = useSignal<ComponentType | null>(null);
	useEffect(() => {
		import("./panel/rows.js").then(
			({ Rows }) => {
				table.value = Rows;
			},
			() => {
				notice.value = t("unreachable");
			},
		);
	}, []);
	const Table = table.value;
	return (
		<Dialog title={t("rows")} close={close}>
			{Table && <Table />}
		</Dialog>
	);
}

/** Asks which place of the template a picture is for. */
function ChooseSlot() {
	const pictures = slots.value.filter(({ type }) => type === "image");
	const [source] = waitingPictures.value;
	return (
		<Dialog title={t("slot.choose")} close={close}>
			<div class="choose-slot">
				{source !== undefined && <img src={source} alt="" />}
				<ul class="choices">
					{pictures.map((slot) => (
						<li key={slot.id}>
							<button
								type="button"
								onClick={() => {
									close();
									void fillPictures(waitingPictures.value, slot);
								}}
							>
								{slot.label}
							</button>
						</li>
					))}
				</ul>
			</div>
		</Dialog>
	);
}

function Key() {
	const key = useSignal("");
	return (
		<Dialog
			title={t("key.asked")}
			close={() => {
				keyNeeded.value = false;
			}}
		>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					useKey(key.value);
					location.reload();
				}}
			>
				<div class="field">
					<label for="api-key">{t("key")}</label>
					<input
						id="api-key"
						type="password"
						autocomplete="off"
						value={key.value}
						onInput={({ currentTarget }) => {
							key.value = currentTarget.value;
						}}
					/>
				</div>
				{hasKey() && (
					<p class="refused" role="alert">
						{t("key.refused")}
					</p>
				)}
				<p class="hint">{t("key.kept")}</p>
				<button type="submit" class="primary">
					{t("goOn")}
				</button>
			</form>
		</Dialog>
	);
}

export function Dialogs() {
	if (keyNeeded.value) return <Key />;
	if (dialog.value === "gallery") return <Gallery />;
	if (dialog.value === "brand")
		return (
			<Dialog title={t("brand")} close={close}>
				<BrandForm />
			</Dialog>
		);
	if (dialog.value === "long-link") return <LongLink />;
	if (dialog.value === "share") return <Share />;
	if (dialog.value === "new") return <NewDesign />;
	if (dialog.value === "code") return <Code />;
	if (dialog.value === "rows") return <ManyRows />;
	if (dialog.value === "link") return <OpenLink />;
	if (dialog.value === "slot") return <ChooseSlot />;
	if (dialog.value === "platforms")
		return (
			<Dialog title={t("platforms")} close={close}>
				<ChoosePlatforms />
			</Dialog>
		);
	return dialog.value === "help" ? <Help /> : null;
}
