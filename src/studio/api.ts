/** The service, as the page asks it. */
import { signal } from "@preact/signals";
import { t } from "./texts/texts.js";

/** The key for this session; asked for when the service wants one. */
const KEY = "post-image-api-key";
export const keyNeeded = signal(false);

/** Keeps a key until the tab is closed. */
export function useKey(key: string): void {
	sessionStorage.setItem(KEY, key);
	keyNeeded.value = false;
}

/** Whether requests carry a key. */
export const hasKey = (): boolean => sessionStorage.getItem(KEY) !== null;

const headers = (): Record<string, string> => {
	const key = sessionStorage.getItem(KEY);
	return key === null ? {} : { "x-api-key": key };
};

/** A finding of a 400, or a warning. */
export interface Finding {
	readonly path: string;
	readonly message: string;
	readonly code?: string;
	/** Of a warning: error, warning or info. */
	readonly severity?: string;
	/** Figures of a warning. */
	readonly [fact: string]: unknown;
}

/** An answer that is none of what was asked for. */
export class ApiError extends Error {
	readonly status: number;
	readonly issues: readonly Finding[];

	constructor(status: number, message: string, issues: readonly Finding[]) {
		super(message);
		this.status = status;
		this.issues = issues;
	}
}

async function checked(answer: Response): Promise<Response> {
	if (answer.ok) return answer;
	if (answer.status === 401) keyNeeded.value = true;
	const body: unknown = await answer.json().catch(() => null);
	const error = (body as { error?: { message?: string; details?: Record<string, unknown> } } | null)
		?.error;
	const details = error?.details ?? {};
	const path = typeof details.path === "string" ? details.path : undefined;
	const issues = Array.isArray(details.issues)
		? (details.issues as Finding[])
		: path === undefined
			? []
			: [{ path, message: error?.message ?? "" }];
	throw new ApiError(
		answer.status,
		error?.message ?? t("answered", { status: answer.status }),
		issues,
	);
}

export async function get<T>(path: string): Promise<T> {
	const answer = await checked(await fetch(path, { headers: headers() }));
	return (await answer.json()) as T;
}

/** Gets a file, with the key that a plain address of an image could not have. */
export async function getBlob(path: string): Promise<Blob> {
	return (await checked(await fetch(path, { headers: headers() }))).blob();
}

/** Asks for anything else, with the key. @throws ApiError */
export async function ask(path: string, init: RequestInit): Promise<Response> {
	return checked(await fetch(path, { ...init, headers: headers() }));
}

/** Posts a document (or anything else) as JSON. */
export async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
	return checked(
		await fetch(path, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers() },
			body: JSON.stringify(body),
			...(signal && { signal }),
		}),
	);
}
