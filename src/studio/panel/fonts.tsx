/** The font families as they look, to choose from. */
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { post } from "../api.js";
import { t } from "../texts/texts.js";

/** Size of a line of the picture. Export pixels, two for each on the page. */
const LINE = { width: 520, height: 68 } as const;
/** Preview pixels per export pixel. */
const PREVIEW = 0.375;

/** A picture with the name of each family in its letters, one below the other. */
const picture = signal("");
let drawnFor = "";

async function draw(families: readonly string[]): Promise<void> {
	const key = families.join();
	if (drawnFor === key) return;
	drawnFor = key;
	const layers = families.map((font, index) => ({
		type: "text",
		text: font,
		font,
		fontSize: 13,
		textColor: "#000000",
		x: 2,
		y: LINE.height * PREVIEW * index,
		width: LINE.width * PREVIEW - 4,
		height: LINE.height * PREVIEW,
		verticalAlign: "middle",
		textWrap: "nowrap",
	}));
	try {
		const answer = await post("/api/render.png", {
			platform: "custom",
			size: { width: LINE.width, height: Math.max(64, LINE.height * families.length) },
			mode: "single",
			slides: [{ backgroundColor: "#FFFFFF", layers }],
		});
		picture.value = URL.createObjectURL(await answer.blob());
	} catch {
		// The names are shown without a picture.
		drawnFor = "";
	}
}

/** A button beside the field, which opens the list. */
export function Fonts({
	id,
	families,
	value,
	write,
}: {
	readonly id: string;
	readonly families: readonly string[];
	readonly value: unknown;
	readonly write: (family: string) => void;
}) {
	const list = useRef<HTMLDivElement>(null);
	return (
		<>
			<button
				type="button"
				class="mini"
				aria-label={t("fonts")}
				title={t("fonts")}
				popovertarget={`${id}-fonts`}
				onClick={({ currentTarget }) => {
					const { bottom, right } = currentTarget.getBoundingClientRect();
					list.current?.style.setProperty("--top", `${bottom + 4}px`);
					list.current?.style.setProperty("--end", `${right}px`);
					void draw(families);
				}}
			>
				Aa
			</button>
			<div ref={list} id={`${id}-fonts`} class="menu fonts" popover="auto">
				{families.map((family, index) => (
					<button
						key={family}
						type="button"
						aria-label={family}
						aria-pressed={value === family}
						onClick={() => {
							list.current?.hidePopover();
							write(family);
						}}
					>
						{picture.value === "" ? (
							family
						) : (
							<i
								style={{
									backgroundImage: `url("${picture.value}")`,
									backgroundPositionY: `${(-LINE.height * index) / 2}px`,
								}}
							/>
						)}
					</button>
				))}
			</div>
		</>
	);
}
