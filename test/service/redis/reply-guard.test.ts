import t from "tap";
import { ReplyGuard } from "../../../src/service/redis/reply-guard.js";
import { processorTime } from "../../helpers/processor-time.js";

/** Whether all of a stream passes, in chunks of a length. */
function passes(stream: string, length = stream.length): boolean {
	const guard = new ReplyGuard();
	const bytes = Buffer.from(stream, "latin1");
	for (let at = 0; at < bytes.length; at += length)
		if (!guard.admits(bytes.subarray(at, at + length))) return false;
	return true;
}

t.test("replies of a Redis pass, however they are cut", async (t) => {
	const stream = [
		"+OK\r\n",
		"-ERR no such thing\r\n",
		":42\r\n",
		"$-1\r\n",
		"$0\r\n\r\n",
		"$12\r\nline\r\n*9\r\n:1\r\n",
		"*-1\r\n*0\r\n",
		"*2\r\n:7\r\n*2\r\n$3\r\nabc\r\n$-1\r\n",
		`$131072\r\n${"x".repeat(131_072)}\r\n`,
	].join("");
	for (const length of [1, 2, 3, 7, 4_096, stream.length])
		t.ok(passes(stream, length), `${length}`);
	t.ok(
		passes(`$1000000\r\n${"x".repeat(1_000_000)}\r\n`.repeat(5), 65_536),
		"each has a bound of its own",
	);
});

t.test("what no question of the service is answered by does not pass", async (t) => {
	for (const [what, stream] of [
		["deep arrays", "*1\r\n".repeat(100_000)],
		["five levels", "*1\r\n".repeat(5)],
		["4 GB announced", "$4294967296\r\n"],
		["8 MB announced", "$8000000\r\n"],
		["a large array announced", "*1000000\r\n"],
		["a line without an end", `+${"x".repeat(20_000)}`],
		["another protocol", "HTTP/1.1 400 Bad Request\r\n"],
		["a length that is none", "$1e9\r\n"],
		["a length below nothing", "*-2\r\n"],
		["megabytes in one array", `*4\r\n${`$1000000\r\n${"x".repeat(1_000_000)}\r\n`.repeat(4)}`],
	] as const) {
		t.notOk(passes(stream), what);
		t.notOk(passes(stream, 3), `${what}, in pieces`);
	}
});

t.test("reading replies takes time in proportion to their bytes", async (t) => {
	const stream = ":1\r\n".repeat(2_500_000);
	const spent = processorTime();
	t.ok(passes(stream, 65_536));
	t.ok(spent() < 2_500, `${spent()} ms`);
});
