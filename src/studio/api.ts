/** Requests to the service. */
import { signal } from "@preact/signals";
import { t } from "./texts/texts.js";

/** Storage key of the API key, kept for this session; requested when the service returns 401. */
const KEY = "post-image-api-key";
export const keyNeeded = signal(false);

/** Keeps an API key until the tab is closed. */
export function useKey(key: string): void {
	sessionStorage.setItem(KEY, key);
	keyNeeded.value = false;
}

/** Whether requests are sent with an API key. */
export const hasKey = (): boolean => sessionStorage.getItem(KEY) !== null;

const headers = (): Record<string, string> => {
	const key = sessionStorage.getItem(KEY);
	return key === null ? {} : { "x-api-key": key };
};

/** An issue of a 400 response, or a warning. */
export interface Finding {
	readonly path: string;
	readonly message: string;
	readonly code?: string;
	/** Only of warnings: error, warning or info. */
	readonly severity?: string;
	/** Further data of a warning. */
	readonly [fact: string]: unknown;
}

/** An error response of the service. */
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

/** Downloads a file with the API key, which a plain image URL cannot send. */
export async function getBlob(path: string): Promise<Blob> {
	return (await checked(await fetch(path, { headers: headers() }))).blob();
}

/** Sends any other request with the API key. @throws ApiError */
export async function ask(path: string, init: RequestInit): Promise<Response> {
	return checked(await fetch(path, { ...init, headers: headers() }));
}

/** Posts a document or any other value as JSON. */
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
