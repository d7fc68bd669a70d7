/** Icons of the page, in the colour of the surrounding text. */

/** Outlines on a grid of 24, based on Lucide (ISC). */
const PATHS = {
	text: "M4 7V4h16v3M9 20h6M12 4v16",
	image:
		"M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM9 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM21 15l-3-3a2 2 0 0 0-3 0L6 21",
	shape:
		"M8.3 10a.7.7 0 0 1-.6-1.1L11.400 3a.7.7 0 0 1 1.200 0l3.700 5.900a.7.7 0 0 1-.6 1.1zM3 14h7v7H3zM17.500 21a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z",
	stack: "M3 5h18v5H3zM3 14h18v5H3z",
	grid: "M3 3h8v8H3zM13 3h8v8h-8zM3 13h8v8H3zM13 13h8v8h-8z",
	barcode: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3h-3zM20 14v6h-6",
	background: "M3 3h18v18H3zM3 15l6-6 12 12",
	eye: "M2 12s3.600-7 10-7 10 7 10 7-3.600 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
	hidden:
		"M3 3l18 18M10.600 5.100A10 10 0 0 1 12 5c6.400 0 10 7 10 7a17 17 0 0 1-2.600 3.500M6.500 6.600A16 16 0 0 0 2 12s3.600 7 10 7a10 10 0 0 0 4.400-1M10 10a3 3 0 0 0 4.200 4.200",
	locked: "M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4",
	unlocked: "M5 11h14v10H5zM8 11V7a4 4 0 0 1 7.800-1.300",
	layers: "M12 3l9 5-9 5-9-5zM3 13l9 5 9-5M3 17.500l9 5 9-5",
	templates: "M3 3h18v7H3zM3 14h8v7H3zM15 14h6v7h-6z",
	photos:
		"M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM9 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM21 15l-3-3a2 2 0 0 0-3 0L6 21",
	icons:
		"M12 3l2.700 5.800 6.300.8-4.600 4.300 1.200 6.200L12 17l-5.600 3.100 1.200-6.200L3 9.600l6.300-.8z",
	emoji: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 14s1.500 2 4 2 4-2 4-2M9 9.500h.01M15 9.500h.01",
	json: "M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5a2 2 0 0 0 2 2h1M16 21h1a2 2 0 0 0 2-2v-5a2 2 0 0 1 2-2 2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1",
	undo: "M9 14L4 9l5-5M4 9h10.500a5.500 5.500 0 0 1 0 11H11",
	redo: "M15 14l5-5-5-5M20 9H9.500a5.500 5.500 0 0 0 0 11H13",
	menu: "M4 6h16M4 12h16M4 18h16",
	slide: "M4 4h16v16H4z",
	fields: "M4 6h10M18 6h2M4 12h2M10 12h10M4 18h8M16 18h4M14 4v4M6 10v4M12 16v4",
	crop: "M6 2v16h16M2 6h16v16",
	upload: "M12 16V4M7 9l5-5 5 5M4 20h16",
	add: "M12 5v14M5 12h14",
	copy: "M9 9h11v11H9zM5 15H4V4h11v1",
	bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
	up: "M12 19V5M6 11l6-6 6 6",
	down: "M12 5v14M6 13l6 6 6-6",
	left: "M4 4v16M8 7h12v4H8zM8 14h7v4H8z",
	center: "M12 4v16M4 7h16v4H4zM7 14h10v4H7z",
	right: "M20 4v16M4 7h12v4H4zM9 14h7v4H9z",
	top: "M4 4h16M7 8h4v12H7zM14 8h4v7h-4z",
	middle: "M4 12h16M7 4h4v16H7zM14 7h4v10h-4z",
	bottom: "M4 20h16M7 4h4v12H7zM14 9h4v7h-4z",
	across: "M4 4v16M20 4v16M9 8h6v8H9z",
	along: "M4 4h16M4 20h16M8 9h8v6H8z",
	frame: "M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM11 18h2",
	ruler: "M3 8h18v8H3zM7 8v3M11 8v4M15 8v3M19 8v4",
	pen: "M4 20h4L19 9l-4-4L4 16z",
	bullets: "M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01",
	numbers: "M10 6h11M10 12h11M10 18h11M4 6h1v4M4 10h2M6 18H4c0-1 2-2 2-3s-1-1.500-2-1",
	clear: "M7 21l-4-4a2 2 0 0 1 0-3L13 4a2 2 0 0 1 3 0l5 5a2 2 0 0 1 0 3l-9 9zM22 21H7M5 12l9 9",
	checks: "M4 12l5 5L20 6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
	return (
		<svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
			<path d={PATHS[name]} />
		</svg>
	);
}
