/** Batch rendering from one template: a pasted table, a preview of each row, and a ZIP of all. */
import { useSignal } from "@preact/signals";
import { parse } from "csv-parse/browser/esm/sync";
import { useEffect } from "preact/hooks";
import { ApiError, post } from "../api.js";
import type { Design } from "../design.js";
import { save } from "../export.js";
import { hasJobs, job, resumeJob, startJob } from "../jobs.js";
import { onPlatform, platformAtWork } from "../platforms.js";
import { contract } from "../schema.js";
import { design } from "../state.js";
import { loadTemplates, type Template, templates } from "../templates.js";
import { t } from "../texts/texts.js";
import { JobProgress } from "./job.js";

/** Maximum previews; the ZIP contains all rows. */
const MAX_SHOWN = 30;
/** Maximum rows of a batch, if the schema does not specify it; jobs accept more. */
const MAX_BATCH_ROWS = 1_000;
/** Maximum characters of an editable table; of a longer one only the beginning is shown. */
const MAX_EDITED = 200_000;
const MAX_HEAD = 5_000;
/** Delay before the table is parsed. Milliseconds. */
const PAUSE_MS = 400;

/** A row of the table and its preview. */
interface Row {
	readonly values: Readonly<Record<string, string>>;
	readonly url?: string;
	readonly error?: string;
}

/** Columns of a template; a list has columns for as many items as its sample, at most 3. */
function columnsOf({ variables }: Template): string[] {
	return Object.entries(variables).flatMap(([name, { type, fields, sample }]) => {
		if (type !== "list") return [name];
		const count = Math.min(3, Array.isArray(sample) ? sample.length : 1);
		return Array.from({ length: count }, (_, index) =>
			Object.keys(fields ?? {}).map((field) => `${name}.${index + 1}.${field}`),
		).flat();
	});
}

/** Formats a CSV cell. */
const cell = (value: unknown): string => {
	const text = value === undefined ? "" : String(value);
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** An initial table: the template's columns and sample values. */
function sampleTable(template: Template): string {
	const columns = columnsOf(template);
	const values = columns.map((column) => {
		const [name = "", number, field = ""] = column.split(".");
		const sample = template.variables[name]?.sample;
		return Array.isArray(sample) ? sample[Number(number) - 1]?.[field] : sample;
	});
	return `${columns.map(cell).join(",")}\n${values.map(cell).join(",")}\n`;
}

/** The delimiter: a tab if the table was copied from a spreadsheet. */
function delimiterOf(text: string): string {
	const head = text.slice(0, 10_000).split("\n", 1)[0] ?? "";
	return ["\t", ";", ","].find((one) => head.includes(one)) ?? ",";
}

/** Converts the table to comma-separated CSV for the service. */
function csvOf(text: string, rows: readonly Row[]): string {
	if (delimiterOf(text) === ",") return text;
	const columns = Object.keys(rows[0]?.values ?? {});
	const lines = rows.map(({ values }) => columns.map((column) => cell(values[column])).join(","));
	return `${[columns.map(cell).join(","), ...lines].join("\n")}\n`;
}

/** @throws Error if the table cannot be parsed */
function readRows(text: string): Row[] {
	const delimiter = delimiterOf(text);
	const rows = parse(text, {
		columns: true,
		bom: true,
		delimiter,
		skip_empty_lines: true,
		relax_column_count_less: true,
	}) as Record<string, string>[];
	return rows.map((values) => ({ values }));
}

/** The template with the values of a row, without empty cells. */
const documentOf = ({ values }: Row) => {
	const { variables: _variables, ...rest } = onPlatform(design.peek(), platformAtWork.peek());
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
	const inBackground = useSignal(false);
	useEffect(() => {
		void loadTemplates().catch(() => undefined);
		void resumeJob();
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
				// A table that cannot be parsed cannot be sent.
				rows.value = [];
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
	const count = rows.value.length;
	const most = contract.value?.limits.maxBatchRows ?? MAX_BATCH_ROWS;
	const isMany = count > most;
	const asJob = hasJobs() && (isMany || inBackground.value);
	const isLong = text.value.length > MAX_EDITED;
	return (
		<div class="rows">
			<p class="hint">{t("rows.hint")}</p>
			<textarea
				rows={6}
				aria-label={t("rows.table")}
				spellcheck={false}
				wrap="off"
				value={isLong ? text.value.slice(0, MAX_HEAD) : text.value}
				readOnly={isLong}
				onInput={({ currentTarget }) => {
					text.value = currentTarget.value;
				}}
			/>
			{isLong && <p class="hint">{t("rows.cut", { count })}</p>}
			{hasJobs() && (
				<div class="field check">
					<label for="rows-job">{t(isMany ? "rows.jobMany" : "rows.job", { most })}</label>
					<input
						id="rows-job"
						type="checkbox"
						checked={asJob}
						disabled={isMany}
						onChange={({ currentTarget }) => {
							inBackground.value = currentTarget.checked;
						}}
					/>
				</div>
			)}
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
					disabled={busy.value || count === 0 || (isMany && !asJob)}
					onClick={asJob ? start : zip}
				>
					{t(asJob ? "rows.start" : "rows.zip", { count })}
				</button>
			</p>
			<p role="status" class="refused">
				{said.value || (isMany && !asJob && t("rows.tooMany", { most }))}
			</p>
			{job.value && <JobProgress job={job.value} />}
			{rows.value.length > 0 && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so it must be focusable
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

	function zip() {
		return withRows(async (document, csv) => {
			const answer = await post("/api/batch?output=zip", { document, rows: csv });
			save(await answer.blob(), "posts.zip");
		});
	}

	function start() {
		return withRows(startJob);
	}

	async function withRows(act: (document: Design, csv: string) => Promise<void>) {
		busy.value = true;
		said.value = "";
		try {
			const { variables: _variables, ...document } = design.peek();
			await act(document, csvOf(text.peek(), rows.peek()));
		} catch (error) {
			said.value = error instanceof ApiError ? saidOf(error) : t("unreachable");
		}
		busy.value = false;
	}
}

/** The error message, with its location if the service reports one. */
function saidOf({ message, issues }: ApiError): string {
	const [issue] = issues;
	return issue === undefined ? message : `${message} ${issue.path}: ${issue.message}`;
}

/** A row with its preview or its error. */
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
