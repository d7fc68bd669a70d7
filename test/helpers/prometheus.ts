/** One value of a metric. */
export interface Sample {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

/** A page of metrics, read as Prometheus reads it. */
export interface Exposition {
	readonly samples: readonly Sample[];
	readonly types: ReadonlyMap<string, string>;
	/** The value with just these labels. Throws when there is none. */
	value(name: string, labels?: Record<string, string>): number;
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const HELP = new RegExp(`^# HELP (${NAME}) \\S.*$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/**
 * Parses the text format 0.0.4 as its specification has it.
 * @throws Error on the first line that breaks a rule
 */
export function parseExposition(text: string): Exposition {
	if (!text.endsWith("\n")) throw new Error("the last line has no end");
	const samples: Sample[] = [];
	const types = new Map<string, string>();
	const helped = new Set<string>();
	const closed = new Set<string>();
	let family = "";
	for (const line of text.slice(0, -1).split("\n")) {
		if (line === "") continue;
		const head = HELP.exec(line) ?? TYPE.exec(line);
		if (head) {
			const [, name = "", type] = head;
			if (name !== family) closed.add(family);
			if (closed.has(name)) throw new Error(`${name} is not in one piece`);
			if (type === undefined ? helped.has(name) : types.has(name))
				throw new Error(`twice: ${line}`);
			family = name;
			if (type === undefined) helped.add(name);
			else types.set(name, type);
			continue;
		}
		const match = SAMPLE.exec(line);
		if (match === null) throw new Error(`no line of the format: ${line}`);
		const [, name = "", labels = "", number = ""] = match;
		const suffix = name.slice(family.length);
		const allowed = types.get(family) === "histogram" ? /^_(?:bucket|sum|count)$/ : /^$/;
		if (!name.startsWith(family) || !allowed.test(suffix)) throw new Error(`out of place: ${line}`);
		samples.push({ name, labels: labelsOf(labels), value: numberOf(number) });
	}
	const keys = samples.map(({ name, labels }) => keyOf(name, labels));
	if (new Set(keys).size !== keys.length) throw new Error("a series comes twice");
	for (const [name, type] of types) if (type === "histogram") checkHistogram(name, samples);
	const byKey = new Map(samples.map((sample, i) => [keys[i], sample.value]));
	return {
		samples,
		types,
		value(name, labels = {}) {
			const value = byKey.get(keyOf(name, labels));
			if (value === undefined) throw new Error(`no ${keyOf(name, labels)} in\n${text}`);
			return value;
		},
	};
}

const keyOf = (name: string, labels: Readonly<Record<string, string>>) =>
	name + JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));

function labelsOf(text: string): Record<string, string> {
	const labels: Record<string, string> = {};
	LABEL.lastIndex = 0;
	while (LABEL.lastIndex < text.length) {
		const match = LABEL.exec(text);
		if (match === null) throw new Error(`no labels: ${text}`);
		const [, name = "", value = ""] = match;
		if (name in labels) throw new Error(`a label twice: ${text}`);
		labels[name] = value.replace(/\\(.)/g, (_, c: string) => (c === "n" ? "\n" : c));
	}
	return labels;
}

function numberOf(text: string): number {
	if (text === "+Inf") return Number.POSITIVE_INFINITY;
	const value = Number(text);
	if (Number.isNaN(value) && text !== "Nan" && text !== "NaN")
		throw new Error(`no number: ${text}`);
	return value;
}

/** Buckets never shrink, and the last one holds all. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
	const series = new Map<string, Sample[]>();
	for (const sample of samples.filter((sample) => sample.name === `${name}_bucket`)) {
		const { le: _, ...rest } = sample.labels;
		const key = keyOf(name, rest);
		series.set(key, [...(series.get(key) ?? []), sample]);
	}
	for (const [key, buckets] of series) {
		const sorted = buckets.toSorted((a, b) => numberOf(a.labels.le!) - numberOf(b.labels.le!));
		sorted.forEach(({ value }, i) => {
			if (value < (sorted[i - 1]?.value ?? 0)) throw new Error(`${key} shrinks`);
		});
		const { le: _, ...rest } = sorted[0]!.labels;
		const count = samples.find(
			(sample) =>
				sample.name === `${name}_count` && keyOf(name, sample.labels) === keyOf(name, rest),
		);
		if (sorted.at(-1)?.labels.le !== "+Inf" || sorted.at(-1)?.value !== count?.value)
			throw new Error(`${key}: the count is not that of the last bucket`);
	}
}
