/** Headless Chromium with a pool of pages: setContent and a screenshot per slide. */
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { fonts } from "./design.mjs";
import { serve } from "./peer-server.mjs";

const PAGES = 4;

/** The fonts have their own URL, so that the browser caches them. */
const fontServer = createServer((request, response) => {
	const font = fonts[Number(request.url?.slice(1))];
	response.writeHead(font ? 200 : 404, {
		"access-control-allow-origin": "*",
		"cache-control": "public, max-age=31536000, immutable",
		"content-type": "font/woff2",
	});
	response.end(font?.data);
});
await new Promise((resolve) => fontServer.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (fontServer.address());
const faces = fonts
	.map(
		({ weight, style }, i) =>
			`@font-face{font-family:Inter;font-weight:${weight};font-style:${style};src:url(http://127.0.0.1:${port}/${i})}`,
	)
	.join("");

const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const context = await browser.newContext({ viewport: { width: 1080, height: 1350 } });
/** @type {import("playwright-core").Page[]} */
const idle = await Promise.all(Array.from({ length: PAGES }, () => context.newPage()));
/** @type {((page: import("playwright-core").Page) => void)[]} */
const waiting = [];

serve({
	png: async (slide, size) => {
		const page = idle.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
		try {
			const now = page.viewportSize();
			if (now.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
			await page.setContent(`<!doctype html><style>${faces}body{margin:0}</style>${html(slide)}`, {
				waitUntil: "load",
			});
			await page.evaluate("document.fonts.ready.then(() => undefined)");
			return await page.screenshot({ type: "png" });
		} finally {
			const next = waiting.shift();
			if (next) next(page);
			else idle.push(page);
		}
	},
	close: () => browser.close(),
});

const UNITLESS = new Set(["fontWeight", "lineHeight"]);

/** @param {any} node @returns {string} */
function html(node) {
	if (Array.isArray(node)) return node.map(html).join("");
	if (typeof node === "string") return escaped(node);
	const { style = {}, src, children = [] } = node.props;
	const css = Object.entries(style).map(
		([name, value]) =>
			`${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}${typeof value === "number" && !UNITLESS.has(name) ? "px" : ""}`,
	);
	const attributes = `style="${escaped(css.join(";"))}"${src ? ` src="${escaped(src)}"` : ""}`;
	return node.type === "img"
		? `<img ${attributes}>`
		: `<${node.type} ${attributes}>${html(children)}</${node.type}>`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
