/** Several platforms for one document: selecting them and switching between them. */
import { useEffect } from "preact/hooks";
import { oneSize } from "../canvas/one-size.js";
import {
	choosePlatforms,
	chosenPlatforms,
	platformAtWork,
	platformName,
	several,
	showPlatform,
	usesOf,
} from "../platforms.js";
import { refusals } from "../preview.js";
import { readable } from "../said.js";
import { contract, schemaAt } from "../schema.js";
import { design, shown, slideIndex } from "../state.js";
import { thumbnailOf } from "../strip.js";
import { loadTemplates, templates } from "../templates.js";
import { t } from "../texts/texts.js";
import { dialog } from "../toolbar-state.js";
import { problemsOn } from "./checks.js";
import { Icon } from "./icon.js";

/** Maximum platforms of a document, if the schema does not specify it. */
const MAX_PLATFORMS = 8;

/** Size of a platform in export pixels; undefined while it is not known. */
const sizeOf = (id: string): { readonly width?: number; readonly height?: number } =>
	id === "custom"
		? ((shown.value.size ?? {}) as { width?: number; height?: number })
		: (contract.value?.platforms[id] ?? {});

/** The current slide on each of the document's platforms; a click shows it large. */
export function PlatformBar() {
	if (several.value.length === 0) return null;
	return (
		<nav class="platforms" aria-label={t("platforms")}>
			<ol>
				{several.value.map((id) => {
					const { width = 1, height = 1 } = sizeOf(id);
					const url = thumbnailOf(slideIndex.value, id);
					const problems = problemsOn(id);
					return (
						<li key={id}>
							<button
								type="button"
								aria-current={id === platformAtWork.value ? "true" : undefined}
								title={platformName(id)}
								onClick={() => showPlatform(id)}
							>
								<span class="canvas" style={{ aspectRatio: `${width} / ${height}` }}>
									{url && <img src={url} alt="" draggable={false} />}
								</span>
								<span class="platform-name">{platformName(id)}</span>
								{problems > 0 && (
									<span class="count">
										{problems}
										<span class="hidden"> {t("checks")}</span>
									</span>
								)}
							</button>
						</li>
					);
				})}
			</ol>
			{several.value.length > 1 && (
				<label class="one-size">
					<input
						type="checkbox"
						checked={oneSize.value}
						onChange={({ currentTarget }) => (oneSize.value = currentTarget.checked)}
					/>
					{t("size.one")}
				</label>
			)}
			<button
				type="button"
				class="mini"
				aria-label={t("platforms.choose")}
				title={t("platforms.choose")}
				onClick={() => (dialog.value = "platforms")}
			>
				<Icon name="pen" />
			</button>
		</nav>
	);
}

/** A checkbox for each platform; a template supports only some of them. */
export function ChoosePlatforms() {
	useEffect(() => {
		if (design.peek().template !== undefined) void loadTemplates().catch(() => undefined);
	}, []);
	const chosen = chosenPlatforms();
	const template = templates.value.find(({ id }) => id === design.value.template);
	const most = schemaAt(["platforms"], undefined)?.maxItems ?? MAX_PLATFORMS;
	const all = [
		...Object.keys(contract.value?.platforms ?? {}),
		...(design.value.template === undefined ? ["custom"] : []),
	];
	const refused = refusals.value.find(({ path }) => path.startsWith("/platforms"));
	return (
		<>
			<p class="hint">{t("platforms.hint", { most })}</p>
			{refused && (
				<p class="refused" role="alert">
					{readable(refused.message)}
				</p>
			)}
			<ul class="choices">
				{all.map((id) => {
					const isChosen = chosen.includes(id);
					const fits = template === undefined || template.platforms.includes(id);
					const { width, height } = sizeOf(id);
					return (
						<li key={id}>
							<label class="choice">
								<input
									type="checkbox"
									checked={isChosen}
									disabled={isChosen ? chosen.length === 1 : !fits || chosen.length >= most}
									onChange={() =>
										choosePlatforms(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])
									}
								/>
								<Ratio width={width} height={height} />
								<PlatformText id={id} {...(!fits && { instead: t("platforms.notOfTemplate") })} />
							</label>
						</li>
					);
				})}
			</ul>
		</>
	);
}

/** The shape of a canvas. */
export function Ratio({
	width,
	height,
}: {
	readonly width: number | undefined;
	readonly height: number | undefined;
}) {
	return (
		<span class="ratio">
			{width !== undefined && height !== undefined && (
				<i style={{ aspectRatio: `${width} / ${height}` }} class={width > height ? "wide" : ""} />
			)}
		</span>
	);
}

/** A platform's name, what networks use it for, and its size. @param instead of the size */
export function PlatformText({ id, instead }: { readonly id: string; readonly instead?: string }) {
	const { width, height } = sizeOf(id);
	const uses = usesOf(id).join(", ");
	return (
		<span>
			{platformName(id)}
			{uses !== "" && <small>{uses}</small>}
			<small>
				{/* Width first, even in right-to-left text. */}
				{instead ?? <bdi dir="ltr">{width !== undefined && `${width} × ${height}`}</bdi>}
			</small>
		</span>
	);
}
