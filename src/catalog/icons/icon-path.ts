/** Names of sets and icons, as Iconify defines them: nothing that could leave a path. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PATH = /^\/api\/assets\/icons\/([a-z0-9-]{1,64})\/([a-z0-9-]{1,128})\.svg$/;
const MAX_SET_LENGTH = 64;
const MAX_NAME_LENGTH = 128;

export interface IconName {
	readonly set: string;
	readonly name: string;
}

/** Whether both can name an icon: lower case letters, digits and single hyphens between them. */
export function isIconName(set: string, name: string): boolean {
	return (
		set.length <= MAX_SET_LENGTH &&
		name.length <= MAX_NAME_LENGTH &&
		NAME.test(set) &&
		NAME.test(name)
	);
}

/** The path under which the service serves an icon. */
export function iconPath(set: string, name: string): string {
	return `/api/assets/icons/${set}/${name}.svg`;
}

/** Set and name of such a path; undefined for any other path. */
export function parseIconPath(pathname: string): IconName | undefined {
	const [, set, name] = PATH.exec(pathname) ?? [];
	return set !== undefined && name !== undefined && isIconName(set, name)
		? { set, name }
		: undefined;
}

/** Set and name of an id such as "lucide:rocket"; undefined if it is not an id. */
export function parseIconId(id: string): IconName | undefined {
	const [set, name, ...rest] = id.split(":");
	return set !== undefined && name !== undefined && rest.length === 0 && isIconName(set, name)
		? { set, name }
		: undefined;
}

/** The message for an unknown icon. @param nearest ids of similar icons */
export function noSuchIconMessage(nearest: readonly string[]): string {
	return nearest.length === 0
		? "Icon not found. Search with GET /api/assets/icons/search."
		: `Icon not found. Similar icons: ${nearest.join(", ")}.`;
}
