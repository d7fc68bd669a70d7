import { createHmac } from "node:crypto";
import type { Job, JobWebhook } from "../../contract/jobs.js";
import { type GuardedPost, NO_ANSWER } from "../pictures/fetch/guarded-post.js";

const SECRET_PREFIX = "whsec_";

/** A request to a webhook. */
export interface WebhookRequest {
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/**
 * The message that a job is over, signed as in Standard Webhooks 1.0: the HMAC-SHA-256 of id, time
 * and body, joined by full stops. Its id is the same in every attempt.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * @param seconds time of sending, since 1970
 */
export function webhookMessage(job: Job, { secret }: JobWebhook, seconds: number): WebhookRequest {
	const id = `msg_${job.id}`;
	const body = JSON.stringify({
		type: `job.${job.state}`,
		timestamp: job.endedAt ?? job.createdAt,
		data: job,
	});
	return {
		headers: {
			"content-type": "application/json",
			"webhook-id": id,
			"webhook-timestamp": String(seconds),
			"webhook-signature": signatureOf(secret, `${id}.${seconds}.${body}`),
		},
		body,
	};
}

/** @param secret "whsec_" followed by the key in base64 */
export function signatureOf(secret: string, signed: string): string {
	const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
	return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

/** How the call of a webhook ended. */
export const WEBHOOK_OUTCOMES = [
	"delivered",
	"1xx",
	"3xx",
	"4xx",
	"5xx",
	"timeout",
	"refused",
	"address",
	"unreachable",
] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

/** The outcome of a call, and the status of the answer if there was one. */
export interface WebhookResult {
	readonly outcome: WebhookOutcome;
	readonly status?: number;
}

/** Calls a webhook once. @throws the reason of the signal */
export async function sendWebhook(
	job: Job,
	webhook: JobWebhook,
	post: GuardedPost,
	signal: AbortSignal,
): Promise<WebhookResult> {
	const { headers, body } = webhookMessage(job, webhook, Math.floor(Date.now() / 1_000));
	try {
		const status = await post.post(webhook.url, headers, body, signal);
		const range = `${Math.floor(status / 100)}xx`;
		if (range === "2xx") return { outcome: "delivered", status };
		const outcome = WEBHOOK_OUTCOMES.find((known) => known === range) ?? "unreachable";
		return { outcome, status };
	} catch (error) {
		signal.throwIfAborted();
		return { outcome: outcomeOf(error) };
	}
}

function outcomeOf(error: unknown): WebhookOutcome {
	const { code, message } = error as { code?: unknown; message?: unknown };
	if (code === "ECONNREFUSED") return "refused";
	if (/^(?:ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/.test(String(code)) || message === NO_ANSWER)
		return "timeout";
	return /^the URL must|refused address/.test(String(message)) ? "address" : "unreachable";
}
