/** Words of the documentation that read as if translated, and what to write instead. */
import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import ts from "typescript";
import { packageRoot } from "../src/base/package-root.js";

/** What should not return, and the plain word for it. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
	[/\bmend(s|ed|ing)?\b/i, "fix"],
	[/\breckon(s|ed|ing)?\b/i, "estimate"],
	[/\bwho asks\b|\bwho has (used|the most)\b/i, "the client"],
	[/\btells? of\b|\bis told\b|\bare told\b/i, "reports, says"],
	[/\bis warned of\b/i, "the service logs a warning"],
	[/\bcomes? along\b|\btake[sn]? along\b|\btake them along\b/i, "bundled; exports"],
	[/\bhardly meant\b|\bhardly publishable\b/i, "probably not what you intended"],
	[/\bthis process may not\b/i, "permission denied"],
	[/\bnot as it stands\b|\bas it stands\b/i, "exactly"],
	[/\bstands? (in|below|beside|behind) (the|its|these|it)\b/i, "is in"],
	[/\bheld to\b/i, "validated as"],
	[/\bends? the start\b/i, "the service does not start"],
	[/\bdesigns nothing\b/i, "makes no design choices"],
	[/\ball the same[,.]/i, "still"],
	[/\b(names?|goes) by what\b|\bgoes by\b/i, "depends on"],
	[/\bclings? to\b/i, "snaps to"],
	[/\bas ever\b/i, "still"],
	[/\banew\b/i, "again"],
	[/\bno more than one of\b|\bnone is number\b/i, "has only"],
	[/\bat the most\b/i, "at most"],
	[/\bof whoever\b|\bwhoever (asks|answers|went)\b/i, "the client"],
	[/\bNothing is here\b|\bThere (is|are) no such\b/, "Not found"],
	[/\bgoes on behind\b|\bfollows where\b/i, "has trailing data"],
	[/\b(is|are) answered 503\b|\bpast it (new ones|who)\b/i, "get 503; beyond it"],
	[/\bone word too many\b/i, "unexpected argument"],
	[/\bis no (font|folder|JSON|CSV|colour|object|path|number|image)\b/i, "is not a …"],
	[/\bhas no good\b/i, "has an invalid …"],
	[/\band at most \S+ are taken\b|, the most (of|on)\b/i, "at most … are allowed"],
	[/\bhas to be (0|[1-9])/i, "must be at least"],
	[/\bbetween commas\b/i, "separated by commas"],
	[/\bby their (names|ids)\b/i, "by name, by id"],
	[/\b(sees|see) to it\b/i, "ensures"],
	[/\bhas to show\b|\bto go by\b/i, "must show; known"],
	[/\bgiven up for\b|\bmust not carry\b/i, "disconnected because; must not contain"],
	[/\bbut for (its|their|the)\b/i, "except for"],
	[/\bhow far a job is\b/i, "the progress of a job"],
	[/\bpast the room\b/i, "beyond"],
	[/\bas (documents?|files?|links?|browsers?|CSS|SVG|Chromium|Blink) (has|have) it\b/i, "as in …"],
	[/\bfor ever\b/i, "forever, always"],
];

const read = (file: string) => readFileSync(new URL(file, packageRoot), "utf8");
const markdown = (folder: string) =>
	readdirSync(new URL(folder, packageRoot))
		.filter((file) => file.endsWith(".md"))
		.map((file) => `${folder}${file}`);
const pages = [
	"README.md",
	...markdown("docs/"),
	...markdown("docs/skill/"),
	...markdown(".github/"),
	...markdown("deploy/fonts/"),
	"fonts/README.md",
];

/** A page without its code and the tables that are generated from sources. */
const prose = (page: string) =>
	page
		.replace(/^```[\s\S]*?^```/gm, "")
		.replace(/<!-- (\w+):start -->[\s\S]*?<!-- \1:end -->/g, "")
		.replace(/`[^`\n]*`/g, "");

t.test("the pages are in plain English", async (t) => {
	t.ok(pages.length > 30);
	for (const page of pages) {
		const faults = prose(read(page))
			.split("\n")
			.flatMap((line) =>
				INSTEAD.flatMap(([words, better]) => {
					const found = words.exec(line)?.[0];
					return found === undefined ? [] : [{ found, better, line: line.slice(0, 200) }];
				}),
			);
		t.strictSame(faults, [], page);
	}
	const faulty = "A mistake is mended, and nothing is reckoned.";
	t.equal(INSTEAD.filter(([words]) => words.test(faulty)).length, 2, "faults are found");
});

/** The texts of a source: strings and templates of three words or more. */
function textsOf(source: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
			const text = node.getText();
			if (text.split(/\s+/).length >= 3) found.push(text);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true));
	return found;
}

/** The comments of a source, each on one line. */
function commentsOf(source: string): string[] {
	const scanner = ts.createScanner(
		ts.ScriptTarget.Latest,
		false,
		ts.LanguageVariant.Standard,
		source,
	);
	const found: string[] = [];
	for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan())
		if (
			token === ts.SyntaxKind.MultiLineCommentTrivia ||
			token === ts.SyntaxKind.SingleLineCommentTrivia
		)
			found.push(scanner.getTokenText().replace(/\s*\n\s*(\*|\/\/)?\s*/g, " "));
	return found;
}

t.test("comments are in plain English", async (t) => {
	let comments = 0;
	for (const file of readdirSync(new URL("src/", packageRoot), {
		recursive: true,
		encoding: "utf8",
	})) {
		const source = `src/${file}`;
		if (!/\.[cm]?tsx?$/.test(file)) continue;
		for (const comment of commentsOf(read(source))) {
			comments++;
			for (const [words, better] of INSTEAD)
				if (words.test(comment)) t.fail(`${source}: ${comment.slice(0, 160)}: say "${better}"`);
		}
	}
	t.ok(comments > 3_000, `${comments} comments`);
	t.same(commentsOf("/** It is\n * told. */\nconst a = 1; // Reckoned."), [
		"/** It is told. */",
		"// Reckoned.",
	]);
});

t.test("messages, descriptions and help texts are in plain English", async (t) => {
	const sources = readdirSync(new URL("src/", packageRoot), { recursive: true, encoding: "utf8" })
		.filter(
			(file) => file.endsWith(".ts") && !/^(studio\/texts\/(?!en)|catalog\/\w+\/words)/.test(file),
		)
		.map((file) => `src/${file}`);
	let texts = 0;
	for (const source of sources)
		for (const text of textsOf(read(source))) {
			texts++;
			for (const [words, better] of INSTEAD)
				if (words.test(text)) t.fail(`${source}: ${text.slice(0, 160)}: say "${better}"`);
		}
	t.ok(texts > 1_000, `${texts} texts`);
	t.same(textsOf('const a = "An own `word` here";').length, 1, "texts are found");
});
