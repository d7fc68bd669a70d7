/** The signatures for an object store, compared with those of botocore, which Amazon's own tools use. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import t from "tap";
import { packageRoot } from "../../../src/base/package-root.js";
import type { RenderResponse } from "../../../src/contract/render-response.js";
import { fakeRenderer, startApp } from "../../helpers/app.js";

const AWS = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "a/secret+of=the-operator" };
const REGION = "eu-central-1";

/** A request as botocore is to sign it. */
interface Signed {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly timestamp: string;
	readonly inQuery: boolean;
	readonly signature: string;
}

/** What a request says of its signature; undefined where it has none. */
function signedRequest(method: string, url: string, headers: Record<string, string>): Signed {
	const target = new URL(url);
	const inQuery = target.searchParams.has("X-Amz-Signature");
	if (inQuery) {
		const signature = target.searchParams.get("X-Amz-Signature") ?? "";
		const timestamp = target.searchParams.get("X-Amz-Date") ?? "";
		const unsigned = url.replace(/&X-Amz-Signature=[^&]*/, "");
		return { method, url: unsigned, headers: {}, timestamp, inQuery, signature };
	}
	const { authorization = "" } = headers;
	const [, names = ""] = /SignedHeaders=([^,]*)/.exec(authorization) ?? [];
	const [, signature = ""] = /Signature=(\w+)/.exec(authorization) ?? [];
	const signed = names.split(";").map((name) => [name, headers[name] ?? ""]);
	const timestamp = headers["x-amz-date"] ?? "";
	return { method, url, headers: Object.fromEntries(signed), timestamp, inQuery, signature };
}

const program = fileURLToPath(new URL("test/service/delivery/s3-signature.py", packageRoot));
function byBotocore(requests: readonly Signed[]): string[] {
	const credentials = {
		keyId: AWS.AWS_ACCESS_KEY_ID,
		secret: AWS.AWS_SECRET_ACCESS_KEY,
		region: REGION,
	};
	const lines = requests.map((request) => JSON.stringify({ ...credentials, ...request }));
	return execFileSync("python3", [program], { input: lines.join("\n"), encoding: "utf8" })
		.trim()
		.split("\n");
}

const has = () => {
	try {
		execFileSync("python3", ["-c", "import botocore"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
};

t.test("every request is signed as botocore does", { skip: !has() && "no botocore" }, async (t) => {
	const asked: Signed[] = [];
	const objects = new Map<string, Buffer>();
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { method = "", url = "", headers } = request;
		const full = `http://${headers.host}${url}`;
		asked.push(signedRequest(method, full, headers as Record<string, string>));
		if (method === "PUT") objects.set(url, Buffer.concat(chunks));
		const object = objects.get(url);
		const bucket = url === "/the-bucket";
		response.writeHead(object || bucket || method === "DELETE" ? 200 : 404, {
			"last-modified": new Date().toUTCString(),
			"content-length": object?.length ?? 0,
		});
		response.end(method === "HEAD" ? undefined : object);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	t.teardown(() => server.close());
	const { port } = server.address() as AddressInfo;
	const env = {
		...AWS,
		AWS_REGION: REGION,
		S3_URL: `http://127.0.0.1:${port}/the-bucket/a-prefix/of_it`,
	};
	for (const S3_DELIVERY of ["proxy", "redirect"]) {
		const app = await startApp(t, { ...env, S3_DELIVERY }, { renderer: fakeRenderer() });
		const answer = await app.post("/api/render", { slides: [{}], delivery: "url" });
		const { images } = (await answer.json()) as RenderResponse;
		const image = await app.get(new URL(images[0]?.url ?? "").pathname, { redirect: "manual" });
		const location = image.headers.get("location");
		t.equal(image.status, S3_DELIVERY === "proxy" ? 200 : 302);
		if (location !== null) asked.push(signedRequest("GET", location, {}));
	}
	t.ok(asked.some(({ method }) => method === "PUT"));
	t.ok(asked.some(({ method, inQuery }) => method === "GET" && !inQuery));
	t.ok(asked.some(({ inQuery }) => inQuery));
	t.same(
		asked.map(({ signature }) => signature),
		byBotocore(asked),
	);
});
