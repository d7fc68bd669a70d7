import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { createRenderPool } from "../../src/service/processes/pool.js";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { startHostileServer } from "../helpers/hostile-server.js";
import { budget, heldBytes } from "../helpers/in-flight.js";
import { until } from "../helpers/until.js";
import { fixturePool } from "../service/processes/fixtures/pool-fixture.js";

const SLIDE_MS = 20;
const slides = (count: number) =>
	Array.from({ length: count }, () => ({ textBlocks: [{ text: `sleep ${SLIDE_MS}` }] }));
const HEAVY = { mode: "carousel", slides: slides(20) };
const LIGHT = { slides: slides(1) };

t.test("one client floods with carousels, another's slide is drawn soon", async (t) => {
	const renderer = createRenderPool(fixturePool({ size: 1, spare: false }));
	const env = { RENDER_PROCESSES: "1", RENDER_QUEUE_LIMIT: "6", TRUST_PROXY: "1" };
	const { post } = await startApp(t, env, { renderer });
	await renderer.whenReady();
	const from = (client: string) => ({ "x-forwarded-for": client });
	const flood = Array.from({ length: 30 }, () => post("/api/render", HEAVY, from("192.0.2.1")));
	// The first refusal says that the flood has all the places that it gets.
	await Promise.any(
		flood.map(async (answer) => {
			if ((await answer).status !== 503) throw new Error("accepted");
		}),
	);
	let answered = 0;
	for (const answer of flood)
		answer.then(({ status }) => {
			if (status === 200) answered++;
		});
	for (let i = 0; i < 3; i++) {
		const light = await post("/api/render", LIGHT, from("192.0.2.2"));
		t.equal(light.status, 200);
	}
	const before = answered;
	const answers = await Promise.all(flood);
	const accepted = answers.filter(({ status }) => status === 200).length;
	t.equal(accepted, 7, "of eight places");
	t.ok(answers.every(({ status }) => status === 200 || status === 503));
	// The first answer may wait for two slides of others, not for the 140 of the flood.
	t.ok(before <= 1, `three slides are drawn before the flood is: ${before} of its documents were`);
});

t.test("slow image servers hold up neither the service nor other clients", async (t) => {
	const images = await startHostileServer();
	t.teardown(() => images.close());
	const env = {
		RENDER_PROCESSES: "1",
		RENDER_QUEUE_LIMIT: "14",
		TRUST_PROXY: "1",
		ALLOW_PRIVATE_IMAGE_HOSTS: "true",
	};
	const { url, post } = await startApp(t, env, { renderer: fakeRenderer() });
	const leave = new AbortController();
	const overlays = (request: number) =>
		Array.from({ length: 20 }, (_, i) => ({ src: images.url(`/silent?${request}.${i}`) }));
	// Fetching has four times the places of drawing and waiting, one client seven eighths of them.
	const flood = Array.from({ length: 80 }, async (_, i) => {
		const response = await fetch(`${url}/api/render`, {
			method: "POST",
			headers: { "content-type": "application/json", "x-forwarded-for": "192.0.2.1" },
			body: JSON.stringify({ slides: [{ imageOverlays: overlays(i) }] }),
			signal: leave.signal,
		});
		return response.status;
	});
	let refused = 0;
	let ended = 0;
	for (const answer of flood) {
		answer.then(
			(status) => {
				if (status === 503) refused++;
				else ended++;
			},
			() => undefined,
		);
	}
	for (let i = 0; i < 800 && refused < 24; i++) await sleep(10);
	t.equal(refused, 24, "56 of 64 places were taken");
	const light = { slides: [{ image: images.url("/image.png") }] };
	for (let i = 0; i < 3; i++) {
		const response = await post("/api/render", light, { "x-forwarded-for": "192.0.2.2" });
		t.equal(response.status, 200);
	}
	t.equal(ended, 0, "no slow image was given up before");
	t.ok(images.peak() <= 128);
	leave.abort();
	await Promise.allSettled(flood);
});

t.test("nor do the images that one client holds", async (t) => {
	const images = await startHostileServer();
	t.teardown(() => images.close());
	const { drawSlide, ...renderer } = fakeRenderer();
	const gone = new AbortController();
	const env = { TRUST_PROXY: "1", ALLOW_PRIVATE_IMAGE_HOSTS: "true" };
	const inFlight = budget();
	const parts = {
		inFlight,
		renderer: {
			...renderer,
			drawSlide: async (...args: Parameters<typeof drawSlide>) => {
				if (args[2].client !== "192.0.2.2") await once(gone.signal, "abort");
				return drawSlide(...args);
			},
		},
	};
	const { url, post } = await startApp(t, env, parts);
	const large = (name: string, count: number) =>
		Array.from({ length: count }, (_, i) => ({
			src: images.url(`/sized.png?bytes=12000000&${name}=${i}`),
		}));
	const flood = ["drawn", "waits", "slow"].map((name) =>
		fetch(`${url}/api/render`, {
			method: "POST",
			headers: { "content-type": "application/json", "x-forwarded-for": "192.0.2.1" },
			body: JSON.stringify({
				slides: [
					{
						imageOverlays: [
							...large(name, 8),
							...(name === "slow" ? [{ src: images.url("/silent") }] : []),
						],
					},
				],
			}),
			signal: gone.signal,
		}).catch(() => undefined),
	);
	// The first one's images are all there; of the second a part, and there is no room for more.
	await until("most of their images are there", () => inFlight.images.total > 100e6);
	t.ok(inFlight.images.total > 100e6, `${inFlight.images.total} bytes`);
	for (let i = 0; i < 5; i++) {
		const photo = { slides: [{ image: images.url(`/sized.png?bytes=4000000&honest=${i}`) }] };
		const response = await post("/api/render", photo, { "x-forwarded-for": "192.0.2.2" });
		t.equal(response.status, 200);
	}
	gone.abort();
	await Promise.all(flood);
	await until("nothing is held", () => heldBytes(inFlight) === 0);
	t.equal(heldBytes(inFlight), 0);
});
