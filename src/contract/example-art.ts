/** A small SVG as a data URL, so that the examples need no network. */
export const svg = (width: number, height: number, body: string): string =>
	`data:image/svg+xml,${encodeURIComponent(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
	)}`;
