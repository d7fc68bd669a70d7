/** More of the slides of trees.test.ts. */
import t from "tap";
import { checkTrees } from "../helpers/check-trees.js";
import { randomSvgs } from "../helpers/random-svgs.js";
import { randomTrees } from "../helpers/random-trees.js";

t.setTimeout(3_600_000);

t.test("20,000 slides", (t) => checkTrees(t, randomTrees(20_261_129), 20_000));
t.test("1,000 slides with SVG pictures", (t) => checkTrees(t, randomSvgs(20_261_130), 1_000));
