import t from "tap";
import { countMissing } from "../../../helpers/missing-characters.js";

t.test("no character of the named sets is drawn as a box", async (t) => {
	const sets = await countMissing();
	t.ok(sets.length > 25);
	for (const { name, size, missing } of sets) {
		t.ok(size > 20, `${name} has characters`);
		t.same(
			missing.map((codePoint) => codePoint.toString(16)),
			[],
			name,
		);
	}
});
