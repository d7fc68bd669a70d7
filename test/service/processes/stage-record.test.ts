import { fstatSync, writeSync } from "node:fs";
import t, { type Test } from "tap";
import { StageRecord } from "../../../src/service/processes/stage-record.js";
import { StageWriter } from "../../../src/service/processes/stage-writer.js";

function open(t: Test) {
	const record = new StageRecord();
	t.teardown(() => record.close());
	return { record, writer: new StageWriter(record.fd) };
}

t.test("says the last stage, of which job and since when", async (t) => {
	const { record, writer } = open(t);
	t.equal(record.read(), undefined, "nothing yet");
	writer.beginJob();
	writer.write("image", `/slides/0/image${"x".repeat(900)}`);
	const before = performance.now();
	writer.write("draw");
	const after = performance.now();
	const { job, stage } = record.read()!;
	t.equal(job, 1);
	t.match(stage, { name: "draw", path: undefined }, "though what stood there was longer");
	t.ok(stage.since >= before - 1 && stage.since <= after + 1, "by the reader's clock");
	writer.beginJob();
	t.match(record.read(), { job: 2, stage: { name: "begin", path: undefined } });
	writer.write("image", "/slides/1/imageOverlays/0/src");
	t.match(record.read()?.stage, { name: "image", path: "/slides/1/imageOverlays/0/src" });
});

t.test("what is too long to be a pointer is left out", async (t) => {
	const { record, writer } = open(t);
	writer.beginJob();
	writer.write("image", "/".repeat(1_001));
	t.match(record.read(), { job: 1, stage: { name: "image", path: undefined } });
});

t.test("a process that writes nonsense says nothing", async (t) => {
	const { record } = open(t);
	for (const text of [
		"{",
		"null",
		'{"job":0,"name":"image","at":1}',
		'{"job":1,"name":"image"}',
		'{"job":1,"name":7,"at":1}',
		`{"job":1,"name":"${"x".repeat(101)}","at":1}`,
		"x".repeat(100_000),
	]) {
		writeSync(record.fd, Buffer.from(`${text}\0`), 0, text.length + 1, 0);
		t.equal(record.read(), undefined, text.slice(0, 60));
	}
	const future = '{"job":1,"name":"draw","at":1e300}\0';
	writeSync(record.fd, Buffer.from(future), 0, future.length, 0);
	t.ok(record.read()!.stage.since <= performance.now(), "nor that it began in the future");
});

t.test("the record's file is unlinked while it is open", async (t) => {
	const { record } = open(t);
	t.equal(fstatSync(record.fd).nlink, 0);
});
