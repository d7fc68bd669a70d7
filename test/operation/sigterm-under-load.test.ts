import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { type Answer, isWholePng, openClient } from "../helpers/http-client.js";
import { isAlive, processTree } from "../helpers/processes.js";
import { startService } from "../helpers/service-process.js";
import { check } from "./check.js";
import { heavyDocument, lightDocument } from "./documents.js";
import { acceptedRenders } from "./health.js";

/** Requests in flight when the signal is sent. */
const LIGHT = 24;
const HEAVY = 6;
const HEAVY_SLIDES = 8;
/** Maximum time until they arrive. Milliseconds. */
const ARRIVE_MS = 5_000;

/** SIGTERM under load: accepted requests are answered, and nothing is left behind. */
t.test("sigterm under load", async (t) => {
	const service = await startService();
	t.teardown(() => service.dispose());
	const client = openClient(service.url, LIGHT + HEAVY + 1);
	await client.post("/api/render.png", lightDocument());
	const light = Array.from({ length: LIGHT }, () =>
		client.post("/api/render.png", lightDocument()),
	);
	const heavy = Array.from({ length: HEAVY }, () =>
		client.post("/api/render", { ...heavyDocument(HEAVY_SLIDES), delivery: "both" }),
	);
	let answered = 0;
	for (const answer of [...light, ...heavy]) void answer.then(() => answered++);
	// Wait until all have arrived: requests still queued in the kernel would be lost.
	const deadline = performance.now() + ARRIVE_MS;
	while (
		answered + (await acceptedRenders(service.url)) < LIGHT + HEAVY &&
		performance.now() < deadline
	) {
		await sleep(5);
	}
	t.comment(`${answered} of ${LIGHT + HEAVY} are answered when the signal comes`);
	const tree = await processTree(service.pid);
	service.signal("SIGTERM");
	await sleep(50);
	const late = await openClient(service.url, 1).post("/api/render.png", lightDocument());
	const pictures = await Promise.all(light);
	const carousels = await Promise.all(heavy);
	const code = await service.ended();
	await client.close();

	const all = [...pictures, ...carousels];
	const lost = all.filter(({ status }) => status !== 200).length;
	const why = new Set(all.map(({ status, error }) => error ?? `status ${status}`));
	check(
		t,
		"every accepted request is answered",
		lost === 0,
		`${all.length}, ${lost} lost: ${[...why].join(", ")}`,
	);
	const right =
		pictures.every(({ bytes }) => isWholePng(bytes)) && carousels.every(isWholeCarousel);
	check(t, "each answer is whole", right);
	const refused = late.status === 0 || late.status === 503;
	check(t, "a new request is refused", refused, late.error ?? `status ${late.status}`);
	check(t, "it ends with exit code 0", code === 0, `code ${code}`);
	// The kernel ends them shortly after their parent.
	await sleep(200);
	const left = tree.filter(isAlive);
	check(t, "no process is left", left.length === 0, `${tree.length} ran, ${left.length} left`);
	const partial = (await service.files()).filter((name) => name.endsWith(".part"));
	check(t, "no half-written file is left", partial.length === 0);
});

function isWholeCarousel({ bytes }: Answer): boolean {
	const { images } = JSON.parse(bytes.toString()) as { images?: { dataUrl: string }[] };
	return (
		images?.length === HEAVY_SLIDES &&
		images.every(({ dataUrl }) => isWholePng(Buffer.from(dataUrl.split(",")[1] ?? "", "base64")))
	);
}
