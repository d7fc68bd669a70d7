/** Emoji to find by a word, and to put on the slide. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api.js";
import { add } from "../canvas/place.js";
import { previewSize } from "../schema.js";
import { notice, shown } from "../state.js";

/** Emoji and the words that find them, in Unicode's order; loaded when first asked for. */
let list: Promise<Readonly<Record<string, string>>> | undefined;

/** More would be slow to show, and nobody looks through them. */
const MAX_SHOWN = 240;
/** Preview pixels. */
const SIZE = 72;

/** Puts an emoji in the middle of the slide. */
function placeEmoji(emoji: string): void {
	const { width, height } = previewSize(shown.value.platform);
	const x = Math.round((width - SIZE) / 2);
	add("textBlocks", { emoji, fontSize: SIZE, x, y: Math.round((height - SIZE) / 2) });
	notice.value = `${emoji} is on the slide.`;
}

/** Those all of whose words begin words of the emoji; all, in their order, without a query. */
function matching(all: Readonly<Record<string, string>>, query: string): [string, string][] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const found = Object.entries(all).filter(([emoji, text]) =>
		words.every((word) => emoji === word || ` ${text.toLowerCase()}`.includes(` ${word}`)),
	);
	// Names stand first in the words: what is called so comes before what only reminds of it.
	const rank = ([, text]: [string, string]) =>
		words.length > 0 && text.toLowerCase().startsWith(words[0]!) ? 0 : 1;
	return found.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_SHOWN);
}

export function EmojiPanel() {
	const query = useSignal("");
	const all = useSignal<Readonly<Record<string, string>>>({});
	const said = useSignal("");
	useEffect(() => {
		list ??= get<Record<string, string>>("/studio/emoji.json");
		list.then(
			(loaded) => {
				all.value = loaded;
			},
			() => {
				list = undefined;
				said.value = "The service cannot be reached.";
			},
		);
	}, []);
	const found = matching(all.value, query.value);
	const nothing = found.length === 0 && query.value !== "" ? "Nothing found." : "";
	return (
		<section aria-label="Emoji">
			<div class="field">
				<label for="find-emoji">Find emoji</label>
				<input
					id="find-emoji"
					type="search"
					placeholder="party, heart, coffee …"
					value={query.value}
					onInput={({ currentTarget }) => {
						query.value = currentTarget.value;
					}}
				/>
			</div>
			<p role="status" class="hint">
				{said.value || nothing}
			</p>
			<ul class="found emoji">
				{found.map(([emoji, text]) => {
					const [name = emoji] = text.split(", ");
					return (
						<li key={emoji}>
							<button
								type="button"
								title={name}
								aria-label={name}
								onClick={() => placeEmoji(emoji)}
							>
								{emoji}
							</button>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
