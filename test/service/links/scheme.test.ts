import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import t from "tap";
import { EXAMPLES } from "../../../src/contract/examples.js";
import { LinkKeys } from "../../../src/service/links/link-keys.js";
import { readTarget, signedPart, splitLink } from "../../../src/service/links/link-path.js";
import { decodePayload, encodePayload } from "../../../src/service/links/payload.js";
import { LINK_KEY, linkOf } from "../../helpers/links.js";

const base64url = fc
	.uint8Array({ minLength: 1, maxLength: 300 })
	.map((bytes) => Buffer.from(bytes).toString("base64url"));

t.test("a signature is right for its path and its key alone", async (t) => {
	const keys = new LinkKeys([LINK_KEY, "an-older-key-of-the-operator"]);
	const path = "/abc/1.png";
	const signature = keys.sign(path);
	t.match(signature, /^[A-Za-z0-9_-]{22}$/);
	t.ok(keys.accepts(signature, path));
	t.notOk(keys.accepts(signature, "/abc/2.png"));
	t.ok(keys.accepts(new LinkKeys(["an-older-key-of-the-operator"]).sign(path), path));
	t.notOk(keys.accepts(new LinkKeys(["a-key-of-someone-else"]).sign(path), path));
	// 22 characters carry 132 bits: the last four have no second spelling.
	const last = signature.at(-1)!;
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	for (const other of alphabet.replace(last, "")) {
		t.notOk(keys.accepts(signature.slice(0, -1) + other, path));
	}
	for (const wrong of ["", signature.slice(1), `${signature}=`, "ä".repeat(11), "é".repeat(22)]) {
		t.notOk(keys.accepts(wrong, path), wrong);
	}
});

t.test("the known answer, made with openssl", async (t) => {
	// printf %s "$path" | openssl dgst -sha256 -hmac "$key" -binary | head -c 16 | basenc --base64url
	const keys = new LinkKeys(["0123456789abcdef0123456789abcdef"]);
	t.equal(keys.sign("/e2000000000/q1YqzslMSVWyiq4FAA/1.png"), "ltn2Qc6InMJjyzyDUb40IA");
});

t.test("a target has one spelling", async (t) => {
	fc.assert(
		fc.property(
			base64url,
			fc.integer({ min: 1, max: 20 }),
			fc.constantFrom("png" as const, "svg" as const),
			fc.option(fc.integer({ min: 1, max: 1e11 }), { nil: undefined }),
			(payload, slide, format, expires) => {
				const target = { payload, slide, format, expires };
				const path = signedPart(target);
				t.same(readTarget(path), target);
			},
		),
	);
	const { signed } = splitLink(linkOf({ slides: [{}] }))!;
	const [, payload] = signed.split("/");
	for (const wrong of [
		"",
		"/",
		signed.slice(1),
		`/${signed}`,
		`${signed}/`,
		`${signed}.`,
		`${signed}?`,
		`${signed}#`,
		`${signed}\n`,
		`/${payload}=/1.png`,
		`/${payload}==/1.png`,
		`/${payload}/01.png`,
		`/${payload}/+1.png`,
		`/${payload}/1.0.png`,
		`/${payload}/0.png`,
		`/${payload}/-1.png`,
		`/${payload}/1e0.png`,
		`/${payload}/1.PNG`,
		`/${payload}/1.gif`,
		`/${payload}/1`,
		`/${payload}//1.png`,
		`//${payload}/1.png`,
		`/./${payload}/1.png`,
		`/${payload}/x/../1.png`,
		`/${payload}/%31.png`,
		`/${payload}/1%2Epng`,
		`/${payload}/1%2epng`,
		`/e0/${payload}/1.png`,
		`/e01999999999/${payload}/1.png`,
		`/e/${payload}/1.png`,
		`/e-1/${payload}/1.png`,
		`/e1.5/${payload}/1.png`,
		`/E1999999999/${payload}/1.png`,
		`/e9999999999999/${payload}/1.png`,
		`/e1999999999/e1999999999/${payload}/1.png`,
		"//1.png",
	]) {
		t.throws(() => readTarget(wrong), { code: "invalid_request" }, JSON.stringify(wrong));
	}
	// The last character of "QQ" has four bits left over; they are zero.
	t.equal(readTarget("/QQ/1.png").payload, "QQ");
	for (const spelling of ["QR", "QS", "Qf", "Q", "QQQQQ", "Q+", "Q/"]) {
		t.throws(() => readTarget(`/${spelling}/1.png`), { code: "invalid_request" }, spelling);
	}
});

t.test("a payload gives back its document", async (t) => {
	for (const [name, document] of Object.entries(EXAMPLES)) {
		t.same(decodePayload(encodePayload(document), 2_097_152), document, name);
	}
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const round = JSON.parse(JSON.stringify(value));
			t.same(decodePayload(encodePayload(value), 1_000_000), round);
		}),
	);
	// Whatever a deflater makes of it: stored, fixed codes, several blocks.
	for (const options of [{ level: 0 }, { strategy: 4 }, { memLevel: 1, level: 1 }]) {
		const payload = deflateRawSync('{"slides":[{}]}', options).toString("base64url");
		t.same(decodePayload(payload, 100), { slides: [{}] });
	}
});

t.test("a payload that is not deflated JSON is refused", async (t) => {
	const wrong: Record<string, Buffer> = {
		nothing: Buffer.alloc(0),
		"no deflate": Buffer.from("slides"),
		"cut off": deflateRawSync('{"slides":[{}]}').subarray(0, -2),
		"no JSON": deflateRawSync("slides"),
		"two values": deflateRawSync("{}{}"),
		"no UTF-8": deflateRawSync(Buffer.from([0x22, 0xff, 0x22])),
		"byte order mark": deflateRawSync("\ufeff{}"),
		"bytes behind the end": Buffer.concat([deflateRawSync("{}"), Buffer.from([0])]),
	};
	for (const [name, bytes] of Object.entries(wrong)) {
		const payload = bytes.toString("base64url");
		t.throws(() => decodePayload(payload, 1_000), { code: "invalid_request" }, name);
	}
});

t.test("inflating ends at the bound, not after it", async (t) => {
	// 100 MB in 97 kB: inflated whole, it would be seen in the memory.
	const bomb = deflateRawSync(Buffer.alloc(100_000_000), { level: 9 }).toString("base64url");
	const before = process.memoryUsage().arrayBuffers;
	const began = process.cpuUsage();
	t.throws(() => decodePayload(bomb, 100_000), { code: "payload_too_large", status: 413 });
	const { user } = process.cpuUsage(began);
	t.ok(user < 50_000, `${user} µs of processor time`);
	t.ok(process.memoryUsage().arrayBuffers - before < 10_000_000);
	const justRight = encodePayload("x".repeat(98));
	t.equal(decodePayload(justRight, 100), "x".repeat(98));
	t.throws(() => decodePayload(justRight, 99), { code: "payload_too_large" });
});

t.test("random paths never get past the signature", async (t) => {
	const keys = new LinkKeys([LINK_KEY]);
	fc.assert(
		fc.property(fc.string({ minLength: 22, maxLength: 22 }), base64url, (signature, payload) => {
			t.notOk(keys.accepts(signature, `/${payload}/1.png`));
		}),
	);
});
