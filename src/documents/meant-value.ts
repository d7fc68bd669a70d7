/**
 * What a value is written as here that comes from CSS, from a design tool or from another service.
 * Each answer is what to write, to follow "must be …: ".
 */
/** Longest text that is read. Characters. */
const MAX_TEXT = 200;

/**
 * What to write instead of a wrong value.
 * @param path JSON pointer of the field
 * @returns undefined if nothing shows what was meant
 */
export function meantValue(path: string, value: unknown): string | undefined {
	const given = typeof value === "string" ? value.trim().slice(0, MAX_TEXT) : value;
	if (path === "" && typeof given === "string" && /^[{[]/.test(given))
		return "it is JSON in quotes, so send the object itself";
	const field = path.slice(path.lastIndexOf("/") + 1);
	const note = typeof given === "string" ? NOTES[`${field} ${given.toLowerCase()}`] : undefined;
	if (note !== undefined) return note;
	const read = /^\/slides\/\d+$/.test(path) ? slide : READERS[field];
	const meant = read?.(given);
	return meant === undefined ? undefined : `write ${JSON.stringify(meant)}`;
}

/** Values that are asked for in another way. */
const NOTES: Readonly<Record<string, string | undefined>> = {
	"format pdf": "all slides as one PDF are POST /api/render.pdf",
	"format zip": "all slides as one ZIP are POST /api/render.zip",
	"format gif": "pictures do not move; write png",
	"format avif": "write webp",
};

/** A word that a field of words takes instead of another one. */
export function meantWord(word: string, allowed: readonly string[]): string | undefined {
	const plain = word.trim().toLowerCase();
	const words = Object.hasOwn(WORDS, plain) ? WORDS[plain]! : [];
	return words.find((one) => allowed.includes(one));
}

/** Words of CSS and of design tools, and the words here, for the first field that has one. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
	"flex-start": ["start"],
	"flex-end": ["end"],
	top: ["start"],
	bottom: ["end"],
	middle: ["center"],
	between: ["space-between"],
	baseline: ["start"],
	horizontal: ["row"],
	vertical: ["column"],
	circle: ["ellipse", "shape"],
	oval: ["ellipse", "shape"],
	rect: ["rectangle", "shape"],
	square: ["rectangle", "shape"],
	roundedrectangle: ["rectangle"],
	svg: ["image", "path"],
	pie: ["arc", "shape"],
	donut: ["arc", "shape"],
	ring: ["arc", "shape"],
	chart: ["series", "shape"],
	bars: ["columns"],
	bar: ["columns"],
	"scale-down": ["contain", "shrink"],
	inside: ["contain"],
	fill: ["cover"],
	crop: ["cover"],
	qr: ["barcode"],
	qrcode: ["qr", "barcode"],
	box: ["stack"],
	frame: ["stack"],
	group: ["stack"],
	div: ["stack"],
	flex: ["stack"],
	container: ["stack"],
	card: ["stack"],
	hstack: ["stack"],
	vstack: ["stack"],
	row: ["stack"],
	column: ["stack"],
	table: ["grid"],
	ellipse: ["shape"],
	rectangle: ["shape"],
	line: ["shape"],
	arrow: ["shape"],
	triangle: ["shape"],
	star: ["shape"],
	polygon: ["shape"],
	img: ["image"],
	picture: ["image"],
	photo: ["image"],
	icon: ["image"],
	logo: ["image"],
	heading: ["text"],
	title: ["text"],
	headline: ["text"],
	paragraph: ["text"],
	textbox: ["text"],
	label: ["text"],
	button: ["text"],
	emoji: ["text"],
	"bar-code": ["barcode"],
};

type Reader = (given: unknown) => unknown;

const NUMBER = "-?\\d{0,6}\\.?\\d{1,6}";
const match = (given: unknown, pattern: RegExp): RegExpExecArray | undefined =>
	typeof given === "string" ? (pattern.exec(given) ?? undefined) : undefined;

/** "45deg", "0.5turn": 45. */
const degrees: Reader = (given) => {
	const [, number, unit] = match(given, new RegExp(`^(${NUMBER})\\s?(deg|°|turn)$`)) ?? [];
	return number === undefined ? undefined : Number(number) * (unit === "turn" ? 360 : 1);
};
/** "50%", 50: 0.5. */
const share: Reader = (given) => {
	const [, percent] = match(given, new RegExp(`^(${NUMBER})\\s?%$`)) ?? [];
	const number = percent === undefined ? given : Number(percent);
	return typeof number === "number" && number > (percent === undefined ? 1 : -1) && number <= 100
		? number / 100
		: undefined;
};
/** "120%", "1.2em": 1.2. */
const factor: Reader = (given) => {
	const [, number, unit] = match(given, new RegExp(`^(${NUMBER})\\s?(%|em)$`)) ?? [];
	return number === undefined ? undefined : Number(number) / (unit === "%" ? 100 : 1);
};
const WEIGHTS: Readonly<Record<string, number>> = {
	thin: 400,
	light: 400,
	normal: 400,
	regular: 400,
	book: 400,
	medium: 500,
	semibold: 600,
	demibold: 600,
	bold: 700,
	extrabold: 800,
	heavy: 800,
	black: 900,
};
const weight: Reader = (given) => {
	if (typeof given === "string")
		return WEIGHTS[given.toLowerCase().replace(/[\s_-]/g, "")] ?? weight(Number(given));
	if (typeof given !== "number" || !(given > 0 && given <= 1_000)) return undefined;
	return Math.min(900, Math.max(400, Math.round(given / 100) * 100));
};

/** "8px 16px", [8, 16]: a number for each of the four sides, in the order of CSS. */
const sides: Reader = (given) => {
	const numbers =
		typeof given === "string" ? given.split(/\s+/, 5).map((part) => pixels(part)) : given;
	if (!Array.isArray(numbers) || numbers.length < 1 || numbers.length > 4) return undefined;
	if (!numbers.every((number) => typeof number === "number")) return undefined;
	const [top, right = top, bottom = top, left = right] = numbers as number[];
	return numbers.length === 1 ? top : [top, right, bottom, left];
};
/** "50%" of a corner: as round as it can be. */
const corners: Reader = (given) => (given === "50%" || given === "full" ? 999 : sides(given));

/** "12px", "12": 12. */
function pixels(text: string): number | undefined {
	const [, number] = new RegExp(`^(${NUMBER})(?:px)?$`).exec(text) ?? [];
	return number === undefined ? undefined : Number(number);
}

/** The words of a value of CSS; a colour such as rgb(0 0 0 / 50%) is one of them. */
const wordsOf = (given: unknown): string[] =>
	typeof given === "string" ? (given.match(/[^\s(]{1,80}(?:\([^)]{0,80}\))?/g) ?? []) : [];

/** The colour of a value of CSS, after its numbers and words of other kinds. */
const LINE_STYLES = /^(solid|dashed|dotted|double|none|inset|outset|groove|ridge)$/;
const colorIn = (words: readonly string[]): string | undefined =>
	words.find((word) => pixels(word) === undefined && !LINE_STYLES.test(word));

/** "1px solid red": { width, color }. */
const line: Reader = (given) => {
	if (given === true) return { width: 1, color: "#000000" };
	const words = wordsOf(given);
	const width = words.map(pixels).find((number) => number !== undefined);
	if (width === undefined) return undefined;
	return {
		width,
		color: colorIn(words) ?? "#000000",
		...(words.includes("dashed") ? { dash: [width * 3, width * 2] } : {}),
	};
};
/** "0 2px 4px rgba(0,0,0,.5)": { x, y, blur, color }. */
const shadow: Reader = (given) => {
	if (given === true) return { y: 4, blur: 16, opacity: 0.25 };
	const words = wordsOf(given);
	const [x, y, blur = 0, spread] = words.map(pixels).filter((number) => number !== undefined);
	if (x === undefined || y === undefined) return undefined;
	const color = colorIn(words);
	return {
		x,
		y,
		blur,
		...(spread ? { spread } : {}),
		...(color === undefined ? {} : { color }),
	};
};
/** "1fr 1fr", "repeat(3, 1fr)": a list of tracks, or their number. */
const tracks: Reader = (given) => {
	const [, count] =
		match(given, /^repeat\(\s?(\d{1,2})\s?,\s?(?:minmax\(0,\s?)?1fr\)?\s?\)$/) ?? [];
	if (count !== undefined) return Number(count);
	if (typeof given !== "string" || !/^[\w.%\s-]+$/.test(given)) return undefined;
	const parts = given.split(/\s+/, 25).map((part) => pixels(part) ?? part);
	return parts.length <= 24 ? parts : undefined;
};
/** "1080x1080": { width, height }. */
const size: Reader = (given) => {
	const [, width, height] = match(given, /^(\d{2,4})\s?[x×*]\s?(\d{2,4})$/i) ?? [];
	return width === undefined ? undefined : { width: Number(width), height: Number(height) };
};
/** 0.8: 80. */
const percent: Reader = (given) =>
	typeof given === "number" && given > 0 && given < 1 ? Math.round(given * 100) : undefined;

/** A text instead of a slide. */
const slide: Reader = (given) =>
	typeof given === "string" ? { layers: [{ type: "text", text: given.slice(0, 40) }] } : undefined;

/** An address instead of a webhook. */
const webhook: Reader = (given) => match(given, /^https:/) && { url: given, secret: "whsec_…" };

const READERS: Readonly<Record<string, Reader | undefined>> = {
	webhook,
	rotation: degrees,
	angle: degrees,
	skewX: degrees,
	skewY: degrees,
	opacity: share,
	lineHeight: factor,
	letterSpacing: factor,
	weight,
	padding: sides,
	margin: sides,
	borderRadius: corners,
	border: line,
	stroke: line,
	textStroke: line,
	shadow,
	columns: tracks,
	rows: tracks,
	size,
	quality: percent,
};

/** Units of numbers that are not lengths, for those who write too large a number. */
export const UNITS: Readonly<Record<string, string | undefined>> = {
	lineHeight: "it is a factor of the font size, such as 1.2",
	letterSpacing: "it is in em, such as 0.02",
	opacity: "1 is opaque",
};
