/** What opens over the page: the gallery, the document as code, the key, help. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { get, hasKey, keyNeeded, post, useKey } from "./api.js";
import type { Design } from "./design.js";
import { load } from "./editor/editor.js";
import { contract } from "./schema.js";
import { snippets } from "./snippets.js";
import { design, goToSlide } from "./state.js";
import { copy, signedLink } from "./take-along.js";
import { dialog } from "./toolbar-state.js";

/** A modal dialog; the browser keeps the focus inside and gives it back. */
function Dialog({
	title,
	close,
	children,
}: {
	readonly title: string;
	readonly close: () => void;
	readonly children: ComponentChildren;
}) {
	const element = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		element.current?.showModal();
		// What is asked for comes before the button that closes.
		element.current?.querySelector("input")?.focus();
	}, []);
	return (
		<dialog ref={element} aria-label={title} onClose={close}>
			<header class="panel-head">
				<h2>{title}</h2>
				<button type="button" aria-label="Close" onClick={() => element.current?.close()}>
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

/** "launchStory" as people write it. */
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
		<Dialog title="Start from a design" close={close}>
			<ul class="gallery">
				{designs.value.map(([name, one]) => (
					<li key={name}>
						<button
							type="button"
							onClick={() => {
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

/** The first slide of a design, drawn when it comes into view. */
function Thumbnail({ design: one }: { readonly design: Design }) {
	const url = useSignal("");
	const place = useRef<HTMLSpanElement>(null);
	useEffect(() => {
		let drawn = "";
		const watch = new IntersectionObserver(async ([entry]) => {
			if (!entry?.isIntersecting) return;
			watch.disconnect();
			try {
				const answer = await post("/api/render.png?slide=1", one);
				drawn = URL.createObjectURL(await answer.blob());
				url.value = drawn;
			} catch {
				// It stays a name without a picture.
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

function Code() {
	const all = snippets(design.value, location.origin, hasKey());
	const chosen = useSignal(0);
	const link = useSignal<string | undefined>(undefined);
	useEffect(() => {
		void signedLink().then((url) => {
			link.value = url;
		});
	}, []);
	const entries = link.value ? [...all, { name: "Signed link", code: link.value }] : all;
	const current = entries[chosen.value] ?? entries[0]!;
	return (
		<Dialog title="Take the design into code" close={close}>
			<div class="tabs" role="tablist" aria-label="Language">
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
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard */}
			<pre tabIndex={0} role="tabpanel" aria-label={current.name}>
				{current.code}
			</pre>
			<button type="button" class="primary" onClick={() => copy(current.code, current.name)}>
				Copy
			</button>
		</Dialog>
	);
}

function Help() {
	return (
		<Dialog title="Keys" close={close}>
			<dl class="keys">
				<dt>Tab</dt>
				<dd>to the next box on the slide</dd>
				<dt>Arrows</dt>
				<dd>move it by 1, with Shift by 10; with Alt they change its size</dd>
				<dt>[ and ]</dt>
				<dd>turn it, with Shift by 10 degrees</dd>
				<dt>Delete</dt>
				<dd>removes it</dd>
				<dt>Ctrl or ⌘ and Z, Y</dt>
				<dd>undo and redo, on the slide and in the text</dd>
				<dt>Ctrl and Space</dt>
				<dd>in the text: fields and values to choose from</dd>
				<dt>Ctrl or ⌘ and ]</dt>
				<dd>in the text: indents a line, with [ less</dd>
				<dt>Alt while dragging</dt>
				<dd>clings to nothing</dd>
			</dl>
		</Dialog>
	);
}

function Key() {
	const key = useSignal("");
	return (
		<Dialog
			title="This service asks for a key"
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
					<label for="api-key">API key</label>
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
						This key is not accepted.
					</p>
				)}
				<p class="hint">It is kept until this tab is closed.</p>
				<button type="submit" class="primary">
					Go on
				</button>
			</form>
		</Dialog>
	);
}

export function Dialogs() {
	if (keyNeeded.value) return <Key />;
	if (dialog.value === "gallery") return <Gallery />;
	if (dialog.value === "code") return <Code />;
	return dialog.value === "help" ? <Help /> : null;
}
