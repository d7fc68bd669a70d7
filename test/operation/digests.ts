import { createHash } from "node:crypto";

/** One slide in scripts with dictionary-based line breaking, joined letters, and other fonts. */
const SCRIPTS = {
	platform: "photo-feed-story",
	slides: [
		{
			backgroundColor: "#10243B",
			textBlocks: [
				"ความคิดดีๆ เริ่มต้นอย่างช้าๆ และไม่มีใครสังเกตเห็นจนกว่าจะเสร็จสิ้น",
				"好主意总是慢慢开始，每天一小步就够了。",
				"良いアイデアはゆっくり始まります。毎日の小さな一歩で十分です。",
				"الأفكار الجيدة تبدأ ببطء، خطوة صغيرة كل يوم",
				"अच्छे विचार धीरे-धीरे शुरू होते हैं",
				"គំនិតល្អចាប់ផ្តើមយឺតៗ ជំហានតូចមួយរាល់ថ្ងៃ 👩🏽‍🚀🇪🇺",
			].map((text, i) => ({ text, fontSize: 24, x: 30, y: 30 + 110 * i, width: 250 })),
		},
	],
};

/**
 * Renders the examples of the contract, and some scripts, in each way that the API supports. The
 * same documents produce the same bytes, so these digests can be used to compare two services.
 * @param url origin of a running service
 * @returns SHA-256 of the bytes by the name of the request
 * @throws Error if a response is not a 200
 */
export async function digests(url: string): Promise<Map<string, string>> {
	const schema = (await (await send(`${url}/api/render-schema`)).json()) as {
		examples: Record<string, object>;
	};
	const found = new Map<string, string>();
	for (const [name, document] of Object.entries({ ...schema.examples, scripts: SCRIPTS })) {
		// Without fields that only apply to lossy formats.
		const plain = { ...document, quality: null, maxBytes: null };
		for (const format of ["png", "svg", "jpeg", "webp"])
			found.set(`${name} as ${format}`, digest(await images(url, { ...plain, format })));
		for (const endpoint of ["render.png", "render.pdf"]) {
			const answer = await send(`${url}/api/${endpoint}`, plain);
			found.set(`${name} from ${endpoint}`, digest(Buffer.from(await answer.arrayBuffer())));
		}
	}
	const stored = { ...SCRIPTS, delivery: "url" };
	const {
		images: [image],
	} = (await (await send(`${url}/api/render`, stored)).json()) as {
		images: { url: string }[];
	};
	const temporary = await send(new URL(new URL(image!.url).pathname, url).href);
	found.set("scripts from a temporary URL", digest(Buffer.from(await temporary.arrayBuffer())));
	return found;
}

const digest = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

async function images(url: string, document: object): Promise<string> {
	const answer = await send(`${url}/api/render`, document);
	return JSON.stringify(((await answer.json()) as { images: unknown }).images);
}

async function send(url: string, document?: object): Promise<Response> {
	const response = await fetch(
		url,
		document && {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(document),
		},
	);
	if (response.status !== 200)
		throw new Error(`${url}: ${response.status} ${await response.text()}`);
	return response;
}
