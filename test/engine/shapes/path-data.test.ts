import t from "tap";
import { pathData } from "../../../src/engine/shapes/path-data.js";

t.test(
	"numbers have three decimals at most, and neither exponents nor negative zeros",
	async (t) => {
		t.equal(pathData([0, 1 / 3, -0.0001, 1, 1e7, 1e-9, 3]), "M0.333 0L10000000 0Z");
		t.equal(pathData([2, 1, -2, 0.5, -0.5, 4, 5]), "C1-2 0.5-0.5 4 5");
	},
);
