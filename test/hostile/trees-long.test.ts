/** More of the slides of trees.test.ts. */
import t from "tap";
import { checkTrees } from "../helpers/check-trees.js";

t.setTimeout(3_600_000);

t.test("20,000 slides", (t) => checkTrees(t, 20_261_129, 20_000));
