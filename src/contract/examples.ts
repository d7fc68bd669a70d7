import { readData } from "../base/data-file.js";
import type { RenderRequest } from "./render-request.js";

type ExampleName =
	| "habitsCarousel"
	| "launchStory"
	| "squareQuote"
	| "recipePost"
	| "hiringPost"
	| "reportCarousel"
	| "saleStory"
	| "linkPreview"
	| "columnChart"
	| "saleButton"
	| "eventStory"
	| "hiringFit"
	| "priceTable"
	| "bilingualCarousel"
	| "productCard"
	| "customerReview"
	| "threeFigures";

/** Example posts that need no network and can be sent as they are. */
export const EXAMPLES: Readonly<Record<ExampleName, RenderRequest>> = JSON.parse(
	readData("examples.json"),
);

/** The example of a body in the OpenAPI document. */
export const EXAMPLE_NAME: ExampleName = "squareQuote";
