/** The Studio: a page for creating, previewing and exporting documents. */

import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { ApiError } from "./api.js";
import { keepBrand } from "./brand.js";
import { keepGuides } from "./canvas/rulers.js";
import { Stage } from "./canvas/stage.js";
import { format, isDesign } from "./design.js";
import { Dialogs } from "./dialogs.js";
import { acceptFiles } from "./drop.js";
import { begin } from "./history.js";
import { Assets } from "./panel/assets.js";
import { Checks, problems } from "./panel/checks.js";
import { EmojiPanel } from "./panel/emoji.js";
import { Icon, type IconName } from "./panel/icon.js";
import { Inspector } from "./panel/inspector.js";
import { Json } from "./panel/json.js";
import { Layers } from "./panel/layers.js";
import { PlatformBar } from "./panel/platforms.js";
import { Templates } from "./panel/templates.js";
import { failure, watchOtherPlatforms, watchPreview } from "./preview.js";
import { loadContract } from "./schema.js";
import { firstText, keep } from "./share.js";
import { SharedBar } from "./shared-bar.js";
import { listenForKeys } from "./shortcuts.js";
import { watchSlots } from "./slots.js";
import {
	notice,
	openTool,
	type Pane,
	pane,
	panelTab,
	source,
	TOOLS,
	type Tool,
	tool,
} from "./state.js";
import { Strip, watchThumbnails } from "./strip.js";
import { preferred, speak, type TextKey, t } from "./texts/texts.js";
import { InsertBar, TOOL_ICONS, Toolbar } from "./toolbar.js";
import { keepVariables } from "./variables.js";

/** Tabs on narrow screens: a pane and, for tools, which tool. */
const PANES: readonly (readonly [Pane, TextKey, IconName, Tool?])[] = [
	["design", "slide", "slide"],
	["tools", "add", "add", "templates"],
	["tools", "tool.layers", "layers", "layers"],
	["panel", "fields", "fields"],
	["tools", "tool.json", "json", "json"],
];

const KEEP_TOOL = "post-image-tool";

function Tools({ name }: { readonly name: Tool }) {
	return (
		<aside class={`tools ${name}`} aria-label={t(`tool.${name}`)}>
			{name === "templates" && <Templates />}
			{name === "layers" && <Layers />}
			{name === "photos" && <Assets key="photo" kind="photo" />}
			{name === "icons" && <Assets key="icon" kind="icon" />}
			{name === "emoji" && <EmojiPanel />}
			{name === "json" && <Json />}
		</aside>
	);
}

function Rail() {
	return (
		<nav class="rail" aria-label={t("tools")}>
			{TOOLS.map((name) => (
				<button
					key={name}
					type="button"
					class={`to-${name}`}
					aria-pressed={tool.value === name}
					onClick={() => {
						if (tool.value === name && pane.value !== "tools") tool.value = null;
						else tool.value = name;
					}}
				>
					<Icon name={TOOL_ICONS[name] ?? "layers"} size={20} />
					<span>{t(`tool.${name}`)}</span>
				</button>
			))}
		</nav>
	);
}

/** The help of the field that has the focus, or that the pointer is over. */
const help = signal("");

const showHelp = ({ target }: Event) => {
	const field = (target as Element).closest?.<HTMLElement>("[data-help]");
	if (field) help.value = field.dataset.help ?? "";
};

function Panel() {
	const count = problems();
	return (
		<aside class="panel" aria-label={t("panel")} onFocusIn={showHelp} onPointerOver={showHelp}>
			<fieldset class="tabs" aria-label={t("panel")}>
				<button
					type="button"
					aria-pressed={panelTab.value === "fields"}
					onClick={() => (panelTab.value = "fields")}
				>
					{t("fields")}
				</button>
				<button
					type="button"
					aria-pressed={panelTab.value === "checks"}
					onClick={() => (panelTab.value = "checks")}
				>
					{t("checks")}
					{count > 0 && <span class="count">{count}</span>}
				</button>
			</fieldset>
			<div class="panel-body">{panelTab.value === "fields" ? <Inspector /> : <Checks />}</div>
			{panelTab.value === "fields" && (
				// Read with each field; here only for the eyes.
				<p class="help" aria-hidden="true">
					{help.value}
				</p>
			)}
		</aside>
	);
}

function Panes() {
	const count = problems();
	const isNow = (name: Pane, own?: Tool) =>
		pane.value === name &&
		(own === undefined || own === tool.value || (own === "templates" && isAdding(tool.value)));
	return (
		<nav class="panes" aria-label={t("view")}>
			{PANES.map(([name, text, icon, own]) => (
				<button
					key={text}
					type="button"
					aria-pressed={isNow(name, own)}
					onClick={() => {
						if (own === undefined) pane.value = name;
						else openTool(own);
					}}
				>
					<Icon name={icon} size={20} />
					<span>{t(text)}</span>
					{name === "panel" && count > 0 && <span class="count">{count}</span>}
				</button>
			))}
		</nav>
	);
}

const isAdding = (name: Tool | null): boolean =>
	name === "templates" || name === "photos" || name === "icons" || name === "emoji";

/** For the keyboard: past the bar and the tools. */
function skipToSlide(): void {
	pane.value = "design";
	requestAnimationFrame(() =>
		globalThis.document.querySelector<HTMLElement>(".stage .body, .stage")?.focus(),
	);
}

function Page() {
	return (
		<div class={`page show-${pane.value} ${isAdding(tool.value) ? "adding" : ""}`}>
			<button type="button" class="skip" onClick={skipToSlide}>
				{t("skip")}
			</button>
			<Toolbar />
			<SharedBar />
			<main>
				<Rail />
				{tool.value && <Tools name={tool.value} />}
				<div class="middle">
					<InsertBar />
					<PlatformBar />
					<Stage />
					<Strip />
				</div>
				<Panel />
			</main>
			<Panes />
			<p class="notice" role="status" aria-live="polite">
				{notice.value}
			</p>
			<Dialogs />
		</div>
	);
}

/** Hides a notice after a few seconds. */
function fadeNotices(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	effect(() => {
		clearTimeout(timer);
		if (notice.value !== "") timer = setTimeout(() => (notice.value = ""), 5_000);
	});
}

/** Restores the last open tool and remembers changes. */
function keepTool(): void {
	try {
		const kept = localStorage.getItem(KEEP_TOOL);
		if (kept !== null) tool.value = TOOLS.find((name) => name === kept) ?? null;
		else if (matchMedia("(max-width: 1100px)").matches) tool.value = null;
	} catch {
		// Storage is not available: start with the layers.
	}
	effect(() => {
		try {
			localStorage.setItem(KEEP_TOOL, tool.value ?? "");
		} catch {
			// Storage is not available.
		}
	});
}

async function start(): Promise<void> {
	const root = globalThis.document.getElementById("studio")!;
	const kept = await firstText();
	begin(kept ?? FIRST);
	keepTool();
	keepBrand();
	keepVariables();
	keepGuides();
	await speak(preferred()).catch(() => undefined);
	render(<Page />, root);
	effect(() => keep(source.value));
	watchPreview();
	watchOtherPlatforms();
	watchThumbnails();
	watchSlots();
	acceptFiles();
	listenForKeys();
	fadeNotices();
	const contract = await loadContract((error) => {
		if (!(error instanceof ApiError && error.status === 401)) failure.value = t("unreachable");
	});
	failure.value = "";
	// First-time visitors see an example, unless they have already begun a design.
	const [example] = Object.values(contract.examples);
	if (kept === undefined && source.value === FIRST && isDesign(example)) begin(format(example));
}

const FIRST = format({ slides: [{ backgroundColor: "#14213D" }] });

void start();
