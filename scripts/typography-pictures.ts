/**
 * Renders the images of docs/typography.md.
 *
 *     npm run build && node dist/scripts/typography-pictures.js [folder]
 *
 * Check the images before you commit.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../src/base/package-root.js";
import { drawPictures } from "./layer-pictures/draw.js";
import { TYPOGRAPHY_PICTURES } from "./typography-pictures/documents.js";
import { drawPosts } from "./typography-pictures/draw-posts.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("docs/typography/", packageRoot));
await mkdir(folder, { recursive: true });
await drawPosts(join(folder, "posts.webp"));
await drawPictures(TYPOGRAPHY_PICTURES, folder);
