/** Who calls a function reads in its comment what it throws. */
import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import ts from "typescript";
import { packageRoot } from "../src/base/package-root.js";

const source = new URL("src/", packageRoot);
/**
 * Not looked at: browsers' code, the kernels, and the writers of safe SVG, which all throw the
 * two faults of engine/images/svg/budget.ts.
 */
const OTHERS = /^(?:studio\/|engine\/pixels\/assembly\/|engine\/images\/svg\/)/;

/**
 * Whether a body has a `throw` of its own that leaves it: not one of a function inside, nor one it
 * catches, nor `throw error` of what it caught and others have thrown.
 */
function throws(body: ts.Node | undefined): boolean {
	if (body === undefined) return false;
	let found = false;
	const caught = new Set<string | undefined>();
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
		if (ts.isCatchClause(node)) caught.add(node.variableDeclaration?.name.getText());
		if (ts.isThrowStatement(node)) found ||= !caught.has(node.expression.getText());
		else if (ts.isTryStatement(node) && node.catchClause) visit(node.catchClause);
		else ts.forEachChild(node, visit);
	};
	ts.forEachChild(body, visit);
	return found;
}

const saysSo = (node: ts.Node): boolean =>
	ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "throws");
const isExported = (node: ts.Statement): boolean =>
	ts.canHaveModifiers(node) &&
	(ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** Functions, and methods of classes that no interface describes, which throw and do not say so. */
function silentThrowers(text: string): string[] {
	const file = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
	const silent: string[] = [];
	const look = (name: string | undefined, commented: ts.Node, body: ts.Node | undefined) => {
		if (throws(body) && !saysSo(commented)) silent.push(name ?? "");
	};
	for (const statement of file.statements) {
		if (!isExported(statement)) continue;
		if (ts.isFunctionDeclaration(statement)) look(statement.name?.text, statement, statement.body);
		if (ts.isVariableStatement(statement))
			for (const { name, initializer } of statement.declarationList.declarations)
				if (
					initializer &&
					(ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
				)
					look(name.getText(), statement, initializer.body);
		if (!ts.isClassDeclaration(statement)) continue;
		const described = (statement.heritageClauses ?? []).some(
			({ token }) => token === ts.SyntaxKind.ImplementsKeyword,
		);
		for (const member of described ? [] : statement.members)
			if (ts.isMethodDeclaration(member) && !ts.isPrivateIdentifier(member.name))
				look(`${statement.name?.text}.${member.name.getText()}`, member, member.body);
	}
	return silent;
}

t.test("a function that throws and does not say so is found", async (t) => {
	const found = (text: string) => silentThrowers(text).join(" ");
	t.equal(found("export function a() { if (1) throw 2; }"), "a");
	t.equal(found("export const a = () => { for (;;) throw 2; };"), "a");
	t.equal(found("export class A { a() { throw 2; } #b() { throw 2; } }"), "A.a");
	t.equal(found("export function a() { try { b(); } catch { throw 2; } }"), "a");
	t.equal(found("/** @throws 2 */ export function a() { throw 2; }"), "");
	t.equal(found("function a() { throw 2; }"), "");
	t.equal(found("export function a() { try { throw 2; } catch {} }"), "");
	t.equal(found("export function a() { try { b(); } catch (error) { throw error; } }"), "");
	t.equal(found("export function a() { return () => { throw 2; }; }"), "");
});

t.test("exported functions that throw have @throws", async (t) => {
	const files = readdirSync(source, { recursive: true, encoding: "utf8" });
	const looked = files.filter((file) => /\.tsx?$/.test(file) && !OTHERS.test(file));
	t.ok(looked.length > 200);
	t.strictSame(
		looked.flatMap((file) =>
			silentThrowers(readFileSync(new URL(file, source), "utf8")).map((name) => `${file} ${name}`),
		),
		[],
	);
});
