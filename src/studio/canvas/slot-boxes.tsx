/** The places of a template on the slide: a click goes to the field that fills one. */
import { transformOf } from "../design.js";
import { chosenSlot, goToSlot, slotBoxes } from "../slots.js";
import { t } from "../texts/texts.js";
import { percent } from "./rounding.js";

export function SlotBoxes({
	size,
}: {
	readonly size: { readonly width: number; readonly height: number };
}) {
	return (
		<>
			{slotBoxes.value.map(({ slot, box, path }) => (
				<div
					key={path}
					class={`box slot${chosenSlot.value?.id === slot.id ? " selected" : ""}`}
					style={{
						left: percent(box.x, size.width),
						top: percent(box.y, size.height),
						width: percent(box.width, size.width),
						height: percent(box.height, size.height),
						transform: transformOf(box),
					}}
				>
					<button
						type="button"
						class="body"
						aria-label={t("slot.edit", { name: slot.label })}
						title={slot.label}
						onPointerDown={(event) => event.stopPropagation()}
						onClick={() => goToSlot(slot)}
					/>
				</div>
			))}
		</>
	);
}
