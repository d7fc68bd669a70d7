/**
 * Replaces what stands between `<!-- name:start -->` and `<!-- name:end -->`.
 * @throws Error when the markers are not there
 */
export function withSection(text: string, name: string, content: string): string {
	const start = `<!-- ${name}:start -->`;
	const end = `<!-- ${name}:end -->`;
	const from = text.indexOf(start);
	const to = text.indexOf(end);
	if (from < 0 || to < from) throw new Error(`README.md has no section ${name}`);
	return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
