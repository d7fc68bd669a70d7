/** The template gallery, searchable, shown in the current brand and on the current platform. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ApiError, post } from "../api.js";
import { chooseLook, look, lookBrand, lookVariables, ownBrand } from "../brand.js";
import { purposeOf, purposes } from "../palettes.js";
import { platformAtWork } from "../platforms.js";
import { contract } from "../schema.js";
import { pane, uncoverPanel } from "../state.js";
import {
	keepLoadingTemplates,
	platformFor,
	samplesOf,
	startFrom,
	type Template,
	templates,
} from "../templates.js";
import { capital, label, t, templateName } from "../texts/texts.js";
import { dialog } from "../toolbar-state.js";

/** Maximum concurrent thumbnail requests, to leave capacity of the service for others. */
const AT_A_TIME = 2;
let asked = 0;
const waiting: (() => void)[] = [];

/** Runs requests when a slot is free. */
async function inTurn<T>(act: () => Promise<T>): Promise<T> {
	if (asked >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
	asked++;
	try {
		return await act();
	} finally {
		asked--;
		// The last one asked is what is in sight now.
		waiting.pop()?.();
	}
}

/** Pictures of the gallery, kept while the page is open: object URLs by what they show. */
const pictures = new Map<string, Promise<string>>();

/** A template in the current look, as a small picture. */
function pictureOf(template: Template): Promise<string> {
	const document = {
		template: template.id,
		platform: platformFor(template, platformAtWork.value),
		brand: lookBrand(),
		variables: { ...samplesOf(template), ...lookVariables(template.id) },
	};
	const key = JSON.stringify(document);
	const known = pictures.get(key);
	if (known) return known;
	const drawn = inTurn(async () => {
		const answer = await post("/api/render.webp?slide=1", { ...document, ...SMALL });
		return URL.createObjectURL(await answer.blob());
	});
	pictures.set(key, drawn);
	// Another attempt is made when it comes into sight again.
	drawn.catch(() => pictures.delete(key));
	return drawn;
}

const SMALL = { mode: "single", format: "webp", scale: 0.35, quality: 80 };

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
					value={look.value}
					onChange={({ currentTarget }) => {
						const { value } = currentTarget;
						if (value === "own" && ownBrand.peek() === null) dialog.value = "brand";
						else chooseLook(value);
					}}
				>
					<option value="palette">{t("look.palettes")}</option>
					{brands.map((brand) => (
						<option key={brand} value={brand}>
							{label("value", brand)}
						</option>
					))}
					<option value="own">{t(ownBrand.value === null ? "brand.make" : "brand")}</option>
				</select>
			</div>
			<p role="status" class="hint">
				{said.value || nothing}
			</p>
			{purposes.map((purpose) => {
				const own = found.filter((one) => purposeOf(one) === purpose);
				return (
					own.length > 0 && (
						<section key={purpose} aria-label={t(`purpose.${purpose}`)}>
							<h3>{t(`purpose.${purpose}`)}</h3>
							<ul class="found templates">
								{own.map((template) => (
									<li key={`${template.id} ${look.value} ${platformAtWork.value}`}>
										<button
											type="button"
											title={template.description}
											onClick={() => {
												startFrom(template);
												pane.value = "design";
												uncoverPanel();
											}}
										>
											<Preview template={template} />
											<span>{templateName(template.id, template.name)}</span>
										</button>
									</li>
								))}
							</ul>
						</section>
					)
				);
			})}
		</section>
	);
}

/** A template with its sample values, rendered when it scrolls into view. */
function Preview({ template }: { readonly template: Template }) {
	const url = useSignal("");
	const place = useRef<HTMLSpanElement>(null);
	useEffect(() => {
		let gone = false;
		const watch = new IntersectionObserver(async ([entry]) => {
			if (!entry?.isIntersecting) return;
			watch.disconnect();
			try {
				const drawn = await pictureOf(template);
				if (!gone) url.value = drawn;
			} catch {
				// Shows the name without an image.
			}
		});
		if (place.current) watch.observe(place.current);
		return () => {
			gone = true;
			watch.disconnect();
		};
	}, []);
	return (
		<span ref={place} class="template-picture">
			{url.value && <img src={url.value} alt="" />}
		</span>
	);
}
