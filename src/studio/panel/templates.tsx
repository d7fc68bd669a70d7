/** The template gallery, searchable, shown in the current brand and on the current platform. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ApiError, getBlob } from "../api.js";
import { hasOwnBrand, ownBrand, useOwnBrand } from "../brand.js";
import { edit } from "../history.js";
import { platformAtWork } from "../platforms.js";
import { contract } from "../schema.js";
import { design, pane } from "../state.js";
import {
	keepLoadingTemplates,
	platformFor,
	startFrom,
	type Template,
	templates,
} from "../templates.js";
import { capital, label, t, templateName } from "../texts/texts.js";
import { dialog } from "../toolbar-state.js";

/** Option for the user's own brand. */
const OWN = "own";

/** Maximum concurrent thumbnail requests, to leave capacity of the service for others. */
const AT_A_TIME = 2;
let asked = 0;
const waiting: (() => void)[] = [];

/** Downloads an image when a slot is free. */
async function inTurn(path: string): Promise<string> {
	if (asked >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
	asked++;
	try {
		return URL.createObjectURL(await getBlob(path));
	} finally {
		asked--;
		waiting.shift()?.();
	}
}

/** Whether a template contains all words of a query. */
function matches({ id, name, description, tags }: Template, query: string): boolean {
	const text = [templateName(id, name), name, description, ...tags].join(" ").toLowerCase();
	return query
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word));
}

export function Templates() {
	const query = useSignal("");
	const said = useSignal("");
	useEffect(
		() =>
			keepLoadingTemplates((error) => {
				said.value =
					error === null ? "" : error instanceof ApiError ? error.message : t("unreachable");
			}),
		[],
	);
	const found = templates.value.filter((one) => matches(one, query.value));
	const brands = Object.keys(contract.value?.brands ?? {});
	const nothing = templates.value.length > 0 && found.length === 0 ? t("nothingFound") : "";
	return (
		<section aria-label={t("tool.templates")}>
			<header class="panel-head">
				<h2>{t("tool.templates")}</h2>
				<button type="button" class="quiet" onClick={() => (dialog.value = "gallery")}>
					{t("templates.examples")}
				</button>
			</header>
			<div class="field">
				<label for="find-template">{t("templates.find")}</label>
				<input
					id="find-template"
					type="search"
					placeholder={t("templates.example")}
					value={query.value}
					onInput={({ currentTarget }) => {
						query.value = currentTarget.value;
					}}
				/>
			</div>
			<div class="field">
				<label for="template-brand">{capital(label("field", "brand"))}</label>
				<select
					id="template-brand"
					value={hasOwnBrand() ? OWN : (design.value.brand ?? brands[0])}
					onChange={({ currentTarget }) => {
						const { value } = currentTarget;
						if (value === OWN) {
							if (ownBrand.peek() === null) dialog.value = "brand";
							else useOwnBrand(true);
							return;
						}
						useOwnBrand(false);
						edit([[["brand"], value]]);
					}}
				>
					{brands.map((brand) => (
						<option key={brand} value={brand}>
							{label("value", brand)}
						</option>
					))}
					<option value={OWN}>{t(ownBrand.value === null ? "brand.make" : "brand")}</option>
				</select>
			</div>
			<p role="status" class="hint">
				{said.value || nothing}
			</p>
			<ul class="found templates">
				{found.map((template) => (
					<li key={`${template.id} ${design.value.brand} ${platformAtWork.value}`}>
						<button
							type="button"
							title={template.description}
							onClick={() => {
								startFrom(template);
								pane.value = "design";
							}}
						>
							<Preview template={template} />
							<span>{templateName(template.id, template.name)}</span>
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}

/** A template with its sample values, rendered when it scrolls into view. */
function Preview({ template }: { readonly template: Template }) {
	const url = useSignal("");
	const place = useRef<HTMLSpanElement>(null);
	const { brand } = design.value;
	const platform = platformAtWork.value;
	useEffect(() => {
		let gone = false;
		const query = new URLSearchParams({
			platform: platformFor(template, platform),
			...(brand !== undefined && { brand }),
		});
		const watch = new IntersectionObserver(async ([entry]) => {
			if (!entry?.isIntersecting) return;
			watch.disconnect();
			try {
				const drawn = await inTurn(`/api/templates/${template.id}.webp?${query}`);
				if (gone) URL.revokeObjectURL(drawn);
				else url.value = drawn;
			} catch {
				// Shows the name without an image.
			}
		});
		if (place.current) watch.observe(place.current);
		return () => {
			gone = true;
			watch.disconnect();
			URL.revokeObjectURL(url.peek());
		};
	}, []);
	return (
		<span ref={place} class="template-picture">
			{url.value && <img src={url.value} alt="" />}
		</span>
	);
}
