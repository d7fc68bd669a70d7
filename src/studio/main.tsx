/** The Studio: a page to see, try and copy documents. */

import { effect } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { stepsOf } from "../json/pointer.js";
import { Stage } from "./canvas/stage.js";
import { format, isDesign } from "./design.js";
import { Dialogs } from "./dialogs.js";
import { acceptFiles } from "./drop.js";
import { openEditor, redoLast, reveal, undoLast } from "./editor/editor.js";
import { marks, warnings, watchMarks } from "./editor/marks.js";
import { Assets } from "./panel/assets.js";
import { EmojiPanel } from "./panel/emoji.js";
import { Inspector } from "./panel/inspector.js";
import { watchPreview } from "./preview.js";
import { loadContract } from "./schema.js";
import { firstText, keep } from "./share.js";
import { SharedBar } from "./shared-bar.js";
import { notice, type Pane, type PanelTab, pane, panelTab, source } from "./state.js";
import { Strip, watchThumbnails } from "./strip.js";
import { Toolbar } from "./toolbar.js";

const PANES: readonly (readonly [Pane, string])[] = [
	["design", "Slide"],
	["json", "JSON"],
	["panel", "Fields"],
];
const TABS: readonly (readonly [PanelTab, string])[] = [
	["fields", "Fields"],
	["photos", "Photos"],
	["icons", "Icons"],
	["emoji", "Emoji"],
];

function Editor({ text }: { readonly text: string }) {
	const host = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (host.current && !host.current.shadowRoot) openEditor(host.current, text);
	}, []);
	const errors = marks.value.filter(({ severity }) => severity === "error");
	return (
		<section class="json" aria-label="JSON">
			<div class="editor" ref={host} />
			<ul class="findings" aria-label="Findings">
				{errors.map(({ message }, index) => (
					<li key={index} class="error">
						{message}
					</li>
				))}
				{warnings.value.map(({ path, message, code }) => (
					<li key={`${code} ${path}`}>
						<button type="button" onClick={() => reveal(stepsOf(path))}>
							{message}
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}

function Page({ text }: { readonly text: string }) {
	return (
		<div class={`page show-${pane.value}`}>
			<Toolbar />
			<SharedBar />
			<nav class="panes" aria-label="View">
				{PANES.map(([name, label]) => (
					<button
						key={name}
						type="button"
						aria-pressed={pane.value === name}
						onClick={() => {
							pane.value = name;
						}}
					>
						{label}
					</button>
				))}
			</nav>
			<main>
				<Editor text={text} />
				<div class="middle">
					<Stage />
					<Strip />
				</div>
				<aside class="panel" aria-label="Panel">
					<fieldset class="tabs" aria-label="Panel">
						{TABS.map(([name, label]) => (
							<button
								key={name}
								type="button"
								aria-pressed={panelTab.value === name}
								onClick={() => {
									panelTab.value = name;
								}}
							>
								{label}
							</button>
						))}
					</fieldset>
					{panelTab.value === "fields" && <Inspector />}
					{panelTab.value === "photos" && <Assets key="photo" kind="photo" />}
					{panelTab.value === "icons" && <Assets key="icon" kind="icon" />}
					{panelTab.value === "emoji" && <EmojiPanel />}
				</aside>
			</main>
			<p class="notice" role="status" aria-live="polite">
				{notice.value}
			</p>
			<Dialogs />
		</div>
	);
}

/** Undo and redo wherever the focus is; text fields keep their own. */
function listenForUndo(): void {
	addEventListener("keydown", (event) => {
		if (!(event.ctrlKey || event.metaKey)) return;
		const target = event.composedPath()[0] as Element;
		if (target.closest?.("input, textarea, .cm-content")) return;
		const key = event.key.toLowerCase();
		if (key === "z" && !event.shiftKey) undoLast();
		else if (key === "y" || (key === "z" && event.shiftKey)) redoLast();
		else return;
		event.preventDefault();
	});
}

/** A notice stays as long as it takes to read. */
function fadeNotices(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	effect(() => {
		clearTimeout(timer);
		if (notice.value !== "") timer = setTimeout(() => (notice.value = ""), 5_000);
	});
}

async function start(): Promise<void> {
	const root = globalThis.document.getElementById("studio")!;
	const contract = await loadContract();
	const [example] = Object.values(contract.examples);
	const text = (await firstText()) ?? format(isDesign(example) ? example : { slides: [{}] });
	render(<Page text={text} />, root);
	effect(() => keep(source.value));
	watchMarks();
	watchPreview();
	watchThumbnails();
	acceptFiles();
	listenForUndo();
	fadeNotices();
}

void start();
