/** The sizes of the columns or rows of a grid (CSS Grid Layout §12). */

/** A size that a track takes; `flex` only as a maximum. */
export type TrackSize =
	| { readonly kind: "fixed"; readonly value: number }
	| { readonly kind: "auto" | "min-content" | "max-content" }
	| { readonly kind: "flex"; readonly factor: number };

export interface Track {
	readonly min: TrackSize;
	readonly max: TrackSize;
}

/** What an item needs of the tracks that it spans, its margins included. */
export interface TrackItem {
	readonly start: number;
	readonly span: number;
	/** The least size that it may have (CSS: minimum contribution). */
	readonly minimum: number;
	readonly minContent: number;
	readonly maxContent: number;
	/** The part of `minimum` that its content needs, which wide tracks do not enforce. */
	readonly automatic: boolean;
	/** Its padding, border and margins: its automatic minimum is not below them. */
	readonly edges: number;
	/** It is the edge of a subgrid, below which an intrinsic track does not begin to grow. */
	readonly isEdge?: boolean;
}

export interface TrackSpace {
	/** Inner size of the grid; a number, or how large it is if its content decides. */
	readonly available: number | "min-content" | "max-content";
	readonly gap: number;
	/** Tracks with an automatic maximum share the space that is left. */
	readonly stretch: boolean;
}

const isIntrinsic = ({ kind }: TrackSize) => kind !== "fixed" && kind !== "flex";
/** Whether it takes a share of the space that is left. */
export const isFlexible = ({ max }: Track) => max.kind === "flex";
const factorOf = ({ max }: Track) => (max.kind === "flex" ? max.factor : 0);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** @returns the size of each track. */
export function sizeTracks(
	tracks: readonly Track[],
	items: readonly TrackItem[],
	space: TrackSpace,
): number[] {
	const sizing = new TrackSizing(tracks, space);
	const content = items.filter(({ isEdge }) => !isEdge);
	for (const { start, minimum, isEdge } of items) if (isEdge) sizing.growTo(start, minimum);
	sizing.resolveIntrinsic(content);
	sizing.maximize();
	sizing.expandFlexible(content);
	sizing.stretch();
	return sizing.base;
}

class TrackSizing {
	readonly #tracks: readonly Track[];
	readonly #space: TrackSpace;
	readonly base: number[];
	readonly #limit: number[];

	constructor(tracks: readonly Track[], space: TrackSpace) {
		this.#tracks = tracks;
		this.#space = space;
		this.base = tracks.map(({ min }) => (min.kind === "fixed" ? min.value : 0));
		this.#limit = tracks.map(({ max }, i) =>
			max.kind === "fixed" ? Math.max(max.value, this.base[i]!) : Number.POSITIVE_INFINITY,
		);
	}

	get #free(): number {
		const { available, gap } = this.#space;
		if (typeof available !== "number") return 0;
		return available - sum(this.base) - gap * Math.max(0, this.base.length - 1);
	}

	/** A least size for a track whose minimum is intrinsic. */
	growTo(index: number, size: number): void {
		if (isIntrinsic(this.#tracks[index]!.min)) this.base[index] = Math.max(this.base[index]!, size);
	}

	#spanned({ start, span }: TrackItem): number[] {
		return Array.from({ length: span }, (_, i) => start + i);
	}

	/** §12.5. Items of one track come first, those that span flexible tracks last. */
	resolveIntrinsic(items: readonly TrackItem[]): void {
		const flexes = (item: TrackItem) =>
			this.#spanned(item).some((i) => isFlexible(this.#tracks[i]!));
		const inflexible = items.filter((item) => !flexes(item));
		const spans = [...new Set(inflexible.map(({ span }) => span))].sort((a, b) => a - b);
		for (const span of spans) {
			const group = inflexible.filter((item) => item.span === span);
			this.#growBases(group, () => true);
			this.#growLimits(group);
		}
		this.#growBases(items.filter(flexes), (track) => isFlexible(track));
		for (const [i, base] of this.base.entries())
			if (this.#limit[i] === Number.POSITIVE_INFINITY) this.#limit[i] = base;
	}

	/** The least size of an item in its tracks (CSS Grid §6.6, automatic minimum size). */
	#minimumOf(item: TrackItem): number {
		if (!item.automatic) return item.minimum;
		const spanned = this.#spanned(item).map((i) => this.#tracks[i]!);
		const applies =
			spanned.some(({ min }) => min.kind === "auto") &&
			(spanned.length === 1 || !spanned.some(isFlexible));
		if (!applies) return item.edges;
		if (!spanned.every(({ max }) => max.kind === "fixed")) return item.minimum;
		const most = sum(spanned.map(({ max }) => (max.kind === "fixed" ? max.value : 0)));
		const room = most + this.#space.gap * (spanned.length - 1);
		return Math.max(item.edges, Math.min(item.minimum, room));
	}

	#growBases(group: readonly TrackItem[], takes: (track: Track) => boolean): void {
		const phase = (need: (item: TrackItem) => number, kinds: readonly string[], most: boolean) =>
			this.#increase(
				group,
				need,
				this.base,
				(track) => takes(track) && kinds.includes(track.min.kind),
				(i) => this.#limit[i]! - this.base[i]!,
				({ max }) => (most ? max.kind === "max-content" || max.kind === "auto" : isIntrinsic(max)),
			);
		phase((item) => this.#minimumOf(item), ["auto", "min-content", "max-content"], false);
		const content = ["min-content", "max-content"];
		phase((item) => item.minContent, content, false);
		phase((item) => item.maxContent, ["max-content"], true);
		for (const [i, base] of this.base.entries()) this.#limit[i] = Math.max(this.#limit[i]!, base);
	}

	#growLimits(group: readonly TrackItem[]): void {
		const growable = new Set<number>();
		const known = () =>
			this.#limit.map((limit, i) => (limit === Number.POSITIVE_INFINITY ? this.base[i]! : limit));
		const phase = (need: (item: TrackItem) => number, takes: (track: Track) => boolean) => {
			const before = [...this.#limit];
			const limits = known();
			const room = (i: number) =>
				before[i] === Number.POSITIVE_INFINITY || growable.has(i) ? Number.POSITIVE_INFINITY : 0;
			this.#increase(group, need, limits, takes, room, () => true);
			for (const item of group)
				for (const i of this.#spanned(item)) {
					if (!takes(this.#tracks[i]!)) continue;
					if (before[i] === Number.POSITIVE_INFINITY) growable.add(i);
					this.#limit[i] = limits[i]!;
				}
		};
		phase(
			(item) => item.minContent,
			({ max }) => isIntrinsic(max),
		);
		phase(
			(item) => item.maxContent,
			({ max }) => max.kind === "auto" || max.kind === "max-content",
		);
	}

	/**
	 * Grows sizes until the items fit (§12.5.1).
	 * @param takes tracks that may grow.
	 * @param room how much a track may grow before others take over.
	 * @param beyond tracks that grow further if no room is left; all if there is none.
	 */
	#increase(
		group: readonly TrackItem[],
		need: (item: TrackItem) => number,
		sizes: number[],
		takes: (track: Track) => boolean,
		room: (index: number) => number,
		beyond: (track: Track) => boolean,
	): void {
		const planned = sizes.map(() => 0);
		for (const item of group) {
			const spanned = this.#spanned(item);
			const affected = spanned.filter((i) => takes(this.#tracks[i]!));
			const gaps = this.#space.gap * (item.span - 1);
			const missing = need(item) - sum(spanned.map((i) => sizes[i]!)) - gaps;
			if (affected.length === 0 || missing <= 0) continue;
			const grown = sizes.map(() => 0);
			let left = this.#share(missing, affected, room, grown);
			if (left > 0) {
				const further = affected.filter((i) => beyond(this.#tracks[i]!));
				left = this.#share(
					left,
					further.length > 0 ? further : affected,
					() => Number.POSITIVE_INFINITY,
					grown,
				);
			}
			for (const i of affected) planned[i] = Math.max(planned[i]!, grown[i]!);
		}
		for (const [i, more] of planned.entries()) sizes[i] = sizes[i]! + more;
	}

	/** Shares space equally, or by the factors of flexible tracks. @returns what is left. */
	#share(
		space: number,
		indexes: readonly number[],
		room: (index: number) => number,
		grown: number[],
	): number {
		const factors = indexes.map((i) => factorOf(this.#tracks[i]!));
		const byFactor = sum(factors) > 0;
		let open = indexes.map((index, at) => ({ index, weight: byFactor ? factors[at]! : 1 }));
		open = open.filter(({ index, weight }) => weight > 0 && room(index) > grown[index]!);
		let left = space;
		while (open.length > 0 && left > 1e-9) {
			const total = sum(open.map(({ weight }) => weight));
			const unit = Math.min(
				left / total,
				...open.map(({ index, weight }) => (room(index) - grown[index]!) / weight),
			);
			for (const { index, weight } of open) grown[index] = grown[index]! + unit * weight;
			left -= unit * total;
			const before = open.length;
			open = open.filter(({ index }) => room(index) - grown[index]! > 1e-9);
			if (open.length === before) break;
		}
		return left > 1e-9 ? left : 0;
	}

	/** §12.6. */
	maximize(): void {
		const { available } = this.#space;
		if (available === "max-content") {
			for (const [i, limit] of this.#limit.entries()) this.base[i] = limit;
			return;
		}
		const free = this.#free;
		if (free <= 0) return;
		const indexes = this.base.map((_, i) => i);
		const grown = this.base.map(() => 0);
		let open = indexes.filter((i) => this.#limit[i]! > this.base[i]!);
		let left = free;
		while (open.length > 0 && left > 1e-9) {
			const roomOf = (i: number) => this.#limit[i]! - this.base[i]! - grown[i]!;
			const unit = Math.min(left / open.length, ...open.map(roomOf));
			for (const i of open) grown[i] = grown[i]! + unit;
			left -= unit * open.length;
			const next = open.filter((i) => roomOf(i) > 1e-9);
			if (next.length === open.length) break;
			open = next;
		}
		for (const i of indexes) this.base[i] = this.base[i]! + grown[i]!;
	}

	/** §12.7. */
	expandFlexible(items: readonly TrackItem[]): void {
		const { available, gap } = this.#space;
		const flexible = this.#tracks.flatMap((track, i) => (isFlexible(track) ? [i] : []));
		if (flexible.length === 0 || available === "min-content") return;
		const all = this.base.map((_, i) => i);
		const fraction =
			typeof available === "number"
				? this.#fraction(all, available - gap * Math.max(0, all.length - 1))
				: Math.max(
						0,
						...flexible.map((i) => this.base[i]! / Math.max(1, factorOf(this.#tracks[i]!))),
						...items
							.filter((item) => this.#spanned(item).some((i) => flexible.includes(i)))
							.map((item) =>
								this.#fraction(this.#spanned(item), item.maxContent - gap * (item.span - 1)),
							),
					);
		for (const i of flexible)
			this.base[i] = Math.max(this.base[i]!, fraction * factorOf(this.#tracks[i]!));
	}

	/** The size of 1fr if tracks fill a space. */
	#fraction(indexes: readonly number[], space: number): number {
		let flexible = indexes.filter((i) => isFlexible(this.#tracks[i]!));
		for (;;) {
			const others = indexes.filter((i) => !flexible.includes(i));
			const left = space - sum(others.map((i) => this.base[i]!));
			const factors = sum(flexible.map((i) => factorOf(this.#tracks[i]!)));
			const fraction = Math.max(0, left) / Math.max(1, factors);
			const next = flexible.filter(
				(i) => fraction * factorOf(this.#tracks[i]!) >= this.base[i]! - 1e-9,
			);
			if (next.length === flexible.length) return fraction;
			flexible = next;
		}
	}

	/** §12.8. */
	stretch(): void {
		const free = this.#free;
		const auto = this.#tracks.flatMap(({ max }, i) => (max.kind === "auto" ? [i] : []));
		if (!this.#space.stretch || free <= 0 || auto.length === 0) return;
		for (const i of auto) this.base[i] = this.base[i]! + free / auto.length;
	}
}
