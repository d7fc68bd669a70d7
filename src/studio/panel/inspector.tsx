/** The fields of what is selected: an element, else the slide and the document. */
import type { JsonPath } from "../../json/pointer.js";
import { add, remove, reorder } from "../canvas/place.js";
import { elementPath, nameOf } from "../design.js";
import { plain, resolved, type Schema, schemaAt } from "../schema.js";
import { selected, selection, shown, slide, slideIndex } from "../state.js";
import { Field } from "./field.js";

/** Fields that other parts of the page show. */
const ELSEWHERE = new Set([
	"slides",
	"textBlocks",
	"imageOverlays",
	"layers",
	"common",
	"variables",
]);

/** What one reaches for first stands first. */
const FIRST = [
	"text",
	"richText",
	"emoji",
	"style",
	"font",
	"fontSize",
	"align",
	"textColor",
	"highlightColor",
	"src",
	"color",
];
const orderOf = (name: string) => {
	const place = FIRST.indexOf(name);
	return place < 0 ? FIRST.length : place;
};

/** Lists, gradients and the like are written as JSON; a control would put a plain value in their place. */
const isShown = (schema: Schema, value: unknown): boolean =>
	plain(schema).type !== "array" &&
	(plain(schema).properties !== undefined || typeof value !== "object" || value === null);

/** A field for each property of an object; objects inside are groups of their own. */
function Fields({ path, value }: { readonly path: JsonPath; readonly value: unknown }) {
	const values = (value ?? {}) as Record<string, unknown>;
	const properties = Object.entries(schemaAt(path, shown.value)?.properties ?? {})
		.map(([name, schema]): [string, Schema] => [name, resolved(schema)])
		.filter(([name, schema]) => !ELSEWHERE.has(name) && isShown(schema, values[name]))
		.sort(([a], [b]) => orderOf(a) - orderOf(b));
	return (
		<>
			{properties.map(([name, schema]) =>
				plain(schema).properties ? (
					<details key={name} class="group" open={values[name] != null}>
						<summary>{name.replace(/([A-Z])/g, " $1").toLowerCase()}</summary>
						<Fields path={[...path, name]} value={values[name]} />
					</details>
				) : (
					<Field
						key={name}
						name={name}
						path={[...path, name]}
						schema={schema}
						value={values[name]}
					/>
				),
			)}
		</>
	);
}

export function Inspector() {
	const ref = selection.value;
	const element = selected.value;
	if (ref && element)
		return (
			<section aria-label="Selected element">
				<header class="panel-head">
					<h2>{nameOf(element)}</h2>
					<span class="actions">
						<button type="button" title="Forward" onClick={() => reorder(ref, 1)}>
							<span aria-hidden="true">↑</span>
							<span class="hidden">Bring forward</span>
						</button>
						<button type="button" title="Backward" onClick={() => reorder(ref, -1)}>
							<span aria-hidden="true">↓</span>
							<span class="hidden">Send backward</span>
						</button>
						<button type="button" title="Duplicate" onClick={() => duplicate()}>
							<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
								<path
									fill="none"
									stroke="currentColor"
									stroke-width="1.6"
									d="M6 6h8v8H6zM3.5 10.5h-1.7V1.8h8.7v1.7"
								/>
							</svg>
							<span class="hidden">Duplicate</span>
						</button>
						<button type="button" title="Delete" onClick={() => remove(ref)}>
							<span aria-hidden="true">✕</span>
							<span class="hidden">Delete</span>
						</button>
					</span>
				</header>
				<Fields path={elementPath(slideIndex.value, ref)} value={element} />
			</section>
		);
	return (
		<>
			<section aria-label="Slide">
				<h2>Slide {slideIndex.value + 1}</h2>
				<Fields path={["slides", slideIndex.value]} value={slide.value} />
			</section>
			<section aria-label="Document">
				<h2>Document</h2>
				<Fields path={[]} value={shown.value} />
			</section>
		</>
	);

	function duplicate() {
		if (!ref || !element) return;
		// A percentage stays as it is.
		const moved = (at: unknown = 50) => (typeof at === "number" ? at + 12 : at) as number;
		add(ref.kind, { ...element, x: moved(element.x), y: moved(element.y) });
	}
}
