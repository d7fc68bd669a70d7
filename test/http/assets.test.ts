import t from "tap";
import type { IconSearchResponse, PhotoSearchResponse } from "../../src/contract/assets.js";
import { startApp } from "../helpers/app.js";

t.test(
	"search, render, track: the flow of assets on a machine with no key and no network",
	async (t) => {
		const { get, post, url } = await startApp(t);
		const icons = (await (
			await get("/api/assets/icons/search?query=rocket&limit=2")
		).json()) as IconSearchResponse;
		t.match(icons, { ok: true, query: "rocket", limit: 2 });
		t.equal(icons.results.length, 2);
		const photos = (await (
			await get("/api/assets/photos/search?per_page=3&orientation=portrait")
		).json()) as PhotoSearchResponse;
		t.match(photos, {
			ok: true,
			provider: "builtin",
			query: "social media background",
			perPage: 3,
		});
		t.equal(photos.results.length, 3);
		const [icon, photo] = [icons.results[0]?.renderUrl ?? "", photos.results[0]?.renderUrl ?? ""];

		for (const asset of [icon, photo]) {
			t.ok(asset.startsWith(url));
			const response = await fetch(asset);
			t.equal(response.status, 200);
			t.match(response.headers.get("content-type"), "image/svg+xml");
			t.match(response.headers.get("cache-control"), "max-age=31536000, immutable");
			t.match(response.headers.get("content-security-policy"), "default-src 'none'");
		}
		// By their URLs, by their paths, by the id of the icon: resolved in the process, nothing is fetched.
		const path = (asset: string) => asset.replace(url, "");
		const sources = [icon, path(icon), icons.results[0]?.id ?? ""];
		const images = await Promise.all(
			sources.map(async (src) => {
				const slide = { image: path(photo), imageOverlays: [{ src, color: "#FFFFFF" }] };
				const rendered = await post("/api/render.png", { slides: [slide] });
				t.equal(rendered.status, 200, src);
				return Buffer.from(await rendered.arrayBuffer());
			}),
		);
		for (const image of images) t.ok(image.equals(images[0]!), "they are one picture");
		// Another host is somebody else, whatever its path.
		const elsewhere = icon.replace(url, "https://render.invalid");
		const refused = await post("/api/render.png", {
			slides: [{ imageOverlays: [{ src: elsewhere }] }],
		});
		t.match(await refused.json(), { error: { details: { reason: "unreachable" } } });

		const downloadLocation = photos.results[0]?.attribution.downloadLocation;
		const tracked = await post("/api/assets/photos/track-download", { downloadLocation });
		t.same(await tracked.json(), { ok: true, tracked: false, provider: "builtin" });
		const foreign = await post("/api/assets/photos/track-download", {
			downloadLocation: "https://api.unsplash.com.evil.example/photos/a/download",
		});
		t.equal(foreign.status, 400);
		t.match(await foreign.json(), { error: { code: "invalid_download_url" } });
	},
);

t.test("an unknown icon is a 404, a bad colour a 400", async (t) => {
	const { get, post, url } = await startApp(t);
	for (const path of ["lucide/no-such-icon.svg", "lucide/rocket", "nope/rocket.svg"]) {
		const response = await get(`/api/assets/icons/${path}`);
		t.equal(response.status, 404, path);
		t.match(await response.json(), { error: { code: "not_found" } });
	}
	t.equal((await get("/api/assets/icons/lucide/rocket.svg?color=nope")).status, 400);
	const src = `${url}/api/assets/icons/lucide/rocket.svg?color=nope`;
	const response = await post("/api/render", { slides: [{ imageOverlays: [{ src }] }] });
	t.equal(response.status, 422);
	t.match(await response.json(), {
		error: {
			code: "remote_image_failed",
			details: { path: "/slides/0/imageOverlays/0/src", reason: "not_an_image" },
		},
	});
});
