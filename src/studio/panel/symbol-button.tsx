import type { ComponentChildren } from "preact";
import { type TextKey, t } from "../texts/texts.js";

/** A small button that shows a symbol: its name is read aloud, and appears under the mouse. */
export function SymbolButton({
	name,
	mirrors = false,
	disabled = false,
	onClick,
	children,
}: {
	readonly name: TextKey;
	/** The symbol points the other way where text runs from right to left. */
	readonly mirrors?: boolean;
	readonly disabled?: boolean;
	readonly onClick: () => void;
	readonly children: ComponentChildren;
}) {
	return (
		<button
			type="button"
			class={mirrors ? "mini mirrors" : "mini"}
			aria-label={t(name)}
			title={t(name)}
			disabled={disabled}
			onClick={onClick}
		>
			{children}
		</button>
	);
}
