/** The lines of a service's log, parsed, and as one text to search. */
export interface CapturedLog {
	readonly logStream: { write(line: string): void };
	readonly lines: Record<string, unknown>[];
	text(): string;
	/** The lines about finished requests. */
	requests(): Record<string, unknown>[];
	/** Waits until a line fits; a request's line comes after its answer. */
	find(fits: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
}

/** A stream to give to buildApp as a part; LOG_LEVEL has to be set besides. */
export function captureLog(): CapturedLog {
	let text = "";
	const lines: Record<string, unknown>[] = [];
	return {
		logStream: {
			write(line) {
				text += line;
				lines.push(JSON.parse(line));
			},
		},
		lines,
		text: () => text,
		requests: () => lines.filter(({ durationMs }) => durationMs !== undefined),
		async find(fits) {
			for (let i = 0; i < 6_000; i++) {
				const line = lines.find(fits);
				if (line) return line;
				await new Promise((resolve) => setTimeout(resolve, 10));
			}
			throw new Error(`no such line within a minute:\n${text}`);
		},
	};
}
