/**
 * Draws the pictures of docs/layers.md anew.
 *
 *     npm run build && node dist/scripts/layer-pictures.js [folder]
 *
 * Look at them before you commit.
 */
import { fileURLToPath } from "node:url";
import { packageRoot } from "../src/runtime/package-root.js";
import { LAYER_PICTURES } from "./layer-pictures/documents.js";
import { drawPictures } from "./layer-pictures/draw.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("docs/layers/", packageRoot));
await drawPictures(LAYER_PICTURES, folder);
