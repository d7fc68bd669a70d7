/** Whatever a client writes into a field or a query of jobs, the answer is never a 500. */
import t from "tap";
import type { Job } from "../../src/contract/jobs.js";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { fuzzer } from "../helpers/fuzzer.js";
import { finished } from "../helpers/jobs.js";
import { samples } from "../helpers/samples.js";

/** Cases; FUZZ_CASES asks for more of them, FUZZ_SEED for others. */
const CASES = Number(process.env.FUZZ_CASES ?? samples(5_000, 5));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_124);
const { below, pick, nasty, mutate, text, query } = fuzzer(SEED);

const HEAD = {
	document: {
		platform: "photo-feed-post",
		mode: "carousel",
		format: "png",
		variables: { b: "x" },
		slides: [
			{
				backgroundColor: "#112233",
				textBlocks: [{ text: "{{a}} and {{b}}", style: "shadow", lang: "de" }],
			},
		],
	},
	output: "both",
	fileName: "folder/{{a}}-{{row}}-{{slide}}-{{platform}}",
	// No host has this name.
	webhook: { url: "https://hooks.invalid/x", secret: `whsec_${"C2FVsBQIhrscChlQIMV".repeat(2)}` },
	idempotencyKey: "spring-sale",
};
/** A head without what is left out now and then. */
const head = () => {
	const { webhook, idempotencyKey, ...rest } = HEAD;
	return {
		...rest,
		...(below(4) === 0 && { webhook }),
		...(below(4) === 0 && { idempotencyKey: `${idempotencyKey}${below(20)}` }),
	};
};
const row = () => (below(3) === 0 ? mutate({ a: "1", b: "2" }) : { a: nasty(), b: below(9) });
const rows = () => Array.from({ length: 1 + below(3) }, row);
const csv = () =>
	below(2)
		? `a,b\n${nasty()},${nasty()}\n3,4`
		: `${nasty()}${pick([",", ";", "\t"])}${nasty()}\n${nasty()}\n${nasty()}`;
/** JSON, now and then with something in it that is none. */
const json = (value: unknown) => {
	const whole = JSON.stringify(value) ?? "";
	const at = below(whole.length + 1);
	return below(8) ? whole : whole.slice(0, at) + nasty() + whole.slice(at + below(3));
};

function form(): string {
	const { document, webhook, ...rest } = below(2) ? HEAD : (mutate(HEAD) as typeof HEAD);
	const parts: [string, string][] = [
		["document", json(document)],
		...(below(4) ? [] : [["webhook", json(webhook)] as [string, string]]),
		...Object.entries(rest)
			.filter(([name]) => name !== "idempotencyKey" || below(4) === 0)
			.map(([name, value]): [string, string] => [name, String(value)]),
		["rows", below(2) ? csv() : rows().map(json).join("\n")],
	];
	if (below(10) === 0) parts.reverse();
	if (below(20) === 0) parts.push([nasty().replace(/["\r\n]/g, ""), nasty()]);
	const file = below(3) ? "" : `; filename="rows.${pick(["ndjson", "jsonl", "csv", "x"])}"`;
	const body = parts.map(
		([name, value]) =>
			`--b\r\ncontent-disposition: form-data; name="${name}"${name === "rows" ? file : ""}\r\n\r\n${value}\r\n`,
	);
	const whole = `${body.join("")}--b--\r\n`;
	return below(15) ? whole : whole.slice(0, below(whole.length)) + nasty();
}

interface Case {
	readonly method?: "GET" | "DELETE";
	readonly path: string;
	readonly body?: string;
	readonly type?: string;
}
/** Ids of jobs that were taken, for the endpoints that need one. */
const ids: string[] = [];
const idOf = () =>
	below(3) && ids.length > 0 ? ids.at(-1 - below(Math.min(20, ids.length)))! : text();

const CASE_KINDS: readonly (() => Case)[] = [
	() => ({ path: "/api/jobs", body: json(mutate({ ...head(), rows: below(2) ? csv() : rows() })) }),
	() => ({ path: "/api/jobs", body: json({ ...head(), rows: below(2) ? csv() : rows() }) }),
	() => ({ path: "/api/jobs", type: "multipart/form-data; boundary=b", body: form() }),
	() => ({
		path: "/api/jobs",
		type: pick(["application/x-ndjson", "application/x-ndjson; charset=utf-8"]),
		body: [json(below(2) ? head() : mutate(head())), ...rows().map(json)].join(
			pick(["\n", "\r\n", "\n\n"]),
		),
	}),
	() => ({
		path: `/api/jobs?${query("rows", "output")}`,
		type: below(2) ? "application/json" : nasty().replace(/[^\x21-\x7e]/g, "") || "x",
		body: json({ ...head(), rows: rows() }),
	}),
	() => ({ path: `/api/jobs/${idOf()}` }),
	() => ({ path: `/api/jobs/${idOf()}`, method: "DELETE" }),
	() => ({ path: `/api/jobs/${text()}/events?${query("a")}` }),
	() => ({ path: `/api/jobs/${idOf()}/manifest?${query("row")}` }),
	() => ({ path: `/api/jobs/${idOf()}/results.zip?${query("part")}` }),
	() => ({ path: `/api/jobs/${idOf()}/results.zip?part=${pick(["1", "2", "-1", "1e9", "0x1"])}` }),
	() => ({ path: `/api/jobs/files/${text()}/${text()}` }),
	() => ({ path: `/api/jobs/files/${"x".repeat(22)}/${"y".repeat(22)}.${pick(["png", text()])}` }),
];

t.test(`${CASES} cases`, async (t) => {
	const env = { MAX_BODY_BYTES: "200000", JOB_MAX_OPEN: "1000", JOB_MAX_ROWS: "20" };
	const app = await startApp(t, env, { renderer: fakeRenderer() });
	const failures: string[] = [];
	const statuses = new Map<number, number>();
	const one = async () => {
		const { path, body, type = "application/json", method = "GET" } = pick(CASE_KINDS)();
		const url = `/${path.slice(1).replace(/[^\x21-\x7e]/g, "")}`;
		const answer = await app.app.inject({
			method: body === undefined ? method : "POST",
			url,
			headers: { host: "127.0.0.1", ...(body !== undefined && { "content-type": type }) },
			...(body !== undefined && { payload: body }),
		});
		const { statusCode } = answer;
		statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
		const asked = `${method} ${url.slice(0, 500)} ${type} ${body?.slice(0, 2_000)}`;
		if (statusCode >= 500 && statusCode !== 503) failures.push(`${statusCode} ${asked}`);
		if (answer.body.includes('"internal_error"')) failures.push(`internal_error ${asked}`);
		if (statusCode >= 400 && !answer.body.includes('"code"'))
			failures.push(`${statusCode} without a code: ${asked}`);
		if (statusCode === 202) ids.push((JSON.parse(answer.body) as Job).id);
	};
	for (let i = 0; i < CASES; i++) await one();
	t.comment(JSON.stringify([...statuses]));
	t.same(failures.slice(0, 5), [], `seed ${SEED}`);
	t.ok(ids.length > CASES / 50, `${ids.length} jobs were taken`);

	// What was taken comes to its end, and no row fails for reasons of the service.
	for (const id of ids.slice(-500)) {
		const answer = await app.get(`/api/jobs/${id}`);
		if (answer.status === 404) continue;
		const { state, error } = await finished(app, id);
		const manifest = await (await app.get(`/api/jobs/${id}/manifest`)).text();
		if ((state !== "done" && state !== "cancelled") || manifest.includes("internal_error"))
			failures.push(`${state} ${JSON.stringify(error)} ${manifest.slice(0, 2_000)}`);
	}
	t.same(failures.slice(0, 5), []);
	t.match(statuses.get(404), Number, "some ids are unknown");
});
