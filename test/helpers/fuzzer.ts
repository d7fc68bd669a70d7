/** Strings and values that nobody expects, for fuzz tests. */

/** Mulberry32. */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
const PIECES = [
	..."({[]})\"'`;:,.#%&/\\<>=+-*!?@^~|$_ \t\n\r\0",
	..."{{ }} {{{{ {{a}} rgb( hsl( calc( var( url( color-mix( from attr( env( -- /* */ <!-- --> ]]>".split(
		" ",
	),
	...'<b> </b> <span style=" <mark> <br/> <li> <img src=x> <script> &amp; &#0; &#x110000; &lt &'.split(
		" ",
	),
	..."__proto__ constructor toString null NaN Infinity 1e999 -0 0x10 1e-7 ../ %00 %ff %2e".split(
		" ",
	),
	..."data: data:image/png;base64, data:image/svg+xml, http:// https://a..b http://[::1 file:// javascript:".split(
		" ",
	),
	..."red #fff #12345678 transparent currentcolor ja zh-Hant x-private de-DE-u-co-phonebk".split(
		" ",
	),
	"\u202e",
	"\u2066",
	"\ud800",
	"\udfff",
	"\ufeff",
	"\u200d",
	"é́́",
	"👩‍👩‍👧‍👦",
	"ถนน",
	"汉",
	"ﷺ",
	"0",
	"1",
	"9999999999999999999999",
	"a",
];

/** What a seed gives: the same values in the same order each time. */
export function fuzzer(seed: number) {
	const random = randomNumbers(seed);
	const below = (count: number) => Math.floor(random() * count);
	const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

	/** A short string of anything. */
	function nasty(): string {
		let text = "";
		for (let i = below(8); i >= 0; i--) text += pick(PIECES);
		return below(20) === 0 ? text.repeat(below(300)) : text;
	}

	/** A value in the place of another one. */
	function other(value: unknown): unknown {
		const kind = below(12);
		if (kind === 0) return pick([null, true, [], {}, [[]], { a: {} }, "", 0]);
		if (kind === 1) return pick([Number.MAX_VALUE, -1, 0, 0.1, 1e21, -1e308, 5e-324, 2 ** 53]);
		if (kind < 4 && typeof value === "string") {
			const at = below(value.length + 1);
			return value.slice(0, at) + nasty() + value.slice(at);
		}
		return nasty();
	}

	/** Changes one to three places of a JSON value. */
	function mutate(value: unknown): unknown {
		const copy = structuredClone(value);
		for (let i = below(3); i >= 0; i--) {
			let holder = copy as Record<string, unknown>;
			for (;;) {
				const key = pick(Object.keys(holder));
				const member = holder[key];
				const inner =
					typeof member === "object" && member !== null && Object.keys(member).length > 0;
				if (inner && below(8) > 0) {
					holder = member as Record<string, unknown>;
					continue;
				}
				if (below(15) === 0) holder[nasty()] = other(member);
				else holder[key] = other(member);
				break;
			}
		}
		return copy;
	}

	/** A piece of a URL. */
	const text = () =>
		below(6) === 0 ? nasty().replace(/[^\x21-\x7e]|[#?]/g, "") : encodeURIComponent(clean(nasty()));
	/** A query with some of the names. */
	const query = (...names: string[]) =>
		names
			.filter(() => below(3) > 0)
			.map((name) => `${below(10) === 0 ? encodeURIComponent(clean(nasty())) : name}=${text()}`)
			.join("&");
	return { below, pick, nasty, mutate, text, query };
}

/** Without what no encoding of a URL has. */
const clean = (value: string) => Buffer.from(value).toString();
