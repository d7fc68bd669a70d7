/** The bars above the slide: document settings, export, and elements to add. */
import { useSignal } from "@preact/signals";
import { addText } from "./canvas/new-text.js";
import { add, duplicate, remove } from "./canvas/place.js";
import { guides } from "./canvas/rulers.js";
import { fitted, showFrame, zoom, zoomBy } from "./canvas/view.js";
import { typeOf } from "./design.js";
import { acceptFilesAt } from "./drop.js";
import { copy, DOWNLOADS, download, offersLinks, saveDocument } from "./export.js";
import { canRedo, canUndo, edit, redoLast, undoLast } from "./history.js";
import { jsonView } from "./json-view.js";
import { Icon, type IconName } from "./panel/icon.js";
import { SymbolButton } from "./panel/symbol-button.js";
import { choosePlatforms, chosenPlatforms, fullPlatformName, several } from "./platforms.js";
import { canvasSize, exactPicture } from "./preview.js";
import { saveTemplate } from "./save-template.js";
import { contract, schemaAt } from "./schema.js";
import { shareLink } from "./share.js";
import { takesPictures } from "./slots.js";
import {
	design,
	openTool,
	pane,
	select,
	selected,
	selection,
	slideCount,
	writing,
} from "./state.js";
import { capital, LANGUAGES, type Language, label, language, speak, t } from "./texts/texts.js";
import { dialog } from "./toolbar-state.js";

const kilobytes = (bytes: number) =>
	bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** A selection field for a property of the document. */
function Choice({
	name,
	text,
	options,
	value = String(design.value[name] ?? options[0]?.[0] ?? ""),
	onChange,
}: {
	readonly name: string;
	readonly text: string;
	readonly options: readonly (readonly [string, string])[];
	/** The selected value; by default the document's. */
	readonly value?: string;
	readonly onChange?: (value: string) => void;
}) {
	return (
		<select
			aria-label={text}
			title={text}
			value={value}
			onChange={({ currentTarget }) =>
				onChange ? onChange(currentTarget.value) : edit([[[name], currentTarget.value]])
			}
		>
			{options.map(([option, own]) => (
				<option key={option} value={option}>
					{own}
				</option>
			))}
		</select>
	);
}

/** Option that means several platforms. */
const SEVERAL = "several";

/** Selects the platform. */
function Platform() {
	const count = several.value.length;
	const platforms = Object.entries(contract.value?.platforms ?? {}).map(
		([id, { width, height }]) => [id, `${fullPlatformName(id)}, ${width} × ${height}`] as const,
	);
	return (
		<Choice
			name="platform"
			text={t("platform")}
			options={[
				...platforms,
				["custom", t("platform.custom")],
				[SEVERAL, count > 0 ? t("platforms.count", { count }) : t("platforms.choose")],
			]}
			{...(count > 0 && { value: SEVERAL })}
			onChange={(id) => {
				if (id === SEVERAL) dialog.value = "platforms";
				else choosePlatforms([id]);
			}}
		/>
	);
}

/** Width and height of a custom size, in export pixels. */
function CustomSize() {
	const size = design.value.size as { width?: number; height?: number } | undefined;
	if (!chosenPlatforms().includes("custom")) return null;
	return (
		<span class="custom-size">
			{(["width", "height"] as const).map((name) => (
				<input
					key={name}
					type="number"
					aria-label={t(name === "width" ? "size.width" : "size.height")}
					min={64}
					max={4096}
					value={size?.[name] ?? ""}
					onChange={({ currentTarget }) => {
						if (currentTarget.validity.valid !== false && currentTarget.value !== "")
							edit([[["size", name], currentTarget.valueAsNumber]]);
					}}
				/>
			))}
		</span>
	);
}

export function Toolbar() {
	const drawn = exactPicture.value;
	return (
		<header class="toolbar">
			<h1>
				<img src="/studio/icon.svg" alt="" width="24" height="24" /> <span>Studio</span>
			</h1>
			<fieldset class="group wide" aria-label={t("document")}>
				<button type="button" onClick={() => (dialog.value = "new")}>
					{t("new")}
				</button>
				<button type="button" onClick={() => (dialog.value = "gallery")}>
					{t("designs")}
				</button>
				<Platform />
				<CustomSize />
				<Modes />
			</fieldset>
			<fieldset class="group" aria-label={t("edit")}>
				<SymbolButton name="undo" mirrors disabled={!canUndo.value} onClick={undoLast}>
					<Icon name="undo" size={18} />
				</SymbolButton>
				<SymbolButton name="redo" mirrors disabled={!canRedo.value} onClick={redoLast}>
					<Icon name="redo" size={18} />
				</SymbolButton>
			</fieldset>
			<p class="figures" role="status" aria-label={t("picture")}>
				{drawn &&
					`${drawn.type.replace("image/", "").replace("+xml", "").toUpperCase()} · ${kilobytes(drawn.bytes)} · ${drawn.ms} ms`}
			</p>
			<fieldset class="group" aria-label={t("take")}>
				<button type="button" class="wide" onClick={() => (dialog.value = "code")}>
					{t("code.button")}
				</button>
				<button type="button" class="wide" onClick={share}>
					{t("share")}
				</button>
				<Downloads />
				<Menu />
			</fieldset>
		</header>
	);
}

/** Longer links are cut by many programs. Characters. */
const LONG_LINK = 8_000;

const share = async () => {
	// A template has two links: to the design, and to its picture.
	if (design.value.template !== undefined && offersLinks()) {
		dialog.value = "share";
		return;
	}
	const link = await shareLink(design.value);
	if (link.length > LONG_LINK) dialog.value = "long-link";
	else await copy(link, t("share.what"));
};

/** One slide or all: a template decides that itself, and a single slide leaves no choice. */
function Modes() {
	if (design.value.template !== undefined || slideCount.value < 2) return null;
	return (
		<Choice
			name="mode"
			text={t("mode")}
			options={[
				["single", t("mode.single")],
				["carousel", t("mode.carousel")],
			]}
		/>
	);
}

function Downloads() {
	return (
		<select
			class="primary"
			aria-label={t("download")}
			value=""
			onChange={({ currentTarget }) => {
				const wanted = DOWNLOADS.find(({ extension }) => extension === currentTarget.value);
				currentTarget.value = "";
				if (wanted) void download(wanted.extension, wanted.all);
			}}
		>
			<option value="">{t("download")} …</option>
			{DOWNLOADS.map(({ extension, name, all }) => (
				<option key={extension} value={extension}>
					{extension === "zip" && several.value.length > 0
						? t("download.platforms", { format: name })
						: all
							? t("download.all", { format: name })
							: name}
				</option>
			))}
		</select>
	);
}

/** Closes the menu that contains an element. */
const closeMenu = (element: Element) => element.closest<HTMLElement>("[popover]")?.hidePopover();

/** Less common commands; on narrow screens also those that do not fit elsewhere. */
function Menu() {
	const formats = (schemaAt(["format"], undefined)?.enum ?? ["png"]).map(
		(name) => [String(name), String(name).toUpperCase()] as const,
	);
	const scales = [0.5, 1, 2, 3].map((scale) => [String(scale), `${scale} ×`] as const);
	const item = (text: string, act: () => void, only = "") => (
		<button
			type="button"
			class={only}
			onClick={({ currentTarget }) => {
				closeMenu(currentTarget);
				act();
			}}
		>
			{text}
		</button>
	);
	return (
		<>
			<button
				type="button"
				class="mini"
				aria-label={t("menu")}
				title={t("menu")}
				popovertarget="menu"
			>
				<Icon name="menu" size={18} />
			</button>
			<div id="menu" class="menu" popover="auto">
				<div class="narrow-only">
					{item(t("new.title"), () => (dialog.value = "new"))}
					{item(t("designs"), () => (dialog.value = "gallery"))}
					<Platform />
					<CustomSize />
					<Modes />
					{item(t("code.button"), () => (dialog.value = "code"))}
					{item(t("share"), () => void share())}
					<hr />
				</div>
				<div class="line">
					<span>{t("format")}</span>
					<Choice name="format" text={t("format")} options={formats} />
				</div>
				<div class="line">
					<span>{t("scale")}</span>
					<Choice
						name="scale"
						text={t("scale")}
						options={[["1", "1 ×"], ...scales.filter(([scale]) => scale !== "1")]}
						onChange={(scale) => edit([[["scale"], scale === "1" ? undefined : Number(scale)]])}
					/>
				</div>
				<hr />
				<label class="button">
					{t("file.open")}
					<input
						class="hidden"
						type="file"
						accept=".json,application/json"
						onChange={({ currentTarget }) => {
							const files = [...(currentTarget.files ?? [])];
							currentTarget.value = "";
							closeMenu(currentTarget);
							void acceptFilesAt(files);
						}}
					/>
				</label>
				{item(t("brand"), () => (dialog.value = "brand"))}
				{item(t("link.open"), () => (dialog.value = "link"))}
				{item(t("file.save"), saveDocument)}
				{item(t("file.saveTemplate"), () => void saveTemplate())}
				<a class="button" href="/docs">
					{t("api")}
				</a>
				{item(t("keys"), () => (dialog.value = "help"))}
				<hr />
				<Theme />
				{Object.keys(LANGUAGES).length > 1 && <Languages />}
			</div>
		</>
	);
}

function Languages() {
	return (
		<div class="line">
			<span>{t("language")}</span>
			<select
				aria-label={t("language")}
				value={language.value}
				onChange={({ currentTarget }) => void speak(currentTarget.value as Language)}
			>
				{Object.entries(LANGUAGES).map(([code, name]) => (
					<option key={code} value={code} lang={code}>
						{name}
					</option>
				))}
			</select>
		</div>
	);
}

/** Switches between light and dark, overriding the system's preference. */
function Theme() {
	const root = globalThis.document.documentElement;
	const dark = useSignal(
		root.dataset.theme === "dark" ||
			(root.dataset.theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches),
	);
	return (
		<button
			type="button"
			aria-pressed={dark.value}
			onClick={() => {
				dark.value = !dark.value;
				root.dataset.theme = dark.value ? "dark" : "light";
				jsonView.value?.repaint();
			}}
		>
			{t("dark")}
		</button>
	);
}

/** Shapes that can be added, with their initial fields. */
const SHAPES = {
	rectangle: { width: 160, height: 100, borderRadius: 12 },
	ellipse: { width: 120, height: 120 },
	triangle: { width: 120, height: 104 },
	star: { width: 120, height: 120 },
	line: { width: 200, height: 4, stroke: { color: "#FFC600", width: 4 } },
	series: { width: 200, height: 110, values: [3, 5, 4, 8, 6], draw: "columns" },
	arrow: { width: 200, height: 24, stroke: { color: "#FFC600", width: 4 } },
} as const;

/** Adds a layer in the middle of the slide. */
function addMiddle(layer: {
	readonly type: string;
	readonly width: number;
	readonly height: number;
	readonly [field: string]: unknown;
}): void {
	const { width, height } = canvasSize.value;
	const { type, ...fields } = layer;
	add({
		type,
		...fields,
		x: Math.round((width - layer.width) / 2),
		y: Math.round((height - layer.height) / 2),
	});
}

/** Elements to add to the slide, and the zoom. */
export function InsertBar() {
	const known = design.value.slides !== undefined;
	const percent = Math.round((zoom.value ?? fitted.value) * 100);
	return (
		<div class={selection.value.length > 0 ? "insert chosen" : "insert"}>
			<Context />
			{!known && takesPictures.value && (
				<fieldset class="group" aria-label={t("add")}>
					<OwnFile />
				</fieldset>
			)}
			{known && (
				<fieldset class="group" aria-label={t("add")}>
					<button type="button" onClick={addText}>
						+ {t("add.text")}
					</button>
					<OwnFile />
					<button type="button" popovertarget="shapes">
						+ {t("add.shape")}
					</button>
					<div id="shapes" class="menu shapes" popover="auto">
						{Object.entries(SHAPES).map(([shape, fields]) => (
							<button
								key={shape}
								type="button"
								onClick={({ currentTarget }) => {
									closeMenu(currentTarget);
									addMiddle({
										type: "shape",
										shape,
										...fields,
										...(!("stroke" in fields) && { fill: "#FFC600" }),
									});
								}}
							>
								{capital(label("value", shape))}
							</button>
						))}
						<button
							type="button"
							onClick={({ currentTarget }) => {
								closeMenu(currentTarget);
								addMiddle({
									type: "barcode",
									kind: "qr",
									data: "https://example.com",
									width: 120,
									height: 120,
								});
							}}
						>
							{capital(label("value", "qr"))}
						</button>
					</div>
					<button type="button" class="to-emoji" onClick={() => openTool("emoji")}>
						+ {t("add.emoji")}
					</button>
				</fieldset>
			)}
			<fieldset class="group view" aria-label={t("view")}>
				<button
					type="button"
					class="mini"
					aria-label={t("frame")}
					title={t("frame.hint")}
					aria-pressed={showFrame.value}
					onClick={() => (showFrame.value = !showFrame.value)}
				>
					<Icon name="frame" />
				</button>
				<button
					type="button"
					class="mini to-rulers"
					aria-label={t("rulers")}
					title={t("rulers.hint")}
					aria-pressed={guides.value.shown}
					onClick={() => (guides.value = { ...guides.value, shown: !guides.value.shown })}
				>
					<Icon name="ruler" />
				</button>
				<button type="button" class="mini" aria-label={t("zoom.out")} onClick={() => zoomBy(-1)}>
					−
				</button>
				<button
					type="button"
					class="mini percent"
					title={t("zoom.fit")}
					aria-label={`${percent} %: ${t("zoom.fit")}`}
					onClick={() => (zoom.value = null)}
				>
					{percent} %
				</button>
				<button type="button" class="mini" aria-label={t("zoom.in")} onClick={() => zoomBy(1)}>
					+
				</button>
			</fieldset>
		</div>
	);
}

/** On narrow screens, where the properties are hidden: common commands for the selection. */
function Context() {
	const refs = selection.value;
	if (refs.length === 0) return null;
	const one = selected.value;
	return (
		<fieldset class="group context" aria-label={t("selected.one")}>
			{one && typeOf(one.ref, one.element) === "text" && (
				<button type="button" onClick={() => (writing.value = one.ref)}>
					<Icon name="pen" /> {t("text.write")}
				</button>
			)}
			<button type="button" onClick={() => (pane.value = "panel")}>
				<Icon name="fields" /> {t("fields")}
			</button>
			<button
				type="button"
				class="mini"
				aria-label={t("duplicate")}
				onClick={() => duplicate(refs)}
			>
				<Icon name="copy" />
			</button>
			<button type="button" class="mini" aria-label={t("delete")} onClick={() => remove(refs)}>
				<Icon name="bin" />
			</button>
			<button type="button" class="mini" aria-label={t("unselect")} onClick={() => select()}>
				✕
			</button>
		</fieldset>
	);
}

/** A button to choose an image file, as an alternative to dragging. */
function OwnFile() {
	return (
		<label class="button">
			+ {t("add.image")}
			<input
				class="hidden"
				type="file"
				accept="image/*"
				multiple
				onChange={({ currentTarget }) => {
					const files = [...(currentTarget.files ?? [])];
					currentTarget.value = "";
					void acceptFilesAt(files);
				}}
			/>
		</label>
	);
}

/** Icons of the tools. */
export const TOOL_ICONS: Readonly<Record<string, IconName>> = {
	templates: "templates",
	layers: "layers",
	photos: "photos",
	icons: "icons",
	emoji: "emoji",
	json: "json",
};
