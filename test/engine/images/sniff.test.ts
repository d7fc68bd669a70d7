import t from "tap";
import { sniffImage } from "../../../src/engine/images/sniff.js";

const sniff = (text: string, encoding: BufferEncoding = "utf8") =>
	sniffImage(Buffer.from(text, encoding));

t.test("formats by their first bytes", async (t) => {
	for (const [text, format] of [
		["\x89PNG\r\n\x1a\n", "png"],
		["\xff\xd8\xff\xe0", "jpeg"],
		["RIFF\0\0\0\0WEBP", "webp"],
		["GIF87a", "gif"],
		["GIF89a", "gif"],
		["\0\0\0\x20ftypavif\0\0\0\0", "avif"],
		["\0\0\0\x20ftypmif1\0\0\0\0miafavis", "avif"],
	] as const)
		t.equal(sniff(text, "latin1"), format, JSON.stringify(text));
});

t.test("SVG by its root element, whatever comes before", async (t) => {
	for (const text of [
		"<svg/>",
		"<svg:svg xmlns:svg='…'>",
		"\ufeff \n<?xml version='1.0'?><svg/>",
		"<!-- a <html> logo --><svg >",
		"<!DOCTYPE svg><svg/>",
		"<!DOCTYPE svg [<!ENTITY a '>'>]>\n<!-- > --><svg\n>",
	])
		t.equal(sniff(text), "svg", text);
});

t.test("everything else is not an image", async (t) => {
	for (const text of [
		"",
		"\x89",
		"\x1f\x8b\x08",
		"RIFF\0\0\0\0WAVE",
		"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
		"<!doctype html>",
		"<!DOCTYPE html><html><svg></svg></html>",
		"<!DOCTYPE svg",
		"<!-- <svg/>",
		" <HTML>",
		"<html lang=en>",
		"<svgfoo>",
		"%PDF-1.7",
		"{}",
		"BM6",
		"plain",
		"MZ",
	])
		t.equal(sniff(text, "latin1"), undefined, JSON.stringify(text));
});

t.test("an SVG may have any encoding of XML, and entities in its document type", (t) => {
	t.equal(sniff("\ufeff<svg/>", "utf16le"), "svg", "UTF-16");
	t.equal(sniff('<?xml version="1.0" encoding="ISO-8859-1"?><!--\xe9--><svg/>', "latin1"), "svg");
	t.equal(sniff('<!DOCTYPE svg [<!ENTITY a "]>"> <!-- > -->]><svg/>'), "svg");
	t.equal(sniff("<!DOCTYPE html><svg/>"), undefined);
	t.end();
});

t.test("a root element is looked for in the first 64 KB", async (t) => {
	const after = (length: number) => `<!--${" ".repeat(length)}--><svg/>`;
	t.equal(sniff(after(65_000)), "svg");
	t.equal(sniff(after(66_000)), undefined);
});
