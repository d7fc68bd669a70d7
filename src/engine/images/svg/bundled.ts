import { SvgBudget } from "./budget.js";
import type { SvgElement } from "./element.js";
import { parseSvg } from "./xml.js";

/**
 * The elements of a drawing that is bundled or made by the service.
 * @param markup the content of an svg element
 */
export const readBundledSvg = (markup: string): readonly SvgElement[] =>
	parseSvg(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, new SvgBudget()).children;
