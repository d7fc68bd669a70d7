/** Webhooks: the signature, and where nothing is posted to. */
import t from "tap";
import { signatureOf } from "../../../src/service/jobs/webhook.js";
import { createGuardedPost } from "../../../src/service/pictures/fetch/guarded-post.js";

t.test("the example of the Standard Webhooks specification", async (t) => {
	const body = '{"event_type":"ping","data":{"success":true}}';
	t.equal(
		signatureOf("whsec_plJ3nmyCDGBKInavdOK15jsl", `msg_loFOjxBNrRLzqYUf.1731705121.${body}`),
		"v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
	);
});

t.test("nothing is posted to an address that is not public", async (t) => {
	const { signal } = new AbortController();
	const asked: string[] = [];
	const post = createGuardedPost({
		allowPrivateHosts: false,
		userAgent: "test",
		resolveHost: async (name) => {
			asked.push(name);
			return [name === "mixed.example.com" ? "192.0.2.1" : "203.0.113.5", "10.0.0.1"];
		},
	});
	for (const url of [
		"http://example.com/",
		"https://127.0.0.1/",
		"https://[::1]/",
		"https://169.254.169.254/latest",
		"https://localhost/",
		"https://a.internal/",
		"https://example.com:22/",
		"https://a:b@example.com/",
		"ftp://example.com/",
		"no URL",
	]) {
		t.type(post.refusal(url), "string", url);
		await t.rejects(post.post(url, {}, "", signal), /must/, url);
	}
	t.strictSame(asked, []);
	t.equal(post.refusal("https://rebind.example.com/"), undefined);
	await t.rejects(post.post("https://rebind.example.com/", {}, "", signal), /refused address/);
	t.strictSame(asked, ["rebind.example.com"]);
});
