/** Which slides are asked for the sizes of their groups, and what is made of their answers. */
import t from "tap";
import { BUILT_IN_CONTRACT } from "../../../src/contract/contract.js";
import { documentResolver } from "../../../src/documents/resolve-document.js";
import type { SlideJob } from "../../../src/engine/job.js";
import type { GroupSizes } from "../../../src/engine/scene/scene.js";
import { Deadline } from "../../../src/service/processes/deadline.js";
import { fitGroups } from "../../../src/service/render/fit-groups.js";
import { Names } from "../../../src/service/render/slide-job.js";

const resolve = documentResolver(BUILT_IN_CONTRACT, 100_000);
const grouped = (fitGroup: string) => ({
	textBlocks: [{ text: "a", width: 100, height: 50, fit: "shrink", fitGroup }],
});

async function sizesOf(slides: object[], answers: readonly GroupSizes[]) {
	const document = resolve({ mode: "carousel", slides });
	const asked: number[] = [];
	const renderer = {
		groupSizes: async ({ slideIndex }: SlideJob) => {
			asked.push(slideIndex);
			return answers[slideIndex]!;
		},
	};
	const { signal } = new AbortController();
	const options = { signal, client: "a", deadline: new Deadline(1_000) };
	const of = await fitGroups(document, renderer, new Names(), options);
	return { asked, sizes: document.slides.map(of) };
}

t.test("a document without groups asks for nothing", async (t) => {
	const slide = { textBlocks: [{ text: "a", width: 100, height: 50, fit: "shrink" }] };
	t.same(await sizesOf([slide, {}], []), { asked: [], sizes: [{}, {}] });
});

t.test("slides without groups are not asked", async (t) => {
	const { asked } = await sizesOf([grouped("a"), {}, grouped("b")], [{ a: 3 }, {}, { b: 4 }]);
	t.same(asked, [0, 2]);
});

t.test("of each group the smallest size counts, on every slide", async (t) => {
	const answers = [{ a: 30, b: 8 }, { a: 20 }];
	const { sizes } = await sizesOf([grouped("a"), grouped("a")], answers);
	t.same(sizes, [{ fitSizes: { a: 20, b: 8 } }, { fitSizes: { a: 20, b: 8 } }]);
});
