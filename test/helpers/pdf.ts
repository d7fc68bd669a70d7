import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";
import type { RenderRequest } from "../../src/contract/render-request.js";
import { createRenderer } from "../../src/index.js";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;

/** Options of tests that need poppler-utils and qpdf. */
export const needsPdfTools = {
	skip: !(has("pdftotext") && has("qpdf")) && "needs poppler-utils and qpdf",
};

/** A PDF in a file, read by other programs. */
export class PdfFile {
	readonly bytes: Buffer;
	readonly path: string;

	constructor(bytes: Uint8Array, path: string) {
		this.bytes = Buffer.from(bytes);
		this.path = path;
		writeFileSync(path, bytes);
	}

	/** What pdftotext finds. */
	text(...options: string[]): string {
		return execFileSync("pdftotext", [...options, "-enc", "UTF-8", this.path, "-"]).toString();
	}

	/** The structure as poppler reads it, with its text. */
	structure(): string {
		return execFileSync("pdfinfo", ["-struct-text", this.path]).toString();
	}

	/** Its objects as qpdf reads them. */
	objects(): PdfObjects {
		execFileSync("qpdf", ["--check", this.path]);
		const json = execFileSync("qpdf", ["--json=2", "--json-key=qpdf", this.path], {
			maxBuffer: 1e9,
		});
		return new PdfObjects(JSON.parse(json.toString()).qpdf[1], this.path);
	}
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the file has
type Any = any;

/** The objects of a PDF, by qpdf's JSON: "/Name", "u:text", "5 0 R". */
export class PdfObjects {
	readonly #all: Record<string, Any>;
	readonly #path: string;

	constructor(all: Record<string, Any>, path: string) {
		this.#all = all;
		this.#path = path;
	}

	/** What a reference names; any other value is itself. */
	get(value: Any): Any {
		const object = typeof value === "string" ? this.#all[`obj:${value}`] : undefined;
		return object === undefined ? value : (object.value ?? object.stream.dict);
	}

	get catalog(): Any {
		return this.get(this.#all.trailer.value["/Root"]);
	}

	get pages(): Any[] {
		return this.get(this.catalog["/Pages"])["/Kids"].map((page: string) => ({
			...this.get(page),
			reference: page,
		}));
	}

	/** Bytes of a stream without its filters. */
	stream(reference: string): Buffer {
		const number = reference.split(" ")[0]!;
		const option = `--show-object=${number}`;
		return execFileSync("qpdf", [option, "--filtered-stream-data", this.#path], {
			maxBuffer: 1e9,
		});
	}
}

/** Draws documents as PDFs in a folder that ends with the test. */
export async function pdfPrinter(t: Test) {
	const folder = mkdtempSync(join(tmpdir(), "pdf-"));
	const renderer = await createRenderer({ processes: 1 });
	t.teardown(async () => {
		await renderer.close();
		rmSync(folder, { recursive: true });
	});
	let count = 0;
	return {
		renderer,
		draw: async (document: RenderRequest) =>
			new PdfFile(
				(await renderer.renderFile(document, "pdf")).bytes,
				join(folder, `${count++}.pdf`),
			),
	};
}
