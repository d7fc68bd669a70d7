/** Many posts from one template: a table pasted from a spreadsheet, a picture of each row, and all of them as a ZIP. */
import { useSignal } from "@preact/signals";
import { parse } from "csv-parse/browser/esm/sync";
import { useEffect } from "preact/hooks";
import { ApiError, post } from "../api.js";
import { design } from "../state.js";
import { save } from "../take-along.js";
import { loadTemplates, type Template, templates } from "../templates.js";
import { t } from "../texts/texts.js";

/** Rows that are shown; all are drawn into the ZIP. */
const MAX_SHOWN = 30;
/** Quiet time before the table is read. Milliseconds. */
const PAUSE_MS = 400;

/** A row of the table, and what became of it. */
interface Row {
	readonly values: Readonly<Record<string, string>>;
	readonly url?: string;
	readonly error?: string;
}

/** Columns of a template: those of a list for its first items, as the samples have them. */
function columnsOf({ variables }: Template): string[] {
	return Object.entries(variables).flatMap(([name, { type, fields, sample }]) => {
		if (type !== "list") return [name];
		const count = Math.min(3, Array.isArray(sample) ? sample.length : 1);
		return Array.from({ length: count }, (_, index) =>
			Object.keys(fields ?? {}).map((field) => `${name}.${index + 1}.${field}`),
		).flat();
	});
}

/** A cell as CSV has it. */
const cell = (value: unknown): string => {
	const text = value === undefined ? "" : String(value);
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A table to begin with: the template's columns and its samples. */
function sampleTable(template: Template): string {
	const columns = columnsOf(template);
	const values = columns.map((column) => {
		const [name = "", number, field = ""] = column.split(".");
		const sample = template.variables[name]?.sample;
		return Array.isArray(sample) ? sample[Number(number) - 1]?.[field] : sample;
	});
	return `${columns.map(cell).join(",")}\n${values.map(cell).join(",")}\n`;
}

/** @throws Error when the table cannot be read */
function readRows(text: string): Row[] {
	const [head = ""] = text.split("\n", 1);
	const delimiter = ["\t", ";", ","].find((one) => head.includes(one)) ?? ",";
	const rows = parse(text, {
		columns: true,
		bom: true,
		delimiter,
		skip_empty_lines: true,
		relax_column_count_less: true,
	}) as Record<string, string>[];
	return rows.map((values) => ({ values }));
}

/** The template with the values of a row; empty cells are not given. */
const documentOf = ({ values }: Row) => {
	const { variables: _variables, ...rest } = design.peek();
	return {
		...rest,
		variables: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")),
	};
};

export function Rows() {
	const text = useSignal("");
	const rows = useSignal<readonly Row[]>([]);
	const said = useSignal("");
	const busy = useSignal(false);
	const template = templates.value.find(({ id }) => id === design.value.template);
	useEffect(() => {
		void loadTemplates().catch(() => undefined);
	}, []);
	useEffect(() => {
		if (template && text.value === "") text.value = sampleTable(template);
	}, [template]);
	useEffect(() => {
		let gone = false;
		const timer = setTimeout(async () => {
			said.value = "";
			for (const { url } of rows.peek()) if (url !== undefined) URL.revokeObjectURL(url);
			try {
				rows.value = text.value.trim() === "" ? [] : readRows(text.value);
			} catch (error) {
				said.value = (error as Error).message;
				return;
			}
			for (const [index, row] of rows.peek().slice(0, MAX_SHOWN).entries()) {
				const drawn = await draw(row);
				if (gone) return;
				rows.value = rows.peek().map((one, at) => (at === index ? drawn : one));
			}
		}, PAUSE_MS);
		return () => {
			gone = true;
			clearTimeout(timer);
		};
	}, [text.value]);
	const columns = Object.keys(rows.value[0]?.values ?? {});
	return (
		<div class="rows">
			<p class="hint">{t("rows.hint")}</p>
			<textarea
				rows={6}
				aria-label={t("rows.table")}
				spellcheck={false}
				wrap="off"
				value={text.value}
				onInput={({ currentTarget }) => {
					text.value = currentTarget.value;
				}}
			/>
			<p class="actions">
				<label class="button">
					{t("rows.file")}
					<input
						class="hidden"
						type="file"
						accept=".csv,.tsv,.txt,text/csv"
						onChange={async ({ currentTarget }) => {
							const [file] = currentTarget.files ?? [];
							currentTarget.value = "";
							if (file) text.value = await file.text();
						}}
					/>
				</label>
				<button
					type="button"
					class="primary"
					disabled={busy.value || rows.value.length === 0}
					onClick={zip}
				>
					{t("rows.zip", { count: rows.value.length })}
				</button>
			</p>
			<p role="status" class="refused">
				{said.value}
			</p>
			{rows.value.length > 0 && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
				<section class="table" tabIndex={0} aria-label={t("rows.previews")}>
					<table>
						<thead>
							<tr>
								<th scope="col">{t("picture")}</th>
								{columns.map((column) => (
									<th key={column} scope="col">
										{column}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{rows.value.slice(0, MAX_SHOWN).map((row, index) => (
								<tr key={index}>
									<td>
										{row.url && <img src={row.url} alt={t("rows.row", { number: index + 1 })} />}
										{row.error && <span class="refused">{row.error}</span>}
									</td>
									{columns.map((column) => (
										<td key={column}>{row.values[column]}</td>
									))}
								</tr>
							))}
						</tbody>
					</table>
				</section>
			)}
		</div>
	);

	async function zip() {
		busy.value = true;
		try {
			const { variables: _variables, ...document } = design.peek();
			const answer = await post("/api/batch?output=zip", { document, rows: text.value });
			save(await answer.blob(), "posts.zip");
		} catch (error) {
			said.value = error instanceof ApiError ? error.message : t("unreachable");
		}
		busy.value = false;
	}
}

/** A row with its picture, or with what is wrong with it. */
async function draw(row: Row): Promise<Row> {
	try {
		const small = { format: "webp", scale: 0.25, quality: 75 };
		const answer = await post("/api/render.webp?slide=1", { ...documentOf(row), ...small });
		return { ...row, url: URL.createObjectURL(await answer.blob()) };
	} catch (error) {
		const issues =
			error instanceof ApiError
				? error.issues.map(
						({ path, message }) => `${path.split("/").slice(2).join(".")} ${message}`,
					)
				: [];
		const [first = error instanceof ApiError ? error.message : t("unreachable")] = issues;
		return { ...row, error: first };
	}
}
