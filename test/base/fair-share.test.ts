import t from "tap";
import { FairShare } from "../../src/base/fair-share.js";

/** Takes one at a time, as long as it may. */
function fill(share: FairShare, client: string): number {
	const before = share.of(client);
	for (let i = 0; i < 1_000 && share.mayTake(client); i++) share.add(client, 1);
	return share.of(client) - before;
}

t.test("who comes first leaves something for the next", async (t) => {
	const share = new FairShare(64);
	t.same(
		["a", "b", "c", "d"].map((client) => fill(share, client)),
		[56, 7, 1, 0],
	);
	t.equal(share.total, 64);
	share.add("a", -8);
	t.equal(share.mayTake("a"), true);
	t.equal(fill(share, "d"), 7);
	t.equal(share.mayTake("a"), false);
});

t.test("of a few, one client gets all", async (t) => {
	for (const max of [1, 2, 7]) t.equal(fill(new FairShare(max), "a"), max);
	t.equal(fill(new FairShare(0), "a"), 0);
});
