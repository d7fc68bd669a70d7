import type { Repeated } from "./scope.js";

/** Where a member of a list was before lists were repeated. */
export interface Origin {
	/** Its index in the list as it was written. */
	readonly index: number;
	/** The item that it is a copy for. */
	readonly repeated: Repeated | undefined;
}

const origins = new WeakMap<object, Origin>();

/** Notes the origin of a member whose index may have changed. */
export function noteOrigin(member: unknown, origin: Origin): void {
	if (typeof member === "object" && member !== null) origins.set(member, origin);
}

/** @returns undefined if its index is that of the document as it was written */
export const originOf = (member: object): Origin | undefined => origins.get(member);
