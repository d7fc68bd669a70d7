/**
 * Renders the images of docs/layers.md.
 *
 *     npm run build && node dist/scripts/layer-pictures.js [folder]
 *
 * Check the images before you commit.
 */
import { fileURLToPath } from "node:url";
import { packageRoot } from "../src/base/package-root.js";
import { readGolden } from "../test/helpers/golden.js";
import { LAYER_PICTURES } from "./layer-pictures/documents.js";
import { drawDocuments, drawPictures, writeSheet } from "./layer-pictures/draw.js";
import { LAYER_SHEETS } from "./layer-pictures/sheets.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("docs/layers/", packageRoot));
await drawPictures(LAYER_PICTURES, folder);
for (const [name, documents] of Object.entries(LAYER_SHEETS))
	await writeSheet([(await drawDocuments(documents)).flat()], folder, name);

const designs = ["card", "review", "rings", "before-after", "listing"].map((design) =>
	Promise.all(["short", "long", "rtl"].map((text) => readGolden(`design-${design}-${text}`))),
);
await writeSheet(await Promise.all(designs), folder, "designs");
