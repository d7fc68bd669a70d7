/** Findings of the service; a click selects the affected element. */
import { stepsOf } from "../../base/json-pointer.js";
import type { Finding } from "../api.js";
import { elementAt, pointerOf, type Ref } from "../design.js";
import { platformAtWork, platformName, several, showPlatform } from "../platforms.js";
import { refusals, warnings } from "../preview.js";
import { readable } from "../said.js";
import { broken, design, goToSlide, select, selection, slideIndex } from "../state.js";
import { t } from "../texts/texts.js";
import { fixesOf } from "./fixes.js";

const LISTS = new Set([
	"textBlocks",
	"imageOverlays",
	"layers",
	"children",
	"behind",
	"across",
	"front",
]);

/** The element a finding refers to; undefined if it refers to the slide or document. */
export function elementOf({ path }: Finding): Ref | undefined {
	const steps = stepsOf(path);
	for (let depth = steps.length; depth > 1; depth--) {
		if (typeof steps[depth - 1] !== "number" || !LISTS.has(String(steps[depth - 2]))) continue;
		const ref = pointerOf(steps.slice(0, depth));
		if (elementAt(design.peek(), ref)) return ref;
	}
	return undefined;
}

/** The platform a finding refers to, if the document has several. */
const platformOf = ({ platform }: Finding): string | undefined =>
	typeof platform === "string" && several.value.includes(platform) ? platform : undefined;

/** Shows the platform, slide and element of a finding. */
function goTo(finding: Finding): void {
	const platform = platformOf(finding);
	if (platform !== undefined) showPlatform(platform);
	const [root, index] = stepsOf(finding.path);
	if (root === "slides" && typeof index === "number" && index !== slideIndex.value)
		goToSlide(index);
	const ref = elementOf(finding);
	if (ref !== undefined) selection.value = [ref];
	else select();
}

/** Number of warnings on a platform, excluding info. */
export const problemsOn = (platform: string): number =>
	warnings.value.filter((one) => one.platform === platform && one.severity !== "info").length;

/** Number of errors and warnings, excluding info. */
export const problems = (): number =>
	refusals.value.length + warnings.value.filter(({ severity }) => severity !== "info").length;

function One({ finding, severity }: { readonly finding: Finding; readonly severity: string }) {
	const [root, index] = stepsOf(finding.path);
	const ref = elementOf(finding);
	// Fixes need measurements, which exist only for the shown platform.
	const isShown = (platformOf(finding) ?? platformAtWork.value) === platformAtWork.value;
	const fixes = ref === undefined || !isShown ? [] : fixesOf(finding, ref);
	const platform = platformOf(finding);
	return (
		<li class={`finding ${severity}`}>
			<button type="button" onClick={() => goTo(finding)}>
				<strong>
					{t(
						severity === "error"
							? "check.error"
							: severity === "info"
								? "check.info"
								: "check.warning",
					)}
					{root === "slides" &&
						typeof index === "number" &&
						` · ${t("slide.n", { number: index + 1 })}`}
					{platform !== undefined && ` · ${platformName(platform)}`}
				</strong>
				<span>
					{readable(severity === "error" ? `${finding.path} ${finding.message}` : finding.message)}
				</span>
			</button>
			{fixes.length > 0 && (
				<span class="actions">
					{fixes.map(({ title, apply }) => (
						<button key={title} type="button" onClick={apply}>
							{t(title)}
						</button>
					))}
				</span>
			)}
		</li>
	);
}

export function Checks() {
	const said = warnings.value;
	const wrong = refusals.value;
	return (
		<section aria-label={t("checks")} class="checks">
			<h2>{t("checks")}</h2>
			{broken.value && <p class="finding error">{t("check.broken")}</p>}
			{wrong.length + said.length === 0 && !broken.value && <p class="hint">{t("check.none")}</p>}
			<ul>
				{wrong.map((finding) => (
					<One key={`${finding.path} ${finding.message}`} finding={finding} severity="error" />
				))}
				{said.map((finding) => (
					<One
						key={`${finding.code} ${finding.path} ${finding.platform}`}
						finding={finding}
						severity={finding.severity ?? "warning"}
					/>
				))}
			</ul>
		</section>
	);
}
