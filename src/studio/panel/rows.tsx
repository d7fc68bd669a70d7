/** Many posts from one design: an editable table, a preview of each row, and a ZIP of all. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError, type Finding, post } from "../api.js";
import { fileName, save } from "../export.js";
import { hasJobs, job, resumeJob, startJob } from "../jobs.js";
import { onPlatform, platformAtWork } from "../platforms.js";
import { contract } from "../schema.js";
import { design } from "../state.js";
import {
	csvOf,
	readTable,
	rowValues,
	sampleTable,
	type Table,
	textOfTable,
	type Variables,
	valuesBeside,
	variableOf,
	withNames,
} from "../table.js";
import { templateAtWork } from "../template-at-work.js";
import { loadTemplates } from "../templates.js";
import { t, variableLabel } from "../texts/texts.js";
import { ownVariables } from "../variables.js";
import { textInZip } from "../zip-entry.js";
import { JobProgress } from "./job.js";

/** Maximum previews; the ZIP contains all rows. */
const MAX_SHOWN = 30;
/** Maximum rows of a batch, if the schema does not specify it; jobs accept more. */
const MAX_BATCH_ROWS = 1_000;
/** Maximum characters of an editable table; of a longer one only the beginning is shown. */
const MAX_EDITED = 200_000;
const MAX_HEAD = 5_000;
/** Maximum errors that are listed. */
const MAX_ERRORS = 50;
/** Delay before the table is parsed. Milliseconds. */
const PAUSE_MS = 400;
const SMALL = { format: "webp", scale: 0.25, quality: 75 };
const LARGE = { format: "webp", scale: 0.75, quality: 85 };

/** Text with more lines is inserted at once. */
const MAX_TYPED_LINES = 50;

/**
 * Inserts many lines into a text field at once: browsers insert line by line, which takes half a
 * minute for 3,000. @returns whether it did
 */
function insertAtOnce(field: HTMLTextAreaElement, event: InputEvent): boolean {
	const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
	if (text.split("\n").length <= MAX_TYPED_LINES) return false;
	event.preventDefault();
	field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
	return true;
}

/** What is known of a row. */
interface Drawn {
	/** Object URL of its preview. */
	readonly url?: string;
	readonly error?: string;
}

const EMPTY: Table = { columns: [], rows: [] };

/** The variables that the table fills. */
const variablesAtWork = (): Variables => templateAtWork.value?.variables ?? ownVariables.value;

const keyOf = (row: Readonly<Record<string, string>>): string => JSON.stringify(row);

export function Rows() {
	const text = useSignal("");
	const table = useSignal<Table>(EMPTY);
	/** By the values of a row, so that an edited cell redraws only its row. */
	const drawn = useSignal<ReadonlyMap<string, Drawn>>(new Map());
	const said = useSignal("");
	const busy = useSignal(false);
	const inBackground = useSignal(false);
	const large = useSignal("");
	const variables = variablesAtWork();
	const known = Object.keys(variables).length > 0;
	useEffect(() => {
		void loadTemplates().catch(() => undefined);
		void resumeJob();
		return () => {
			for (const { url } of drawn.peek().values()) if (url !== undefined) URL.revokeObjectURL(url);
		};
	}, []);
	useEffect(() => {
		if (known && text.value === "")
			text.value = sampleTable(variables, design.peek().variables ?? {});
	}, [known]);
	useEffect(() => {
		let gone = false;
		const timer = setTimeout(async () => {
			said.value = "";
			try {
				table.value = text.value.trim() === "" ? EMPTY : readTable(text.value);
			} catch (error) {
				// A table that cannot be parsed cannot be sent.
				table.value = EMPTY;
				said.value = (error as Error).message;
				return;
			}
			for (const row of table.peek().rows.slice(0, MAX_SHOWN)) {
				if (drawn.peek().has(keyOf(row))) continue;
				const next = await draw(row);
				if (gone) return;
				drawn.value = new Map(drawn.peek()).set(keyOf(row), next);
			}
		}, PAUSE_MS);
		return () => {
			gone = true;
			clearTimeout(timer);
		};
	}, [text.value]);
	const { columns, rows } = table.value;
	const count = rows.length;
	const most = contract.value?.limits.maxBatchRows ?? MAX_BATCH_ROWS;
	const isMany = count > most;
	const asJob = hasJobs() && (isMany || inBackground.value);
	const isLong = text.value.length > MAX_EDITED;
	const unused = known
		? columns.filter((column) => variableOf(column, variables) === undefined)
		: [];
	const wrong = rows.flatMap((row, index) => {
		const error = drawn.value.get(keyOf(row))?.error;
		return error === undefined ? [] : [{ index, error }];
	});
	// Rows behind the previews are shown only if they have an error.
	const shown = [
		...rows.slice(0, MAX_SHOWN).keys(),
		...wrong.map(({ index }) => index).filter((index) => index >= MAX_SHOWN),
	].slice(0, MAX_SHOWN + MAX_ERRORS);
	const put = (index: number, column: string, value: string) => {
		text.value = csvOf({
			columns,
			rows: rows.map((row, at) => (at === index ? { ...row, [column]: value } : row)),
		});
	};
	return (
		<div class="rows">
			<p class="hint">{t("rows.hint")}</p>
			<textarea
				rows={5}
				aria-label={t("rows.table")}
				spellcheck={false}
				wrap="off"
				value={isLong ? text.value.slice(0, MAX_HEAD) : text.value}
				readOnly={isLong}
				onBeforeInput={(event) => {
					if (insertAtOnce(event.currentTarget, event)) text.value = event.currentTarget.value;
				}}
				onInput={({ currentTarget }) => {
					text.value = currentTarget.value;
				}}
			/>
			{isLong && <p class="hint">{t("rows.cut", { count })}</p>}
			{unused.length > 0 && <p class="hint">{t("rows.unused", { names: unused.join(", ") })}</p>}
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
							if (!file) return;
							try {
								text.value = textOfTable(new Uint8Array(await file.arrayBuffer()));
							} catch (error) {
								said.value = `${file.name} ${(error as Error).message}`;
							}
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
			<p role="status" class={wrong.length > 0 || isMany ? "refused" : ""}>
				{said.value ||
					(isMany && !asJob && t("rows.tooMany", { most })) ||
					(wrong.length > 0 && t("rows.wrong", { count: wrong.length }))}
			</p>
			{wrong.length > 0 && (
				<ul class="job-errors" aria-label={t("job.errors")}>
					{wrong.slice(0, MAX_ERRORS).map(({ index, error }) => (
						<li key={index}>
							<button type="button" class="quiet" onClick={() => goToRow(index)}>
								<b>{t("rows.row", { number: index + 1 })}</b>
							</button>
							{error}
						</li>
					))}
				</ul>
			)}
			{job.value && <JobProgress job={job.value} />}
			{rows.length > 0 && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so it must be focusable
				<section class="table" tabIndex={0} aria-label={t("rows.previews")}>
					<table>
						<thead>
							<tr>
								<th scope="col">{t("rows.number")}</th>
								<th scope="col">{t("picture")}</th>
								{columns.map((column) => (
									<th key={column} scope="col">
										{column}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{shown.map((index) => (
								<Row
									key={index}
									index={index}
									columns={columns}
									values={rows[index]!}
									drawn={drawn.value.get(keyOf(rows[index]!)) ?? {}}
									put={put}
									enlarge={enlarge}
									locked={isLong}
								/>
							))}
						</tbody>
					</table>
				</section>
			)}
			{large.value !== "" && (
				<button type="button" class="large" aria-label={t("close")} onClick={() => shrink()}>
					<img src={large.value} alt="" />
				</button>
			)}
		</div>
	);

	/** Shows the picture of a row large. */
	async function enlarge(index: number) {
		const row = table.peek().rows[index];
		if (!row) return;
		const preview = drawn.peek().get(keyOf(row))?.url;
		large.value = preview ?? "";
		try {
			const answer = await post("/api/render.webp?slide=1", { ...documentOf(row), ...LARGE });
			if (large.peek() !== "") large.value = URL.createObjectURL(await answer.blob());
		} catch {
			// The small picture stays.
		}
	}

	function shrink() {
		large.value = "";
	}

	function zip() {
		return withRows(async (document, csv) => {
			const answer = await post("/api/batch?output=zip", { document, rows: csv });
			const file = await answer.blob();
			const errors = await textInZip(file, "errors.ndjson");
			const name = fileName("zip");
			save(file, name);
			const failed = (errors ?? "")
				.split("\n")
				.filter(Boolean)
				.map((line) => JSON.parse(line) as FailedRow);
			if (failed.length === 0) {
				said.value = t("rows.done", { count, name });
				return;
			}
			const next = new Map(drawn.peek());
			for (const { row, error } of failed) {
				const values = rows[row - 1];
				if (values)
					next.set(keyOf(values), { error: messageOf(error.details?.issues, error.message) });
			}
			drawn.value = next;
			said.value = t("rows.some", { made: count - failed.length, count });
		});
	}

	function start() {
		return withRows(startJob);
	}

	async function withRows(act: (document: object, csv: string) => Promise<void>) {
		busy.value = true;
		said.value = "";
		try {
			const named = withNames(table.peek(), variables);
			const document = { ...design.peek(), variables: beside(named.columns) };
			await act(document, csvOf(named));
		} catch (error) {
			said.value =
				error instanceof ApiError ? messageOf(error.issues, error.message) : t("unreachable");
		}
		busy.value = false;
	}
}

/** A line of errors.ndjson. */
interface FailedRow {
	readonly row: number;
	readonly error: {
		readonly message: string;
		readonly details?: { readonly issues?: readonly Finding[] };
	};
}

const beside = (columns: readonly string[]) => valuesBeside(columns, design.peek().variables ?? {});

/** The design with the values of a row. */
function documentOf(row: Readonly<Record<string, string>>): object {
	const { columns, rows } = withNames(
		{ columns: Object.keys(row), rows: [row] },
		variablesAtWork(),
	);
	return {
		...onPlatform(design.peek(), platformAtWork.peek()),
		variables: { ...beside(columns), ...rowValues(rows[0]!) },
	};
}

/** The first problem of a row, with the label of its variable. */
function messageOf(issues: readonly Finding[] | undefined, otherwise: string): string {
	const [issue] = issues ?? [];
	if (issue === undefined) return otherwise;
	const [, name = ""] = /\/variables\/([^/]+)/.exec(issue.path) ?? [];
	const label = variableLabel(variablesAtWork()[name]?.label ?? name);
	return label === "" ? issue.message : `${label} ${issue.message}`;
}

/** Puts the cursor into the first cell of a row. */
function goToRow(index: number): void {
	const row = globalThis.document.querySelector<HTMLElement>(`tr[data-row="${index}"]`);
	row?.scrollIntoView({ block: "center" });
	row?.querySelector<HTMLElement>("input")?.focus();
}

function Row({
	index,
	columns,
	values,
	drawn,
	put,
	enlarge,
	locked,
}: {
	readonly index: number;
	readonly columns: readonly string[];
	readonly values: Readonly<Record<string, string>>;
	readonly drawn: Drawn;
	readonly put: (index: number, column: string, value: string) => void;
	readonly enlarge: (index: number) => Promise<void>;
	/** Whether the table is too long to be edited. */
	readonly locked: boolean;
}) {
	const title = t("rows.row", { number: index + 1 });
	return (
		<tr data-row={index} class={drawn.error === undefined ? "" : "wrong"}>
			<th scope="row">{index + 1}</th>
			<td>
				{drawn.url && (
					<button type="button" class="quiet" onClick={() => void enlarge(index)}>
						<img src={drawn.url} alt={title} />
					</button>
				)}
				{drawn.error && <span class="refused">{drawn.error}</span>}
			</td>
			{columns.map((column) => (
				<td key={column}>
					<input
						type="text"
						dir="auto"
						aria-label={`${title}: ${column}`}
						value={values[column]}
						readOnly={locked}
						onChange={({ currentTarget }) => put(index, column, currentTarget.value)}
					/>
				</td>
			))}
		</tr>
	);
}

/** The preview of a row, or its error. */
async function draw(row: Readonly<Record<string, string>>): Promise<Drawn> {
	try {
		const answer = await post("/api/render.webp?slide=1", { ...documentOf(row), ...SMALL });
		return { url: URL.createObjectURL(await answer.blob()) };
	} catch (error) {
		if (!(error instanceof ApiError)) return { error: t("unreachable") };
		return { error: messageOf(error.issues, error.message) };
	}
}
