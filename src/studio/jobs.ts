/** Background jobs for many posts: start, follow, cancel, and resume after a reload. */
import { signal } from "@preact/signals";
import { ApiError, ask, get, getBlob, hasKey } from "./api.js";
import { save } from "./export.js";
import { notice } from "./state.js";
import { t } from "./texts/texts.js";

/** The state of a job, as the service reports it. */
export interface Job {
	readonly id: string;
	readonly state: "queued" | "running" | "done" | "failed" | "cancelled";
	readonly rows: {
		readonly total: number;
		readonly drawn: number;
		readonly failed: number;
		readonly left: number;
	};
	readonly rowsPerSecond: number | null;
	readonly secondsLeft: number | null;
	/** The first rows that failed. */
	readonly errors: readonly { readonly row: number; readonly message: string }[];
	readonly error?: { readonly message: string };
	readonly links: { readonly manifest: string; readonly zips?: readonly string[] };
}

/** The job of this tab; null if there is none. */
export const job = signal<Job | null>(null);

/** Whether the service supports jobs. */
export const hasJobs = (): boolean =>
	globalThis.document.querySelector('meta[name="jobs"]') !== null;

export const isOver = ({ state }: Job): boolean => state !== "queued" && state !== "running";

/** Storage key of the job's id, kept until the tab is closed. */
const KEEP = "post-image-job";
/** Delay before reconnecting to a job's events. Milliseconds. */
const AGAIN_MS = 2_000;

/**
 * Starts a job and follows it.
 * @param csv the rows; the first line contains the variable names
 * @throws ApiError, or an error of fetch
 */
export async function startJob(document: unknown, csv: string): Promise<void> {
	const form = new FormData();
	form.set("document", JSON.stringify(document));
	form.set("output", "both");
	// The rows must come last: the service reads them while they arrive.
	form.set("rows", new Blob([csv], { type: "text/csv" }), "rows.csv");
	const answer = await ask("/api/jobs", { method: "POST", body: form });
	show((await answer.json()) as Job);
	void follow();
}

/** Continues to follow the job that this tab started before a reload. */
export async function resumeJob(): Promise<void> {
	const id = sessionStorage.getItem(KEEP);
	if (id === null || job.peek() !== null) return;
	try {
		show(await get<Job>(`/api/jobs/${id}`));
		void follow();
	} catch {
		forgetJob();
	}
}

/** Forgets the job, which continues on the service. */
export function forgetJob(): void {
	sessionStorage.removeItem(KEEP);
	job.value = null;
}

/** @throws ApiError, or an error of fetch */
export async function cancelJob({ id }: Job): Promise<void> {
	const answer = await ask(`/api/jobs/${id}`, { method: "DELETE" });
	show((await answer.json()) as Job);
}

function show(next: Job): void {
	job.value = next;
	sessionStorage.setItem(KEEP, next.id);
}

/** Id of the job that is being followed. */
let followed = "";

/** Shows the reported state of the job until it has ended. */
async function follow(): Promise<void> {
	const id = job.peek()?.id;
	if (id === undefined || followed === id) return;
	followed = id;
	const isMine = () => job.peek()?.id === id;
	while (isMine() && !isOver(job.peek()!)) {
		try {
			for await (const next of eventsOf(id)) {
				if (!isMine()) break;
				show(next);
			}
		} catch (error) {
			if (error instanceof ApiError && error.status === 404) {
				if (isMine()) forgetJob();
				break;
			}
			await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
		}
	}
	if (followed === id) followed = "";
}

/** The events of a job, read with fetch: EventSource cannot send the API key. */
async function* eventsOf(id: string): AsyncGenerator<Job> {
	const answer = await ask(`/api/jobs/${id}/events`, {});
	const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	try {
		for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
			text += piece.value;
			const events = text.split("\n\n");
			text = events.pop() ?? "";
			for (const event of events) {
				const data = /^data: (.*)$/m.exec(event)?.[1];
				if (data !== undefined) yield JSON.parse(data) as Job;
			}
		}
	} finally {
		void reader.cancel().catch(() => undefined);
	}
}

/** The path of a link, without the host: the service may have another name elsewhere. */
export function pathOf(link: string): string {
	const { pathname, search } = new URL(link, location.href);
	return `${pathname}${search}`;
}

/** Downloads a file of a job with fetch if an API key is needed. @returns whether it is */
export function saveWithKey(event: Event, path: string, name: string): boolean {
	if (!hasKey()) return false;
	event.preventDefault();
	getBlob(path).then(
		(file) => save(file, name),
		(error: unknown) => {
			notice.value = error instanceof ApiError ? error.message : t("unreachable");
		},
	);
	return true;
}
