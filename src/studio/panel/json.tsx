/** The JSON editor, with the diagnostics below it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { stepsOf } from "../../base/json-pointer.js";
import { marks } from "../editor/found.js";
import { jsonView, loadJsonView } from "../json-view.js";
import { warnings } from "../preview.js";
import { t } from "../texts/texts.js";

export function Json() {
	const host = useRef<HTMLDivElement>(null);
	const failed = useSignal(false);
	useEffect(() => {
		let close: (() => void) | undefined;
		let gone = false;
		loadJsonView().then(
			(view) => {
				if (!gone && host.current) close = view.open(host.current);
			},
			() => {
				failed.value = true;
			},
		);
		return () => {
			gone = true;
			close?.();
		};
	}, []);
	const errors = marks.value.filter(({ severity }) => severity === "error");
	return (
		<section class="json" aria-label="JSON">
			<div class="editor" ref={host} />
			{failed.value && <p class="hint">{t("unreachable")}</p>}
			<ul class="findings" aria-label={t("json.findings")}>
				{errors.map(({ message }, index) => (
					<li key={index} class="error">
						{message}
					</li>
				))}
				{warnings.value.map(({ path, message, code, platform }) => (
					<li key={`${code} ${path} ${platform}`}>
						<button type="button" onClick={() => jsonView.value?.reveal(stepsOf(path))}>
							{message}
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}
