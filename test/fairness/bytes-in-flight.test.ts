import t from "tap";
import { BytesInFlight } from "../../src/fairness/bytes-in-flight.js";

t.test("no client, and no kind, takes what others need", async (t) => {
	const bytes = new BytesInFlight(1_000, { bodies: 400, images: 800, slides: 400 });
	t.notOk(bytes.take("slides", "a", 351), "seven eighths of a kind are the most for one");
	t.ok(bytes.take("slides", "a", 350));
	t.notOk(bytes.take("slides", "a", 1));
	t.ok(bytes.take("slides", "b", 43), "the next has a share of what is left");
	t.notOk(bytes.take("slides", "b", 1));
	t.ok(bytes.take("bodies", "a", 300), "another kind has room");
	t.notOk(bytes.take("bodies", "a", 300), "until all that there is has been given out");
	t.equal(bytes.held("slides"), 393);
	t.equal(bytes.held(), 693);
	bytes.give("slides", "a", 350);
	t.equal(bytes.held(), 343);
	t.equal(bytes.heldBy("a", "slides"), 0);
});

t.test("the bound is never passed, whoever asks for whatever", async (t) => {
	const bytes = new BytesInFlight(10_000, { bodies: 4_000, images: 8_000, slides: 4_000 });
	for (let client = 0; client < 4; client++) {
		for (let i = 0; i < 50; i++)
			bytes.take("images", `${client}`, 1 + ((client * 7 + i * 13) % 997));
		t.ok(bytes.held() <= 10_000 && bytes.held("images") < 8_000);
	}
	t.ok(bytes.take("images", "honest", 1), "and one who has nothing still gets something");
});
