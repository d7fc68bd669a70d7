/** Search for emoji and add them to the slide. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api.js";
import { add } from "../canvas/place.js";
import { canvasSize } from "../preview.js";
import { fillEmoji } from "../slots.js";
import { design, notice } from "../state.js";
import { t } from "../texts/texts.js";

/** Emoji with their search words, in Unicode order; loaded on first use. */
let list: Promise<Readonly<Record<string, string>>> | undefined;

/** More would be slow to show and too many to look through. */
const MAX_SHOWN = 240;
/** Size of a new emoji. Preview pixels. */
const SIZE = 72;

/** Adds an emoji in the middle of the slide; in a template, to a text. */
function placeEmoji(emoji: string): void {
	if (design.value.template !== undefined) {
		fillEmoji(emoji);
		return;
	}
	const { width, height } = canvasSize.value;
	const x = Math.round((width - SIZE) / 2);
	add({ type: "text", emoji, fontSize: SIZE, x, y: Math.round((height - SIZE) / 2) });
	notice.value = t("emoji.placed", { emoji });
}

/**
 * Emoji for which every query word starts one of their words, best match first; all if the query
 * is empty.
 */
function matching(all: Readonly<Record<string, string>>, query: string): [string, string][] {
	const asked = query.toLowerCase().trim().replace(/\s+/g, " ");
	const words = asked.split(" ").filter(Boolean);
	return Object.entries(all)
		.filter(([emoji, text]) =>
			words.every((word) => emoji === word || ` ${text.toLowerCase()}`.includes(` ${word}`)),
		)
		.map((entry) => ({ entry, rank: words.length === 0 ? 0 : rankOf(entry[1], asked) }))
		.sort((a, b) => a.rank - b.rank)
		.slice(0, MAX_SHOWN)
		.map(({ entry }) => entry);
}

/** Rank of a match: 0 for the exact name, 5 for a partial match of a related word. */
function rankOf(text: string, asked: string): number {
	const [name = "", ...others] = text.toLowerCase().split(", ");
	if (name === asked) return 0;
	if (name.startsWith(`${asked} `)) return 1;
	if (name.startsWith(asked)) return 2;
	if (` ${name} `.includes(` ${asked} `)) return 3;
	return others.includes(asked) ? 4 : 5;
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
				said.value = t("unreachable");
			},
		);
	}, []);
	const found = matching(all.value, query.value);
	const nothing = found.length === 0 && query.value !== "" ? t("nothingFound") : "";
	return (
		<section aria-label={t("tool.emoji")}>
			<div class="field">
				<label for="find-emoji">{t("emoji.find")}</label>
				<input
					id="find-emoji"
					type="search"
					placeholder={t("emoji.example")}
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
