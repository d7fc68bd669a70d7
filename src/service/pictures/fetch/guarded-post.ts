import type { Dispatcher } from "undici";
import { undici } from "../../../base/on-demand.js";
import { guardedConnector } from "./connector.js";
import { createResolveHost, type ResolveHost } from "./dns.js";
import { createGuard } from "./guard.js";

/** Longest time for a request and the head of its answer. Milliseconds. */
const TIMEOUT_MS = 10_000;
/** Bytes of the headers of an answer, and of a body that is read to its end. */
const MAX_HEADER_BYTES = 16_384;

/** Message of the error for a server that does not answer. */
export const NO_ANSWER = "no answer in time";

/** Posts to addresses that clients choose. */
export interface GuardedPost {
	/**
	 * Whether a URL is allowed, as far as its text shows.
	 * @returns the reason if it is not
	 */
	refusal(url: string): string | undefined;
	/**
	 * Posts once. Redirects are not followed.
	 * @returns status of the answer
	 * @throws Error if there is no answer, or the address is refused
	 */
	post(
		url: string,
		headers: Readonly<Record<string, string>>,
		body: string,
		signal: AbortSignal,
	): Promise<number>;
}

export interface GuardedPostOptions {
	/** Like for images: hosts that the operator allows may use http, and private addresses. */
	readonly allowPrivateHosts: boolean | readonly string[];
	readonly userAgent: string;
	readonly resolveHost?: ResolveHost;
	/** Milliseconds, default 10,000. */
	readonly timeoutMs?: number;
}

/**
 * With the same rules as images: no private addresses, every address that a name resolves to is
 * checked, and the connection goes to the checked address.
 */
export function createGuardedPost(options: GuardedPostOptions): GuardedPost {
	const guard = createGuard(options.allowPrivateHosts);
	const resolveHost = options.resolveHost ?? createResolveHost();
	const timeout = options.timeoutMs ?? TIMEOUT_MS;
	const refusal = (text: string): string | undefined => {
		const url = URL.canParse(text) ? new URL(text) : undefined;
		if (url === undefined || !/^https?:$/.test(url.protocol)) return "must be an https URL";
		if (url.protocol !== "https:" && !guard.trusts(url.hostname)) return "must be an https URL";
		if (url.username !== "" || url.password !== "")
			return "must not contain a user name or a password";
		return guard.admitsUrl(url) ? undefined : "must be at a public address and an allowed port";
	};
	return {
		refusal,
		async post(text, headers, body, signal) {
			const refused = refusal(text);
			if (refused !== undefined) throw new Error(`the URL ${refused}`);
			const closing = new AbortController();
			const end = () => closing.abort(signal.reason);
			const timer = setTimeout(() => closing.abort(new Error(NO_ANSWER)), timeout);
			signal.addEventListener("abort", end, { once: true });
			if (signal.aborted) end();
			// A new client, so that every request checks every address again.
			const dispatcher: Dispatcher = new (undici().Agent)({
				connect: guardedConnector(guard, resolveHost, {
					timeoutMs: timeout,
					signal: closing.signal,
					onConnection: () => undefined,
				}),
				maxHeaderSize: MAX_HEADER_BYTES,
			});
			try {
				const answer = await undici().request(text, {
					dispatcher,
					method: "POST",
					headers: { ...headers, "user-agent": options.userAgent },
					body,
					signal: closing.signal,
				});
				answer.body.on("error", () => undefined).destroy();
				return answer.statusCode;
			} finally {
				clearTimeout(timer);
				signal.removeEventListener("abort", end);
				closing.abort(new Error("the request is over"));
				dispatcher.destroy().catch(() => undefined);
			}
		},
	};
}
