/** Bar for a design that came with a link, while the visitor's own draft is kept. */
import { loadText } from "./history.js";
import { adoptShared, leaveShared, shared } from "./share.js";
import { t } from "./texts/texts.js";

export function SharedBar() {
	if (!shared.value) return null;
	return (
		<section class="shared" aria-label={t("shared")}>
			<span>{t("shared.text")}</span>
			<button type="button" onClick={() => leaveShared(loadText)}>
				{t("shared.back")}
			</button>
			<button type="button" onClick={adoptShared}>
				{t("shared.replace")}
			</button>
		</section>
	);
}
