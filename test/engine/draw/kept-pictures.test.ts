import t from "tap";
import { KeptPictures } from "../../../src/engine/draw/kept-pictures.js";
import type { ImageNeed, PreparedImage } from "../../../src/engine/images/need.js";

const NEED: ImageNeed = {
	...{ path: "/slides/0/image", boxWidth: 10, boxHeight: 10, cropX: 50, cropY: 50 },
	...{ region: { left: 0, top: 0, width: 10, height: 10 }, radius: 0, color: null, opacity: 1 },
};
const file = (n: number) => Uint8Array.of(1, 2, 3, n);
const picture = (): PreparedImage => ({
	...{ width: 10, height: 10, channels: 3, data: new Uint8Array(300) },
});

/** Counts what is prepared and spent. */
function counted(kept: KeptPictures) {
	const told = { prepared: 0, spent: 0 };
	const get = (bytes: Uint8Array, need = NEED) =>
		kept.get(
			bytes,
			need,
			(nanoseconds) => {
				told.spent += nanoseconds;
			},
			async (spend) => {
				spend(7);
				told.prepared++;
				return picture();
			},
		);
	return { told, get };
}

t.test("the same bytes cut alike are prepared once, and cost the same each time", async (t) => {
	const { told, get } = counted(new KeptPictures());
	const first = await get(file(1));
	t.equal(await get(file(1), { ...NEED, path: "/slides/5/layers/2/src" }), first);
	t.same(told, { prepared: 1, spent: 14 });
	t.not(await get(file(2)), first, "other bytes");
	t.not(await get(file(1), { ...NEED, cropX: 40 }), first, "another cut");
	t.not(await get(file(1), { ...NEED, flip: "both" }), first, "another look");
	t.equal(told.prepared, 4);
});

t.test("no more bytes are kept than may be; those not used for longest go", async (t) => {
	const kept = new KeptPictures(900);
	const { told, get } = counted(kept);
	for (const n of [1, 2, 3]) await get(file(n));
	await get(file(1));
	await get(file(4));
	t.equal(kept.bytes, 900);
	await get(file(1));
	t.equal(told.prepared, 4, "the first was used again, so the second went");
	await get(file(2));
	t.equal(told.prepared, 5);
	t.equal(kept.bytes, 900);
	const small = new KeptPictures(299);
	await counted(small).get(file(1));
	t.equal(small.bytes, 0, "one that is larger than all room is not kept");
});

t.test("a picture that fails, or that costs too much, is not kept", async (t) => {
	const kept = new KeptPictures();
	const fails = () => Promise.reject(new Error("damaged"));
	await t.rejects(
		kept.get(file(1), NEED, () => {}, fails),
		/damaged/,
	);
	t.equal(kept.bytes, 0);
	const { get } = counted(kept);
	await get(file(1));
	const dear = () => {
		throw new Error("too dear");
	};
	await t.rejects(kept.get(file(1), NEED, dear, fails), /too dear/, "also when it is kept");
});
