/** docs/skill/SKILL.md: the common format, tools that there are, and examples that work. */
import { readFileSync } from "node:fs";
import t from "tap";
import { parse } from "yaml";
import { packageRoot } from "../../src/base/package-root.js";
import { startApp } from "../helpers/app.js";
import { call, connect, textOf } from "../helpers/mcp.js";

const skill = readFileSync(new URL("docs/skill/SKILL.md", packageRoot), "utf8");
const [, front = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(skill) ?? [];

t.test("the front matter is that of a skill", async (t) => {
	const { name, description } = parse(front);
	t.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
	t.ok(name.length <= 64);
	t.ok(description.length > 100 && description.length <= 1_024);
	t.ok(body.split("\n").length < 500);
});

t.test("what it teaches works", async (t) => {
	const service = await startApp(t);
	const client = await connect(t, service);
	const tools = (await client.listTools()).tools.map(({ name }) => name);
	for (const [, name] of body.matchAll(/`(find_\w+|get_\w+|search_\w+)/g))
		t.ok(tools.includes(name!), `${name}`);
	const documents = [...body.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json!));
	t.ok(documents.length > 0);
	for (const document of documents)
		t.match(textOf(await call(client, "render", { document })), "No warnings.");
	const posted = /-d '(\{.*\})'/.exec(body)![1]!;
	const picture = await service.post("/api/render.png", posted);
	t.equal(picture.headers.get("content-type"), "image/png");
	for (const [, path] of body.matchAll(/`GET (\/\S+?)`/g))
		t.equal((await service.get(path!)).status, 200, `${path}`);
});
