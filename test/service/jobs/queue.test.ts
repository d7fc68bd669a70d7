/** What all queues do alike. */
import t from "tap";
import { ServiceError } from "../../../src/base/errors.js";
import { failureOf, isLastAttempt, waitBeforeAttempt } from "../../../src/service/jobs/queue.js";
import { isPassing } from "../../../src/service/jobs/render-chunk.js";
import { RedisError } from "../../../src/service/redis/connection.js";

t.test("what is away, busy or full is waited for, and the job says which it was", async (t) => {
	const away = [new RedisError("Command timed out"), new ServiceError("storage_unavailable")];
	for (const error of away) {
		t.ok(isPassing(error));
		t.equal(failureOf(error).code, "storage_unavailable");
	}
	for (const code of ["overloaded", "rate_limited"] as const) {
		t.ok(isPassing(new ServiceError(code)));
		t.equal(failureOf(new ServiceError(code)).code, "overloaded");
	}
	const broken = new Error("secret");
	t.notOk(isPassing(broken));
	t.strictSame(failureOf(broken), { code: "internal_error", message: "Something went wrong." });
});

t.test("for half an hour, and else a few times", async (t) => {
	const waited = (passing: boolean) => {
		let ms = 0;
		for (let attempts = 1; !isLastAttempt(attempts, passing); attempts++)
			ms += waitBeforeAttempt(attempts);
		return ms / 60_000;
	};
	t.ok(waited(true) > 29 && waited(true) < 32, `${waited(true)} minutes`);
	t.ok(waited(false) < 0.1);
});
