/** What a part of a manifest tells of its chunk, also when a store kept only the beginning of it. */
import t from "tap";
import type { JobFiles } from "../../../src/service/jobs/job-files.js";
import { outcomeOf } from "../../../src/service/jobs/render-chunk.js";

const lineOf = (row: number) =>
	row % 3 === 0
		? `${JSON.stringify({ row, error: { code: "bad", message: "é" } })}\n`
		: `${JSON.stringify({ row, files: [{ name: `${row}.png`, bytes: 10 }] })}\n`;
/** Seven rows, four in a chunk. */
const JOB = { id: "job_a", rows: 7, chunkRows: 4 };

const told = (part: Uint8Array | undefined, chunk: number) => {
	const get = async () => part && Buffer.from(part);
	return outcomeOf({ get } as unknown as JobFiles, JOB, chunk);
};

t.test("a part that is whole tells what was drawn", async (t) => {
	const part = Buffer.from([1, 2, 3, 4].map(lineOf).join(""));
	const { drawn, failed, bytes, keptBytes, errors } = (await told(part, 0))!;
	t.strictSame(
		{ drawn, failed, bytes, keptBytes },
		{ drawn: 3, failed: 1, bytes: 30, keptBytes: 30 + part.length },
	);
	t.strictSame(errors, [{ row: 3, code: "bad", message: "é" }]);
	const last = await told(Buffer.from([5, 6, 7].map(lineOf).join("")), 1);
	t.equal(last?.drawn, 2, "the last chunk has fewer rows");
});

t.test("a part that is cut off anywhere, or is not there, tells nothing", async (t) => {
	t.equal(await told(undefined, 0), undefined);
	const part = Buffer.from([1, 2, 3, 4].map(lineOf).join(""));
	for (let length = 0; length < part.length; length++)
		if ((await told(part.subarray(0, length), 0)) !== undefined) t.fail(`${length} bytes`);
	t.pass(`${part.length} lengths`);
});
