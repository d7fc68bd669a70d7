/**
 * Draws the pictures of docs/typography.md anew.
 *
 *     npm run build && node dist/scripts/typography-pictures.js [folder]
 *
 * Look at them before you commit.
 */
import { fileURLToPath } from "node:url";
import { packageRoot } from "../src/runtime/package-root.js";
import { drawPictures } from "./layer-pictures/draw.js";
import { TYPOGRAPHY_PICTURES } from "./typography-pictures/documents.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("docs/typography/", packageRoot));
await drawPictures(TYPOGRAPHY_PICTURES, folder);
