import type { ComponentChildren } from "preact";
import { type TextKey, t } from "../texts/texts.js";

/** A small icon button; its name is the tooltip and accessible label. */
export function SymbolButton({
	name,
	mirrors = false,
	disabled = false,
	onClick,
	children,
}: {
	readonly name: TextKey;
	/** Mirrors the icon in right-to-left text. */
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
