/** Random layers far off the slide, in all formats. FUZZ_CASES asks for more of them, FUZZ_SEED for others. */
import t from "tap";
import { checkTrees } from "../helpers/check-trees.js";
import { randomSvgs } from "../helpers/random-svgs.js";
import { randomTrees } from "../helpers/random-trees.js";

const CASES = Number(process.env.FUZZ_CASES ?? 500);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_128);

t.test(`${CASES} slides`, (t) => checkTrees(t, randomTrees(SEED), CASES));
t.test(`${CASES / 5} slides with SVG pictures`, (t) => checkTrees(t, randomSvgs(SEED), CASES / 5));
