import t from "tap";
import {
	BYTE_KINDS,
	bytesInFlight,
	heldByKind,
} from "../../../src/service/fairness/bytes-in-flight.js";

t.test("no client, and no kind, takes what others need", async (t) => {
	const bytes = bytesInFlight({ bodies: 400, images: 800, slides: 400 });
	const { slides, bodies } = bytes;
	t.notOk(slides.take("a", 351), "seven eighths of a kind are the most for one");
	t.ok(slides.take("a", 350));
	t.notOk(slides.take("a", 1));
	t.ok(slides.take("b", 43), "the next has a share of what is left");
	t.notOk(slides.take("b", 1));
	t.ok(bodies.take("a", 300), "another kind has room");
	t.same(heldByKind(bytes), { bodies: 300, images: 0, slides: 393 });
	t.same(Object.keys(heldByKind(bytes)), BYTE_KINDS);
	slides.add("a", -350);
	t.equal(slides.total, 43);
	t.same([slides.of("a"), slides.clients], [0, 1]);
});

t.test("the limit is never exceeded, for any client and amount", async (t) => {
	const { slides } = bytesInFlight({ bodies: 1, images: 1, slides: 8_000 });
	for (let client = 0; client < 4; client++) {
		for (let i = 0; i < 50; i++) slides.take(`${client}`, 1 + ((client * 7 + i * 13) % 997));
		t.ok(slides.total < 8_000);
	}
	t.ok(slides.take("honest", 1), "and one who has nothing still gets something");
});
