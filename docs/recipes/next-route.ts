/**
 * Next.js 15 or later: the og:image of each post, drawn on demand and kept by the CDN.
 *
 * Copy to app/og/[slug]/route.ts. POST_IMAGE_URL and POST_IMAGE_KEY are the render service and an API
 * key of it; both stay on the server. In app/posts/[slug]/page.tsx:
 *
 *     export const generateMetadata = async ({ params }) => ({
 *       openGraph: { images: [{ url: `/og/${(await params).slug}`, width: 1200, height: 630 }] },
 *     });
 */
import { getPost } from "../../../lib/posts";

export async function GET(
	_request: Request,
	{ params }: { params: Promise<{ slug: string }> },
): Promise<Response> {
	const post = await getPost((await params).slug);
	if (post === undefined) return new Response("Not found", { status: 404 });
	const answer = await fetch(`${process.env.POST_IMAGE_URL}/api/render.jpeg`, {
		method: "POST",
		headers: {
			authorization: `Bearer ${process.env.POST_IMAGE_KEY}`,
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
							text: post.title,
							x: 40,
							y: 40,
							width: 370,
							height: 130,
							fontSize: 40,
							fit: "shrink",
						},
						{ text: post.author, x: 40, y: 185, width: 370, fontSize: 16, textColor: "#94A3B8" },
					],
				},
			],
		}),
		signal: AbortSignal.timeout(15_000),
	}).catch((error: unknown) => {
		console.error("og:image:", error);
		return undefined;
	});
	if (!answer?.ok) {
		if (answer) console.error("og:image:", answer.status, await answer.text());
		return new Response("The image could not be drawn", { status: 502 });
	}
	return new Response(answer.body, {
		headers: {
			"content-type": "image/jpeg",
			"cache-control": "public, max-age=3600, s-maxage=86400, stale-while-revalidate=604800",
		},
	});
}
