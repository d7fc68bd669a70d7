/** A render process that was taken over: it can spoil its own job, and nothing else. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { ServiceError } from "../../src/base/errors.js";
import { packageRoot } from "../../src/base/package-root.js";
import { createRenderPool } from "../../src/service/processes/pool.js";
import { longestTurn } from "../helpers/processor-time.js";
import { startService } from "../helpers/service-process.js";
import {
	fixturePool,
	from,
	NO_IMAGES,
	slideJob,
} from "../service/processes/fixtures/pool-fixture.js";

const HIJACKED = new URL("../service/processes/fixtures/hijacked.js", import.meta.url);

t.test("what it says is bounded before it is read", async (t) => {
	const pool = createRenderPool(fixturePool({ size: 1, spare: false, drawModule: HIJACKED }));
	t.teardown(() => pool.close());
	await pool.whenReady();
	const draw = (command: string) => pool.drawSlide(slideJob(command), NO_IMAGES, from("a"));
	t.equal(Buffer.from((await draw("honest")).bytes).toString(), "drawn");
	const turn = longestTurn();
	for (const command of [
		"nested-details",
		"long-message",
		"large-blob",
		"large-header",
		"ready-flood",
		"words-flood",
		"two-answers",
		"other-answer",
	]) {
		const error = await draw(command).then(
			() => undefined,
			(failure: unknown) => failure,
		);
		t.ok(error instanceof ServiceError, `${command}: ${error}`);
		const { code, message, details } = error as ServiceError;
		t.equal(code, "internal_error", command);
		t.ok(JSON.stringify({ message, details }).length < 1_000, command);
		t.equal(Buffer.from((await draw("honest")).bytes).toString(), "drawn", `after ${command}`);
	}
	await t.rejects(pool.measureSlide(slideJob("x"), from("a")), { code: "internal_error" });
	const longest = turn();
	t.comment(`event loop at most ${Math.round(longest)} ms`);
	t.ok(longest < 1_000, `${longest} ms`);
});

t.test("secrets are not in the environment of the service", async (t) => {
	const secrets = {
		API_KEYS: "a-secret-api-key",
		LINK_KEYS: "a-secret-link-key-of-links",
		AWS_SECRET_ACCESS_KEY: "a-secret-of-aws",
		UNSPLASH_ACCESS_KEY: "a-secret-of-unsplash",
	};
	const service = await startService({ ...secrets, RATE_LIMIT_MAX: "77" });
	t.teardown(() => service.dispose());
	const shown = readFileSync(`/proc/${service.pid}/environ`, "latin1");
	for (const [name, value] of Object.entries(secrets)) {
		t.ok(shown.includes(`${name}=`), `${name} is where it was`);
		t.notOk(shown.includes(value), `${name} has no value`);
	}
	t.ok(shown.includes("RATE_LIMIT_MAX=77"), "what is no secret stays");
	const asked = (key: string) =>
		fetch(`${service.url}/api/assets/icons/search?query=a`, { headers: { "x-api-key": key } });
	t.equal((await asked(secrets.API_KEYS)).status, 200, "the key works all the same");
	t.equal((await asked("another-key")).status, 401);
});

t.test("with invalid keys the service does not start, and says why", async (t) => {
	for (const API_KEYS of [",", "", " , "]) {
		const child = spawn(
			process.execPath,
			[fileURLToPath(new URL("dist/src/server.js", packageRoot))],
			{
				env: { PATH: process.env.PATH, API_KEYS, PORT: "0" },
			},
		);
		let words = "";
		child.stderr.on("data", (chunk) => {
			words += chunk;
		});
		const code = await new Promise((resolve) => child.on("exit", resolve));
		t.equal(code, 1);
		t.match(words, /API_KEYS/);
	}
});
