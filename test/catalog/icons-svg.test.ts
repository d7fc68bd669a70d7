import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import t, { type Test } from "tap";
import { ServiceError } from "../../src/base/errors.js";
import { createIcons, iconPath } from "../../src/catalog/icons/index.js";
import { drawingOnly } from "../../src/catalog/icons/untrusted-svg.js";
import { BUILTIN_PATH } from "../../src/catalog/photos/index.js";
import { serviceImages } from "../../src/catalog/service-images.js";
import { processorTime } from "../helpers/processor-time.js";

const decode = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
const DRAWING =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="currentColor" d="M0 0h8v8z"/></svg>';

t.test("an embedded icon is a document of its own, in the colour", async (t) => {
	const icons = createIcons({});
	const black = decode(await icons.svg("lucide", "rocket")) ?? "";
	t.match(
		black,
		/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="24" height="24" viewBox="0 0 24 24">/,
	);
	t.match(black, 'stroke="#000000"');
	t.notMatch(black, "currentColor");
	for (const color of ["f00", "#f00", "red", "#ff0000", "rgb(255, 0, 0)"]) {
		t.match(decode(await icons.svg("tabler", "heart-filled", color)), 'fill="#ff0000"', color);
	}
	t.match(decode(await icons.svg("lucide", "heart", "#ff000080")), 'stroke="#ff000080"');
	t.same(await icons.svg("lucide", "trash-2"), await icons.svg("lucide", "trash"), "an alias");
});

t.test("a colour that is none is the client's mistake", async (t) => {
	const icons = createIcons({});
	for (const color of ["", "nocolour", 'red"/><script>', "url(#a)", "#12345", "a".repeat(10_000)]) {
		await t.rejects(icons.svg("lucide", "rocket", color), { code: "invalid_request" }, color);
	}
});

t.test("a name that no icon has finds nothing", async (t) => {
	const icons = createIcons({});
	for (const name of [
		"nothing-of-the-kind",
		"constructor",
		"__proto__",
		"..",
		"a/b",
		"Rocket",
		"",
	]) {
		t.equal(await icons.svg("lucide", name), undefined, name);
		t.equal(await icons.svg(name, "rocket"), undefined, name);
	}
});

t.test(
	"a name that is none has nearest ones: misspelt, or a word for what they show",
	async (t) => {
		const icons = createIcons({});
		t.equal((await icons.nearest("lucide", "rockett"))[0], "lucide:rocket");
		t.equal((await icons.nearest("lucide", "rokcet"))[0], "lucide:rocket");
		t.equal((await icons.nearest("tabler", "shoping-cart"))[0], "tabler:shopping-cart");
		t.ok((await icons.nearest("lucide", "money")).includes("lucide:banknote"));
		for (const name of ["rockett", "money", "hart"]) {
			t.equal((await icons.nearest("lucide", name)).length, 3, name);
		}
		t.same(await icons.nearest("nope", "rocket"), []);
		t.same(await icons.nearest("lucide", "../rocket"), []);
	},
);

t.test("own images by their path: an icon, a background, or what there is instead", async (t) => {
	const images = serviceImages(createIcons({}));
	const path = iconPath("lucide", "rocket");
	const expected = await createIcons({}).svg("lucide", "rocket", "#112233");
	t.same(await images(`${path}?color=112233`), expected);
	t.ok(await images(`${BUILTIN_PATH}aurora-green-portrait.svg`));
	for (const [other, problem] of [
		[iconPath("lucide", "rockett"), /Icon not found.*lucide:rocket/],
		[`${path}?color=nope`, /is not a CSS colour/],
		["/api/assets/icons/lucide/rocket", /Built-in photo not found/],
		[`${BUILTIN_PATH}nope.svg`, /Built-in photo not found/],
	] as const) {
		const failure = await images(other).catch((error: unknown) => error);
		t.match(failure, { reason: "not_an_image", details: { problem } }, other);
	}
});

async function serve(t: Test, listener: RequestListener): Promise<URL> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	t.teardown(() => server.close());
	return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/icons`);
}

t.test("an Iconify server adds its icons", async (t) => {
	const asked: string[] = [];
	const url = await serve(t, (request, response) => {
		asked.push(request.url ?? "");
		const { pathname } = new URL(request.url ?? "", "http://localhost");
		if (pathname === "/icons/search") {
			response.end(
				JSON.stringify({
					icons: ["mdi:heart", "lucide:heart", "fa6-solid:heart", "../x:y", 5, "a:b:c"],
					total: 3,
					collections: {
						mdi: { height: 24, license: { title: "Apache 2.0", spdx: "Apache-2.0" } },
					},
				}),
			);
		} else if (pathname === "/icons/mdi/heart.svg") response.end(DRAWING);
		else response.writeHead(404).end("nothing");
	});
	const icons = createIcons({ iconifyApiUrl: url });
	t.teardown(() => icons.close());
	const { total, results } = await icons.search("heart", 6);
	t.equal(results.length, 6);
	t.equal(results[0]?.id, "lucide:heart", "the embedded ones come first");
	t.same(results.at(-2), {
		id: "mdi:heart",
		name: "heart",
		set: "mdi",
		renderUrl: "/api/assets/icons/mdi/heart.svg",
		width: 24,
		height: 24,
		tags: ["heart"],
		license: "Apache-2.0",
	});
	t.match(results.at(-1), { id: "fa6-solid:heart", license: "unknown" });
	t.equal(total, (await createIcons({}).search("heart", 1)).total + 2);
	t.match(decode(await icons.svg("mdi", "heart", "f00")), 'fill="#ff0000"');
	t.equal(await icons.svg("mdi", "nothing"), undefined);
	t.same(asked, [
		"/icons/search?query=heart&limit=6",
		"/icons/mdi/heart.svg?height=auto",
		"/icons/mdi/nothing.svg?height=auto",
	]);
	await icons.svg("lucide", "nothing");
	await icons.search(undefined, 5);
	t.equal(asked.length, 3, "embedded sets and the curated list need no server");
});

t.test("what is wrong with the server is provider_failed", async (t) => {
	const answers: Record<string, RequestListener> = {
		status: (_, response) => void response.writeHead(500).end("secret"),
		redirect: (_, response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
		"not JSON": (_, response) => void response.end("<html>"),
		null: (_, response) => void response.end("null"),
		"no icons": (_, response) => void response.end("{}"),
		"too large": (_, response) => void response.end("x".repeat(2 * 1024 * 1024 + 1)),
		broken: (_, response) => void response.destroy(),
	};
	for (const [name, listener] of Object.entries(answers)) {
		const icons = createIcons({ iconifyApiUrl: await serve(t, listener) });
		t.teardown(() => icons.close());
		for (const call of [() => icons.search("heart", 5), () => icons.svg("mdi", "heart")]) {
			const error = await call().catch((error: unknown) => error);
			t.ok(error instanceof ServiceError && error.code === "provider_failed", name);
			t.notMatch(error instanceof ServiceError && error.message, "secret");
		}
	}
});

t.test("an SVG from elsewhere may draw and nothing else", async (t) => {
	const svg = (content: string, attributes = "") =>
		new TextEncoder().encode(
			`<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>`,
		);
	t.equal(drawingOnly(new TextEncoder().encode(DRAWING)), DRAWING);
	t.ok(drawingOnly(svg('<defs><path id="a" d="M0 0"/></defs><use href="#a" fill="url(#b)"/>')));
	const active = [
		"<script>alert(1)</script>",
		"<SCRIPT/>",
		"<svg:script xmlns:svg='x'/>",
		"<foreignObject/>",
		"<image href='#a'/>",
		"<a href='#b'/>",
		"<style>*{}</style>",
		"<animate attributeName='href'/>",
		"<path onload='x'/>",
		"<path/onload=x />",
		"<path d='M0 0'ONCLICK = 'x'/>",
		"<use href='https://elsewhere.example/#a'/>",
		'<use xlink:href="data:image/svg+xml,x"/>',
		"<path fill='url(https://elsewhere.example/)'/>",
		"<path fill='&#117;rl(x)'/>",
		"<!-- x -->",
		"<![CDATA[x]]>",
		"<?xml-stylesheet href='x'?>",
	];
	for (const content of active) t.equal(drawingOnly(svg(content)), undefined, content);
	t.equal(drawingOnly(svg("", " onload='x'")), undefined);
	const outside = ["", "<html></html>", `<!DOCTYPE svg>${DRAWING}`, `${DRAWING}<b/>`, "<svg>"];
	for (const text of outside) t.equal(drawingOnly(new TextEncoder().encode(text)), undefined, text);
	t.equal(drawingOnly(new Uint8Array([0x3c, 0xff])), undefined);
	const spent = processorTime();
	drawingOnly(svg(" on".repeat(600_000)));
	drawingOnly(svg("<".repeat(1_500_000)));
	drawingOnly(svg(`<path onx${" ".repeat(1_500_000)}/>`));
	drawingOnly(svg(`<path href${" ".repeat(1_500_000)}/>`));
	t.ok(spent() < 20_000, "linear time");
});
