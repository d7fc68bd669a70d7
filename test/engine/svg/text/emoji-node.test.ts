import t from "tap";
import { writeSvg } from "../../../../src/engine/paint/svg-writer.js";
import { emojiNode } from "../../../../src/engine/svg/text/emoji-node.js";

const hasRim = (key: string, dark: boolean) =>
	/stroke="#fff"/.test(writeSvg(emojiNode(key, 0, 100, 100, dark)));

t.test("dark emoji have a rim of light on dark grounds", async (t) => {
	for (const key of ["2714", "2795", "2122", "1f5a4", "2b1b", "2716"]) {
		t.ok(hasRim(key, true), key);
		t.notOk(hasRim(key, false), `${key} on a light ground`);
	}
	for (const key of ["2764", "1f600", "2705", "1f3a9"]) t.notOk(hasRim(key, true), key);
});
