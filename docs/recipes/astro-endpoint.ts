/**
 * Astro 5 or later: the og:image of each post, drawn when the site is built.
 *
 * Copy to src/pages/og/[slug].jpeg.ts; the posts are the content collection "posts". POST_IMAGE_URL and
 * POST_IMAGE_KEY, in the environment or in .env, are the render service and an API key of it. In the
 * layout: <meta property="og:image" content={new URL(`/og/${post.id}.jpeg`, Astro.site)}>
 */

import { getCollection } from "astro:content";
import { getSecret } from "astro:env/server";
import type { APIRoute, GetStaticPaths } from "astro";

export const prerender = true;

export const getStaticPaths = (async () => {
	const posts = await getCollection("posts");
	return posts.map(({ id, data }) => ({ params: { slug: id }, props: { title: data.title } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ props }) => {
	const answer = await fetch(`${getSecret("POST_IMAGE_URL")}/api/render.jpeg`, {
		method: "POST",
		headers: {
			authorization: `Bearer ${getSecret("POST_IMAGE_KEY")}`,
			"content-type": "application/json",
		},
		body: JSON.stringify({
			platform: "link-preview",
			maxBytes: 300_000,
			slides: [
				{
					backgroundColor: "#0F172A",
					textBlocks: [
						{
							text: props.title,
							x: 40,
							y: 40,
							width: 370,
							height: 160,
							fontSize: 44,
							fit: "shrink",
						},
					],
				},
			],
		}),
	});
	// Ends the build: a site without its pictures is not published.
	if (!answer.ok) throw new Error(`${props.title}: ${answer.status} ${await answer.text()}`);
	return new Response(await answer.arrayBuffer(), { headers: { "content-type": "image/jpeg" } });
};
