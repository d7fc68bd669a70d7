/** The bar on top: add, undo, what is drawn, and the ways out. */
import { useSignal } from "@preact/signals";
import { add } from "./canvas/place.js";
import { placeFile } from "./drop.js";
import { edit, redoLast, repaint, undoLast } from "./editor/editor.js";
import { picture } from "./preview.js";
import { contract, schemaAt } from "./schema.js";
import { shareLink } from "./share.js";
import { design, notice, pane, panelTab } from "./state.js";
import { copy, DOWNLOADS, download } from "./take-along.js";
import { dialog, showFrame } from "./toolbar-state.js";

const kilobytes = (bytes: number) =>
	bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** A choice of the document itself. */
function Choice({
	name,
	label,
	options,
}: {
	readonly name: string;
	readonly label: string;
	readonly options: readonly (readonly [string, string])[];
}) {
	const value = String(design.value[name] ?? options[0]?.[0] ?? "");
	return (
		<select
			aria-label={label}
			title={label}
			value={value}
			onChange={({ currentTarget }) => edit([[[name], currentTarget.value]])}
		>
			{options.map(([option, text]) => (
				<option key={option} value={option}>
					{text}
				</option>
			))}
		</select>
	);
}

export function Toolbar() {
	const drawn = picture.value;
	const platforms = Object.entries(contract.value?.platforms ?? {}).map(
		([id, { name, width, height }]) => [id, `${name}, ${width} × ${height}`] as const,
	);
	const formats = (schemaAt(["format"], undefined)?.enum ?? ["png"]).map(
		(name) => [String(name), String(name).toUpperCase()] as const,
	);
	return (
		<header class="toolbar">
			<h1>
				<img src="/studio/icon.svg" alt="" width="24" height="24" /> Studio
			</h1>
			<fieldset class="group" aria-label="Document">
				<button
					type="button"
					onClick={() => {
						dialog.value = "gallery";
					}}
				>
					Designs
				</button>
				<Choice name="platform" label="Platform" options={platforms} />
				<Choice
					name="mode"
					label="Mode"
					options={[
						["single", "One slide"],
						["carousel", "Carousel"],
					]}
				/>
				<Choice name="format" label="Format" options={formats} />
			</fieldset>
			<fieldset class="group" aria-label="Edit">
				<button
					type="button"
					onClick={() =>
						add("textBlocks", { text: "New text", x: 40, y: 200, width: 325, align: "center" })
					}
				>
					+ Text
				</button>
				<button
					type="button"
					onClick={() => {
						panelTab.value = "emoji";
						pane.value = "panel";
					}}
				>
					+ Emoji
				</button>
				<OwnFile />
				<button type="button" aria-label="Undo" title="Undo" onClick={undoLast}>
					↶
				</button>
				<button type="button" aria-label="Redo" title="Redo" onClick={redoLast}>
					↷
				</button>
				<button
					type="button"
					aria-pressed={showFrame.value}
					onClick={() => {
						showFrame.value = !showFrame.value;
					}}
				>
					App frame
				</button>
			</fieldset>
			<p class="figures" role="status" aria-label="Picture">
				{drawn &&
					`${drawn.type.replace("image/", "").replace("+xml", "").toUpperCase()} · ${kilobytes(drawn.bytes)} · ${drawn.ms} ms`}
			</p>
			<fieldset class="group" aria-label="Take along">
				<button
					type="button"
					onClick={() => {
						dialog.value = "code";
					}}
				>
					Code
				</button>
				<button
					type="button"
					onClick={async () => copy(await shareLink(design.value), "A link to this design")}
				>
					Share
				</button>
				<Downloads />
				<a class="button" href="/docs">
					API
				</a>
				<button
					type="button"
					aria-label="Keys"
					title="Keys"
					onClick={() => {
						dialog.value = "help";
					}}
				>
					?
				</button>
				<Theme />
			</fieldset>
		</header>
	);
}

function Downloads() {
	return (
		<select
			class="primary"
			aria-label="Download"
			value=""
			onChange={({ currentTarget }) => {
				const wanted = DOWNLOADS.find(({ extension }) => extension === currentTarget.value);
				currentTarget.value = "";
				if (wanted) void download(wanted.extension, wanted.all);
			}}
		>
			<option value="">Download …</option>
			{DOWNLOADS.map(({ extension, name }) => (
				<option key={extension} value={extension}>
					{name}
				</option>
			))}
		</select>
	);
}

/** Light or dark, against what the system says. */
function Theme() {
	const dark = useSignal(
		globalThis.document.documentElement.dataset.theme === "dark" ||
			(globalThis.document.documentElement.dataset.theme === undefined &&
				matchMedia("(prefers-color-scheme: dark)").matches),
	);
	return (
		<button
			type="button"
			aria-pressed={dark.value}
			onClick={() => {
				dark.value = !dark.value;
				globalThis.document.documentElement.dataset.theme = dark.value ? "dark" : "light";
				repaint();
			}}
		>
			Dark
		</button>
	);
}

/** A picture of one's own, by a button for those who do not drag. */
function OwnFile() {
	return (
		<label class="button">
			+ Image
			<input
				class="hidden"
				type="file"
				accept="image/*"
				onChange={async ({ currentTarget }) => {
					const [file] = currentTarget.files ?? [];
					currentTarget.value = "";
					if (!file) return;
					await placeFile(file).catch((error: Error) => {
						notice.value = error.message;
					});
				}}
			/>
		</label>
	);
}
