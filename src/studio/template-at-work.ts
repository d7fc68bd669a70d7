/** The template of the current design. */
import { computed } from "@preact/signals";
import { design } from "./state.js";
import { type Template, templates } from "./templates.js";

/** Undefined if the design has none, or until the templates are loaded. */
export const templateAtWork = computed<Template | undefined>(() =>
	templates.value.find(({ id }) => id === design.value.template),
);
