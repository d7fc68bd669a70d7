/** Renders the posts of docs/typography.md side by side. */
import sharp from "sharp";
import { createRenderer } from "../../src/index.js";
import { POSTS } from "./posts.js";

/** Width and height of a post in the image, and the gap between two. Pixels. */
const [WIDTH, HEIGHT, GAP] = [480, 600, 24];
const COLUMNS = 3;

/** @param file output, WebP */
export async function drawPosts(file: string): Promise<void> {
	const renderer = await createRenderer({});
	try {
		const { images, warnings } = await renderer.render({
			...{ platform: "photo-feed-post", mode: "carousel", stepperStyle: "none" },
			slides: [...POSTS],
		});
		const posts = await Promise.all(
			images.map(async ({ bytes }, i) => ({
				input: await sharp(bytes).resize(WIDTH, HEIGHT).png().toBuffer(),
				left: GAP + (i % COLUMNS) * (WIDTH + GAP),
				top: GAP + Math.floor(i / COLUMNS) * (HEIGHT + GAP),
			})),
		);
		const rows = Math.ceil(posts.length / COLUMNS);
		const width = GAP + COLUMNS * (WIDTH + GAP);
		const height = GAP + rows * (HEIGHT + GAP);
		const { size } = await sharp({ create: { width, height, channels: 3, background: "#E2E8F0" } })
			.composite(posts)
			.webp({ quality: 82, effort: 6 })
			.toFile(file);
		console.log("posts", size, warnings.map(({ code, path }) => `${code} ${path}`).join(", "));
	} finally {
		await renderer.close();
	}
}
